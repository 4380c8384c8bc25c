"""In charge of matching as many names as there are: in parts that one request takes, all of one revision."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Sequence
from urllib.parse import quote_plus

from ._errors import CatalogueChangedError
from ._rows import Row, Rows, data_frame
from ._transport import Transport, Value
from ._trees import MOST_RESTARTS

_MOST_VALUES = 100
#: An address may have 8 kB; each value brings the name of its parameter.
_MOST_CHARACTERS = 6000


class Matches(Rows):
    """What each name means, in the order of the names: ``name``, ``status``, ``tree``, ``candidates``."""

    def to_dataframe(self) -> Any:
        """One row for each name: ``name``, ``status``, what is known of the tree, and the slugs of the ``candidates``."""
        return data_frame(map(_flat, self))


def _flat(match: Row) -> Row:
    tree = match["tree"] or {}
    known = {name: tree.get(name) for name in ("slug", "title", "scientificName", "family", "conservationStatus")}
    candidates = [candidate["slug"] for candidate in match["candidates"]]
    return {"name": match["name"], "status": match["status"], **known, "candidates": candidates}


def match_all(transport: Transport, names: Sequence[str], query: Dict[str, Value]) -> Matches:
    """Begins again where a publish comes between two parts."""
    groups = list(groups_of(names)) or [[]]
    for restarts in range(MOST_RESTARTS + 1):
        matches, revision = Matches(), None  # type: Matches, Optional[str]
        for group in groups:
            answer = transport.get("/names/match", {**query, "name": group})
            now = answer["meta"]["revision"]
            if revision not in (None, now):
                if restarts == MOST_RESTARTS:
                    raise CatalogueChangedError(str(revision), now)
                break
            revision = now
            matches.extend(answer["data"])
        else:
            return matches
    raise AssertionError("unreachable")


def groups_of(values: Iterable[str]) -> "Iterable[List[str]]":
    """Each fits into one address."""
    group: List[str] = []
    characters = 0
    for value in values:
        length = len(quote_plus(value)) + 1
        if group and (len(group) == _MOST_VALUES or characters + length > _MOST_CHARACTERS):
            yield group
            group, characters = [], 0
        group.append(value)
        characters += length
    if group:
        yield group

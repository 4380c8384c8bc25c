"""Matches any number of names: in groups that one request takes, all of one revision."""

from __future__ import annotations

import unicodedata
from typing import Any, Dict, Iterable, List, Mapping, Optional, cast
from urllib.parse import quote_plus

from ._errors import CatalogueChangedError, UnexpectedAnswerError
from .models import NameMatch
from ._rows import Rows, data_frame
from ._transport import Transport, Value
from ._trees import MOST_RESTARTS

_MOST_VALUES = 100
#: An address may have 8 kB; each value brings the name of its parameter.
_MOST_CHARACTERS = 6000
#: What the service takes.
_MAX_NAME_CHARACTERS = 200
_OF_TREE = ("slug", "title", "scientificName", "family", "conservationStatus")


class Matches(Rows[NameMatch]):
    """What each name means, in the order of the names: ``name``, ``status``, ``tree``, ``candidates``."""

    def to_dataframe(self) -> Any:
        """One row for each name: ``name``, ``status``, what is known of the tree, and the slugs of the ``candidates``."""
        return data_frame(map(_row_of, self), ["name", "status", *_OF_TREE, "candidates"])


def _row_of(match: NameMatch) -> Dict[str, Any]:
    tree = cast("Mapping[str, Any]", match["tree"] or {})
    candidates = [candidate["slug"] for candidate in match["candidates"]]
    known = {name: tree.get(name) for name in _OF_TREE}
    return {"name": match["name"], "status": match["status"], **known, "candidates": candidates}


def match_all(transport: Transport, names: "Iterable[Optional[str]] | str", query: Dict[str, Value]) -> Matches:
    """Begins again if a publish comes between two groups. A name that the service would refuse is not sent: it matches nothing."""
    texts = [_text_of(name) for name in ([names] if isinstance(names, str) else names)]
    sent = [name for name in texts if _can_be_sent(name)]
    found = iter(_match_groups(transport, list(groups_of(sent)), query))
    return Matches(next(found) if _can_be_sent(name) else _no_match(name) for name in texts)


def _match_groups(transport: Transport, groups: List[List[str]], query: Dict[str, Value]) -> List[NameMatch]:
    for restarts in range(MOST_RESTARTS + 1):
        matches: List[NameMatch] = []
        revision: Optional[str] = None
        for group in groups:
            answer = transport.get("/names/match", {**query, "name": group})
            now = answer["meta"]["revision"]
            if revision not in (None, now):
                if restarts == MOST_RESTARTS:
                    raise CatalogueChangedError(str(revision), now)
                break
            revision = now
            if len(answer["data"]) != len(group):
                raise UnexpectedAnswerError(f"{len(answer['data'])} of {len(group)} names were answered.", status=200)
            matches.extend(answer["data"])
        else:
            return matches
    raise AssertionError("unreachable")


def _text_of(name: Any) -> str:
    """Columns of data frames have None, NaN or NA where a name is missing."""
    if isinstance(name, str):
        return name
    if name is None or type(name).__name__ in ("NAType", "NaTType") or name != name:
        return ""
    raise TypeError(f"A name must be a text; one is {name!r}.")


def _can_be_sent(name: str) -> bool:
    is_short = len(name) <= _MAX_NAME_CHARACTERS or len(unicodedata.normalize("NFC", name)) <= _MAX_NAME_CHARACTERS
    return is_short and name.strip() != "" and not any(unicodedata.category(each) in ("Cc", "Cs") for each in name)


def _no_match(name: str) -> NameMatch:
    return {"name": name, "status": "none", "tree": None, "candidates": []}


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

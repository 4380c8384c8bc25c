"""Gathers what has changed since a revision: all pages, of one revision."""

from __future__ import annotations

from typing import List, Optional, cast

from ._errors import CatalogueChangedError
from .models import Change, ChangeList
from ._rows import Rows
from ._transport import Transport, checked_revision
from ._trees import MOST_RESTARTS


class Changes(Rows[Change]):
    """What has changed since a revision, by slug."""

    def __init__(self, changes: List[Change], revision: str, total: int) -> None:
        super().__init__(changes, ["slug", "change", "revision"])
        #: What they lead to: ask for what changed since this one the next time.
        self.revision = revision
        #: How many there are.
        self.total = total


def gather_changes(
    transport: Transport,
    since: str,
    *,
    view: Optional[str] = None,
    locale: Optional[str] = None,
    most: float = float("inf"),
) -> Changes:
    """Pages are of the newest revision: if it moves on, all begins again. None are read beyond ``most`` changes."""
    revision: Optional[str] = None
    found: List[Change] = []
    page, restarts = 1, 0
    while True:
        query = {"since": since, "view": view, "locale": locale, "page_size": 100, "page": page}
        answer = cast(ChangeList, transport.get("/changes", query))
        now = checked_revision(answer["meta"]["revision"], "meta.revision of the changes")
        if revision not in (None, now):
            if restarts == MOST_RESTARTS:
                raise CatalogueChangedError(str(revision), now)
            revision, found, page, restarts = None, [], 1, restarts + 1
            continue
        revision = now
        found += answer["data"]
        if not answer["pagination"]["hasNext"] or answer["pagination"]["total"] > most:
            return Changes(found, now, answer["pagination"]["total"])
        page += 1

"""In charge of a copy in a folder: one file for a revision, put in place when it is whole and safe on the disk, so that
whatever ends the program, the folder holds the revision before or the next."""

from __future__ import annotations

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional

from ._errors import CatalogueChangedError, RefusedError, UnexpectedAnswerError
from ._export import Export
from ._names import groups_of
from ._rows import Row
from ._transport import Transport
from ._trees import MOST_RESTARTS

#: With more changes than this, everything in one answer is less work for both sides.
_MOST_CHANGES = 2000
_WHOLE = re.compile(r"trees-r([1-9]\d*)\.ndjson")


class SyncResult(NamedTuple):
    revision: str
    #: Where the copy is, one tree a line, by slug.
    file: Path
    #: Whether it is another than before.
    is_new: bool
    #: Whether everything was fetched; else what had changed.
    is_whole: bool
    upserted: int
    removed: int


class Changes(NamedTuple):
    #: What they lead to.
    revision: str
    #: How many there are.
    total: int
    changes: List[Row]


class _Update(NamedTuple):
    revision: str
    is_whole: bool
    removed: List[str]
    trees: Iterable[Row]


def gather_changes(transport: Transport, query: Dict[str, Any], most: float = float("inf")) -> Changes:
    """Pages are of the newest revision: where it moves on, all begins again."""
    revision: Optional[str] = None
    found: List[Row] = []
    page, restarts = 1, 0
    while True:
        answer = transport.get("/changes", {"page_size": 100, **query, "page": page})
        now = answer["meta"]["revision"]
        if revision not in (None, now):
            if restarts == MOST_RESTARTS:
                raise CatalogueChangedError(str(revision), now)
            revision, found, page, restarts = None, [], 1, restarts + 1
            continue
        revision = now
        found += answer["data"]
        if not answer["pagination"]["hasNext"] or answer["pagination"]["total"] > most:
            return Changes(now, answer["pagination"]["total"], found)
        page += 1


def sync_folder(transport: Transport, folder: "os.PathLike[str] | str") -> SyncResult:
    copy = _Copy(Path(folder))
    since = copy.open()
    for restarts in range(MOST_RESTARTS + 1):
        try:
            return _bring_up(transport, copy, since)
        except CatalogueChangedError:
            if restarts == MOST_RESTARTS:
                raise
    raise AssertionError("unreachable")


def _bring_up(transport: Transport, copy: "_Copy", since: Optional[str]) -> SyncResult:
    update = _update_since(transport, since)
    if update.revision == since and not update.is_whole:
        return SyncResult(update.revision, copy.file_of(update.revision), False, False, 0, 0)
    count = _Count(update.trees)
    lines = map(_line_of, count)
    if update.is_whole:
        file = copy.put(lines, lambda: update.trees.revision)  # type: ignore[attr-defined]
    else:
        changed = {slug: None for slug in update.removed}  # type: Dict[str, Optional[bytes]]
        changed.update((json.loads(line)["slug"], line) for line in lines)
        file = copy.put(copy.merged(str(since), changed), lambda: update.revision)
    revision = f"r{_WHOLE.fullmatch(file.name)[1]}"  # type: ignore[index]
    return SyncResult(revision, file, True, update.is_whole, count.number, len(update.removed))


def _update_since(transport: Transport, since: Optional[str]) -> _Update:
    known = None if since is None else _changes_since(transport, since)
    if known is None or known.total > _MOST_CHANGES:
        return _Update("", True, [], Export(transport, {}))
    came = [change["slug"] for change in known.changes if change["change"] != "removed"]
    gone = [change["slug"] for change in known.changes if change["change"] == "removed"]
    return _Update(known.revision, False, gone, _fetch(transport, known.revision, came))


def _changes_since(transport: Transport, since: str) -> Optional[Changes]:
    """None where the service does not know them any more."""
    try:
        return gather_changes(transport, {"since": since, "view": "none"}, _MOST_CHANGES)
    except RefusedError as error:
        if error.code == "revision-expired":
            return None
        raise


def _fetch(transport: Transport, revision: str, slugs: List[str]) -> List[Row]:
    """All of them before the first is used: what fails on the way then leaves nothing to be undone."""
    fetched: List[Row] = []
    for group in groups_of(slugs):
        export = Export(transport, {"slug": group})
        fetched += export
        if export.revision != revision:
            raise CatalogueChangedError(revision, str(export.revision))
    if len(fetched) != len(slugs):
        raise UnexpectedAnswerError(f"{len(fetched)} of {len(slugs)} changed trees came.", status=200)
    return fetched


def _line_of(tree: Row) -> bytes:
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode()


class _Count:
    """Counts what goes through it."""

    def __init__(self, items: Iterable[Row]) -> None:
        self.number = 0
        self._items = items

    def __iter__(self) -> Iterator[Row]:
        for item in self._items:
            self.number += 1
            yield item


class _Copy:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file_of(self, revision: str) -> Path:
        return self._folder / f"trees-{revision}.ndjson"

    def open(self) -> Optional[str]:
        """The newest that is there. What an earlier run left behind, whole or not, is taken away."""
        self._folder.mkdir(parents=True, exist_ok=True)
        found = (_WHOLE.fullmatch(file.name) for file in self._folder.iterdir())
        numbers = [int(match[1]) for match in found if match]
        newest = f"r{max(numbers)}" if numbers else None
        self._clear(newest)
        return newest

    def put(self, lines: Iterable[bytes], revision: Any) -> Path:
        """From here on the copy is of the revision, which is known when the lines are."""
        handle, part = tempfile.mkstemp(dir=self._folder, prefix="trees-", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                for line in lines:
                    file.write(line + b"\n")
                file.flush()
                os.fsync(file.fileno())
            target = self.file_of(revision())
            os.replace(part, target)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
        _sync_folder(self._folder)
        self._clear(revision())
        return target

    def merged(self, revision: str, changed: "Dict[str, Optional[bytes]]") -> Iterator[bytes]:
        """The lines of a revision, with those changed and added in their places."""
        coming = sorted(changed.items(), reverse=True)
        with open(self.file_of(revision), "rb") as file:
            for line in file:
                slug = json.loads(line)["slug"]
                while coming and coming[-1][0] < slug:
                    yield from filter(None, [coming.pop()[1]])
                if slug not in changed:
                    yield line.rstrip(b"\n")
        yield from filter(None, (line for _, line in reversed(coming)))

    def _clear(self, kept: Optional[str]) -> None:
        for file in self._folder.iterdir():
            is_old = _WHOLE.fullmatch(file.name) and file != (kept and self.file_of(kept))
            if is_old or re.fullmatch(r"trees-.+\.part", file.name):
                file.unlink()


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

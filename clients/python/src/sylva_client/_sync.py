"""Keeps a copy up to date: everything the first time, later what has changed, always up to one whole revision.

A folder holds one file for a revision, put in place when it is whole and safe on the disk. Whatever ends the program,
the folder holds the previous revision or the next."""

from __future__ import annotations

import json
import os
import re
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Union

from ._changes import Changes, gather_changes
from ._errors import CatalogueChangedError, RefusedError, UnexpectedAnswerError
from ._export import Export
from .models import ExportedTree
from ._names import groups_of
from ._transport import Transport, checked_revision
from ._trees import MOST_RESTARTS

#: With more changes than this, everything in one answer is less work for both sides.
_MOST_CHANGES = 2000
_WHOLE = re.compile(r"trees-(r[1-9][0-9]*)\.ndjson")


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


class SyncStart(NamedTuple):
    #: The revision that the copy will be of.
    revision: str
    #: Whether every tree is given, so that the copy begins empty; else only what has changed.
    is_whole: bool


class SyncCounts(NamedTuple):
    revision: str
    is_whole: bool
    upserted: int
    removed: int


class Removal(NamedTuple):
    slug: str


Step = Union[SyncStart, Removal, ExportedTree]


class Callbacks(NamedTuple):
    """What to do with a copy of the caller's own."""

    on_upsert: Callable[[ExportedTree], Any]
    on_remove: Callable[[str], Any]
    on_start: Optional[Callable[[SyncStart], Any]]

    def take(self, step: Step) -> Any:
        """Returns what the callback returns."""
        if isinstance(step, SyncStart):
            return self.on_start(step) if self.on_start else None
        return self.on_remove(step.slug) if isinstance(step, Removal) else self.on_upsert(step)


class Sync:
    """One run, step by step. Counts what it gives."""

    def __init__(self, transport: Transport, since: Optional[str]) -> None:
        self._transport = transport
        self._since = None if since is None else checked_revision(since, "since")
        self.counts = SyncCounts("", False, 0, 0)

    def steps(self) -> Iterator[Step]:
        """Begins again, with another start, if the catalogue is published in between."""
        for restarts in range(MOST_RESTARTS + 1):
            try:
                for step in self._run():
                    self._count(step)
                    yield step
                return
            except CatalogueChangedError:
                if restarts == MOST_RESTARTS:
                    raise

    def _count(self, step: Step) -> None:
        if isinstance(step, SyncStart):
            self.counts = SyncCounts(*step, 0, 0)
        elif isinstance(step, Removal):
            self.counts = self.counts._replace(removed=self.counts.removed + 1)
        else:
            self.counts = self.counts._replace(upserted=self.counts.upserted + 1)

    def _run(self) -> Iterator[Step]:
        known = None if self._since is None else self._changes_since(self._since)
        if known is None or known.total > _MOST_CHANGES:
            yield from self._everything()
            return
        changed = [change["slug"] for change in known if change["change"] != "removed"]
        trees = _fetch(self._transport, known.revision, changed)
        yield SyncStart(known.revision, False)
        for change in known:
            if change["change"] == "removed":
                yield Removal(change["slug"])
        yield from trees

    def _everything(self) -> Iterator[Step]:
        export = Export(self._transport, {})
        trees = iter(export)
        first = next(trees, None)
        yield SyncStart(str(export.revision), True)
        if first is not None:
            yield first
        yield from trees

    def _changes_since(self, since: str) -> Optional[Changes]:
        """None if the service does not know them any more."""
        try:
            return gather_changes(self._transport, since, view="none", most=_MOST_CHANGES)
        except RefusedError as error:
            if error.code == "revision-expired":
                return None
            raise


def sync_with(transport: Transport, since: Optional[str], callbacks: Callbacks) -> SyncCounts:
    sync = Sync(transport, since)
    for step in sync.steps():
        callbacks.take(step)
    return sync.counts


def sync_folder(transport: Transport, folder: "os.PathLike[str] | str") -> SyncResult:
    copy = _Copy(Path(folder))
    since = copy.open()
    sync = Sync(transport, since)
    changed: Dict[str, Optional[bytes]] = {}
    with copy.draft() as draft:
        for step in sync.steps():
            if isinstance(step, SyncStart):
                changed = {}
                draft.seek(0)
                draft.truncate()
            elif isinstance(step, Removal):
                changed[step.slug] = None
            elif sync.counts.is_whole:
                draft.write(_line_of(step))
            else:
                changed[step["slug"]] = _line_of(step)
        revision, is_whole, upserted, removed = sync.counts
        if revision == since and not is_whole:
            return SyncResult(revision, copy.file_of(revision), False, False, 0, 0)
        if not is_whole:
            draft.writelines(copy.merged(str(since), changed))
        return SyncResult(revision, copy.put(draft, revision), True, is_whole, upserted, removed)


def _fetch(transport: Transport, revision: str, slugs: List[str]) -> List[ExportedTree]:
    """All of them before the first is used: what fails on the way then leaves nothing to be undone."""
    fetched: List[ExportedTree] = []
    for group in groups_of(slugs):
        export = Export(transport, {"slug": group})
        fetched += export
        if export.revision != revision:
            raise CatalogueChangedError(revision, str(export.revision))
    if len(fetched) != len(slugs):
        raise UnexpectedAnswerError(f"{len(fetched)} of {len(slugs)} changed trees came.", status=200)
    return fetched


def _line_of(tree: ExportedTree) -> bytes:
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class _Copy:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file_of(self, revision: str) -> Path:
        return self._folder / f"trees-{revision}.ndjson"

    def open(self) -> Optional[str]:
        """The newest that is there. What an earlier run left behind, whole or not, is taken away."""
        self._folder.mkdir(parents=True, exist_ok=True)
        found = [match[1] for file in self._folder.iterdir() for match in [_WHOLE.fullmatch(file.name)] if match]
        newest = max(found, key=lambda revision: int(revision[1:]), default=None)
        self._clear(newest)
        return newest

    @contextmanager
    def draft(self) -> "Iterator[IO[bytes]]":
        """A file beside the others; it is gone afterwards unless it was put in place."""
        handle, name = tempfile.mkstemp(dir=self._folder, prefix="trees-", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                self._part = Path(name)
                yield file
        finally:
            Path(name).unlink(missing_ok=True)

    def put(self, draft: "IO[bytes]", revision: str) -> Path:
        """From here on the copy is of the revision."""
        draft.flush()
        os.fsync(draft.fileno())
        draft.close()
        target = self.file_of(revision)
        os.replace(self._part, target)
        _sync_folder(self._folder)
        self._clear(revision)
        return target

    def merged(self, revision: str, changed: "Dict[str, Optional[bytes]]") -> Iterator[bytes]:
        """The lines of a revision, with those changed and added in their places."""
        coming = sorted(changed.items(), reverse=True)
        with open(self.file_of(revision), "rb") as file:
            for line in file:
                slug = json.loads(line)["slug"]
                while coming and coming[-1][0] < slug:
                    yield coming.pop()[1] or b""
                if slug not in changed:
                    yield line
        yield from (line or b"" for _, line in reversed(coming))

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

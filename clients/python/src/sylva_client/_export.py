"""Exports: whole trees in both languages, all of one revision. After a cut the rest is fetched."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, AsyncIterator, Dict, Iterator, Optional, cast

from ._attempt import Opened
from ._errors import CatalogueChangedError, NetworkError, SylvaError, UnexpectedAnswerError
from .models import ExportedTree
from ._rows import columns_of, data_frame
from ._threads import in_thread, iterate
from ._transport import Transport, Value, checked_revision

_PATH = "/exports/trees"
#: However far each of them came.
_MAX_ATTEMPTS = 20
_COLUMNS = columns_of(ExportedTree)


class Export:
    """Every tree of a question. Iterate over it once, or take it as a table or a file.

    >>> export = client.export(family="Fagaceae")
    >>> tree = next(iter(export))
    >>> tree["slug"], "title.es" in tree, export.revision
    ('castanea-sativa', True, 'r1')
    """

    def __init__(self, transport: Transport, query: Dict[str, Value]) -> None:
        self._transport = transport
        self._query = query
        #: What all of it is of, whatever is published meanwhile; known once reading has begun.
        self.revision: Optional[str] = None

    def __iter__(self) -> Iterator[ExportedTree]:
        for line in self.lines():
            try:
                yield cast(ExportedTree, json.loads(line))
            except ValueError as cause:
                raise UnexpectedAnswerError("A line of the export is not JSON.", status=200) from cause

    def to_dataframe(self) -> Any:
        """All of it as a ``pandas.DataFrame``: texts by language, such as ``title.en``."""
        other = {"en": ".es", "es": ".en"}.get(str(self._query.get("locale")), "/")
        return data_frame(self, [name for name in _COLUMNS if not name.endswith(other)])

    def save(self, file: "os.PathLike[str] | str", format: str = "ndjson") -> Path:
        """The file that the service makes: ``ndjson``, ``csv`` or ``dwca``. It is put in place when it is whole."""
        path = Path(file)
        part = path.with_name(f"{path.name}.part")
        try:
            with open(part, "wb") as out:
                for piece in self._pieces({**self._query, "format": format}):
                    if piece is None:
                        out.seek(0)
                        out.truncate()
                    else:
                        out.write(piece)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
        return path

    def lines(self) -> Iterator[bytes]:
        """As they come, without their ends; none is given twice."""
        given, seen, rest = 0, 0, b""
        for piece in self._pieces(self._query):
            if piece is None:
                seen, rest = 0, b""
                continue
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                seen += 1
                if seen > given:
                    given += 1
                    yield line

    def _pieces(self, query: Dict[str, Value]) -> Iterator[Optional[bytes]]:
        """The bytes, continued after a cut; None where they begin again."""
        place, furthest, is_lines = _Place(), 0, query.get("format", "ndjson") == "ndjson"
        retries = self._transport.retries(_MAX_ATTEMPTS)
        while True:
            try:
                with self._transport.open_once(_PATH, query, place.headers()) as answer:
                    self._hold(checked_revision(answer.headers.get("Sylva-Revision"), "The header Sylva-Revision"))
                    if place.begins_again(answer):
                        yield None
                    for piece in answer.pieces():
                        place.add(piece)
                        yield piece
                if is_lines and not place.ends_line:
                    raise NetworkError("The export ended in the middle of a line.")
                return
            except SylvaError as error:
                if error.status == 416 and place.bytes > 0 and (place.ends_line or not is_lines):
                    return  # Nothing is left to ask for.
                if place.bytes > furthest:
                    furthest = place.bytes
                    retries.progressed()
                retries.after(error)

    def _hold(self, revision: str) -> None:
        if self.revision not in (None, revision):
            raise CatalogueChangedError(str(self.revision), revision)
        self.revision = revision


class AsyncExport:
    """The same for ``asyncio``: ``async for`` goes over the trees."""

    def __init__(self, export: Export) -> None:
        self._export = export

    @property
    def revision(self) -> Optional[str]:
        """What all of it is of; known once reading has begun."""
        return self._export.revision

    def __aiter__(self) -> AsyncIterator[ExportedTree]:
        return iterate(iter(self._export), at_once=1000)

    async def to_dataframe(self) -> Any:
        return await in_thread(self._export.to_dataframe)

    async def save(self, file: "os.PathLike[str] | str", format: str = "ndjson") -> Path:
        return await in_thread(self._export.save, file, format)


class _Place:
    """How much of an answer came, and what asks for its rest."""

    def __init__(self) -> None:
        self.tag, self.bytes, self.is_plain, self.is_first, self.ends_line = "", 0, False, True, True

    def add(self, piece: bytes) -> None:
        self.bytes += len(piece)
        self.ends_line = piece.endswith(b"\n")

    def headers(self) -> Dict[str, str]:
        """For the rest of the same bytes where they can be continued, or else for everything."""
        if self.is_first:
            self.is_first = False
            return {"Accept-Encoding": "gzip"}
        plain = {"Accept-Encoding": "identity"}
        if self.bytes == 0 or not self.tag or not self.is_plain:
            return plain
        return {**plain, "Range": f"bytes={self.bytes}-", "If-Range": self.tag}

    def begins_again(self, answer: Opened) -> bool:
        if answer.status == 206:
            part = answer.headers.get("Content-Range") or ""
            if part.startswith(f"bytes {self.bytes}-"):
                return False
            raise UnexpectedAnswerError(f"Not the part that was asked for: {part}", status=206)
        self.tag = answer.headers.get("ETag") or ""
        self.is_plain = answer.headers.get("Content-Encoding") is None
        self.bytes, self.ends_line = 0, True
        return True

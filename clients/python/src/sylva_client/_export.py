"""In charge of exports: trees whole, in both languages, one after the other, all of one revision, on after a cut."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, AsyncIterator, Dict, Iterator, Mapping, Optional

from ._attempt import Opened
from ._errors import CatalogueChangedError, NetworkError, TimeoutError, UnexpectedAnswerError
from ._rows import Row, data_frame
from ._threads import iterate
from ._transport import Transport, Value
from ._waiting import back_off, pause

_PATH = "/exports/trees"


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

    def __iter__(self) -> Iterator[Row]:
        for line in self.lines():
            try:
                yield json.loads(line)
            except ValueError as cause:
                raise UnexpectedAnswerError("A line of the export is not JSON.", status=200) from cause

    def __aiter__(self) -> AsyncIterator[Row]:
        return iterate(iter(self), at_once=1000)

    def to_dataframe(self) -> Any:
        """All of it as a ``pandas.DataFrame``: texts by language, such as ``title.en``."""
        return data_frame(self)

    def save(self, file: "os.PathLike[str] | str", format: str = "ndjson") -> Path:
        """The file that the service makes: ``ndjson``, ``csv`` or ``dwca``. It is put in place when it is whole."""
        path = Path(file)
        part = path.with_name(f"{path.name}.part")
        query = {**self._query, "format": format}
        try:
            with self._transport.open(_PATH, query, {"Accept-Encoding": "gzip"}) as answer, open(part, "wb") as out:
                self.revision = _revision_of(answer)
                for piece in answer.pieces():
                    out.write(piece)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
        return path

    def lines(self) -> Iterator[bytes]:
        """As they come. After a cut the rest is asked for, and no line is given twice."""
        given, failures, furthest = 0, 0, 0
        place = _Place()
        headers: Mapping[str, str] = {"Accept-Encoding": "gzip"}
        while True:
            with self._transport.open(_PATH, self._query, headers) as answer:
                self._hold(_revision_of(answer))
                if place.moved_to(answer):
                    furthest = 0
                try:
                    for line in _lines_of(answer):
                        place.bytes += len(line) + 1
                        place.lines += 1
                        if place.lines > given:
                            given += 1
                            yield line
                    return
                except (NetworkError, TimeoutError):
                    if place.bytes > furthest:
                        failures, furthest = 0, place.bytes
                    if failures >= self._transport.max_retries:
                        raise
            pause(back_off(failures))
            failures += 1
            headers = place.rest()

    def _hold(self, revision: str) -> None:
        if self.revision not in (None, revision):
            raise CatalogueChangedError(str(self.revision), revision)
        self.revision = revision


class _Place:
    """Where the last whole line ended, in the form of the answer that has this tag."""

    def __init__(self) -> None:
        self.tag, self.bytes, self.lines, self.is_plain = "", 0, 0, False

    def moved_to(self, answer: Opened) -> bool:
        """Whether the answer is in another form than the one before."""
        if answer.status == 206:
            part = answer.headers.get("Content-Range") or ""
            if part.startswith(f"bytes {self.bytes}-"):
                return False
            raise UnexpectedAnswerError(f"Not the part that was asked for: {part}", status=206)
        before, self.tag = self.tag, answer.headers.get("ETag") or ""
        self.is_plain = answer.headers.get("Content-Encoding") is None
        self.bytes, self.lines = 0, 0
        return self.tag != before

    def rest(self) -> Dict[str, str]:
        """What asks for the rest of the same bytes, or else for everything once more."""
        plain = {"Accept-Encoding": "identity"}
        if self.bytes == 0 or not self.tag or not self.is_plain:
            return plain
        return {**plain, "Range": f"bytes={self.bytes}-", "If-Range": self.tag}


def _revision_of(answer: Opened) -> str:
    revision = answer.headers.get("Sylva-Revision")
    if revision is None:
        raise UnexpectedAnswerError("The answer does not tell its revision.", status=answer.status)
    return revision


def _lines_of(answer: Opened) -> Iterator[bytes]:
    """Without their ends."""
    rest = b""
    for piece in answer.pieces():
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
    if rest:
        raise NetworkError("The answer ended in the middle of a line.")

"""In charge of one attempt at a request: sent once, and given up when the time is over."""

from __future__ import annotations

import http.client
import socket
import time
import zlib
from types import TracebackType
from typing import Iterator, Mapping, Optional, Type, cast
from urllib.parse import urljoin

from ._connections import Connection, Connections, origin_of
from ._errors import NetworkError, SylvaError, TimeoutError, UnexpectedAnswerError
from ._waiting import check

_PIECE = 65536
_MOST_REDIRECTS = 3


class Opened:
    """An answer whose body comes piece by piece."""

    def __init__(
        self,
        response: http.client.HTTPResponse,
        address: str,
        timeout: float,
        connections: Connections,
        connection: Connection,
    ) -> None:
        self.status = response.status
        self.headers = cast("Mapping[str, str]", response.headers)
        self._response = response
        self._address = address
        self._timeout = timeout
        self._connections = connections
        self._connection: Optional[Connection] = connection
        self._is_read = False

    def __enter__(self) -> "Opened":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Keeps the connection for the next request if the whole answer was read, and closes it otherwise."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        self._response.close()
        if self._is_read and connection.sock is not None:
            self._connections.give_back(self._address, connection)
        else:
            connection.close()

    def read_all(self, deadline: float) -> bytes:
        parts = []
        for piece in self.pieces():
            parts.append(piece)
            if time.monotonic() > deadline:
                raise _too_late(self._address, self._timeout)
        return b"".join(parts)

    def pieces(self) -> Iterator[bytes]:
        """Decoded. What ends too early is an error."""
        is_packed = self.headers.get("Content-Encoding") == "gzip"
        decoder = zlib.decompressobj(16 + zlib.MAX_WBITS) if is_packed else None
        came = 0
        while True:
            piece = self._piece()
            if not piece:
                break
            came += len(piece)
            decoded = self._decoded(decoder, piece) if decoder else piece
            if decoded:
                yield decoded
        length = self.headers.get("Content-Length") or ""
        has_body = self.status not in (204, 304)
        if has_body and ((decoder and not decoder.eof) or (length.isdecimal() and came < int(length))):
            raise NetworkError("The answer ended too early.", address=self._address)
        self._is_read = True

    def _decoded(self, decoder: "zlib._Decompress", piece: bytes) -> bytes:
        try:
            return decoder.decompress(piece)
        except zlib.error as cause:
            message = "The answer says that it is compressed with gzip, and is not."
            raise UnexpectedAnswerError(message, address=self._address, status=self.status) from cause

    def _piece(self) -> bytes:
        check()
        try:
            return self._response.read1(_PIECE)
        except (OSError, http.client.HTTPException) as cause:
            raise _broken(cause, self._address, self._timeout) from cause


def open_address(connections: Connections, address: str, headers: Mapping[str, str], timeout: float) -> Opened:
    """A redirect is followed to the same service only: the key would go with it."""
    asked = address
    for _ in range(_MOST_REDIRECTS):
        answer = _open_once(connections, asked, headers, timeout)
        target = urljoin(asked, answer.headers.get("Location") or asked)
        if answer.status not in (301, 302, 307, 308) or origin_of(target) != origin_of(asked):
            return answer
        answer.close()
        asked = target
    return answer


def _open_once(connections: Connections, address: str, headers: Mapping[str, str], timeout: float) -> Opened:
    check()
    connection, target, more = connections.take(address, timeout)
    try:
        connection.request("GET", target, headers={**headers, **more})
        response = connection.getresponse()
    except BaseException as cause:
        connection.close()
        if isinstance(cause, (OSError, UnicodeError, http.client.HTTPException)):
            raise _broken(cause, address, timeout) from cause
        raise
    return Opened(response, address, timeout, connections, connection)


def _broken(cause: Exception, address: str, timeout: float) -> SylvaError:
    reason = getattr(cause, "reason", cause)
    if isinstance(reason, socket.timeout):
        return _too_late(address, timeout)
    return NetworkError(f"The service could not be reached: {reason}.", address=address)


def _too_late(address: str, timeout: float) -> TimeoutError:
    return TimeoutError(f"No whole answer within {timeout:g} s.", address=address)

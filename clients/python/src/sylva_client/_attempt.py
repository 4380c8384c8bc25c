"""In charge of one attempt at a request: sent once, and given up when the time is over."""

from __future__ import annotations

import http.client
import socket
import time
import urllib.error
import urllib.request
import zlib
from types import TracebackType
from typing import Any, Iterator, Mapping, Optional, Type
from urllib.parse import urljoin, urlsplit

from ._errors import NetworkError, SylvaError, TimeoutError
from ._waiting import check

_PIECE = 65536
_MOST_REDIRECTS = 3


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """They are followed here, to the same service only: the key would go with them."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


class Opened:
    """An answer whose body comes piece by piece."""

    def __init__(self, response: Any, address: str, timeout: float) -> None:
        self.status: int = response.status if hasattr(response, "status") else response.code
        self.headers: Mapping[str, str] = response.headers
        self._response = response
        self._address = address
        self._timeout = timeout

    def __enter__(self) -> "Opened":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets the connection go, for who does not want to read it."""
        self._response.close()

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
            decoded = decoder.decompress(piece) if decoder else piece
            if decoded:
                yield decoded
        length = self.headers.get("Content-Length")
        has_body = self.status not in (204, 304)
        if has_body and ((decoder and not decoder.eof) or (length is not None and came < int(length))):
            raise NetworkError("The answer ended too early.", address=self._address)

    def _piece(self) -> bytes:
        check()
        try:
            return self._response.read1(_PIECE)
        except (OSError, http.client.HTTPException) as cause:
            raise _broken(cause, self._address, self._timeout) from cause


def open_address(address: str, headers: Mapping[str, str], timeout: float) -> Opened:
    asked = address
    for _ in range(_MOST_REDIRECTS):
        answer = _open_once(asked, headers, timeout)
        target = urljoin(asked, answer.headers.get("Location") or asked)
        if answer.status not in (301, 302, 307, 308) or _origin(target) != _origin(asked):
            return answer
        answer.close()
        asked = target
    return answer


def _open_once(address: str, headers: Mapping[str, str], timeout: float) -> Opened:
    check()
    request = urllib.request.Request(address, headers=dict(headers))
    try:
        return Opened(_opener.open(request, timeout=timeout), address, timeout)
    except urllib.error.HTTPError as answer:
        return Opened(answer, address, timeout)
    except (OSError, http.client.HTTPException) as cause:
        raise _broken(cause, address, timeout) from cause


def _origin(address: str) -> "tuple[str, str]":
    parts = urlsplit(address)
    return parts.scheme, parts.netloc


def _broken(cause: Exception, address: str, timeout: float) -> SylvaError:
    reason = getattr(cause, "reason", cause)
    if isinstance(reason, socket.timeout):
        return _too_late(address, timeout)
    return NetworkError(f"The service could not be reached: {reason}.", address=address)


def _too_late(address: str, timeout: float) -> TimeoutError:
    return TimeoutError(f"No whole answer within {timeout:g} s.", address=address)

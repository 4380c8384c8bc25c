"""In charge of a request's whole way: under the limit, from the cache where nothing changed, again where it may help."""

from __future__ import annotations

import json
import re
import time
import weakref
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, TypeVar, Union
from urllib.parse import quote, urlencode, urlsplit

from ._attempt import Opened, open_address
from ._cache import Cache
from ._connections import Connections
from ._errors import NetworkError, SylvaError, TimeoutError, UnexpectedAnswerError, error_of
from ._limiter import Limiter
from ._version import VERSION
from ._waiting import back_off, pause

PREFIX = "/api/v1"
#: What a later attempt may find otherwise.
_PASSING = {408, 429, 500, 502, 503, 504}

Value = Union[str, int, Iterable[Union[str, int]], None]
T = TypeVar("T")


def api_address(given: str) -> str:
    """With the version's prefix, whether it was there or not."""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        example = "such as https://trees.example.org"
        shown = given or "empty, and SYLVA_URL is not set"
        raise ValueError(f"base_url must begin with https:// or http://, {example}; it is {shown}.")
    path: str = quote(parts.path.rstrip("/"), safe="/%:@!$&'()*+,;=~")
    return parts.scheme + "://" + parts.netloc + path.removesuffix(PREFIX) + PREFIX


def checked_key(given: str) -> Optional[str]:
    """None for an empty one."""
    for place, character in enumerate(given, 1):
        if not "!" <= character <= "~":
            why = f"character {place} of {len(given)} is {character!r}, which no header can carry"
            raise ValueError(f"api_key is not valid: {why}. Copy the key again, without spaces or line breaks.")
    return given or None


def checked_revision(given: Any, where: str) -> str:
    """A revision that the service named; it becomes part of a file's name."""
    if isinstance(given, str) and re.fullmatch(r"r[1-9][0-9]*", given):
        return given
    raise UnexpectedAnswerError(f"{where} is {given!r} in place of a revision such as r12.", status=200)


def query_string(query: Mapping[str, Value]) -> str:
    """Several values of a parameter are given one after the other; what is None is left out. Names are those of Python."""
    pairs: List[Tuple[str, str]] = []
    for name, value in query.items():
        values = [value] if isinstance(value, (str, int)) else list(value or ())
        pairs.extend((_camel(name), str(each)) for each in values)
    return f"?{urlencode(pairs)}" if pairs else ""


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda match: match[1].upper(), name)


def python_names(query: Mapping[str, Value]) -> Dict[str, Value]:
    """For who writes them as the API does."""
    return {re.sub(r"[A-Z]", lambda match: "_" + str(match[0]).lower(), name): value for name, value in query.items()}


class Retries:
    """The failures of one piece of work: after each, waits until the next attempt, or raises if there is none."""

    def __init__(self, max_retries: int, max_wait: float, max_attempts: float = float("inf")) -> None:
        self._max_retries = max_retries
        self._max_wait = max_wait
        self._attempts_left = max_attempts
        self._failures = 0

    def progressed(self) -> None:
        self._failures = 0

    def after(self, error: SylvaError) -> None:
        self._attempts_left -= 1
        is_passing = isinstance(error, (NetworkError, TimeoutError)) or error.status in _PASSING
        wait = back_off(self._failures) if error.retry_after is None else error.retry_after
        has_more = self._failures < self._max_retries and self._attempts_left > 0
        if not is_passing or not has_more or wait > self._max_wait:
            raise error
        pause(wait)
        self._failures += 1


class Transport:
    def __init__(
        self,
        base_url: str,
        *,
        api_key: str,
        timeout: float,
        max_retries: int,
        max_wait: float,
        wait_for_limit: bool,
        cache: Optional[Cache],
    ) -> None:
        self.base_url = api_address(base_url)
        self._max_retries = max_retries
        self._api_key = checked_key(api_key)
        self._timeout = timeout
        self._max_wait = max_wait
        self._wait_for_limit = wait_for_limit
        self._cache = cache
        self.limiter = Limiter(self.base_url, max_wait)
        self._connections = Connections()
        weakref.finalize(self, self._connections.close)

    def close(self) -> None:
        """Closes idle connections. The next request opens another."""
        self._connections.close()

    def get(self, path: str, query: Mapping[str, Value]) -> Any:
        """The parsed body at a path under /api/v1."""
        address = f"{self.base_url}{path}{query_string(query)}"
        known = self._cache.get(address) if self._cache else None

        def attempt() -> Any:
            headers = {"Accept": "application/json", "Accept-Encoding": "gzip"}
            if known:
                headers["If-None-Match"] = known[0]
            with self._opened(address, headers) as answer:
                body = answer.read_all(time.monotonic() + self._timeout)
            if answer.status == 304 and known:
                return known[1]
            if answer.status != 200:
                raise error_of(answer.status, body, address, _retry_after(answer.headers))
            return self._remembered(address, answer, body)

        return self._persist(attempt)

    def retries(self, max_attempts: float = float("inf")) -> Retries:
        return Retries(self._max_retries, self._max_wait, max_attempts)

    def open_once(self, path: str, query: Mapping[str, Value], headers: Mapping[str, str]) -> Opened:
        """A success at a path under /api/v1, its body still to be read. One attempt."""
        address = f"{self.base_url}{path}{query_string(query)}"
        answer = self._opened(address, headers)
        if answer.status in (200, 206):
            return answer
        with answer:
            body = answer.read_all(time.monotonic() + self._timeout)
        raise error_of(answer.status, body, address, _retry_after(answer.headers))

    def _opened(self, address: str, headers: Mapping[str, str]) -> Opened:
        self.limiter.begin(self._wait_for_limit)
        answer: Optional[Opened] = None
        always = {"User-Agent": f"sylva-python/{VERSION}"}
        if self._api_key is not None:
            always["X-API-Key"] = self._api_key
        try:
            answer = open_address(self._connections, address, {**headers, **always}, self._timeout)
            return answer
        finally:
            self.limiter.end(answer.headers if answer else None)

    def _remembered(self, address: str, answer: Opened, body: bytes) -> Any:
        try:
            value = json.loads(body)
        except ValueError as cause:
            raise UnexpectedAnswerError("What arrived is not JSON.", address=address, status=200) from cause
        etag = answer.headers.get("ETag")
        if self._cache and etag:
            self._cache.set(address, etag, value)
        return value

    def _persist(self, work: Callable[[], T]) -> T:
        """Tries until it succeeds, or another attempt would not help."""
        retries = self.retries()
        while True:
            try:
                return work()
            except SylvaError as error:
                retries.after(error)


def _retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """In seconds; what stands between may give a date instead."""
    text = headers.get("Retry-After")
    if text is None:
        return None
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None

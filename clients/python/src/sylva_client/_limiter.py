"""In charge of staying under the service's own limit: what its answers say of it, and who must wait."""

from __future__ import annotations

import math
import threading
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Mapping, NamedTuple, Optional

from ._errors import RateLimitedError
from ._waiting import check

#: So that rounding on the way never brings a request just before the window's end.
_MARGIN = 0.05
#: How soon somebody who waits notices that nobody cares any more.
_LOOK = 0.25


class RateLimit(NamedTuple):
    """What the service last said of its limit."""

    limit: int
    remaining: int
    #: When the window ends.
    reset_at: datetime


class _Window(NamedTuple):
    limit: int
    #: As the service said last; answers may arrive out of order, so the least of a window counts.
    remaining: int
    #: Unix time in seconds, by the service's clock: names the window.
    reset: int
    #: The same moment of this machine's monotonic clock.
    ends_at: float


class Limiter:
    def __init__(self, base_url: str, max_wait: float) -> None:
        self._base_url = base_url
        self._max_wait = max_wait
        self._window: Optional[_Window] = None
        self._under_way = 0
        self._changed = threading.Condition()

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        window = self._window
        if window is None:
            return None
        return RateLimit(window.limit, window.remaining, datetime.fromtimestamp(window.reset, timezone.utc))

    def begin(self, waits: bool) -> None:
        """Returns when a request may be sent, at once where it does not wait; each must be followed by ``end``."""
        with self._changed:
            while waits and not self._has_room():
                self._wait()
            self._under_way += 1

    def end(self, headers: Optional[Mapping[str, str]]) -> None:
        """With the answer's headers, where there was one."""
        with self._changed:
            self._under_way -= 1
            if headers is not None:
                self._learn(headers)
            self._changed.notify_all()

    def _has_room(self) -> bool:
        """While nothing is known of the limit, one request goes alone: its answer tells."""
        window = self._window
        if window is None:
            return self._under_way == 0
        left = window.limit if time.monotonic() >= window.ends_at else window.remaining
        return left > self._under_way

    def _wait(self) -> None:
        check()
        until_end = self._window.ends_at - time.monotonic() if self._window else math.inf
        if self._under_way == 0 and until_end > self._max_wait:
            seconds = math.ceil(until_end)
            message = f"The limit is used up for another {seconds} s."
            raise RateLimitedError(message, address=self._base_url, retry_after=seconds)
        self._changed.wait(min(_LOOK, max(0.0, until_end)))

    def _learn(self, headers: Mapping[str, str]) -> None:
        try:
            limit, remaining, reset = (int(headers[f"X-RateLimit-{name}"]) for name in ("Limit", "Remaining", "Reset"))
        except (KeyError, TypeError, ValueError):
            return
        if limit < 1:
            return
        window = self._window
        if window is not None and reset < window.reset:
            return
        if window is not None and reset == window.reset:
            self._window = _Window(limit, min(remaining, window.remaining), reset, window.ends_at)
        else:
            self._window = _Window(limit, remaining, reset, time.monotonic() + _until(reset, headers) + _MARGIN)


def _until(reset: int, headers: Mapping[str, str]) -> float:
    """By the service's own clock where the answer tells it: this machine's may be wrong."""
    try:
        now = parsedate_to_datetime(headers["Date"]).timestamp()
    except (KeyError, TypeError, ValueError):
        now = time.time()
    return reset - now

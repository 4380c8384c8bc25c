"""In charge of waiting: for a time, and no longer than the caller cares."""

from __future__ import annotations

import random
import threading
from contextvars import ContextVar
from typing import Optional

#: Set by who runs a call in a thread of its own and wants no more of it.
given_up: ContextVar[Optional[threading.Event]] = ContextVar("given_up", default=None)

_FIRST_BACK_OFF = 0.3
_LONGEST_BACK_OFF = 30.0


class GivenUp(BaseException):
    """Nobody waits for the answer any more."""


def pause(seconds: float) -> None:
    """Ends early, with GivenUp, when nobody waits any more."""
    event = given_up.get() or threading.Event()
    if event.wait(max(0.0, seconds)):
        raise GivenUp


def check() -> None:
    event = given_up.get()
    if event is not None and event.is_set():
        raise GivenUp


def back_off(failures: int) -> float:
    """Doubles with each failure; spread at random, so that many clients do not come back at once."""
    most = min(_LONGEST_BACK_OFF, _FIRST_BACK_OFF * 2.0**failures)
    return most / 2 + random.random() * most / 2

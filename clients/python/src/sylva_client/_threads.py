"""In charge of calls for who must not wait for them: each runs in a thread, and is given up with the task that awaits it."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, AsyncIterator, Callable, Iterator, List, TypeVar

from ._waiting import given_up

T = TypeVar("T")

_END: Any = object()


async def in_thread(work: Callable[..., T], *words: Any) -> T:
    event = threading.Event()
    token = given_up.set(event)
    try:
        return await asyncio.to_thread(work, *words)
    except asyncio.CancelledError:
        event.set()
        raise
    finally:
        given_up.reset(token)


async def iterate(items: Iterator[T], at_once: int = 100) -> AsyncIterator[T]:
    """Those of an ordinary iterator, fetched some at a time."""

    def some() -> "List[T]":
        taken: List[T] = []
        while len(taken) < at_once:
            item = next(items, _END)
            if item is _END:
                break
            taken.append(item)
        return taken

    while True:
        taken = await in_thread(some)
        for item in taken:
            yield item
        if len(taken) < at_once:
            return

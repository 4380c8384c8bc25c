"""In charge of the clients that callers hold: the operations, each in one place."""

from __future__ import annotations

import inspect
import os
from types import TracebackType
from typing import Any, Callable, Iterable, Optional, Type, Union, cast, overload
from urllib.parse import quote

from ._cache import Cache
from ._changes import Changes, gather_changes
from ._export import AsyncExport, Export
from ._limiter import RateLimit
from .models import ExportedTree, Family, TreeAnswer
from ._names import Matches, match_all
from ._rows import Rows
from ._sync import Callbacks, Sync, SyncCounts, SyncResult, SyncStart, sync_folder, sync_with
from ._threads import in_thread, iterate
from ._transport import Transport, Value, python_names
from ._trees import AsyncTrees, Trees

Texts = Union[str, Iterable[str], None]
Names = Union[str, Iterable[Optional[str]]]
Folder = Union[str, "os.PathLike[str]"]

_FAMILY_COLUMNS = ["name", "commonName", "speciesCount"]
_FAMILY_COUNTS = ["assessedCount", "threatenedCount"]


class Client:
    """A client of one service. It may be shared between threads.

    ``base_url`` is where the service is, with or without ``/api/v1``; ``api_key`` is not needed from an allowlisted address.
    The variables ``SYLVA_URL`` and ``SYLVA_KEY`` stand in for what is not given.
    ``timeout`` is how many seconds one attempt may take, ``max_retries`` how often one that failed in passing is sent again,
    ``max_wait`` the longest wait for the limit or for ``Retry-After``. ``wait_for_limit``: whether to wait rather than to go
    beyond the service's limit. ``cache`` is a folder where answers are kept, to be asked for conditionally.
    Connections stay open for the next request until ``close``, the end of a ``with`` block, or the end of the client.

    >>> client = Client("trees.example.org")
    Traceback (most recent call last):
    ValueError: base_url must begin with https:// or http://, such as https://trees.example.org; it is trees.example.org.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        timeout: float = 10.0,
        max_retries: int = 4,
        max_wait: float = 120.0,
        wait_for_limit: bool = True,
        cache: "os.PathLike[str] | str | None" = None,
    ) -> None:
        self._transport = Transport(
            os.environ.get("SYLVA_URL", "") if base_url is None else base_url,
            api_key=os.environ.get("SYLVA_KEY", "") if api_key is None else api_key,
            timeout=timeout,
            max_retries=max_retries,
            max_wait=max_wait,
            wait_for_limit=wait_for_limit,
            cache=None if cache is None else Cache(cache),
        )

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes idle connections."""
        self._transport.close()

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """What the service last said of its limit; None before the first answer."""
        return self._transport.limiter.rate_limit

    def trees(
        self,
        *,
        family: Texts = None,
        conservation_status: Texts = None,
        tag: Texts = None,
        distribution: Texts = None,
        flowering_season: Texts = None,
        fruiting_season: Texts = None,
        slug: Texts = None,
        identifier: Texts = None,
        search: Optional[str] = None,
        search_in: Optional[str] = None,
        sort: Optional[str] = None,
        order: Optional[str] = None,
        view: Optional[str] = None,
        locale: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        on_change: str = "throw",
        **others: Value,
    ) -> Trees:
        """Every tree of a question, page by page, each once, from the first page or the one given.

        Where a publish happens on the way, ``on_change="throw"`` raises a ``CatalogueChangedError``; ``"restart"`` begins
        again and leaves out what was given before. Parameters that this client does not know yet are passed on.

        >>> client.trees(conservation_status="CR").total > 0
        True
        >>> client.trees(famly="Fagaceae").total  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        sylva_client.InvalidParameterError: Invalid parameter
        """
        query = {name: value for name, value in locals().items() if name not in ("self", "on_change", "others")}
        return Trees(self._transport, {**query, **python_names(others)}, on_change)

    def tree(self, slug: str, *, locale: Optional[str] = None) -> TreeAnswer:
        """One tree whole: ``data``, ``related``, ``meta``.

        >>> client.tree("quercus-robur", locale="es")["data"]["locale"]
        'es'
        """
        return cast(TreeAnswer, self._transport.get(f"/trees/{quote(slug, safe='')}", {"locale": locale}))

    def families(
        self,
        *,
        view: Optional[str] = None,
        family: Texts = None,
        conservation_status: Texts = None,
        tag: Texts = None,
        distribution: Texts = None,
        flowering_season: Texts = None,
        fruiting_season: Texts = None,
        slug: Texts = None,
        identifier: Texts = None,
        search: Optional[str] = None,
        search_in: Optional[str] = None,
        locale: Optional[str] = None,
        **others: Value,
    ) -> Rows[Family]:
        """Every family with the number of its species. With ``view="detail"`` those of the trees that filters and search find, with
        how many of these are assessed and threatened, and with their genera where ``family`` names them.

        >>> client.families()[0]["name"]
        'Acanthaceae'
        >>> [oaks] = client.families(view="detail", family="Fagaceae")
        >>> oaks["genera"][-1]["name"]
        'Quercus'
        """
        query = {name: value for name, value in locals().items() if name not in ("self", "others")}
        columns = [*_FAMILY_COLUMNS, *(_FAMILY_COUNTS if view == "detail" else [])]
        return Rows(self._transport.get("/families", {**query, **python_names(others)})["data"], columns)

    def match_names(self, names: Names, *, locale: Optional[str] = None) -> Matches:
        """Which trees names mean, in the same order; more than 100 are asked for in parts, all of one revision. A name that is
        missing (``None``, ``NaN``), blank, longer than 200 characters or has control characters matches nothing.

        >>> matches = client.match_names(["Quercus robur L.", "Bombax pentandrum", "Nonsense"])
        >>> [match["status"] for match in matches]
        ['accepted', 'synonym', 'none']
        """
        return match_all(self._transport, names, {"locale": locale})

    def changes(self, since: str, *, view: Optional[str] = None, locale: Optional[str] = None) -> Changes:
        """All that has changed since a revision, the net, by slug. Their ``revision`` is the one that they lead to.

        >>> changes = client.changes("r1")
        >>> changes, changes.revision
        ([], 'r1')
        """
        return gather_changes(self._transport, since, view=view, locale=locale)

    def export(
        self,
        *,
        family: Texts = None,
        conservation_status: Texts = None,
        tag: Texts = None,
        distribution: Texts = None,
        flowering_season: Texts = None,
        fruiting_season: Texts = None,
        slug: Texts = None,
        identifier: Texts = None,
        search: Optional[str] = None,
        search_in: Optional[str] = None,
        locale: Optional[str] = None,
        **others: Value,
    ) -> Export:
        """Every tree of a question, whole and in both languages, in one answer that goes on after a cut."""
        query = {name: value for name, value in locals().items() if name not in ("self", "others")}
        return Export(self._transport, {**query, **python_names(others)})

    @overload
    def sync(self, folder: Folder) -> SyncResult: ...

    @overload
    def sync(
        self,
        *,
        since: Optional[str] = None,
        on_start: Optional[Callable[[SyncStart], Any]] = None,
        on_upsert: Callable[[ExportedTree], Any],
        on_remove: Callable[[str], Any],
    ) -> SyncCounts: ...

    def sync(
        self,
        folder: Optional[Folder] = None,
        *,
        since: Optional[str] = None,
        on_start: Optional[Callable[[SyncStart], Any]] = None,
        on_upsert: Optional[Callable[[ExportedTree], Any]] = None,
        on_remove: Optional[Callable[[str], Any]] = None,
    ) -> Union[SyncResult, SyncCounts]:
        """Brings a copy up to the present revision.

        In a ``folder`` that is one file, ``trees-REVISION.ndjson``, always whole. A copy of another kind is kept by callbacks:
        ``since`` is its revision, if there is one yet. ``on_start`` is called first, and again if all begins anew: undo then what was
        given before. If it is whole, the copy begins empty. Then ``on_upsert`` gets each tree to put in, ``on_remove`` each slug to
        take out.

        >>> copy = {}
        >>> client.sync(on_upsert=lambda tree: copy.update({tree["slug"]: tree}), on_remove=copy.pop).upserted == len(copy) > 100
        True
        """
        if folder is not None:
            return sync_folder(self._transport, folder)
        return sync_with(self._transport, since, _callbacks(on_upsert, on_remove, on_start))


def _callbacks(
    on_upsert: Optional[Callable[[ExportedTree], Any]],
    on_remove: Optional[Callable[[str], Any]],
    on_start: Optional[Callable[[SyncStart], Any]],
) -> Callbacks:
    if on_upsert is None or on_remove is None:
        raise TypeError("sync needs a folder, or on_upsert and on_remove.")
    return Callbacks(on_upsert, on_remove, on_start)


class AsyncClient:
    """The same for programs of asyncio: calls are awaited, and ``async for`` goes over trees and exports.

    >>> import asyncio
    >>> async def main():
    ...     async with AsyncClient(url, api_key=key) as client:
    ...         trees = client.trees(family="Malvaceae", search="ceiba pentandra")
    ...         return await trees.total, [tree["slug"] async for tree in trees]
    >>> asyncio.run(main())
    (1, ['ceiba-pentandra'])
    """

    def __init__(self, base_url: Optional[str] = None, api_key: Optional[str] = None, **options: Any) -> None:
        self._client = Client(base_url, api_key, **options)

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes idle connections."""
        self._client.close()

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        return self._client.rate_limit

    def trees(self, **query: Any) -> AsyncTrees:
        return AsyncTrees(self._client.trees(**query))

    def export(self, **query: Any) -> AsyncExport:
        return AsyncExport(self._client.export(**query))

    async def tree(self, slug: str, *, locale: Optional[str] = None) -> TreeAnswer:
        return await in_thread(lambda: self._client.tree(slug, locale=locale))

    async def families(self, **query: Any) -> Rows[Family]:
        return await in_thread(lambda: self._client.families(**query))

    async def match_names(self, names: Names, *, locale: Optional[str] = None) -> Matches:
        return await in_thread(lambda: self._client.match_names(names, locale=locale))

    async def changes(self, since: str, *, view: Optional[str] = None, locale: Optional[str] = None) -> Changes:
        return await in_thread(lambda: self._client.changes(since, view=view, locale=locale))

    @overload
    async def sync(self, folder: Folder) -> SyncResult: ...

    @overload
    async def sync(
        self,
        *,
        since: Optional[str] = None,
        on_start: Optional[Callable[[SyncStart], Any]] = None,
        on_upsert: Callable[[ExportedTree], Any],
        on_remove: Callable[[str], Any],
    ) -> SyncCounts: ...

    async def sync(
        self,
        folder: Optional[Folder] = None,
        *,
        since: Optional[str] = None,
        on_start: Optional[Callable[[SyncStart], Any]] = None,
        on_upsert: Optional[Callable[[ExportedTree], Any]] = None,
        on_remove: Optional[Callable[[str], Any]] = None,
    ) -> Union[SyncResult, SyncCounts]:
        """Callbacks run in the event loop; what they return is awaited if it can be."""
        if folder is not None:
            return await in_thread(self._client.sync, folder)
        callbacks = _callbacks(on_upsert, on_remove, on_start)
        sync = Sync(self._client._transport, since)
        async for step in iterate(sync.steps()):
            done = callbacks.take(step)
            if inspect.isawaitable(done):
                await done
        return sync.counts

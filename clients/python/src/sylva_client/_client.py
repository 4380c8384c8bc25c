"""In charge of the clients that callers hold: the operations, each in one place."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, Optional, Sequence, Union
from urllib.parse import quote

from ._cache import Cache
from ._export import Export
from ._limiter import RateLimit
from ._names import Matches, match_all
from ._rows import Row, Rows
from ._sync import SyncResult, gather_changes, sync_folder
from ._threads import in_thread
from ._transport import Transport, Value, python_names
from ._trees import Trees

Texts = Union[str, Iterable[str], None]


class Client:
    """A client of one service. It may be shared between threads.

    ``base_url`` is where the service is, with or without ``/api/v1``; ``api_key`` is not needed from an allowlisted address.
    ``timeout`` is how many seconds one attempt may take, ``max_retries`` how often one that failed in passing is sent again,
    ``max_wait`` the longest wait for the limit or for ``Retry-After``. ``wait_for_limit``: whether to wait rather than to go
    beyond the service's limit. ``cache`` is a folder where answers are kept, to be asked for conditionally.

    >>> client = Client("trees.example.org")
    Traceback (most recent call last):
    ValueError: base_url must begin with https:// or http://, such as https://trees.example.org; it is trees.example.org.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout: float = 10.0,
        max_retries: int = 4,
        max_wait: float = 120.0,
        wait_for_limit: bool = True,
        cache: "os.PathLike[str] | str | None" = None,
    ) -> None:
        self._transport = Transport(
            base_url,
            api_key=api_key,
            timeout=timeout,
            max_retries=max_retries,
            max_wait=max_wait,
            wait_for_limit=wait_for_limit,
            cache=None if cache is None else Cache(cache),
        )

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
        page_size: Optional[int] = None,
        on_change: str = "throw",
        **others: Value,
    ) -> Trees:
        """Every tree of a question, page by page, each once; ``await``-able iteration works as well.

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

    def tree(self, slug: str, *, locale: Optional[str] = None) -> Dict[str, Any]:
        """One tree whole: ``data``, ``related``, ``meta``.

        >>> client.tree("quercus-robur", locale="es")["data"]["locale"]
        'es'
        """
        return self._transport.get(f"/trees/{quote(slug, safe='')}", {"locale": locale})

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
    ) -> Rows:
        """Every family with the number of its species. With ``view="detail"`` those of the trees that filters and search find, with
        how many of these are assessed and threatened, and with their genera where ``family`` names them.

        >>> client.families()[0]["name"]
        'Acanthaceae'
        >>> [oaks] = client.families(view="detail", family="Fagaceae")
        >>> oaks["genera"][-1]["name"]
        'Quercus'
        """
        query = {name: value for name, value in locals().items() if name not in ("self", "others")}
        return Rows(self._transport.get("/families", {**query, **python_names(others)})["data"])

    def match_names(self, names: Sequence[str], *, locale: Optional[str] = None) -> Matches:
        """Which trees names mean, in the same order; more than 100 are asked for in parts, all of one revision.

        >>> matches = client.match_names(["Quercus robur L.", "Bombax pentandrum", "Nonsense"])
        >>> [match["status"] for match in matches]
        ['accepted', 'synonym', 'none']
        """
        return match_all(self._transport, names, {"locale": locale})

    def changes(self, since: str, *, view: Optional[str] = None, locale: Optional[str] = None) -> Rows:
        """All that has changed since a revision, the net, by slug.

        >>> client.changes("r1")
        []
        """
        return Rows(gather_changes(self._transport, {"since": since, "view": view, "locale": locale}).changes)

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

    def sync(self, folder: "os.PathLike[str] | str") -> SyncResult:
        """Brings the copy in a folder up to the present revision: one file, ``trees-REVISION.ndjson``, always whole."""
        return sync_folder(self._transport, folder)


class AsyncClient:
    """The same for programs of asyncio: what asks is a coroutine, and ``async for`` goes over trees and exports.

    >>> import asyncio
    >>> async def main():
    ...     client = AsyncClient(url, api_key=key)
    ...     return [tree["slug"] async for tree in client.trees(family="Malvaceae", search="ceiba pentandra")]
    >>> asyncio.run(main())
    ['ceiba-pentandra']
    """

    def __init__(self, base_url: str, api_key: Optional[str] = None, **options: Any) -> None:
        self._client = Client(base_url, api_key, **options)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        return self._client.rate_limit

    def trees(self, **query: Any) -> Trees:
        return self._client.trees(**query)

    def export(self, **query: Any) -> Export:
        return self._client.export(**query)

    async def tree(self, slug: str, *, locale: Optional[str] = None) -> Dict[str, Any]:
        return await in_thread(lambda: self._client.tree(slug, locale=locale))

    async def families(self, **query: Any) -> Rows:
        return await in_thread(lambda: self._client.families(**query))

    async def match_names(self, names: Sequence[str], *, locale: Optional[str] = None) -> Matches:
        return await in_thread(lambda: self._client.match_names(names, locale=locale))

    async def changes(self, since: str, *, view: Optional[str] = None, locale: Optional[str] = None) -> List[Row]:
        return await in_thread(lambda: self._client.changes(since, view=view, locale=locale))

    async def sync(self, folder: "os.PathLike[str] | str") -> SyncResult:
        return await in_thread(self._client.sync, folder)

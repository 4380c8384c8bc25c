"""Walks every page of a question. A publish in between ends the walk, or begins it again."""

from __future__ import annotations

from typing import Any, AsyncIterator, Coroutine, Dict, Iterator, List, Optional, Set, cast

from ._errors import CatalogueChangedError
from .models import FacetCount, ListedTree, TreeDetail, TreeList, TreeRecord, TreeSummary
from ._rows import columns_of, data_frame
from ._threads import in_thread, iterate
from ._transport import Transport, Value

#: A catalogue that is published faster than it can be read would keep its readers going for ever.
MOST_RESTARTS = 10
_LARGEST_PAGE = 100
_COLUMNS = {view: columns_of(kind) for view, kind in (("summary", TreeSummary), ("record", TreeRecord), ("detail", TreeDetail))}


class Trees:
    """The trees of a question. Nothing is asked before they are wanted: iterate over them, or take one page.

    >>> oaks = client.trees(family="Fagaceae", sort="scientificName")
    >>> oaks.total > 3
    True
    >>> [tree["family"] for tree in oaks][:2]
    ['Fagaceae', 'Fagaceae']
    >>> [count["value"] for count in client.trees(search="oak").facets("family")["family"]][:1]
    ['Fagaceae']
    """

    def __init__(self, transport: Transport, query: Dict[str, Value], on_change: str) -> None:
        if on_change not in ("throw", "restart"):
            raise ValueError(f"on_change must be 'throw' or 'restart'; it is {on_change!r}.")
        self._transport = transport
        self._query = dict(query)
        self._first_page = cast(int, self._query.pop("page", None) or 1)
        self._restarts = MOST_RESTARTS if on_change == "restart" else 0

    def page(self, page: Optional[int] = None, page_size: Optional[int] = None) -> TreeList:
        """One page as the API sends it: ``data``, ``pagination``, ``meta``, ``_links``; ``suggestions`` where there is nothing."""
        return self._page({"page": self._first_page if page is None else page, **({"page_size": page_size} if page_size else {})})

    @property
    def total(self) -> int:
        """How many there are."""
        return self._page({"page_size": 1})["pagination"]["total"]

    def facets(self, *names: str) -> Dict[str, List[FacetCount]]:
        """For each field its values, and how many trees each would give."""
        return self._page({"page_size": 1, "facets": names})["facets"]

    def _page(self, more: Dict[str, Value]) -> TreeList:
        return cast(TreeList, self._transport.get("/trees", {**self._query, **more}))

    def __iter__(self) -> Iterator[ListedTree]:
        given: Set[str] = set()
        revision: Optional[str] = None
        page, restarts = self._first_page, 0
        while True:
            answer = self.page(page, self._page_size)
            now = answer["meta"]["revision"]
            is_changed = revision is not None and revision != now
            if is_changed and restarts >= self._restarts:
                raise CatalogueChangedError(str(revision), now)
            restarts += is_changed
            revision = now
            if is_changed and page > self._first_page:
                page = self._first_page
                continue
            for tree in answer["data"]:
                if tree["slug"] not in given:
                    given.add(tree["slug"])
                    yield tree
            if not answer["pagination"]["hasNext"]:
                return
            page += 1

    def to_dataframe(self) -> Any:
        """All of them as a ``pandas.DataFrame``."""
        return data_frame(self, _COLUMNS.get(str(self._query.get("view")), _COLUMNS["record"]))

    @property
    def _page_size(self) -> int:
        size = self._query.get("page_size")
        return size if isinstance(size, int) else _LARGEST_PAGE


class AsyncTrees:
    """The same for ``asyncio``: ``async for`` goes over the trees, and everything else is awaited, ``total`` as well."""

    def __init__(self, trees: Trees) -> None:
        self._trees = trees

    def __aiter__(self) -> AsyncIterator[ListedTree]:
        return iterate(iter(self._trees))

    async def page(self, page: Optional[int] = None, page_size: Optional[int] = None) -> TreeList:
        return await in_thread(self._trees.page, page, page_size)

    @property
    def total(self) -> "Coroutine[Any, Any, int]":
        return in_thread(lambda: self._trees.total)

    async def facets(self, *names: str) -> Dict[str, List[FacetCount]]:
        return await in_thread(self._trees.facets, *names)

    async def to_dataframe(self) -> Any:
        return await in_thread(self._trees.to_dataframe)

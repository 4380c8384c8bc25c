"""In charge of walking every page of a question, and of staying whole when a publish happens in between."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, Optional, Set

from ._errors import CatalogueChangedError
from ._rows import Row, data_frame
from ._threads import iterate
from ._transport import Transport, Value

#: A catalogue that is published faster than it can be read would keep its readers going for ever.
MOST_RESTARTS = 10
_LARGEST_PAGE = 100


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
        self._query = query
        self._restarts = MOST_RESTARTS if on_change == "restart" else 0

    def page(self, page: int = 1, page_size: Optional[int] = None) -> Dict[str, Any]:
        """One page as the API sends it: ``data``, ``pagination``, ``meta``, ``_links``; ``suggestions`` where there is nothing."""
        query = {**self._query, "page": page}
        if page_size is not None:
            query["page_size"] = page_size
        return self._transport.get("/trees", query)

    @property
    def total(self) -> int:
        """How many there are."""
        return self.page(page_size=1)["pagination"]["total"]

    def facets(self, *names: str) -> Dict[str, List[Row]]:
        """For each field its values, and how many trees each would give."""
        return self._transport.get("/trees", {**self._query, "page_size": 1, "facets": names})["facets"]

    def __iter__(self) -> Iterator[Row]:
        given: Set[str] = set()
        revision: Optional[str] = None
        page, restarts = 1, 0
        while True:
            answer = self.page(page, self._page_size)
            now = answer["meta"]["revision"]
            is_changed = revision is not None and revision != now
            if is_changed and restarts >= self._restarts:
                raise CatalogueChangedError(str(revision), now)
            restarts += is_changed
            revision = now
            if is_changed and page > 1:
                page = 1
                continue
            for tree in answer["data"]:
                if tree["slug"] not in given:
                    given.add(tree["slug"])
                    yield tree
            if not answer["pagination"]["hasNext"]:
                return
            page += 1

    def __aiter__(self) -> AsyncIterator[Row]:
        return iterate(iter(self))

    def to_dataframe(self) -> Any:
        """All of them as a ``pandas.DataFrame``."""
        return data_frame(self)

    @property
    def _page_size(self) -> int:
        size = self._query.get("page_size")
        return size if isinstance(size, int) else _LARGEST_PAGE

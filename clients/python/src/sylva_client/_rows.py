"""Records as tables: lists of dictionaries that can become a data frame of pandas."""

from __future__ import annotations

import importlib
from typing import Any, Iterable, List, Mapping, Sequence, TypeVar

R = TypeVar("R")

_DATES = ("updatedAt", "publishedAt", "tree.updatedAt", "tree.publishedAt")


def columns_of(*records: type) -> "List[str]":
    """The columns for records of some TypedDicts."""
    return [name for record in records for name in record.__annotations__]


def data_frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> Any:
    """A ``pandas.DataFrame`` with a row for each record. It has the columns named here, and any others that records have.

    Dates are moments in UTC. Links are left out.
    """
    try:
        pandas = importlib.import_module("pandas")
    except ImportError as cause:
        raise ImportError("A data frame needs pandas: pip install pandas") from cause
    records = list(rows)
    names = dict.fromkeys([*columns, *(name for record in records for name in record)])
    names.pop("_links", None)
    frame = pandas.DataFrame.from_records(records, columns=list(names)) if records else pandas.DataFrame(columns=list(names))
    for name in _DATES:
        if name in frame:
            frame[name] = pandas.to_datetime(frame[name], utc=True, errors="coerce")
    return frame


class Rows(List[R]):
    """A list of records."""

    def __init__(self, rows: Iterable[R] = (), columns: Sequence[str] = ()) -> None:
        super().__init__(rows)
        self._columns = columns

    def to_dataframe(self) -> Any:
        """As a ``pandas.DataFrame``."""
        return data_frame(map(_flat, self), self._columns)


def _flat(record: Any) -> Mapping[str, Any]:
    """With the fields of a tree inside as columns of their own."""
    tree = record.get("tree")
    others = {name: value for name, value in record.items() if name != "tree"}
    return {**others, **{f"tree.{name}": value for name, value in tree.items() if name != "_links"}} if tree else others

"""In charge of records as tables: lists of dictionaries that know how to become a data frame of pandas."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List

Row = Dict[str, Any]


def data_frame(rows: Iterable[Row]) -> Any:
    """A ``pandas.DataFrame``, one row for each."""
    try:
        import pandas
    except ImportError as cause:
        raise ImportError("A data frame needs pandas: pip install pandas") from cause
    return pandas.DataFrame.from_records(list(rows))


class Rows(List[Row]):
    """A list of records."""

    def to_dataframe(self) -> Any:
        """As a ``pandas.DataFrame``."""
        return data_frame(self)

"""Client of the Sylva catalogue of trees.

>>> from sylva_client import Client
>>> client = Client(url, api_key=key)
>>> client.tree("ceiba-pentandra")["data"]["scientificName"]
'Ceiba pentandra'
>>> for tree in client.trees(search="quercus robur"):
...     print(tree["slug"], tree["family"])
quercus-robur Fagaceae
"""

from ._client import AsyncClient, Client
from ._errors import (
    CatalogueChangedError,
    InvalidParameterError,
    NetworkError,
    NotFoundError,
    RateLimitedError,
    RefusedError,
    ServerError,
    SylvaError,
    TimeoutError,
    UnauthorizedError,
    UnexpectedAnswerError,
)
from ._export import Export
from ._limiter import RateLimit
from ._names import Matches
from ._rows import Rows
from ._sync import SyncResult
from ._trees import Trees

__all__ = [
    "AsyncClient",
    "CatalogueChangedError",
    "Client",
    "Export",
    "InvalidParameterError",
    "Matches",
    "NetworkError",
    "NotFoundError",
    "RateLimit",
    "RateLimitedError",
    "RefusedError",
    "Rows",
    "ServerError",
    "SylvaError",
    "SyncResult",
    "TimeoutError",
    "Trees",
    "UnauthorizedError",
    "UnexpectedAnswerError",
]

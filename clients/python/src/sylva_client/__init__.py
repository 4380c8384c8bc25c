"""Client of the Sylva catalogue of trees.

>>> from sylva_client import Client
>>> client = Client(url, api_key=key)
>>> client.tree("ceiba-pentandra")["data"]["scientificName"]
'Ceiba pentandra'
>>> for tree in client.trees(search="quercus robur"):
...     print(tree["slug"], tree["family"])
quercus-robur Fagaceae
"""

from . import models as models
from ._changes import Changes
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
    UnauthorizedError,
    UnexpectedAnswerError,
)
from ._errors import TimeoutError as TimeoutError
from ._export import AsyncExport, Export
from ._limiter import RateLimit
from ._names import Matches
from ._rows import Rows
from ._sync import SyncCounts, SyncResult, SyncStart
from ._trees import AsyncTrees, Trees
from ._version import VERSION as __version__

#: ``TimeoutError`` is not among them: ``import *`` must not hide Python's own, which it is a kind of.
__all__ = [
    "AsyncClient",
    "AsyncExport",
    "AsyncTrees",
    "CatalogueChangedError",
    "Changes",
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
    "SyncCounts",
    "SyncResult",
    "SyncStart",
    "Trees",
    "UnauthorizedError",
    "UnexpectedAnswerError",
    "__version__",
    "models",
]

"""In charge of what can go wrong: one class for each cause, with the service's own problem inside where it sent one."""

from __future__ import annotations

import builtins
import json
from typing import List, Optional, Type, cast

from .models import Fault, Problem


class SylvaError(Exception):
    """Whatever a call may raise. The message ends with what was asked for."""

    def __init__(
        self,
        message: str,
        *,
        address: Optional[str] = None,
        status: Optional[int] = None,
        problem: Optional[Problem] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message if address is None else f"{message} ({address})")
        self.address = address
        self.status = status
        #: What the service said; None where it said nothing, or nothing of its own.
        self.problem = problem
        #: Seconds to wait before another try, where the service said so, or its limit does.
        self.retry_after = retry_after

    @property
    def code(self) -> Optional[str]:
        """The problem's code, such as ``tree-not-found``."""
        return self.problem["code"] if self.problem else None

    @property
    def request_id(self) -> Optional[str]:
        """What the maintainers find the request by."""
        return self.problem["requestId"] if self.problem else None


class InvalidParameterError(SylvaError):
    """400: one or more parameters are wrong; ``errors`` names them all."""

    @property
    def errors(self) -> List[Fault]:
        return self.problem.get("errors", []) if self.problem else []


class UnauthorizedError(SylvaError):
    """401: neither a valid key nor an allowlisted address."""


class NotFoundError(SylvaError):
    """404: no such tree, or no such address."""


class RateLimitedError(SylvaError):
    """429: the limit is used up, and waiting for it would take longer than ``max_wait``, or was tried often enough."""


class RefusedError(SylvaError):
    """Any other 4xx."""


class ServerError(SylvaError):
    """5xx: the service, or what stands before it, cannot answer."""


class NetworkError(SylvaError):
    """No answer arrived; the cause says why."""


class TimeoutError(SylvaError, builtins.TimeoutError):
    """No whole answer arrived within ``timeout``."""


class UnexpectedAnswerError(SylvaError):
    """What arrived is no answer of this service."""


class CatalogueChangedError(SylvaError):
    """The catalogue was published anew while it was read."""

    def __init__(self, before: str, after: str) -> None:
        super().__init__(f"The catalogue changed from {before} to {after} while it was read.")
        self.before = before
        self.after = after


_BY_STATUS = {401: UnauthorizedError, 404: NotFoundError, 429: RateLimitedError}


def error_of(status: int, body: bytes, address: str, retry_after: Optional[float]) -> SylvaError:
    """The error for an answer that is none of success."""
    problem = _problem_in(body)
    message = f"{problem['title']}: {problem['detail']}" if problem else f"The service answered with status {status}."
    kind = _class_of(status, problem)
    return kind(message, address=address, status=status, problem=problem, retry_after=retry_after)


def _class_of(status: int, problem: Optional[Problem]) -> Type[SylvaError]:
    if problem and problem["code"] == "invalid-parameter":
        return InvalidParameterError
    if status >= 500:
        return ServerError
    return _BY_STATUS.get(status, RefusedError if status >= 400 else UnexpectedAnswerError)


def _problem_in(body: bytes) -> Optional[Problem]:
    """What stands between may answer in its own words."""
    try:
        value = json.loads(body)
    except ValueError:
        return None
    is_problem = isinstance(value, dict) and {"code", "requestId", "title", "detail"} <= value.keys()
    return cast(Problem, value) if is_problem else None

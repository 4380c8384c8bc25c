"""Keeps connections open between requests, and goes through the proxy that the environment names."""

from __future__ import annotations

import base64
import http.client
import os
import select
import threading
from typing import Dict, List, Tuple, Union
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

_MAX_IDLE = 8

Connection = Union[http.client.HTTPConnection, http.client.HTTPSConnection]
_Origin = Tuple[str, str]


class Connections:
    """Idle connections to the service. It may be shared between threads; a forked process opens its own."""

    def __init__(self) -> None:
        self._idle: List[Tuple[_Origin, Connection]] = []
        self._lock = threading.Lock()
        self._process = os.getpid()

    def take(self, address: str, timeout: float) -> "Tuple[Connection, str, Dict[str, str]]":
        """A connection for an address, what to ask it for, and the headers that its proxy needs."""
        parts = urlsplit(address)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        proxy = "" if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme, "")
        headers = _proxy_headers(proxy)
        is_plain = parts.scheme == "http"
        connection = self._idle_one(origin_of(address)) or _connect(address, proxy, headers, timeout)
        connection.timeout = timeout
        if connection.sock:
            connection.sock.settimeout(timeout)
        return (connection, address, headers) if proxy and is_plain else (connection, path, {})

    def give_back(self, address: str, connection: Connection) -> None:
        """For the next request: the whole answer was read."""
        with self._lock:
            if len(self._idle) < _MAX_IDLE and self._process == os.getpid():
                self._idle.append((origin_of(address), connection))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _idle_one(self, origin: _Origin) -> "Connection | None":
        with self._lock:
            if self._process != os.getpid():
                self._idle, self._process = [], os.getpid()
            while self._idle:
                known, connection = self._idle.pop()
                if known == origin and _is_open(connection):
                    return connection
                connection.close()
        return None


def origin_of(address: str) -> _Origin:
    parts = urlsplit(address)
    return parts.scheme, parts.netloc


def _is_open(connection: Connection) -> bool:
    """An idle connection that has something to read was closed by the service."""
    try:
        return connection.sock is not None and not select.select([connection.sock], [], [], 0)[0]
    except (OSError, ValueError):
        return False


def _connect(address: str, proxy: str, headers: Dict[str, str], timeout: float) -> Connection:
    parts = urlsplit(address)
    through = urlsplit(proxy if "//" in proxy else f"//{proxy}")
    host = through.hostname or "" if proxy else parts.netloc
    port = through.port or 80 if proxy else None
    connection: Connection
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(host, port, timeout=timeout)
    else:
        connection = http.client.HTTPConnection(host, port, timeout=timeout)
    if proxy and parts.scheme == "https":
        connection.set_tunnel(parts.netloc, headers=headers)
    return connection


def _proxy_headers(proxy: str) -> Dict[str, str]:
    named = urlsplit(proxy if "//" in proxy else f"//{proxy}")
    if named.username is None:
        return {}
    secret = f"{unquote(named.username)}:{unquote(named.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(secret.encode()).decode()}"}

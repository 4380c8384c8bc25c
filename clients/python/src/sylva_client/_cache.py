"""In charge of answers that are kept on disk, to be asked for conditionally. One that fails is taken for one that has nothing."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Optional, Tuple


class Cache:
    """Keeps the answers used last, each in a file that only its owner may read."""

    def __init__(self, folder: "os.PathLike[str] | str", max_entries: int = 500) -> None:
        self._folder = Path(folder).expanduser()
        self._max_entries = max_entries

    def get(self, address: str) -> Optional[Tuple[str, Any]]:
        """The entity tag that the service knows the answer by, and the answer."""
        try:
            file = self._file_of(address)
            kept = json.loads(file.read_bytes())
            os.utime(file)
            return (kept["etag"], kept["body"]) if kept["address"] == address else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def set(self, address: str, etag: str, body: Any) -> None:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, part = tempfile.mkstemp(dir=self._folder, suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"address": address, "etag": etag, "body": body}, file, ensure_ascii=False)
            os.replace(part, self._file_of(address))
            self._forget_oldest()
        except OSError:
            pass

    def _file_of(self, address: str) -> Path:
        return self._folder / f"{hashlib.sha256(address.encode()).hexdigest()}.json"

    def _forget_oldest(self) -> None:
        files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in files[self._max_entries :]:
            file.unlink()

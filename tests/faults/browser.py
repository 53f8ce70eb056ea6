"""A browser without script: cookies, the token of the forms, and orders as JSON."""

from __future__ import annotations

import http.client
import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_TOKEN = re.compile(r'name="csrf-token" content="([^"]+)"')
ANSWER_WITHIN_S = 20


class CutError(Exception):
    """The server went away before it answered."""


class Browser:
    """One device at the table; its cookies outlive the server."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: http.client.HTTPConnection | None = None
        self._csrf: str | None = None
        self.cookies: dict[str, str] = {}

    def close(self) -> None:
        """Hang up; the cookies are kept."""
        if self._connection is not None:
            self._connection.close()

    def find(self, port: int) -> None:
        """Talk to the server on this port from now on."""
        self.close()
        # An address of its own: limits count devices by theirs.
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=ANSWER_WITHIN_S, source_address=(self._address, 0)
        )

    def get(self, path: str) -> tuple[int, str]:
        """A page's status and text; raises `CutError`."""
        return self._ask("GET", path, None, {})

    def order(self, what: str, fields: Mapping[str, str]) -> tuple[int, str]:
        """The answer to an order; raises `CutError`."""
        if self._csrf is None:
            _, page = self.get("/")
            self._csrf = _TOKEN.search(page)[1]
        headers = {"Content-Type": "application/json", "X-CSRFToken": self._csrf}
        return self._ask("POST", f"/do/{what}", json.dumps(fields), headers)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str]:
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            self._connection.request(method, path, body, headers | ({"Cookie": kept} if kept else {}))
            answer = self._connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise CutError from error
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, text

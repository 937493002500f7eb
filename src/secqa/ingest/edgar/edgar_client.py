"""Get files from EDGAR: identified, at most ten requests a second, with retries.

edgartools (extra `edgar`) supplies the HTTP client: it identifies the user as the SEC asks, keeps
connections open and limits the rate. This module adds retries with growing waits while a server is
busy or fails. It caches nothing, since fetched files stay in their folder.
"""

import json
import os
import random
import time
from collections.abc import Callable
from typing import Any

from secqa.errors import SecqaError
from secqa.filings.decoding import whole_number

BASE_URL = "https://www.sec.gov"
DATA_URL = "https://data.sec.gov"
MOST_A_SECOND = 10
"""Requests a second that the SEC allows."""

MOST_BYTES = 1_000_000_000
"""Limit of one unpacked file; the largest full submissions have some hundred megabytes."""

_ATTEMPTS = 6
_LONGEST_WAIT = 60.0
_JITTER = 1.25
"""Waits differ by up to this factor, so that clients do not return all at once."""
_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
_NOT_FOUND = 404
_REFUSED = 403


class MissingOnEdgar(SecqaError):
    """EDGAR has no file at an address."""


class EdgarUnavailable(SecqaError):
    """EDGAR refuses this user or cannot be reached; other addresses will most likely fail, too."""


class Edgar:
    """A connection to EDGAR or a mirror of it."""

    def __init__(
        self,
        identity: str,
        *,
        base_url: str = "",
        data_url: str = "",
        first_wait: float = 1.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Connect as `identity`, a name and an e-mail address ("" is `EDGAR_IDENTITY`).

        Addresses default to `EDGAR_BASE_URL` and `EDGAR_DATA_URL`. `first_wait` is the seconds
        before the first retry; each further wait doubles, unless the server names one. Raises
        `SecqaError` without an identity or without the extra.
        """
        identity = identity or os.environ.get("EDGAR_IDENTITY", "")
        if "@" not in identity:
            raise SecqaError(
                "EDGAR: the SEC asks for your name and e-mail address; set EDGAR_IDENTITY or give "
                '--identity "Your Name you@example.com"'
            )
        self.base_url = (base_url or os.environ.get("EDGAR_BASE_URL") or BASE_URL).rstrip("/")
        self.data_url = (data_url or os.environ.get("EDGAR_DATA_URL") or DATA_URL).rstrip("/")
        self._first_wait = first_wait
        self._sleep = sleep
        self._client = _client(identity)

    def get(self, url: str, *, most: int = MOST_BYTES) -> bytes:
        """The bytes at an address.

        Raises `MissingOnEdgar`, `EdgarUnavailable` if EDGAR refuses or all retries fail, and
        `SecqaError` for a file of more than `most` bytes.
        """
        # The client uses httpx or its successor, whose exceptions differ.
        from httpxthrottlecache import httpx

        wait = self._first_wait
        reason = ""
        for attempt in range(_ATTEMPTS):
            if attempt:
                self._sleep(min(wait, _LONGEST_WAIT))
            wait = self._first_wait * 2**attempt * random.uniform(1.0, _JITTER)
            try:
                with self._client.stream("GET", url, follow_redirects=True) as response:
                    if response.status_code == httpx.codes.OK:
                        return _content(response, url, most)
            except httpx.TransportError as error:
                reason = str(error) or type(error).__name__
                continue
            reason = f"HTTP {response.status_code}"
            if response.status_code not in _AGAIN:
                break
            wait = whole_number(response.headers.get("Retry-After", "")) or wait
        if reason == f"HTTP {_NOT_FOUND}":
            raise MissingOnEdgar(f"{url}: not on EDGAR; check the company and the addresses")
        if reason == f"HTTP {_REFUSED}":
            raise EdgarUnavailable(
                f"{url}: EDGAR refuses (HTTP {_REFUSED}); give a real name and e-mail address "
                "as identity, and wait ten minutes if there were many requests"
            )
        raise EdgarUnavailable(f"{url}: {reason}; try again later, what is there is kept")

    def get_json(self, url: str) -> Any:
        """The JSON at an address; raises as `get`, and `SecqaError` for anything else."""
        data = self.get(url)
        try:
            return json.loads(data)
        except ValueError as error:
            raise SecqaError(f"{url}: no JSON there; check the addresses of EDGAR") from error


def _client(identity: str) -> Any:
    """The HTTP client of edgartools, without its cache."""
    try:
        from edgar.httpclient import get_edgar_rate_limit_per_sec, get_http_mgr
    except ImportError as error:
        raise SecqaError(
            "EDGAR: edgartools is not installed; pip install 'secqa[edgar]'"
        ) from error
    rate = min(get_edgar_rate_limit_per_sec(), MOST_A_SECOND)
    manager = get_http_mgr(cache_enabled=False, request_per_sec_limit=rate)
    manager.user_agent_factory = lambda: identity
    with manager.http_client() as client:
        return client


def _content(response: Any, url: str, most: int) -> bytes:
    content = bytearray()
    for chunk in response.iter_bytes():
        content += chunk
        if len(content) > most:
            raise SecqaError(f"{url}: larger than {most:,} bytes; not what is looked for there")
    return bytes(content)

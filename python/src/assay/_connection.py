"""The road to the server: one place that sends, waits, retries and turns refusals into exceptions."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import httpx

from .client import AuthenticatedClient
from .errors import AssayError, NotDone, NotSignedIn, ServerUnreachable, problem_of

#: Seconds to wait before a reading is tried again that got no answer; after the last it is given up.
_WAITS = (0.5, 1.0, 2.0)
#: A server that asks for more seconds than this is not waited for.
_MOST_SECONDS = 90.0
#: Of the seconds between two looks at a job: the first, and the longest.
_LOOK, _LONGEST_LOOK = 0.2, 2.0

Progress = Callable[[str, float], None]


def silent(_what: str, _share: float) -> None:
    """Shows no progress."""


class Connection:
    """An address and a token. Safe to share between threads; close it, or use it as a context manager."""

    def __init__(self, url: str, token: str, timeout: float) -> None:
        self.url = url.rstrip("/")
        self.client = AuthenticatedClient(
            base_url=self.url,
            token=token,
            timeout=httpx.Timeout(timeout),
            headers={"accept": "application/json, application/octet-stream;q=0.9, */*;q=0.8"},
            follow_redirects=False,
        )

    def call(self, operation: ModuleType, *args: Any, **kwargs: Any) -> Any:
        """What an operation of the generated client answers, parsed. @raises AssayError where it is refused"""
        response = self._send(operation._get_kwargs(*args, **kwargs))
        return operation._parse_response(client=self.client, response=response)

    def raw(self, operation: ModuleType, *args: Any, **kwargs: Any) -> httpx.Response:
        """The same, as it came."""
        return self._send(operation._get_kwargs(*args, **kwargs))

    @contextmanager
    def stream(self, operation: ModuleType, *args: Any, **kwargs: Any) -> Iterator[Iterator[bytes]]:
        """A file, piece by piece."""
        request = operation._get_kwargs(*args, **kwargs)
        response = self._send(request, stream=True)
        try:
            yield self._pieces(response)
        finally:
            response.close()

    def _pieces(self, response: httpx.Response) -> Iterator[bytes]:
        try:
            yield from response.iter_bytes()
        except httpx.TransportError as error:
            raise ServerUnreachable(f"The connection to {self.url} broke off. Try again.") from error

    def _send(self, request: dict[str, Any], stream: bool = False) -> httpx.Response:
        is_read = request["method"] == "get"
        http = self.client.get_httpx_client()
        attempts = iter(_WAITS)
        while True:
            try:
                response = http.send(http.build_request(**request), stream=stream)
            except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
                raise ServerUnreachable(f"{self.url} is no address. Write it as http://127.0.0.1:3000.") from error
            except httpx.TransportError as error:
                wait = next(attempts, None)
                # Whether a change arrived is not known: sent again, it could be made twice.
                if wait is None or not is_read:
                    raise ServerUnreachable(
                        f"{self.url} does not answer ({error or type(error).__name__}). Is the server running, and is this its address?"
                    ) from error
                time.sleep(wait)
                continue
            if response.is_success:
                return response
            if stream:
                response.read()
            if (pause := _pause_of(response, is_read)) is not None and next(attempts, None) is not None:
                time.sleep(pause)
                continue
            raise self._refusal(response)

    def _refusal(self, response: httpx.Response) -> AssayError:
        try:
            body = response.json()
        except json.JSONDecodeError:
            body = None
        if not isinstance(body, dict) or "code" not in body:
            return ServerUnreachable(
                f"What answers at {response.request.url} ({response.status_code}) is not Assay. Give the address of its start page."
            )
        error = problem_of(response.status_code, body)
        if isinstance(error, NotSignedIn):
            error.args = (f"{error.args[0]} Make a personal token at {self.url}/account and give it as token, or set ASSAY_TOKEN.",)
        return error

    def until(
        self,
        look: Callable[[], Any],
        is_done: Callable[[Any], bool],
        *,
        what: str,
        timeout: float | None,
        progress: Progress = silent,
        share: Callable[[Any], float] = lambda _: 0.0,
    ) -> Any:
        """Looks until a job is done, less and less often. @raises NotDone past `timeout` seconds"""
        end = None if timeout is None else time.monotonic() + timeout
        pause = _LOOK
        while True:
            seen = look()
            if is_done(seen):
                progress(what, 1.0)
                return seen
            progress(what, share(seen))
            if end is not None and time.monotonic() > end:
                raise NotDone(f"{what} is not done after {timeout:g} seconds. It goes on at the server; look again later.")
            time.sleep(pause)
            pause = min(pause * 1.3, _LONGEST_LOOK)


def _pause_of(response: httpx.Response, is_read: bool) -> float | None:
    """How long to wait before the same is sent again; nothing where that is not safe or not worth it."""
    # What was throttled has not been looked at, so a change is safe to send again too.
    if response.status_code != 429 and not (is_read and response.status_code in (502, 503, 504)):
        return None
    try:
        seconds = float(response.headers.get("retry-after", "1"))
    except ValueError:
        return None
    return seconds if seconds <= _MOST_SECONDS else None


def from_environment(url: str | None, token: str | None) -> tuple[str, str]:
    address = url or os.environ.get("ASSAY_URL") or "http://127.0.0.1:3000"
    secret = token or os.environ.get("ASSAY_TOKEN")
    if not secret:
        raise AssayError(f"Give a token, or set ASSAY_TOKEN: you make one at {address.rstrip('/')}/account.")
    return address, secret

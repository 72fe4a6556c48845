"""What is sent again, and what is not. No server is needed."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

import assay
from assay._connection import Connection

PROBLEM = {"type": "about:blank", "title": "Too many.", "status": 429, "code": "throttled", "detail": "Wait."}
READ = {"method": "get", "url": "/api/projects"}
CHANGE = {"method": "post", "url": "/api/projects"}


class Line:
    """A connection on which the answers are given by number; notes what was asked and how long was waited."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: Callable[[int], httpx.Response]) -> None:
        self.asked = 0
        self.waited: list[float] = []
        self.connection = Connection("http://assay.example", "token", 5)

        def handler(_request: httpx.Request) -> httpx.Response:
            self.asked += 1
            return answer(self.asked)

        monkeypatch.setattr("assay._connection.time.sleep", self.waited.append)
        client = httpx.Client(base_url="http://assay.example", transport=httpx.MockTransport(handler))
        self.connection.client.set_httpx_client(client)


def broken(_number: int) -> httpx.Response:
    raise httpx.ReadError("cut off")


def test_waits_as_long_as_the_server_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(number: int) -> httpx.Response:
        return httpx.Response(429, json=PROBLEM, headers={"retry-after": "7"}) if number == 1 else httpx.Response(200)

    line = Line(monkeypatch, answer)
    assert line.connection._send(CHANGE).status_code == 200
    assert (line.asked, line.waited) == (2, [7.0])


def test_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line(monkeypatch, lambda _: httpx.Response(429, json=PROBLEM, headers={"retry-after": "1"}))
    with pytest.raises(assay.Throttled):
        line.connection._send(READ)
    assert line.asked == 4
    long = Line(monkeypatch, lambda _: httpx.Response(429, json=PROBLEM, headers={"retry-after": "3600"}))
    with pytest.raises(assay.Throttled):
        long.connection._send(READ)
    assert long.asked == 1


def test_reads_again_what_broke_off(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line(monkeypatch, lambda number: broken(number) if number < 3 else httpx.Response(200))
    assert line.connection._send(READ).status_code == 200
    assert line.asked == 3


def test_never_makes_a_change_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line(monkeypatch, broken)
    with pytest.raises(assay.ServerUnreachable):
        line.connection._send(CHANGE)
    assert line.asked == 1
    away = Line(monkeypatch, lambda _: httpx.Response(503, json=PROBLEM | {"status": 503, "code": "unavailable"}))
    with pytest.raises(assay.ProblemError):
        away.connection._send(CHANGE)
    assert away.asked == 1

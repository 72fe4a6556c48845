"""What a stranger meets first: address, token, name of the project."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path

import httpx
import pytest

import assay
from assay import client


def test_a_bad_token_says_where_one_is_made(url: str) -> None:
    with assay.connect(url, "not-a-token") as server, pytest.raises(assay.NotSignedIn) as caught:
        server.projects()
    assert (caught.value.status, caught.value.code) == (401, "unauthenticated")
    assert f"{url}/account" in str(caught.value)


def test_without_a_token_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ASSAY_TOKEN", raising=False)
    with pytest.raises(assay.AssayError, match="set ASSAY_TOKEN"):
        assay.connect("http://127.0.0.1:9")


def test_a_wrong_project_names_those_that_there_are(server: assay.Server) -> None:
    with pytest.raises(assay.NoSuchProject, match=r"no project 'Nowhere'.*You see '"):
        server.project("Nowhere")


def test_a_project_is_found_by_name_and_id(server: assay.Server, project: assay.Project) -> None:
    assert server.project(project.name).id == project.id
    assert server.project(project.id).name == project.name


def test_a_server_that_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay._connection._WAITS", (0.0,))
    with assay.connect("http://127.0.0.1:9", "token") as server, pytest.raises(assay.ServerUnreachable, match="Is the server running"):
        server.projects()


@pytest.fixture
def other_server() -> Iterator[str]:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404)
            self.end_headers()
            self.wfile.write(b"<h1>Not here</h1>")

        def log_message(self, *_: object) -> None: ...

    served = HTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{served.server_port}"
    served.shutdown()
    served.server_close()


def test_another_server_is_not_taken_for_assay(other_server: str) -> None:
    with assay.connect(other_server, "token") as server, pytest.raises(assay.ServerUnreachable, match="is not Assay"):
        server.projects()


def test_an_address_that_is_none() -> None:
    with assay.connect("nonsense", "token") as server, pytest.raises(assay.ServerUnreachable, match="is no address"):
        server.projects()


def test_a_field_of_a_refusal_is_named(server: assay.Server) -> None:
    with pytest.raises(assay.ProblemError) as caught:
        server.create_project("   ", "felm")
    assert caught.value.code == "invalid_request"
    assert [issue.path for issue in caught.value.issues] == ["body.name"]


def test_the_client_has_every_operation_of_the_server(url: str) -> None:
    document = httpx.get(f"{url}/api/openapi.json", timeout=60).json()
    operations = {each["operationId"] for path in document["paths"].values() for each in path.values()}
    root = Path(str(client.__file__)).parent / "api"
    modules = {path.stem: path.parent.name for path in root.glob("*/*.py") if path.stem != "__init__"}
    assert len(modules) == len(operations)
    assert {name.replace("_", "") for name in modules} == {name.lower() for name in operations}
    patterns = re.findall(r'"pattern":("(?:[^"\\\\]|\\\\.)*")', json.dumps(document, separators=(",", ":")))
    assert len(patterns) > 50
    for pattern in patterns:
        re.compile(json.loads(pattern))
    some = import_module(f"assay.client.api.{modules['list_projects']}.list_projects")
    assert callable(some.sync_detailed) and callable(some.asyncio_detailed)

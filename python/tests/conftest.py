"""The tests work against a running server with demo data: ASSAY_URL, or they are skipped. scripts/python.ts starts one."""

from __future__ import annotations

import os
import subprocess
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import assay
from assay.client.api.projects import delete_project
from assay.client.models.delete_project_body import DeleteProjectBody

PASSWORD = "two-readers-make-gold"
REPOSITORY = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session")
def url() -> str:
    address = os.environ.get("ASSAY_URL")
    if not address:
        pytest.skip("ASSAY_URL names no running server with demo data")
    return address


def make_token(url: str, email: str) -> str:
    """As a person does on the account page."""
    with httpx.Client(base_url=url, timeout=60) as browser:
        csrf = browser.get("/api/auth/csrf").json()["csrfToken"]
        form = {"csrfToken": csrf, "email": email, "password": PASSWORD, "json": "true"}
        browser.post("/api/auth/callback/credentials", data=form)
        answer = browser.post("/api/tokens", json={"name": "Tests of the Python package"})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["secret"])


@pytest.fixture(scope="session")
def token(url: str) -> str:
    return make_token(url, "mara@assay.example")


@pytest.fixture(scope="session")
def server(url: str, token: str) -> Iterator[assay.Server]:
    with assay.connect(url, token) as connected:
        yield connected


@pytest.fixture(scope="session")
def withdraw() -> Callable[..., subprocess.CompletedProcess[str]]:
    """The administrator's command `npm run withdraw`, run beside the server: ASSAY_STATE_DIR names the server's folder, or the test is skipped."""
    if not os.environ.get("ASSAY_STATE_DIR"):
        pytest.skip("ASSAY_STATE_DIR names no folder of a server beside these tests")

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = ["npm", "run", "--silent", "withdraw", "--", *args]
        return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)

    return run


def record(number: int, **more: Any) -> dict[str, Any]:
    """A record of FELM with two segments, the second of which is wrong in every third."""
    segments = [f"River {number} rises in the hills.", f" It is {number * 7} km long."]
    return {
        "index": str(number),
        "domain": "wk",
        "source": "made for tests",
        "prompt": f"Tell me of river {number}.",
        "response": "".join(segments),
        "segmented_response": segments,
        **more,
    }


def labelled(number: int) -> dict[str, Any]:
    wrong = number % 3 == 0
    return record(
        number,
        labels=[True, not wrong],
        comment=["", "It is shorter." if wrong else ""],
        type=[None, "knowledge_error" if wrong else None],
        ref=[],
    )


@contextmanager
def new_project(server: assay.Server) -> Iterator[assay.Project]:
    """A project of its own, which goes again."""
    made = server.create_project(f"Python {uuid.uuid4()}", "felm")
    try:
        yield made
    finally:
        body = DeleteProjectBody.from_dict({"name": made.name})
        delete_project.sync_detailed(made.id, client=server.api, body=body)


@pytest.fixture(scope="module")
def project(server: assay.Server) -> Iterator[assay.Project]:
    with new_project(server) as made:
        yield made


@pytest.fixture(scope="session")
def gold(server: assay.Server) -> Iterator[assay.Project]:
    """A project of 15 items with gold, and a card that can be released."""
    with new_project(server) as made:
        fill(made)
        yield made


def fill(made: assay.Project) -> None:
    assert made.import_records([labelled(number) for number in range(1, 16)], labels="gold").new == 15
    made.releases.describe(pretty_name="Rivers", licence="CC-BY-4.0")

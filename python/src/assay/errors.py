"""What can go wrong, each as an exception that says what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


class AssayError(Exception):
    """Everything that this package raises by itself."""


class ServerUnreachable(AssayError):
    """Nothing answers at the address, or what answers is not Assay."""


@dataclass(frozen=True)
class Issue:
    """One thing wrong with a request: where, and what to do."""

    path: str
    message: str


@dataclass(frozen=True)
class RecordProblem:
    """What is wrong with a record: the line it stands in (from 1), its field, and what can be done."""

    line: int
    field: str
    message: str
    fix: str
    severity: str = "error"

    def __str__(self) -> str:
        where = f"line {self.line}, {self.field}" if self.field else f"line {self.line}"
        return f"{where}: {self.message} {self.fix}".rstrip()


class ProblemError(AssayError):
    """The server refused a request (RFC 9457). `code` is stable and made to branch on; `issues` name the fields."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        self.status = status
        self.code: str = problem.get("code", "")
        self.title: str = problem.get("title", "")
        self.detail: str = problem.get("detail", "") or self.title
        self.request_id: str | None = problem.get("requestId")
        self.issues = [Issue(each["path"], each["message"]) for each in problem.get("issues", [])]
        self.data: dict[str, Any] = problem.get("data", {})
        super().__init__(f"{self.detail} ({status} {self.code})")


class NotSignedIn(ProblemError):
    """The token is missing, not valid, or expired. Make one on the account page of the server."""


class Forbidden(ProblemError):
    """The token's owner may not do this with their role."""


class NotFound(ProblemError):
    """It is not there, or not for the token's owner to see."""


class Conflict(ProblemError):
    """Somebody changed it first, or it is not ready yet."""


class Throttled(ProblemError):
    """Too many requests, also after waiting as long as the server asked for."""


class NoSuchProject(AssayError):
    """No project has this name or id, or the token's owner may not see it."""


class Refused(AssayError):
    """A file was refused as a whole; nothing of it was added. `problems` has each by line and field."""

    #: How many of the problems the message shows.
    SHOWN = 5

    def __init__(self, what: str, count: int, problems: Sequence[RecordProblem] = ()) -> None:
        super().__init__(what, count, problems)
        self.what = what
        self.count = count
        self.problems = list(problems)

    def __str__(self) -> str:
        noun = "problem" if self.count == 1 else "problems"
        shown = [str(each) for each in self.problems[: self.SHOWN]]
        left = self.count - len(shown)
        more = [f"... and {left} more; .problems has them"] if left > 0 else []
        return "\n".join([f"{self.count} {noun} in {self.what}. Nothing was added.", *shown, *more])


class RecordsRefused(Refused):
    """Records that the project cannot take."""


class PredictionsRefused(Refused):
    """Predictions that the task cannot read."""


class NotDone(AssayError):
    """A job of the server failed, was stopped, or took longer than it was given."""


class ReleaseWithdrawn(AssayError):
    """The release is not handed out any more; the message has the reason and the erratum."""


class ChecksumMismatch(AssayError):
    """A file of a release is not the one that was released."""


_BY_STATUS: dict[int, type[ProblemError]] = {
    401: NotSignedIn,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    429: Throttled,
}


def problem_of(status: int, body: dict[str, Any]) -> ProblemError:
    return _BY_STATUS.get(status, ProblemError)(status, body)

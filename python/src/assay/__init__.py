"""
Work with an Assay server from Python.

    import assay

    with assay.connect("http://127.0.0.1:3000", token) as server:
        project = server.project("Ocean facts")
        project.import_records([{"prompt": "...", "response": "..."}])
        gold = project.releases.load()

`assay.client` is made of the server's API document and has every operation; this module is the thin hand on top of it.
"""

from ._agreement import Agreement
from ._evaluation import Figure, Report, Scoring, Unit
from ._held_out import HeldOutScore
from ._imports import Imported
from ._project import Project, Server, connect
from ._releases import Releases
from .errors import (
    AssayError,
    ChecksumMismatch,
    Conflict,
    Forbidden,
    Issue,
    NoSuchProject,
    NotDone,
    NotFound,
    NotSignedIn,
    PredictionsRefused,
    ProblemError,
    RecordProblem,
    RecordsRefused,
    ReleaseWithdrawn,
    ServerUnreachable,
    Throttled,
)

__all__ = [
    "Agreement",
    "AssayError",
    "ChecksumMismatch",
    "Conflict",
    "Figure",
    "Forbidden",
    "HeldOutScore",
    "Imported",
    "Issue",
    "NoSuchProject",
    "NotDone",
    "NotFound",
    "NotSignedIn",
    "PredictionsRefused",
    "ProblemError",
    "Project",
    "RecordProblem",
    "RecordsRefused",
    "ReleaseWithdrawn",
    "Releases",
    "Report",
    "Scoring",
    "Server",
    "ServerUnreachable",
    "Throttled",
    "Unit",
    "connect",
]

"""Predictions for the held-out split of a release, whose labels only the server has."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from ._connection import Connection
from ._records import Records, opened
from .client.api.releases import submit_held_out
from .client.types import File


@dataclass(frozen=True)
class HeldOutScore:
    """What the server says of a submission."""

    system: str
    #: The share of units that are right, to a hundredth; None: none of them counts.
    score: float | None
    #: Submissions that are left to the owner of the token, and to all people together.
    left: int
    left_to_all: int


def submit(connection: Connection, project_id: UUID, number: int, predictions: Records, system: str) -> HeldOutScore:
    with opened(predictions, None) as sending:
        payload = File(payload=sending.file.read())  # type: ignore[arg-type]
        answer = connection.call(submit_held_out, project_id, number, body=payload, system=system)
    return HeldOutScore(answer.submission.system, answer.submission.score, answer.left.own, answer.left.all_)

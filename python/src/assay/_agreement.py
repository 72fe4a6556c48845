"""How well annotators agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._extras import need
from .client.models.agreement import Agreement as Raw
from .client.models.estimate import Estimate

if TYPE_CHECKING:
    import pandas


class Agreement:
    """The figures of every stage and measure. `raw` holds everything that the server says."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw

    def rows(self) -> list[dict[str, Any]]:
        """A row for each stage, measure and coefficient."""
        return [
            {
                "stage": stage.key,
                "measure": measure.key,
                "coefficient": key,
                "value": estimate.value,
                "low": estimate.interval.low if estimate.interval else None,
                "high": estimate.interval.high if estimate.interval else None,
                "why_none": estimate.words,
                "units": measure.all_.units_with_two,
                "responses": measure.all_.responses_with_two,
                "raters": measure.all_.raters,
            }
            for stage in self.raw.stages
            for measure in stage.measures
            for key, estimate in _estimates(measure.all_)
        ]

    def to_frame(self) -> pandas.DataFrame:
        pandas: Any = need("pandas", "pandas")
        frame: pandas.DataFrame = pandas.DataFrame(self.rows())
        return frame

    def __str__(self) -> str:
        return "\n".join(
            f"{row['stage']}/{row['measure']}: {row['coefficient']} "
            + (f"{row['value']:.3f}" if row["value"] is not None else str(row["why_none"]))
            for row in self.rows()
            if row["coefficient"] in ("percent", "alpha")
        )


def _estimates(figures: Any) -> list[tuple[str, Estimate]]:
    others = [(each.key.value, each.estimate) for each in figures.others]
    return [("percent", figures.percent), ("alpha", figures.alpha), *others]

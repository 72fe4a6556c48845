"""What comes of gold: tables, agreement, systems scored against it."""

from __future__ import annotations

import pytest

import assay

pandas = pytest.importorskip("pandas")


def test_the_table_of_gold(gold: assay.Project) -> None:
    table = gold.table("gold")
    assert len(table) == 30
    assert (table["label"] == "false").sum() == 5
    units = gold.units()
    assert [(each.item, each.unit) for each in units[:3]] == [(1, "s1"), (1, "s2"), (2, "s1")]
    assert units[0].text == "River 1 rises in the hills."
    assert units[0].about["prompt"] == "Tell me of river 1."
    assert not {"label", "labels", "derived"} & set(units[0].about)


def test_ratings_and_agreement_of_the_demo(server: assay.Server) -> None:
    project = server.project("Six weeks, simulated")
    ratings = project.ratings()
    assert len(ratings) > 1000
    assert {"measure", "unit", "item", "annotator", "value"} <= set(ratings.columns)
    # A label is a word, also where it reads like a truth value.
    assert set(ratings[ratings["measure"] == "label"]["value"]) == {"true", "false"}
    frame = project.agreement().to_frame()
    alpha = frame[(frame["measure"] == "label") & (frame["coefficient"] == "alpha")].iloc[0]
    assert alpha["low"] < alpha["value"] < alpha["high"]


def test_a_checker_is_scored_in_a_block(gold: assay.Project) -> None:
    with gold.scoring("segments", system="says true") as scoring:
        for unit in scoring:
            scoring.predict(unit, label=True)
    # 25 of 30 segments are right; none of the five errors is found.
    figures = scoring.report.figures()
    assert figures["recall"].value == 0
    assert scoring.report.systems == ["says true"]
    frame = scoring.report.to_frame()
    assert set(frame["system"]) >= {"says true"}
    assert "says true" in str(scoring.report)
    # Its word stands; another under the same name would count nowhere.
    with pytest.raises(assay.AssayError, match="already"), gold.scoring("segments", system="says true"):
        raise AssertionError("is refused before anything is judged")
    with gold.scoring("segments", system="says true", replace=True) as better:
        for unit in better:
            better.predict(unit, label=not (unit.unit == "s2" and unit.item % 3 == 0))
    assert better.report.figures()["recall"].value == 1


def test_after_an_exception_nothing_is_sent(gold: assay.Project) -> None:
    with pytest.raises(ZeroDivisionError), gold.scoring("segments", system="fails") as scoring:
        scoring.predict(scoring.units()[0], label=1 / 0)
    with pytest.raises(assay.AssayError, match="when the block has ended"):
        _ = scoring.report


def test_predictions_that_cannot_be_read_are_named(gold: assay.Project) -> None:
    with pytest.raises(assay.PredictionsRefused) as caught:
        gold.evaluate([{"item": "#1", "unit": "s1", "label": "perhaps"}], "segments", system="unsure")
    assert caught.value.problems[0].line == 1
    with pytest.raises(assay.AssayError, match="no units for 'ratings'"), gold.scoring("ratings", system="unsure") as scoring:
        scoring.units()
    with pytest.raises(assay.AssayError, match="There are segments"):
        gold.evaluate([], "nothing")


def test_predictions_can_be_scored_and_forgotten(gold: assay.Project) -> None:
    table = pandas.DataFrame([{"item": f"#{number}", "segment": 1, "label": "true"} for number in range(1, 16)])
    report = gold.evaluate(table, "segments", system="passing", keep=False)
    assert report.systems == ["passing"]
    assert report.raw.scorings
    # The name is free again.
    gold.evaluate(table, "segments", system="passing", keep=False)

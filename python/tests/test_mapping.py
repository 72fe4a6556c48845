"""Columns of a file, said as on the command line. Needs no server."""

from __future__ import annotations

from typing import Any

import pytest

from assay import AssayError
from assay._mapping import Reading, stated, with_words

TARGETS: dict[str, Any] = {
    "fields": [{"key": "prompt"}, {"key": "response"}, {"key": "domain"}],
    "questions": [
        {"unit": "segment", "question": "label", "options": [{"value": True}, {"value": False}]},
        {"unit": "item", "question": "comment", "options": None},
    ],
}


def file(mapping: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"mapping": mapping, "columns": [{"name": name} for name in ("prompt", "answer", "a+b", "verdict", "second", "other")]}


def mapped(guess: dict[str, Any] | None = None, **said: Any) -> dict[str, Any]:
    made = stated(file(guess), TARGETS, Reading(**said))
    assert made is not None
    return made


GUESS: dict[str, Any] = {"fields": {"prompt": ["prompt"], "domain": ["other"]}, "labels": [], "domains": {}}


def test_fields_are_named_joined_and_taken_away() -> None:
    assert mapped(mapping={"response": "answer"})["fields"] == {"prompt": ["prompt"], "response": ["answer"]}
    assert mapped(GUESS, mapping={"response": "answer+other"})["fields"] == {"prompt": ["prompt"], "response": ["answer", "other"]}
    assert mapped(GUESS, mapping={"response": ["answer", "second"], "domain": None})["fields"] == {
        "prompt": ["prompt"],
        "response": ["answer", "second"],
    }
    # A column may have a plus in its name.
    assert mapped(GUESS, mapping={"response": "a+b"})["fields"]["response"] == ["a+b"]


def test_columns_answer_questions_and_their_words_are_said() -> None:
    made = mapped(GUESS, mapping={"segment.label": "verdict", "segment.2.label": "second", "item.comment": "answer"}, rule_domain={"Algebra ": "math"})
    assert made["labels"] == [
        {"column": "verdict", "unit": "segment", "question": "label", "place": 1},
        {"column": "second", "unit": "segment", "question": "label", "place": 2},
        {"column": "answer", "unit": "item", "question": "comment", "place": 1},
    ]
    assert made["domains"] == {"algebra": "math"}
    known = {**made, "labels": [{**label, "values": {"ok": True}} for label in made["labels"]]}
    said = with_words(file(known), TARGETS, {"second": {"Unclear": None, "NO": "false"}})
    assert said["labels"][1]["values"] == {"ok": True, "unclear": None, "no": False}
    assert said["labels"][0]["values"] == {"ok": True}


def test_another_column_takes_the_place_of_the_one_that_was_guessed() -> None:
    guess = {**GUESS, "labels": [{"column": "verdict", "unit": "segment", "question": "label", "place": "each", "values": {"ok": True}}]}
    assert mapped(guess, mapping={"segment.each.label": "second"})["labels"] == [
        {"column": "second", "unit": "segment", "question": "label", "place": "each"}
    ]
    assert mapped(guess, labels_of={"other": "One "}) == {**guess, "labelsOf": {"column": "other", "word": "one"}}
    assert mapped({**guess, "labelsOf": {"column": "other", "word": "1"}}, mapping={"domain": ""})["labelsOf"]["word"] == "1"


def test_records_as_they_stand() -> None:
    assert stated(file(GUESS), TARGETS, Reading(as_is=True)) is None
    assert not Reading().says_something and not Reading(mapping={}).says_something
    assert Reading(as_is=True).says_something and Reading(labels_of={"a": "1"}).says_something


def test_what_cannot_be_understood_is_refused_by_name() -> None:
    with pytest.raises(AssayError, match=r"segment\.1\.colour.*There are: segment\.N\.label, item\.comment"):
        mapped(mapping={"segment.1.colour": "verdict"})
    with pytest.raises(AssayError, match="no such question"):
        mapped(mapping={"segment.0.label": "verdict"})
    with pytest.raises(AssayError, match="answers no question"):
        with_words(file(GUESS), TARGETS, {"verdict": {"ok": True}})
    label = {"column": "verdict", "unit": "segment", "question": "label", "place": 1, "values": {}}
    with pytest.raises(AssayError, match="There are: True, False"):
        with_words(file({**GUESS, "labels": [label]}), TARGETS, {"verdict": {"maybe": "perhaps"}})
    with pytest.raises(AssayError, match="one column and one word"):
        Reading(labels_of={"a": "1", "b": "2"})
    with pytest.raises(AssayError, match="as they stand"):
        Reading(as_is=True, mapping={"response": "answer"})
    with pytest.raises(AssayError, match="no columns to map"):
        stated(None, TARGETS, Reading(mapping={"response": "answer"}))

"""Which columns of a file are which fields and answers, as the command line says it (`assay import --map`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

from .errors import AssayError

#: By a field (`response`) or a question (`item.action`, `segment.2.label`, `segment.each.label`) the column, or columns that are joined.
Columns = Mapping[str, Union[str, Sequence[str], None]]
#: By column what its words mean; None: a word is left out.
Words = Mapping[str, Mapping[str, Any]]

_PLACE = re.compile(r"[1-9]\d{0,3}")


@dataclass(frozen=True)
class Reading:
    """How columns are to be read, as far as that is said."""

    mapping: Columns | None = None
    word: Words | None = None
    rule_domain: Mapping[str, str] | None = None
    labels_of: Mapping[str, str] | None = None
    as_is: bool = False

    def __post_init__(self) -> None:
        if self.labels_of is not None and len(self.labels_of) != 1:
            raise AssayError("labels_of= names one column and one word, as {'annotator': '1'}.")
        if self.as_is and (self.mapping or self.word or self.rule_domain or self.labels_of):
            raise AssayError("With as_is=True records are read as they stand: say nothing of columns.")

    @property
    def says_something(self) -> bool:
        return bool(self.as_is or self.mapping or self.word or self.rule_domain or self.labels_of)


def stated(file: Mapping[str, Any] | None, targets: Mapping[str, Any], reading: Reading) -> dict[str, Any] | None:
    """
    The mapping to send: what was guessed of the file, with what is said instead. Labels of columns that are named now have no words yet; the
    server knows those that are plain.
    """
    if reading.as_is:
        return None
    known = _known(file)
    columns = [column["name"] for column in known["columns"]]
    made: dict[str, Any] = known["mapping"] or _as_it_stands(columns, targets)
    fields: dict[str, list[str]] = {key: list(names) for key, names in made["fields"].items()}
    labels: list[dict[str, Any]] = [dict(label) for label in made["labels"]]
    for target, given in (reading.mapping or {}).items():
        named = _columns(given, columns)
        if "." in target:
            label = _label(target, targets)
            about = (label["question"], label["place"])
            labels = [each for each in labels if each["column"] not in named and (each["question"], each["place"]) != about]
            labels += [{"column": column, **label} for column in named]
            continue
        # A column that is said to be something is nothing else.
        fields = {key: names for key, names in fields.items() if key != target and not set(names) & set(named)}
        if named:
            fields[target] = named
    domains = dict(made["domains"]) | {_word(word): domain.strip() for word, domain in (reading.rule_domain or {}).items()}
    mapping: dict[str, Any] = {"fields": fields, "labels": labels, "domains": domains}
    if reading.labels_of:
        ((column, word),) = reading.labels_of.items()
        mapping["labelsOf"] = {"column": column, "word": _word(str(word))}
    elif made.get("labelsOf"):
        mapping["labelsOf"] = made["labelsOf"]
    return mapping


def with_words(file: Mapping[str, Any] | None, targets: Mapping[str, Any], word: Words) -> dict[str, Any]:
    """The mapping of a file with what the words of its columns mean besides."""
    made: dict[str, Any] | None = _known(file)["mapping"]
    labels: list[dict[str, Any]] = [dict(label) for label in made["labels"]] if made else []
    for column, meanings in word.items():
        label = next((each for each in labels if each["column"] == column), None)
        if label is None:
            raise AssayError(f"word= says what is in the column {column!r}, which answers no question: name it in mapping=.")
        options = next(
            (each["options"] for each in targets["questions"] if (each["unit"], each["question"]) == (label["unit"], label["question"])), None
        )
        said = {_word(each): _value(column, each, value, options or []) for each, value in meanings.items()}
        label["values"] = {**label["values"], **said}
    return {**(made or {}), "labels": labels}


def _known(file: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if not file:
        raise AssayError("No record of the file can be read, so it has no columns to map.")
    return file


def _as_it_stands(columns: Sequence[str], targets: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field["key"]: [field["key"]] for field in targets["fields"] if field["key"] in columns}
    return {"fields": fields, "labels": [], "domains": {}}


def _columns(given: str | Sequence[str] | None, columns: Sequence[str]) -> list[str]:
    """A column of exactly that name, or several with a plus between them, as on the command line."""
    if not given:
        return []
    if not isinstance(given, str):
        return list(given)
    return [given] if given in columns else [name.strip() for name in given.split("+")]


def _label(target: str, targets: Mapping[str, Any]) -> dict[str, Any]:
    unit, *more = target.split(".")
    question = more[-1]
    place = more[0] if len(more) > 1 else "1"
    asked = [(each["unit"], each["question"]) for each in targets["questions"]]
    if (unit, question) not in asked or not (place == "each" or _PLACE.fullmatch(place)):
        known = ", ".join(f"{of}{'' if of == 'item' else '.N'}.{name}" for of, name in asked)
        raise AssayError(f"mapping= names {target!r}: there is no such question. There are: {known or 'none'}.")
    return {"unit": unit, "question": question, "place": place if place == "each" else int(place)}


def _value(column: str, word: str, value: Any, options: Sequence[Mapping[str, Any]]) -> Any:
    if value is None:
        return None
    for option in options:
        if str(option["value"]).lower() == str(value).strip().lower():
            return option["value"]
    known = ", ".join(str(option["value"]) for option in options)
    raise AssayError(f"word= says that {word!r} of {column!r} is {value!r}: there is no such value. There are: {known or 'none'}.")


def _word(word: str) -> str:
    return str(word).strip().lower()

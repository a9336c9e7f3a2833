"""The files of every language: there are three, and all that they hold can be used."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Union, cast, get_args, get_origin, get_type_hints

import pytest

from assistant.intents.folding import fold
from assistant.languages import LANGUAGES
from assistant.languages.language import Language
from assistant.languages.language_files import ANSWERS_FILE, LANGUAGE_FILE, PARTS, SENTENCES_FILE
from assistant.languages.notation import Parts, Pattern, expanded
from assistant.languages.spoken_numbers import Template
from assistant.toml_text import parse_toml

FILES = (LANGUAGE_FILE, ANSWERS_FILE, SENTENCES_FILE)


def patterns_in(kind: Any, value: Any) -> Iterator[str]:
    """Yield the patterns in a value of a type."""
    if kind == Pattern:
        yield value
    elif get_origin(kind) is Annotated:
        yield from patterns_in(get_args(kind)[0], value)
    elif is_dataclass(value) and not isinstance(value, Template):
        kinds = get_type_hints(type(value), include_extras=True)
        for one in fields(value):
            yield from patterns_in(kinds[one.name], getattr(value, one.name))
    elif get_origin(kind) in {Union, UnionType}:
        for one in get_args(kind):
            if value is not None and one is not NoneType:
                yield from patterns_in(one, value)
    elif isinstance(value, Mapping):
        for inner in cast("Mapping[Any, Any]", value).values():
            yield from patterns_in(get_args(kind)[-1], inner)
    elif isinstance(value, tuple):
        kinds = get_args(kind)
        is_row = get_origin(kind) is tuple and ... not in kinds
        for place, inner in enumerate(cast("tuple[Any, ...]", value)):
            yield from patterns_in(kinds[place if is_row else 0], inner)


def parts_of(known: Language) -> Iterator[Any]:
    """Yield all that is known of a language."""
    yield known
    yield known.answers()
    yield known.sentences()
    yield known.request_forms()
    yield known.alarm_commands()
    yield known.memory()
    yield known.pronunciation()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_three_files(language: str) -> None:
    folder = LANGUAGES[language].folder
    found = {file.name for file in folder.iterdir() if file.is_file()}
    assert found == set(FILES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_can_be_compiled(language: str) -> None:
    known = LANGUAGES[language]
    patterns = [each for part in parts_of(known) for each in patterns_in(type(part), part)]
    patterns += [each for several in known.question_requests().values() for each in several]
    assert len(patterns) > 50
    for pattern in patterns:
        re.compile(pattern.replace("<number>", "[0-9]"))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_is_referred_to(language: str, name: str) -> None:
    file = LANGUAGES[language].folder / name
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    for part in parse_toml(text).get(PARTS, {}):
        assert f"<{part}>" in text or f"{{{part}}}" in text or f"<rest_{part}>" in text, part


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_of_an_answer_stands_in_one_group(language: str) -> None:
    file = LANGUAGES[language].folder / ANSWERS_FILE
    document = parse_toml(file.read_text(encoding="utf-8"))
    parts = Parts(document.get(PARTS, {}))
    for table in ("phrases", "yes_or_no", "suffixes"):
        groups: dict[str, int] = {}
        for place, group in enumerate(document.get(table, [])):
            if "numbers" not in group:  # what is made for each number may mean something else, too
                for phrase in expanded(group["phrases"], parts.forms):
                    assert groups.setdefault(phrase, place) == place, phrase


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_form_of_a_letter_is_said_once_and_holds_for_answers_and_requests(
    language: str,
) -> None:
    known = LANGUAGES[language]
    variants = known.letter_variants.meant_by_written()
    file = known.folder / ANSWERS_FILE
    spelling = parse_toml(file.read_text(encoding="utf-8")).get("spelling", {})
    in_answers = {letter for row in spelling.get("same_characters", []) for letter in row[0]}

    assert len(variants) == len(known.letter_variants.written)
    assert variants.keys().isdisjoint(in_answers)
    assert variants.items() <= known.answers().spelling.same_characters.items()
    assert fold("".join(variants)) == "".join(variants.values())

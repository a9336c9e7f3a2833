"""What a complete message asks, and what is left of it."""

import json
import random
import re
from typing import Any, Final, cast

import pytest

from assistant.questions.inline_choices import is_choice, without_choices
from tests.helpers.effort import calls_of
from tests.unit.questions.inline_choices.messages import (
    CHOICES,
    FENCES,
    FORM,
    GROUP,
    NO_CHOICES,
    SINGLE,
    UNTYPED_GROUP,
    fenced,
    random_scraps,
    raw,
)


def taken_from(text: str) -> tuple[object, str]:
    """Return the choice to ask, and what is shown."""
    message = without_choices(text)
    return message.choice, message.text


@pytest.mark.parametrize("choice", CHOICES, ids=["single", "group", "form", "untyped group"])
@pytest.mark.parametrize("form", FENCES)
@pytest.mark.requirement("Q-EXTRACT-03", "Q-EXTRACT-11", "Q-EXTRACT-20")
def test_a_block_is_found_in_every_spelling_and_only_it_is_removed(
    choice: object, form: str
) -> None:
    text = f"Before.\n{fenced(choice, form=form)}\nAfter."
    assert taken_from(text) == (choice, "Before.\n\nAfter.")


@pytest.mark.parametrize("choice", CHOICES, ids=["single", "group", "form", "untyped group"])
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.requirement("Q-EXTRACT-12")
def test_a_raw_object_takes_what_follows_along(choice: object, indent: int | None) -> None:
    text = f"Before. {raw(choice, indent=indent)} After."
    assert taken_from(text) == (choice, "Before. ")


@pytest.mark.requirement("Q-EXTRACT-04")
def test_blocks_are_tried_in_order_and_those_that_are_no_choice_are_skipped() -> None:
    broken = '```json\n{ "type": "user_choice", \n```'
    other = '```json\n{ "name": 1 }\n```'
    text = f"{broken}\n{other}\n{fenced(SINGLE)}\n{fenced(GROUP)}"
    assert taken_from(text) == (SINGLE, f"{broken}\n{other}\n\n")


@pytest.mark.requirement("Q-EXTRACT-05")
def test_a_block_comes_before_a_raw_object_that_stands_earlier() -> None:
    text = f"A {raw(GROUP)} B {fenced(SINGLE)} C"
    assert taken_from(text) == (SINGLE, "A  B  C")


def test_of_raw_objects_the_first_that_is_a_choice_is_taken() -> None:
    other = '{ "type": "object" }'
    text = f"{other} A {raw(SINGLE)} B {raw(GROUP)}"
    assert taken_from(text) == (SINGLE, f"{other} A ")


@pytest.mark.parametrize("text", NO_CHOICES)
@pytest.mark.requirement("Q-EXTRACT-10")
def test_text_without_a_choice_is_left_alone(text: str) -> None:
    assert taken_from(text) == (None, text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"```json\n// a comment\n{raw(SINGLE)}\n```", id="an invalid block"),
        pytest.param(f"```json\n[{raw(SINGLE)}]\n```", id="a list"),
        pytest.param(f'```json\n{{ "response": {raw(SINGLE)} }}\n```', id="a wrapper in a block"),
        pytest.param(f'{{ "question": "x", "inner": {raw(SINGLE)} }}', id="a raw wrapper"),
        pytest.param(f'{{ "question": "x", "a": {raw(SINGLE)}, "type": "x" }}', id="wrong type"),
        pytest.param(f"```python\n{raw(SINGLE)}\n```", id="another language"),
        pytest.param(f"```jsonc\n{raw(SINGLE)}\n```", id="jsonc"),
        pytest.param(f'a stray {{ "type": and {raw(SINGLE)}', id="behind a stray beginning"),
        pytest.param(f'{{ "question": "open {raw(SINGLE)}', id="behind an open quote"),
        pytest.param(f'{{ "question": {raw(SINGLE)}', id="behind a question that is no text"),
        pytest.param(f"{{{raw(SINGLE)}}}", id="behind a brace"),
        pytest.param(f"`{raw(SINGLE)}`", id="in backticks"),
        pytest.param(f"````markdown\n{fenced(SINGLE)}\n````", id="in a longer fence"),
    ],
)
@pytest.mark.requirement("Q-EXTRACT-22")
def test_a_choice_is_found_wherever_it_stands(text: str) -> None:
    assert taken_from(text)[0] == SINGLE


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"A\n```\n{raw(SINGLE)}\n```\nB", "A\n"),
        (f"A\n```\r\n\n  {raw(SINGLE)}\n```", "A\n"),
        (f"A\n```\nwords\n{raw(SINGLE)}\n```", "A\n```\nwords\n"),
        (f"A\n```json\n{raw(SINGLE)}", "A\n"),
        (f"A\n```json\n{raw(SINGLE)}\nWhich?\n```\nB", "A\n"),
        (f"A\n~~~\n{raw(SINGLE)}\n~~~\nB", "A\n"),
        (f"```\ncode\n```\n{raw(SINGLE)}", "```\ncode\n```\n"),
        (f"```\ncode\n```\n```\n{raw(SINGLE)}\n```", "```\ncode\n```\n"),
        (f"A\n1. ```\n   {raw(SINGLE)}\n   ```", "A\n"),
        (f"A\n- 1) ~~~\n{raw(SINGLE)}", "A\n"),
        (f"A\n1. ```\n   code\n   ```\n{raw(SINGLE)}", "A\n1. ```\n   code\n   ```\n"),
        (f"```\n- ```\n{raw(SINGLE)}", "```\n- ```\n"),
        (f"```python\ncode\n```\n\n{raw(SINGLE)}", "```python\ncode\n```\n\n"),
        (f"`x` ``` {raw(SINGLE)}", "`x` ``` "),
    ],
)
@pytest.mark.requirement("Q-EXTRACT-13")
def test_a_plain_fence_right_before_a_raw_choice_goes_with_it(text: str, left: str) -> None:
    assert taken_from(text) == (SINGLE, left)


@pytest.mark.parametrize(
    ("opening", "left"),
    [
        ("```json\nHere is my question:\n", ""),
        ("```json\nHere is my question: ", ""),
        ("```json\n아래에서 골라 주세요.\n\n", ""),
        ("```json\n**请选择**\n", ""),
        ("```json\nresponse: ", ""),
        ("```json\n- ", ""),
        ("```\njson\n", ""),
        ("```\nJSON:\n", ""),
        ("~~~\nuser_choice\n", ""),
        ("```\nOutput of the program:\n", "```\nOutput of the program:\n"),
        (f"```json\n{'word ' * 41}\n", f"```json\n{'word ' * 41}\n"),
    ],
)
def test_words_that_introduce_the_object_of_a_block_go_with_it(opening: str, left: str) -> None:
    text = f"A\n{opening}{raw(SINGLE)}\n{opening[:3]}"
    assert taken_from(text) == (SINGLE, f"A\n{left}")


_DECODER: Final = json.JSONDecoder()


def decoded(text: str, at: int) -> tuple[object, int] | None:
    """Return the object at a place and where it ends, if it is JSON."""
    try:
        value, end = cast("tuple[object, int]", _DECODER.raw_decode(text, at))
    except ValueError:
        return None
    return value, end


def by_the_book(text: str) -> object:
    """Return the choice by the rules read literally: simple, slow, and of other code."""
    for opening in re.finditer(r"`{3,}", text):
        tag = re.compile(r"json[ \t\r\n]*(?={)", re.IGNORECASE).match(text, opening.end())
        found = decoded(text, tag.end()) if tag else None
        if found is not None and is_choice(found[0]):
            closing = re.compile(rf"[\s,]*{opening[0]}").match(text, found[1])
            if closing:
                return found[0]
    for start in re.finditer(r'{\s*"(?:type|question)"\s*:', text):
        found = decoded(text, start.start())
        if found is not None and is_choice(found[0]):
            return found[0]
    return None


def test_the_choice_is_the_one_by_the_book() -> None:
    source = random.Random(20)
    for number in range(800):
        text = random_scraps(source)
        shown = without_choices(text)
        # The book takes a whole choice out of one that cannot be read.
        if shown.unreadable is None:
            assert shown.choice == by_the_book(text), (number, text)


@pytest.mark.requirement("Q-EXTRACT-06")
def test_bounds_heed_strings_and_escapes() -> None:
    choice = SINGLE | {"question": 'A "}" or \\" and \\\\ } { `', "context": "\\"}
    for text in (raw(choice), fenced(choice), fenced(choice, form="```json{}```")):
        assert taken_from(f"x {text}") == (choice, "x ")


@pytest.mark.parametrize(
    "inside",
    [
        '"choices": [%s, {"type": "user_choice", "question": "no options"}]',
        '"choices": [%s, oops]',
        '"choices": [%s',
    ],
)
def test_a_broken_group_is_not_asked_in_parts(inside: str) -> None:
    text = '{"type": "user_choice_group", "question": "G", ' + inside % raw(SINGLE) + "}"
    shown = without_choices(text)
    assert (shown.choice, shown.text) == (None, "")
    assert shown.unreadable is not None
    assert shown.unreadable.text == text


def test_words_behind_a_choice_that_cannot_be_asked_are_searched_on() -> None:
    broken = '{"type": "user_choice", "question": "Q", "options": []}'
    assert taken_from(f"{broken} and {raw(GROUP)}") == (GROUP, " and ")


def test_names_written_with_escapes_count_as_what_they_say() -> None:
    text = raw(SINGLE).replace("user_choice", "user\\u005fchoice").replace('"opt', '"\\u006fpt')
    assert taken_from(text)[0] == SINGLE


@pytest.mark.parametrize(
    "value",
    [pytest.param("[" * 40 + "]" * 40, id="nesting"), pytest.param("9" * 5000, id="number")],
)
def test_a_choice_with_a_value_that_nobody_reads_cannot_be_asked(value: str) -> None:
    text = raw(SINGLE)[:-1] + f', "x": {value}}}'
    shown = without_choices(text)
    assert (shown.choice, shown.text) == (None, "")
    assert shown.unreadable is not None
    assert shown.unreadable.text == text


@pytest.mark.requirement("Q-EXTRACT-21")
def test_work_is_linear_in_a_text_without_a_choice() -> None:
    text = 'Words, `code`, {x} and { "type": "object", "n": [1, 2] }. ' * 2000
    short, long = text[:10_000], text[:100_000]
    assert taken_from(long) == (None, long)
    once = calls_of(lambda: taken_from(short))
    assert once < 2 * len(short)
    assert calls_of(lambda: taken_from(long)) < 11 * once


VALUES: Final[list[tuple[Any, bool]]] = [
    (SINGLE, True),
    (GROUP, True),
    (FORM, True),
    (UNTYPED_GROUP, True),
    (SINGLE | {"type": "user_choice_x"}, False),
    (SINGLE | {"type": None}, False),
    (SINGLE | {"type": ["user_choice"]}, False),
    ({key: SINGLE[key] for key in ("question", "options")}, False),
    ({"question": "Q", "choices": [{"id": "1", "label": "A"}]}, False),
    ({"question": "Q", "choices": cast("list[Any]", [])}, False),
    ({"question": "Q", "choices": ["A", "B"]}, False),
    (SINGLE | {"question": " "}, False),
    (SINGLE | cast("dict[str, Any]", {"options": []}), False),
    (SINGLE | {"options": [{"id": "1"}]}, False),
    (SINGLE | {"options": [{"label": "x" * 257}]}, False),
    (SINGLE | {"options": "A, B"}, False),
    (GROUP | {"choices": [SINGLE, GROUP]}, False),
    (GROUP | {"choices": [SINGLE, 1]}, False),
    (FORM | {"questions": [{"question": "Q", "options": ["A"]}]}, False),
    ([SINGLE], True),
    ([SINGLE, SINGLE], True),
    ([SINGLE, 1], True),
    ([1, 2], False),
    ("user_choice", False),
    (None, False),
]


@pytest.mark.parametrize(("value", "is_one"), VALUES)
@pytest.mark.requirement("Q-EXTRACT-07")
def test_what_is_a_choice(value: object, is_one: bool) -> None:
    assert is_choice(value) is is_one
    if isinstance(value, dict):
        text = fenced(cast("dict[str, Any]", value))
        assert (taken_from(text)[0] is not None) is is_one


def test_the_choice_comes_as_the_model_wrote_it() -> None:
    choice = SINGLE | {"mood": {"x": [1, None]}}
    found, _ = taken_from(json.dumps(choice))
    assert found == choice

"""Choices as models write them when they write them badly: asked where it is clear what is meant."""

import json
import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.inline_choices import ChoiceFilter, without_choices
from tests.unit.questions.inline_choices.messages import FORM, GROUP, SINGLE, fenced, random_chunks

GOOD: Final = '{"type": "user_choice", "question": "Which one?", "options": ["Tea", "Coffee"]}'
BODY: Final = '"question": "Which one?", "options": ["Tea", "Coffee"]'

CLEAR: Final = {
    "trailing commas": '```json\n{"type": "user_choice", "question": "Which one?",'
    ' "options": ["Tea", "Coffee",],}\n```',
    "line break in a string": '```json\n{"type": "user_choice", "question": "Which\none?",'
    ' "options": ["Tea", "Coffee"]}\n```',
    "line comments": '```json\n// ask first\n{"type": "user_choice", // single\n "question":'
    ' "Which one?",\n # and\n "options": ["Tea", "Coffee"] // two\n}\n```',
    "block comments": '```json\n{"type": "user_choice", /* one */ "question": "Which one?",'
    ' "options": ["Tea" /* hot */, "Coffee"]}\n```',
    "jsonc": f"```jsonc\n{GOOD}\n```",
    "json5": "```json5\n{type: 'user_choice', question: 'Which one?', options: ['Tea', 'Coffee',]}"
    "\n```",
    "JavaScript": f"```javascript\n{GOOD}\n```",
    "Python": "```python\n{'type': 'user_choice', 'question': 'Which one?',"
    " 'options': ['Tea', 'Coffee'], 'multiSelect': False, 'context': None}\n```",
    "tildes": f"~~~json\n{GOOD}\n~~~",
    "tildes without a language": f"~~~\n{GOOD}\n~~~",
    "a longer fence": f"`````json\n{GOOD}\n`````",
    "a fence with an info string": f'```json title="question.json"\n{GOOD}\n```',
    "a space before the language": f"``` json\n{GOOD}\n```",
    "tildes with an info string": f"~~~json of `one`\n{GOOD}\n~~~",
    "a fence right at the brace": f"```{GOOD}```",
    "assigned in Python": f"```python\nchoice = {GOOD}\n```",
    "assigned in TypeScript": f"```ts\nconst one: Choice = {GOOD};\n```",
    "exported in TypeScript": f"```ts\nexport const one: Choice = {GOOD} as const;\n```",
    "given to a function": f"```python\nask_user({GOOD})\n```",
    "awaited": f"```js\nawait ask.user({GOOD});\n```",
    "three quotes": '```python\n{"type": "user_choice", "question": """Which one?""",'
    ' "options": ["Tea", "Coffee"]}\n```',
    "options first": '{"options": ["Tea", "Coffee"], "question": "Which one?", "type": "user_choice"}',
    "title first": f'{{"title": "T", "type": "user_choice_group", "choices": [{GOOD}]}}',
    "a fence in a line": f"```json {GOOD} ```",
    "code within a line": f"`{GOOD}`",
    "code within a line, two marks": f"``{GOOD}`` and more.",
    "a list in a block": f"```json\n[{GOOD}]\n```",
    "a raw list": f"[{GOOD}]",
    "an unclosed fence": f"```json\n{GOOD}",
    "an unclosed fence and words": f"```json\n{GOOD}\nTake your time.",
    "an unclosed brace": f'```json\n{{"type": "user_choice", {BODY}\n```',
    "an unclosed list and brace": '```json\n{"type": "user_choice", "question": "Which one?",'
    ' "options": ["Tea", "Coffee"\n```',
    "single quotes": "{'type': 'user_choice', 'question': 'Which one?', 'options': ['Tea', 'Coffee']}",
    "full-width quotes": "{“type”：“user_choice”，“question”：“Which one?”，“options”：[“Tea”，“Coffee”]}",
    "quotes of one kind at both ends": "{”type”: ”user_choice”, ”question”: ”Which one?”,"
    " ”options”: [”Tea”, ”Coffee”]}",
    "bare keys": '{type: "user_choice", question: "Which one?", options: ["Tea", "Coffee"]}',
    "missing commas at line ends": '{"type": "user_choice"\n "question": "Which one?"\n'
    ' "options": [\n"Tea"\n"Coffee"\n]}',
    "missing comma between options": '{"type": "user_choice", "question": "Which one?",'
    ' "options": [{"label": "Tea"} {"label": "Coffee"}]}',
    "the type last": f"```json\n{{{BODY}, \"type\": \"user_choice\"}}\n```",
    "a bare list of labels as text": '{"type":"user_choice","question":"Which one?","options":\n['
    '"Tea"\n,"Coffee"]}',
}  # fmt: skip
"""What is said badly and can be meant in one way only."""


def asked(choice: Any) -> tuple[str, list[str]]:
    """Return the first question and its labels."""
    question = parse_text_choice(choice, form_id="f").questions.questions[0]
    return " ".join(question.text.split()), [option.label for option in question.options]


def streamed(text: str, chunks: list[str]) -> tuple[str, object, object]:
    choice_filter = ChoiceFilter()
    passed = "".join(choice_filter.feed(chunk) for chunk in chunks)
    rest = choice_filter.finish()
    return passed + rest.text, rest.choice, rest.unreadable


def assert_chunks_do_not_matter(text: str) -> None:
    whole = without_choices(text)
    source = random.Random(len(text))
    for chunks in (list(text), random_chunks(source, text), random_chunks(source, text)):
        assert streamed(text, chunks) == (whole.text, whole.choice, whole.unreadable)


@pytest.mark.parametrize("text", CLEAR.values(), ids=CLEAR)
def test_what_is_clear_is_asked_and_nothing_of_it_is_shown(text: str) -> None:
    message = f"Words before.\n{text}"
    shown = without_choices(message)
    assert shown.unreadable is None
    assert asked(shown.choice) == ("Which one?", ["Tea", "Coffee"])
    assert shown.text == "Words before.\n"
    assert_chunks_do_not_matter(message)


@pytest.mark.parametrize(
    "options",
    ["[2, 4]", '[{"label": 2}, {"label": 4}]', '[{"id": 1, "label": 2}, {"id": 2, "label": "4"}]'],
)
def test_labels_that_are_numbers_are_labels(options: str) -> None:
    shown = without_choices(
        f'{{"type": "user_choice", "question": "How many?", "options": {options}}}'
    )
    assert asked(shown.choice) == ("How many?", ["2", "4"])


def test_a_list_of_choices_is_asked_as_a_group() -> None:
    other = GOOD.replace("Which one?", "And where?")
    shown = without_choices(f"```json\n[{GOOD}, {other}]\n```")
    assert shown.choice is not None
    questions = parse_text_choice(shown.choice, form_id="f").questions.questions
    assert [question.text for question in questions] == ["Which one?", "And where?"]
    assert shown.text == ""


def test_of_two_objects_in_one_block_the_first_is_asked_and_the_block_is_gone() -> None:
    other = GOOD.replace("Which one?", "And where?")
    shown = without_choices(f"Before.\n```json\n{GOOD}\n\n{other}\n```\nAfter.")
    assert asked(shown.choice)[0] == "Which one?"
    assert shown.text == "Before.\n\nAfter."
    assert "1 further choices in the message are not shown" in shown.notes


UNCLEAR: Final = {
    "cut in a label": '```json\n{"type": "user_choice", "question": "Which?", "options": ["Te',
    "cut in a label, closed fence": '```json\n{"type": "user_choice", "question": "Which?",'
    ' "options": ["Te\n```',
    "cut between options": '{"type": "user_choice", "question": "Which?", "options": ["Tea", ',
    "words outside strings": '```json\n{"type": "user_choice", "question": "Which?",'
    ' "options": [Tea, Coffee]}\n```',
    "no options": '{"type": "user_choice", "question": "Which?"}',
    "options that are no list": '{"type": "user_choice", "question": "Which?", "options": "Tea"}',
    "a quote that may be an end": '{"type": "user_choice", "question": "Say "hi", or not?",'
    ' "options": ["Tea", "Coffee"]}',
    "a hole in the list": '{"type": "user_choice", "question": "Which?", "options": ["Tea",,"x"]}',
    "an ellipsis": '```json\n{"type": "user_choice", "question": "Which?", "options": ["Tea", ...]}'
    "\n```",
}
"""What is meant as a choice and leaves a doubt."""


@pytest.mark.parametrize("text", UNCLEAR.values(), ids=UNCLEAR)
def test_what_is_unclear_is_not_asked_not_shown_and_not_lost(text: str) -> None:
    message = f"Words before.\n{text}"
    shown = without_choices(message)
    assert shown.choice is None
    assert shown.text == "Words before.\n"
    assert shown.unreadable is not None
    assert shown.unreadable.text == text
    assert shown.unreadable.fault
    assert_chunks_do_not_matter(message)


@pytest.mark.parametrize(
    "text",
    [
        '```sh title="a"\nls\n```',
        "```python\nvalue = 3\nother = {'type': 'user'}\n```",
        "```python\na = b = {1: 2}\n```",
        "``` text\nplain\n```",
        "Run ```{}``` and ```x = {}```.",
        "Run `{}`, `[1, 2]`, ``{x: `y`}`` and `{`.",
        '{"title": {"type": "user_choice"}}',
        '{"options": [1, 2], "type": "enum"}',
    ],
)
def test_code_and_data_are_shown_as_they_are(text: str) -> None:
    shown = without_choices(text)
    assert (shown.text, shown.choice, shown.unreadable) == (text, None, None)
    assert_chunks_do_not_matter(text)


def test_words_and_blocks_behind_an_unreadable_block_are_shown() -> None:
    broken = UNCLEAR["words outside strings"]
    shown = without_choices(f"A\n{broken}\nB\n```python\nx = 1\n```\nC")
    assert shown.text == "A\n\nB\n```python\nx = 1\n```\nC"


def test_a_choice_behind_an_unreadable_one_is_asked() -> None:
    shown = without_choices(f"A\n{UNCLEAR['words outside strings']}\nB\n```json\n{GOOD}\n```")
    assert asked(shown.choice)[0] == "Which one?"
    assert shown.unreadable is not None


Spelling = Callable[[str], str]
_SPELLINGS: Final[dict[str, Spelling]] = {
    "as it is": lambda text: text,
    "trailing commas": lambda text: text.replace("}", ",}").replace("]", ",]"),
    "comments": lambda text: text.replace("[", "[ // list: {\n").replace("{", "{ /* } */"),
    "line ends": lambda text: text.replace("{", "{\r\n").replace(",", ",\n\t"),
}
TEXTS: Final = st.text(
    st.characters(codec="utf-8", exclude_characters="{}[],\"'“”„‟＂‘’‚＇:：，\\", exclude_categories=["Cs", "Cc", "Cf"]),
    min_size=1,
    max_size=12,
).filter(lambda text: bool(text.strip()))  # fmt: skip


def choice_of(question: str, labels: list[str]) -> dict[str, Any]:
    return {"type": "user_choice", "question": question, "options": labels}


CHOICES: Final = st.builds(choice_of, TEXTS, st.lists(TEXTS, min_size=1, max_size=4, unique=True))


def quoted(text: str, quote: str) -> str:
    """Return JSON with other quotes; its strings contain none."""
    left, right = {"'": "''", "“": "“”"}.get(quote, '""')
    parts = text.split('"')
    marks = [left if n % 2 == 0 else right for n in range(len(parts) - 1)]
    return "".join(part + mark for part, mark in zip(parts, [*marks, ""], strict=True))


@given(
    CHOICES,
    st.lists(st.sampled_from(sorted(_SPELLINGS)), max_size=2, unique=True),
    st.sampled_from("\"'“"),
)
def test_spelling_does_not_change_what_is_asked(
    choice: dict[str, Any], spellings: list[str], quote: str
) -> None:
    text = json.dumps(choice, ensure_ascii=False)
    for name in spellings:
        text = _SPELLINGS[name](text)
    shown = without_choices(f"```json\n{quoted(text, quote)}\n```")
    assert shown.choice == json.loads(json.dumps(choice))
    assert shown.text == ""


@given(
    st.sampled_from([SINGLE, GROUP, FORM]),
    st.lists(st.tuples(st.integers(0, 2000), st.sampled_from(list("{}[]\"',:`\\\n x/#"))), max_size=3),
)  # fmt: skip
def test_whatever_is_mistyped_chunks_do_not_matter_and_nothing_is_lost(
    choice: dict[str, Any], edits: list[tuple[int, str]]
) -> None:
    text = fenced(choice)
    for place, mark in edits:
        place %= len(text)
        text = text[:place] + mark + text[place + 1 :]
    assert_chunks_do_not_matter(text)
    shown = without_choices(text)
    assert shown.choice or (shown.unreadable and shown.unreadable.text) or shown.text

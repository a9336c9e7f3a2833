"""Text flows, choices do not, however a message is cut into chunks."""

import random
from collections.abc import Sequence

import pytest

from assistant.questions.inline_choices import (
    ChoiceFilter,
    FilteredMessage,
    without_choices,
)
from tests.conftest import STRESS
from tests.helpers.effort import calls_of
from tests.unit.questions.inline_choices.messages import (
    CHOICES,
    FENCES,
    FORM,
    GROUP,
    NO_CHOICES,
    SINGLE,
    UNTYPED_GROUP,
    expected,
    fenced,
    random_chunks,
    random_message,
    random_scraps,
    raw,
    whole,
)

MESSAGES = 10_000 if STRESS else 400
SEED = random.randrange(2**32) if STRESS else 20


def streamed(chunks: Sequence[str]) -> tuple[FilteredMessage, list[str]]:
    """Feed the chunks; return the result and everything let through up to each moment."""
    choice_filter = ChoiceFilter()
    seen: list[str] = []
    released = ""
    for chunk in chunks:
        released += choice_filter.feed(chunk)
        seen.append(released)
    rest = choice_filter.finish()
    return FilteredMessage(
        text=released + rest.text,
        choice=rest.choice,
        unreadable=rest.unreadable,
        notes=rest.notes,
    ), seen


def released_before_the_end(*chunks: str) -> str:
    choice_filter = ChoiceFilter()
    return "".join(choice_filter.feed(chunk) for chunk in chunks)


@pytest.mark.requirement("TEST-01")
@pytest.mark.timeout(900)
def test_whatever_the_chunks_the_result_is_that_of_the_whole_message() -> None:
    source = random.Random(SEED)
    for number in range(MESSAGES):
        pieces = random_message(source)
        message = whole(pieces)
        choice, text = expected(pieces)
        at_once = without_choices(message)
        assert (at_once.choice, at_once.text) == (choice, text), (SEED, number, message)
        result, seen = streamed(random_chunks(source, message))
        assert result == at_once, (SEED, number, message)
        assert all(text.startswith(prefix) for prefix in seen), (SEED, number, message)


@pytest.mark.timeout(900)
def test_whatever_is_thrown_together_chunks_do_not_matter() -> None:
    source = random.Random(SEED + 1)
    for number in range(MESSAGES):
        message = random_scraps(source)
        at_once = without_choices(message)
        result, seen = streamed(random_chunks(source, message))
        assert result == at_once, (SEED, number, message)
        assert all(at_once.text.startswith(prefix) for prefix in seen), (SEED, number, message)


@pytest.mark.parametrize("before", ["{/*", "{//", "{#", "[/*", "[//", "[ #", "{ /"])
def test_a_comment_in_plain_text_hides_no_choice_however_it_arrives(before: str) -> None:
    message = f"{before}{raw(SINGLE)}"
    assert without_choices(message).text == before
    assert streamed(message)[0] == without_choices(message)


@pytest.mark.parametrize("choice", CHOICES, ids=["single", "group", "form", "untyped group"])
@pytest.mark.parametrize("form", [*FENCES, "{}"])
@pytest.mark.requirement("Q-EXTRACT-14", "Q-EXTRACT-15")
def test_character_by_character_nothing_of_a_choice_is_let_through(
    choice: object, form: str
) -> None:
    result, seen = streamed(f"Before.\n{fenced(choice, form=form)}")
    assert result.choice == choice
    assert result.text == "Before.\n"
    assert seen[-1] == "Before.\n"


@pytest.mark.parametrize("text", NO_CHOICES)
def test_text_without_a_choice_comes_out_as_it_went_in(text: str) -> None:
    assert streamed(text)[0] == without_choices(text)
    assert without_choices(text).text == text
    assert without_choices(text).choice is None


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('Ordinary words, "quotes" and 질문. ', id="prose"),
        pytest.param("```python\nx = {}\n```\n", id="a closed block"),
        pytest.param("```python\nif x", id="an open block of another language"),
        pytest.param("{ name }, {}, {{x}} ", id="braces"),
        pytest.param("Inline `code`, ", id="inline code"),
        pytest.param("~~~json\n{}", id="tildes"),
        pytest.param("> A quote.\n> > another\n>x\n\n", id="quotes"),
        pytest.param("A - 1. b\n--- \n", id="no marks of a list"),
        pytest.param("x < y > z <= 1, <3, </b> and <br/>.", id="angle brackets"),
    ],
)
def test_ordinary_text_is_let_through_at_once(text: str) -> None:
    assert released_before_the_end(text) == text
    assert released_before_the_end(*text) == text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("`x", id="one backtick"),
        pytest.param("```\nx", id="plain block"),
        pytest.param("```js of x\ny z", id="words below a tag"),
        pytest.param("```python\n(", id="no object below a tag"),
        pytest.param("```python\nx = y", id="no object behind an assignment"),
        pytest.param("```python\nx(y", id="no object in a call"),
        pytest.param(f"```json t\n{'word ' * 40}x", id="many words below the JSON tag"),
        pytest.param("```json\n(", id="no word below the JSON tag"),
        pytest.param("```\njsonx", id="words below a fence"),
        pytest.param("> x", id="words in a quote"),
        pytest.param("- x", id="words of a list"),
        pytest.param("12. x", id="words of a numbered list"),
        pytest.param("2024", id="a number of a line"),
        pytest.param("<b>x", id="words behind a tag"),
        pytest.param("<b;", id="a tag with more than a name"),
        pytest.param(f"<b {'x' * 81}", id="a tag with far more than a name"),
        pytest.param('<img src="a">', id="a picture"),
        pytest.param("{ x", id="no key"),
        pytest.param('{ "z', id="another first key"),
        pytest.param('{ "\\', id="an escape in the first key"),
        pytest.param('{ "types', id="a longer key"),
        pytest.param('{ "type" x', id="no colon"),
        pytest.param('{ "type": 1', id="a type that is no text"),
        pytest.param('{ "question": 1', id="a question that is no text"),
        pytest.param('{ "type": "o', id="another type, at its first letter"),
        pytest.param('{ "type": "user_choice_",', id="another type, at its end"),
        pytest.param('{ "type": "user_choice"}', id="complete, and no choice"),
        pytest.param('{ "type": "user_choice", "n": =', id="no value"),
        pytest.param('{ "type": "user_choice" :', id="a colon behind a value"),
        pytest.param('{ "type": "user_choice", "n": [1}', id="another bracket"),
        pytest.param('{ "question": "a", "type": "q', id="another type later on"),
        pytest.param("```json\n[1", id="a list of no objects"),
        pytest.param('```json\n{ "a": 1 }', id="a block that is no choice"),
        pytest.param('```json\n{ "a": =', id="a block that is no JSON"),
        pytest.param('```json\n{ "a": 1, "type": "q', id="a block of another type"),
        pytest.param('```\n{ "type": "q', id="a plain block of another type"),
    ],
)
@pytest.mark.requirement("Q-EXTRACT-15")
def test_what_was_withheld_is_let_through_by_the_character_that_rules_a_choice_out(
    text: str,
) -> None:
    for chunks in ([text[:-1]], list(text[:-1])):
        choice_filter = ChoiceFilter()
        released = "".join(choice_filter.feed(chunk) for chunk in chunks)
        assert released == ""
        assert choice_filter.feed(text[-1]) == text


@pytest.mark.parametrize("choice", [SINGLE, GROUP, FORM, UNTYPED_GROUP])
@pytest.mark.parametrize("form", [*FENCES, "{}"])
@pytest.mark.requirement("Q-EXTRACT-16")
def test_a_choice_that_the_message_breaks_off_in_is_not_asked_and_not_lost(
    choice: object, form: str
) -> None:
    text = fenced(choice, form=form, indent=None)
    last = text.rindex("}")
    for end in range(last):
        shown = without_choices(text[:end])
        assert shown.choice is None
        assert shown.text + (shown.unreadable.text if shown.unreadable else "") == text[:end]


@pytest.mark.parametrize(
    ("text", "choice", "unreadable", "shown"),
    [
        pytest.param(
            'A {"type": "user_choice", "question": nope\\x\n```\nB',
            None, '{"type": "user_choice", "question": nope\\x\n', "A ```\nB",
            id="a broken object ends at a fence",
        ),
        pytest.param(
            f"A [{raw(SINGLE)}", SINGLE, None, "A [", id="a list breaks off behind a whole choice"
        ),
        pytest.param(
            f"~~~```bash\n[{raw(SINGLE)}]\n~~~",
            None, None, f"~~~```bash\n[{raw(SINGLE)}]\n~~~",
            id="a language that is named behind two fences",
        ),
    ],
)  # fmt: skip
def test_wherever_a_message_is_cut_in_two_it_is_read_alike(
    text: str, choice: object, unreadable: str | None, shown: str
) -> None:
    for chunks in (list(text), *([text[:at], text[at:]] for at in range(len(text)))):
        read, _seen = streamed(chunks)
        assert (read.choice, read.text) == (choice, shown)
        assert (read.unreadable.text if read.unreadable else None) == unreadable


def test_code_behind_an_open_choice_in_a_block_of_code_is_no_further_choice() -> None:
    text = f"```js\n{raw(SINGLE)}{{[{raw(SINGLE)}"
    assert without_choices(text).choice == SINGLE
    assert not any("further choices" in note for note in without_choices(text).notes)


def test_a_block_that_is_not_closed_ends_with_the_message() -> None:
    shown = without_choices(f"Words\n```json\n{raw(SINGLE)}\n")
    assert shown.choice == SINGLE
    assert shown.text == "Words\n"


def test_text_behind_a_raw_choice_is_kept_back_and_dropped() -> None:
    choice_filter = ChoiceFilter()
    assert choice_filter.feed(f"Words {raw(SINGLE)} and") == "Words "
    assert choice_filter.feed(" more words") == ""
    rest = choice_filter.finish()
    assert rest.text == ""
    assert rest.choice == SINGLE
    assert rest.notes == ("14 characters behind a choice outside a block are not shown",)


def test_a_block_that_follows_wins_and_gives_the_kept_text_back() -> None:
    choice_filter = ChoiceFilter()
    assert choice_filter.feed(f"A {raw(SINGLE)} B ") == "A "
    assert choice_filter.feed(f"C {fenced(GROUP)} D") == " B C  D"
    rest = choice_filter.finish()
    assert (rest.text, rest.choice) == ("", GROUP)
    assert rest.notes == ("1 further choices in the message are not shown",)


@pytest.mark.requirement("Q-EXTRACT-08", "Q-EXTRACT-09")
def test_later_choices_are_neither_asked_nor_shown() -> None:
    message = f"A\n{fenced(SINGLE)}\nB\n{fenced(GROUP)}\nC\n{raw(FORM)}\nD"
    shown = without_choices(message)
    assert shown.choice == SINGLE
    assert shown.text == "A\n\nB\n\nC\n\nD"
    assert "2 further choices in the message are not shown" in shown.notes


def test_a_form_with_options_instead_of_choices_cannot_be_asked_and_is_noted() -> None:
    text = """```json
{ "type": "user_choices", "title": "T",
  "questions": [{ "id": "q1", "question": "Q", "options": [{ "id": "1", "label": "A" }] }] }
```"""
    shown = without_choices(text)
    assert (shown.choice, shown.text) == (None, "")
    assert shown.unreadable is not None
    assert shown.unreadable.text == text
    assert "user_choices_options_ignored" in shown.notes


def test_notes_say_why_a_choice_is_not_asked_and_quote_nothing() -> None:
    shown = without_choices('{ "type": "user_choice", "question": "secret" }')
    (note,) = shown.notes
    assert "options" in note or "choices" in note
    assert "secret" not in note


def effort(*chunks: str) -> int:
    """Return how many functions are called for a whole message; `parley bench stream` times it."""
    choice_filter = ChoiceFilter()
    return calls_of(
        lambda: ([choice_filter.feed(chunk) for chunk in chunks], choice_filter.finish())
    )


def test_ordinary_text_is_not_looked_at_letter_by_letter() -> None:
    text = "The quick brown fox, with `code` (see {x}) and “quotes”, jumps over it. "
    assert effort(text * 30_000) < 100


def test_words_within_a_line_cost_next_to_nothing_however_small_the_pieces() -> None:
    words = "Ordinary words, and 질문, and no more. " * 100
    chunks = [words[at : at + 5] for at in range(0, len(words), 5)]
    assert effort(*chunks) < 3 * len(chunks)


@pytest.mark.parametrize("line", [">\n", "> > >\n", "> words\n", "> {\n", '> {"type":\n'])
def test_lines_of_a_quote_are_not_looked_at_one_by_one(line: str) -> None:
    assert effort(line * 5_000) < 15 * 5_000


@pytest.mark.parametrize(("block", "most"), [("```\n", 44), ('```json\n{"a":', 110)])
def test_the_opening_line_of_a_block_is_one_step(block: str, most: int) -> None:
    assert effort(block * 5_000) < most * 5_000


def test_a_string_that_is_complete_is_one_step() -> None:
    labels = ", ".join('"A label of some words"' for _ in range(5_000))
    assert effort(f'{{"question": "Q", "options": [{labels}') < 30 * 5_000


@pytest.mark.parametrize(
    "unit",
    [
        "{",
        "{ ",
        '{ "type":',
        '{"question":"a","x":',
        '{"type":"user_choice","x":',
        '{"question":"a","choices":[],"x":',
        '{"question":"',
        "```",
        "```\n",
        ">",
        ">\n",
        ">\n\n",
        "> {\nx\n",
        '> {"type":\n',
        '> {"question":"\nx\n',
        "{/*",
        "<a>",
        "<a> > ",
        "```json ",
        '```json\n{"a":',
        '{"question":"a","choices":[{' * 30 + "}]}" * 30,
        '{"name":',
        '{"name":"ask_user_question","x":',
        '{"type":"function","x":{',
        "ask_user_question",
        "ask_user_question(",
        "ask_user_question({",
        'ask_user_question({"a":"',
        "a as ask ask_user_q ",
        "ask_user_question <a> ",
        '{\\"type\\":\\"user_choice\\",\\"x\\":',
        "｛“type”：",
        "\ufeff{",
        "```bash\n{",
    ],
)
def test_hostile_text_takes_work_in_proportion_to_its_length(unit: str) -> None:
    small, large = ((unit * (size // len(unit) + 1))[:size] for size in (5_000, 40_000))
    assert without_choices(large).text == large
    assert effort(large) < 9 * effort(small)


@pytest.mark.parametrize(
    "unit",
    [
        '{"name":"ask_user_question","arguments":{',
        'ask_user_question>{"questions":[',
        'ask_user_question({"question":"',
    ],
)
def test_calls_without_end_take_work_in_proportion_to_their_length(unit: str) -> None:
    small, large = (unit * (size // len(unit)) for size in (5_000, 40_000))
    assert without_choices(large).unreadable is not None
    assert effort(large) < 9 * effort(small)

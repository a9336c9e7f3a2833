"""Choices in quotes, in lists and between XML-like tags: asked, and nothing of these stays."""

import json
import random
import re
from typing import Final

import pytest

from assistant.questions.inline_choices import ChoiceFilter, without_choices
from tests.conftest import STRESS
from tests.unit.questions.inline_choices.messages import (
    FORM,
    GROUP,
    SCRAPS,
    SINGLE,
    expected,
    fenced,
    random_chunks,
    random_message,
    raw,
    whole,
)

MESSAGES = 10_000 if STRESS else 300
SEED = random.randrange(2**32) if STRESS else 20
BLOCK, OBJECT = fenced(SINGLE), raw(SINGLE)


def quoted(text: str, mark: str = "> ") -> str:
    return "\n".join(mark + line for line in text.split("\n"))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"A\n\n{quoted(BLOCK)}\n\nB", "A\n\n\n\nB"),
        (f"A\n{quoted(BLOCK, '>')}\nB", "A\n\nB"),
        (f"A\n{quoted(BLOCK, '> > ')}\nB", "A\n\nB"),
        (quoted(f"A\n{BLOCK}\nB"), "> A\n\n> B"),
        (quoted(f"A\n{OBJECT}\nB"), "> A\n"),
        (quoted(f"A\n```\n{OBJECT}\n```"), "> A\n"),
        (f"> A {raw(SINGLE, indent=None)}\n> B", "> A "),
        (f"  - A\n  {quoted(BLOCK).replace(chr(10), chr(10) + '  ')}\nB", "  - A\n  \nB"),
        (f"A\n<user_choice>\n{BLOCK}\n</user_choice>\nB", "A\n\nB"),
        (f"A <choice>{raw(SINGLE, indent=None)}</choice> B", "A "),
        (f"A\n<a>\n<b>{BLOCK}</b>\n</a>\nB", "A\n\nB"),
        (f"A\n<a>{BLOCK}B</a>", "A\nB</a>"),
        (f"A\n<a>{BLOCK}\n</", "A\n\n</"),
        (f'A\n<choice id="q1">\n{BLOCK}\n</choice>\nB', "A\n\nB"),
        (f"A\n<function=ask>\n{BLOCK}\n</function>\nB", "A\n\nB"),
        (f"A\n<details open>\n<pre><code class='x'>{BLOCK}</code></pre>\n</details>\nB", "A\n\nB"),
        (f"A\nfunctools[{raw(SINGLE, indent=None)}]", "A\n"),
        (f"A\n[TOOL_CALLS] {OBJECT}", "A\n"),
        (f"A\n[TOOL_CALLS]{BLOCK}\nB", "A\n\nB"),
        (f"A [TOOL_CALLS][{raw(SINGLE, indent=None)}]", "A "),
        (f"A\n[TOOL_CALL] {OBJECT}", "A\n[TOOL_CALL] "),
        (f"A [TOOL\n{OBJECT}", "A [TOOL\n"),
        (f'<img src="a.png">\n{BLOCK}', '<img src="a.png">\n'),
        (f"<질문>\n{BLOCK}\n</질문>", ""),
        (quoted(f"<a>\n{BLOCK}\n</a>\nB"), "\n> B"),
        (f"x <b{BLOCK}", "x <b"),
        (f"{' ' * 900}> {BLOCK}", " " * 900),
        (f"{'x' * 900} > {BLOCK}", f"{'x' * 900} > "),
        (f"A\n- {BLOCK}\nB", "A\n\nB"),
        (f"A\n- a\n- {OBJECT}", "A\n- a\n"),
        (f"A\n1. {BLOCK}\n2. {fenced(GROUP)}\nB", "A\n\n\nB"),
        (f"A\n12)\n{BLOCK}\nB", "A\n\nB"),
        (f"A\n  - 1. {BLOCK}", "A\n  "),
        (f"A\n• <a>{BLOCK}</a>\nB", "A\n\nB"),
        (f"<a>\n* {BLOCK}\n</a>\nB", "\nB"),
        (f"> A\n> - {OBJECT}", "> A\n"),
        (f"A -\n{BLOCK}", "A -\n"),
        (f"A\n- B: {BLOCK}", "A\n- B: "),
        (f"In 2024. {BLOCK}", "In 2024. "),
        (f"2024. {BLOCK}", "2024. "),
        (f"-{BLOCK}", "-"),
        (f"---\n{BLOCK}", "---\n"),
        (f"<b>x</b>\n{BLOCK}", "<b>x</b>\n"),
        (f"{BLOCK}\n<a>\n{fenced(GROUP)}\n</a>\nB", "\n\nB"),
    ],
)
def test_what_stands_around_a_choice_for_its_sake_goes_with_it(text: str, left: str) -> None:
    shown = without_choices(text)
    assert (shown.choice, shown.text) == (SINGLE, left)


def test_an_unreadable_choice_takes_its_surroundings_along() -> None:
    shown = without_choices(quoted('<a>\n{"type": "user_choice", "question": "Q"}\n</a>\nB'))
    assert (shown.choice, shown.text) == (None, "\n> B")
    assert shown.unreadable is not None


def test_a_mark_at_a_line_of_a_choice_that_is_not_quoted_is_content() -> None:
    text = raw(SINGLE | {"context": "LINES"}).replace("LINES", "As they say:\n> cite\n> this")
    shown = without_choices(f"> A quote.\n\n{text}")
    assert shown.choice is not None
    assert shown.choice["context"] == "As they say:\n> cite\n> this"


def test_a_block_that_has_no_object_yet_leaves_a_quote_a_quote() -> None:
    shown = without_choices(f"```json\nHere it is:\n{quoted(OBJECT)}\n```")
    assert (shown.choice, shown.text) == (SINGLE, "")


def test_line_breaks_in_a_quoted_choice_are_quoted_too() -> None:
    text = raw(SINGLE | {"context": "LINES"}).replace("LINES", "One\nline")
    shown = without_choices(quoted(text))
    assert shown.choice is not None
    assert shown.choice["context"] == "One\n line"


def test_code_and_words_in_quotes_and_tags_are_shown_as_they_are() -> None:
    data = json.dumps({"a": 1})
    for text in (
        quoted(f"```json\n{data}\n```\n{data}"),
        f"<a>\n{data}\n</a>",
        ">>> x = {}\n>>> {\n... }",
        "> <b>x</b>\n<",
        "> ",
        ">\n\n<a>",
    ):
        assert without_choices(text).text == text


def test_a_quoted_message_asks_and_shows_what_it_does_without_the_quote() -> None:
    source = random.Random(SEED)
    for number in range(MESSAGES):
        pieces = random_message(source)
        shown = without_choices(quoted(whole(pieces)))
        text = re.sub(r"^> ?", "", shown.text, flags=re.MULTILINE)
        assert (shown.choice, text) == expected(pieces), (SEED, number)


WRAPPED: Final = (
    ">", "> ", "\n> ", "\n>", "  > ", "<a>", "</a>", "<a>\n", "\n</a>", "<", "<b", ' id="x">', ">>", "\n> {",
    "/*", "*/", "//", "#", "- ", "\n* ", "\n1. ", "12", ")\n", "\n  - ", "\nWords\n", '"\n> x"', quoted(raw(SINGLE)), fenced(FORM),
)  # fmt: skip


@pytest.mark.timeout(900)
def test_chunks_do_not_matter() -> None:
    source = random.Random(SEED)
    for number in range(MESSAGES):
        text = "".join(source.choices(SCRAPS + WRAPPED * 2, k=source.randint(1, 40)))
        at_once = without_choices(text)
        for chunks in (list(text), random_chunks(source, text)):
            choice_filter = ChoiceFilter()
            shown = ""
            for chunk in chunks:
                shown += choice_filter.feed(chunk)
                assert at_once.text.startswith(shown), (SEED, number, text)
            rest = choice_filter.finish()
            assert (shown + rest.text, rest.choice, rest.unreadable, rest.notes) == (
                at_once.text,
                at_once.choice,
                at_once.unreadable,
                at_once.notes,
            ), (SEED, number, text)

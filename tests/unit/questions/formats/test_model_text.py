"""Markup and escapes in the texts of a question that a model wrote."""

from typing import Any

import pytest

from assistant.questions.formats import parse_definition, parse_tool_input
from assistant.questions.formats.model_text import plain_label, plain_prose
from assistant.questions.model.question import Question


def asked(**fields: Any) -> Question:
    call = {"questions": [{"question": "Which?", "options": ["A", "B"], **fields}]}
    return parse_tool_input(call, tool_use_id="t").questions.questions[0]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Use **which** tool?", "Use which tool?"),
        ("***Both*** and *one*", "Both and one"),
        ("~~old~~ way", "old way"),
        ("R&amp;D, &quot;A&quot; &lt; B", 'R&D, "A" < B'),
        ("First line.\\nSecond line: which?", "First line.\nSecond line: which?"),
        ("First\\n\\nsecond", "First\n\nsecond"),
        ("See [the docs](https://example.org/a?b=1)", "See the docs (https://example.org/a?b=1)"),
    ],
)
def test_what_only_marks_a_text_is_taken_out(written: str, shown: str) -> None:
    assert plain_prose(written) == shown
    assert asked(question=written).text == shown
    assert asked(context=written).context == shown


@pytest.mark.parametrize(
    "text",
    [
        "`**/*.py` or `&amp;`?",
        "src/**/*.py",
        "src/**/test/**",
        "2**3 is 8, 2 ** 3 too",
        "2 * 3 * 4",
        "__init__.py and snake_case_name",
        "C:\\new\\name",
        "/tmp\\new",
        "Split at '\\n'?",
        "A & B; C &amp",
        "~/notes and ~10 minutes ~ now",
        "&amp;",
        "5 < 6 [1](not a link",
        "two\nlines, and \\n stays",
    ],
)
def test_what_may_be_content_stays(text: str) -> None:
    assert plain_prose(text) == text


def test_a_label_is_plain_and_an_address_stands_beside_it() -> None:
    labels = ["**Bold** way", "`npm run x`", "[Docs](https://example.org)", "Q&amp;A"]
    options = asked(options=labels).options
    assert [(one.label, one.description) for one in options] == [
        ("Bold way", ""),
        ("`npm run x`", ""),
        ("Docs", "https://example.org"),
        ("Q&A", ""),
    ]
    assert plain_label("[Docs](https://example.org)") == ("Docs", "https://example.org")
    described = [{"label": "[Docs](https://example.org)", "description": "All of it"}, "B"]
    assert asked(options=described).options[0].description == "All of it (https://example.org)"


def test_markup_that_tells_two_labels_apart_stays() -> None:
    options = asked(options=["*", "**x**", "x", "&amp;"]).options
    assert [one.label for one in options] == ["*", "**x**", "x", "&amp;"]


def test_previews_ids_and_the_texts_of_programs_stay_as_they_are() -> None:
    option = {"id": "**a**", "label": "A", "preview": "**bold** &amp;"}
    first = asked(options=[option, "B"]).options[0]
    assert (first.id, first.preview) == ("**a**", "**bold** &amp;")
    typed = {"question_text": "**Which**?", "type": "text"}
    assert parse_definition(typed, set_id="s").questions.questions[0].text == "**Which**?"

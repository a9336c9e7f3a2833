import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.history.model.titles import (
    MAX_OWN_TITLE,
    MAX_TITLE,
    clean_title,
    make_title,
    readable_text,
)
from tests.unit.conversation.history.model.test_replay import CHOICE


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", ""),
        (" \n\t\n", ""),
        ("Plan a trip", "Plan a trip"),
        ("\n\n  Plan   a trip \nto the sea", "Plan a trip"),
        ("# Plan **a** _trip_", "Plan a _trip_"),
        ("> - [x] 1. Plan `a` trip", "Plan a trip"),
        ("See [the page](https://example.org/x) now", "See the page now"),
        ("```python\nprint(1)\n```", "print(1)"),
        ("---\nWords", "Words"),
        ("<b>Plan</b> a trip", "Plan a trip"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("a < b and c > d", "a < b and c > d"),
        ("날씨 알려 줘\n지금", "날씨 알려 줘"),
        ("\u202eabc\u200b def", "abc def"),
        ("x" * 61, "x" * 59 + "…"),
        ("x" * 60, "x" * 60),
        ("word " * 20, "word " * 10 + "word…"),
    ],
)
def test_a_title_is_the_first_line_without_markup(text: str, title: str) -> None:
    assert make_title(text) == title


@given(st.text(max_size=200))
def test_any_words_make_a_title_of_one_short_line(text: str) -> None:
    title = make_title(text)

    assert len(title) <= MAX_TITLE
    assert len(title.splitlines()) <= 1
    assert title == title.strip()


@given(st.text(max_size=400))
def test_a_title_of_the_persons_own_is_one_line(text: str) -> None:
    title = clean_title(text)

    assert len(title) <= MAX_OWN_TITLE
    assert len(title.splitlines()) <= 1
    assert clean_title(title) == title


@pytest.mark.parametrize(
    ("role", "content", "words"),
    [
        ("user", '[{"type":"text","text":"a"},{"type":"text","text":"b"}]', "ab"),
        ("user", '[{"type":"tool_result","tool_use_id":"x","content":"no"}]', ""),
        (
            "assistant",
            '[{"type":"thinking","thinking":"no"},{"type":"text","text":"yes"},'
            '{"type":"tool_use","id":"x","name":"no","input":{}}]',
            "yes",
        ),
        (
            "assistant",
            '[{"type":"text","text":"Hm."},{"type":"tool_use","id":"x","name":"AskUserQuestion",'
            '"input":{"questions":[{"question":"Which one?","id":"q","multiSelect":false,'
            '"options":[{"label":"Red","description":"no"},"Blue"]}],"more":[[[[[[[["no"]]]]]]]]}}]',
            "Hm.\nWhich one?\nRed\nBlue",
        ),
        ("user", "not JSON", ""),
        ("user", '[{"type":"unknown"}]', ""),
        ("user", "3", ""),
    ],
)
def test_what_is_read_of_a_message_are_its_words(role: str, content: str, words: str) -> None:
    assert readable_text(role, content) == words


def test_the_json_of_a_choice_is_not_read() -> None:
    content = json.dumps([{"type": "text", "text": f"Choose: {CHOICE}"}])

    assert readable_text("assistant", content).strip() == "Choose:"
    assert CHOICE in readable_text("user", content), "what the person wrote is theirs"

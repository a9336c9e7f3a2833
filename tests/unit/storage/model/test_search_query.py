import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.storage.migrations import shipped_steps
from assistant.storage.model.search_query import (
    MAX_QUERY,
    MAX_WORDS,
    SearchTerm,
    as_phrase,
    expression,
    index_text,
    read_query,
    tokens,
)


def sought(query: str) -> list[tuple[str, bool]]:
    return [(one.text, one.is_exact) for one in read_query(query)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", []),
        ("   \n", []),
        ("!? … -- ()", []),
        ("rain", [("rain", False)]),
        ("rain snow rain", [("rain", False), ("snow", False)]),
        ('"in the rain" snow', [("in the rain", True), ("snow", False)]),
        ('snow "in the', [("snow", False), ("in the", False)]),
        ("„im Regen“ «la pluie»", [("im Regen", True), ("la pluie", True)]),
        ('rain"snow"', [("rain", False), ("snow", True)]),
        ('"" "!"', []),
        ("날씨 天气", [("날씨", False), ("天气", False)]),
        ("C++", [("C++", False)]),
    ],
)
def test_a_query_is_words_and_phrases(query: str, expected: list[tuple[str, bool]]) -> None:
    assert sought(query) == expected


def test_a_very_long_query_is_cut() -> None:
    assert len(read_query(" ".join(f"w{n}" for n in range(100)))) == MAX_WORDS
    assert read_query("x" * 10_000) == (SearchTerm("x" * MAX_QUERY),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, world_wide", ("Hello", "world", "wide")),
        ("날씨가 좋다", ("날", "씨", "가", "좋", "다")),
        ("GPT한국", ("GPT", "한", "국")),
        ("天气 is nice", ("天", "气", "is", "nice")),
        ("🎉ok", ("🎉", "ok")),
    ],
)
def test_words_are_parted_as_their_script_parts_them(text: str, expected: tuple[str, ...]) -> None:
    assert tokens(text) == expected


def test_decomposed_letters_are_joined_and_joiners_left_out() -> None:
    assert index_text("\u1112\u1161\u11ab") == " 한 "
    assert index_text("e\u0301") == "é"
    assert "\u200d" not in index_text("👩\u200d👧")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("rain", '"rain" *'),
        ('"rain"', '"rain"'),
        ("a b", '"a" AND "b" *'),
        ("ab cd", '"ab" * AND "cd" *'),
        ("비", '" 비 "'),
    ],
)
def test_the_last_word_may_be_the_beginning_of_one(query: str, expected: str) -> None:
    assert expression(read_query(query)) == expected


def test_several_words_stand_together_as_a_phrase() -> None:
    assert as_phrase(read_query("rain")) is None
    assert as_phrase(read_query('rain "and snow"')) == SearchTerm("rain and snow", is_exact=True)


@given(
    st.one_of(
        st.text(max_size=40),
        st.text(alphabet='"“”*^:(){}+-\\\x00 AND OR NOT NEAR a한天', max_size=40),
        st.text(st.characters(), max_size=10),
    )
)
def test_no_query_is_a_faulty_expression(query: str) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        table = shipped_steps()[1]
        connection.execute(table[table.index("CREATE VIRTUAL TABLE") :].strip().rstrip(";"))
        wanted = read_query(query)
        for one in (wanted, tuple(filter(None, [as_phrase(wanted)]))):
            if one:
                found = connection.execute(
                    "SELECT rowid FROM message_words WHERE message_words MATCH ?",
                    (expression(one),),
                )
                assert found.fetchall() == []

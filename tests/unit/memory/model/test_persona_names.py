import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.memory.model.persona_names import (
    MOST_BYTES,
    MOST_CHARACTERS,
    is_name,
    name_problem,
    same_name,
    tidy_name,
)

SETTINGS_PATTERN = re.compile(r"[\w][\w.-]{0,63}")


@pytest.mark.parametrize(
    "name",
    [
        "default",
        "Work-2",
        "a.b",
        "_private",
        "가게",
        "工作",
        "Ⅷ",
        "x" * MOST_CHARACTERS,
        "Été",
        "9",
    ],
)
def test_names_that_can_be(name: str) -> None:
    assert name_problem(name) == ""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="empty"),
        pytest.param(".", id="here"),
        pytest.param("..", id="up"),
        pytest.param("../x", id="way-up"),
        pytest.param("a/b", id="path"),
        pytest.param("a\\b", id="path-of-windows"),
        pytest.param("C:x", id="drive"),
        pytest.param(".hidden", id="hidden"),
        pytest.param("-x", id="option"),
        pytest.param("x.", id="dot-that-windows-drops"),
        pytest.param("x ", id="space-that-windows-drops"),
        pytest.param("a b", id="space"),
        pytest.param("a\n", id="line-end"),
        pytest.param("a\0", id="nul"),
        pytest.param("½", id="fraction-that-the-settings-refuse"),
        pytest.param("e\u0301", id="decomposed"),
        pytest.param("a\u202eb", id="turned-around"),
        pytest.param("con", id="device"),
        pytest.param("NUL.md", id="device-with-ending"),
        pytest.param("Com1", id="port"),
        pytest.param("x" * (MOST_CHARACTERS + 1), id="long"),
        pytest.param("\U00020000" * MOST_CHARACTERS, id="long-in-bytes"),
    ],
)
def test_names_that_cannot_be(name: str) -> None:
    assert name_problem(name)
    assert not is_name(name)


@pytest.mark.parametrize("name", ["work", "WORK", "Work"])
def test_a_name_is_taken_in_whatever_letters(name: str) -> None:
    assert "Work" in name_problem(name, ("default", "Work"))
    assert same_name(name, ("default", "Work")) == "Work"


def test_a_name_that_nobody_has_is_not_taken() -> None:
    assert name_problem("work", ("default",)) == ""
    assert same_name("work", ("default",)) is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("My shop", "My-shop"),
        ("  내 가게  ", "내-가게"),
        ("a / b", "a-b"),
        ("../../etc", "etc"),
        ("C++ & friends!", "C-friends"),
        ("e\u0301tude", "\u00e9tude"),
        ("😀", ""),
        ("done.", "done"),
    ],
)
def test_what_somebody_types_becomes_a_name(typed: str, name: str) -> None:
    assert tidy_name(typed) == name


@given(st.text(max_size=90))
def test_a_tidied_name_can_be_or_is_reserved_or_empty(text: str) -> None:
    name = tidy_name(text)
    assert tidy_name(name) == name
    assert len(name) <= MOST_CHARACTERS
    assert len(name.encode()) <= MOST_BYTES
    if name:
        reserved = f"Some systems cannot have a folder called {name}."
        assert name_problem(name) in {"", reserved}


@given(st.text(max_size=70))
def test_whatever_can_be_is_a_name_in_the_settings_too(text: str) -> None:
    if is_name(text):
        assert SETTINGS_PATTERN.fullmatch(text)
        assert "/" not in text
        assert "\\" not in text

"""The head of a skill file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.prompting.model.front_matter import MAX_HEAD, FrontMatterError, split


def file(head: str, body: str = "Do it.") -> str:
    return f"---\n{head}\n---\n{body}\n"


def test_head_and_body_are_parted() -> None:
    head, body = split(file("name: release\ndescription: |\n  Two\n  ---\n  lines", "One.\n\n---"))

    assert head == {"name": "release", "description": "Two\n---\nlines\n"}
    assert body == "One.\n\n---"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("yes", "yes"),
        ("No", "No"),
        ("8080", "8080"),
        ("1.10", "1.10"),
        ("2026-01-01", "2026-01-01"),
        ("true", True),
        ("false", False),
        ("'true'", "true"),
        ("null", None),
        ("", None),
        ('""', ""),
        ("[a, {b: c}]", ["a", {"b": "c"}]),
        ('"{{files:*.md}}"', "{{files:*.md}}"),
    ],
)
def test_what_is_written_plainly_is_text(written: str, value: object) -> None:
    assert split(file(f"x: {written}"))[0] == {"x": value}


def test_names_are_text_as_well() -> None:
    assert split(file("1: a\ntrue: b"))[0] == {"1": "a", "true": "b"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("", "does not begin with a head", id="empty"),
        pytest.param("name: x\n", "does not begin with a head", id="no head"),
        pytest.param("---\nname: x\n", "does not begin with a head", id="not closed"),
        pytest.param(file("- a"), "not a list of names", id="a list"),
        pytest.param(file("just words"), "not a list of names", id="words"),
        pytest.param(file("a: b: c"), "line 2", id="not YAML"),
        pytest.param(file("ok: 1\na: [1"), "line 4", id="not closed list"),
        pytest.param(file("a: 1\na: 2"), "line 3: 'a' is there twice", id="twice"),
        pytest.param(file("? [a]\n: b"), "a name is not text", id="name of a list"),
        pytest.param(file("a: &x [1]\nb: *x"), "anchors and aliases", id="alias"),
        pytest.param(file("a: !!python/object:os.system x"), "tags", id="tag"),
        pytest.param(file("a: !mine x"), "tags", id="own tag"),
        pytest.param(file("a: \x01"), "special characters", id="control character"),
        pytest.param(file("[" * 40), "nested too deeply", id="deep"),
        pytest.param(file("a: " + "x" * MAX_HEAD), "longer than", id="long"),
    ],
)
def test_what_cannot_be_read_says_why_and_where(text: str, problem: str) -> None:
    with pytest.raises(FrontMatterError, match=problem):
        split(text)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "[\n", '["'])
def test_a_head_that_is_slow_to_read_is_given_up_early(opening: str) -> None:
    # Without the limit of depth it takes a minute.
    with pytest.raises(FrontMatterError, match=r"nested too deeply|expected ',' or '\]'"):
        split(file(opening * (12_000 // len(opening))))


def test_an_empty_head_is_empty() -> None:
    assert split("---\n---\nBody") == ({}, "Body")


@given(st.text(alphabet="-:ab{}[]'\"&*!? \n|>#,%@`", max_size=60))
def test_no_head_breaks_the_reader(head: str) -> None:
    try:
        found, _body = split(file(head))
    except FrontMatterError:
        return
    assert all(name == str(name) for name in found)

"""Editing of lists that people write by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.notes.model.list_text import ListItem, add, items_of, remove, tick

HAND_WRITTEN = """---
tags:
- home
---
# Shopping

For the *weekend*:

- [ ] milk
- [x] eggs
  from the market
    - [ ] white ones
* bread
1. [X] tea

```
- [ ] not an item
```

---
The end.
"""


def told(text: str) -> list[tuple[str, bool]]:
    return [(item.text, item.is_done) for item in items_of(text)]


def test_items_are_found_however_they_are_written() -> None:
    assert told(HAND_WRITTEN) == [
        ("milk", False),
        ("eggs", True),
        ("white ones", False),
        ("bread", False),
        ("tea", True),
    ]


@pytest.mark.parametrize(
    "text", ["", "\n", "- [ ]\n", "-\n", "* * *\n", "---\n", "-5 degrees\n", "1.5 l\n", "text\n"]
)
def test_what_says_nothing_is_no_item(text: str) -> None:
    assert items_of(text) == ()


def test_a_new_list_has_a_heading() -> None:
    assert add("", ["milk", "eggs"], title="Shopping").text == (
        "# Shopping\n\n- [ ] milk\n- [ ] eggs\n"
    )


def test_what_is_there_is_not_added_twice_and_what_was_done_is_opened() -> None:
    outcome = add(HAND_WRITTEN, ["Milk", "EGGS", "butter", "butter!", "bread"], title="x")

    assert outcome.known == ("milk", "bread")
    assert outcome.again == ("eggs",)
    assert outcome.added == ("butter",)
    expected = HAND_WRITTEN.replace("- [x] eggs", "- [ ] eggs").replace(
        "1. [X] tea\n", "1. [X] tea\n2. [ ] butter\n"
    )
    assert outcome.text == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- [ ] a\r\n- [ ] b\r\n", "- [ ] a\r\n- [ ] b\r\n- [ ] new\r\n"),
        ("- [ ] a\r\n- [ ] b", "- [ ] a\r\n- [ ] b\r\n- [ ] new"),
        ("- [ ] a", "- [ ] a\n- [ ] new"),
        ("* a\n\nmore\n", "* a\n* [ ] new\n\nmore\n"),
        ("9) a\n", "9) a\n10) [ ] new\n"),
        ("- a\n  - b\n", "- a\n  - b\n- [ ] new\n"),
        ("  - a\n", "  - a\n  - [ ] new\n"),
        ("Some text", "Some text\n\n- [ ] new\n"),
        ("Some text\n\n", "Some text\n\n- [ ] new\n"),
        ("\n", "\n# T\n\n- [ ] new\n"),
    ],
)
def test_a_new_item_is_written_as_the_others_are(before: str, after: str) -> None:
    assert add(before, ["new"], title="T").text == after


@pytest.mark.parametrize(
    ("before", "done", "after"),
    [
        ("- [ ] a\n", True, "- [x] a\n"),
        ("- [x] a\r\n", False, "- [ ] a\r\n"),
        ("- [X] a\n", True, "- [X] a\n"),
        ("* a", True, "* [x] a"),
        ("  12)  a\n", True, "  12)  [x] a\n"),
        ("- [ ]  a [x] b\n", True, "- [x]  a [x] b\n"),
    ],
)
def test_ticking_changes_nothing_but_the_box(before: str, done: bool, after: str) -> None:
    (item,) = items_of(before)

    assert tick(before, item, done=done) == after


def test_a_line_that_is_no_item_cannot_be_ticked() -> None:
    item = ListItem(line=0, end=1, indent=0, text="milk", is_done=False)

    with pytest.raises(ValueError, match="Line 0"):
        tick("milk", item, done=True)


def test_an_item_goes_with_what_belongs_to_it() -> None:
    eggs = items_of(HAND_WRITTEN)[1]

    expected = HAND_WRITTEN.replace("- [x] eggs\n  from the market\n    - [ ] white ones\n", "")
    assert remove(HAND_WRITTEN, [eggs]) == expected


def test_the_last_item_leaves_no_new_end() -> None:
    text = "- a\r\n- b"

    assert remove(text, items_of(text)[1:]) == "- a"
    assert remove(text, items_of(text)) == ""


LINES = st.one_of(
    st.sampled_from(
        [
            "- [ ] milk",
            "- [x] eggs",
            "* bread",
            "  - [ ] oat milk",
            "1. [X] tea",
            "\t- [ ] jam",
            "  more of it",
            "```",
            "---",
            "",
            "# Title",
            "- ",
            "-[ ] no",
            "> - [ ] quoted",
        ]
    ),
    st.text(alphabet="-*[] x1.)\t우é", max_size=8),
)


def joined(lines: list[str], end: str, has_end: bool) -> str:
    return end.join(lines) + (end if has_end else "")


TEXTS = st.builds(
    joined,
    st.lists(LINES, max_size=12),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
WORDS = st.lists(st.sampled_from(["milk", "Eggs", "tea", "butter", "우유"]), min_size=1, max_size=4)


def without_items(text: str) -> str:
    """Return everything that is not an item, byte for byte."""
    gone = {item.line for item in items_of(text)}
    return "\n".join(line for n, line in enumerate(text.split("\n")) if n not in gone)


@given(TEXTS, WORDS)
def test_adding_keeps_every_other_line_and_adds_each_thing_once(
    text: str, wanted: list[str]
) -> None:
    outcome = add(text, wanted, title="T")

    old, new = text.split("\n"), outcome.text.split("\n")
    ticked = {item.line for item in items_of(text) if item.is_done}
    at = 0
    for number, line in enumerate(old):  # every old line is still there, in order
        if number in ticked:
            continue
        bare = line.removesuffix("\r")
        while at < len(new) and new[at].removesuffix("\r") != bare:
            at += 1
        assert at < len(new), (line, outcome.text)
        at += 1
    open_now = [item.text.casefold() for item in items_of(outcome.text) if not item.is_done]
    for word in wanted:
        assert open_now.count(word.casefold()) >= 1
    twice = add(outcome.text, wanted, title="T")
    assert twice.text == outcome.text
    assert (twice.added, twice.again) == ((), ())


@given(TEXTS, st.data())
def test_ticking_and_opening_again_gives_back_the_same_file(text: str, data: st.DataObject) -> None:
    boxed = [
        item
        for item in items_of(text)
        if "[" in text.split("\n")[item.line].partition(item.text)[0]
    ]
    if not boxed:
        return
    item: ListItem = data.draw(st.sampled_from(boxed))

    changed = tick(text, item, done=not item.is_done)
    (there,) = [one for one in items_of(changed) if one.line == item.line]
    back = tick(changed, there, done=item.is_done)

    assert there.is_done is not item.is_done
    assert without_items(changed) == without_items(text)
    assert back.replace("[X]", "[x]") == text.replace("[X]", "[x]")


@given(TEXTS)
def test_taking_out_every_item_one_by_one_keeps_the_rest(text: str) -> None:
    for item in reversed(items_of(text)):
        if item.end == item.line + 1:
            removed = remove(text, [item])
            kept = text.split("\n")
            del kept[item.line]
            assert removed.split("\n") == (kept or [""]) or removed.endswith(
                kept[-1].removesuffix("\r")
            )
            text = removed

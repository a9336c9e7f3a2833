from datetime import UTC, datetime

import pytest

from assistant.tools.notes.model.note_text import add, search

AT = datetime(2026, 1, 2, 13, 5, tzinfo=UTC)
NEW = "# plumber\n\n*2026-01-02 13:05*\n\nHe comes on Friday.\n"


def test_a_note_begins_with_its_name_and_each_entry_with_its_moment() -> None:
    text = add("", "He comes on Friday.", title="plumber", at=AT)

    assert text == NEW
    assert add(text, "He costs 80.", title="plumber", at=AT) == (
        NEW + "\n*2026-01-02 13:05*\n\nHe costs 80.\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("mine", "mine\n\n*2026-01-02 13:05*\n\na\nb\n"),
        ("mine\r\n", "mine\r\n\r\n*2026-01-02 13:05*\r\n\r\na\r\nb\r\n"),
    ],
)
def test_what_was_there_stays_as_it_is(before: str, after: str) -> None:
    assert add(before, "a\nb", title="x", at=AT) == after


def test_what_it_says_already_is_not_added() -> None:
    assert add(NEW, "He comes on Friday.", title="plumber", at=AT) is None
    assert add("a\r\nb\r\n", "a\nb", title="x", at=AT) is None


def test_notes_are_found_by_what_they_say_and_what_they_are_called() -> None:
    names = ["plumber", "garden", "배관공"]
    texts = [NEW, "Beans on Friday.", "금요일에 와요"]

    assert [hit.index for hit in search("friday", names, texts)] == [0, 1]
    assert [hit.index for hit in search("plumber friday", names, texts)] == [0]
    assert [hit.index for hit in search("plumber monday", names, texts)] == [0]
    assert [hit.index for hit in search("배관공", names, texts)] == [2]
    assert search("nothing", names, texts) == ()
    assert search("", names, texts) == ()
    assert "Friday" in search("friday", names, texts)[0].excerpt

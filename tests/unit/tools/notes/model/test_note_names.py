import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.notes.model.note_names import MAX_NAME, first_words, list_name_of, name_of
from assistant.tools.workspace.model.paths import WorkspaceError, parts_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("shopping", "shopping"),
        ("the Shopping list", "Shopping"),
        ("my to-do lists", "to-do"),
        ("장보기 목록", "장보기"),
        ("购物清单", "购物"),
        ("買い物", "買い物"),
        ("list", "list"),
        ("../../etc/passwd", "etc passwd"),
        ("a\0b\u202ec", "abc"),
        ("C:\\x", "C x"),
        ("aux", "aux -"),
        ("Café ☕", "Café ☕"),
        ("x" * 500, "x" * MAX_NAME),
        ("a.", "a"),
        ("🥛" * 80, "🥛" * 50),
        (".hidden", "hidden"),
    ],
)
def test_a_list_is_called(text: str, name: str) -> None:
    assert list_name_of(text) == name


@pytest.mark.parametrize("text", ["", " ", "..", "///", "\0", "\u200b", "?*"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(WorkspaceError):
        name_of(text)


@given(st.text())
def test_a_name_is_always_that_of_a_file_in_its_folder(text: str) -> None:
    try:
        name = list_name_of(text)
    except WorkspaceError:
        return
    assert parts_of(f"lists/{name}.md") == ("lists", f"{name}.md")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The plumber comes on Friday.", "The plumber comes on Friday"),
        ("# Ideas: a boat\nand more", "Ideas a boat"),
        ("a" * 60, "a" * 40),
        ("one two three four five six seven eight nine", "one two three four five six seven eight"),
        ("\n\n", ""),
        ("배관공이 금요일에 와요", "배관공이 금요일에 와요"),
    ],
)
def test_a_note_without_a_name_is_called_after_its_first_words(text: str, name: str) -> None:
    assert first_words(text) == name

import pytest

from assistant.channels.terminal.text.folder_lines import folder_line, parse_folder_words
from assistant.protocol.folders import (
    FolderCommand,
    FolderEntry,
    GrantFolder,
    ListFolders,
    RevokeFolder,
)


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("", ListFolders()),
        ("add ~/Documents", GrantFolder(path="~/Documents")),
        ("add ~/Documents write", GrantFolder(path="~/Documents", is_writable=True)),
        ("add ~/My Documents write", GrantFolder(path="~/My Documents", is_writable=True)),
        ('add "/mnt/to write"', GrantFolder(path="/mnt/to write")),
        ("add write", GrantFolder(path="write")),
        ("remove Documents", RevokeFolder(name="Documents")),
        ("remove @My Documents", RevokeFolder(name="My Documents")),
        ("add", None),
        ("remove ", None),
        ("list", None),
    ],
)
def test_what_stands_after_the_command(words: str, command: FolderCommand | None) -> None:
    assert parse_folder_words(words) == command


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (FolderEntry(name="a", path="/a"), "@a  /a  read"),
        (FolderEntry(name="a", path="/a", is_writable=True), "@a  /a  read and write"),
        (FolderEntry(name="a", path="/a", is_there=False), "@a  /a  read; not there now"),
        (
            FolderEntry(name="a", path="/a", is_for_conversation=True),
            "@a  /a  read, in one conversation",
        ),
    ],
)
def test_a_folder_is_one_line(entry: FolderEntry, line: str) -> None:
    assert folder_line(entry) == line

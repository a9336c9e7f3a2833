"""`/folders` in the terminal: what is asked of the engine, and what is shown of its answer."""

import pytest

from assistant.channels.terminal.chat.command_handler import SlashCommandHandler
from assistant.channels.terminal.console.output import PlainOutput
from assistant.channels.terminal.text.slash_commands import parse_slash
from assistant.protocol.commands import Command
from assistant.protocol.folders import FolderEntry, FoldersListed, GrantFolder, RevokeFolder

DOCUMENTS = FolderEntry(name="Documents", path="/home/ann/Documents")


class Terminal:
    """A terminal whose lines a test types.

    Attributes:
        submitted: What the engine was asked.
    """

    def __init__(self) -> None:
        self.submitted: list[Command] = []
        self._written: list[str] = []
        self.handler = SlashCommandHandler(
            page=PlainOutput(write=self._written.append), submit=self._submit, leave=lambda: None
        )

    @property
    def written(self) -> str:
        return "".join(self._written)

    async def type(self, line: str) -> None:
        given = parse_slash(line)
        assert given is not None
        await self.handler.do(given)

    async def _submit(self, command: Command) -> None:
        self.submitted.append(command)


async def test_folders_are_opened_listed_and_closed() -> None:
    terminal = Terminal()

    await terminal.type("/folders add ~/Documents write")
    terminal.handler(FoldersListed(folders=(DOCUMENTS,)))
    terminal.handler(FoldersListed(folders=(DOCUMENTS, DOCUMENTS)))  # nobody asked
    await terminal.type("/folders remove @Documents")
    terminal.handler(FoldersListed(folders=()))

    assert terminal.submitted == [
        GrantFolder(path="~/Documents", is_writable=True),
        RevokeFolder(name="Documents"),
    ]
    assert terminal.written.count("@Documents  /home/ann/Documents  read") == 1
    assert "No folder of your own is open to tools." in terminal.written


@pytest.mark.parametrize(
    ("line", "event", "told"),
    [
        ("/folders close x", FoldersListed(folders=()), "/folders remove NAME"),
        ("/folders", FoldersListed(folders=(), problem="It belongs to Parley."), "to Parley."),
    ],
)
async def test_what_went_wrong_is_told(line: str, event: FoldersListed, told: str) -> None:
    terminal = Terminal()
    await terminal.type(line)
    terminal.handler(event)
    assert told in terminal.written

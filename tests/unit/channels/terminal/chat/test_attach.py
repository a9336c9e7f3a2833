"""`/attach` in the terminal: what goes with the next message, and what is said of the rest."""

from pathlib import Path

import pytest

from assistant.channels.terminal.chat.command_handler import SlashCommandHandler
from assistant.channels.terminal.console.output import PlainOutput
from assistant.channels.terminal.text.slash_commands import parse_slash
from assistant.protocol.commands import Command
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.models import ModelSwitched
from tests.helpers.pdfs import pdf
from tests.helpers.pictures import png


class Terminal:
    """A terminal whose lines a test types."""

    def __init__(self) -> None:
        self._written: list[str] = []
        self.handler = SlashCommandHandler(
            page=PlainOutput(write=self._written.append), submit=self._submit, leave=lambda: None
        )

    async def _submit(self, _command: Command) -> None:
        raise AssertionError("nothing is asked of the engine")

    async def type(self, line: str) -> str:
        """Type a line; return what is written of it."""
        given = parse_slash(line)
        assert given is not None
        before = len(self._written)
        await self.handler.do(given)
        return "".join(self._written[before:])

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.handler.files.attachments]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files, which is the home and the present one."""
    (tmp_path / "cat.png").write_bytes(png(30, 20))
    (tmp_path / "two words.txt").write_text("words", encoding="utf-8")
    (tmp_path / "a.pdf").write_bytes(pdf(["One", "Two"]))
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7")
    (tmp_path / "papers").mkdir()
    (tmp_path / ".hidden").write_text("x", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("cat.png", ["cat.png"]),
        ("cat.png a.pdf", ["cat.png", "a.pdf"]),
        ("two words.txt", ["two words.txt"]),
        ('"two words.txt" cat.png', ["two words.txt", "cat.png"]),
        (r"two\ words.txt cat.png", ["two words.txt", "cat.png"]),
        ("~/cat.png '~/a.pdf'", ["cat.png", "a.pdf"]),
        ("cat.png ./cat.png", ["cat.png"]),
    ],
)
async def test_files_are_named_as_in_a_shell(folder: Path, words: str, names: list[str]) -> None:
    terminal = Terminal()
    await terminal.type(f"/attach {words}")
    assert terminal.names == names


async def test_a_file_that_the_terminal_was_given_by_a_drop_is_attached(folder: Path) -> None:
    terminal = Terminal()
    await terminal.type(f"/attach file://{folder}/two%20words.txt")
    assert terminal.names == ["two words.txt"]


async def test_files_are_listed_and_left_out(folder: Path) -> None:
    terminal = Terminal()
    assert "No file is attached." in await terminal.type("/attach")
    assert "2  a.pdf · 2 pages" in await terminal.type("/attach cat.png a.pdf")
    assert "1  cat.png · 1 kB" in await terminal.type("/attach")
    assert "the number of a file" in await terminal.type("/attach remove 3")
    assert await terminal.type("/attach remove 1") == await terminal.type("/attach")
    assert terminal.names == ["a.pdf"]
    await terminal.type("/attach remove all")
    assert terminal.names == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("gone.txt", "! gone.txt: It cannot be read: No such file or directory."),
        ("papers", "! papers: This is a folder."),
        ("broken.pdf", "! broken.pdf: This PDF is damaged or incomplete."),
        ('"two words.txt', "A quote is not closed."),
    ],
)
async def test_what_is_not_attached_says_why(folder: Path, words: str, said: str) -> None:
    terminal = Terminal()
    assert said in await terminal.type(f"/attach {words}")
    assert terminal.names == []


async def test_what_the_model_cannot_use_is_said_before(folder: Path) -> None:
    terminal = Terminal()
    await terminal.type("/attach cat.png")
    terminal.handler(ModelSwitched(model="small", takes=AttachmentKinds(pictures=False)))
    assert not terminal.handler.files.may_send()
    assert "cannot see pictures" in await terminal.type("/attach ~/cat.png")
    await terminal.type("/attach remove 1")
    assert terminal.handler.files.may_send()


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("", ["a.pdf", "broken.pdf", "cat.png", "papers/", r"two\ words.txt"]),
        ("c", ["cat.png"]),
        ("cat.png tw", [r"cat.png two\ words.txt"]),
        (r"two\ w", [r"two\ words.txt"]),
        ("~/ca", ["~/cat.png"]),
        (".h", [".hidden"]),
        ("nowhere/", []),
        ('"open', []),
    ],
)
def test_paths_are_completed(folder: Path, begun: str, offered: list[str]) -> None:
    complete = Terminal().handler.complete
    assert complete(f"/attach {begun}") == [(f"/attach {one}", "") for one in offered]

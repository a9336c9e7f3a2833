import asyncio
import json
from pathlib import Path

import pytest

from assistant.cli import FAILED, OK, USAGE, main
from assistant.home import Home
from assistant.storage.conversation_transfer import WholeConversation
from assistant.storage.database import Database
from assistant.storage.store import Store
from tests.unit.storage.samples import START, conversation, message


def fill(home: Home) -> None:
    """Store two conversations, `c2` used last."""

    async def work() -> None:
        store = Store(database=await Database.open(home.database))
        for day, name in enumerate(("c1", "c2"), start=1):
            await store.wholes.add(
                WholeConversation(
                    conversation=conversation(
                        name, title=f"Talk {name}", at=START.replace(day=day)
                    ),
                    messages=(message(f"{name}-m", conversation_id=name),),
                )
            )
        await store.aclose()

    asyncio.run(work())


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home.locate(root=tmp_path / "home")
    fill(home)
    return home


def conversations(text: str) -> list[str]:
    return [json.loads(line)["parley"]["conversation"] for line in text.splitlines()]


def run(home: Home, *arguments: str) -> int:
    return main([*arguments, "--home", str(home.root)])


def test_the_conversation_used_last_is_written_to_standard_output(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(home, "export") == OK
    printed = capsys.readouterr()
    assert conversations(printed.out) == ["c2"]
    assert "conversations 1" in printed.err


def test_one_or_all_are_written_to_a_file(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out"
    assert run(home, "export", "c1", "-o", str(file)) == OK
    assert conversations(file.read_text(encoding="utf-8")) == ["c1"]
    assert run(home, "export", "--all", "-o", str(file)) == OK
    assert conversations(file.read_text(encoding="utf-8")) == ["c2", "c1"]
    assert run(home, "export", "c1", "--format", "md", "-o", str(file)) == OK
    assert file.read_text(encoding="utf-8").startswith("# Talk c1\n")
    assert "conversations 1" in capsys.readouterr().out


def test_exporting_works_while_parley_runs_and_importing_says_what_to_do(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.jsonl"
    lock = home.claim()
    try:
        assert run(home, "export", "--all", "-o", str(file)) == OK
        assert run(home, "import", str(file)) == FAILED
        assert "Import the file in its window" in capsys.readouterr().err
    finally:
        lock.release()


def test_what_was_exported_is_imported_once(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.jsonl"
    run(home, "export", "--all", "-o", str(file))
    other = Home.locate(root=tmp_path / "other")
    capsys.readouterr()

    assert run(other, "import", str(file)) == OK
    assert "added: 2" in capsys.readouterr().out
    assert run(other, "import", str(file)) == OK
    assert "already and left as they are: 2" in capsys.readouterr().out
    again = tmp_path / "again.jsonl"
    assert run(other, "export", "--all", "-o", str(again)) == OK
    assert again.read_bytes() == file.read_bytes()


def test_lines_that_cannot_be_taken_are_told(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text("?\n")

    assert run(home, "import", str(file)) == FAILED
    printed = capsys.readouterr()
    assert "odd.jsonl, line 1: it is not JSON." in printed.err
    assert "Not taken: 1" in printed.out


def test_a_problem_of_many_lines_is_told_once(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("one\ntwo\nthree\nfour\nfive\n", encoding="utf-8")
    assert run(home, "import", str(file)) == FAILED
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "notes.txt, 5 lines (1, 2, 3, …): it is not JSON."
    assert len(told) == 2


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("export", "c1", "--all"), USAGE),
        (("export", "gone"), FAILED),
        (("import", "/nothing/here"), FAILED),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    home: Home, arguments: tuple[str, ...], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(home, *arguments) == status
    assert "Traceback" not in capsys.readouterr().err


def test_a_home_without_conversations_is_told_and_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home.locate(root=tmp_path / "nothing")

    assert run(home, "export") == FAILED
    assert "no conversations" in capsys.readouterr().err
    assert not home.root.exists()

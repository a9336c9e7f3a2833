"""`/sync` in the terminal: what is asked of the engine, and what is shown of its answer."""

import pytest

from assistant.protocol.commands import Command
from assistant.protocol.sync import ListSync, SyncListed, SyncNow
from tests.helpers.sync.statuses import ALIKE, EVERY
from tests.unit.channels.terminal.chat.test_folders import Terminal


@pytest.mark.parametrize(("line", "asked"), [("/sync", ListSync()), ("/sync now", SyncNow())])
async def test_it_says_once_how_it_stands(line: str, asked: Command) -> None:
    terminal = Terminal()
    terminal.handler(SyncListed(status=EVERY["unreachable"]))  # nobody asked
    await terminal.type(line)
    terminal.handler(SyncListed(status=ALIKE))
    terminal.handler(SyncListed(status=ALIKE))

    assert terminal.submitted == [asked]
    assert terminal.written.count("Up to date with your other devices.") == 1
    assert "Laptop" in terminal.written
    assert "cannot be reached" not in terminal.written


async def test_other_words_are_explained() -> None:
    terminal = Terminal()
    await terminal.type("/sync remove")

    assert terminal.submitted == []
    assert "parley sync" in terminal.written

"""`/telegram` in the terminal: what is asked of the engine, and what is shown of its answer."""

from datetime import UTC, datetime

import pytest

from assistant.protocol.commands import Command
from assistant.protocol.telegram import (
    ListTelegram,
    ShowLinkCode,
    TelegramAccountEntry,
    TelegramLink,
    TelegramListed,
    TelegramState,
)
from tests.unit.channels.terminal.chat.test_folders import Terminal

LISTED = TelegramListed(
    accounts=(TelegramAccountEntry(user_id=5, name="Ada", workspace="default", agent="poet"),),
    link=TelegramLink(
        code="K7MP2XQA",
        address="https://t.me/my_bot?start=K7MP2XQA",
        expires_at=datetime(2026, 1, 1, 12, 0, tzinfo=UTC),
    ),
    state=TelegramState.WORKING,
    bot_name="my_bot",
)


@pytest.mark.parametrize(
    ("line", "asked"), [("/telegram", ListTelegram()), ("/telegram link", ShowLinkCode())]
)
async def test_it_says_once_how_the_bot_stands_and_shows_the_code(
    line: str, asked: Command
) -> None:
    terminal = Terminal()
    terminal.handler(TelegramListed())  # nobody asked
    await terminal.type(line)
    terminal.handler(LISTED)
    terminal.handler(LISTED)

    assert terminal.submitted == [asked]
    assert terminal.written.count("Connected as @my_bot.") == 1
    for told in ("Ada (5): default, poet", "K7MP 2XQA", "https://t.me/my_bot?start=K7MP2XQA"):
        assert told in terminal.written
    assert "turned off" not in terminal.written


async def test_other_words_are_explained() -> None:
    terminal = Terminal()
    await terminal.type("/telegram unlink")

    assert terminal.submitted == []
    assert "/telegram link" in terminal.written

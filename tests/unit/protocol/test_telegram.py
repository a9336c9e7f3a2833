"""How the bot of Telegram stands, in words."""

from datetime import UTC, datetime

import pytest

from assistant.protocol.telegram import TelegramListed, TelegramState, state_text

NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (TelegramState.OFF, "turned off"),
        (TelegramState.NO_TOKEN, "no bot"),
        (TelegramState.CONNECTING, "Reaching Telegram"),
        (TelegramState.WORKING, "Connected as @parley_bot"),
        (TelegramState.UNREACHABLE, "cannot be reached. Since "),
        (TelegramState.CONFLICT, "Another program uses the same bot"),
        (TelegramState.UNAUTHORIZED, "does not know the token"),
        (TelegramState.INSECURE, "could read the bot's token"),
        (TelegramState.ELSEWHERE, "Another of your devices"),
        (TelegramState.WAITING, "does not say which one"),
    ],
)
def test_every_state_is_told(state: TelegramState, told: str) -> None:
    listed = TelegramListed(state=state, since=NOW, bot_name="parley_bot")
    assert told in state_text(listed, NOW)
    assert state_text(TelegramListed(state=state), NOW)

"""Timers that ring on the phone: core, store, poller and the strict fake."""

from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Any

import pytest

from assistant.home import Home
from assistant.locale import use_language
from assistant.protocol.timers import StopRinging, TimerRang
from assistant.timer import Timer, TimerKind
from tests.helpers.telegram.running_channel import RunningChannel, link, polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser

SOON_S = 0.05
NOW = datetime.now()
ALWAYS: dict[str, Any] = {
    "escalation": {
        "quiet": f"{NOW - timedelta(hours=2):%H:%M}-{NOW + timedelta(hours=2):%H:%M} phone"
    }
}


def ringing_for(
    home: Home, telegram: TelegramServer, *users: TelegramUser, **changes: Any
) -> AbstractAsyncContextManager[RunningChannel]:
    """Open a channel that rings for these users."""
    return polling(home, telegram, *users, ring_timers=True, **changes)


async def ring(bot: RunningChannel, label: str = "pasta") -> str:
    """Have a timer ring at this machine; return its id."""
    count = len(bot.running.of(TimerRang))
    due_at = bot.running.core.plan.clock.now() + timedelta(seconds=SOON_S)
    wanted = Timer(kind=TimerKind.TIMER, label=label, due_at=due_at, zone="UTC", length_s=SOON_S)
    await bot.running.core.timers.add(wanted)
    return (await bot.running.until(TimerRang, count + 1)).timer.timer_id


async def test_a_timer_rings_there_and_is_stopped_there(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with ringing_for(home, telegram, ada) as bot:
        await ring(bot)
        await bot.until(lambda: ada.chat.texts == ["⏰ Timer: pasta"])
        message = ada.chat.from_bot[0]
        assert message.buttons == [["Stop", "In 5 minutes"]]
        assert "disable_notification" not in telegram.called("sendMessage")[0].given
        tap = ada.tap(message, "Stop")
        await bot.until(lambda: ada.chat.texts == ["✔ Timer: pasta"] and tap.answer is not None)
        assert message.buttons == []
        assert not bot.running.core.timers.ringing
        assert telegram.refusals == []


async def test_a_timer_that_is_stopped_at_the_desk_rings_there_no_more(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with ringing_for(home, telegram, ada) as bot:
        timer_id = await ring(bot)
        await bot.until(lambda: ada.chat.texts == ["⏰ Timer: pasta"])
        await bot.running.do(StopRinging(timer_id=timer_id))
        await bot.until(lambda: ada.chat.texts == ["✔ Timer: pasta"])


async def test_a_timer_is_put_off_there(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with ringing_for(home, telegram, ada) as bot:
        await ring(bot)
        await bot.until(lambda: ada.chat.texts == ["⏰ Timer: pasta"])
        ada.tap(ada.chat.from_bot[0], "In 5 minutes")
        await bot.until(lambda: ada.chat.texts == ["✔ Timer: pasta"])
        (left,) = bot.running.core.timers.timers
        assert (left.label, left.is_ringing) == ("pasta", False)


async def test_words_stop_what_rings_and_are_not_said_to_the_model(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with ringing_for(home, telegram, ada) as bot:
        await ring(bot)
        await bot.until(lambda: ada.chat.texts == ["⏰ Timer: pasta"])
        ada.send("stop")
        await bot.until(lambda: ada.chat.texts == ["✔ Timer: pasta"])
        await bot.handled()
        assert bot.running.model.requests == []


async def test_a_tap_that_comes_twice_or_late_says_so(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with ringing_for(home, telegram, ada) as bot:
        await ring(bot)
        await bot.until(lambda: ada.chat.texts == ["⏰ Timer: pasta"])
        message = ada.chat.from_bot[0]
        data = message.raw["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
        ada.tap(message, "Stop")
        await bot.until(lambda: message.buttons == [])
        late = ada.send_callback(message, data)
        await bot.until(lambda: late.answer is not None)
        assert late.answer is not None
        assert late.answer["text"] == "This does not ring any more."


@pytest.mark.parametrize("is_wanted", [True, False])
async def test_only_the_user_of_this_machine_hears_it_and_only_where_it_is_wished(
    home: Home, telegram: TelegramServer, ada: TelegramUser, is_wanted: bool
) -> None:
    bob = telegram.user("Bob")
    async with polling(home, telegram, ada, ring_timers=is_wanted) as bot:
        bot.channel.router.add(await link(bot.running, bob, workspace="club"))
        await ring(bot)
        await ring(bot, "eggs")
        if is_wanted:
            await bot.until(lambda: len(ada.chat.texts) == 2)
        await bot.running.settle()
        assert bob.chat.texts == []
        assert is_wanted or ada.chat.texts == []


async def test_a_stranger_does_not_stop_it(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    bob, eve = telegram.user("Bob"), telegram.user("Eve")
    async with ringing_for(home, telegram, ada) as bot:
        bot.channel.router.add(await link(bot.running, bob, workspace="club"))
        timer_id = await ring(bot)
        await bot.until(lambda: ada.chat.texts == ["⏰ Timer: pasta"])
        message = ada.chat.from_bot[0]
        taps = [user.send_callback(message, f"ring:{timer_id}:stop") for user in (bob, eve)]
        await bot.until(lambda: all(tap.answer is not None for tap in taps))
        assert len(bot.running.core.timers.ringing) == 1
        assert ada.chat.texts == ["⏰ Timer: pasta"]


async def test_in_quiet_hours_it_makes_no_sound(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with ringing_for(home, telegram, ada, **ALWAYS) as bot:
        await ring(bot)
        await bot.until(lambda: ada.chat.texts == ["⏰ Timer: pasta"])
        assert telegram.called("sendMessage")[0].given["disable_notification"] is True


@pytest.mark.parametrize(
    ("language", "text", "buttons"),
    [
        ("ko", "⏰ 타이머: 파스타", ["중지", "5분 뒤에"]),
        ("zh", "⏰ 计时器：파스타", ["停止", "5 分钟后"]),
    ],
)
async def test_it_speaks_the_language_of_the_interface(
    home: Home,
    telegram: TelegramServer,
    ada: TelegramUser,
    language: str,
    text: str,
    buttons: list[str],
) -> None:
    use_language("ko" if language == "ko" else "zh")
    async with ringing_for(home, telegram, ada) as bot:
        await ring(bot, "파스타")
        await bot.until(lambda: len(ada.chat.texts) == 1)
        assert (ada.chat.texts, ada.chat.from_bot[0].buttons) == ([text], [buttons])

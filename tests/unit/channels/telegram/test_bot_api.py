"""The client against the strict fake: every call that it makes is one that Telegram takes."""

import json
import logging

import httpx2
import pytest

from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.bot_api.errors import (
    TelegramBroken,
    TelegramConflict,
    TelegramError,
    TelegramRateLimited,
    TelegramRefused,
    TelegramUnauthorized,
    TelegramUnreachable,
)
from assistant.channels.telegram.model.formatted_text import plain
from assistant.channels.telegram.model.markdown import formatted_markdown
from assistant.channels.telegram.model.updates import ALLOWED_UPDATES
from tests.helpers.telegram.server import TOKEN, TelegramServer
from tests.helpers.telegram.users import TelegramUser

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20
OPUS = b"OggS" + b"0" * 24 + b"OpusHead" + b"0" * 20
ROWS = [[{"text": "Yes", "callback_data": "k:y"}]]


async def test_every_method_is_one_that_telegram_takes(
    telegram: TelegramServer, ada: TelegramUser, api: BotApi
) -> None:
    ada.send("hello")
    chat = ada.user_id
    assert (await api.get_me()).is_bot
    (update,) = await api.get_updates(offset=0, timeout_s=0, allowed=ALLOWED_UPDATES)
    bold = formatted_markdown("**hi** 👋")
    first = await api.send_message(chat, bold, keyboard=ROWS, reply_to=1, is_silent=True)
    await api.edit_message(chat, first, plain("two"), keyboard=[*ROWS, *ROWS])
    await api.edit_keyboard(chat, first)
    await api.edit_message(chat, first, plain("three"), keyboard=ROWS)
    tapped = ada.tap(ada.chat.from_bot[0], "Yes")
    await api.answer_callback(tapped.raw["id"], "x" * 300)
    await api.show_action(chat, "typing")
    await api.send_message(chat, plain("and?"), force_reply="Your own words")
    for language in ("", "ko"):
        await api.set_commands({"stop": "Stop the reply"}, language=language)
    await api.send_file("sendPhoto", chat, PNG, name="a.png")
    await api.send_file("sendDocument", chat, PNG, name="a.png")
    await api.send_file("sendVoice", chat, OPUS, name="a.ogg", duration_s=3)
    voice = ada.chat.from_bot[-1].raw["voice"]["file_id"]
    assert await api.download(voice) == OPUS
    await api.delete_message(chat, first)
    assert telegram.refusals == []
    assert ada.chat.texts == ["and?", "", "", ""]
    offset = update["update_id"] + 1
    taps = await api.get_updates(offset=offset, timeout_s=0, allowed=ALLOWED_UPDATES)
    assert [sorted(tap) for tap in taps] == [["callback_query", "update_id"]]


@pytest.mark.parametrize("file", [{}, {"file_path": "voice/expired.ogg"}])
async def test_a_file_that_is_gone_is_refused_for_good(file: dict[str, str]) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.path.endswith("/getFile"):
            return httpx2.Response(200, json={"ok": True, "result": file})
        return httpx2.Response(404)

    transport = httpx2.MockTransport(answer)
    api = BotApi(TOKEN, url="https://telegram.test", transport=transport)
    with pytest.raises(TelegramRefused):
        await api.download("voice")
    await api.aclose()


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, TelegramRefused),
        (401, TelegramUnauthorized),
        (403, TelegramRefused),
        (409, TelegramConflict),
        (500, TelegramUnreachable),
        (502, TelegramUnreachable),
        (0, TelegramUnreachable),
    ],
)
async def test_failures_are_told_apart(
    telegram: TelegramServer, ada: TelegramUser, api: BotApi, status: int, kind: type[TelegramError]
) -> None:
    if status:
        telegram.fail("sendMessage", status)
    else:
        telegram.drop("sendMessage")
    with pytest.raises(kind) as caught:
        await api.send_message(ada.user_id, plain("x"))
    assert TOKEN not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.requirement("TG-13")
async def test_how_long_to_wait_is_read(
    telegram: TelegramServer, ada: TelegramUser, api: BotApi
) -> None:
    telegram.fail("sendMessage", 429, retry_after=7)
    with pytest.raises(TelegramRateLimited) as caught:
        await api.send_message(ada.user_id, plain("x"))
    assert caught.value.retry_after_s == 7


async def test_an_edit_that_changes_nothing_is_known(ada: TelegramUser, api: BotApi) -> None:
    sent = await api.send_message(ada.user_id, plain("x"))
    with pytest.raises(TelegramRefused) as caught:
        await api.edit_message(ada.user_id, sent, plain("x"))
    assert caught.value.is_not_modified
    ada.chat.from_bot[0].is_deleted = True
    with pytest.raises(TelegramRefused) as caught:
        await api.edit_message(ada.user_id, sent, plain("y"))
    assert caught.value.is_message_gone


async def test_another_token_and_another_place_are_not_telegram_s(
    telegram: TelegramServer,
) -> None:
    for url, token, kind in (
        (telegram.url, "7:AA", TelegramUnauthorized),
        (telegram.url, "7:A\x07A", TelegramUnauthorized),  # as a terminal pastes
        (telegram.url, "7:AA/?#", TelegramUnauthorized),
        ("http://127.0.0.1:9", TOKEN, TelegramUnreachable),
    ):
        bot = BotApi(token, url=url)
        with pytest.raises(kind):
            await bot.get_me()
        await bot.aclose()


async def test_the_token_is_in_no_record_of_the_program(
    telegram: TelegramServer, api: BotApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "assistant")
    telegram.drop("getMe")
    with pytest.raises(TelegramUnreachable):
        await api.get_me()
    assert TOKEN not in caplog.text
    assert TOKEN not in repr(api)


def answering(*answers: httpx2.Response) -> BotApi:
    left = list(answers)
    transport = httpx2.MockTransport(lambda _request: left.pop(0) if len(left) > 1 else left[0])
    return BotApi(TOKEN, url="https://telegram.test", transport=transport)


REFUSED = {"ok": False, "error_code": 429, "description": "Too Many Requests"}
UNTIDY: list[tuple[int, object, type[TelegramError]]] = [
    (502, b"<html><h1>502 Bad Gateway</h1></html>", TelegramBroken),
    (200, b"<html>Log in to this network</html>", TelegramBroken),
    (401, b"Unauthorized", TelegramBroken),
    (401, {"error": "proxy authentication"}, TelegramBroken),
    (200, b"[" * 100_000, TelegramBroken),
    (200, {"ok": True}, TelegramBroken),
    (200, {"ok": True, "result": None}, TelegramBroken),
    (200, {"ok": True, "result": {"update_id": 1}}, TelegramBroken),
    (200, {"ok": "yes", "result": []}, TelegramBroken),
    (401, {"ok": False, "error_code": 401, "description": "Unauthorized"}, TelegramUnauthorized),
    (401, {"ok": False, "error_code": "401", "description": None}, TelegramUnauthorized),
    (409, {"ok": False, "error_code": [], "description": "Conflict"}, TelegramConflict),
    (429, REFUSED, TelegramRateLimited),
    (429, REFUSED | {"parameters": None}, TelegramRateLimited),
    (429, REFUSED | {"parameters": ["retry_after"]}, TelegramRateLimited),
    (429, REFUSED | {"parameters": {"retry_after": None}}, TelegramRateLimited),
    (429, REFUSED | {"parameters": {"retry_after": "soon"}}, TelegramRateLimited),
    (429, REFUSED | {"parameters": {"retry_after": -5}}, TelegramRateLimited),
]


@pytest.mark.parametrize(("status", "body", "kind"), UNTIDY)
async def test_whatever_comes_is_an_error_of_telegram(
    status: int, body: object, kind: type[TelegramError]
) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    api = answering(httpx2.Response(status, content=content))
    with pytest.raises(kind) as raised:
        await api.get_updates(offset=0, timeout_s=0, allowed=ALLOWED_UPDATES)
    if isinstance(raised.value, TelegramRateLimited):
        assert raised.value.retry_after_s == 1.0
    await api.aclose()


@pytest.mark.parametrize("result", [None, True, [], {"message_id": "7"}])
async def test_a_message_that_may_have_arrived_is_not_sent_again(result: object) -> None:
    api = answering(httpx2.Response(200, json={"ok": True, "result": result}))
    with pytest.raises(TelegramRefused):
        await api.send_message(1, plain("hello"))
    with pytest.raises(TelegramBroken):
        await api.get_me()
    await api.aclose()


async def test_an_update_that_is_none_costs_no_other() -> None:
    api = answering(
        httpx2.Response(200, json={"ok": True, "result": [None, {"update_id": 3}, 7, {}]})
    )
    found = await api.get_updates(offset=0, timeout_s=0, allowed=ALLOWED_UPDATES)
    assert found == [{"update_id": 3}]
    await api.aclose()

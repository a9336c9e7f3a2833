"""The fake Bot API itself: it refuses what Telegram refuses, and gives what Telegram gives."""

import json
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from tests.helpers.telegram.api_description import Json, bot_api
from tests.helpers.telegram.message_rules import utf16_length
from tests.helpers.telegram.server import TOKEN, TelegramServer
from tests.helpers.telegram.users import TelegramUser

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20
OPUS = b"OggS" + b"0" * 24 + b"OpusHead" + b"0" * 20


@pytest.fixture
def telegram() -> Iterator[TelegramServer]:
    with TelegramServer() as server:
        yield server


@pytest.fixture
def ada(telegram: TelegramServer) -> TelegramUser:
    return telegram.user("Ada")


def call(telegram: TelegramServer, method: str, **given: Any) -> Json:
    url = f"{telegram.url}/bot{TOKEN}/{method}"
    return httpx2.post(url, json=given, timeout=20).json()


def result(telegram: TelegramServer, method: str, **given: Any) -> Any:
    body = call(telegram, method, **given)
    assert body["ok"], body
    return body["result"]


def refusal(telegram: TelegramServer, method: str, **given: Any) -> str:
    body = call(telegram, method, **given)
    assert not body["ok"], body
    return body["description"]


def test_the_description_is_of_the_whole_api() -> None:
    assert bot_api().version == "Bot API 10.1"
    assert len(bot_api().methods) == 180


def test_a_call_that_is_given_up_in_the_middle_is_none(telegram: TelegramServer) -> None:
    place = urlsplit(telegram.url)
    head = f"POST /bot{TOKEN}/sendChatAction HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n\r\n"
    with socket.create_connection((place.hostname, place.port)) as line:
        line.sendall(head.encode() + b'{"chat_id"')
        line.shutdown(socket.SHUT_WR)
        assert line.recv(1) == b"", "nothing is answered"
    assert telegram.refusals == []


def test_a_message_is_sent_shown_and_returned(telegram: TelegramServer, ada: TelegramUser) -> None:
    bold = {"type": "bold", "offset": 0, "length": 2}
    sent = result(telegram, "sendMessage", chat_id=ada.user_id, text="👍 ok \n", entities=[bold])
    assert sent["text"] == "👍 ok"
    assert sent["entities"] == [bold]
    assert ada.chat.texts == ["👍 ok"]


@pytest.mark.parametrize(
    ("given", "part"),
    [
        pytest.param({"text": "x", "txet": "y"}, "unknown field 'txet'", id="unknown-field"),
        pytest.param({}, "field 'text' is missing", id="missing-field"),
        pytest.param({"text": 5}, "is no String", id="wrong-type"),
        pytest.param({"text": "x", "disable_notification": "yes"}, "is no Boolean", id="boolean"),
        pytest.param({"text": " \n"}, "message text is empty", id="blank"),
        pytest.param({"text": "x" * 4097}, "message is too long", id="too-long"),
        pytest.param({"text": "👍" * 2049}, "message is too long", id="too-long-in-utf-16"),
        pytest.param(
            {"text": "👍", "entities": [{"type": "bold", "offset": 0, "length": 1}]},
            "does not fit the text",
            id="entity-ends-inside-a-surrogate-pair",
        ),
        pytest.param(
            {"text": "x", "entities": [{"type": "bold", "offset": 0, "length": 2}]},
            "does not fit the text",
            id="entity-beyond-the-end",
        ),
        pytest.param(
            {"text": "x", "entities": [{"type": "shiny", "offset": 0, "length": 1}]},
            "type 'shiny'",
            id="entity-unknown",
        ),
        pytest.param(
            {
                "text": "abcd",
                "entities": [
                    {"type": "bold", "offset": 0, "length": 2},
                    {"type": "italic", "offset": 1, "length": 2},
                ],
            },
            "cross",
            id="entities-cross",
        ),
        pytest.param(
            {
                "text": "abcd",
                "entities": [
                    {"type": "bold", "offset": 0, "length": 4},
                    {"type": "code", "offset": 1, "length": 2},
                ],
            },
            "overlap",
            id="code-inside-bold",
        ),
        pytest.param(
            {
                "text": "x",
                "entities": [
                    {"type": "text_link", "offset": 0, "length": 1, "url": "javascript:x"}
                ],
            },
            "wrong HTTP URL",
            id="bad-link",
        ),
        pytest.param(
            {"text": "x", "reply_parameters": {"message_id": 99}},
            "message to be replied not found",
            id="reply-to-nothing",
        ),
    ],
)
def test_a_faulty_message_is_refused(
    telegram: TelegramServer, ada: TelegramUser, given: Json, part: str
) -> None:
    assert part in refusal(telegram, "sendMessage", chat_id=ada.user_id, **given)
    assert ada.chat.texts == []


def keyboard(*rows: list[Json]) -> Json:
    return {"inline_keyboard": list(rows)}


@pytest.mark.parametrize(
    ("markup", "part"),
    [
        pytest.param(keyboard([{"text": "x"}]), "can't parse inline keyboard", id="no-action"),
        pytest.param(
            keyboard([{"text": " ", "callback_data": "a"}]), "text is empty", id="no-label"
        ),
        pytest.param(
            keyboard([{"text": "x", "callback_data": "é" * 33}]), "BUTTON_DATA_INVALID", id="65+"
        ),
        pytest.param(
            keyboard([{"text": "x", "callback_data": ""}]), "BUTTON_DATA_INVALID", id="no-data"
        ),
        pytest.param(keyboard([]), "a row of 0", id="empty-row"),
        pytest.param(
            keyboard(*[[{"text": "x", "callback_data": "a"}]] * 101), "too long", id="101-buttons"
        ),
        pytest.param({"inline_keyboard": 5}, "is no array", id="no-array"),
    ],
)
def test_a_faulty_keyboard_is_refused(
    telegram: TelegramServer, ada: TelegramUser, markup: Json, part: str
) -> None:
    given = {"chat_id": ada.user_id, "text": "x", "reply_markup": markup}
    assert part in refusal(telegram, "sendMessage", **given)


def test_an_edit_that_changes_nothing_is_refused(
    telegram: TelegramServer, ada: TelegramUser
) -> None:
    rows = keyboard([{"text": "A", "callback_data": "a"}])
    here = {"chat_id": ada.user_id}
    sent = result(telegram, "sendMessage", **here, text="one", reply_markup=rows)
    here["message_id"] = sent["message_id"]
    edit = {**here, "text": "one", "reply_markup": rows}
    assert "message is not modified" in refusal(telegram, "editMessageText", **edit)
    assert "not modified" in refusal(telegram, "editMessageReplyMarkup", **here, reply_markup=rows)
    edited = result(telegram, "editMessageText", **here, text="two")
    assert edited["text"] == "two"
    assert "reply_markup" not in edited
    assert ada.chat.texts == ["two"]


def test_only_messages_of_the_bot_that_are_there_are_edited(
    telegram: TelegramServer, ada: TelegramUser
) -> None:
    ada.send("mine")
    theirs = {"chat_id": ada.user_id, "message_id": 1, "text": "x"}
    assert "can't be edited" in refusal(telegram, "editMessageText", **theirs)
    assert "not found" in refusal(telegram, "editMessageText", **{**theirs, "message_id": 9})
    assert "chat not found" in refusal(telegram, "sendMessage", chat_id=1, text="x")


def test_a_user_who_blocked_the_bot_gets_nothing(
    telegram: TelegramServer, ada: TelegramUser
) -> None:
    ada.chat.is_blocked = True
    body = call(telegram, "sendMessage", chat_id=ada.user_id, text="x")
    assert body["error_code"] == 403


def test_a_tap_is_answered_once_and_soon() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    with TelegramServer(now=lambda: now) as telegram:
        ada = telegram.user()
        rows = keyboard([{"text": "Yes", "callback_data": "y"}])
        result(telegram, "sendMessage", chat_id=ada.user_id, text="?", reply_markup=rows)
        first = ada.tap(ada.chat.from_bot[0], "Yes")
        late = ada.tap(ada.chat.from_bot[0], "Yes")
        [update, _other] = result(telegram, "getUpdates")
        assert update["callback_query"]["data"] == "y"
        query = {"callback_query_id": first.raw["id"]}
        assert result(telegram, "answerCallbackQuery", **query, text="ok") is True
        assert first.answer is not None
        assert "too old" in refusal(telegram, "answerCallbackQuery", **query)
        now += timedelta(seconds=16)
        query = {"callback_query_id": late.raw["id"]}
        assert "too old" in refusal(telegram, "answerCallbackQuery", **query)
        assert "too old" in refusal(telegram, "answerCallbackQuery", callback_query_id="5")


def test_an_update_comes_until_it_is_confirmed(telegram: TelegramServer, ada: TelegramUser) -> None:
    ids = ada.send_all(["one", "two"])
    assert [u["update_id"] for u in result(telegram, "getUpdates")] == ids
    assert [u["update_id"] for u in result(telegram, "getUpdates", offset=ids[1])] == ids[1:]
    assert result(telegram, "getUpdates", offset=ids[1] + 1) == []
    assert result(telegram, "getUpdates") == []


def test_kinds_of_updates_that_are_not_wanted_do_not_come(
    telegram: TelegramServer, ada: TelegramUser
) -> None:
    ada.send("one")
    ada.edit(ada.chat.messages[0], "two")
    given = {"allowed_updates": ["message", "callback_query"]}
    assert [sorted(u) for u in result(telegram, "getUpdates", **given)] == [
        ["message", "update_id"]
    ]


def test_a_poll_waits_and_a_second_one_ends_it(telegram: TelegramServer, ada: TelegramUser) -> None:
    bodies: list[Json] = []
    first = threading.Thread(target=lambda: bodies.append(call(telegram, "getUpdates", timeout=30)))
    first.start()
    telegram.until(lambda: telegram.is_polled)
    second = threading.Thread(
        target=lambda: bodies.append(call(telegram, "getUpdates", timeout=30))
    )
    second.start()
    first.join()
    assert bodies[0]["error_code"] == 409
    ada.send("hello")
    second.join()
    assert bodies[1]["result"][0]["message"]["text"] == "hello"


def test_a_poll_can_be_dropped(telegram: TelegramServer) -> None:
    errors: list[Exception] = []

    def poll() -> None:
        try:
            call(telegram, "getUpdates", timeout=30)
        except httpx2.TransportError as error:
            errors.append(error)

    polling = threading.Thread(target=poll)
    polling.start()
    telegram.until(lambda: telegram.is_polled)
    telegram.drop_poll()
    polling.join()
    assert len(errors) == 1


def test_updates_can_come_again_and_out_of_order(
    telegram: TelegramServer, ada: TelegramUser
) -> None:
    telegram.disorder.repeats, telegram.disorder.is_reversed = 1, True
    ids = ada.send_all(["one", "two"])
    assert [u["update_id"] for u in result(telegram, "getUpdates")] == ids[::-1]
    after = {"offset": ids[1] + 1}
    assert [u["update_id"] for u in result(telegram, "getUpdates", **after)] == ids[::-1]
    assert result(telegram, "getUpdates", **after) == []


def test_too_many_messages_are_refused_for_a_while() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    with TelegramServer(now=lambda: now) as telegram:
        telegram.rate.chat_burst = 2
        ada, bob = telegram.user("Ada"), telegram.user("Bob")
        for text in "ab":
            result(telegram, "sendMessage", chat_id=ada.user_id, text=text)
        body = call(telegram, "sendMessage", chat_id=ada.user_id, text="c")
        assert (body["error_code"], body["parameters"]) == (429, {"retry_after": 1})
        result(telegram, "sendMessage", chat_id=bob.user_id, text="a")
        now += timedelta(seconds=1)
        result(telegram, "sendMessage", chat_id=ada.user_id, text="c")
        assert telegram.rate.n_refused == 1


def test_faults_are_as_scripted(telegram: TelegramServer, ada: TelegramUser) -> None:
    here = {"chat_id": ada.user_id, "text": "x"}
    telegram.fail("sendMessage", 429, retry_after=3)
    assert call(telegram, "sendMessage", **here)["parameters"] == {"retry_after": 3}
    telegram.fail("*", 502)
    url = f"{telegram.url}/bot{TOKEN}/sendMessage"
    assert httpx2.post(url, json=here).status_code == 502
    for has_effect in (False, True):
        telegram.drop("sendMessage", has_effect=has_effect)
        with pytest.raises(httpx2.TransportError):
            httpx2.post(url, json=here)
        assert bool(ada.chat.texts) is has_effect


def test_another_token_and_another_method_are_refused(telegram: TelegramServer) -> None:
    assert httpx2.get(f"{telegram.url}/bot7:AA/getMe").status_code == 401
    assert httpx2.get(f"{telegram.url}/nothing").status_code == 404
    assert httpx2.get(f"{telegram.url}/bot{TOKEN}/getNothing").status_code == 404
    assert httpx2.get(f"{telegram.url}/bot{TOKEN}/getme").status_code == 200


def upload(telegram: TelegramServer, method: str, name: str, data: bytes, **given: Any) -> Json:
    return httpx2.post(
        f"{telegram.url}/bot{TOKEN}/{method}",
        data={k: v if isinstance(v, str) else json.dumps(v) for k, v in given.items()},
        files={name: ("a", data)},
    ).json()


def test_files_go_up_and_come_down(telegram: TelegramServer, ada: TelegramUser) -> None:
    bold = [{"type": "bold", "offset": 0, "length": 2}]
    sent = upload(
        telegram, "sendPhoto", "photo", PNG, chat_id=ada.user_id, caption="hi",
        caption_entities=bold,
    )  # fmt: skip
    assert sent["result"]["caption_entities"] == bold
    voice = upload(telegram, "sendVoice", "voice", OPUS, chat_id=ada.user_id, duration=3)
    file_id = voice["result"]["voice"]["file_id"]
    path = result(telegram, "getFile", file_id=file_id)["file_path"]
    assert httpx2.get(f"{telegram.url}/file/bot{TOKEN}/{path}").content == OPUS


@pytest.mark.parametrize(
    ("method", "name", "data"),
    [
        ("sendVoice", "voice", b"RIFF"),
        ("sendPhoto", "photo", b"words"),
        ("sendPhoto", "photo", PNG + bytes(10 * 1024 * 1024)),
        ("sendDocument", "document", b""),
    ],
)
def test_files_that_are_not_what_they_should_be_are_refused(
    telegram: TelegramServer, ada: TelegramUser, method: str, name: str, data: bytes
) -> None:
    assert not upload(telegram, method, name, data, chat_id=ada.user_id)["ok"]


def test_a_group_has_messages_of_its_users(telegram: TelegramServer, ada: TelegramUser) -> None:
    group = telegram.group()
    ada.send("hi all", chat=group)
    [update] = result(telegram, "getUpdates")
    assert update["message"]["chat"]["type"] == "supergroup"


def test_utf_16_is_counted_as_telegram_does() -> None:
    assert [utf16_length(text) for text in ("a", "한", "👍", "👨‍👩‍👧")] == [1, 1, 2, 8]

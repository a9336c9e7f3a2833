"""What Telegram's service answers, what its users write and tap, and what they say."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Final, cast

import httpx2
import numpy as np

from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.bot_api.errors import TelegramError
from assistant.channels.telegram.model.callback_data import (
    callback_data,
    gesture_of,
    read_callback_data,
    tap_of,
)
from assistant.channels.telegram.model.updates import ALLOWED_UPDATES, read_update
from assistant.channels.telegram.router import UpdateRouter
from assistant.errors import AnswerRefused, DeviceError
from assistant.questions.model.question import QuestionKind
from assistant.storage.telegram import TelegramAccount
from assistant.voice.audio.ogg_opus import decode_speech, encode_voice_message
from tests.fuzz.event_loop import finished
from tests.fuzz.harness import Harness
from tests.fuzz.stores import new_store
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import choice, question_set

ACCOUNT: Final = TelegramAccount(
    user_id=7,
    chat_id=7,
    name="Ada",
    workspace="default",
    agent="default",
    conversation_id=None,
    linked_at=datetime(2026, 1, 2, tzinfo=UTC),
)
QUESTIONS: Final = question_set(choice(id="a"), choice(id="b", kind=QuestionKind.MULTI))


class _Nobody:
    """Takes taps and messages of strangers, and does nothing."""

    is_open = False

    async def take_tap(self, *_given: object) -> None: ...

    async def try_link(self, *_given: object) -> None: ...

    async def answer(self, *_given: object, **_more: object) -> None: ...


def _updates(data: bytes) -> None:
    finished(_polled(data))


async def _polled(data: bytes) -> None:
    """Whatever comes, the next poll asks for what comes after; what is kept can be read."""

    def answer(_request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, content=data)

    transport = httpx2.MockTransport(answer)
    api = BotApi("1:x", url="https://telegram.invalid", transport=transport)
    try:
        raws = await api.get_updates(offset=0, timeout_s=0, allowed=ALLOWED_UPDATES)
    finally:
        await api.aclose()
    for raw in raws:
        read_update(raw)
    if not raws:
        return
    async with new_store() as store:
        await store.telegram.link(ACCOUNT)
        nobody = _Nobody()
        router = UpdateRouter(
            surroundings=cast(
                "Any",
                SimpleNamespace(clock=ManualClock(), repository=store.telegram, questions=nobody),
            ),
            linking=cast("Any", nobody),
            strangers=cast("Any", nobody),
        )
        await router.load()
        records = await router.store(raws)
        assert await store.telegram.offset() == max(int(raw["update_id"]) for raw in raws) + 1
        waiting = await store.telegram.waiting()
        assert [one.update_id for one in waiting] == [one.update_id for one in records]
        for record in waiting:
            update = read_update(json.loads(record.content))
            assert update is not None
            assert update.update_id == record.update_id
            if update.message is not None:
                assert update.message.written_at.tzinfo is not None
                assert update.message.command.isascii()
                assert update.message.argument == update.message.argument.strip()


def _tapped(data: bytes) -> None:
    """A button does what it was made for, and nothing else does anything."""
    read = read_callback_data(data.decode())
    if read is None:
        return
    token, tap = read
    gesture = gesture_of(tap, QUESTIONS)
    assert gesture_of(tap_of(gesture, QUESTIONS), QUESTIONS) == gesture
    assert len(callback_data(token, tap).encode()) <= 64


def _recording(data: bytes) -> None:
    samples = decode_speech(data, limit_s=0.1)
    assert samples.ndim == 1
    assert len(samples) <= 1600
    assert samples.dtype == np.float32


def _answers() -> Iterator[bytes]:
    user = {"id": 7, "is_bot": False, "first_name": "Ada"}
    chat = {"id": 7, "type": "private"}
    message = {"message_id": 3, "from": user, "chat": chat, "date": 1767323045, "text": "/new it"}
    photo = {"file_id": "p", "width": 2, "height": 3}
    yield json.dumps(
        {
            "ok": True,
            "result": [
                {"update_id": 5, "message": message},
                {"update_id": 6, "message": {**message, "photo": [photo], "caption": "안녕"}},
                {"update_id": 7, "message": {**message, "voice": {"file_id": "v", "duration": 3}}},
                {
                    "update_id": 8,
                    "callback_query": {"id": "1", "from": user, "message": message, "data": "x:c0"},
                },
            ],
        }
    ).encode()
    yield b'{"ok": false, "error_code": 429, "description": "x", "parameters": {"retry_after": 3}}'
    yield b'{"ok": false, "error_code": 401, "description": "Unauthorized"}'


def _taps() -> Iterator[bytes]:
    yield from (
        b"abcdefgh:c0.1",
        b"abcdefgh:t1.2",
        b"abcdefgh:S0.0",
        b"abcdefgh:d1",
        b"abcdefgh:n1",
    )


def _recordings() -> Iterator[bytes]:
    tone = (np.sin(np.arange(1600) / 5) / 2).astype(np.float32)
    yield encode_voice_message(tone, sample_rate_hz=16_000)


HARNESSES: Final = (
    Harness(
        name="telegram-updates", read=_updates, errors=(TelegramError,), seeds=_answers, count=25
    ),
    Harness(
        name="telegram-tap",
        read=_tapped,
        errors=(AnswerRefused, UnicodeDecodeError),
        seeds=_taps,
    ),
    Harness(name="voice-message", read=_recording, errors=(DeviceError,), seeds=_recordings),
)

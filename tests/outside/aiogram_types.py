"""A second opinion on the fake: aiogram's types parse all that it sends.

aiogram is no dependency: it takes 157 MB and holds pydantic back. `make telegram-check` installs it
beside and runs this.
"""

import importlib
from typing import Any

from tests.helpers.telegram.api_description import Json
from tests.helpers.telegram.server import FakeBotApi

aiogram_types: Any = importlib.import_module("aiogram.types")


def ask(telegram: FakeBotApi, method: str, **given: Any) -> Any:
    import json

    body: Json = json.loads(telegram.call(method, given, {}).body)
    assert body["ok"], body
    return body["result"]


def test_updates_and_results_are_what_aiogram_expects() -> None:
    telegram = FakeBotApi()
    ada, group = telegram.user("Ada", language="ko"), telegram.group()
    ada.send("/start now")
    ada.send("to all", chat=group)
    ada.send_photo(b"\x89PNG", caption="look")
    ada.send_voice(b"OggS")
    ada.send_document(b"words", name="a.txt")
    ada.edit(ada.chat.messages[0], "other")
    rows = {"inline_keyboard": [[{"text": "Yes", "callback_data": "y"}]]}
    sent = ask(telegram, "sendMessage", chat_id=ada.user_id, text="?", reply_markup=rows)
    ada.send("reply", reply_to=ada.chat.from_bot[0])
    ada.tap(ada.chat.from_bot[0], "Yes")
    for update in ask(telegram, "getUpdates"):
        read = aiogram_types.Update.model_validate(update)
        assert read.model_dump(exclude_none=True, by_alias=True).keys() == update.keys()
    assert aiogram_types.Message.model_validate(sent).reply_markup is not None
    assert aiogram_types.User.model_validate(ask(telegram, "getMe")).is_bot

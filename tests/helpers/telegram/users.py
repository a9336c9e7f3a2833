"""A user of Telegram: what a test writes, taps and sends."""

import uuid
from collections.abc import Sequence
from typing import Any

from tests.helpers.telegram.api_description import Json
from tests.helpers.telegram.world import (
    Callback,
    FakeChat,
    ShownMessage,
    TelegramWorld,
    photo_sizes,
)


class TelegramUser:
    """Somebody with a chat with the bot.

    Args:
        world: The service.
        name: Their first name.
        language: The language of their app.
    """

    def __init__(self, world: TelegramWorld, name: str, language: str) -> None:
        self._world = world
        self.raw = world.new_user(name, language)
        self.chat: FakeChat = world.private_chat(self.raw)

    @property
    def user_id(self) -> int:
        """Their id."""
        return self.raw["id"]

    def send(
        self, text: str, *, chat: FakeChat | None = None, reply_to: ShownMessage | None = None
    ) -> int:
        """Write something; returns the id of the update."""
        content: Json = {"text": text}
        if text.startswith("/"):
            length = len(text.split()[0])
            content["entities"] = [{"type": "bot_command", "offset": 0, "length": length}]
        if reply_to is not None:
            content["reply_to_message"] = reply_to.raw
        return self._send(content, chat)

    def send_photo(
        self, data: bytes, *, caption: str = "", size: tuple[int, int] = (64, 48)
    ) -> int:
        """Send a picture."""
        file = self._world.add_file(data, folder="photos", suffix=".jpg")
        content: Json = {"photo": photo_sizes(file, size)}
        return self._send(content | ({"caption": caption} if caption else {}), None)

    def send_voice(self, data: bytes, *, duration_s: int = 2) -> int:
        """Send a voice message."""
        file = self._world.add_file(data, folder="voice", suffix=".oga")
        voice = {**file, "duration": duration_s, "mime_type": "audio/ogg"}
        return self._send({"voice": voice}, None)

    def send_document(
        self, data: bytes, *, name: str, mime_type: str = "text/plain", caption: str = ""
    ) -> int:
        """Send a file."""
        file = self._world.add_file(data, folder="documents", suffix=".bin")
        content: Json = {"document": {**file, "file_name": name, "mime_type": mime_type}}
        return self._send(content | ({"caption": caption} if caption else {}), None)

    def edit(self, message: ShownMessage, text: str) -> int:
        """Change a message of their own."""
        with self._world.lock:
            message.raw = {**message.raw, "text": text, "edit_date": self._world.unix()}
            return self._world.add_update("edited_message", message.raw)

    def tap(self, message: ShownMessage, label: str) -> Callback:
        """Tap the button whose label is or contains these words.

        Raises:
            KeyError: If there is none.
        """
        rows = message.raw.get("reply_markup", {}).get("inline_keyboard", [])
        buttons = [button for row in rows for button in row]
        exact = [button for button in buttons if button["text"] == label]
        found = exact or [button for button in buttons if label in button["text"]]
        if not found:
            raise KeyError(f"{label!r} is not among {message.buttons}")
        return self.send_callback(message, found[0]["callback_data"])

    def send_callback(self, message: ShownMessage, data: str) -> Callback:
        """Send the data of a button, whether or not the message has it."""
        with self._world.lock:
            raw: dict[str, Any] = {
                "id": str(uuid.uuid4().int % 10**18),
                "from": self.raw,
                "message": message.raw,
                "chat_instance": str(message.raw["chat"]["id"]),
                "data": data,
            }
            callback = Callback(raw, self._world.now())
            self._world.callbacks[raw["id"]] = callback
            self._world.add_update("callback_query", raw)
            return callback

    def send_all(self, texts: Sequence[str]) -> list[int]:
        """Write several messages in one go."""
        with self._world.lock:
            return [self.send(text) for text in texts]

    def _send(self, content: Json, chat: FakeChat | None) -> int:
        with self._world.lock:
            message = self._world.add_message(chat or self.chat, self.raw, content)
            return self._world.add_update("message", message.raw)

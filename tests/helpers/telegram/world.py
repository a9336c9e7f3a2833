"""What Telegram's servers know: users, chats with their messages, files, and the bot's updates.

Everything is under one lock; `changed` is notified whenever a message or an update is new.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from tests.helpers.telegram.api_description import Json, bot_api

BOT_ID: Final = 7_000_000_001
_FIRST_UPDATE: Final = 1_000
_FIRST_USER: Final = 5_000_000_100
"""Beyond 32 bits, as ids are today."""
_GROUP: Final = -1_001_000_000_000


@dataclass(slots=True)
class ShownMessage:
    """A message as it stands in a chat."""

    raw: Json
    """As `Message`."""
    is_deleted: bool = False
    n_edits: int = 0
    forced_reply: str | None = None
    """What the field for the reply says, if the message has the user reply to it."""

    @property
    def message_id(self) -> int:
        """Its id in its chat."""
        return self.raw["message_id"]

    @property
    def text(self) -> str:
        """Its words, or its caption."""
        return self.raw.get("text", self.raw.get("caption", ""))

    @property
    def entities(self) -> Sequence[Json]:
        """What its words carry."""
        return self.raw.get("entities", self.raw.get("caption_entities", []))

    @property
    def is_from_bot(self) -> bool:
        """Whether the bot sent it."""
        return self.raw["from"]["is_bot"]

    @property
    def buttons(self) -> list[list[str]]:
        """The labels of its inline keyboard, row by row."""
        rows = self.raw.get("reply_markup", {}).get("inline_keyboard", [])
        return [[button["text"] for button in row] for row in rows]


@dataclass(slots=True)
class FakeChat:
    """A chat and what stands in it."""

    raw: Json
    """As `Chat`."""
    messages: list[ShownMessage] = field(default_factory=list[ShownMessage])
    is_blocked: bool = False
    """Whether the user has blocked the bot."""
    actions: list[str] = field(default_factory=list[str])
    """The chat actions that were shown, oldest first."""
    next_id: int = 1

    @property
    def chat_id(self) -> int:
        """Its id."""
        return self.raw["id"]

    @property
    def shown(self) -> list[ShownMessage]:
        """The messages that are not deleted, oldest first."""
        return [message for message in self.messages if not message.is_deleted]

    @property
    def from_bot(self) -> list[ShownMessage]:
        """The messages of the bot's, oldest first."""
        return [message for message in self.shown if message.is_from_bot]

    @property
    def texts(self) -> list[str]:
        """The words of the bot's messages, oldest first."""
        return [message.text for message in self.from_bot]

    def find(self, message_id: int) -> ShownMessage | None:
        """Return a message that is not deleted."""
        return next((m for m in self.shown if m.message_id == message_id), None)


@dataclass(slots=True)
class Callback:
    """A tap on a button."""

    raw: Json
    """As `CallbackQuery`."""
    tapped_at: datetime
    answer: Json | None = None
    """The parameters of `answerCallbackQuery`."""


@dataclass(slots=True)
class StoredFile:
    """A file on the server."""

    content: bytes
    path: str


class TelegramWorld:
    """The state of the service.

    Args:
        now: The moment, aware.
    """

    def __init__(self, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.now = now
        self.bot: Final[Json] = {
            "id": BOT_ID,
            "is_bot": True,
            "first_name": "Parley",
            "username": "parley_test_bot",
        }
        self.chats: dict[int, FakeChat] = {}
        self.files: dict[str, StoredFile] = {}
        self.callbacks: dict[str, Callback] = {}
        self.updates: list[Json] = []
        """Those that are not confirmed, oldest first."""
        self.commands: list[Json] = []
        self._n_updates = 0
        self._n_users = 0
        self._n_files = 0
        self.on_change: Callable[[], None] = lambda: None
        """Called under the lock when something is new; for pollers in virtual time."""

    def unix(self) -> int:
        """Return the moment in whole seconds."""
        return int(self.now().timestamp())

    def notify(self) -> None:
        """Tell those who wait that something is new; under the lock."""
        self.changed.notify_all()
        self.on_change()

    def new_user(self, name: str, language: str) -> Json:
        """Return a user who has not written yet."""
        with self.lock:
            self._n_users += 1
            return {
                "id": _FIRST_USER + self._n_users,
                "is_bot": False,
                "first_name": name,
                "username": name.casefold() if name.isascii() else f"user{self._n_users}",
                "language_code": language,
            }

    def private_chat(self, user: Json) -> FakeChat:
        """Return the chat of a user with the bot, begun if there was none."""
        with self.lock:
            raw = {"id": user["id"], "type": "private", "first_name": user["first_name"]}
            return self.chats.setdefault(user["id"], FakeChat(raw))

    def new_group(self, title: str) -> FakeChat:
        """Return a new group with the bot in it."""
        with self.lock:
            chat = FakeChat({"id": _GROUP - len(self.chats), "type": "supergroup", "title": title})
            self.chats[chat.chat_id] = chat
            return chat

    def add_message(self, chat: FakeChat, sender: Json, content: Json) -> ShownMessage:
        """Put a message into a chat."""
        with self.lock:
            raw: Json = {
                "message_id": chat.next_id,
                "from": sender,
                "chat": chat.raw,
                "date": self.unix(),
                **content,
            }
            chat.next_id += 1
            message = ShownMessage(raw)
            chat.messages.append(message)
            self.notify()
            return message

    def add_update(self, kind: str, content: Json) -> int:
        """Have something happen that the bot is told of; returns the id of the update."""
        with self.lock:
            self._n_updates += 1
            update_id = _FIRST_UPDATE + self._n_updates
            update: Json = {"update_id": update_id, kind: content}
            problems = list(bot_api().problems_of("Update", update))
            assert not problems, problems
            self.updates.append(update)
            self.notify()
            return update_id

    def add_file(self, content: bytes, *, folder: str, suffix: str) -> Json:
        """Keep a file; returns it as `File`."""
        with self.lock:
            self._n_files += 1
            file_id = f"AgADfile{self._n_files:04}"
            path = f"{folder}/file_{self._n_files}{suffix}"
            self.files[file_id] = StoredFile(content, path)
            return {
                "file_id": file_id,
                "file_unique_id": f"u{self._n_files:04}",
                "file_size": len(content),
            }

    def content_at(self, path: str) -> bytes | None:
        """Return the file with this path."""
        with self.lock:
            return next((f.content for f in self.files.values() if f.path == path), None)


def photo_sizes(file: Json, size: tuple[int, int]) -> list[Json]:
    """Return a picture as `PhotoSize`s, the smallest first."""
    width, height = size
    small: dict[str, Any] = {**file, "width": max(1, width // 4), "height": max(1, height // 4)}
    return [small, {**file, "width": width, "height": height}]

"""What is read of an update; everything else that Telegram sends is ignored."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant.typed_command import written_command

ALLOWED_UPDATES: Final = ("message", "callback_query")
"""The kinds that are asked for."""
ID_BEYOND: Final = 2**63
"""No update has this number, nor could it be stored."""
_LAST_DATE: Final = 253_402_300_799
"""The end of the year 9999 as Unix time."""
PRIVATE: Final = "private"
CHAT_COMMANDS: Final = frozenset({"new", "start", "stop", "unlink"})
"""Commands that are the chat's, whatever waits in it; `/help` is the question's while one waits."""
_COMMAND: Final = re.compile(r"/([A-Za-z0-9_]+)(?:@[A-Za-z0-9_]+)?(?!\S)")
"""What Telegram takes for a command; a path such as `/etc/hosts` is none."""


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


class User(_Read):
    """Somebody who writes."""

    id: int
    is_bot: bool = False
    first_name: str = ""
    last_name: str = ""
    username: str = ""
    language_code: str = ""

    @property
    def name(self) -> str:
        """How they call themselves."""
        return f"{self.first_name} {self.last_name}".strip() or self.username


class Chat(_Read):
    """Where something was written."""

    id: int
    type: str


class PhotoSize(_Read):
    """A picture in one size."""

    file_id: str
    width: int
    height: int
    file_size: int | None = None


class Voice(_Read):
    """A voice message, or a sound file."""

    file_id: str
    duration: int = 0
    mime_type: str = ""
    file_size: int | None = None


class Document(_Read):
    """A file."""

    file_id: str
    file_name: str = ""
    mime_type: str = ""
    file_size: int | None = None


class Message(_Read):
    """What somebody wrote."""

    message_id: int
    sender: User | None = Field(default=None, alias="from")
    chat: Chat
    date: Annotated[int, Field(ge=0, le=_LAST_DATE)] = 0
    """Unix time."""
    text: str = ""
    caption: str = ""
    photo: tuple[PhotoSize, ...] = ()
    """The sizes there are of one picture."""
    voice: Voice | None = None
    audio: Voice | None = None
    document: Document | None = None
    reply_to_message: "Message | None" = None

    @property
    def written_at(self) -> datetime:
        """When it was written, aware."""
        return datetime.fromtimestamp(self.date, UTC)

    @property
    def is_private(self) -> bool:
        """Whether it stands in the chat of its sender with the bot, and nobody else's."""
        sender = self.sender
        return self.chat.type == PRIVATE and sender is not None and not sender.is_bot

    @property
    def command(self) -> str:
        """The command it begins with, in lower case and without its slash; empty if none."""
        found = _COMMAND.match(written_command(self.text))
        return "" if found is None else found[1].casefold()

    @property
    def argument(self) -> str:
        """What stands behind its command."""
        return (self.text.split(maxsplit=1) + ["", ""])[1].strip()


class CallbackQuery(_Read):
    """A tap on a button."""

    id: str
    sender: User = Field(alias="from")
    message: Message | None = None
    """The one with the button, if it is known still."""
    data: str = ""


class Update(_Read):
    """Something that happened: a message or a tap, or neither if it is of another kind."""

    update_id: int
    message: Message | None = None
    callback_query: CallbackQuery | None = None

    @property
    def sender(self) -> User | None:
        """Who did it."""
        if self.callback_query is not None:
            return self.callback_query.sender
        return None if self.message is None else self.message.sender

    @property
    def chat(self) -> Chat | None:
        """Where it happened."""
        message = self.message
        if self.callback_query is not None:
            message = self.callback_query.message
        return None if message is None else message.chat


def read_update(raw: Mapping[str, Any]) -> Update | None:
    """Return an update; None if it cannot be understood, so that it is passed over."""
    try:
        return Update.model_validate(raw)
    except ValidationError:
        return None

"""What the parts of the channel know of each other, and of what is outside of it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from assistant.channels.telegram.model.updates import CallbackQuery, Message
from assistant.questions.model.question import Method
from assistant.storage.telegram import TelegramAccount


class ChatQuestions(Protocol):
    """Who asks in chats and takes the answers. What is called here never waits for a turn."""

    async def take_text(
        self, account: TelegramAccount, message: Message, text: str, *, method: Method
    ) -> bool:
        """Take words that are meant for a question of the chat; whether they were."""
        ...

    async def take_tap(self, query: CallbackQuery, account: TelegramAccount | None) -> None:
        """Take a tap and acknowledge it; without an account, refuse it and change nothing."""
        ...

    def is_pending(self, account: TelegramAccount) -> bool:
        """Whether a question of the chat waits for its user."""
        ...


Greet = Callable[[TelegramAccount], Awaitable[None]]
"""Has an account that was linked just now written to; does not wait until that has arrived."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceMessage:
    """A recording to be sent."""

    data: bytes
    """OGG with Opus."""
    duration_s: int


class Speech(Protocol):
    """Who makes words of voice messages, and voice messages of words."""

    async def transcribe(self, recording: bytes) -> str:
        """Return what was said; empty if nothing was understood.

        Raises:
            AssistantError: If it cannot be heard at all.
        """
        ...

    async def speak(self, text: str) -> VoiceMessage | None:
        """Return a reply as it is spoken; None if nothing of it can be.

        Raises:
            AssistantError: If there is no voice.
        """
        ...

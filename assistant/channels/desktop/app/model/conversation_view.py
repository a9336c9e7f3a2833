"""What the conversation presenter asks of a window besides its transcript."""

from collections.abc import Sequence
from typing import Protocol

from assistant.channels.desktop.conversation.model.header_status import HeaderStatus
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import Attachment
from assistant.protocol.notices import Notice


class ConversationView(Protocol):
    """The window around the transcript. Every method is called on the GUI thread."""

    def conversation_opened(self, *, model: str, models: Sequence[str]) -> None:
        """Another conversation is shown: the model that answers, and those it may be held with."""
        ...

    def show_status(self, status: HeaderStatus) -> None:
        """Show what is going on."""
        ...

    def show_model(self, model: str) -> None:
        """Name the model that answers."""
        ...

    def show_level(self, dbfs: float) -> None:
        """Move the microphone meter."""
        ...

    def show_caption(self, text: str) -> None:
        """Show the sentence that is being spoken; empty hides it."""
        ...

    def return_words(self, text: str) -> None:
        """Put words into the input line that were not sent, above what stands there."""
        ...

    def return_files(self, attachments: Sequence[Attachment]) -> None:
        """Put files above the input line that were not sent."""
        ...

    def show_takes(self, takes: AttachmentKinds) -> None:
        """Say which files the model that answers cannot be sent."""
        ...

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show what the user should know, newest last."""
        ...

    def show_can_hear(self, can_hear: bool) -> None:
        """Say whether somebody who speaks can be heard."""
        ...

    def open_settings(self, page: str, field: str) -> None:
        """Show the settings at a page, and at a field of it if one is named."""
        ...

    def help_with_microphone(self, reason: str, hint: str) -> None:
        """Say to somebody who wants to speak why they cannot, and how to change it."""
        ...

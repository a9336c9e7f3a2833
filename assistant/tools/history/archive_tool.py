"""What the tools that look into past conversations have in common."""

from datetime import datetime, tzinfo

from assistant.tools.history.past_conversations import ConversationArchive
from assistant.tools.model.wording import one_line
from assistant.tools.tool import ModelT, ModelTool


class ArchiveTool(ModelTool[ModelT]):
    """A tool over past conversations.

    Args:
        description: For the model.
        past: The conversations.
        zone: The user's zone; the machine's if None.
    """

    def __init__(
        self, *, description: str, past: ConversationArchive, zone: tzinfo | None = None
    ) -> None:
        super().__init__(description)
        self._past = past
        self._zone = zone

    def _when(self, moment: datetime) -> str:
        """By the user's clock."""
        return f"{moment.astimezone(self._zone):%Y-%m-%d %H:%M}"


def titled(title: str) -> str:
    return f'"{one_line(title)}"' if title.strip() else "without a title"

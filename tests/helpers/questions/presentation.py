"""What a presenter speaks to, as a test sees it."""

import asyncio
from dataclasses import dataclass, field

from assistant.questions.model.question import Draft
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.questions.spoken.understanding import Understanding
from tests.helpers.questions.answer_reader import ScriptedReader


@dataclass
class FakePresentation:
    """Implements `Presentation`: counts and keeps."""

    shown_times: int = 0
    touched_times: int = 0
    drafts: list[Draft] = field(default_factory=list[Draft])
    is_shown: asyncio.Event = field(default_factory=asyncio.Event)
    is_touched: asyncio.Event = field(default_factory=asyncio.Event)
    reader: ScriptedReader = field(default_factory=ScriptedReader)
    """The model that reads words; without a script it reads nothing."""

    def shown(self) -> None:
        """Count it."""
        self.shown_times += 1
        self.is_shown.set()

    def touched(self) -> None:
        """Count it."""
        self.touched_times += 1
        self.is_touched.set()

    def draft_changed(self, draft: Draft) -> None:
        """Keep it."""
        self.drafts.append(draft)

    async def read(self, unread: UnreadWords) -> Understanding | None:
        """Have the script read the words."""
        return await self.reader.read(unread)

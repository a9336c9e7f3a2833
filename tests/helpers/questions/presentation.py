"""What a presenter speaks to, as a test sees it."""

import asyncio
from dataclasses import dataclass, field

from assistant.questions.model.question import Draft


@dataclass
class FakePresentation:
    """Implements `Presentation`: counts and keeps."""

    shown_times: int = 0
    touched_times: int = 0
    drafts: list[Draft] = field(default_factory=list[Draft])
    is_shown: asyncio.Event = field(default_factory=asyncio.Event)
    is_touched: asyncio.Event = field(default_factory=asyncio.Event)

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

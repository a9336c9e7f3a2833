"""What the store keeps of one open question: its selections, when it closes, how it ended."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from pydantic import TypeAdapter

from assistant.clock import Clock
from assistant.errors import StoreError
from assistant.locale import _
from assistant.questions.model.question import Cancelled, CancelReason, Channel, Draft, Response
from assistant.questions.model.response_text import stored_status
from assistant.storage.questions import QuestionRepository

_log = logging.getLogger(__name__)

DEADLINE_SLACK: Final = timedelta(seconds=5)
"""How far the stored deadline may be from the real one; each keystroke moves that a little."""

responses: Final[TypeAdapter[Response]] = TypeAdapter(Response)
"""Reads and writes a stored response."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOutcome:
    """How a question ended, as it is stored."""

    response: Response
    channel: Channel | None
    won: bool
    """Whether this is the response that was to be stored, and not an earlier one."""


class QuestionPersistence:
    """Keeps one question. A disk that is full is told, and changes nothing else.

    Args:
        questions_id: Which one.
        deadline: When it closes by itself, as it is stored now.
        store: Where it is.
        clock: Dates the end.
        notice: Tells the user: code, text, hint.
    """

    def __init__(
        self,
        *,
        questions_id: str,
        deadline: datetime,
        store: QuestionRepository,
        clock: Clock,
        notice: Callable[[str, str, str], None],
    ) -> None:
        self._questions_id = questions_id
        self._deadline = deadline
        self._store = store
        self._clock = clock
        self._notice = notice
        self._unsaved: Draft | None = None

    def change_draft(self, draft: Draft) -> None:
        """Have these selections stored with the next `save`."""
        self._unsaved = draft

    async def save(self, deadline: datetime, *, exactly: bool = False) -> None:
        """Store what has changed.

        Args:
            deadline: When the question closes by itself.
            exactly: Store that even if it moved by no more than `DEADLINE_SLACK`.
        """
        slack = timedelta() if exactly else DEADLINE_SLACK
        if abs(deadline - self._deadline) > slack:
            await self._save_deadline(deadline)
        if self._unsaved is not None:
            draft, self._unsaved = self._unsaved, None
            await self._save_draft(draft)

    async def settle(self, response: Response, channel: Channel | None) -> StoredOutcome:
        """Store the end, unless it ended already; *later* is no end and is not stored.

        Where it cannot be stored the response counts all the same: the user has answered and
        must not be asked again because a disk is full.
        """
        kept = StoredOutcome(response=response, channel=channel, won=True)
        status = stored_status(response)
        if status == "pending":
            return kept
        try:
            won = await self._store.settle(
                self._questions_id,
                status=status,
                response_json=responses.dump_json(response).decode(),
                channel=channel.value if channel else None,
                at=self._clock.now(),
            )
        except StoreError as error:
            _log.error("Answer to %s not saved: %s", self._questions_id, error.message)
            self._notice(
                "question_not_saved",
                _("Your answer counts but could not be saved."),
                _("The question may appear again after a restart."),
            )
            return kept
        return kept if won else await self._settled_elsewhere()

    async def _settled_elsewhere(self) -> StoredOutcome:
        record = await self._store.get(self._questions_id)
        if record is None or record.response_json is None:
            return StoredOutcome(
                response=Cancelled(reason=CancelReason.CLIENT), channel=None, won=False
            )
        return StoredOutcome(
            response=responses.validate_json(record.response_json),
            channel=Channel(record.channel) if record.channel else None,
            won=False,
        )

    async def _save_deadline(self, deadline: datetime) -> None:
        self._deadline = deadline
        try:
            await self._store.save_deadline(self._questions_id, deadline)
        except StoreError as error:
            _log.error("Deadline of question %s not saved: %s", self._questions_id, error.message)

    async def _save_draft(self, draft: Draft) -> None:
        try:
            await self._store.save_draft(self._questions_id, draft.model_dump_json())
        except StoreError as error:
            _log.error("Draft of question %s not saved: %s", self._questions_id, error.message)
            self._notice(
                "question_not_saved",
                _("Your selections could not be saved."),
                _("They are lost if the program ends now; your answer still counts."),
            )

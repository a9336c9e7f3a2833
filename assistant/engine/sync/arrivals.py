"""Makes live what other devices changed, part by part. Engine loop only."""

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from assistant.engine.sync.conflict_questions import ConflictQuestions
from assistant.engine.sync.conversation_updates import ConversationUpdates
from assistant.engine.sync.question_updates import QuestionUpdates
from assistant.engine.sync.setting_updates import SettingUpdates
from assistant.engine.sync.turn_claims import TurnClaims
from assistant.errors import AssistantError
from assistant.sync.model.applied import Applied
from assistant.sync.model.records import RecordKind

if TYPE_CHECKING:
    from assistant.sync.documents.document_sync import DocumentSync


_log = logging.getLogger(__name__)


class Arrivals:
    """Hands what arrived to who makes it live; what fails in one does not keep it from the others."""

    def __init__(
        self,
        *,
        conversations: ConversationUpdates,
        questions: QuestionUpdates,
        settings: SettingUpdates,
        documents: "DocumentSync",
        conflicts: ConflictQuestions,
        claims: TurnClaims,
        settle_conflict: Callable[[str], Awaitable[bool]],
        remote: Callable[[], None],
    ) -> None:
        self._conversations = conversations
        self._questions = questions
        self._settings = settings
        self._documents = documents
        self._conflicts = conflicts
        self._claims = claims
        self._settle_conflict = settle_conflict
        self._remote = remote

    async def begin(self) -> None:
        """Apply what changed while the program was off, and ask about open conflicts."""
        await self._each(self._settings.look, self._conflicts.review)

    async def take(self, applied: Applied) -> None:
        """Make live what was applied to the store."""
        settings = [key for key in applied.values if key.kind is RecordKind.SETTING]
        documents = [key for key in applied.values if key.kind is not RecordKind.SETTING]

        async def take_questions() -> None:
            await self._questions.take(
                opened=sorted(applied.opened_questions),
                drafted=sorted(applied.drafted_questions),
                settled=sorted(applied.settled_questions),
            )

        async def take_conversations() -> None:
            await self._conversations.take(
                sorted(applied.conversations), sorted(applied.deleted_conversations)
            )

        async def take_documents() -> None:
            if documents:
                await self._documents.take(documents)

        async def take_settings() -> None:
            if settings:
                await self._settings.take()

        async def take_conflicts() -> None:
            for conflict in applied.conflicts:
                if conflict.key.kind is RecordKind.QUESTION:
                    await self._questions.tell_lost(conflict)
                    await self._settle_conflict(conflict.conflict_id)
            if applied.conflicts or self._conflicts.open:
                await self._conflicts.review()

        await self._each(
            take_questions, take_conversations, take_documents, take_settings, take_conflicts
        )
        if applied.remote:
            self._remote()

    async def synchronised(self) -> None:
        """The server was reached, and nothing is left to exchange."""
        self._claims.synchronised()
        await self._each(self._questions.synchronised, self._settings.look)

    async def _each(self, *parts: Callable[[], Awaitable[None]]) -> None:
        for part in parts:
            try:
                await part()
            except AssistantError as error:
                # It is stored, and seen at the next start at the latest.
                _log.warning("What came from another device was not made use of: %s", error.message)
            except Exception:  # noqa: BLE001  # a bug in one must not keep the others away
                _log.exception("What came from another device was not made use of")

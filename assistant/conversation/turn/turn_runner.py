"""Runs a turn from the user's message to its end, however it ends. Engine loop only.

Stores what surrounds the turn: its first message, an early end, and how much of the reply was
heard.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from assistant.conversation.history.message_history import History, HistoryEntry
from assistant.conversation.history.model.message_view import attachment_block
from assistant.conversation.history.model.unfinished_turn import (
    UnfinishedTurn,
    abandoned_results,
    find_unfinished_turn,
)
from assistant.conversation.turn.model.message_queue import UserMessage
from assistant.conversation.turn.model.recovery_actions import recovery_actions, try_again
from assistant.conversation.turn.speculation import SpeculativeRequest
from assistant.conversation.turn.turn import Turn, TurnReply
from assistant.conversation.turn.turn_factory import TurnFactory
from assistant.errors import (
    AssistantError,
    DeletedConversationError,
    ErrorCategory,
    ProviderError,
)
from assistant.llm.messages_api.messages import TextBlock
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnFailed, UserMessageStored

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStart:
    """A turn and what it begins with: words, or a point in the history."""

    turn: Turn
    words: UserMessage | None = None
    resumed: UnfinishedTurn | None = None
    guess: SpeculativeRequest | None = None
    spoken: bool = False
    """Whether the user spoke, so that the reply is for the ear."""


class TurnRunner:
    """Carries out the turns of one conversation, and stores what is stored around them."""

    def __init__(
        self, *, history: History, making: TurnFactory, emit: Callable[[EngineEvent], None]
    ) -> None:
        self._history = history
        self._making = making
        self._emit = emit
        self._writes: set[asyncio.Task[None]] = set()
        self._resumed_at: dict[str, str] = {}
        """Where turns were taken up: id of the turn → id of the message its new words follow."""

    async def carry_out(self, begun: TurnStart) -> TurnReply | TurnFailed:
        """Run a turn to its end; never raises."""
        turn = begun.turn
        try:
            await self.written()
            composer = await self._making.composer(turn.turn_id, keep=self._keeping(begun))
            return await turn.run(composer, resumed=begun.resumed, guess=begun.guess)
        except asyncio.CancelledError:
            await self._mark_ended(turn)
            return TurnFailed(
                turn_id=turn.turn_id,
                text=turn.text,
                reason="",
                cancelled=True,
                actions=(try_again(),),
            )
        except DeletedConversationError:  # the code that closes it notifies
            return TurnFailed(turn_id=turn.turn_id, text=turn.text, reason="", cancelled=True)
        except AssistantError as error:
            await self._mark_ended(turn)
            return self._failed(turn, error)
        except Exception as error:  # the turn's boundary: a bug ends the turn alone
            logger.exception("Turn %s failed", turn.turn_id)
            bug = AssistantError(
                _("Something went wrong inside Parley ({error}).").format(
                    error=type(error).__name__
                ),
                hint=_("What had arrived is kept. The log has the details."),
            )
            await self._mark_ended(turn)
            return self._failed(turn, bug)
        finally:
            if begun.guess is not None:
                begun.guess.cancel()
            self._making.turn_ended()

    def resumes(self, turn_id: str, at: str) -> None:
        """A turn goes on after this message."""
        self._resumed_at[turn_id] = at

    async def give_up(self, interruption: UnfinishedTurn) -> None:
        """Store results for the calls of an interrupted turn without resuming it: it was stopped.

        Args:
            interruption: Has calls, one of which has no result.

        Raises:
            StoreError: If they cannot be stored.
        """
        self._history.rewind(interruption.partial or interruption.at)
        entry = (
            self._history.begin_results(turn_id=interruption.turn_id)
            if interruption.partial is None
            else self._history.entry(interruption.partial)
        )
        message = entry.message.model_copy(update={"content": abandoned_results(interruption)})
        await self._history.save(replace(entry, message=message, partial=False, ended=True))

    async def record_heard(self, turn_id: str, heard: str) -> None:
        """Note in the history that the user interrupted after hearing `heard`.

        The next turn waits for it, so that the model knows.
        """
        task = asyncio.create_task(self.mark_heard(turn_id, heard), name=f"heard-{turn_id}")
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)
        await asyncio.shield(task)

    async def mark_heard(self, turn_id: str, heard: str) -> None:
        """Store it now; failures become a notice."""
        try:
            await self._history.mark_heard(turn_id, heard, after=self._resumed_at.get(turn_id))
        except AssistantError as error:
            self._report(error)

    async def written(self) -> None:
        if self._writes:
            await asyncio.wait(self._writes)

    async def _mark_ended(self, turn: Turn) -> None:
        """Mark a turn as finished, unless the program ends."""
        if turn.is_suspended or find_unfinished_turn(self._history.entries) is None:
            return
        try:
            await self._history.end_turn(turn.turn_id)
        except AssistantError as error:
            self._report(error)

    async def _keeping(self, begun: TurnStart) -> None:
        """Store what a turn begins with."""
        if begun.words is not None:
            at = begun.guess and begun.guess.at
            await self._keep_words(begun.words, turn_id=begun.turn.turn_id, at=at)

    async def _keep_words(self, words: UserMessage, *, turn_id: str, at: datetime | None) -> None:
        """Store the user's words in full even if the turn is stopped meanwhile."""
        storing = asyncio.create_task(
            self._history.append(
                "user",
                [
                    *map(attachment_block, words.attachments),
                    *([TextBlock(text=words.text)] if words.text else []),
                ],
                turn_id=turn_id,
                spoken=words.spoken,
                answers=words.answers,
                at=at,
            )
        )
        try:
            self._tell_kept(await asyncio.shield(storing))
        except asyncio.CancelledError:
            self._tell_kept(await storing)
            raise

    def _tell_kept(self, entry: HistoryEntry) -> None:
        siblings = self._history.siblings.get(entry.uuid, ())
        self._emit(
            UserMessageStored(turn_id=entry.turn_id, message_id=entry.uuid, siblings=siblings)
        )

    def _failed(self, turn: Turn, error: AssistantError) -> TurnFailed:
        if isinstance(error, ProviderError) and error.category is ErrorCategory.AUTHENTICATION:
            logger.warning("The model service refused the key")
        return TurnFailed(
            turn_id=turn.turn_id,
            text=turn.text,
            reason=error.message,
            hint=error.hint,
            actions=recovery_actions(
                error,
                model=turn.model,
                models=self._making.models,
                built_in=self._making.built_in,
            ),
        )

    def _report(self, error: AssistantError) -> None:
        if not isinstance(error, DeletedConversationError):
            self._emit(Notice.of(error, "store_failed"))

"""Creates the turns of a conversation with their requests, origin and tool context.

Lives on the engine thread.
"""

import asyncio
import uuid
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any

from assistant.conversation.context.model.traced_texts import traced_texts
from assistant.conversation.context.request_composer import RequestComposer, TurnComposer
from assistant.conversation.conversation_config import ConversationConfig, InterruptedCall
from assistant.conversation.history.message_history import History
from assistant.conversation.history.model.unfinished_turn import UnfinishedTurn
from assistant.conversation.turn.turn import Turn
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.protocol.client import Listener
from assistant.protocol.conversation_state import ConversationSignal
from assistant.questions.model.question import Origin, session_key
from assistant.tools.outgoing.model.text_source import TracedText
from assistant.tools.tool import AnsweredQuestions, QuestionRounds, ToolContext


class TurnFactory:
    """Makes turns and requests from a history."""

    def __init__(
        self, *, history: History, surroundings: ConversationConfig, emit: Listener
    ) -> None:
        self._history = history
        self._with = surroundings
        self._emit = emit
        self._composing = RequestComposer(surroundings=surroundings, history=history, emit=emit)

    @property
    def models(self) -> Sequence[str]:
        return self._with.models

    @property
    def built_in(self) -> str | None:
        return self._with.built_in

    def use(self, surroundings: ConversationConfig) -> None:
        self._with = surroundings
        self._composing.use(surroundings)

    def use_tools(self, surroundings: ConversationConfig) -> None:
        self._with = surroundings
        self._composing.use_tools(surroundings)

    def turn(
        self,
        turn_id: str,
        *,
        voice: bool,
        rounds: QuestionRounds,
        signal: Callable[[ConversationSignal], None],
        interruption: UnfinishedTurn | None = None,
    ) -> Turn:
        """A turn that has not begun."""
        return Turn(
            turn_id=turn_id,
            client=self._with.client,
            history=self._history,
            tools=self._with.tools,
            context=self._context(turn_id, voice=voice, rounds=rounds, interruption=interruption),
            emit=self._emit,
            signal=signal,
            max_rounds=self._with.max_tool_rounds,
            max_retries=self._with.max_retries,
            pause=self._with.pause,
        )

    def origin(self, turn_id: str, *, voice: bool) -> Origin:
        return Origin(
            channel=self._with.channel,
            conversation_id=self._history.conversation_id,
            turn_id=turn_id,
            voice=voice,
            session_key=self.session_key,
        )

    @property
    def session_key(self) -> str:
        return session_key(
            workspace=self._with.workspace.name,
            agent=self._with.agent,
            conversation_id=self._history.conversation_id,
        )

    async def composer(self, turn_id: str, *, keep: Coroutine[Any, Any, None]) -> TurnComposer:
        """Read the layers for a turn, and report faults in them.

        Args:
            keep: Stores what the turn begins with, while the layers are read: a request is composed
                from both and leaves once both are there.

        Raises:
            StoreError: As `keep` raises it.
        """
        reading = asyncio.ensure_future(self._with.layers())
        try:
            await keep
        except BaseException:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            raise
        read = await reading
        for notice in read.notices:
            self._emit(notice)
        return await self._composing.for_turn(read.layers, turn_id=turn_id)

    def turn_ended(self) -> None:
        self._composing.turn_ended()

    async def aclose(self) -> None:
        """Cancel deferred work."""
        await self._composing.aclose()

    async def request_ahead(self, text: str, at: datetime) -> ModelRequest:
        """Compose the request of a turn with these words; emits nothing."""
        read = await self._with.layers()
        turn_id = uuid.uuid4().hex
        entries = self._history.imagine(text, turn_id=turn_id, at=at)
        return await self._composing.ahead(read.layers, entries, turn_id=turn_id)

    def _context(
        self,
        turn_id: str,
        *,
        voice: bool,
        rounds: QuestionRounds,
        interruption: UnfinishedTurn | None,
    ) -> ToolContext:
        origin = self.origin(turn_id, voice=voice)
        questioner = self._with.questioner

        async def take_up(tool_use_id: str) -> AnsweredQuestions | None:
            if interruption is None or tool_use_id not in interruption.open_calls:
                return None
            if not interruption.is_interrupted:
                return None
            return await questioner.take_up(
                InterruptedCall(tool_use_id=tool_use_id, origin=origin, since=interruption.since)
            )

        async def texts() -> Sequence[TracedText]:
            read = await self._with.layers()
            entries = tuple(self._history.entries)
            return await asyncio.to_thread(traced_texts, entries, read.layers, self._with.specs)

        return ToolContext(
            conversation_id=self._history.conversation_id,
            turn_id=turn_id,
            origin=origin,
            workspace=self._with.workspace,
            ask=lambda questions: questioner.ask(questions, origin),
            take_up=take_up,
            texts=texts,
            rounds=rounds,
            takes_images=self._with.client.profile.images,
        )

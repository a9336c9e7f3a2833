"""Decides which device goes on with a turn after an answer, exactly one. Engine loop only.

A turn that began here and was answered here goes on without asking anybody. Where turn and answer
are of different devices the server decides who goes on: the first that claims it. The device that
answered waits a moment, so that the one with the live turn goes first if it is there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from assistant.background_tasks import Spawn
from assistant.conversation.history.model.unfinished_turn import UnfinishedTurn
from assistant.engine.questions.turn_ownership import TurnOwnership
from assistant.engine.sync.model.turn_rights import (
    CallQuestion,
    TurnRight,
    claim_name,
    turn_right,
)
from assistant.storage.questions import QuestionRepository
from assistant.sync.errors import SyncError
from assistant.sync.model.records import RecordKey, RecordKind
from assistant.sync.record_server import RecordServer
from assistant.sync.repository import SyncRepository

_log = logging.getLogger(__name__)

GRACE_S: Final = 3.0
"""How long the device that asked has to go on before the one that answered does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """A claim that was wanted."""

    conversation_id: str
    questions_id: str
    is_answered_here: bool
    """Whether the answer that counts must be this device's, or must not."""


class TurnClaims(TurnOwnership):
    """Decides where conversations are on several devices.

    Args:
        writers: Knows who wrote what.
        questions: Where questions are kept.
        server: Returns the connection; raises SyncError if there is none.
        go_on_with: Goes on in a conversation with the answer to a question.
        spawn: Runs work as a task.
    """

    def __init__(
        self,
        *,
        writers: SyncRepository,
        questions: QuestionRepository,
        server: Callable[[], RecordServer],
        go_on_with: Callable[[str, str], Awaitable[None]],
        spawn: Spawn,
    ) -> None:
        self._writers = writers
        self._questions = questions
        self._server = server
        self._go_on_with = go_on_with
        self._spawn = spawn
        self._decided: dict[str, bool] = {}
        """What the server said, by the name of the claim."""
        self._wanted: set[_Wanted] = set()
        """Claims that are not decided."""
        self._due: set[_Wanted] = set()
        """Those of them that the server is to be asked for when it can be."""

    @override
    async def may_take_up(self, conversation_id: str, interruption: UnfinishedTurn) -> bool:
        settled = await self._settled(conversation_id, interruption)
        is_own = await self._is_ours(RecordKey(RecordKind.MESSAGE, interruption.at))
        match turn_right(is_own=is_own, settled=settled):
            case TurnRight.OURS:
                return True
            case TurnRight.THEIRS:
                return False
            case TurnRight.CLAIM:
                wanted, after_s = [q for q in settled if not q.is_answered_here], 0.0
            case TurnRight.CLAIM_LATER:
                wanted, after_s = [q for q in settled if q.is_answered_here], GRACE_S
        undecided = [
            question.questions_id
            for question in wanted
            if claim_name(conversation_id, question.questions_id) not in self._decided
        ]
        for questions_id in undecided:
            self._claim_soon(
                conversation_id, questions_id, is_answered_here=not is_own, after_s=after_s
            )
        return not undecided and all(
            self._decided[claim_name(conversation_id, question.questions_id)] for question in wanted
        )

    @override
    async def may_deliver(self, questions_id: str) -> bool:
        """The device where it was answered does."""
        return await self._is_ours(RecordKey(RecordKind.QUESTION, questions_id))

    @override
    async def may_ask(self, message_id: str) -> bool:
        """The device that made the message does."""
        return await self._is_ours(RecordKey(RecordKind.MESSAGE, message_id))

    async def claim(self, conversation_id: str, questions_id: str) -> bool:
        """Claim going on after an answer; returns whether this device does.

        Raises:
            SyncError: If the server cannot be asked now.
        """
        name = claim_name(conversation_id, questions_id)
        if name not in self._decided:
            self._decided[name] = await self._server().claim(name)
        return self._decided[name]

    async def _is_ours(self, key: RecordKey) -> bool:
        writer = await self._writers.writer(key)
        return writer is None or writer == await self._writers.device_id()

    async def _settled(
        self, conversation_id: str, interruption: UnfinishedTurn
    ) -> list[CallQuestion]:
        calls = {call.id for call in interruption.calls}
        return [
            CallQuestion(
                questions_id=record.questions_id,
                is_answered_here=await self._is_ours(
                    RecordKey(RecordKind.QUESTION, record.questions_id)
                ),
            )
            for record in await self._questions.history(conversation_id)
            if record.tool_use_id in calls and record.status != "pending"
        ]

    def synchronised(self) -> None:
        """Nothing is left to exchange: questions without an answer are asked again."""
        for wanted in tuple(self._due):
            self._spawn(self._claim(wanted), f"claim-{wanted.questions_id}")

    def claim_lost(self, conversation_id: str, questions_id: str) -> None:
        """Go on with the answer that counts instead of the one given here, if no other device does."""
        self._claim_soon(conversation_id, questions_id, is_answered_here=False, after_s=0.0)

    def _claim_soon(
        self, conversation_id: str, questions_id: str, *, is_answered_here: bool, after_s: float
    ) -> None:
        wanted = _Wanted(
            conversation_id=conversation_id,
            questions_id=questions_id,
            is_answered_here=is_answered_here,
        )
        if wanted not in self._wanted:
            self._wanted.add(wanted)
            self._spawn(self._claim_after(wanted, after_s), f"claim-{questions_id}")

    async def _claim_after(self, wanted: "_Wanted", seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._due.add(wanted)
        await self._claim(wanted)

    async def _claim(self, wanted: "_Wanted") -> None:
        """Ask the server once it has the answer; retries while it cannot be asked."""
        key = RecordKey(RecordKind.QUESTION, wanted.questions_id)
        if await self._writers.writer(key) is None:
            return  # another answer may come to count
        is_ours = False
        if await self._is_ours(key) is wanted.is_answered_here:
            try:
                is_ours = await self.claim(wanted.conversation_id, wanted.questions_id)
            except SyncError as error:
                _log.info("Nobody says yet who goes on with a turn: %s", error.message)
                return
        if wanted in self._due:
            self._due.remove(wanted)
            self._wanted.remove(wanted)
            if is_ours:
                await self._go_on_with(wanted.conversation_id, wanted.questions_id)

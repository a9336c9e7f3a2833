"""Asks the user which of two values counts that two devices gave one thing. Engine loop only.

A conflict is asked again at each start until it is decided, here or on another device.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from assistant.background_tasks import Hold
from assistant.engine.sync.setting_updates import SettingUpdates
from assistant.errors import AnswerRefused, StoreError
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.history import RenameConversation
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import (
    Answered,
    CancelReason,
    Option,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
)
from assistant.sync.model.applied import Conflict
from assistant.sync.model.records import RecordKind
from assistant.sync.model.status import SyncConflict

_log = logging.getLogger(__name__)

OURS: Final = "1"
THEIRS: Final = "2"
_PREFIX: Final = "conflict:"


class KnownConflicts(Protocol):
    """Keeps conflicts until they are settled."""

    async def conflicts(self) -> Sequence[Conflict]:
        """Return those that the user has not settled, in the order they appeared."""
        ...

    async def settle_conflict(self, conflict_id: str) -> bool:
        """Note that the user chose; returns whether this call settled it."""
        ...


class ConflictQuestions:
    """Puts conflicts before the user, and does what they decide.

    Args:
        known: Keeps them.
        desk: Puts questions.
        origin: Returns where the program asks.
        settings: Gives settings their values.
        title: Returns what a conversation is called; None if it does not exist any more.
        do: Carries out a command.
        hold: Runs work as a task.
        changed: Told when one was put, decided or withdrawn.
    """

    def __init__(
        self,
        *,
        known: KnownConflicts,
        desk: QuestionDesk,
        origin: Callable[[], Origin],
        settings: SettingUpdates,
        title: Callable[[str], Awaitable[str | None]],
        do: Callable[[Command], Awaitable[None]],
        hold: Hold,
        changed: Callable[[], None],
    ) -> None:
        self._known = known
        self._desk = desk
        self._origin = origin
        self._settings = settings
        self._title = title
        self._do = do
        self._hold = hold
        self._changed = changed
        self._asked: dict[str, Conflict] = {}
        """Conflicts before the user, by the id of the question."""
        self._putting = asyncio.Lock()

    @property
    def open(self) -> tuple[SyncConflict, ...]:
        """The conflicts that are before the user."""
        return tuple(
            SyncConflict(questions_id=questions_id, title=_about(conflict))
            for questions_id, conflict in self._asked.items()
        )

    async def review(self) -> None:
        """Put the conflicts that are not before the user, and withdraw those that are gone.

        Raises:
            StoreError: If the store cannot be read or written.
        """
        async with self._putting:
            known: dict[str, Conflict] = {}
            for conflict in await self._known.conflicts():
                if await self._is_decided(conflict):
                    await self._known.settle_conflict(conflict.conflict_id)
                else:
                    known[_PREFIX + conflict.conflict_id] = conflict
            for questions_id in self._asked.keys() - known.keys():
                del self._asked[questions_id]
                await self._desk.cancel(questions_id=questions_id, reason=CancelReason.CLIENT)
            for questions_id, conflict in known.items():
                if questions_id not in self._asked and conflict.field in _FIELDS:
                    self._asked[questions_id] = conflict
                    self._hold(self._ask(questions_id, conflict), questions_id)
        self._changed()

    async def _is_decided(self, conflict: Conflict) -> bool:
        """Whether neither of the two values stands any more: another one was given since."""
        sides = {conflict.ours, conflict.theirs}
        if conflict.field == "title":
            return await self._title(conflict.key.key) not in sides
        if conflict.field == "value":
            return json.dumps(await self._settings.value(conflict.key.key)) not in {
                json.dumps(json.loads(side)) for side in sides
            }
        return False

    async def _ask(self, questions_id: str, conflict: Conflict) -> None:
        origin = self._origin()
        try:
            if any(pending.id == questions_id for pending in self._desk.pending()):
                opened = await self._desk.resume(questions_id, origin)
            else:
                opened = await self._desk.open(_question(questions_id, conflict), origin)
            response = await opened.response
        except (AnswerRefused, StoreError) as error:
            _log.warning("A conflict is not asked about: %s", error.message)
            return
        if isinstance(response, Answered):
            chosen = response.answers[0].option_ids
            await self._decide(conflict, keeps_ours=OURS in chosen)

    async def _decide(self, conflict: Conflict, *, keeps_ours: bool) -> None:
        value = conflict.ours if keeps_ours else conflict.theirs
        self._asked.pop(_PREFIX + conflict.conflict_id, None)
        if not await self._known.settle_conflict(conflict.conflict_id):
            return
        if conflict.key.kind is RecordKind.CONVERSATION:
            await self._do(RenameConversation(conversation_id=conflict.key.key, title=value))
        else:
            await self._settings.choose(conflict.key.key, json.loads(value))
        self._changed()


_FIELDS: Final = frozenset({"title", "value"})
"""What the user is asked about."""


def _about(conflict: Conflict) -> str:
    if conflict.key.kind is RecordKind.CONVERSATION:
        return _("The name of a conversation")
    return _("The setting {name}").format(name=conflict.key.key)


def _question(questions_id: str, conflict: Conflict) -> QuestionSet:
    sides = (
        (OURS, conflict.ours, _("From this device")),
        (
            THEIRS,
            conflict.theirs,
            _("From another of your devices"),
        ),
    )
    question = Question(
        id=_PREFIX,
        kind=QuestionKind.SINGLE,
        header=_("Two devices"),
        text=_("{what} was changed on two devices. Which one counts?").format(
            what=_about(conflict)
        ),
        options=tuple(
            Option(id=option_id, label=text, description=where) for option_id, text, where in sides
        ),
        allow_other=False,
    )
    return QuestionSet(
        id=questions_id,
        questions=(question,),
        source="Parley",
        door=QuestionRoute.PROGRAM,
        purpose=Purpose.CONFLICT,
    )

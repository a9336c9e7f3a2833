"""Has questions that nobody answers take their steps. Engine loop only.

Nothing here answers: a step is an event, and the notifier, the voice and Telegram carry it out. What was
taken is kept, so that a restart does not repeat it.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Protocol, cast

from assistant.background_tasks import BackgroundTasks, pause_until
from assistant.clock import Clock
from assistant.errors import StoreError
from assistant.escalation.ladder import Moment, OpenQuestion, Rising, rising
from assistant.escalation.step import Step
from assistant.protocol.client import Listener
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import (
    QuestionAsked,
    QuestionClosed,
    QuestionRose,
    QuestionStanding,
    QuestionsWait,
    UnansweredQuestion,
)
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import Draft, QuestionSet

_log = logging.getLogger(__name__)

_KEY: Final = "escalation"
_LOOK_S: Final = 60.0
"""Longest sleep while a question waits: settings may change, somebody may come near, the loop's clock
stands still while the machine sleeps."""


class KeptState(Protocol):
    """Keeps texts by name; `StateRepository` is one."""

    async def get(self, key: str) -> str | None: ...

    async def put(self, key: str, value: str) -> None: ...


class UserSigns(Protocol):
    """Knows whether the user is there; `UserPresence` is one."""

    def begin(self) -> None:
        """Watch from now on."""
        ...

    async def look_for_user(self) -> None:
        """See when the user was last at keyboard or mouse."""
        ...


class QuestionEscalation:
    """Watches the questions of the desk.

    Args:
        pending: Returns those without an answer, oldest first.
        steps: Returns the steps that the user chose for a question, each with its seconds.
        moment: Returns what goes on, given the steps that something carries out.
        user: Knows whether the user is there.
        kept: Where it stands what was taken.
        emit: Takes events.
        clock: Time.
        pause: Waits so many seconds.
    """

    def __init__(
        self,
        *,
        pending: Callable[[], Sequence[PendingQuestion]],
        steps: Callable[[QuestionSet], Mapping[Step, float]],
        moment: Callable[[frozenset[Step]], Moment],
        user: UserSigns,
        kept: KeptState,
        emit: Listener,
        clock: Clock,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._pending = pending
        self._steps = steps
        self._moment = moment
        self._user = user
        self._kept = kept
        self._emit = emit
        self._clock = clock
        self._pause = pause
        self._tasks = BackgroundTasks(owner="escalation")
        self._changed = asyncio.Event()
        self._carried: list[Step] = [Step.NOTIFICATION]
        self._alone: dict[str, tuple[Draft, datetime]] = {}
        """Of each question the selections that were seen last, and since when nobody is at it."""
        self._taken: dict[str, frozenset[Step]] = {}
        self._told_until: Mapping[Step, datetime] = {}

    def begin(self) -> None:
        """Watch from now on, those that are open first."""
        self._tasks.spawn(self._watch(), "watch")

    async def aclose(self) -> None:
        """Let nothing rise any more."""
        await self._tasks.cancel_all()

    def carries(self, step: Step) -> Callable[[], None]:
        """Say that a step can be taken from now on; the result ends that."""
        self._carried.append(step)
        self.look()

        def end() -> None:
            self._carried.remove(step)

        return end

    def has_taken(self, questions_id: str, step: Step) -> bool:
        """Whether a question that is open has taken a step."""
        return step in self._taken.get(questions_id, ())

    def look(self) -> None:
        """Something has changed: see at once what is due."""
        self._changed.set()
        self._changed = asyncio.Event()

    def on_event(self, event: EngineEvent) -> None:
        """Hear of questions that are put and settled."""
        match event:
            case QuestionAsked(questions=questions) if event.is_presented:
                self._alone[questions.id] = (event.draft, self._clock.now())
                self.look()
            case QuestionClosed(questions=questions):
                self._alone.pop(questions.id, None)
                self._taken.pop(questions.id, None)
            case _:
                pass

    async def _watch(self) -> None:
        await self._recall()
        while True:
            changed = self._changed
            questions = self._questions()
            if any(Step.SPOKEN in one.after_s.keys() - one.taken for one in questions):
                self._user.begin()
                await self._user.look_for_user()
                questions = self._questions()
            now = self._moment(frozenset(self._carried))
            found = rising(questions, now, told_until=self._told_until)
            await self._take(found)
            if questions:
                await pause_until(changed, self._pause(_until(found.look_at, now.now)))
            else:
                await changed.wait()

    def _questions(self) -> list[OpenQuestion]:
        return [
            self._seen(one)
            for one in self._pending()
            if not one.origin.channel.is_remote and not one.is_held
        ]

    def _seen(self, pending: PendingQuestion) -> OpenQuestion:
        """Return a question as the ladder sees it; one that somebody is at waits longer."""
        draft, since = self._alone.get(pending.id, (pending.draft, pending.asked_at))
        if draft != pending.draft:
            since = self._clock.now()
        self._alone[pending.id] = (pending.draft, since)
        return OpenQuestion(
            id=pending.id,
            asked_at=pending.asked_at,
            alone_since=since,
            after_s=self._steps(pending.questions),
            taken=self._taken.get(pending.id, frozenset()),
            is_shown=pending.is_presented,
            is_programs=pending.questions.asker is not None,
        )

    async def _take(self, found: Rising) -> None:
        """Tell of what is due, then keep that it was."""
        by_id = {one.id: one for one in self._pending()}
        for questions_id, step in (*found.covered, *found.steps):
            self._taken[questions_id] = self._taken.get(questions_id, frozenset()) | {step}
        for step, ids in found.digests.items():
            waits = tuple(_listed(by_id[each]) for each in ids)
            self._emit(QuestionsWait(questions=waits, step=step))
        for questions_id, step in found.steps:
            one = by_id[questions_id]
            self._emit(
                QuestionRose(
                    questions=one.questions,
                    origin=one.origin,
                    step=step,
                    conversation_id=one.origin.conversation_id,
                )
            )
        if found.steps or found.covered or found.told_until != self._told_until:
            self._told_until = found.told_until
            await self._keep()

    async def _recall(self) -> None:
        try:
            taken, told = _read(await self._kept.get(_KEY) or "{}")
        except (StoreError, ValueError, TypeError, AttributeError) as error:
            _log.warning("What questions have risen is not known: %s", type(error).__name__)
            return
        open_now = {one.id for one in self._pending()}
        self._taken = {key: steps for key, steps in taken.items() if key in open_now}
        self._told_until = told

    async def _keep(self) -> None:
        written = {
            "taken": {key: sorted(steps) for key, steps in self._taken.items()},
            "told": {step: at.isoformat() for step, at in self._told_until.items()},
        }
        try:
            await self._kept.put(_KEY, json.dumps(written))
        except StoreError as error:
            _log.warning("What questions have risen is not kept: %s", error.message)


def _read(text: str) -> tuple[dict[str, frozenset[Step]], dict[Step, datetime]]:
    """Return what was taken, and up to when digests were told."""
    found = cast("dict[str, dict[str, Any]]", json.loads(text))
    taken = {key: frozenset(map(Step, steps)) for key, steps in found.get("taken", {}).items()}
    told = {Step(step): datetime.fromisoformat(at) for step, at in found.get("told", {}).items()}
    return taken, told


def _listed(pending: PendingQuestion) -> UnansweredQuestion:
    standing = QuestionStanding.OPEN if pending.is_presented else QuestionStanding.PUT_OFF
    return UnansweredQuestion(
        questions=pending.questions,
        origin=pending.origin,
        asked_at=pending.asked_at,
        standing=standing,
        draft=pending.draft,
    )


def _until(moment: datetime | None, now: datetime) -> float:
    return _LOOK_S if moment is None else min((moment - now).total_seconds(), _LOOK_S)

"""The questions that wait for the user: which there are and how each one stands. Pure."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from assistant.protocol.questions import QuestionAsked
from assistant.questions.form.similar_questions import alike
from assistant.questions.model.pending_question import PendingQuestion, progress
from assistant.questions.model.question import Draft, Origin, Purpose, QuestionSet


class PendingState(Enum):
    """Where an open question stands."""

    ASKED = "asked"
    """It is before the user."""
    QUEUED = "queued"
    """It is put, behind another that comes first."""
    PUT_OFF = "put_off"
    """The user closed it without an answer."""
    RESTORED = "restored"
    """It is of before a restart and nobody has put it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingItem:
    """One open question, as a list of them shows it."""

    questions: QuestionSet
    origin: Origin
    asked_at: datetime
    standing: PendingState
    done: int
    """How many of its questions the user has chosen something for."""
    total: int
    """How many are open, given what was chosen."""
    is_elsewhere: bool = False
    """Whether it belongs to a conversation that is not the current one."""
    is_dialog: bool = False
    """Whether it has a dialog in this window, in front or behind another."""
    takes_words: bool = False
    """Whether words sent in the current conversation are offered to it."""
    can_answer: bool = True
    """Whether it can be put before the user now; one that hangs on another's answer cannot."""
    alike: int = 1
    """How many questions are so alike that one answer can stand for all, this one included."""

    @property
    def id(self) -> str:
        """The id of the set."""
        return self.questions.id

    @property
    def holds_up(self) -> bool:
        """Whether this window waits for its answer: it is put, here or in the current conversation."""
        is_put = self.standing in {PendingState.ASKED, PendingState.QUEUED}
        return is_put and (self.is_dialog or not self.is_elsewhere)

    @property
    def can_put_off(self) -> bool:
        """Whether the user may leave it for later, and has not yet."""
        is_put = self.standing in {PendingState.ASKED, PendingState.QUEUED}
        return is_put and self.questions.purpose is Purpose.ASK

    @property
    def can_cancel(self) -> bool:
        """Whether the user may close it without an answer."""
        return self.questions.allow_cancel


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    questions: QuestionSet
    origin: Origin
    asked_at: datetime
    draft: Draft
    is_presented: bool
    is_put_off: bool = False


class PendingQuestions:
    """Keeps the open questions of every conversation, in the order they were asked.

    Args:
        started_at: When the program started; what was asked earlier is of before a restart.
    """

    def __init__(self, *, started_at: datetime) -> None:
        self._started_at = started_at
        self._known: dict[str, _Known] = {}
        self._front: str | None = None
        self._queued: frozenset[str] = frozenset()
        self._aside: frozenset[str] = frozenset()

    def __contains__(self, questions_id: str) -> bool:
        return questions_id in self._known

    def asked(self, event: QuestionAsked, now: datetime) -> bool:
        """Take a question up; returns whether it was not known."""
        known = self._known.get(event.questions.id)
        asked_at = event.asked_at or (known.asked_at if known else now)
        self._known[event.questions.id] = _Known(
            questions=event.questions,
            origin=event.origin,
            asked_at=asked_at,
            draft=event.draft,
            is_presented=event.is_presented,
        )
        return known is None

    def put_off(self, questions_id: str) -> None:
        """The user left it for later."""
        known = self._known.get(questions_id)
        if known is not None:
            self._known[questions_id] = replace(known, is_put_off=True)

    def settled(self, questions_id: str) -> None:
        """It is open no more."""
        self._known.pop(questions_id, None)

    def drafted(self, questions_id: str, draft: Draft) -> None:
        """The selections changed."""
        known = self._known.get(questions_id)
        if known is not None:
            self._known[questions_id] = replace(known, draft=draft)

    def placed(
        self, *, front: str | None, queued: Collection[str] = (), aside: Collection[str] = ()
    ) -> None:
        """Note which dialog is in front, which wait behind it, and which were closed."""
        self._front = front
        self._queued = frozenset(queued)
        self._aside = frozenset(aside)

    def items(self, conversation_id: str | None) -> tuple[PendingItem, ...]:
        """Return the open questions, oldest first; those that are alike stand together."""
        groups = self._alike()
        made = [
            self._item(known, conversation_id, alike=len(groups.get(known.questions.id, ())) or 1)
            for known in self._known.values()
        ]
        made.sort(key=lambda item: item.asked_at)
        places = {item.id: place for place, item in enumerate(made)}

        def place(item: PendingItem) -> tuple[int, int]:
            own = places[item.id]
            return min((places[other] for other in groups.get(item.id, ())), default=own), own

        return tuple(sorted(made, key=place))

    def _alike(self) -> dict[str, tuple[str, ...]]:
        """Return for each question that is like others the ids of all of them."""
        open_questions = [
            PendingQuestion(
                id=known.questions.id,
                questions=known.questions,
                origin=known.origin,
                asked_at=known.asked_at,
                draft=known.draft,
                is_presented=known.is_presented,
                deadline=known.asked_at,  # plays no part in it
            )
            for known in self._known.values()
        ]
        found: dict[str, tuple[str, ...]] = {}
        for group in alike(open_questions):
            ids = tuple(one.id for one in group)
            found.update(dict.fromkeys(ids, ids))
        return found

    def is_of_before(self, questions_id: str) -> bool:
        """Whether a question was asked before the program started."""
        known = self._known.get(questions_id)
        return known is not None and known.asked_at < self._started_at

    def origin(self, questions_id: str) -> Origin | None:
        """Return where a question is from, or None if it is not open."""
        known = self._known.get(questions_id)
        return known.origin if known else None

    def _item(self, known: _Known, conversation_id: str | None, *, alike: int) -> PendingItem:
        done, total = progress(known.questions, known.draft)
        standing = self._standing(known)
        is_elsewhere = conversation_id not in {None, known.origin.conversation_id}
        return PendingItem(
            questions=known.questions,
            origin=known.origin,
            asked_at=known.asked_at,
            standing=standing,
            done=done,
            total=total,
            is_elsewhere=is_elsewhere,
            is_dialog=known.questions.id in {self._front, *self._queued},
            takes_words=known.is_presented and not known.is_put_off and not is_elsewhere,
            can_answer=known.is_presented or standing is not PendingState.QUEUED,
            alike=alike,
        )

    def _standing(self, known: _Known) -> PendingState:
        questions_id = known.questions.id
        if known.is_put_off:
            return PendingState.PUT_OFF
        if questions_id == self._front:
            return PendingState.ASKED
        if questions_id in self._aside:
            return PendingState.PUT_OFF
        if not known.is_presented:
            is_old = self.is_of_before(questions_id)
            return PendingState.RESTORED if is_old else PendingState.QUEUED
        return PendingState.QUEUED if questions_id in self._queued else PendingState.ASKED

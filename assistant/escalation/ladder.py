"""Which steps open questions take now, and when to look again. Pure.

A question stands in the window from the beginning. Each further step is taken after its time, once,
and not while anything holds it: quiet hours all of them, do-not-disturb what is shown and said on the
desktop, a locked screen or a call what is said, and so does a room in which nobody was lately. When
quiet hours are over, one digest tells of everything that waits, in the place of the single steps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from assistant.escalation.quiet_times import QuietTimes
from assistant.escalation.step import Step

NEAR_FOR: Final = timedelta(minutes=10)
"""So long after the last sign of the user somebody is taken to be there."""
_ON_DESKTOP: Final = frozenset({Step.NOTIFICATION, Step.SPOKEN})
_TOLD_TOGETHER: Final = (Step.NOTIFICATION, Step.PHONE)
"""What a digest is sent by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A question, or a coding agent that waits at its own dialog, as the ladder sees it."""

    id: str
    asked_at: datetime
    alone_since: datetime
    """When it was put, or the user was last seen at it."""
    after_s: Mapping[Step, float]
    """The steps the user chose for it, each with its time."""
    taken: frozenset[Step] = frozenset()
    is_shown: bool = True
    """Whether it is before the user; what they put off takes no step, but is in the digest."""
    is_programs: bool = False
    """Whether a program asks: what cannot be said of it then goes to the phone at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What goes on now."""

    now: datetime
    quiet: QuietTimes = QuietTimes()
    can: frozenset[Step] = frozenset(Step)
    """The steps that something here carries out."""
    is_locked: bool = False
    is_in_call: bool = False
    """Whether another program records from a microphone."""
    is_do_not_disturb: bool = False
    """Whether the desktop shows no notifications."""
    has_digest: bool = True
    """Whether the user wants one."""
    seen_at: datetime | None = None
    """When the user was last heard, or at keyboard or mouse."""

    @property
    def is_away(self) -> bool:
        """Whether nothing is to be said aloud to the user."""
        return self.is_locked or self.is_in_call

    @property
    def is_near(self) -> bool:
        return self.seen_at is not None and self.now - self.seen_at <= NEAR_FOR

    def holds(self, step: Step) -> bool:
        """Whether a step waits for something else than the time."""
        if step in _ON_DESKTOP and self.is_do_not_disturb:
            return True
        return step is Step.SPOKEN and (self.is_away or not self.is_near)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rising:
    """What is due."""

    steps: tuple[tuple[str, Step], ...] = ()
    """The ids of questions, oldest first, and the step that each takes."""
    digests: Mapping[Step, tuple[str, ...]] = field(default_factory=dict[Step, tuple[str, ...]])
    """By what a digest is sent, the ids that it lists, oldest first."""
    covered: tuple[tuple[str, Step], ...] = ()
    """What counts as taken because the digest tells of it."""
    told_until: Mapping[Step, datetime] = field(default_factory=dict[Step, datetime])
    """Up to which end of quiet hours digests are told now."""
    look_at: datetime | None = None
    """When the next one may be due; None for not before something happens."""


def rising(
    questions: Sequence[OpenQuestion],
    around: Moment,
    *,
    told_until: Mapping[Step, datetime] | None = None,
) -> Rising:
    """Return what is due.

    Args:
        questions: Those without an answer, oldest first.
        around: What goes on.
        told_until: As the last `Rising` that had any says; no digest is told for what is before.
    """
    due = [
        (one, step)
        for one in questions
        for step in Step
        if step in around.can and _is_due(one, step, around)
    ]
    digests: dict[Step, tuple[str, ...]] = {}
    covered: list[tuple[str, Step]] = []
    told = dict(told_until or {})
    for step in _TOLD_TOGETHER:
        over = around.quiet.last_over(around.now, step)
        if over is None or not around.has_digest or not _can_be_told(step, around):
            continue
        if step in told and told[step] >= over:
            continue
        told[step] = over
        waits = [one for one in questions if step in one.after_s and one.asked_at < over]
        rises = [one for one in waits if (one, step) in due]
        if not waits or waits == rises[:1]:
            continue  # a single one that is due tells of itself
        digests[step] = tuple(one.id for one in waits)
        if step is Step.NOTIFICATION:  # the phone needs each question to answer it
            covered += [(one.id, step) for one in rises]
    return Rising(
        steps=tuple((one.id, step) for one, step in due if (one.id, step) not in covered),
        digests=digests,
        covered=tuple(covered),
        told_until=told,
        look_at=_next_look(questions, around),
    )


def _can_be_told(step: Step, around: Moment) -> bool:
    return step in around.can and not around.holds(step)


def step_at(question: OpenQuestion, step: Step, around: Moment) -> datetime | None:
    """Return when a step is due if nothing holds it; None if it is not one that the user chose."""
    after_s = question.after_s.get(step)
    if step is Step.PHONE and question.is_programs and around.is_away:
        spoken_s = question.after_s.get(Step.SPOKEN)
        after_s = 0.0 if after_s is not None or spoken_s is not None else None
    return None if after_s is None else question.alone_since + timedelta(seconds=after_s)


def _is_due(question: OpenQuestion, step: Step, around: Moment) -> bool:
    at = step_at(question, step, around)
    return (
        question.is_shown
        and step not in question.taken
        and at is not None
        and at <= around.now
        and around.quiet.over_at(around.now, step) is None
        and not around.holds(step)
    )


def _next_look(questions: Sequence[OpenQuestion], around: Moment) -> datetime | None:
    """Return the next moment at which time alone makes something due."""
    moments = [
        moment
        for one in questions
        for step in around.can
        if step not in one.taken
        for moment in (step_at(one, step, around), around.quiet.over_at(around.now, step))
        if moment is not None and moment > around.now
    ]
    ends = [around.quiet.over_at(around.now, step) for step in _TOLD_TOGETHER if questions]
    return min((*moments, *(end for end in ends if end is not None)), default=None)

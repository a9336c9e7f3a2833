"""Three days of questions that nobody answers, on a clock of the test's own, and what holds of all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.escalation.ladder import Moment, OpenQuestion, Rising, rising
from assistant.escalation.quiet_times import QuietTimes
from assistant.escalation.step import Step

NOTIFICATION, SPOKEN, PHONE = Step
DAYS = {"Fri": 2, "Sat": 3, "Sun": 4}
STEPS = {NOTIFICATION: 0.0, SPOKEN: 300.0, PHONE: 900.0}
LOOK = timedelta(minutes=1)

# What happens. The user is near from each "sits" on until they "leave".
HAPPENS = """
Fri 09:00 sits
Fri 09:00 ask port
Fri 09:20 answer port
Fri 10:00 call
Fri 10:05 ask theme
Fri 11:00 call-over
Fri 11:01 answer theme
Fri 12:00 leaves
Fri 12:30 ask name
Fri 13:00 sits
Fri 13:02 answer name
Fri 14:00 do-not-disturb
Fri 14:10 ask colour
Fri 15:00 do-not-disturb-over
Fri 15:01 answer colour
Fri 18:00 leaves
Fri 18:00 lock
Fri 18:30 ask-program deploy
Fri 21:50 ask licence
Fri 23:00 ask-program merge
Sat 08:30 unlock
Sat 08:30 sits
Sat 08:40 answer deploy
Sat 08:41 answer merge
Sat 08:42 later licence
Sat 23:30 ask tests
Sat 23:31 answer tests
Sun 06:00 leaves
Sun 09:00 sits
Sun 09:05 answer licence
Sun 12:00 ask last
Sun 12:01 answer last
"""

# Which steps are taken then. Without quiet hours "licence" and "merge" would be on the phone at night.
TAKES = """
Fri 09:00 notification port
Fri 09:05 spoken port
Fri 09:15 phone port
Fri 10:05 notification theme
Fri 10:20 phone theme
Fri 11:00 spoken theme
Fri 12:30 notification name
Fri 12:45 phone name
Fri 13:00 spoken name
Fri 14:25 phone colour
Fri 15:00 notification colour
Fri 15:00 spoken colour
Fri 18:30 notification deploy
Fri 18:30 phone deploy
Fri 21:50 notification licence
Sat 07:00 phone licence
Sat 07:00 phone merge
Sat 07:00 list notification deploy licence merge
Sat 07:00 list phone deploy licence merge
Sat 08:30 spoken deploy
Sat 08:30 spoken licence
Sat 08:30 spoken merge
Sun 07:00 list notification licence
Sun 07:00 list phone licence
Sun 12:00 notification last
"""


def read(text: str) -> list[tuple[datetime, list[str]]]:
    lines = [line.split() for line in text.split("\n") if line]
    return [
        (
            datetime.fromisoformat(f"2026-01-{DAYS[day]:02}T{clock}").replace(tzinfo=UTC),
            rest,
        )
        for day, clock, *rest in lines
    ]


@dataclass
class Days:
    """What goes on, moment by moment; nobody but the ladder decides what is taken."""

    quiet: QuietTimes = QuietTimes.read("22:00-07:00", zone=UTC)
    steps: Mapping[Step, float] = field(default_factory=lambda: STEPS)
    questions: dict[str, OpenQuestion] = field(default_factory=dict[str, OpenQuestion])
    around: Moment = Moment(now=datetime(2026, 1, 2, tzinfo=UTC))
    is_sitting: bool = False
    told_until: Mapping[Step, datetime] = field(default_factory=dict[Step, datetime])
    taken: list[tuple[datetime, str]] = field(default_factory=list[tuple[datetime, str]])

    def live(self, happens: Sequence[tuple[datetime, list[str]]]) -> list[tuple[datetime, str]]:
        """Let it all happen; return what was taken."""
        left = list(happens)
        end = left[-1][0] + timedelta(hours=1)
        now = left[0][0]
        while now <= end:
            while left and left[0][0] <= now:
                self._happen(left.pop(0)[1], now)
            found = self._look(now)
            moments = [one for one in (found.look_at, left[0][0] if left else end + LOOK) if one]
            now = min(moments) if not self.questions else min((*moments, now + LOOK))
        return self.taken

    def _look(self, now: datetime) -> Rising:
        seen_at = now if self.is_sitting else self.around.seen_at
        self.around = replace(self.around, now=now, quiet=self.quiet, seen_at=seen_at)
        found = rising(tuple(self.questions.values()), self.around, told_until=self.told_until)
        self.told_until = found.told_until
        for id, step in (*found.steps, *found.covered):
            one = self.questions[id]
            assert step not in one.taken, "each step at most once"
            self.questions[id] = replace(one, taken=one.taken | {step})
        self.taken += [(now, f"{step} {id}") for id, step in found.steps]
        self.taken += [(now, " ".join(("list", step, *ids))) for step, ids in found.digests.items()]
        return found

    def _happen(self, what: list[str], now: datetime) -> None:
        match what:
            case ["ask" | "ask-program" as how, id]:
                self.questions[id] = OpenQuestion(
                    id=id,
                    asked_at=now,
                    alone_since=now,
                    after_s=self.steps,
                    is_programs=how == "ask-program",
                )
            case ["answer", id]:
                del self.questions[id]
            case ["later", id]:
                self.questions[id] = replace(self.questions[id], is_shown=False)
            case ["sits"]:
                self.is_sitting = True
            case ["leaves"]:
                self.is_sitting = False
                self.around = replace(self.around, seen_at=now - timedelta(minutes=10, seconds=1))
            case ["lock" | "unlock" as how]:
                self.around = replace(self.around, is_locked=how == "lock")
            case ["call" | "call-over" as how]:
                self.around = replace(self.around, is_in_call=how == "call")
            case [how]:
                self.around = replace(self.around, is_do_not_disturb=how == "do-not-disturb")
            case _:
                raise AssertionError(what)


def table(taken: Sequence[tuple[datetime, str]]) -> list[str]:
    names = {day: name for name, day in DAYS.items()}
    return sorted(f"{names[at.day]} {at:%H:%M} {what}" for at, what in taken)


def test_three_days_are_this_table() -> None:
    assert table(Days().live(read(HAPPENS))) == sorted(TAKES.strip().split("\n"))


def test_without_a_list_each_question_speaks_for_itself_in_the_morning() -> None:
    days = Days(around=Moment(now=datetime(2026, 1, 2, tzinfo=UTC), has_digest=False))
    morning = [line for line in table(days.live(read(HAPPENS))) if line.startswith("Sat 07:00")]
    assert morning == [
        "Sat 07:00 notification merge",
        "Sat 07:00 phone licence",
        "Sat 07:00 phone merge",
    ]


def test_a_single_question_that_is_due_in_the_morning_needs_no_list() -> None:
    happens = read("Fri 23:00 ask merge\nSat 08:00 sits")
    days = Days(steps={NOTIFICATION: 0.0})
    assert table(days.live(happens)) == ["Sat 07:00 notification merge"]


def test_a_list_waits_for_what_sends_it() -> None:
    over = datetime(2026, 1, 3, 7, tzinfo=UTC)
    night = over - timedelta(hours=8)
    waits = [
        OpenQuestion(id=id, asked_at=night, alone_since=night, after_s={PHONE: 0.0}) for id in "ab"
    ]
    quiet = QuietTimes.read("22:00-07:00", zone=UTC)
    without = Moment(now=over, quiet=quiet, can=frozenset({NOTIFICATION}))
    first = rising(waits, without)
    assert (first.steps, first.digests, first.told_until) == ((), {}, {NOTIFICATION: over})
    later = replace(without, now=over + LOOK, can=frozenset(Step))
    assert rising(waits, later, told_until=first.told_until).digests == {PHONE: ("a", "b")}


# What holds of all.

moments = st.builds(
    Moment,
    now=st.integers(0, 3 * 24 * 60).map(
        lambda minutes: datetime(2026, 1, 2, tzinfo=UTC) + timedelta(minutes=minutes)
    ),
    quiet=st.sampled_from(["", "22:00-07:00", "12:00-13:00 phone, 20:00-08:00 spoken"]).map(
        lambda text: QuietTimes.read(text, zone=UTC)
    ),
    can=st.frozensets(st.sampled_from(Step)),
    is_locked=st.booleans(),
    is_in_call=st.booleans(),
    is_do_not_disturb=st.booleans(),
    has_digest=st.booleans(),
    seen_at=st.none() | st.just(datetime(2026, 1, 3, tzinfo=UTC)),
)
asked = st.integers(0, 3 * 24 * 60).map(
    lambda minutes: datetime(2026, 1, 2, tzinfo=UTC) + timedelta(minutes=minutes)
)


@st.composite
def open_questions(draw: st.DrawFn) -> list[OpenQuestion]:
    return [
        OpenQuestion(
            id=str(number),
            asked_at=(at := draw(asked)),
            alone_since=at,
            after_s=draw(
                st.dictionaries(st.sampled_from(Step), st.sampled_from([0.0, 60.0, 3600.0]))
            ),
            taken=draw(st.frozensets(st.sampled_from(Step))),
            is_shown=draw(st.booleans()),
            is_programs=draw(st.booleans()),
        )
        for number in range(draw(st.integers(0, 4)))
    ]


def told(found: Rising) -> Iterator[Step]:
    yield from (step for _id, step in found.steps)
    yield from found.digests


@settings(max_examples=300)
@given(questions=open_questions(), around=moments)
def test_nothing_is_told_in_quiet_hours_or_behind_what_holds_it(
    questions: list[OpenQuestion], around: Moment
) -> None:
    found = rising(questions, around)
    for step in told(found):
        assert step in around.can
        assert around.quiet.over_at(around.now, step) is None
        assert not (around.is_do_not_disturb and step is not PHONE)
    if any(step is SPOKEN for step in told(found)):
        assert around.is_near
        assert not around.is_away


@settings(max_examples=300)
@given(questions=open_questions(), around=moments)
def test_a_step_is_chosen_not_early_and_not_taken_before(
    questions: list[OpenQuestion], around: Moment
) -> None:
    by_id = {one.id: one for one in questions}
    found = rising(questions, around)
    due = (*found.steps, *found.covered)
    assert len(set(due)) == len(due)
    for id, step in due:
        one = by_id[id]
        assert one.is_shown
        assert step not in one.taken
        assert one.alone_since <= around.now
        if step in one.after_s and not (one.is_programs and around.is_away):
            assert one.alone_since + timedelta(seconds=one.after_s[step]) <= around.now
        assert step in one.after_s or (one.is_programs and SPOKEN in one.after_s)


@settings(max_examples=300)
@given(questions=open_questions(), around=moments)
def test_it_is_looked_again_later_and_a_list_is_told_once(
    questions: list[OpenQuestion], around: Moment
) -> None:
    found = rising(questions, around)
    assert found.look_at is None or found.look_at > around.now
    assert rising(questions, around, told_until=found.told_until).digests == {}

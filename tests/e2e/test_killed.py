"""The program is killed with SIGKILL between asking and answering, and nothing is lost.

After a restart the question is there with what was chosen, an answer that was given is not asked
for again, and the model gets exactly one result. `PARLEY_KILL_SEED` repeats the rounds of a failure.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from _pytest.capture import CaptureManager
from _pytest.mark import ParameterSet

from assistant.home import Home
from tests.conftest import STRESS
from tests.e2e.killed.moments import Moment
from tests.e2e.killed.rounds import Death, Round, Step
from tests.e2e.killed.surfaces import Anew, Surface, Terminal, Window

SEED: Final = int(
    os.environ.get("PARLEY_KILL_SEED")
    or (random.SystemRandom().randrange(10**6) if STRESS else 3114)
)
"""Decides when it is killed; in an ordinary run so that the first kills follow different events."""
KILLS: Final = (2, 1, 3, 1, 2, 1) * (10 if STRESS else 1)
"""Kills a round."""
SURFACES: Final = ((Terminal(),), (Terminal(),), (Window(),), (Terminal(),), (Terminal(), Window()))
"""Where the person sits, round by round; in the last, somewhere else after each kill perhaps."""


@pytest.fixture(scope="module")
def steps(request: pytest.FixtureRequest) -> Iterator[Counter[Step]]:
    """Counts where the kills fell, and says so at the end."""
    counted: Counter[Step] = Counter()
    yield counted
    found = ", ".join(f"{counted[step]} {step.value}" for step in Step)
    capture = request.config.pluginmanager.getplugin("capturemanager")
    assert isinstance(capture, CaptureManager)
    with capture.global_and_fixture_disabled():
        sys.stdout.write(f"\nKilled with PARLEY_KILL_SEED={SEED}: {found}\n")


@pytest.mark.parametrize("number", range(len(KILLS)))
def test_nothing_is_lost_whenever_the_program_is_killed(
    number: int, home: Home, steps: Counter[Step]
) -> None:
    one = Round(home, f"{SEED}-{number}", *SURFACES[number % len(SURFACES)])
    try:
        for _ in range(KILLS[number]):
            one.live(one.random_death())
        steps.update(one.steps)
        one.live(None)
        one.check()
    except BaseException as error:
        error.add_note(f"Round {number} with PARLEY_KILL_SEED={SEED}, killed in {one.steps}")
        raise


EXACTLY: Final = (
    ((Moment.CALL_STORED, Step.BEFORE_STORED),),
    ((Moment.QUESTION_STORED, Step.STORED),),
    ((Moment.DRAFT_STORED, Step.SHOWN),),
    ((Moment.ANSWERING, Step.SHOWN),),
    ((Moment.ANSWERED, Step.ANSWERED),),
    ((Moment.RESULT_STORED, Step.RESULT_STORED),),
    ((Moment.REPLY_STORED, Step.AFTER),),
)
TWICE: Final = (
    ((Moment.CALL_STORED, Step.BEFORE_STORED), (Moment.QUESTION_STORED, Step.STORED)),
    ((Moment.QUESTION_STORED, Step.STORED), (Moment.QUESTIONS_READ, Step.STORED)),
    ((Moment.DRAFT_STORED, Step.SHOWN), (Moment.ANSWERED, Step.ANSWERED)),
    ((Moment.ANSWERED, Step.ANSWERED), (Moment.RESULT_STORED, Step.RESULT_STORED)),
    ((Moment.RESULT_STORED, Step.RESULT_STORED), (Moment.REPLY_STORED, Step.AFTER)),
)
IN_BOTH: Final = {Moment.QUESTION_STORED, Moment.ANSWERED, Moment.RESULT_STORED}
"""What is tried in the window too in every run; the rest of it takes its time under stress."""


def _exact_rounds() -> Iterator[ParameterSet]:
    for deaths in (*EXACTLY, *TWICE) if STRESS else EXACTLY:
        name = "+".join(moment for moment, _step in deaths)
        yield pytest.param(deaths, Terminal(), id=f"{name}-terminal")
        is_cut_off = deaths[-1][1] is not Step.AFTER  # else another conversation begins
        if deaths[0][0] is Moment.QUESTION_STORED or (STRESS and is_cut_off):
            yield pytest.param(deaths, Anew(), id=f"{name}-anew")
        if STRESS or deaths[0][0] in IN_BOTH:
            yield pytest.param(deaths, Window(), id=f"{name}-window")


@pytest.mark.parametrize(("deaths", "surface"), list(_exact_rounds()))
def test_nothing_is_lost_when_the_program_is_killed_right_after_a_step(
    deaths: Sequence[tuple[Moment, Step]], surface: Surface, home: Home, steps: Counter[Step]
) -> None:
    one = Round(home, str(deaths), surface)
    for moment, _step in deaths:
        one.live(Death(moment=moment))
    assert one.steps == [step for _moment, step in deaths]
    steps.update(one.steps)
    one.live(None)
    one.check()

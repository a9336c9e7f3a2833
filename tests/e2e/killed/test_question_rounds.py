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
from tests.e2e.killed.driven_surfaces import Anew, Surface, Terminal, Window
from tests.e2e.killed.moments import Moment
from tests.e2e.killed.question_rounds import Death, Round, Step

SEED: Final = int(
    os.environ.get("PARLEY_KILL_SEED")
    or (random.SystemRandom().randrange(10**6) if STRESS else 3114)
)
"""Decides when it is killed; in an ordinary run so that the first kills follow different events."""
KILLS: Final = (3, 2, 1, 2, 1, 1) * 10 if STRESS else (4, 3, 3)
"""Kills a round; few rounds in an ordinary run, for each ends with a life that costs as much."""
SURFACES: Final = ((Terminal(),), (Window(),), (Terminal(), Window()), (Terminal(),), (Terminal(),))
"""Where the user sits, round by round; in the third, somewhere else after each kill perhaps."""


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


STEPS: Final = (
    (Moment.CALL_STORED, Step.BEFORE_STORED),
    (Moment.QUESTION_STORED, Step.STORED),
    (Moment.DRAFT_STORED, Step.SHOWN),
    (Moment.ANSWERING, Step.SHOWN),
    (Moment.ANSWERED, Step.ANSWERED),
    (Moment.RESULT_STORED, Step.RESULT_STORED),
    (Moment.REPLY_STORED, Step.AFTER),
)
"""Every moment between asking and the end of the reply, and where a kill at it falls."""
TWICE: Final = (
    ((Moment.QUESTION_STORED, Step.STORED), (Moment.QUESTIONS_READ, Step.STORED)),
    ((Moment.DRAFT_STORED, Step.SHOWN), (Moment.ANSWERED, Step.ANSWERED)),
    ((Moment.ANSWERED, Step.ANSWERED), (Moment.RESULT_STORED, Step.RESULT_STORED)),
)


def _exact_rounds() -> Iterator[ParameterSet]:
    """Yield the rounds of every run; under stress, all moments at all places."""
    yield pytest.param(STEPS, Terminal(), id="after every step")
    for deaths in (*((step,) for step in STEPS), *TWICE):
        name = "+".join(moment for moment, _step in deaths)
        if STRESS:
            yield pytest.param(deaths, Terminal(), id=f"{name}-terminal")
        is_cut_off = deaths[-1][1] is not Step.AFTER  # else another conversation begins
        if deaths == (STEPS[1],) or (STRESS and is_cut_off):
            yield pytest.param(deaths, Anew(), id=f"{name}-anew")
        if STRESS:
            yield pytest.param(deaths, Window(), id=f"{name}-window")
    yield pytest.param((STEPS[1], STEPS[4]), Window(), id="stored and answered-window")


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

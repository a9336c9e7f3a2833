"""The program is killed with SIGKILL while a reply streams, and nothing that was said is lost.

The database opens, what reached the model stands in it once, a reply is as much as was received, no
temporary file stays, and the next start goes on. `PARLEY_KILL_SEED` repeats the rounds of a failure.
"""

import os
import random
from typing import Final

import pytest

from assistant.home import Home
from tests.conftest import STRESS
from tests.e2e.killed.moments import Moment
from tests.e2e.killed.streamed_replies import MOMENTS, Death, Streamed

SEED: Final = int(
    os.environ.get("PARLEY_KILL_SEED")
    or (random.SystemRandom().randrange(10**6) if STRESS else 2718)
)
KILLS: Final = (12,) * 5 if STRESS else (2,)
"""Kills a round."""


@pytest.mark.parametrize("number", range(len(KILLS)))
def test_nothing_is_lost_whenever_the_program_is_killed(number: int, home: Home) -> None:
    one = Streamed(home, f"{SEED}_{number}")
    try:
        for _ in range(KILLS[number]):
            one.live(one.random_death())
        one.live(None)
    except BaseException as error:
        error.add_note(f"Round {number} with PARLEY_KILL_SEED={SEED}, kept {one.kept}")
        raise


def test_nothing_is_lost_when_the_program_is_killed_at_a_moment(home: Home) -> None:
    one = Streamed(home, "exactly")
    moments = MOMENTS if STRESS else (Moment.UNCOMMITTED, Moment.CHECKPOINTED)
    for moment in moments:
        one.live(Death(moment=moment))
    one.live(None)
    assert one.kept, "no reply was cut off"

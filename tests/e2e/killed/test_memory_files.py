"""The program is killed with SIGKILL while it writes memory files, and no fact is lost.

What it said is kept is in the file, the user's own words are untouched, no file is half written,
nothing temporary piles up, and the next start goes on. `PARLEY_KILL_SEED` repeats a failure.
"""

import os
import random
from typing import Final

import pytest

from assistant.home import Home
from tests.conftest import STRESS
from tests.e2e.killed.memory_lives import MOMENTS, Death, Remembered

SEED: Final = int(
    os.environ.get("PARLEY_KILL_SEED")
    or (random.SystemRandom().randrange(10**6) if STRESS else 1618)
)
KILLS: Final = (10,) * 5 if STRESS else (3,)
"""Kills a round."""


@pytest.mark.parametrize("number", range(len(KILLS)))
def test_no_fact_is_lost_whenever_the_program_is_killed(number: int, home: Home) -> None:
    one = Remembered(home, f"{SEED}_{number}")
    try:
        for _ in range(KILLS[number]):
            one.live(one.random_death() if STRESS else Death(delay_s=one.random.random() * 0.6))
        one.live(None)
    except BaseException as error:
        error.add_note(f"Round {number} with PARLEY_KILL_SEED={SEED}, kept {one.kept}")
        raise
    assert sum(one.kept) > KILLS[number]


def test_no_fact_is_lost_when_the_program_is_killed_at_a_moment(home: Home) -> None:
    one = Remembered(home, "exactly")
    for moment in MOMENTS:
        one.live(Death(moment=moment))
    one.live(None)
    assert one.open >= 1, "no kill fell between preparing a file and putting it in place"

"""Every parser of foreign bytes over its corpus, and over the same bad examples each time.

`make fuzz` looks further, as long as wanted, led by what code an example reaches.
"""

from collections.abc import Callable
from random import Random

import pytest

from tests.conftest import STRESS
from tests.fuzz.harness import CORPUS, LONG
from tests.fuzz.harnesses import NAMES, harness_of
from tests.fuzz.mutation import mutated, stretched

MORE = 40 if STRESS else 1


@pytest.mark.requirement("MCP-02", "TEST-18", "SEC-13")
@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_is_read_makes_a_parser_fail(name: str) -> None:
    harness = harness_of(name)
    corpus = harness.corpus()
    for file, data in corpus.items():
        _read(harness.run, data, file)
    chance = Random(name)
    seeds = list(corpus.values())
    for number in range(harness.count * MORE):
        _read(harness.run, mutated(seeds, chance), f"example {number}")
    for number in range(LONG * MORE):
        _read(harness.run_counted, stretched(seeds, chance), f"long example {number}")


def _read(run: Callable[[bytes], None], data: bytes, name: str) -> None:
    try:
        run(data)
    except BaseException as error:
        error.add_note(f"{name}: {data[:2000]!r}")
        raise


def test_every_folder_of_the_corpus_has_a_harness() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= set(NAMES)

"""Bad examples are the same everywhere, and bad in many ways."""

import json
from random import Random

import pytest

from tests.fuzz.harness import Harness
from tests.fuzz.mutation import LONG_BYTES, MAX_BYTES, mutated, stretched
from tests.fuzz.pieces import pieces

SEEDS = (b'{"a": [1, "x"]}', b"words\n" * 10)


def test_the_same_chance_makes_the_same_examples() -> None:
    made = [[mutated(SEEDS, Random(1)), stretched(SEEDS, Random(1))] for _ in range(2)]
    assert made[0] == made[1]


def test_examples_differ_and_some_are_json_still() -> None:
    chance = Random(1)
    made = {mutated(SEEDS[:1], chance) for _ in range(300)}
    assert len(made) > 200
    assert max(map(len, made)) <= MAX_BYTES
    assert 50 < sum(_is_json(data) for data in made) < 250
    assert all(len(stretched(SEEDS, chance)) > LONG_BYTES // 2 for _ in range(20))


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def test_pieces_are_the_whole_and_may_keep_characters_whole() -> None:
    for length in range(1, 60):
        data = ("가나" * length).encode()
        assert b"".join(pieces(data)) == data
        parts = pieces(data, whole_characters=True)
        assert "".join(part.decode() for part in parts) == data.decode()


def test_a_harness_lets_documented_errors_pass_and_no_others() -> None:
    def read(data: bytes) -> None:
        int(data)
        assert data != b"13"

    harness = Harness(name="numbers", read=read, errors=(ValueError,))
    harness.run(b"12")
    harness.run(b"x")
    with pytest.raises(AssertionError):
        harness.run(b"13")

"""Wide vectors are chosen where there are some, and nobody is overruled."""

from pathlib import Path

import pytest

from assistant.voice.stt.cpu_features import (
    decoder_threads,
    has_wide_vectors,
    prefer_wide_vectors,
    usable_cores,
)

WIDE = "model name : x\nflags\t\t: fpu avx2 avx512f avx512dq avx512cd avx512bw avx512vl amx_tile\n"
NARROW = "model name : x\nflags\t\t: fpu avx2 avx512f\n"
VARIABLE = "CT2_FORCE_CPU_ISA"


@pytest.mark.parametrize(
    ("cpu_info", "expected"),
    [(WIDE, True), (NARROW, False), ("", False), ("Features : fp asimd\n", False)],
)
def test_all_that_is_needed_must_be_there(cpu_info: str, expected: bool) -> None:
    assert has_wide_vectors(cpu_info) is expected


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    environment: dict[str, str] = {}
    monkeypatch.setattr("assistant.voice.stt.cpu_features.os.environ", environment)
    return environment


@pytest.mark.parametrize(("cpu_info", "chosen"), [(WIDE, "AVX512"), (NARROW, None)])
def test_they_are_chosen_where_there_are_some(
    tmp_path: Path, environment: dict[str, str], cpu_info: str, chosen: str | None
) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text(cpu_info)
    prefer_wide_vectors(file)
    assert environment.get(VARIABLE) == chosen


def test_what_is_set_already_stands(tmp_path: Path, environment: dict[str, str]) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text(WIDE)
    environment[VARIABLE] = "GENERIC"
    prefer_wide_vectors(file)
    assert environment[VARIABLE] == "GENERIC"


def test_without_such_a_file_nothing_is_chosen(tmp_path: Path, environment: dict[str, str]) -> None:
    prefer_wide_vectors(tmp_path / "missing")
    assert VARIABLE not in environment


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 1), (3, 1), (4, 2), (8, 4), (64, 4)])
def test_half_of_the_cores_are_left_to_others(cores: int, threads: int) -> None:
    assert decoder_threads(cores) == threads


def test_there_is_a_core_to_run_on() -> None:
    assert usable_cores() >= 1

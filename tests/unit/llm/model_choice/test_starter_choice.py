"""Which file the built-in model runs from: as a table, and over the whole product."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm.model_choice.starter_choice import (
    MachineMemory,
    StarterModel,
    StarterReason,
    choose_starter,
)
from assistant.llm.starter.model_files import StarterFiles
from tests.helpers.llm.starter_models import starter_model

LARGE, GOOD, SMALL, SMALLEST = MODELS = tuple(
    starter_model(
        Path(name, "model.gguf"), memory_mb=memory_mb, is_automatic=name != "large", is_guided=True
    )
    for name, memory_mb in (("large", 3300), ("good", 1900), ("small", 700), ("smallest", 300))
)
NAMES = frozenset(model.name for model in MODELS)
GB = 1000


def memory(total_gb: float, available_gb: float) -> MachineMemory:
    return MachineMemory(total_mb=int(total_gb * GB), available_mb=int(available_gb * GB))


@pytest.mark.parametrize(
    ("total_gb", "available_gb", "chosen"),
    [
        (64, 32, GOOD),  # larger ones are the user's to choose
        (8, 4, GOOD),
        (7.8, 3.9, GOOD),  # what a machine of 8 GB says of itself
        (8, 3, SMALL),  # other programs have the rest
        (4, 2, SMALL),
        (16, 2, SMALL),
        (4, 1, SMALLEST),
        (2, 1.5, SMALLEST),
        (1, 0.2, SMALLEST),
    ],
)
def test_the_memory_decides_what_runs_where_everything_is_here(
    total_gb: float, available_gb: float, chosen: StarterModel
) -> None:
    choice = choose_starter(MODELS, present=NAMES, memory=memory(total_gb, available_gb))

    assert choice.run == chosen
    assert choice.fetch is None
    assert choice.reason is (StarterReason.BEST if chosen is GOOD else StarterReason.MEMORY)


@pytest.mark.parametrize(
    ("present", "run", "fetch"),
    [
        (set[str](), SMALLEST, GOOD),
        ({"smallest"}, SMALLEST, GOOD),
        ({"small", "smallest"}, SMALL, GOOD),
        ({"large", "smallest"}, SMALLEST, GOOD),  # nobody named it
        ({"small"}, SMALL, GOOD),
        ({"good"}, GOOD, None),
    ],
)
def test_what_is_here_answers_until_the_better_one_is(
    present: set[str], run: StarterModel, fetch: StarterModel | None
) -> None:
    choice = choose_starter(MODELS, present=present, memory=memory(16, 8))

    assert (choice.run, choice.fetch) == (run, fetch)
    assert choice.is_here == (run.name in present)
    assert (choice.reason is StarterReason.MISSING) is (fetch is not None)


@pytest.mark.parametrize("wanted", MODELS, ids=lambda model: model.name)
def test_a_model_that_is_named_runs_whatever_the_memory(wanted: StarterModel) -> None:
    choice = choose_starter(MODELS, present=NAMES, memory=memory(1, 0.1), wanted=wanted.name)
    assert (choice.run, choice.reason) == (wanted, StarterReason.NAMED)

    lacking = choose_starter(
        MODELS, present=NAMES - {wanted.name}, memory=memory(1, 0.1), wanted=wanted.name
    )
    assert lacking.fetch == (None if lacking.run == wanted else wanted)


def test_a_model_that_failed_is_not_tried_again_and_the_next_one_answers() -> None:
    one = choose_starter(MODELS, present=NAMES, memory=memory(16, 8), failed={"good"})
    two = choose_starter(MODELS, present=NAMES, memory=memory(16, 8), failed={"good", "small"})
    named = choose_starter(
        MODELS, present=NAMES, memory=memory(16, 8), wanted="large", failed={"large"}
    )

    assert (one.run, one.reason) == (SMALL, StarterReason.FAILED)
    assert (two.run, two.reason) == (SMALLEST, StarterReason.FAILED)
    assert named.run == GOOD


def test_what_a_running_model_holds_counts_as_available() -> None:
    assert memory(8, 2.5).after_ending(GOOD).available_mb == 4400
    assert memory(8, 7).after_ending(GOOD).available_mb == 8000


SIZES = (0.2, 1, 2, 3, 4, 8, 16)
EVERYTHING = [
    (memory(total, available), wanted, present, failed)
    for total, available in product(SIZES, SIZES)
    if available <= total
    for wanted in ("auto", "unknown", *NAMES)
    for present in ({"smallest"}, {"small", "smallest"}, {"good"}, set(NAMES), set[str]())
    for failed in (set[str](), {"good"}, {"smallest"}, set(NAMES))
]


@given(case=st.sampled_from(EVERYTHING))
def test_there_is_always_something_to_run(
    case: tuple[MachineMemory, str, set[str], set[str]],
) -> None:
    machine, wanted, present, failed = case
    choice = choose_starter(MODELS, present=present, memory=machine, wanted=wanted, failed=failed)

    assert choice.run in MODELS
    assert choice.run.is_automatic or choice.run.name == wanted
    assert choice.run.name not in failed or failed == NAMES
    if present - failed - {"large"}:
        assert choice.run.name in present
    if choice.fetch is not None:
        assert choice.fetch.name not in present | failed
        assert choice.fetch.name == wanted or choice.fetch.is_automatic
    if wanted not in NAMES and choice.fetch not in {None, SMALLEST}:
        assert choice.fetch is not None
        assert machine.has_room_for(choice.fetch)


@given(case=st.sampled_from(EVERYTHING), more_mb=st.integers(min_value=0, max_value=20_000))
def test_more_memory_never_brings_a_lesser_model(
    case: tuple[MachineMemory, str, set[str], set[str]], more_mb: int
) -> None:
    machine, wanted, present, failed = case
    richer = MachineMemory(
        total_mb=machine.total_mb + more_mb, available_mb=machine.available_mb + more_mb
    )
    poor, rich = (
        choose_starter(MODELS, present=present, memory=each, wanted=wanted, failed=failed)
        for each in (machine, richer)
    )
    assert MODELS.index(rich.run) <= MODELS.index(poor.run)


def test_the_catalogues_models_come_the_best_first(tmp_path: Path) -> None:
    files = StarterFiles.at(tmp_path)

    assert [model.name for model in files.models] == [
        "qwen3-4b",
        "qwen3-1.7b",
        "qwen2.5-coder-1.5b-instruct",
        "qwen2.5-coder-0.5b-instruct",
        "smollm2-135m-instruct",
    ]
    assert [model.is_automatic for model in files.models] == [False, False, True, True, True]
    assert files.present() == frozenset()
    for model in files.models:
        assert model.file.parent == tmp_path / model.name

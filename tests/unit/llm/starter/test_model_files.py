"""The built-in models of the catalogue, and what is said of a choice."""

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.llm.model_choice.starter_choice import (
    AUTOMATIC,
    TOTAL_SHARE,
    StarterChoice,
    StarterReason,
)
from assistant.llm.starter.model_files import StarterFiles, machine_memory, reason_text
from assistant.llm.starter.starter_selector import StarterSelector
from assistant.settings.schema import controls
from tests.helpers.llm.built_in_models import GOOD, LITTLE, SMALL, SMALLEST, put_files

FILES = StarterFiles.at(Path("models"))


def test_the_settings_offer_every_built_in_model_with_what_it_needs() -> None:
    choices = dict(controls("llm")["starter_model"].choices)
    del choices[AUTOMATIC]

    assert set(choices) == {model.name for model in FILES.models}
    for model in FILES.models:
        text = choices[model.name]
        assert f": {model.size_bytes / 1e9:.1f} GB, " in text
        if model.name != SMALLEST:
            assert f"with {round(TOTAL_SHARE * model.memory_mb / 1000)} GB of memory" in text


def test_a_models_presence_goes_by_its_file(tmp_path: Path) -> None:
    put_files(tmp_path, [SMALL])
    files = StarterFiles.at(tmp_path)
    assert files.present() == {SMALL}
    [small] = [model for model in files.models if model.name == SMALL]
    assert small.file.is_file()


def test_the_machine_has_memory() -> None:
    memory = machine_memory()
    assert 0 < memory.available_mb <= memory.total_mb


@pytest.mark.parametrize("reason", StarterReason, ids=lambda reason: reason.value)
def test_every_reason_is_told(reason: StarterReason) -> None:
    one, other = FILES.models[:2]
    choice = StarterChoice(run=one, reason=reason, is_here=True)
    assert reason_text(choice)
    if reason is StarterReason.MISSING:
        assert other.name in reason_text(replace(choice, fetch=other))


async def test_a_choice_goes_by_the_setting_the_files_and_the_memory(tmp_path: Path) -> None:
    put_files(tmp_path, [SMALLEST])
    named = StarterSelector.for_setting(GOOD, folder=tmp_path)
    assert (await named.choose()).fetch is not None

    selector = StarterSelector(folder=tmp_path, memory=lambda: LITTLE)
    assert await selector.memory() == LITTLE
    choice = await selector.choose()
    assert choice.fetch is not None
    assert (choice.run.name, choice.fetch.name) == (SMALLEST, SMALL)
    put_files(tmp_path, [SMALL])
    assert (await selector.choose(running=choice.run)).run.name == SMALL

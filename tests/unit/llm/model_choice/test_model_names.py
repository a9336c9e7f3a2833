"""The names of models."""

import pytest

from assistant.llm.model_choice.choice import (
    STARTER_MODEL,
    LocalModel,
    anthropic_profile,
    local_profile,
    starter_profile,
)
from assistant.llm.model_choice.model_names import (
    ModelName,
    model_name_of,
    offered_models,
    parse_model_name,
)

FIRST = ModelName(profile="anthropic", model="claude-a")
STARTER = ModelName(profile="starter", model=STARTER_MODEL)


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        ("claude-b", ModelName(profile="anthropic", model="claude-b")),
        (" claude-b ", ModelName(profile="anthropic", model="claude-b")),
        ("local:qwen3:4b", ModelName(profile="local", model="qwen3:4b")),
        ("local: llama", ModelName(profile="local", model="llama")),
        ("starter", STARTER),
        ("local:", None),
        ("", None),
    ],
)
def test_a_name_in_the_settings_says_which_model(setting: str, name: ModelName | None) -> None:
    assert parse_model_name(setting) == name


@pytest.mark.parametrize("setting", ["claude-b", "local:qwen3:4b", "starter"])
def test_a_name_is_written_as_it_was_read(setting: str) -> None:
    name = parse_model_name(setting)
    assert name is not None
    assert name.setting == setting


def test_a_client_has_the_name_of_its_profile() -> None:
    anthropic = anthropic_profile(model="claude-a", max_output_tokens=256, thinking=False)
    assert model_name_of(anthropic) == FIRST
    assert model_name_of(starter_profile()) == STARTER
    local = local_profile(LocalModel(name="llama"), max_output_tokens=256)
    assert model_name_of(local) == ModelName(profile="local", model="llama")


def test_models_are_offered_in_the_order_of_the_settings_each_once() -> None:
    names = offered_models(
        FIRST, ("claude-b", "local:llama", "claude-a", "local:", "claude-b"), built_in=STARTER.model
    )
    assert [name.model for name in names] == ["claude-a", "claude-b", "llama", STARTER_MODEL]


def test_the_built_in_model_is_not_offered_without_its_file() -> None:
    assert offered_models(FIRST, (), built_in=None) == (FIRST,)


def test_the_built_in_model_is_offered_once_whichever_file_it_ran_from() -> None:
    good = ModelName(profile="starter", model="good")
    assert offered_models(FIRST, ("starter",), built_in="good", also=(STARTER,)) == (FIRST, good)


def test_the_model_in_use_is_among_them_whatever_the_settings_say() -> None:
    old = ModelName(profile="anthropic", model="claude-old")
    assert offered_models(FIRST, (), built_in=None, also=(old,)) == (FIRST, old)


def test_two_models_of_one_name_are_one_button() -> None:
    assert offered_models(FIRST, ("local:claude-a",), built_in=None) == (FIRST,)

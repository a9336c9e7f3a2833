"""Which model answers, as a table."""

import pytest

from assistant.llm.model_choice.choice import (
    LocalModel,
    LocalServer,
    LocalServerOffer,
    ModelChoice,
    ProfileName,
    UseAnthropic,
    UseLocal,
    UseStarter,
    choose_model,
    local_profile,
    pick_model,
    same_server,
    service_root,
    starter_profile,
)

OLLAMA = "http://127.0.0.1:11434"
STUDIO = "http://127.0.0.1:1234"
SERVERS = (
    LocalServer(base_url=OLLAMA, models=(LocalModel(name="qwen:latest"), LocalModel(name="phi"))),
    LocalServer(base_url=STUDIO, models=(LocalModel(name="gemma"),)),
)
QWEN = UseLocal(base_url=OLLAMA, model=LocalModel(name="qwen:latest"))


def choice(
    wanted: ProfileName,
    *,
    has_key: bool = False,
    servers: tuple[LocalServer, ...] = SERVERS,
    model: str = "",
    accepted: str = "",
) -> ModelChoice:
    return choose_model(
        wanted=wanted,
        has_key=has_key,
        servers=servers,
        local_url=OLLAMA,
        local_model=model,
        local_accepted=accepted,
    )


def test_auto_takes_anthropic_where_there_is_a_key() -> None:
    assert choice("auto", has_key=True, accepted=OLLAMA) == ModelChoice(use=UseAnthropic())


def test_auto_takes_the_accepted_server() -> None:
    assert choice("auto", accepted=OLLAMA + "/") == ModelChoice(use=QWEN)


def test_auto_only_offers_a_server_that_was_not_accepted() -> None:
    assert choice("auto") == ModelChoice(
        use=UseStarter(), offer=LocalServerOffer(base_url=OLLAMA, model="qwen:latest")
    )
    assert choice("auto", accepted="http://elsewhere:1") == choice("auto")


def test_auto_takes_the_accepted_server_even_if_another_answers_first() -> None:
    assert choice("auto", accepted=STUDIO) == ModelChoice(
        use=UseLocal(base_url=STUDIO, model=LocalModel(name="gemma"))
    )


def test_auto_takes_the_starter_model_where_nothing_answers() -> None:
    assert choice("auto", servers=(), accepted=OLLAMA) == ModelChoice(use=UseStarter())


@pytest.mark.parametrize("has_key", [True, False])
def test_a_profile_chosen_by_hand_is_kept(has_key: bool) -> None:
    assert choice("anthropic", has_key=has_key) == ModelChoice(use=UseAnthropic())
    assert choice("starter", has_key=has_key) == ModelChoice(use=UseStarter())
    assert choice("local", has_key=has_key) == ModelChoice(use=QWEN)


def test_a_local_server_chosen_by_hand_is_kept_while_it_does_not_answer() -> None:
    assert choice("local", servers=SERVERS[1:], model="phi") == ModelChoice(
        use=UseLocal(base_url=OLLAMA, model=LocalModel(name="phi"), is_answering=False)
    )


@pytest.mark.parametrize(
    ("wanted", "picked"),
    [("", "qwen:latest"), ("phi", "phi"), ("qwen", "qwen:latest"), ("unlisted", "unlisted")],
)
def test_a_model_is_found_under_the_name_people_use(wanted: str, picked: str) -> None:
    assert pick_model(SERVERS[0], wanted).name == picked


def test_a_server_without_models_is_asked_for_its_default() -> None:
    assert pick_model(LocalServer(base_url=OLLAMA, models=()), "").name == "default"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://a:1", "http://a:1/", True),
        ("http://A:1", "http://a:1", True),
        ("http://a:1", "http://a:1/v1", True),
        ("http://a:1", "http://a:2", False),
    ],
)
def test_servers_are_told_apart_by_their_address(one: str, other: str, same: bool) -> None:
    assert same_server(one, other) is same


def test_a_small_local_context_leaves_room_for_the_reply() -> None:
    profile = local_profile(LocalModel(name="m", context_tokens=2048), max_output_tokens=4096)

    assert profile.max_output_tokens == 512
    assert profile.context_characters == 1536 * 3


def test_a_local_model_has_the_abilities_that_are_known_of_it() -> None:
    profile = local_profile(LocalModel(name="m", tools=False, images=True), max_output_tokens=100)

    assert (profile.tools, profile.images, profile.thinking) == (False, True, False)
    assert (profile.max_output_tokens, profile.context_characters) == (100, None)


def test_the_starter_model_has_no_tools_and_its_own_prompt() -> None:
    profile = starter_profile()

    assert not profile.tools
    assert profile.system_prompt == "You are a helpful assistant."
    assert profile.max_messages == 6


@pytest.mark.parametrize(
    ("address", "root"),
    [
        ("http://a:1", "http://a:1"),
        ("http://a:1/", "http://a:1"),
        ("http://a:1/v1", "http://a:1"),
        ("http://a:1/V1//", "http://a:1"),
        ("http://a:1/v1/messages/", "http://a:1"),
        ("http://a:1/v1/chat/completions", "http://a:1"),
        ("http://a:1/anthropic/v1/messages?beta=true", "http://a:1/anthropic"),
        ("http://a:1//v1//#x", "http://a:1"),
        ("https://gateway/team/v1", "https://gateway/team"),
        ("https://gateway/v1beta", "https://gateway/v1beta"),
        ("https://v1", "https://v1"),
        (" http://a:1/v1 ", "http://a:1"),
    ],
)
def test_the_path_of_the_api_is_no_part_of_the_address(address: str, root: str) -> None:
    assert service_root(address) == root

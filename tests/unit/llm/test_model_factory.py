"""From settings to the model that answers."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import ConfigError, ProviderError
from assistant.home import Home
from assistant.llm.api_keys import KeyStore
from assistant.llm.messages_api.model_client import ModelClient
from assistant.llm.model_choice.choice import (
    CHARACTERS_PER_TOKEN,
    STARTER_MODEL,
    LocalServerOffer,
    ProfileName,
)
from assistant.llm.model_choice.model_names import ModelName
from assistant.llm.model_factory import ModelBuild, ModelFactory
from assistant.settings import LlmSettings, load
from tests.helpers.clock import ManualClock
from tests.helpers.llm.messages_server import MessagesServer
from tests.unit.llm.conftest import KEY, collect
from tests.unit.llm.test_api_keys import no_backend

NOWHERE = "http://127.0.0.1:1"


@pytest.fixture
def ollama() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        running.pages["/api/tags"] = {"models": [{"name": "qwen:latest"}]}
        running.pages["/api/show"] = {"capabilities": ["completion"]}
        yield running


def factory(folder: Path, key: str | None = None) -> ModelFactory:
    keys = KeyStore(
        keys_file=folder / "keys.toml",
        environment={} if key is None else {"ANTHROPIC_API_KEY": key},
        load_backend=no_backend,
    )
    return ModelFactory(
        keys=keys, home=Home(root=folder, models=folder / "models"), clock=ManualClock()
    )


def settings_of(folder: Path, **changed: Any) -> LlmSettings:
    values: dict[str, Any] = {"model": "claude-test", "local_url": NOWHERE, "timeout_s": 5.0}
    llm = load(Home(root=folder, models=folder)).settings.llm
    return llm.model_copy(update=values | {"max_output_tokens": 1000} | changed)


async def resolve(
    folder: Path,
    profile: ProfileName,
    *,
    key: str | None = None,
    also_probe: Sequence[str] = (),
    **changed: Any,
) -> ModelBuild:
    settings = settings_of(folder, profile=profile, **changed)
    return await factory(folder, key).choose(settings, also_probe=also_probe)


async def test_a_key_brings_anthropic_with_the_configured_model(
    tmp_path: Path, server: MessagesServer
) -> None:
    resolved = await resolve(tmp_path, "auto", key=KEY, base_url=server.url)
    server.reply("Hello")

    await collect(resolved.client)
    await resolved.client.aclose()

    assert resolved.client.profile.name == "anthropic"
    assert resolved.notices == ()
    assert server.requests[0].api_key == KEY
    assert server.requests[0].body["model"] == "claude-test"
    assert server.requests[0].body["max_tokens"] == 1000


async def test_a_key_in_the_file_comes_with_a_notice(tmp_path: Path) -> None:
    (tmp_path / "keys.toml").write_text(f'anthropic = "{KEY}"\n', encoding="utf-8")

    resolved = await resolve(tmp_path, "auto")

    assert resolved.client.profile.name == "anthropic"
    assert "keys.toml" in resolved.notices[0]
    assert KEY not in repr(resolved)


async def test_anthropic_chosen_by_hand_without_a_key_is_found_by_the_check(
    tmp_path: Path,
) -> None:
    resolved = await resolve(tmp_path, "anthropic")

    with pytest.raises(ProviderError, match="Check your API key"):
        await resolved.client.check()


async def test_a_server_that_was_found_is_offered_beside_the_starter_model(
    tmp_path: Path, ollama: MessagesServer
) -> None:
    resolved = await resolve(tmp_path, "auto", also_probe=(ollama.url,))

    assert resolved.client.profile.name == "starter"
    assert resolved.offer == LocalServerOffer(base_url=ollama.url, model="qwen:latest")
    assert resolved.starter is not None
    assert resolved.notices == ()
    assert ollama.requests == []


async def test_an_accepted_server_answers_with_its_abilities(
    tmp_path: Path, ollama: MessagesServer
) -> None:
    resolved = await resolve(tmp_path, "auto", local_accepted=ollama.url)
    ollama.reply("Hello")

    await resolved.client.check()
    await collect(resolved.client)
    await resolved.client.aclose()

    profile = resolved.client.profile
    assert (profile.name, profile.model, profile.tools) == ("local", "qwen:latest", False)
    assert (resolved.offer, resolved.notices) == (None, ())


async def test_a_local_model_is_sent_no_more_than_its_server_lets_it_read(
    tmp_path: Path, ollama: MessagesServer
) -> None:
    ollama.pages["/api/show"] = {
        "capabilities": ["completion", "tools"],
        "parameters": "num_ctx 2048",
    }
    resolved = await resolve(tmp_path, "local", local_url=ollama.url)
    profile = resolved.client.profile
    assert profile.max_output_tokens == 512
    assert profile.context_characters == (2048 - 512) * CHARACTERS_PER_TOKEN
    await resolved.client.aclose()


async def test_local_servers_are_not_asked_where_there_is_a_key(
    tmp_path: Path, ollama: MessagesServer
) -> None:
    await resolve(tmp_path, "auto", key=KEY, local_url=ollama.url)

    assert ollama.others == []


async def test_a_local_server_that_does_not_answer_is_told(tmp_path: Path) -> None:
    resolved = await resolve(tmp_path, "local", local_model="phi")

    assert resolved.client.profile.model == "phi"
    assert resolved.silent_servers == (NOWHERE,)


@pytest.mark.parametrize(
    ("profile", "changed"),
    [("anthropic", {"base_url": "localhost"}), ("local", {"local_url": "nonsense"})],
)
async def test_a_wrong_address_is_a_wrong_setting(
    tmp_path: Path, profile: ProfileName, changed: dict[str, str]
) -> None:
    with pytest.raises(ConfigError):
        await resolve(tmp_path, profile, key=KEY, **changed)


def test_building_loads_no_library_before_it_is_used() -> None:
    """In a process of its own: other tests of this process have loaded them."""
    code = (
        "import sys, assistant.llm.model_factory;"
        "print([name for name in ('anthropic', 'httpx2', 'keyring', 'xllamacpp')"
        " if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


async def named_client(folder: Path, name: ModelName, **changed: Any) -> ModelClient | None:
    """Build the client of one model."""
    return await factory(folder, KEY).named(name, settings_of(folder, **changed))


async def test_another_model_of_the_service_is_asked_with_the_same_key(
    tmp_path: Path, server: MessagesServer
) -> None:
    name = ModelName(profile="anthropic", model="claude-other")
    client = await named_client(tmp_path, name, base_url=server.url)
    assert client is not None
    server.reply("Hello")
    await collect(client)
    await client.aclose()
    assert server.requests[0].body["model"] == "claude-other"
    assert server.requests[0].api_key == KEY


async def test_a_local_model_is_had_while_its_server_answers(
    tmp_path: Path, ollama: MessagesServer
) -> None:
    name = ModelName(profile="local", model="qwen")
    assert await named_client(tmp_path, name) is None
    client = await named_client(tmp_path, name, local_url=ollama.url)
    assert client is not None
    assert (client.profile.name, client.profile.model) == ("local", "qwen:latest")
    assert not client.profile.tools
    await client.aclose()


async def test_the_built_in_model_can_be_named(tmp_path: Path) -> None:
    client = await named_client(tmp_path, ModelName(profile="starter", model=STARTER_MODEL))
    assert client is not None
    assert client.profile.name == "starter"
    await client.aclose()

"""Asking local servers what they have."""

import threading
from collections.abc import Iterator

import pytest

from assistant.llm.model_choice.choice import LocalModel, LocalServer
from assistant.llm.server_discovery import find_servers, probe
from tests.helpers.llm.messages_server import MessagesServer

LLAMA_MODEL = {"id": "smol.gguf", "object": "model", "meta": {"n_ctx": 2048}}


@pytest.fixture
def local() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


def models(server: MessagesServer, model: str = "") -> tuple[LocalModel, ...] | None:
    found = probe(server.url, model=model, timeout_s=5)
    return None if found is None else found.models


def test_ollama_lists_its_models_and_tells_what_the_first_can_do(local: MessagesServer) -> None:
    local.pages["/api/tags"] = {
        "models": [{"name": "nomic-embed-text:latest"}, {"name": "qwen:latest"}, {"name": "phi"}]
    }
    local.pages["/api/show"] = {"capabilities": ["completion", "vision"]}

    assert models(local) == (
        LocalModel(name="qwen:latest", tools=False, images=True),
        LocalModel(name="phi"),
    )
    assert local.others[-1].body == {"model": "qwen:latest"}


def test_ollama_is_asked_about_the_model_that_will_be_used(local: MessagesServer) -> None:
    local.pages["/api/tags"] = {"models": [{"name": "qwen:latest"}, {"name": "phi:latest"}]}
    local.pages["/api/show"] = {"capabilities": ["completion", "tools"]}

    models(local, "phi")

    assert [other.body for other in local.others if other.method == "POST"] == [
        {"model": "phi:latest"}
    ]


def test_an_ollama_that_does_not_tell_is_believed_to_have_tools(local: MessagesServer) -> None:
    local.pages["/api/tags"] = {"models": [{"name": "phi"}]}

    assert models(local) == (LocalModel(name="phi"),)


def test_a_llama_server_tells_its_context_and_abilities(local: MessagesServer) -> None:
    local.pages["/v1/models"] = {"object": "list", "data": [LLAMA_MODEL]}
    local.pages["/props"] = {
        "chat_template_caps": {"supports_tools": False},
        "modalities": {"vision": True},
    }

    assert models(local) == (
        LocalModel(name="smol.gguf", tools=False, images=True, context_tokens=2048),
    )


def test_a_llama_server_without_properties_is_used_all_the_same(local: MessagesServer) -> None:
    local.pages["/v1/models"] = {"object": "list", "data": [LLAMA_MODEL]}

    assert models(local) == (LocalModel(name="smol.gguf", context_tokens=2048),)


def test_other_servers_list_their_models_without_those_that_cannot_talk(
    local: MessagesServer,
) -> None:
    local.pages["/v1/models"] = {
        "object": "list",
        "data": [{"id": "text-embedding-x"}, {"id": "gemma", "max_model_len": 8192}],
    }

    assert models(local) == (LocalModel(name="gemma", context_tokens=8192),)
    assert "/props" not in [other.path for other in local.others]


@pytest.mark.parametrize(
    "page", [{"hello": "world"}, {"object": "list"}, {"object": "list", "data": [{"name": "x"}]}]
)
def test_another_kind_of_server_is_no_model_server(
    local: MessagesServer, page: dict[str, object]
) -> None:
    local.pages["/v1/models"] = page
    local.pages["/api/tags"] = {"models": "many"}

    assert models(local) is None


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "nonsense", "http://[", "ftp://x"])
def test_nothing_at_an_address_is_no_error(address: str) -> None:
    assert probe(address) is None


async def test_servers_are_found_in_the_given_order_and_asked_once(local: MessagesServer) -> None:
    local.pages["/v1/models"] = {"object": "list", "data": [{"id": "gemma"}]}
    with MessagesServer() as other:
        other.pages["/v1/models"] = {"object": "list", "data": [{"id": "phi"}]}

        found = await find_servers(
            ["", other.url, local.url, other.url + "/", "http://127.0.0.1:1"]
        )

        assert found == (
            LocalServer(base_url=other.url, models=(LocalModel(name="phi"),)),
            LocalServer(base_url=local.url, models=(LocalModel(name="gemma"),)),
        )
        assert len([asked for asked in other.others if asked.path == "/v1/models"]) == 1


async def test_nothing_of_the_persons_is_sent(local: MessagesServer) -> None:
    await find_servers([local.url])

    assert {asked.method for asked in local.others} == {"GET"}
    assert not any(asked.body or asked.api_key for asked in local.others)


async def test_a_server_that_never_answers_holds_nothing_up(
    local: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = threading.Event()

    def hangs(base_url: str, *, model: str = "") -> None:
        answered.wait(10)

    monkeypatch.setattr("assistant.llm.server_discovery.probe", hangs)
    monkeypatch.setattr("assistant.llm.server_discovery.SEARCH_TIMEOUT_S", 0.05)

    assert await find_servers([local.url]) == ()
    answered.set()

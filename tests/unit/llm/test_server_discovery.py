"""Asking local servers what they have."""

import threading
from collections.abc import Iterator

import pytest

from assistant.llm.model_choice.choice import LocalModel, LocalServer
from assistant.llm.server_discovery import MAX_ANSWER_BYTES, find_servers, probe
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
    posts = [other.body for other in local.others if other.method == "POST"]
    assert posts == [{"model": "qwen:latest"}]


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


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", "/v1/messages"])
def test_a_server_is_found_whatever_path_stands_in_its_address(
    local: MessagesServer, end: str
) -> None:
    local.pages["/api/tags"] = {"models": [{"name": "phi"}]}

    found = probe(local.url + end, timeout_s=5)

    assert found is not None
    assert found.base_url == local.url


def test_an_answer_longer_than_any_list_of_models_is_not_read(local: MessagesServer) -> None:
    local.pages["/api/tags"] = {"models": [{"name": "phi"}], "more": "x" * MAX_ANSWER_BYTES}

    assert probe(local.url, timeout_s=5) is None


SHOWN = {
    "capabilities": ["completion", "tools"],
    "parameters": 'stop                           "<|im_end|>"\ntemperature    0.7',
    "model_info": {"general.architecture": "qwen2", "qwen2.context_length": 32768},
}


@pytest.mark.parametrize(
    ("shown", "loaded", "context_tokens"),
    [
        pytest.param(SHOWN, None, 4096, id="what Ollama reads by default"),
        pytest.param(
            {**SHOWN, "parameters": "num_ctx                        8192\ntop_k 20"},
            None,
            8192,
            id="the model file says more",
        ),
        pytest.param(SHOWN, {"name": "qwen:latest", "context_length": 16384}, 16384, id="loaded"),
        pytest.param(SHOWN, {"name": "phi:latest", "context_length": 99}, 4096, id="another"),
        pytest.param(SHOWN, {"name": "qwen:latest"}, 4096, id="loaded, and it is not told"),
        pytest.param(
            {**SHOWN, "model_info": {"bert.context_length": 512}}, None, 512, id="a small model"
        ),
        pytest.param({"capabilities": ["tools"]}, None, None, id="nothing is told"),
        pytest.param({**SHOWN, "parameters": "num_ctx many"}, None, 4096, id="no number"),
    ],
)
def test_ollama_is_asked_how_much_it_reads(
    local: MessagesServer,
    shown: dict[str, object],
    loaded: dict[str, object] | None,
    context_tokens: int | None,
) -> None:
    local.pages["/api/tags"] = {"models": [{"name": "qwen:latest"}]}
    local.pages["/api/show"] = shown
    if loaded is not None:
        local.pages["/api/ps"] = {"models": [loaded]}

    assert models(local) == (LocalModel(name="qwen:latest", context_tokens=context_tokens),)


@pytest.mark.parametrize(
    ("details", "model"),
    [
        pytest.param(
            {"type": "llm", "max_context_length": 131072, "loaded_context_length": 8192},
            LocalModel(name="gemma", context_tokens=8192),
            id="loaded",
        ),
        pytest.param(
            {"type": "vlm", "max_context_length": 131072},
            LocalModel(name="gemma", images=True, context_tokens=4096),
            id="loaded when it is asked",
        ),
        pytest.param({}, LocalModel(name="gemma"), id="an early version"),
    ],
)
def test_lm_studio_is_asked_how_much_it_reads(
    local: MessagesServer, details: dict[str, object], model: LocalModel
) -> None:
    local.pages["/v1/models"] = {"object": "list", "data": [{"id": "gemma"}]}
    local.pages["/api/v0/models"] = {"object": "list", "data": [{"id": "gemma", **details}]}

    assert models(local) == (model,)


def test_what_a_llama_server_was_started_with_counts(local: MessagesServer) -> None:
    local.pages["/v1/models"] = {
        "object": "list",
        "data": [{"id": "smol.gguf", "meta": {"n_ctx_train": 32768}}],
    }
    local.pages["/props"] = {"default_generation_settings": {"n_ctx": 4096}}

    assert models(local) == (LocalModel(name="smol.gguf", context_tokens=4096),)


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

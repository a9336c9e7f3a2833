"""Finding model servers on this machine: Ollama, and all that list their models at `/v1/models`.

Each server is asked on a thread of its own with `httpx2`, without proxies and with short limits:
loading `httpx2` and its TLS tables takes a tenth of a second that the engine's loop does not have.
No user data is sent.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant.llm.model_choice.choice import LocalModel, LocalServer, same_server, service_root

if TYPE_CHECKING:
    import httpx2

_log = logging.getLogger(__name__)

WELL_KNOWN_URLS: Final = (
    "http://127.0.0.1:11434",  # Ollama
    "http://127.0.0.1:1234",  # LM Studio
    "http://127.0.0.1:8080",  # llama-server
)
"""Where local servers listen by default; vLLM's port 8000 is too common for other things."""
ASKED_URLS: Final = (*WELL_KNOWN_URLS, "http://127.0.0.1:8000")
"""Where servers are looked for while the user waits to see them: vLLM's port too."""
PROBE_TIMEOUT_S: Final = 0.5
SEARCH_TIMEOUT_S: Final = 2.0
"""For one address altogether; looking up its name has no limit of its own."""
MAX_ANSWER_BYTES: Final = 16 * 1024 * 1024
"""Of one answer; Ollama's of a model has its whole vocabulary."""
MAX_MODELS: Final = 200
ASSUMED_CONTEXT: Final = 4096
"""Context length in tokens that Ollama and LM Studio use by default."""
EMBEDDING_WORD: Final = "embed"
"""Part of the name of models that cannot talk (nomic-embed-text, text-embedding-…)."""


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class _OllamaModel(_Answer):
    name: str


class _OllamaTags(_Answer):
    models: list[_OllamaModel]


class _OllamaShow(_Answer):
    capabilities: list[str] | None = None  # from version 0.6.4 on
    parameters: str = ""
    """Lines of a name and a value: what the model file sets."""
    model_info: dict[str, Any] = Field(default_factory=dict[str, Any])


class _OllamaLoaded(_Answer):
    name: str
    context_length: int | None = None


class _OllamaProcesses(_Answer):
    models: list[_OllamaLoaded]


class _Meta(_Answer):
    n_ctx: int | None = None  # llama-server


class _ListedModel(_Answer):
    id: str
    max_model_len: int | None = None  # vLLM
    meta: _Meta | None = None


class _ModelList(_Answer):
    object: Literal["list"]
    data: list[_ListedModel]


class _TemplateCaps(_Answer):
    supports_tools: bool = True


class _Modalities(_Answer):
    vision: bool = False


class _Generation(_Answer):
    n_ctx: int | None = None


class _Props(_Answer):
    """What llama-server tells of its one model."""

    default_generation_settings: _Generation = Field(default_factory=_Generation)

    chat_template_caps: _TemplateCaps = Field(default_factory=_TemplateCaps)
    modalities: _Modalities = Field(default_factory=_Modalities)


class _LmStudioModel(_Answer):
    id: str
    type: str = "llm"
    max_context_length: int | None = None
    loaded_context_length: int | None = None


class _LmStudioModels(_Answer):
    data: list[_LmStudioModel]


async def find_servers(urls: Sequence[str], *, model: str = "") -> tuple[LocalServer, ...]:
    """Ask every address at once and return the servers that answered, in the given order.

    Args:
        urls: Base URLs; the same server named twice is asked once.
        model: The model that will be used, or empty for the first: its abilities are asked for.
    """
    different: list[str] = []
    for url in urls:
        if url and not any(same_server(url, known) for known in different):
            different.append(url)
    found = await asyncio.gather(*(_find(url, model) for url in different))
    return tuple(server for server in found if server is not None)


async def _find(url: str, model: str) -> LocalServer | None:
    try:
        async with asyncio.timeout(SEARCH_TIMEOUT_S):
            return await asyncio.to_thread(probe, url, model=model)
    except TimeoutError:
        _log.info("a local server took too long to tell its models")
        return None


def probe(
    base_url: str, *, model: str = "", timeout_s: float = PROBE_TIMEOUT_S
) -> LocalServer | None:
    """Ask one address which models it has; blocks for at most some `timeout_s` per question.

    Returns:
        The server, or None if nothing answers there or what answers is no model server.
    """
    import httpx2

    from assistant.bounded_body import BodyBounds
    from assistant.llm.model_http import open_probe

    base_url = service_root(base_url)
    try:
        bounds = BodyBounds(max_bytes=MAX_ANSWER_BYTES, time_s=SEARCH_TIMEOUT_S)
        with open_probe(base_url, bounds=bounds, timeout_s=timeout_s) as client:
            models = _ollama_models(client, model)
            if models is None:
                models = _listed_models(client)
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        _log.debug("no model server at %s: %s", base_url, type(error).__name__)
        return None
    if models is None:
        return None
    return LocalServer(base_url=base_url, models=models)


def _ollama_models(client: "httpx2.Client", wanted: str) -> tuple[LocalModel, ...] | None:
    answer = client.get("/api/tags")
    if answer.status_code != 200:
        return None
    try:
        names = [model.name for model in _OllamaTags.model_validate_json(answer.content).models]
    except ValidationError:
        return None
    names = [name for name in names if EMBEDDING_WORD not in name][:MAX_MODELS]
    used = wanted or (names[0] if names else "")
    return tuple(
        _ollama_model(client, name)
        if used in {name, name.removesuffix(":latest")}
        else LocalModel(name=name)
        for name in names
    )


def _ollama_model(client: "httpx2.Client", name: str) -> LocalModel:
    answer = client.post("/api/show", json={"model": name})
    try:
        shown = _OllamaShow.model_validate_json(answer.content)
    except ValidationError:
        return LocalModel(name=name)
    capabilities = shown.capabilities
    return LocalModel(
        name=name,
        tools=capabilities is None or "tools" in capabilities,
        images=capabilities is not None and "vision" in capabilities,
        context_tokens=_ollama_context(client, name, shown),
    )


def _ollama_context(client: "httpx2.Client", name: str, shown: _OllamaShow) -> int | None:
    """Return how much Ollama lets a model read, which may be far less than the model could.

    Ollama cuts the beginning of what is longer without a word.
    """
    for line in shown.parameters.splitlines():
        parameter, _blank, value = line.strip().partition(" ")
        if parameter == "num_ctx" and value.strip().isdecimal():
            return int(value)
    if (loaded := _loaded_context(client, name)) is not None:
        return loaded
    trained = [
        value
        for key, value in shown.model_info.items()
        if key.endswith(".context_length") and isinstance(value, int) and value > 0
    ]
    return min(ASSUMED_CONTEXT, *trained) if trained else None


def _loaded_context(client: "httpx2.Client", name: str) -> int | None:
    """Return what a model was loaded with, if it is; versions before 0.11 do not tell."""
    answer = client.get("/api/ps")
    try:
        loaded = _OllamaProcesses.model_validate_json(answer.content).models
    except ValidationError:
        return None
    return next((model.context_length for model in loaded if model.name == name), None)


def _listed_models(client: "httpx2.Client") -> tuple[LocalModel, ...] | None:
    answer = client.get("/v1/models")
    if answer.status_code != 200:
        return None
    try:
        listed = _ModelList.model_validate_json(answer.content).data
    except ValidationError:
        return None
    usable = [model for model in listed[:MAX_MODELS] if EMBEDDING_WORD not in model.id]
    if any(model.meta is not None for model in usable):
        props = _props(client)
        return tuple(_llama_model(model, props) for model in usable)
    if any(model.max_model_len is not None for model in usable):
        return tuple(
            LocalModel(name=model.id, context_tokens=model.max_model_len) for model in usable
        )
    details = _lm_studio(client)
    return tuple(_lm_studio_model(model.id, details.get(model.id)) for model in usable)


def _llama_model(model: _ListedModel, props: _Props | None) -> LocalModel:
    listed = model.meta.n_ctx if model.meta else None
    if props is None:
        return LocalModel(name=model.id, context_tokens=listed)
    return LocalModel(
        name=model.id,
        tools=props.chat_template_caps.supports_tools,
        images=props.modalities.vision,
        context_tokens=props.default_generation_settings.n_ctx or listed,
    )


def _lm_studio(client: "httpx2.Client") -> dict[str, _LmStudioModel]:
    """Return what LM Studio tells of its models, by their names; nothing of another server."""
    answer = client.get("/api/v0/models")
    try:
        models = _LmStudioModels.model_validate_json(answer.content).data
    except ValidationError:
        return {}
    return {model.id: model for model in models}


def _lm_studio_model(name: str, details: _LmStudioModel | None) -> LocalModel:
    if details is None:
        return LocalModel(name=name)
    context = details.loaded_context_length
    if context is None and details.max_context_length is not None:
        context = min(ASSUMED_CONTEXT, details.max_context_length)
    return LocalModel(name=name, images=details.type == "vlm", context_tokens=context)


def _props(client: "httpx2.Client") -> _Props | None:
    answer = client.get("/props")
    try:
        return _Props.model_validate_json(answer.content) if answer.status_code == 200 else None
    except ValidationError:
        return None

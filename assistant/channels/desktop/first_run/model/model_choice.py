"""What a choice of model means for the settings of the language model. Pure."""

from collections.abc import Mapping
from enum import Enum

from assistant.settings.schema import SettingValue


class Answerer(Enum):
    """What the user may choose."""

    BUILT_IN = "built-in"
    SERVER = "server"
    SERVICE = "service"


def present_choice(profile: str, *, has_key: bool, accepted: str) -> Answerer:
    """What the settings choose now.

    Args:
        profile: The setting `llm.profile`.
        has_key: Whether there is a key.
        accepted: The address of the local server that was accepted; empty for none.
    """
    match profile:
        case "starter":
            return Answerer.BUILT_IN
        case "local":
            return Answerer.SERVER
        case "anthropic":
            return Answerer.SERVICE
        case _ if has_key:
            return Answerer.SERVICE
        case _:
            return Answerer.SERVER if accepted else Answerer.BUILT_IN


LlmChange = Mapping[str, SettingValue]
"""Values of the section `llm`, by key."""


def built_in_change(*, has_key: bool, has_servers: bool) -> LlmChange:
    """The built-in model answers, also where something else could."""
    return {"profile": "starter" if has_key or has_servers else "auto"}


def server_change(base_url: str, model: str, *, has_key: bool) -> LlmChange:
    """A local server answers: while it runs, or always if a key would come before it."""
    if has_key:
        return {"profile": "local", "local_url": base_url, "local_model": model}
    return {"profile": "auto", "local_accepted": base_url, "local_model": model}


def key_change(base_url: str, model: str) -> LlmChange:
    """The service answers for which there is a key."""
    return {"profile": "auto", "base_url": base_url, "model": model}


def server_title(base_url: str) -> str:
    """The name of the program that usually listens there, else the address alone."""
    known = {"11434": "Ollama", "1234": "LM Studio", "8080": "llama.cpp", "8000": "vLLM"}
    _scheme, _mark, place = base_url.partition("://")
    name = known.get(place.rpartition(":")[2], "")
    return f"{name} · {place}" if name else place

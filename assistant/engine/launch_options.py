"""The options that a surface starts with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assistant.clock import Clock
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.questions.model.question import Channel
from assistant.settings import Settings

if TYPE_CHECKING:  # the window is shown before models and tools are loaded
    from assistant.llm.messages_api.model_client import ModelClient
    from assistant.tools.system.host_access import HostAccess


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchOptions:
    """What a surface is started with."""

    home: Home
    settings: Settings
    clock: Clock
    channel: Channel
    """Where the user is."""
    problems: Sequence[ConfigError] = ()
    """What was wrong with the settings."""
    client: "ModelClient | None" = None
    """Used instead of the configured model."""
    has_rules: bool = False
    """Whether what needs no model is done without `client`, as without a configured model."""
    other_clients: "Mapping[str, ModelClient]" = field(default_factory=dict[str, "ModelClient"])
    """By the names of their models: used beside `client` instead of other configured models."""
    outside: "HostAccess | None" = None
    """Clipboard and screen of the user; None for a surface without a window."""
    is_first_run: bool = False
    """Whether the first run guides the user: it asks about the model, and nobody else does; the voice
    rests until `EndSoundTrials`."""
    resume: bool = True
    """Go on with the latest conversation, if the same model held it."""

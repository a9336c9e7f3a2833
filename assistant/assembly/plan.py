"""What a surface is started with."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.clock import Clock
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.llm.client import ModelClient
from assistant.questions.model import Channel
from assistant.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a surface is started with."""

    home: Home
    settings: Settings
    clock: Clock
    channel: Channel
    """Where the person is."""
    problems: Sequence[ConfigError] = ()
    """What was wrong with the settings."""
    client: ModelClient | None = None
    """Used instead of the configured model."""
    resume: bool = True
    """Go on with the latest conversation, if the same model held it."""

"""What the checks look at."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.clock import Clock
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckContext:
    """One person's Parley on one machine."""

    home: Home
    settings: Settings
    problems: tuple[ConfigError, ...] = ()
    """What was wrong with the settings."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    clock: Clock

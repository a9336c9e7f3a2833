"""Settings that changed: commands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChanged:
    """The settings or the key of the language model changed; new conversations use the new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryChanged:
    """The settings of memory changed; new conversations go by them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceChanged:
    """The settings of the voice changed, or its model files arrived: start it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiChanged:
    """The settings of the API changed: close it, and open it by them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramChanged:
    """The settings of Telegram, its token or its accounts changed: begin it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncChanged:
    """The settings or the key of synchronising changed: begin it again."""


SettingsCommand = (
    ModelChanged | MemoryChanged | VoiceChanged | ApiChanged | TelegramChanged | SyncChanged
)

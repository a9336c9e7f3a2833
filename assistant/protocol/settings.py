"""Settings that changed: commands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChanged:
    """The settings or the key of the language model changed; new conversations use the new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesChanged:
    """Settings changed that are read when they are needed: the next question, the next notice."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsSaved:
    """The settings file was written: what goes by a value that changed does so from now on."""


SettingsCommand = (
    ModelChanged
    | RulesChanged
    | VoiceChanged
    | ApiChanged
    | TelegramChanged
    | SyncChanged
    | SettingsSaved
)

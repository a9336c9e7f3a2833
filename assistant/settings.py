"""Typed settings.

Later wins: `config/default.toml` as shipped, the person's `settings.toml`, the environment
(`PARLEY_<SECTION>__<KEY>`). Defaults stand in the shipped file alone; the models below hold types
and ranges. A wrong value never stops the program: it is reported with key, value, allowed range and
source, and the default stands in its place.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import tomlkit
import tomlkit.exceptions
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict
from typing_extensions import override

from assistant.errors import ConfigError
from assistant.home import Home, shipped

ENVIRONMENT_PREFIX = "PARLEY_"


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class UiSettings(_Section):
    """The window."""

    language: Literal["auto", "en", "ko", "zh"]
    theme: Literal["auto", "light", "dark"]
    text_scale: Annotated[float, Field(ge=0.8, le=2.0)]


class LlmSettings(_Section):
    """The language model."""

    profile: Literal["auto", "anthropic", "local", "starter"]
    model: Annotated[str, Field(min_length=1)]
    base_url: str
    local_url: str
    local_model: str
    local_accepted: str
    max_output_tokens: Annotated[int, Field(ge=256, le=64_000)]
    thinking: bool
    timeout_s: Annotated[float, Field(ge=5, le=300)]


class VoiceSettings(_Section):
    """Microphone, wake word, recogniser and voice."""

    enabled: bool
    wake_word: Annotated[str, Field(min_length=1)]
    wake_threshold: Annotated[float, Field(ge=0.1, le=0.99)]
    input_device: str
    output_device: str
    stt_model: Annotated[str, Field(min_length=1)]
    language: Annotated[str, Field(pattern=r"^(auto|[a-z]{2,3})$")]
    voice: Annotated[str, Field(min_length=1)]
    speed: Annotated[float, Field(ge=0.5, le=2.0)]
    speak_typed_turns: bool
    pause_ms: Annotated[int, Field(ge=100, le=800)]
    endpoint_silence_ms: Annotated[int, Field(ge=300, le=3000)]
    no_speech_timeout_s: Annotated[float, Field(ge=2, le=60)]
    ending_timeout_s: Annotated[float, Field(ge=2, le=60)]
    max_utterance_s: Annotated[float, Field(ge=5, le=300)]
    barge_in: bool
    barge_in_ms: Annotated[int, Field(ge=60, le=1000)]


class QuestionSettings(_Section):
    """How questions are put."""

    timeout_s: Annotated[float, Field(ge=0, le=86_400)]
    max_rounds: Annotated[int, Field(ge=1, le=50)]
    result_format: Literal["list", "sentence"]
    arm_delay_ms: Annotated[int, Field(ge=0, le=2000)]


class ToolSettings(_Section):
    """What tools may do."""

    timeout_s: Annotated[float, Field(ge=1, le=120)]
    max_rounds: Annotated[int, Field(ge=1, le=50)]
    voice_confirm: bool


class ContextSettings(_Section):
    """What is sent to the model."""

    max_characters: Annotated[int, Field(ge=4_000, le=2_000_000)]
    recent_messages: Annotated[int, Field(ge=5, le=500)]


Name = Annotated[str, Field(pattern=r"^[\w][\w.-]{0,63}$")]
"""A file name that cannot leave its folder."""


class PersonSettings(_Section):
    """Whose memory and persona are used."""

    workspace: Name
    agent: Name
    user: Name


class Settings(BaseSettings):
    """Every setting. Build it with `load`."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        env_prefix=ENVIRONMENT_PREFIX,
        env_nested_delimiter="__",
    )

    ui: UiSettings
    llm: LlmSettings
    voice: VoiceSettings
    questions: QuestionSettings
    tools: ToolSettings
    context: ContextSettings
    person: PersonSettings

    @classmethod
    @override
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take values from `load` alone, which merges the layers and knows where each is from."""
        return (init_settings,)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings and what was wrong with them."""

    settings: Settings
    problems: tuple[ConfigError, ...]


Table = dict[str, dict[str, object]]


def load(home: Home, environment: Mapping[str, str] | None = None) -> Loaded:
    """Merge the three layers; replace what is wrong by its default and report it."""
    environment = os.environ if environment is None else environment
    problems: list[ConfigError] = []
    defaults = _tables(tomllib.loads(shipped("config", "default.toml").read_text("utf-8")))
    merged = {section: dict(values) for section, values in defaults.items()}
    sources: dict[tuple[str, str], str] = {}
    for source, layer in (
        (str(home.settings_file), _read_user_file(home.settings_file, problems)),
        ("the environment", _read_environment(environment, defaults)),
    ):
        for section, values in layer.items():
            for key, value in values.items():
                if key not in defaults.get(section, {}):
                    problems.append(
                        ConfigError(
                            f"Unknown setting {section}.{key} = {value!r} in {source}.",
                            hint="It is ignored; `parley config show` lists the known ones.",
                        )
                    )
                    continue
                merged[section][key] = value
                sources[section, key] = source
    while True:
        try:
            return Loaded(Settings(**cast("dict[str, Any]", merged)), tuple(problems))
        except ValidationError as error:
            for detail in error.errors():
                section, key = str(detail["loc"][0]), str(detail["loc"][1])
                problems.append(
                    ConfigError(
                        f"{section}.{key} = {merged[section][key]!r} in"
                        f" {sources.get((section, key), 'the shipped defaults')}:"
                        f" {detail['msg'].lower()}.",
                        hint=f"The default {defaults[section][key]!r} is used.",
                    )
                )
                if merged[section][key] == defaults[section][key]:
                    raise  # a shipped default out of range is our bug
                merged[section][key] = defaults[section][key]


def save(home: Home, section: str, key: str, value: str | float | bool) -> None:
    """Write one setting into the person's file, keeping their comments and order.

    Raises:
        ConfigError: If the value is out of range, or the file cannot be read or written; the
            file is unchanged then.
    """
    path = home.settings_file
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        document = tomlkit.parse(text)
    except (OSError, UnicodeDecodeError, tomlkit.exceptions.ParseError) as error:
        raise ConfigError(
            f"{path} cannot be read: {error}.", hint="Mend or remove the file and try again."
        ) from error
    trial = load(home, {}).settings.model_dump()
    if key not in trial.get(section, {}):
        raise ConfigError(f"There is no setting {section}.{key}.")
    trial[section][key] = value
    try:
        Settings(**trial)
    except ValidationError as error:
        detail = error.errors()[0]
        raise ConfigError(f"{section}.{key} = {value!r}: {detail['msg'].lower()}.") from error
    table = document.setdefault(section, tomlkit.table())
    table[key] = value
    temporary = path.with_suffix(".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(tomlkit.dumps(document), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be written: {error.strerror}.", hint="The setting holds until you quit."
        ) from error


def _tables(data: Mapping[str, object]) -> Table:
    return {
        section: dict(cast("Mapping[str, object]", values))
        for section, values in data.items()
        if isinstance(values, Mapping)
    }


def _read_user_file(path: Path, problems: list[ConfigError]) -> Table:
    try:
        return _tables(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(
            ConfigError(
                f"The settings file {path} cannot be read: {error}.",
                hint="The defaults are used and the file is left as it is; mend or remove it.",
            )
        )
        return {}


def _read_environment(environment: Mapping[str, str], defaults: Table) -> Table:
    """Collect `PARLEY_SECTION__KEY` variables; pydantic turns the text into the right type."""
    found: Table = {}
    for name, value in environment.items():
        section, separator, key = name.removeprefix(ENVIRONMENT_PREFIX).lower().partition("__")
        if name.startswith(ENVIRONMENT_PREFIX) and separator and section in defaults:
            found.setdefault(section, {})[key] = value
    return found

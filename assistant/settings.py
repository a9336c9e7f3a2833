"""Typed settings.

Later wins: `config/default.toml` as shipped, the user's `settings.toml`, the environment
(`PARLEY_<SECTION>__<KEY>`). Defaults stand in the shipped file alone; the models below hold types
and ranges. A wrong value never stops the program: it is reported with key, value, allowed range and
source, and the default stands in its place.
"""

import os
import tomllib
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant.errors import ConfigError
from assistant.home import Home, shipped
from assistant.locale import _, mark

ENVIRONMENT_PREFIX = "PARLEY_"


class _Section(BaseModel):
    # All schemas are built at once, when `load` needs them. Rust's regular expressions take a tenth
    # of a second to compile what repeats \w up to 64 times.
    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, regex_engine="python-re"
    )


class UiSettings(_Section):
    """The window."""

    language: Literal["auto", "en", "ko", "zh"]
    theme: Literal["auto", "light", "dark"]
    text_scale: Annotated[float, Field(ge=0.8, le=2.0)]
    history_open: bool


class LlmSettings(_Section):
    """The language model."""

    profile: Literal["auto", "anthropic", "local", "starter"]
    model: Annotated[str, Field(min_length=1)]
    models: str
    base_url: str
    local_url: str
    local_model: str
    local_accepted: str
    max_output_tokens: Annotated[int, Field(ge=256, le=64_000)]
    thinking: bool
    timeout_s: Annotated[float, Field(ge=5, le=300)]

    @property
    def offered_models(self) -> tuple[str, ...]:
        """The models that a conversation may be switched to, each once, without the first."""
        return _listed(self.models)


class VoiceSettings(_Section):
    """Microphone, wake word, recogniser and voice."""

    enabled: bool
    wake_word: Annotated[str, Field(min_length=1)]
    wake_threshold: Annotated[float, Field(ge=0.1, le=0.99)]
    wake_check: bool
    input_device: str
    output_device: str
    stt_model: Annotated[str, Field(min_length=1)]
    language: Annotated[
        str,
        Field(
            pattern=r"^(auto|[a-z]{2,3})\Z",
            description=mark("auto or a language's code, such as en or ko"),
        ),
    ]
    languages: Annotated[
        str,
        Field(
            pattern=r"^ *[a-z]{2,3}( *, *[a-z]{2,3})* *\Z",
            description=mark("codes of languages with commas, such as en, ko"),
        ),
    ]
    names: str
    voice: Annotated[str, Field(min_length=1)]
    voices: Annotated[
        str,
        Field(
            pattern=r"^ *([a-z]{2,3} *= *[^,=\s]+( *, *[a-z]{2,3} *= *[^,=\s]+)*)? *\Z",
            description=mark("languages and their voices, such as de=de_DE-thorsten-medium"),
        ),
    ]
    speed: Annotated[float, Field(ge=0.5, le=2.0)]
    speak_typed_turns: bool
    earcons: bool
    turn_end: Literal["patient", "balanced", "quick"]
    learn_pauses: bool
    speculate: bool
    push_to_talk: bool
    pause_ms: Annotated[int, Field(ge=32, le=800)]
    endpoint_silence_ms: Annotated[int, Field(ge=300, le=3000)]
    no_speech_timeout_s: Annotated[float, Field(ge=2, le=60)]
    ending_timeout_s: Annotated[float, Field(ge=2, le=60)]
    max_utterance_s: Annotated[float, Field(ge=5, le=300)]
    barge_in: bool
    barge_in_ms: Annotated[int, Field(ge=60, le=1000)]
    echo: Literal["cancel", "headset"]

    @property
    def wake_words(self) -> tuple[str, ...]:
        """The wake words, each once."""
        return _listed(self.wake_word)

    @property
    def language_codes(self) -> tuple[str, ...]:
        """ISO 639-1 codes that may be detected."""
        return _listed(self.languages)

    @property
    def expected_names(self) -> tuple[str, ...]:
        """Names and words the recogniser should expect."""
        return _listed(self.names)

    @property
    def voice_by_language(self) -> dict[str, str]:
        """The voices of particular languages, by ISO 639-1 code."""
        pairs = (entry.partition("=") for entry in _listed(self.voices))
        return {language.strip(): voice.strip() for language, _equals, voice in pairs}


def _listed(text: str) -> tuple[str, ...]:
    parts = (part.strip() for part in text.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


class QuestionSettings(_Section):
    """How questions are put."""

    channel: Literal["tool", "skill"]
    timeout_s: Annotated[float, Field(ge=0, le=86_400)]
    max_rounds: Annotated[int, Field(ge=1, le=50)]
    result_format: Literal["list", "sentence"]
    arm_delay_ms: Annotated[int, Field(ge=0, le=2000)]
    undo_s: Annotated[float, Field(ge=0, le=30)]
    presenter: Annotated[str, Field(max_length=64)]


class ToolSettings(_Section):
    """What tools may do."""

    timeout_s: Annotated[float, Field(ge=1, le=120)]
    max_rounds: Annotated[int, Field(ge=1, le=50)]
    voice_confirm: bool
    classes: Annotated[
        str,
        Field(
            pattern=r"^ *([\w-]{1,64} *= *(safe|sensitive|restricted)"
            r"( *, *[\w-]{1,64} *= *(safe|sensitive|restricted))*)? *\Z",
            description=mark("tools and their classes, such as open_address = safe"),
        ),
    ]
    enabled: str

    @property
    def enabled_tools(self) -> frozenset[str]:
        """Names of the Restricted tools that may run once they are confirmed."""
        return frozenset(_listed(self.enabled))


class ContextSettings(_Section):
    """What is sent to the model."""

    max_characters: Annotated[int, Field(ge=4_000, le=2_000_000)]
    recent_messages: Annotated[int, Field(ge=5, le=500)]
    summary: bool


class MemorySettings(_Section):
    """What is remembered."""

    automatic: bool


class ApiSettings(_Section):
    """How other programs on this machine reach Parley."""

    enabled: bool
    port: Annotated[int, Field(ge=0, le=65_535)]
    token: Annotated[
        str,
        Field(
            pattern=r"^([A-Za-z0-9_-]{22,200})?\Z",
            description=mark("nothing, or at least 22 letters, digits, hyphens and underscores"),
        ),
    ]


Name = Annotated[
    str,
    Field(
        pattern=r"^[\w][\w.-]{0,63}\Z",
        description=mark("a name of letters, digits, dots, hyphens and underscores"),
    ),
]
"""A file name that cannot leave its folder."""


class UserSettings(_Section):
    """Whose memory and persona are used."""

    workspace: Name
    agent: Name
    user: Name


class Settings(_Section):
    """Every setting. Build it with `load`, which merges the layers and knows where each is from."""

    ui: UiSettings
    llm: LlmSettings
    voice: VoiceSettings
    questions: QuestionSettings
    tools: ToolSettings
    context: ContextSettings
    memory: MemorySettings
    api: ApiSettings
    person: UserSettings


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings and what was wrong with them."""

    settings: Settings
    problems: tuple[ConfigError, ...]


Table = dict[str, dict[str, object]]


def load(home: Home, environment: Mapping[str, str] | None = None) -> LoadedSettings:
    """Merge the three layers; replace what is wrong by its default and report it.

    Problems are written in the interface's language of the moment.

    Args:
        home: Whose settings.
        environment: By default the process's own.
    """
    environment = os.environ if environment is None else environment
    problems: list[ConfigError] = []
    defaults = cast("Table", tomllib.loads(shipped("config", "default.toml").read_text("utf-8")))
    merged = {section: dict(values) for section, values in defaults.items()}
    sources: dict[tuple[str, str], str] = {}
    user = _read_user_file(home.settings_file, problems)
    for source, layer in (
        (str(home.settings_file), _known(user, str(home.settings_file), defaults, problems)),
        (_("the environment"), _read_environment(environment, defaults, problems)),
    ):
        for section, values in layer.items():
            for key, value in values.items():
                merged[section][key] = value
                sources[section, key] = source
    try:
        settings = Settings(**cast("dict[str, Any]", merged))
    except ValidationError as error:
        for section, key in _places(error):
            if (section, key) not in sources:
                raise  # a shipped default out of range is our bug
            problems.append(
                ConfigError(
                    _refusal(section, key, merged[section][key], sources[section, key]),
                    hint=_("The default {default!r} is used.").format(
                        default=defaults[section][key]
                    ),
                )
            )
            merged[section][key] = defaults[section][key]
        settings = Settings(**cast("dict[str, Any]", merged))
    return LoadedSettings(settings, tuple(problems))


def save(home: Home, section: str, key: str, value: str | float | bool) -> None:
    """Write one setting into the user's file, keeping their comments and order.

    A value in text form, as it comes from a command line, is written in the setting's own type.

    Raises:
        ConfigError: If there is no such setting, the value is out of range, or the file cannot be
            read or written; the file is unchanged then.
    """
    import tomlkit  # not before the window is there: nothing but saving needs it
    import tomlkit.exceptions

    path = home.settings_file.resolve()  # the file may be a link into somebody's dotfiles
    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
        document = tomlkit.parse(text)
    except (OSError, UnicodeDecodeError, tomlkit.exceptions.ParseError) as error:
        raise ConfigError(
            _("{file} cannot be read: {error}.").format(file=str(path), error=error),
            hint=_("Mend or remove the file and try again."),
        ) from error
    trial = load(home, {}).settings.model_dump()
    if key not in trial.get(section, {}):
        raise ConfigError(
            _("There is no setting {setting}.").format(setting=f"{section}.{key}"),
            hint=_("`parley config show` lists the known ones."),
        )
    trial[section][key] = value
    try:
        accepted = Settings(**trial)
    except ValidationError as error:
        raise ConfigError(_refusal(section, key, value, "")) from error
    table = document.setdefault(section, tomlkit.table())
    if not isinstance(table, MutableMapping):
        raise ConfigError(
            _("{file} cannot be changed: {section} is not a section there.").format(
                file=str(path), section=section
            ),
            hint=_("Mend or remove the file and try again."),
        )
    cast("MutableMapping[str, object]", table)[key] = getattr(getattr(accepted, section), key)
    temporary = path.with_suffix(".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.unlink(missing_ok=True)
        temporary.touch(mode=0o600)  # it may hold a token
        temporary.write_text(tomlkit.dumps(document), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise ConfigError(
            _("{file} cannot be written: {error}.").format(
                file=str(path), error=error.strerror or error
            ),
            hint=_("The setting holds until you quit."),
        ) from error


def allowed(section: str, key: str) -> str:
    """Say in the interface's language what the setting may be, to follow "it must be".

    Raises:
        KeyError: If there is no such setting.
    """
    section_type = cast("type[BaseModel]", Settings.model_fields[section].annotation)
    field = section_type.model_fields[key]
    if field.description:
        return _(field.description)
    if get_origin(field.annotation) is Literal:
        return _("one of {choices}").format(choices=", ".join(get_args(field.annotation)))
    if field.annotation is bool:
        return _("true or false")
    if field.annotation is str:
        return _("a text that is not empty") if field.metadata else _("a text")
    low = next(limit.ge for limit in field.metadata if hasattr(limit, "ge"))
    high = next(limit.le for limit in field.metadata if hasattr(limit, "le"))
    if field.annotation is int:
        return _("a whole number from {low} to {high}").format(low=low, high=high)
    return _("a number from {low} to {high}").format(low=low, high=high)


def _refusal(section: str, key: str, value: object, source: str) -> str:
    setting = f"{section}.{key} = {value!r}"
    if source:
        setting = _("{setting} in {source}").format(setting=setting, source=source)
    return _("{setting} is not possible: it must be {allowed}.").format(
        setting=setting, allowed=allowed(section, key)
    )


def _places(error: ValidationError) -> list[tuple[str, str]]:
    """Return the section and key of each wrong value, once."""
    return list(dict.fromkeys((str(at["loc"][0]), str(at["loc"][1])) for at in error.errors()))


def _unknown(name: str, source: str) -> ConfigError:
    # Without the value: it may be a key that somebody put into the wrong place.
    return ConfigError(
        _("There is no setting {setting}, which is in {source}.").format(
            setting=name, source=source
        ),
        hint=_("It is ignored; `parley config show` lists the known ones."),
    )


def _known(
    data: Mapping[str, object], source: str, defaults: Table, problems: list[ConfigError]
) -> Table:
    """Return the part of `data` that are settings, and report the rest."""
    found: Table = {}
    for section, values in data.items():
        if section not in defaults or not isinstance(values, Mapping):
            problems.append(_unknown(section, source))
            continue
        for key, value in cast("Mapping[str, object]", values).items():
            if key in defaults[section]:
                found.setdefault(section, {})[key] = value
            else:
                problems.append(_unknown(f"{section}.{key}", source))
    return found


def _read_user_file(path: Path, problems: list[ConfigError]) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))  # editors may add a mark
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(
            ConfigError(
                _("The settings file {file} cannot be read: {error}.").format(
                    file=str(path), error=error
                ),
                hint=_("The defaults are used and the file is left as it is; mend or remove it."),
            )
        )
        return {}


def _read_environment(
    environment: Mapping[str, str], defaults: Table, problems: list[ConfigError]
) -> Table:
    """Collect `PARLEY_SECTION__KEY` variables; pydantic turns the text into the right type."""
    found: Table = {}
    for name, value in environment.items():
        if not name.startswith(ENVIRONMENT_PREFIX) or "__" not in name:
            continue
        section, _separator, key = name.removeprefix(ENVIRONMENT_PREFIX).lower().partition("__")
        if key in defaults.get(section, {}):
            found.setdefault(section, {})[key] = value
        else:
            problems.append(_unknown(name, _("the environment")))
    return found

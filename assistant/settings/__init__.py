"""Typed settings, read from three layers and written back.

Later wins: `config/default.toml` as shipped, the user's `settings.toml`, the environment
(`PARLEY_<SECTION>__<KEY>`). A wrong value never stops the program: it is reported with key, value,
allowed range and source, and the default stands in its place.
"""

import os
import re
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from pydantic import ValidationError

from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.home import Home, shipped
from assistant.locale import _
from assistant.private_files import keep_private, sole_writer, write_private
from assistant.settings.moved import EXCEPTIONS, OLD, moved
from assistant.settings.schema import (
    ApiSettings,
    LlmSettings,
    Settings,
    SettingValue,
    SyncSettings,
    TelegramSettings,
    ToolSettings,
    UserSettings,
    VoiceSettings,
    allowed,
    is_secret,
)
from assistant.toml_text import parse_toml

__all__ = [
    "ENVIRONMENT_PREFIX",
    "ApiSettings",
    "LlmSettings",
    "LoadedSettings",
    "SettingValue",
    "Settings",
    "SyncSettings",
    "TelegramSettings",
    "ToolSettings",
    "UserSettings",
    "VoiceSettings",
    "allowed",
    "defaults",
    "is_secret",
    "load",
    "save",
]

ENVIRONMENT_PREFIX = "PARLEY_"
_PASSWORD: Final = re.compile(
    r"(://[^:/@\s]*:).*(?=@)|([?&](?:password|api_?key|key|token)=)[^&\s'\"]+"
)


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings and what was wrong with them."""

    settings: Settings
    problems: tuple[ConfigError, ...]


Table = dict[str, dict[str, object]]
Entry = tuple[str, str, str, object]
"""The name that a source has for a value, its section, its key, and the value."""


def load(home: Home, environment: Mapping[str, str] | None = None) -> LoadedSettings:
    """Merge the three layers; replaces invalid values by their defaults and reports them.

    Problems are written in the interface's present language.

    Args:
        environment: By default the process's own.
    """
    environment = os.environ if environment is None else environment
    problems: list[ConfigError] = []
    shipped_values = _shipped_defaults()
    merged: Table = {section: dict(values) for section, values in shipped_values.items()}
    sources: dict[tuple[str, str], str] = {}
    for source, entries in (
        (str(home.settings_file), _file_entries(home.settings_file, problems)),
        (_("the environment"), _environment_entries(environment)),
    ):
        for name, section, key, value in _renamed(list(entries), beneath=merged):
            if key in shipped_values.get(section, {}):
                merged[section][key] = value
                sources[section, key] = source
            else:
                problems.append(_unknown(name, source))
    try:
        settings = Settings.model_validate(merged)
    except ValidationError as error:
        for section, key in dict.fromkeys(detail["loc"][:2] for detail in error.errors()):
            section, key = str(section), str(key)
            if (section, key) not in sources:
                raise  # a shipped default out of range is our bug
            default = shipped_values[section][key]
            problems.append(
                ConfigError(
                    _refusal(section, key, merged[section][key], sources[section, key]),
                    hint=_("The default {default!r} is used.").format(default=default),
                )
            )
            merged[section][key] = default
        settings = Settings.model_validate(merged)
    if settings.api.token:
        keep_private(home.settings_file)
    return LoadedSettings(settings, tuple(problems))


def defaults() -> Settings:
    """Return the settings as shipped."""
    return Settings.model_validate(_shipped_defaults())


@cache
def _shipped_defaults() -> Mapping[str, Mapping[str, object]]:
    """As they were first read: a file that comes with another version is not meant for this one."""
    return cast("Table", parse_toml(shipped("config", "default.toml").read_text("utf-8")))


def save(home: Home, section: str, key: str, value: SettingValue) -> None:
    """As `save_together`."""
    save_together(home, section, {key: value})


def save_together(home: Home, section: str, values: Mapping[str, SettingValue]) -> None:
    """Write settings of a section to the user's file, all or none, keeping comments and order.

    A value in text form, as it comes from a command line, is written in the setting's own type.

    Raises:
        ConfigError: If there is no such setting, a value is out of range, or the file cannot be
            read or written; the file is unchanged then.
    """
    try:
        with sole_writer(home.settings_file):
            path = home.settings_file.resolve()  # it may be a link into the user's dotfiles
            changed = _with_values(home, path, section, values)
            write_private(path, changed)  # it may hold a token
    except (OSError, RuntimeError) as error:  # the latter of links that lead in a circle
        raise ConfigError(
            _("{file} cannot be written: {error}.").format(
                file=str(home.settings_file), error=failure_reason(error)
            )
        ) from error


def _with_values(home: Home, path: Path, section: str, values: Mapping[str, SettingValue]) -> str:
    """Text of the file with settings changed; raises ConfigError as `save_together`."""
    import tomlkit  # not before the window is there: nothing but saving needs it
    import tomlkit.exceptions

    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
        document = tomlkit.parse(text)
    except (OSError, ValueError, RecursionError, tomlkit.exceptions.TOMLKitError) as error:
        raise ConfigError(
            _("{file} cannot be read: {error}.").format(
                file=str(path), error=failure_reason(error)
            ),
            hint=_("Mend or remove the file and try again."),
        ) from error
    _rename_in(document)
    trial = load(home, {}).settings.model_dump()
    for key, value in values.items():
        if key not in trial.get(section, {}):
            hint = _("`parley config show` lists the known ones.")
            if (section, key) in OLD:
                hint = _("It is set by {setting} now.").format(setting=".".join(OLD[section, key]))
            raise ConfigError(
                _("There is no setting {setting}.").format(setting=f"{section}.{key}"), hint=hint
            )
        trial[section][key] = value
    try:
        accepted = getattr(Settings.model_validate(trial), section)
    except ValidationError as error:
        wrong = next(
            (str(detail["loc"][1]) for detail in error.errors() if len(detail["loc"]) > 1), ""
        )
        key = wrong if wrong in values else next(iter(values))
        raise ConfigError(_refusal(section, key, values[key], "")) from error
    table = document.setdefault(section, tomlkit.table())
    if not isinstance(table, MutableMapping):
        raise ConfigError(
            _("{file} cannot be changed: {section} is not a section there.").format(
                file=str(path), section=section
            ),
            hint=_("Mend or remove the file and try again."),
        )
    for key in values:
        cast("MutableMapping[str, object]", table)[key] = getattr(accepted, key)
    return tomlkit.dumps(document)


def without_password(shown: str) -> str:
    """For display: an address may have been pasted with its password."""
    return _PASSWORD.sub(r"\1\2•••", shown)


def _refusal(section: str, key: str, value: object, source: str) -> str:
    shown = without_password(repr(value))
    setting = f"{section}.{key}" if is_secret(section, key) else f"{section}.{key} = {shown}"
    if source:
        setting = _("{setting} in {source}").format(setting=setting, source=source)
    return _("{setting} is not possible: it must be {allowed}.").format(
        setting=setting, allowed=allowed(section, key)
    )


def _unknown(name: str, source: str) -> ConfigError:
    # Without the value: it may be a key in the wrong place.
    return ConfigError(
        _("There is no setting {setting}, which is in {source}.").format(
            setting=name, source=source
        ),
        hint=_("It is ignored; `parley config show` lists the known ones."),
    )


def _file_entries(path: Path, problems: list[ConfigError]) -> Iterator[Entry]:
    try:
        document = parse_toml(path.read_text(encoding="utf-8-sig"))  # editors may add a mark
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        problems.append(
            ConfigError(
                _("The settings file {file} cannot be read: {error}.").format(
                    file=str(path), error=failure_reason(error)
                ),
                hint=_("The defaults are used and the file is left as it is; mend or remove it."),
            )
        )
        return
    for section, values in document.items():
        if section in Settings.model_fields and isinstance(values, Mapping):
            for key, value in cast("Mapping[str, object]", values).items():
                yield f"{section}.{key}", section, key, value
        else:
            yield section, section, "", values


def _renamed(entries: list[Entry], *, beneath: Table) -> list[Entry]:
    """Return the entries of one source with the present names of old settings; the present ones count."""
    given = {(section, key): value for _name, section, key, value in entries}
    exceptions = given.get(EXCEPTIONS, beneath[EXCEPTIONS[0]][EXCEPTIONS[1]])
    old = {name: given[name] for name in OLD.keys() & given.keys()}
    new, done = moved(old, exceptions=str(exceptions))
    replaced = done | ({EXCEPTIONS} & new.keys())
    kept = [each for each in entries if each[1:3] not in replaced]
    stays = given.keys() - replaced
    found = (
        (f"{section}.{key}", section, key, value)
        for (section, key), value in new.items()
        if (section, key) not in stays
    )
    return [*found, *kept]


def _rename_in(document: MutableMapping[str, Any]) -> None:
    """Write old settings of a file under their present names, so that what is saved counts."""
    tables = {
        name: cast("MutableMapping[str, object]", table)
        for name, table in document.items()
        if isinstance(table, MutableMapping)
    }
    given = {name: tables[name[0]][name[1]] for name in OLD if name[1] in tables.get(name[0], {})}
    exceptions = tables.get(EXCEPTIONS[0], {}).get(EXCEPTIONS[1], "")
    new, done = moved(given, exceptions=str(exceptions))
    for section, key in done:
        del tables[section][key]
    for section, key in new:
        table: object = document.setdefault(section, {})
        if isinstance(table, MutableMapping) and (key not in table or (section, key) == EXCEPTIONS):
            cast("MutableMapping[str, object]", table)[key] = new[section, key]


def _environment_entries(environment: Mapping[str, str]) -> Iterator[Entry]:
    """Parse `PARLEY_SECTION__KEY` variables; pydantic converts the text."""
    for name, value in environment.items():
        if name.startswith(ENVIRONMENT_PREFIX) and "__" in name:
            section, _separator, key = name.removeprefix(ENVIRONMENT_PREFIX).lower().partition("__")
            yield name, section, key, value

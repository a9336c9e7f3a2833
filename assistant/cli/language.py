"""Which language the settings want, read without the settings themselves: those take long to load."""

import os
from collections.abc import Mapping
from typing import Literal, cast

from assistant.home import Home
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage
from assistant.toml_text import parse_toml

VARIABLE = "PARLEY_UI__LANGUAGE"


def wanted_language(
    home: Home, environment: Mapping[str, str] | None = None
) -> InterfaceLanguage | Literal["auto"]:
    """Language of the settings; an invalid value becomes `auto`.

    Args:
        environment: By default the process's own.
    """
    environment = os.environ if environment is None else environment
    wanted = environment.get(VARIABLE) or _in_file(home)
    for known in INTERFACE_LANGUAGES:
        if known == wanted:
            return known
    return "auto"


def _in_file(home: Home) -> object:
    try:
        text = home.settings_file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
    try:
        settings = parse_toml(text)
    except ValueError:
        return None  # the settings tell what is wrong with the file
    section: object = settings.get("ui")
    return (
        cast("Mapping[str, object]", section).get("language")
        if isinstance(section, Mapping)
        else None
    )

"""The one reader of TOML: whatever is wrong with a text, it says so in one way."""

from typing import Any

from assistant.locale import _


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML.

    Raises:
        ValueError: If it is no TOML, has a number of thousands of digits, or is nested too deeply
            for Python, about a thousand levels.
    """
    import tomllib  # late: many have no settings file

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError as error:
        raise ValueError(_("its arrays or tables are nested too deeply")) from error
    except ValueError as error:
        raise ValueError(_("a number in it has too many digits")) from error

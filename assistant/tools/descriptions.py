"""What the model is told of each tool: text files, which the person may override."""

from pathlib import Path
from typing import Final

from assistant.errors import ConfigError
from assistant.locale import _

SHIPPED: Final = Path(__file__).parent.parent / "prompts" / "tools"


def read_description(name: str, overrides: Path | None = None) -> str:
    """Return the description in `<name>.txt`, the person's own if there is one.

    Args:
        name: Name of the file without its ending.
        overrides: Folder with the person's own versions; may not exist.

    Raises:
        ConfigError: If the file cannot be read or is empty.
    """
    own = overrides / f"{name}.txt" if overrides is not None else None
    path = own if own is not None and own.exists() else SHIPPED / f"{name}.txt"
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            _("The tool description {path} cannot be read: {reason}.").format(
                path=path, reason=error
            ),
            hint=_("Mend or remove the file."),
        ) from error
    if not text:
        raise ConfigError(
            _("The tool description {path} is empty.").format(path=path),
            hint=_("Mend or remove the file."),
        )
    return text

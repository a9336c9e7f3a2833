"""What the model is told of each tool: text files, which a person or workspace may override."""

from typing import Final

from assistant.errors import ConfigError
from assistant.locale import _
from assistant.prompting.files import PACKAGE, TOOLS, PromptFiles

SHIPPED: Final = PACKAGE / TOOLS


def read_description(name: str, files: PromptFiles | None = None) -> str:
    """Return the description in `<name>.txt`, the nearest version there is.

    Args:
        name: Name of the file without its ending.
        files: The prompt tree; what the program ships if None.

    Raises:
        ConfigError: If the file is missing, cannot be read or is empty.
    """
    files = PromptFiles(home=None, workspace=None) if files is None else files
    text = files.read(f"{TOOLS}/{name}.txt")
    if text is None:
        raise ConfigError(
            _("The tool description {path} is missing.").format(path=SHIPPED / f"{name}.txt"),
            hint=_("Install Parley again."),
        )
    return text

"""How a line that begins with a command is written, whatever keyboard typed it. Pure."""

import unicodedata


def written_command(typed: str) -> str:
    """Return a line as commands are written: `/name words`. One without a slash comes back as it is.

    Input methods of Chinese, Japanese and Korean type a slash, letters and a space of their own width.
    """
    if not typed.startswith(("/", "\uff0f")):
        return typed
    name, *words = typed.split(maxsplit=1)
    return " ".join([unicodedata.normalize("NFKC", name), *words])

"""Files that tests put somewhere."""

from pathlib import Path


def write(path: Path, text: str | bytes) -> Path:
    """Write a file, and the folders it is in; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path

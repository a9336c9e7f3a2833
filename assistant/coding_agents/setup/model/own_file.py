"""A file beside an agent's settings that is Parley's alone, such as a plugin."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assistant.coding_agents.setup.model.config_text import ConfigTextError, KeyPath
from assistant.locale import _


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFile:
    """Implements `ConfigNotation` for a file that is written and removed as a whole.

    What does not begin as the file does is somebody else's, and stays.
    """

    first_line: str

    def read(self, text: str) -> Mapping[str, Any]:
        if text and text.split("\n")[0].rstrip("\r") != self.first_line:
            raise ConfigTextError(_("another file of this name is there"))
        return {"text": text} if text else {}

    def put(self, text: str, path: KeyPath, value: Any) -> str:
        self.read(text)
        return str(value)

    def append(self, text: str, path: KeyPath, value: Any) -> str:
        return self.put(text, path, value)

    def remove(self, text: str, path: KeyPath, index: int | None = None) -> str:
        if not self.read(text):
            raise LookupError(path)
        return ""

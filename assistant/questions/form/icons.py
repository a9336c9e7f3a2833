"""The characters that questions are drawn with in text. Pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ICONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "checkbox": "☑",
        "checkboxEmpty": "☐",
        "chipLeft": "╭─",
        "chipRight": "─╮",
        "boxTop": "╭",
        "boxBottom": "╰",
        "boxVertical": "│",
    }
)
"""Characters by what they are for."""

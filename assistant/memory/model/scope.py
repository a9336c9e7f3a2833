"""Whom a memory belongs to, and how much of it is kept."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final


class Scope(Enum):
    """Which memory file a fact goes to."""

    WORKSPACE = "workspace"
    """What concerns this work, whoever does it."""
    AGENT = "agent"
    """What concerns this persona in this workspace."""
    PERSONAL = "personal"
    """What concerns the person, everywhere."""


LIMITS: Final[Mapping[Scope, int]] = MappingProxyType(
    {Scope.WORKSPACE: 16_000, Scope.AGENT: 8_000, Scope.PERSONAL: 8_000}
)
"""Characters a memory file is kept within (G-09)."""


def limit_of(scope: Scope) -> int:
    """Return the characters a memory file is kept within."""
    return LIMITS[scope]

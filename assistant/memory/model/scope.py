"""Whom a memory belongs to, and how much of it is kept."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final


class MemoryScope(Enum):
    """Which memory file a fact goes to."""

    WORKSPACE = "workspace"
    """What concerns this work, whoever does it."""
    AGENT = "agent"
    """What concerns this persona in this workspace."""
    PERSONAL = "personal"
    """What concerns the user, everywhere."""


LIMITS: Final[Mapping[MemoryScope, int]] = MappingProxyType(
    {MemoryScope.WORKSPACE: 16_000, MemoryScope.AGENT: 8_000, MemoryScope.PERSONAL: 8_000}
)
"""Characters a memory file is kept within (G-09)."""


def limit_of(scope: MemoryScope) -> int:
    return LIMITS[scope]

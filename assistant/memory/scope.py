"""Whom a memory belongs to."""

from enum import Enum


class Scope(Enum):
    """Which memory file a fact goes to."""

    WORKSPACE = "workspace"
    """What concerns this work, whoever does it."""
    AGENT = "agent"
    """What concerns this persona in this workspace."""
    PERSONAL = "personal"
    """What concerns the person, everywhere."""

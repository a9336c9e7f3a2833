"""`set_volume`: how loud the program speaks."""

from typing import Annotated, Final, Literal, Protocol

from pydantic import BaseModel, Field

from assistant.locale import mark
from assistant.tools.tool import InvalidInputError, Permission, ToolContext, ToolResult
from assistant.tools.toolset import Toolset, tool

LEAST: Final = 10
"""Percent. A voice that cannot be heard could not say that it was understood."""
MOST: Final = 100
_STEP: Final = 20


class VolumeControl(Protocol):
    """How loud the program's voice is."""

    @property
    def percent(self) -> int:
        """Percent of its full loudness."""
        ...

    async def set(self, percent: int) -> None:
        """Applies from the next sentence on, and is saved.

        Raises:
            ConfigError: If it cannot be kept.
        """
        ...


class SetVolumeInput(BaseModel):
    """Input of `set_volume`; one of the two."""

    percent: Annotated[int | None, Field(ge=0, le=100)] = None
    change: Literal["up", "down"] | None = None


class VolumeTools(Toolset):
    """Makes the voice louder or quieter."""

    def __init__(self, volume: VolumeControl) -> None:
        self._volume = volume

    @tool(Permission.SAFE, mark("Makes its own voice louder or quieter"))
    async def set_volume(self, wanted: SetVolumeInput, context: ToolContext) -> ToolResult:
        """Change it.

        Raises:
            InvalidInputError: If both are given, or neither.
            ConfigError: If it cannot be kept.
        """
        if (wanted.percent is None) == (wanted.change is None):
            raise InvalidInputError(("give either percent or change",))
        before = self._volume.percent
        step = _STEP if wanted.change == "up" else -_STEP
        percent = before + step if wanted.percent is None else wanted.percent
        percent = min(max(percent, LEAST), MOST)
        if percent != before:
            await self._volume.set(percent)
        return ToolResult(
            content=f"The voice speaks at {percent} percent. It was {before}.",
            data={"percent": percent, "was_percent": before},
        )

"""Where the window was, and where it comes again, whatever screens there are. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

_WRITTEN: Final = re.compile(r"(-?\d{1,6}),(-?\d{1,6}),(\d{1,6}),(\d{1,6})(,maximised)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """A part of the desktop, in its pixels."""

    x: int
    y: int
    width: int
    height: int

    def shared_with(self, other: "Rectangle") -> int:
        """Return how many pixels both have."""
        width = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        height = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0, width) * max(0, height)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowPlace:
    """Where the window is when it is not maximised, and whether it is."""

    area: Rectangle
    is_maximised: bool = False

    def written(self) -> str:
        """Return it as it is stored."""
        area = self.area
        text = f"{area.x},{area.y},{area.width},{area.height}"
        return f"{text},maximised" if self.is_maximised else text


def read_place(text: str) -> WindowPlace | None:
    """Return what was stored; None if nothing was."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    x, y, width, height = (int(part) for part in found.groups()[:4])
    area = Rectangle(x=x, y=y, width=width, height=height)
    return WindowPlace(area=area, is_maximised=found[5] is not None)


def fitted(place: WindowPlace, screens: Sequence[Rectangle]) -> WindowPlace:
    """Return the place on the screens that there are, all of it on one of them.

    It stays on the screen that shows most of it; if none does, it goes to the middle of the first.
    """
    if not screens:
        return place
    area = place.area
    screen = max(screens, key=area.shared_with)
    width, height = min(area.width, screen.width), min(area.height, screen.height)
    if not area.shared_with(screen):
        x, y = screen.x + (screen.width - width) // 2, screen.y + (screen.height - height) // 2
    else:
        x = min(max(area.x, screen.x), screen.x + screen.width - width)
        y = min(max(area.y, screen.y), screen.y + screen.height - height)
    return replace(place, area=Rectangle(x=x, y=y, width=width, height=height))

"""Where the compact bar belongs as it grows, is dragged, and is placed by a window manager. Pure.

A window hears late of its own moves, when it may have moved again or have another height. So what
counts is where it was to be, not where it was last told it is.
"""

from collections import deque
from typing import Final

from assistant.channels.desktop.app.model.window_place import Rectangle

_OWN_MOVES: Final = 16
"""So many of its own moves are told from the user's."""


class BarPlace:
    """Keeps one corner where it is: the lower left one in the lower half of a screen, else the upper.

    Args:
        area: Where the bar is at first.
        screen: What of its screen windows may cover.
    """

    def __init__(self, area: Rectangle, screen: Rectangle) -> None:
        self._own_moves: deque[tuple[int, int]] = deque([(area.x, area.y)], maxlen=_OWN_MOVES)
        self._is_unplaced = False
        """Whether a window manager may still put it elsewhere, for it has just been shown."""
        self._belong(area, screen)

    def shown(self) -> None:
        """Take that it is shown; a window manager may place windows by itself then."""
        self._is_unplaced = True

    def grabbed(self) -> None:
        """Take that the user is about to drag it."""
        self._is_unplaced = False

    def own_move(self, height: int, screen: Rectangle) -> tuple[int, int]:
        """Return where its upper left corner belongs at a height, and expect to hear of the move."""
        x, y = self._corner
        place = x, max(screen.y, y - height if self._grows_up else y)
        self._own_moves.append(place)
        return place

    def has_moved(self, area: Rectangle, screen: Rectangle, *, by_itself: bool) -> bool:
        """Take where it is now; return whether it has to go back to where it belongs."""
        if (area.x, area.y) in self._own_moves:
            return False
        if self._is_unplaced and not by_itself:
            self._is_unplaced = False
            return True
        self._belong(area, screen)
        return False

    def _belong(self, area: Rectangle, screen: Rectangle) -> None:
        bottom = area.y + area.height
        self._grows_up = bottom > screen.y + screen.height // 2
        self._corner = area.x, bottom if self._grows_up else area.y

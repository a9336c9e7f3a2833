"""Python's garbage collector during and after a start.

Importing and building make some hundred thousand objects that stay. Looking through them again and
again is a sixth of the start's processor time, and later every full collection of them stops all
threads for a tenth of a second.
"""

import gc
from typing import Final

YOUNG: Final = 10_000
"""New objects between two collections of the youngest, in place of Python's own 700."""


def rest() -> None:
    """Collect nothing until `resume`; what is made meanwhile is made to stay."""
    gc.disable()


def resume() -> None:
    """Collect again, and leave alone what there is now."""
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    gc.enable()

"""Python's garbage collector during a start, and after it where there is a window.

Importing and building make some hundred thousand objects that stay. Looking through them again and
again is a sixth of the start's processor time, and later every full collection of them stops all
threads for a tenth of a second.

Python collects on whichever thread makes the object too many. A widget or a timer of Qt that is
freed on another thread than the window's can take the program down, so with a window that thread
alone collects, whenever `collect_due` is called there.
"""

import gc
from typing import Final

YOUNG: Final = 10_000
"""New objects between two collections of the youngest, in place of Python's own 700."""


def rest() -> None:
    """Collect only in `collect_due`, until `resume`."""
    gc.disable()


def settle() -> None:
    """Freeze what there is."""
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


def resume() -> None:
    """Freeze what there is, and collect again what comes."""
    settle()
    gc.enable()


def collect_due() -> None:
    """Collect, on the calling thread, what Python would have collected by itself."""
    counts, limits = gc.get_count(), gc.get_threshold()
    if counts[0] <= limits[0]:
        return
    older = [generation for generation in (2, 1) if counts[generation] > limits[generation]]
    gc.collect(older[0] if older else 0)

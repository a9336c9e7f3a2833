"""Whether there is a display to open a window on."""

import os
import sys


def has_display() -> bool:
    """Whether a window can be opened; elsewhere than on Linux there is always a display."""
    if sys.platform != "linux":
        return True
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    return bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or platform == "offscreen"
    )

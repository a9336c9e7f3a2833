"""Whether there is a display to open a window on."""

import os
import sys


def has_display() -> bool:
    """Always true elsewhere than on Linux."""
    if sys.platform != "linux":
        return True
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    return bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or platform == "offscreen"
    )

"""What closing the window means, and how the window comes at the start. Pure."""

from enum import Enum


class Closing(Enum):
    """What becomes of the program."""

    HIDES = "hides"
    """It goes on, in the panel."""
    QUITS = "quits"


def closing(*, has_icon: bool, is_wanted: bool, is_session_ending: bool) -> Closing:
    """Return what closing the window means: no program is left that nobody can see.

    Args:
        has_icon: Whether an icon of Parley's can be seen in the panel.
        is_wanted: Whether the user wants Parley to go on there.
        is_session_ending: Whether the user logs out.
    """
    return Closing.HIDES if has_icon and is_wanted and not is_session_ending else Closing.QUITS

"""What is still to come of a reply that is said as it streams."""

from enum import Enum


class ReplyOutlook(Enum):
    """What is still to come of the reply."""

    OVER = "over"
    """Nothing, or there is no reply."""
    STREAMING = "streaming"
    TOOLS = "tools"
    """Tools run; more may come after them."""

"""What may be asked of a question while it waits for its answer."""

from enum import Enum


class QuestionRequest(Enum):
    """A sentence that asks about the question itself, or accepts what is chosen in it already."""

    ABOUT = "about"
    """What it is about, in short."""
    NOTE = "note"
    """All of its background."""
    OPTIONS = "options"
    """The options once more, without the question."""
    CHOSEN = "chosen"
    """What is chosen: here, and in the questions before."""
    BEFORE = "before"
    """The question before this one, and what was answered."""
    KEEP = "keep"
    """Take what is chosen already."""

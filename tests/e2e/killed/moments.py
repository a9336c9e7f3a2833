"""Moments at which the program can be made to stand still: around what it writes to the disk."""

from enum import StrEnum


class Moment(StrEnum):
    """Right after, or right before, something became final on the disk."""

    CALL_STORED = "call-stored"
    """The model's call is stored, the question is not."""
    QUESTION_STORED = "question-stored"
    """The question is stored, nobody has seen it."""
    DRAFT_STORED = "draft-stored"
    """A selection is stored."""
    ANSWERING = "answering"
    """The person has answered, the answer is not stored."""
    ANSWERED = "answered"
    """The answer is stored, the model's result is not."""
    RESULT_STORED = "result-stored"
    """The result is stored, the model has not been asked to go on."""
    REPLY_STORED = "reply-stored"
    """The closing reply is stored as complete, nothing has followed from it."""
    QUESTIONS_READ = "questions-read"
    """After a start the open questions are read, nothing has followed from it."""
    WORDS_STORED = "words-stored"
    """What the person said is stored, the model has not been asked."""
    CHECKPOINTING = "checkpointing"
    """Some words of a reply have come, none is stored."""
    UNCOMMITTED = "uncommitted"
    """Some words of a reply are written, in a transaction that is not over."""
    CHECKPOINTED = "checkpointed"
    """Some words of a reply are stored, others have come since or will."""

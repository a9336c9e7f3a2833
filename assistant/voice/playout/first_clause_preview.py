"""Has the first clause of a reply synthesised while it is not certain that the reply is used.

Engine thread. Nothing is said, shown or reported of it: the turn cuts the same text into the same
lines later, and its first one is then there at once.
"""

from collections.abc import Callable, Sequence

from assistant.voice.text.reply_sentences import SpokenReply, SpokenSentence

Prefetch = Callable[[SpokenSentence], Callable[[], None] | None]
"""Synthesises a sentence that may be said soon; returns what gives it up, or None if no voice speaks
it."""


class FirstClausePreview:
    """Implements `speculation.ReplyPreview`.

    Args:
        reply: Cuts the text as the turn's reply will.
        prefetch: Has the first sentence synthesised.
    """

    def __init__(self, *, reply: SpokenReply, prefetch: Prefetch) -> None:
        self._reply = reply
        self._prefetch = prefetch
        self._is_over = False
        self._give_up: Callable[[], None] | None = None

    def feed(self, text: str) -> None:
        """Add text that would be shown next."""
        if not self._is_over:
            self._take(self._reply.feed(text))

    def finish(self) -> None:
        """The text is complete."""
        if not self._is_over:
            self._take(self._reply.flush())

    def drop(self) -> None:
        """The reply is cancelled, or its turn is over; idempotent."""
        self._is_over = True
        give_up, self._give_up = self._give_up, None
        if give_up is not None:
            give_up()

    def _take(self, sentences: Sequence[SpokenSentence]) -> None:
        if sentences:
            self._is_over = True
            self._give_up = self._prefetch(sentences[0])

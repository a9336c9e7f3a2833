"""One reply on its way to being spoken. Pure but for the clock values it is told."""

from typing import Final

from assistant.voice.sentences import SentenceStream
from assistant.voice.speakable import Speakable
from assistant.voice.timeline import Recorder

FIRST_CLAUSE_CHARS: Final = {"ko": 5, "zh": 4, "ja": 5}
"""Length from which the first clause is said before its sentence is complete, in characters that
are syllables; 10 letters elsewhere. Piper needs some 80 ms for "Certainly," and 300 ms for the
sentence it begins, and the rest is made while the clause is heard."""


class Reply:
    """Turns the text of one reply, as it streams, into lines to say, and keeps its books.

    Args:
        turn_id: The turn it belongs to.
        language: ISO 639-1 code of the voice.
        recorder: The time line of the turn.
    """

    def __init__(self, *, turn_id: str, language: str, recorder: Recorder) -> None:
        self.turn_id = turn_id
        self.recorder = recorder
        self.is_complete = False
        """No more text will come."""
        self.is_voiced = True
        """The conversation leaves it to the voice session to say when the reply is over."""
        self.is_timed = False
        """The time line was told."""
        self.open_tools = 0
        """Tools of the turn that run now."""
        self._speakable = Speakable(language=language)
        self._sentences = SentenceStream(
            language=language, first_min_chars=FIRST_CLAUSE_CHARS.get(language, 10)
        )

    @property
    def is_ours_to_end(self) -> bool:
        """Whether the voice session now says that the reply is over."""
        return self.is_complete and self.is_voiced

    def feed(self, text: str) -> list[str]:
        """Take the next piece of the reply; return the lines that are ready to be said."""
        return self._sentences.feed(self._speakable.feed(text))

    def flush(self) -> list[str]:
        """Return what is left: a tool runs next, or the reply is over."""
        return [*self._sentences.feed(self._speakable.finish()), *self._sentences.finish()]

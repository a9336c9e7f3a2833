"""One reply on its way to being spoken. Pure but for the clock values it is told."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from assistant.voice.languages import LanguageTrack
from assistant.voice.sentences import SentenceStream
from assistant.voice.speakable import Speakable
from assistant.voice.timeline import Recorder

FIRST_CLAUSE_CHARS: Final = {"ko": 5, "zh": 4, "ja": 5}
"""Length from which the first clause is said before its sentence is complete, in characters that
are syllables; 10 letters elsewhere. Piper needs some 80 ms for "Certainly," and 300 ms for the
sentence it begins, and the rest is made while the clause is heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A piece of the reply, to be said at once."""

    text: str
    language: str
    """ISO 639-1."""
    goes_on: bool = False
    """It was cut where its sentence has no mark; the voice must not fall at its end."""


class Reply:
    """Turns the text of one reply, as it streams, into sentences to say, and keeps its books.

    Args:
        turn_id: The turn it belongs to.
        home: Language of the voice that is used where nothing says otherwise.
        asked: Language of the person's words; None if it is not known.
        speaks: Whether there is a voice for a language.
        recorder: The time line of the turn.
    """

    def __init__(
        self,
        *,
        turn_id: str,
        home: str,
        asked: str | None,
        speaks: Callable[[str], bool],
        recorder: Recorder,
    ) -> None:
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
        self._track = LanguageTrack(home=home, asked=asked, speaks=speaks)
        language = self._track.likely
        self._sentences = SentenceStream(
            language, first_min_chars=FIRST_CLAUSE_CHARS.get(language, 10)
        )
        self._speakable = Speakable(language=self._language_here)

    @property
    def is_ours_to_end(self) -> bool:
        """Whether the voice session now says that the reply is over."""
        return self.is_complete and self.is_voiced

    def feed(self, text: str) -> list[Sentence]:
        """Take the next piece of the reply; return the sentences that are ready to be said.

        Any way of cutting the same text gives the same sentences: what stands for a URL is worded in
        the language of the words before it, so each character is taken to its end before the next.
        """
        out: list[Sentence] = []
        for character in text:
            spoken = self._speakable.feed(character)
            if spoken:
                out += self._read(self._sentences.feed(spoken), is_line="\n" in spoken)
        return out

    def flush(self) -> list[Sentence]:
        """Return what is left: a tool runs next, or the reply is over."""
        left = self._sentences.feed(self._speakable.finish())
        return self._read([*left, *self._sentences.finish()], is_line=True)

    def _read(self, pieces: list[str], *, is_line: bool) -> list[Sentence]:
        return [
            Sentence(
                text=piece,
                language=self._track.of(piece),
                goes_on=not is_line and piece[-1].isalnum(),
            )
            for piece in pieces
        ]

    def _language_here(self) -> str:
        return self._track.peek(self._sentences.pending)

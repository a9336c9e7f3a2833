"""One reply on its way to being spoken. Pure but for the clock values passed in."""

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from assistant.voice.text.language_detection import LanguageTrack
from assistant.voice.text.markdown_filter import MarkdownSpeechFilter
from assistant.voice.text.sentence_splitter import CLAUSE_MARKS, SentenceSplitter, clause_chars
from assistant.voice.text.text_pace import TextPace
from assistant.voice.turn_taking.timeline import TimelineRecorder

_FIRST_SHARE: Final = 2
"""The first clause is said from half the length that one has later. Piper needs some 80 ms for
"Certainly," and 300 ms for the sentence it begins, and the rest is made while the clause is heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenSentence:
    """A piece of the reply, to be said at once."""

    text: str
    language: str
    """ISO 639-1."""
    goes_on: bool = False
    """It was cut where its sentence has no mark; the voice must not fall at its end."""


class SpokenReply:
    """Turns the text of one reply, as it streams, into sentences to say, and keeps its books.

    Args:
        home: Language of the voice that is used where nothing says otherwise.
        asked: Language of the user's words; None if it is not known.
        speaks: Whether there is a voice for a language.
    """

    def __init__(
        self,
        *,
        turn_id: str,
        home: str,
        asked: str | None,
        speaks: Callable[[str], bool],
        recorder: TimelineRecorder,
    ) -> None:
        self.turn_id = turn_id
        self.recorder = recorder
        self.is_complete = False
        """No more text will come."""
        self.is_voiced = True
        """The conversation leaves it to the voice session to say when the reply is over."""
        self.is_timed = False
        """Whether the time line knows it."""
        self.open_tools = 0
        """Tools of the turn that run now."""
        self._track = LanguageTrack(home=home, asked=asked, speaks=speaks)
        language = self._track.likely
        self._sentences = SentenceSplitter(
            language, first_min_chars=clause_chars(language) // _FIRST_SHARE
        )
        self._speakable = MarkdownSpeechFilter(language=self._language_here)
        self._given: Counter[str] = Counter()
        """What was given since the last segment ended."""
        self._to_pass_over: Counter[str] = Counter()
        """Sentences of a text that is being replaced, which were given already."""
        self._is_restarted = False
        self._begin = self._parsers()
        self._clause_chars = clause_chars(language)
        self._wait_for_none()

    @property
    def is_ours_to_end(self) -> bool:
        """Whether the voice session reports the end of the reply."""
        return self.is_complete and self.is_voiced

    def feed(self, text: str, *, at: float | None = None) -> list[SpokenSentence]:
        """Take the next piece of the reply; return the sentences that are ready to be said.

        Any way of cutting the same text gives the same sentences: what stands for a URL is worded in
        the language of the words before it, so each character is taken to its end before the next.

        Args:
            text: The piece.
            at: Time on a clock that only runs forward. Where it is given, a sentence is not begun
                that would run dry before its end is there.
        """
        self._begin_again()
        if at is not None:
            self._pace.arrived(len(text), at)
        for character in text:
            spoken = self._speakable.feed(character)
            if spoken:
                self._read(self._sentences.feed(spoken), is_line="\n" in spoken)
        return self._ready()

    def flush(self) -> list[SpokenSentence]:
        """What is left of a reply that breaks off here."""
        left = self._sentences.feed(self._speakable.finish())
        self._read([*left, *self._sentences.finish()], is_line=True)
        ready = [sentence for sentence, _is_part in self._waiting if self._is_new(sentence.text)]
        self._wait_for_none()
        return ready

    def end_segment(self) -> list[SpokenSentence]:
        """What is left: a tool runs next, or the reply is over.

        `segment_ended` follows, once that was compared with what waits still.
        """
        self._begin_again()
        left = self.flush()
        self._begin = self._parsers()
        return left

    def segment_ended(self) -> None:
        """Stop comparing the segment's sentences with later text."""
        self._given.clear()
        self._to_pass_over.clear()

    def restart(self) -> None:
        """The connection broke: what comes next takes the place of all since the last segment.

        What was heard of that stays said. Where the new text has the same sentences, they are not
        given again (TF-10); it goes on with those that are new, and what it has not got is taken
        out of the queue (`is_outdated`). A text that begins as before is cut as before, so nothing is
        left out or said twice at the seam.
        """
        self._is_restarted = True

    def is_outdated(self, text: str) -> bool:
        """Whether a sentence that waits to be said is of a broken text, and not of the new one so far.

        Said, the user would hear the same matter twice in different words.
        """
        return self._to_pass_over[_key(text)] > 0

    def taken_back(self, text: str) -> None:
        """Forget a sentence that will not be spoken: the new text may bring it again."""
        words = _key(text)
        self._to_pass_over[words] -= 1
        self._given[words] -= 1

    def _begin_again(self) -> None:
        if self._is_restarted:
            self._is_restarted = False
            self._track, self._sentences, self._speakable = self._copied(self._begin)
            self._to_pass_over = self._given.copy()
            self._wait_for_none()

    def _wait_for_none(self) -> None:
        self._pace = TextPace(self._clause_chars)
        self._waiting: list[tuple[SpokenSentence, bool]] = []
        """What is not said yet, and whether it is part of a sentence that goes on after it."""
        self._is_begun = False
        """A sentence was given whose end was not."""

    def _parsers(self) -> tuple[LanguageTrack, SentenceSplitter, MarkdownSpeechFilter]:
        """What reads the text, as it stands, to go on from again."""
        return self._copied((self._track, self._sentences, self._speakable))

    def _copied(
        self, parsers: tuple[LanguageTrack, SentenceSplitter, MarkdownSpeechFilter]
    ) -> tuple[LanguageTrack, SentenceSplitter, MarkdownSpeechFilter]:
        return copy.deepcopy(parsers, {id(self): self})  # they ask this reply for the language

    def _read(self, pieces: list[str], *, is_line: bool) -> None:
        for piece in pieces:
            goes_on = not is_line and piece[-1].isalnum()
            is_part = goes_on or (not is_line and piece[-1] in CLAUSE_MARKS)
            sentence = SpokenSentence(text=piece, language=self._track.of(piece), goes_on=goes_on)
            self._waiting.append((sentence, is_part))

    def _ready(self) -> list[SpokenSentence]:
        """What is to be said now: what has its end, and what will have it in time."""
        ready: list[SpokenSentence] = []
        while self._waiting and self._may_begin():
            sentence, self._is_begun = self._waiting.pop(0)
            if self._is_new(sentence.text):
                ready.append(sentence)
        return ready

    def _may_begin(self) -> bool:
        if self._is_begun or not all(is_part for _sentence, is_part in self._waiting):
            return True
        clause, *after = (len(sentence.text) for sentence, _is_part in self._waiting)
        return self._pace.covers(clause, sum(after) + len(self._sentences.pending))

    def _is_new(self, text: str) -> bool:
        """Note a sentence; returns whether it is new since the text was replaced."""
        words = _key(text)
        if self._to_pass_over[words] > 0:
            self._to_pass_over[words] -= 1
            return False
        self._given[words] += 1
        return True

    def _language_here(self) -> str:
        return self._track.peek(self._sentences.pending)


def _key(text: str) -> str:
    """What sentences are compared by: their letters and figures, if they have any."""
    return "".join(character for character in text.casefold() if character.isalnum()) or text

"""The language of each line of a reply, for the choice of the voice that reads it. Pure.

What is doubtful keeps the language of what stands around it.
"""

from collections.abc import Callable
from typing import Final

from assistant.languages.text_language import (
    LEAD,
    LineLanguage,
    detect_line_language,
    is_latin,
)

_LEAD_LATER: Final = 3
_LATER_WORDS: Final = 16.0
"""After so much text in one language a line must be clearer to be in another: a row of names, as in
"Los Angeles, La Jolla", is not."""


class LanguageTrack:
    """The languages of one reply, line by line. What is doubtful follows what surrounds it.

    Args:
        home: Language of the voice that is used where nothing says otherwise.
        asked: Language in which the user spoke or wrote; None if it is not known.
        speaks: Whether there is a voice for a language.
    """

    _PRIOR_WORDS: Final = 1.9  # less than the shortest line that says its language

    def __init__(self, *, home: str, asked: str | None, speaks: Callable[[str], bool]) -> None:
        start = home
        # "OK." to words in a script that no voice reads is read by the voice there is.
        if asked is not None and (speaks(asked) or (is_latin(asked) and is_latin(home))):
            start = asked
        self._words = {start: self._PRIOR_WORDS}

    @property
    def likely(self) -> str:
        """The language that most of the reply had so far; ISO 639-1."""
        return max(self._words, key=self._words.__getitem__)

    def peek(self, text: str) -> str:
        """Tell the language of the beginning of a line that is still to come to its end."""
        return self._read(text).language

    def of(self, text: str) -> str:
        """Tell the language of the next line."""
        reading = self._read(text)
        if reading.is_certain:
            words = self._words.get(reading.language, 0.0)
            self._words[reading.language] = words + reading.words
        return reading.language

    def _read(self, text: str) -> LineLanguage:
        likely = self.likely
        is_later = self._words[likely] >= _LATER_WORDS
        return detect_line_language(text, likely=likely, lead=_LEAD_LATER if is_later else LEAD)


def detect_request_language(
    text: str, *, heard: str | None, home: str, speaks: Callable[[str], bool]
) -> str:
    """Tell the language of the user's words.

    Args:
        text: What they said or wrote.
        heard: What the recogniser took it for; believed only where there is a voice for it and the
            words do not contradict, because it errs on short utterances.
        home: Language of the voice that is used where nothing says otherwise.
        speaks: Whether there is a voice for a language.
    """
    likely = heard if heard is not None and speaks(heard) else home
    return detect_line_language(text, likely=likely).language

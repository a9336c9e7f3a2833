"""Words of an answer that only repeat the question, or a word of the labels in short. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from os.path import commonprefix
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import PhraseMeaning, PhraseTag, WritingScript
from assistant.questions.spoken.phrase_context import unknown_in
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.proposed_action import is_to_be_done, without_actions
from assistant.questions.spoken.selection import ITEMS
from assistant.questions.spoken.tokenizer import tokenize_text
from assistant.questions.spoken.utterance import AnswerUtterance

_JAMO: Final = {WritingScript.SYLLABLES}
"""Scripts whose syllables are compared by their letters."""
_LEAST_STEM: Final = {
    WritingScript.WORDS: 4,
    WritingScript.SYLLABLES: 4,
    WritingScript.CHARACTERS: 1,
}
_ENDING: Final = 3
"""Letters by which forms of one word differ at their ends."""
_KANA: Final = re.compile(r"[\u3040-\u30ff]")
_KATAKANA: Final = re.compile(r"[\u30a1-\u30f6\u30fc]+")


@lru_cache(maxsize=64)
def words_of_question(text: str, language: str) -> frozenset[str]:
    """Return the words of a question; its characters where words are not apart."""
    lexicon = LANGUAGES[language].answers()
    _text, units = tokenize_text(text, lexicon)
    words: list[str] = []
    for unit in units:
        if unit.begins or lexicon.script is WritingScript.CHARACTERS or not words:
            words.append(unit.text)
        else:
            words[-1] += unit.text
    return frozenset(words)


def without_echo(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> tuple[tuple[PhraseSegment, ...], int]:
    """Let words of the question say nothing: "4 threads", "send the email".

    Returns:
        The phrases, and how many of them only repeat the question.
    """
    if not unknown_in(segments):
        return tuple(segments), 0
    echo = words_of_question(utterance.question.text, utterance.language)
    segments = _without_abbreviations(utterance, _without_what_is_asked(utterance, segments))
    if utterance.phrases.script is WritingScript.CHARACTERS:
        segments = _without_shared_words(utterance, segments)
    kept = tuple(
        replace(s, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        if s.tag is PhraseTag.UNKNOWN and _echoes(utterance, s, echo)
        else s
        for s in segments
    )
    return kept, sum(s is not before for s, before in zip(kept, segments, strict=True))


def _without_what_is_asked(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Let the verb that is asked about say nothing beside a name: "turn on the kitchen"."""
    asked, language = utterance.question.text, utterance.language
    is_named = any(s.tag in ITEMS for s in segments)
    if not is_named or is_to_be_done(asked, utterance.text, language) is not True:
        return segments
    rest = without_actions(asked, utterance.text, language)
    units = utterance.units
    return [
        replace(s, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        if s.tag in {PhraseTag.UNKNOWN, PhraseTag.NOT}
        and not rest[units[s.start].start : units[s.end - 1].end].strip()
        else s
        for s in segments
    ]


def _without_abbreviations(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> list[PhraseSegment]:
    """Let what is short for a word of the labels say nothing beside a number: "win10"."""
    result = list(segments)
    for n, (before, found) in enumerate(zip(segments, segments[1:], strict=False), start=1):
        said = utterance.letters(found)
        if (
            found.tag is PhraseTag.UNKNOWN
            and before.tag in ITEMS
            and utterance.units[before.end - 1].text.isdecimal()
            and utterance.labels.abbreviates(said)
        ):
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
    for n, (found, after) in enumerate(zip(segments, segments[1:], strict=False)):
        said = utterance.letters(found)
        if (
            found.tag is PhraseTag.UNKNOWN
            and after.tag in ITEMS
            and utterance.units[after.start].text[0].isdecimal()
            and (len(said) > 1 or not utterance.units[after.start].begins)
            and utterance.labels.abbreviates(said)
        ) or (
            found.tag is PhraseTag.UNKNOWN
            and after.tag in ITEMS
            and utterance.labels.sounds_like_a_word(said)
        ):
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
    return result


def _without_shared_words(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> list[PhraseSegment]:
    """Let unknown characters say nothing that are a word of every label: "ジャバ二十一"."""
    result: list[PhraseSegment] = []
    for is_unknown, group in groupby(segments, key=lambda s: s.tag is PhraseTag.UNKNOWN):
        run = list(group)
        said = "".join(map(utterance.letters, run))
        is_asked = len(said) > 1 and _KATAKANA.fullmatch(said) is not None
        is_asked = is_asked and said in utterance.question.text  # "オフ"
        if is_unknown and (is_asked or utterance.labels.is_of_all(said)):
            run = [replace(s, meaning=PhraseMeaning(tag=PhraseTag.FILLER)) for s in run]
        result += run
    return result


def _echoes(utterance: AnswerUtterance, found: PhraseSegment, echo: frozenset[str]) -> bool:
    said = utterance.letters(found)
    least = _LEAST_STEM[utterance.phrases.script]
    if utterance.phrases.script is WritingScript.CHARACTERS and _KANA.search(said):
        return False  # a syllable is in many words
    if utterance.phrases.script in _JAMO:
        suffixes = utterance.labels.suffixes
        if any(
            word == said or (word.startswith(said) and word.removeprefix(said) in suffixes)
            for word in echo
        ):
            return True
        said = unicodedata.normalize("NFD", said)
        return any(
            len(commonprefix((said, unicodedata.normalize("NFD", word)))) >= least for word in echo
        )
    stem = said[: max(least, len(said) - _ENDING)]
    return len(stem) >= least and any(
        word.startswith(stem)
        and len(word) - len(said) <= _ENDING
        and _is_inflected(utterance, said, word)
        for word in echo
    )


def _is_inflected(utterance: AnswerUtterance, said: str, word: str) -> bool:
    """Whether two words that begin alike may be forms of one."""
    endings = utterance.lexicon.spelling.inflections
    same = commonprefix((said, word))
    return not endings or {said.removeprefix(same), word.removeprefix(same)} <= endings

"""What the options of a question are called when they are said. Pure."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from typing import Final

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import CommandKind, PhraseMeaning, PhraseTag, WritingScript
from assistant.languages.scripts import Script
from assistant.languages.synonyms import synonyms_of
from assistant.questions.model.question import Question
from assistant.questions.spoken.labels.any_language import HOUR, any_words
from assistant.questions.spoken.labels.consonants import consonants
from assistant.questions.spoken.labels.label_actions import LabelActions
from assistant.questions.spoken.labels.label_degrees import compared
from assistant.questions.spoken.labels.label_moments import (
    by_moment,
    by_relative_day,
    clock_texts,
    moment_in,
    parts_of_day,
)
from assistant.questions.spoken.labels.label_numbers import (
    by_number,
    by_version,
    counted_in_digits,
    is_distinguishing,
    numbers_in,
    ones_of,
    ordinals_of,
)
from assistant.questions.spoken.labels.label_prices import by_price
from assistant.questions.spoken.labels.label_runs import runs_in
from assistant.questions.spoken.labels.label_sizes import (
    by_garment,
    by_measure,
    garment,
    is_measured_in,
)
from assistant.questions.spoken.labels.likeness import (
    ACCEPT_SCORE,
    FEWEST_FOR_PART,
    PART,
    ComparableText,
    likeness,
    may_be_alike,
)
from assistant.questions.spoken.labels.romanised import sound, syllables
from assistant.questions.spoken.labels.same_meaning import same_words, together
from assistant.questions.spoken.labels.unit_forms import UnitForms
from assistant.questions.spoken.labels.weekdays import names_of, weekdays_of
from assistant.questions.spoken.phrase_segmenter import (
    PhraseSegment,
    PhraseTable,
    Vocabulary,
    phrases_of,
    segment,
    vocabulary,
)
from assistant.questions.spoken.tokenizer import TextToken, compiled, key, plain, tokenize_text

CONFIRM_SCORE: Final = 50
"""Likeness from which it is offered for confirmation; a hard right hit measured 56."""
MARGIN: Final = 15
"""How much better than the next best a likeness has to be to be taken unasked."""
CLOSE: Final = 5
"""Within this the next best is as likely as the best."""
_FEWEST_FOR_WORD: Final = {
    WritingScript.WORDS: 3,
    WritingScript.SYLLABLES: 2,
    WritingScript.CHARACTERS: 3,
}
"""Units or letters from which one word of a label can stand for it."""
_MOST_VARIANTS: Final = 1200
_FEWEST_TYPED: Final = 3
"""Letters from which a word may be told though it is mistyped."""
_LONG_WORD: Final = 7
"""Letters from which two of them may be wrong."""
_MOST_MISTYPED: Final = 2
_LETTERS_A_TYPO: Final = 6
"""Letters of a label for each of them that may be wrong."""
_DIGITS: Final = re.compile(r"\d+")
_WITHOUT_TYPOS: Final = re.compile(r"[\d\u3400-\u9fff]")
"""Of what another one makes another word."""
_MISTYPED_MARGIN: Final = 2
_LONGEST_UNIT: Final = 3
"""Letters of a unit in short."""
_FEWEST_CONSONANTS: Final = 3
_MOST_PIECE: Final = 8
"""Characters of the longest piece of a label that can stand for it."""
_SPELLED_OUT: Final = str.maketrans(
    {
        letter: said
        for known in LANGUAGES.values()
        for letter, said in known.written.spelled_out.items()
    }
)
_DENIAL: Final = "-"
"""Stands for every word that denies: "no sugar" is "without sugar"."""
_AFTERNOON: Final = re.compile(
    rf"(?<!\d)(?:1[3-9]|2[0-3])(?=\s?(?::\d\d|h\b|{HOUR}))", re.IGNORECASE
)
"""The hours after noon on a clock of 24."""
_MOST_WRITINGS: Final = 24
_NEGATIVE: Final = {
    PhraseTag.NO,
    PhraseTag.NOT,
    PhraseTag.NOT_BEFORE,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
}
_ANSWERS: Final = {PhraseTag.YES, PhraseTag.NO}
_IDEOGRAMS_ONLY: Final = re.compile(r"[\u3400-\u9fff]+")
_SOUNDED: Final = re.compile(r"[\uac00-\ud7a3\u30a1-\u30ff ]{2,}")
"""What is written as it sounds: Korean, and foreign words in Japanese."""
_TO_HIRAGANA: Final = {at: at - 0x60 for at in range(0x30A1, 0x30F7)}
"""Katakana that are typed before they are converted."""
_KATAKANA: Final = re.compile(r"[\u30a1-\u30f6\u30fc]{3,}")
"""A foreign word as it is said in Japanese."""
_LATIN_WORD: Final = re.compile(r"[A-Za-z]{4,}")
_ROMAN_WORD: Final = re.compile(r"[A-Za-z]{3,}")
_CAPITALS: Final = re.compile(r"(?<![A-Za-z])[A-Z]{2,5}(?![A-Za-z])")
"""An abbreviation, which may be said letter by letter."""
_LIKE_SOUND: Final = 82
"""Likeness of two sounds from which they are one word."""
_SOUND_MARGIN: Final = 12
_FEWEST_SYLLABLES: Final = 2
_COMMA: Final = re.compile(r"\s*(?:,(?!\d)|[;，、；])\s*")
_NUMBER_PART: Final = re.compile(r"(?P<number>(?P<first>\d{1,6})(?:[.:]\d+)*)\S?")
_VERSION: Final = re.compile(r"(?<![\d.])(\d+\.\d+)\.\d+(?![\d.])")
"""A version of three numbers, of which the first two may tell it."""
_JOINTS: Final = tuple(
    sorted({word for known in LANGUAGES.values() for word in known.written.joints})
)
_PAIR: Final = re.compile(
    rf"([^\W\d_]+)\s+(?:{any_words(lambda written: written.joints)}|&)\s+([^\W\d_]+)", re.IGNORECASE
)
_PARENTHESES: Final = re.compile(r"[(（\[]([^)）\]]*)[)）\]]")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSimilarity:
    """Which label an unknown stretch resembles."""

    index: int
    score: float
    """0 to 1."""
    is_sure: bool
    """Good enough to be taken unasked."""
    rivals: tuple[int, ...]
    """Labels that it resembles as much, this one included; empty if there is none."""


class OptionLabels:
    """The labels of one question in one language.

    Args:
        labels: The labels, in order.
        language: A language in `LANGUAGES`.
        short: What is read instead of each label, empty where the label itself is.
    """

    def __init__(
        self,
        labels: Sequence[str],
        language: str,
        short: Sequence[str] = (),
    ) -> None:
        known, phrases = LANGUAGES[language], phrases_of(language)
        lexicon = known.answers()
        self._lexicon, self._language, self._scripts = lexicon, language, known.scripts
        self._number_words = frozenset(chain.from_iterable(lexicon.numbers.words.values()))
        self._words_known = known.answers().labels
        self.script, self.verb_endings = lexicon.script, lexicon.clauses.verb_endings
        self.actions = LabelActions(labels, language)
        self._endings = phrases.clauses.endings
        self.suffixes = frozenset(phrases.suffixes.meanings)
        """Particles that words carry at their ends."""
        self._labels = labels
        self._usual = phrases.meanings
        self._variants_of: dict[str, tuple[str, ...]] = {}
        self._short = tuple(short) or ("",) * len(labels)
        self.plain: list[str] = [plain(label, lexicon) for label in self._labels]
        """Each label in comparable form."""
        self._comparable = [ComparableText.of(label) for label in self.plain]
        self.most_words = max((label.count(" ") + 1 for label in self.plain), default=0)
        """Words of the longest label."""
        self.ordinals = ordinals_of(self._labels)
        """The ordinal that each label begins with, if several do."""
        self.numbers = [
            numbers_in(label, language) | ordinal | one
            for label, ordinal, one in zip(
                self._labels, self.ordinals, ones_of(self._labels), strict=True
            )
        ]
        """The numbers that occur in each label."""
        self.weekdays = weekdays_of(labels, language)
        """The day of each label, Monday is 0; empty if they are no days."""
        self.by_size = (
            by_number(labels, language)
            or by_measure(labels, language)
            or by_garment(labels)
            or self._by_garment_size()
        )
        """The places of labels by their numbers, smallest first; empty if one has none."""
        self.by_version = by_version(labels)
        """The places of labels that differ by their numbers alone, oldest first."""
        self.by_price = by_price(labels)
        """The places of labels by what they cost, cheapest first; empty if one says no price."""
        self.by_moment = by_moment(labels, language) or by_relative_day(labels, language)
        """The places of labels by when they are, earliest first; empty if one is at no time."""
        capitals = {word.casefold() for label in labels for word in _CAPITALS.findall(label)}
        self._units_said = UnitForms(lexicon, known.number_speaker, capitals)
        self._as_spoken = [
            {form for text in texts for form in self._spoken(text)} for texts in self._written()
        ]
        self._sounds = [
            {consonants(label)} - {""} if label.isascii() and not self.numbers[i] else set[str]()
            for i, label in enumerate(self._labels)
        ]
        for i, label in enumerate(self._labels):
            if not label.isascii():
                self._sounds[i] |= {consonants(word) for word in _LATIN_WORD.findall(label)}
        self._all_words = [
            {key([unit.text for unit in token], self.script) for token in _tokens(units)}
            for _text, units in (tokenize_text(label, lexicon) for label in labels)
        ]
        self._shared_words = (
            frozenset(set[str].intersection(*self._all_words))
            if len(labels) > 1
            else frozenset[str]()
        )
        """Words that every label has."""
        self._latin_words = [
            {word.casefold() for word in _ROMAN_WORD.findall(label)} for label in labels
        ]
        if len(labels) > 1:
            shared = set[str].intersection(*self._latin_words)
            self._latin_words = [words - shared for words in self._latin_words]
        self._word_sounds = {
            consonants(word) for words in self._all_words for word in words if word.isascii()
        }
        self._told = [
            self.told(unit.text for unit in tokenize_text(label, lexicon)[1]) for label in labels
        ]
        self._beginnings: dict[str, set[int]] = {}
        for index, words in enumerate(self._all_words):
            for word in {*words, *map(_without_accents, words)}:
                for end in range(2, len(word)):
                    self._beginnings.setdefault(word[:end], set()).add(index)
        divided = [segment(tokenize_text(label, lexicon)[1], phrases) for label in labels]
        self.negative = frozenset(i for i, found in enumerate(divided) if _denies(found))
        """The options whose labels deny something."""
        self.tags = [frozenset(s.tag for s in found) for found in divided]
        """What the phrases of each label do."""
        self._first_tags = [
            self._answer_in(label, phrases) or (found[0].tag if found else None)
            for label, found in zip(labels, divided, strict=True)
        ]
        self.commands = [
            frozenset(s.meaning.command for s in found if s.meaning.command is not None)
            for found in divided
        ]
        self.is_denial = [
            i in self.negative and not _COMMA.search(label) for i, label in enumerate(labels)
        ]
        """Whether each label denies one thing and says nothing else."""
        self._content = [self._content_of(label, phrases) for label in labels]
        self._words = [set(self._words_of(label, phrases)) for label in labels]
        self._same = same_words(self.plain, self._all_words, language)
        """Other words for what each label says."""
        self.vocabulary: Vocabulary = vocabulary(self._meanings(phrases), lexicon.script)
        """What may be said for an option → that option."""

    @property
    def have_numbers(self) -> bool:
        """Whether a bare number may mean a label, so that places are read as letters."""
        return any(self.numbers)

    def exactly(self, heard: str) -> tuple[int, ...]:
        """Return the options whose label is exactly this text, or is said exactly so.

        Args:
            heard: In comparable form.
        """
        written = tuple(i for i, label in enumerate(self.plain) if label == heard)
        return written or tuple(i for i, spoken in enumerate(self._as_spoken) if heard in spoken)

    def sharing(self, heard: str) -> tuple[int, ...]:
        """Return the options whose labels all have this word, one of them as a whole word."""
        found = tuple(i for i, words in enumerate(self._words) if heard in words)
        if not found or self.script is not WritingScript.WORDS or len(heard) < FEWEST_FOR_PART:
            return found
        found = tuple(sorted({*found, *self.meaning_same(heard)}))
        return tuple(
            i for i, label in enumerate(self.plain) if i in found or _ends_a_word(heard, label)
        )

    def is_plural_of(self, heard: str, places: Sequence[int]) -> bool:
        """Whether a word is the plural of one that all these labels have as it is."""
        plural = self._words_known.plurals
        if not heard.endswith(plural):
            return False
        stems = {heard.removesuffix(ending) for ending in plural}
        if self.script is not WritingScript.WORDS:
            return all(self.plain[i].endswith(tuple(stems)) for i in places)
        return all(not stems.isdisjoint(self._all_words[i]) for i in places)

    def other_endings(self, heard: str) -> Iterator[str]:
        """Yield a word with the other endings that an adjective may have: "direkt", "rojo"."""
        endings = self._words_known.adjective_endings
        stem = heard.removesuffix(next((end for end in endings if heard.endswith(end)), ""))
        if len(stem) >= FEWEST_FOR_PART:
            yield from (stem + end for end in ("", *endings) if stem + end != heard)

    def containing(self, heard: str) -> tuple[int, ...]:
        """Return the options whose labels contain this text, if it is long enough to mean them."""
        begin = " " if self.script is WritingScript.WORDS else ""
        found = tuple(i for i, label in enumerate(self.plain) if begin + heard in begin + label)
        if len(found) == 1 and len(heard) < max(FEWEST_FOR_PART, PART * len(self.plain[found[0]])):
            return ()
        return found

    def told(self, words: Iterable[str]) -> frozenset[str]:
        """Return those of some words that say something, each with what denies it."""
        quiet = {PhraseTag.FILLER, PhraseTag.AND, PhraseTag.BUT, PhraseTag.AFFIRM, PhraseTag.YES}
        told: set[str] = set()
        denial = ""
        for word in words:
            usual = self._usual.get(word)
            if usual is not None and usual.tag in _NEGATIVE:
                denial += _DENIAL
            elif usual is None or usual.tag not in quiet:
                told.add(denial + word)
                denial = ""
        return frozenset(told | {denial} - {""})

    def told_by(self, index: int) -> frozenset[str]:
        """Return the words of a label that say something."""
        return self._told[index]

    def beginning(self, heard: str, least: int) -> tuple[int, ...]:
        """Return the options that have a word which begins so: "docs" for "Documents"."""
        for stem in (heard, heard.removesuffix("s")):
            found = self._beginnings.get(stem)
            if found is not None and len(stem) >= least:
                alone = tuple(i for i in sorted(found) if " " not in self.plain[i])
                return alone if len(alone) == 1 else tuple(sorted(found))
        return ()

    def denies(self, heard: str) -> bool:
        """Whether a word ends in a denial: "삭제하지마"."""
        return any(end in heard for end, tag in self._endings if tag is PhraseTag.NOT_BEFORE)

    def has_word(self, index: int, heard: str) -> bool:
        """Whether the label of an option has this word."""
        return heard in self._all_words[index]

    def is_unit(self, heard: str) -> bool:
        """Whether every label has this unit in short: "gigabytes" of "GB"."""
        if any(is_measured_in(heard, label) for label in self._labels):
            return True
        return all(self.numbers) and any(
            len(word) <= _LONGEST_UNIT < len(heard) and heard[0] in word and word.isalpha()
            for word in self._shared_words
        )

    def abbreviates(self, heard: str) -> bool:
        """Whether a word of the labels is written so in short: "rm" for "Room"."""
        return any(
            word[0] == heard[0] and len(word) > len(heard) and _are_in_order(heard, word)
            for words in self._all_words
            for word in words
        )

    def of_words(self, heard: frozenset[str]) -> tuple[int, ...]:
        """Return the options whose labels have these words and no others that say something."""
        return tuple(i for i, words in enumerate(self._told) if len(words) > 1 and heard == words)

    def sounds_like_a_word(self, heard: str) -> bool:
        """Whether a word of the labels is in Latin letters and sounds so: "윈도우"."""
        said = "" if heard.isascii() else consonants(heard)
        return len(said) > 1 and any(sound.startswith(said) for sound in self._word_sounds)

    def is_of_all(self, heard: str) -> bool:
        """Whether a word is one of every label in other letters, or another for one."""
        if len(heard) < _FEWEST_SYLLABLES or not self.plain:
            return False
        return len(self.meaning_same(heard)) == len(self.plain) or (
            bool(self._shared_words) and self.sounds_like_a_word(heard)
        )

    def with_words(self, heard: frozenset[str]) -> tuple[int, ...]:
        """Return the options whose labels have all these words, as `told` returns them."""
        found = tuple(i for i, words in enumerate(self._told) if heard <= words)
        if len(found) != 1 or len(heard) != 1 or self.script is not WritingScript.WORDS:
            return found
        (word,) = heard
        if len(word) < FEWEST_FOR_PART:
            return found
        same = self.meaning_same(word)
        return tuple(
            i
            for i, label in enumerate(self.plain)
            if i in found or i in same or _ends_a_word(word, label)
        )

    def called(self, tag: PhraseTag) -> list[int]:
        """Return the options whose label has words for all or none, or begins with yes or no."""
        if tag in {PhraseTag.ALL, PhraseTag.NONE}:
            return [i for i, tags in enumerate(self.tags) if tag in tags]
        return [i for i, first in enumerate(self._first_tags) if first is tag]

    def opposites(self, index: int) -> tuple[int, ...]:
        """Return the options that deny what this one says: "No sugar" of "With sugar"."""
        words = self._content[index]
        found = [
            i
            for i, content in enumerate(self._content)
            if i != index and i in self.negative and words and words <= content
        ]
        fewest = min((len(self._content[i]) for i in found), default=0)
        return tuple(i for i in found if len(self._content[i]) == fewest)

    def headed(self, heard: str) -> tuple[int, ...]:
        """Return the options with a compound of which this is the head: "Zug" of "Nachtzug"."""
        compounds = self._words_known.compounds
        if compounds is None or len(heard) < _FEWEST_TYPED or heard in compounds.no_heads:
            return ()
        found = tuple(i for i, label in enumerate(self.plain) if _ends_a_word(heard, label))
        return found or self._composed(heard, compounds.general_nouns)

    def _composed(self, heard: str, general_nouns: Sequence[str]) -> tuple[int, ...]:
        """Return the options with a word to which a general noun is glued: "Gangplatz"."""
        head = next((noun for noun in general_nouns if heard.endswith(noun)), None)
        stem = heard.removesuffix(head).removesuffix("s") if head else ""
        if len(stem) < FEWEST_FOR_PART:
            return ()
        return tuple(i for i, words in enumerate(self._all_words) if stem in words)

    def comparing(self, heard: str) -> tuple[int, ...]:
        """Return the options that a comparing word means: "longer" of a long and a short one."""
        return compared(heard, self._all_words, self._language)

    def sounding(self, heard: str) -> tuple[int, ...]:
        """Return the options in Latin letters that sound like this in letters of another script."""
        if heard.isascii() or self.script is WritingScript.WORDS:
            return ()
        return self._of_like_consonants(heard) or self._of_like_sound(heard)

    def _of_like_sound(self, heard: str) -> tuple[int, ...]:
        """Return the one option of which a word in Latin letters sounds most like this."""
        if not _SOUNDED.fullmatch(heard):
            return ()
        said = sound(heard.replace(" ", ""))
        likeness = [
            max((fuzz.ratio(said, sound(word)) for word in words), default=0.0)
            for words in self._latin_words
        ]
        best = max(likeness, default=0.0)
        if len(said) < _FEWEST_TYPED or best < _LIKE_SOUND:
            return ()
        return tuple(i for i, score in enumerate(likeness) if best - score < _SOUND_MARGIN)

    def _of_like_consonants(self, heard: str) -> tuple[int, ...]:
        said = consonants(heard)
        is_foreign = _KATAKANA.fullmatch(heard) is not None
        fewest = _FEWEST_CONSONANTS - is_foreign
        if len(said) < fewest or any(map(str.isascii, heard)):
            return ()
        return tuple(
            i
            for i, sounds in enumerate(self._sounds)
            if any(
                said == sound or (sound.startswith(said) and len(said) > fewest - is_foreign)
                for sound in sounds
            )
        )

    def homophonous(self, heard: str) -> tuple[int, ...]:
        """Return the options that are said so, or have a part that is: "录茶" for "绿茶"."""
        if self._scripts != (Script.HAN,) or not _IDEOGRAMS_ONLY.fullmatch(heard):
            return ()
        said, size = syllables(heard), len(heard)
        whole = tuple(i for i, label in enumerate(self.plain) if syllables(label) == said)
        if whole or size < _FEWEST_SYLLABLES:
            return whole
        return tuple(
            i
            for i, label in enumerate(self.plain)
            if any(syllables(label)[n : n + size] == said for n in range(len(label) - size + 1))
        )

    def meaning_same(self, heard: str) -> tuple[int, ...]:
        """Return the options that have another word for the same: "photos" for "Pictures"."""
        known = synonyms_of(self._language)
        plain = heard if heard in known else heard.removesuffix(self._words_known.colour)
        words = known.get(plain, frozenset()) - {heard}
        if not words:
            return ()
        if self.script is WritingScript.WORDS:
            several = [word for word in words if " " in word]
            return tuple(
                i
                for i, own in enumerate(self._all_words)
                if not words.isdisjoint(own)
                or any(f" {text} " in f" {self.plain[i]} " for text in several)
            )
        return tuple(i for i, same in enumerate(self._same) if plain in same)

    def together(self, heard: str) -> tuple[int, ...]:
        """Return the options that one word is for, all of them offered: "부모님", "両親"."""
        return together(heard, self.plain, self._same)

    def mistyped(self, heard: str) -> tuple[int, bool] | None:
        """Return the option of which one word is mistyped so, and whether that is sure.

        One letter is wrong, missing, too many or changed places; two of a long word.
        """
        heard = self._without_shared(heard)
        said = unicodedata.normalize("NFD", heard)
        if len(said) < _FEWEST_TYPED or not said.replace(" ", "").isalpha():
            return None
        found: dict[int, int] = {}
        for index, words in enumerate(self._all_words):
            for word in {*words, self.plain[index]}:
                written = unicodedata.normalize("NFD", word)
                most = 2 if len(written) >= _LONG_WORD else 1
                if len(written) >= _FEWEST_TYPED and not _WITHOUT_TYPOS.search(written):
                    distance = OSA.distance(said, written, score_cutoff=most + 2)
                    found[index] = min(found.get(index, most + 3), distance + (2 - most))
        ranked = sorted(found, key=found.__getitem__)
        if not ranked or found[ranked[0]] > _MOST_MISTYPED:
            return None
        best = ranked[0]
        closest = [i for i in ranked if found[i] == found[best]]
        positive = [i for i in closest if i not in self.negative]
        if len(closest) > 1 and len(positive) == 1:  # "sned", of "Send" and "Don't send"
            return positive[0], len(said) > _FEWEST_TYPED
        if len(ranked) > 1 and found[ranked[1]] - found[best] < _MISTYPED_MARGIN:
            return None
        return best, len(said) > _FEWEST_TYPED

    def mistyped_whole(self, heard: str) -> int | None:
        """Return the option whose label of several words is mistyped so; None if any other may be."""
        digits = _DIGITS.findall(heard)
        distances = [OSA.distance(heard, label) for label in self.plain]
        ranked = sorted(range(len(distances)), key=distances.__getitem__)
        best = ranked[0]
        most = len(self.plain[best]) // _LETTERS_A_TYPO
        if distances[best] > min(most, _MOST_MISTYPED) or digits != _DIGITS.findall(
            self.plain[best]
        ):
            return None
        rivals = (distances[i] for i in ranked[1:2])
        return best if all(d - distances[best] >= _MISTYPED_MARGIN for d in rivals) else None

    def _without_shared(self, heard: str) -> str:
        """Return a text without the words that every label has: they tell none from another."""
        kept = [word for word in heard.split() if word not in self._shared_words]
        return " ".join(kept) or heard

    def like(self, heard: str) -> LabelSimilarity | None:
        """Return which label an unknown stretch resembles, or None if none enough."""
        said = ComparableText.of(heard)
        if not said.joined or not any(may_be_alike(said, label) for label in self._comparable):
            return None
        scores = [likeness(said, label) for label in self._comparable]
        if self._lexicon.spelling.inflections and max(scores, default=0) >= CONFIRM_SCORE:
            scores = [
                min(score, CONFIRM_SCORE) if self._is_derived(said, label) else score
                for score, label in zip(scores, self._comparable, strict=True)
            ]
        if not scores or max(scores) < CONFIRM_SCORE:
            return None
        best = max(range(len(scores)), key=scores.__getitem__)
        lead = scores[best] - max([*scores[:best], *scores[best + 1 :], 0.0])
        close = tuple(i for i, score in enumerate(scores) if scores[best] - score < CLOSE)
        return LabelSimilarity(
            index=best,
            score=scores[best] / 100,
            is_sure=scores[best] >= ACCEPT_SCORE and lead >= MARGIN,
            rivals=close if len(close) > 1 else (),
        )

    def _is_derived(self, said: "ComparableText", label: "ComparableText") -> bool:
        """Whether a word is another word made from a label: "mainly" of "main"."""
        endings = self._lexicon.spelling.inflections
        rest = said.joined.removeprefix(label.joined)
        return bool(endings) and rest != said.joined and rest not in endings

    def _written(self) -> Iterator[tuple[str, ...]]:
        """Yield the ways in which each label is written."""
        for label, short in zip(self._labels, self._short, strict=True):
            yield (label, short) if short else (label,)

    def _meanings(self, phrases: PhraseTable) -> dict[str, PhraseMeaning]:
        whole = [
            {form for text in texts for form in self._forms(text)}
            - set(self._lexicon.numbers.homophones)
            for texts in self._written()
        ]
        parts = [set(self._parts_of(index)) for index in range(len(self._labels))]
        runs = [set(self._runs_of(label, phrases)) for label in self._labels]
        exact = [{label} for label in self.plain]
        same = [
            {word for word in words if len(word) > 1 and _may_be_said_of_one(word, phrases)}
            for words in self._same
        ]
        result: dict[str, PhraseMeaning] = {}
        for forms in (same, runs, self._words, parts, whole, exact):
            owners = Counter(form for found in forms for form in found)
            if forms is whole or forms is parts:
                owners += self._of_same_number(forms)
            if forms is self._words:
                owners += self._within_words(forms) + self._of_same_meaning(forms)
            for index, found in enumerate(forms):
                result |= {
                    form: self._meaning(index, form, phrases.meanings.get(form))
                    for form in found
                    if form and owners[form] == 1
                }
        return result

    def _of_same_number(self, forms: Sequence[set[str]]) -> "Counter[str]":
        """Count the labels whose only number a form is: "seven" is 7 am as well as 7 pm."""
        by_word = {
            word: n for n, words in self._lexicon.numbers.words.items() for word in words if n > 1
        }
        counted: Counter[str] = Counter()
        for index, found in enumerate(forms):
            for form in found:
                number = int(form) if form.isdecimal() else by_word.get(form)
                if number is not None and any(
                    numbers == frozenset((number,)) and form not in other and i != index
                    for i, (numbers, other) in enumerate(zip(self.numbers, forms, strict=True))
                ):
                    counted[form] += 1
        return counted

    def _of_same_meaning(self, forms: Sequence[set[str]]) -> "Counter[str]":
        """Count the labels that have another word for a form: "Dr Lee", beside "Any doctor"."""
        counted: Counter[str] = Counter()
        if self.script is WritingScript.WORDS:
            for index, found in enumerate(forms):
                for form in found:
                    same = set(self.meaning_same(form)) - {index}
                    counted[form] += any(form not in forms[i] for i in same)
        return counted

    def _within_words(self, forms: Sequence[set[str]]) -> "Counter[str]":
        """Count the labels of which a form is a part of a word: "Karte" of "Kreditkarte"."""
        counted: Counter[str] = Counter()
        for index, found in enumerate(forms):
            for form in found:
                if len(form) >= FEWEST_FOR_PART and form.isalpha():
                    counted[form] += any(
                        i != index and form not in forms[i] and _ends_a_word(form, label)
                        for i, label in enumerate(self.plain)
                    )
        return counted

    def _meaning(self, index: int, form: str, usual: PhraseMeaning | None) -> PhraseMeaning:
        """Let a label be doubtful that usually is a command, and one character of a longer one."""
        is_command = usual is not None and usual.tag is PhraseTag.COMMAND
        is_command = is_command and not self._puts_off(form)
        is_bit = len(form) == 1 < len(self.plain[index]) and not form.isascii()
        is_bit = is_bit and form not in self._number_words
        is_word = self.script is WritingScript.SYLLABLES and form in self._all_words[index]
        is_bit = is_bit and not self.weekdays and not is_word
        is_doubtful = is_command and form != self.plain[index] or is_bit
        return PhraseMeaning(tag=PhraseTag.OPTION, value=index, is_doubtful=is_doubtful)

    def _forms(self, label: str) -> Iterator[str]:
        """Yield the ways to say a whole label."""
        inside = _PARENTHESES.findall(label)
        parts = [label, _PARENTHESES.sub(" ", label).strip(), *inside] if inside else [label]
        for part in parts:
            yield from self._spoken(part)

    def _spoken(self, label: str) -> Iterator[str]:
        """Yield a label in comparable form, its numbers and symbols said in every way."""
        for text in dict.fromkeys(self._variants(label)):
            _text, units = tokenize_text(text, self._lexicon)
            choices = [tuple(ways) for ways in self._units_said.ways_of(_text, units)]
            for n, chosen in enumerate(product(*choices)):
                if n >= _MOST_VARIANTS:
                    break
                form = key(_units(chosen, self.script), self._lexicon.script)
                yield form
                if self.script is WritingScript.WORDS and not form.isascii():
                    yield _without_accents(form)
                    yield _without_accents(form.translate(_SPELLED_OUT))
                if (
                    self._lexicon.spelling.clitic
                    and form + self._lexicon.spelling.clitic not in self._usual
                ):
                    yield form + self._lexicon.spelling.clitic

    def _variants(self, label: str) -> Iterable[str]:
        """Return a label as it may also be written: with digits, on a clock of 12, without "pm"."""
        if label not in self._variants_of:
            self._variants_of[label] = tuple(self._written_otherwise(label))
        return self._variants_of[label]

    def _written_otherwise(self, label: str) -> Iterable[str]:
        texts = dict.fromkeys((label, counted_in_digits(label, self._language)))
        if Script.KANA in self._scripts:
            texts |= dict.fromkeys(text.translate(_TO_HIRAGANA) for text in tuple(texts))
        texts |= {
            _AFTERNOON.sub(lambda hour: str(int(hour.group()) - 12), text): None for text in texts
        }
        for pattern, replacement in self._lexicon.spelling.label_variants:
            changed = (compiled(pattern).sub(replacement, text) for text in texts)
            texts |= dict.fromkeys(text for text in changed if text.strip())
            if len(texts) > _MOST_WRITINGS:
                break
        return texts

    def _by_garment_size(self) -> tuple[int, ...]:
        """Return the places of labels that are sizes such as "Medium" or "XL", smallest first."""
        written = [{text.casefold() for text in self._variants(label)} for label in self._labels]
        found = [
            next((size for text in texts if (size := garment(text)) >= 0), -1) for texts in written
        ]
        if -1 in found or len(set(found)) < len(found):
            return ()
        return tuple(sorted(range(len(found)), key=found.__getitem__))

    def _parts_of(self, index: int) -> Iterator[str]:
        """Yield what can stand for a whole label where no other label has it.

        Its number, its first letters, and what commas part.
        """
        for label in dict.fromkeys(self._variants(self._labels[index])):
            pieces = [piece for piece in _COMMA.split(label) if piece.strip()]
            if len(pieces) > 1:
                for piece in pieces:
                    yield from self._spoken(piece)
            for found in _NUMBER_PART.finditer(label):
                value = found.group("first")
                for said in dict.fromkeys((found.group(), found["number"])):  # "1080p"
                    is_place = 0 < int(value) <= len(self._labels) and said == value
                    if not is_place or is_distinguishing(self._labels, index):
                        yield from (
                            form
                            for form in self._spoken(said)
                            if form not in self._lexicon.numbers.homophones
                        )
        if self.weekdays:
            for name in self._names_of_day(self.weekdays[index], index):
                yield from self._spoken(name)
        yield from self._moments_of(index)
        yield from self._initials(self._labels[index])
        version = _VERSION.search(self._labels[index])
        if version is not None:
            yield from self._spoken(version.group(1))

    def _names_of_day(self, day: int, index: int) -> tuple[str, ...]:
        """Return what a day is called, but for words that another label has as well."""
        others = [words for i, words in enumerate(self._all_words) if i != index]
        names = names_of(day, self._language)
        return tuple(name for name in names if not any(name.casefold() in own for own in others))

    def _moments_of(self, index: int) -> Iterator[str]:
        """Yield what else the day and the time of a label are called."""
        moment = moment_in(self._labels[index], self._language)
        days = () if moment.day is None else self._names_of_day(moment.day, index)
        for name in days:
            yield from self._spoken(name)
        if moment.minute is None:
            return
        clocks = [
            form
            for text in clock_texts(moment.minute, self._language)
            for form in self._spoken(text)
            if not (form.isdecimal() and 0 < int(form) <= len(self._labels))
            and form not in self._lexicon.numbers.homophones
        ]
        parts = [
            form
            for text in parts_of_day(moment.minute, self._language)
            for form in self._spoken(text)
        ]
        hours = [text for text in clock_texts(moment.minute, self._language) if ":" not in text]
        yield from clocks
        yield from parts
        for part in parts_of_day(moment.minute, self._language):
            for hour in (form for text in hours for form in self._spoken(text)):
                for pair in ((part, hour), (hour, part)):  # "저녁 일곱 시", "huit heures du soir"
                    yield key(_units(pair, self.script), self.script)
                if joint := self._words_known.part_joint:  # "夜の九時"
                    yield key(_units((part, joint, hour), self.script), self.script)
        for day in days:
            for form in (*clocks, *parts):
                yield key(_units((day, form), self.script), self.script)
                yield f"{day}{form}".casefold() if form.isalpha() else ""  # "Mittwochabend"

    def _initials(self, label: str) -> Iterator[str]:
        """Yield what two names that "and" joins are called in short, "R&D", and what is spelled."""
        if self.script is not WritingScript.WORDS:
            for capitals in _CAPITALS.findall(label):
                yield from self._spoken(capitals)
        words = re.findall(r"[^\W\d_]+", label)
        letters = [word[0].casefold() for word in words if word[0].isupper()]
        if self.script is WritingScript.WORDS and 2 <= len(letters) <= len(words):
            joined = "".join(letters)
            usual = self._usual.get(joined)
            if usual is None or usual.tag is not PhraseTag.FILLER:  # "la", of "Livret A"
                yield joined
            yield " ".join(letters)
            for conjunction in (*_JOINTS, "&"):
                yield f" {conjunction} ".join(letters)
        pair = _PAIR.fullmatch(label)
        if pair is not None:
            first, second = pair[1][0].casefold(), pair[2][0].casefold()
            plus = self._lexicon.spelling.symbols.get("+", "plus")
            for sign in ("", "+", "&", *_JOINTS, plus):
                yield from self._spoken(f"{first} {sign} {second}" if sign else first + second)

    def _pieces_of(
        self, units: Sequence[TextToken], phrases: PhraseTable, *, is_written: bool
    ) -> Iterator[str]:
        """Yield the parts of words, where words carry particles."""
        for token in _tokens(units):
            least = 1 if len(token) == 1 or phrases.script is WritingScript.CHARACTERS else 2
            for first in range(len(token)):
                for last in range(first + least, min(len(token), first + _MOST_PIECE) + 1):
                    text = key([unit.text for unit in token[first:last]], phrases.script)
                    known = text in phrases.meanings
                    is_whole = last - first == len(token)
                    may_tell = not known or (
                        is_written and self._may_tell(text, phrases, is_whole=is_whole)
                    )
                    if not text.isdecimal() and may_tell:
                        yield text
        if phrases.script is WritingScript.SYLLABLES:
            whole = list(_tokens(units))
            for first, second in zip(whole, whole[1:], strict=False):
                yield key([unit.text for unit in (*first, *second)], phrases.script)

    def _may_tell(self, piece: str, phrases: PhraseTable, *, is_whole: bool) -> bool:
        """Whether a piece of a label means nothing else: 门口 says little where none has it."""
        is_long = (is_whole or self.script is WritingScript.CHARACTERS) and len(piece) > 1
        return is_long and phrases.meanings[piece].tag is PhraseTag.FILLER

    def _answer_in(self, label: str, phrases: PhraseTable) -> PhraseTag | None:
        """Return the yes or no that stands before a comma, where words are not apart."""
        said, *rest = _COMMA.split(label)
        if self.script is WritingScript.WORDS or not rest:
            return None
        found = phrases.yes_or_no.meanings.get(plain(said, self._lexicon))
        return found.tag if found is not None and found.tag in _ANSWERS else None

    def _content_of(self, label: str, phrases: PhraseTable) -> frozenset[str]:
        """Return the stretches of a label that have no meaning of their own."""
        _text, units = tokenize_text(label, self._lexicon)
        found: set[str] = set()
        run: list[str] = []
        for s in (*segment(units, phrases), None):
            if s is not None and s.tag is PhraseTag.UNKNOWN:
                run += [unit.text for unit in units[s.start : s.end]]
            elif run:
                found |= set(run) if self.script is WritingScript.WORDS else {"".join(run)}
                run = []
        return frozenset(found)

    def _puts_off(self, word: str) -> bool:
        """Whether a word puts off where no label begins so: "tomorrow"."""
        usual = self._usual.get(word)
        is_later = usual is not None and usual.command is CommandKind.LATER
        return is_later and self.script is WritingScript.WORDS

    def _runs_of(self, label: str, phrases: PhraseTable) -> Iterator[str]:
        if self.script is not WritingScript.WORDS:
            return
        for piece in _COMMA.split(label):
            _text, units = tokenize_text(piece, self._lexicon)
            yield from runs_in([unit.text for unit in units], phrases.meanings)

    def _words_of(self, label: str, phrases: PhraseTable) -> Iterator[str]:
        """Yield the words of a label that can stand for it if no other label has them."""
        _text, units = tokenize_text(label, self._lexicon)
        fewest = _FEWEST_FOR_WORD[phrases.script]
        if phrases.script is not WritingScript.WORDS:
            for text in self._variants(label):
                units_of = tokenize_text(text, self._lexicon)[1]
                yield from self._pieces_of(units_of, phrases, is_written=text == label)
        for token in _tokens(units):
            text = key([unit.text for unit in token], phrases.script)
            if len(text) < fewest or text.isdecimal():
                continue
            if text not in phrases.meanings or (token[0] is units[0] and self._puts_off(text)):
                yield text


@lru_cache(maxsize=32)
def _compiled(labels: tuple[str, ...], short: tuple[str, ...], language: str) -> OptionLabels:
    return OptionLabels(labels, language, short)


def labels_of(question: Question, language: str) -> OptionLabels:
    """Return the labels of a question in a language in `LANGUAGES`."""
    return _compiled(
        tuple(option.label for option in question.options),
        tuple(option.spoken for option in question.options),
        language,
    )


def _may_be_said_of_one(word: str, phrases: PhraseTable) -> bool:
    """Whether a word means nothing usually, or what is compared: "大きい", of 大 and 特大."""
    usual = phrases.meanings.get(word)
    return usual is None or usual.tag in {PhraseTag.LEAST, PhraseTag.GREATEST}


def _tokens(units: Sequence[TextToken]) -> Iterator[list[TextToken]]:
    token: list[TextToken] = []
    for unit in units:
        if unit.begins and token:
            yield token
            token = []
        token.append(unit)
    if token:
        yield token


def _ends_a_word(form: str, label: str) -> bool:
    """Whether a word of a label ends so."""
    return any(word.endswith(form) and word != form for word in label.split())


def _are_in_order(letters: str, word: str) -> bool:
    """Whether a word has these letters in this order."""
    rest = iter(word)
    return all(letter in rest for letter in letters)


def _denies(segments: Sequence[PhraseSegment]) -> bool:
    """Whether a label denies something; "none" does so beside other words: 砂糖なし."""
    tags = {s.tag for s in segments}
    return bool(tags & _NEGATIVE) or {PhraseTag.NONE, PhraseTag.UNKNOWN} <= tags


def _without_accents(text: str) -> str:
    return "".join(
        character
        for character in unicodedata.normalize("NFD", text)
        if not unicodedata.combining(character)
    )


def _units(chosen: Sequence[str], script: WritingScript) -> list[str]:
    """Return what is said as units: numbers of several words apart, where words are apart."""
    if script is WritingScript.WORDS:
        return [piece for piece in chosen if piece]
    return [unit for piece in chosen for unit in piece.split()]

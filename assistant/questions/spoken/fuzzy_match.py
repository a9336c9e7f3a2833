"""Unknown words that resemble a label. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, WritingScript
from assistant.questions.spoken.labels.option_labels import OptionLabels
from assistant.questions.spoken.phrase_context import QUIET, unknown_in
from assistant.questions.spoken.phrase_segmenter import UNKNOWN, PhraseSegment
from assistant.questions.spoken.tokenizer import TextToken, key

_A_PART: Final = 0.9
"""Score of a text that is a long part of one label."""
_LONE_LETTER: Final = re.compile(r"[\u1100-\u11ff\u3131-\u318e]")
"""A Korean letter outside a syllable: a word that was begun, or nonsense."""
_AN_ENDING: Final = 0.85
"""Likeness of two texts that differ by an ending or a letter."""
_MAY_SOUND: Final = QUIET | {
    PhraseTag.UNKNOWN,
    PhraseTag.LETTER,
    PhraseTag.NUMBER,
    PhraseTag.THAT,
    PhraseTag.AND,
    PhraseTag.TO,
    PhraseTag.NOT_BEFORE,
}
"""What syllables of a foreign word may be taken for."""
_DENIALS: Final = {PhraseTag.NOT, PhraseTag.NOT_BEFORE}
_LEAST_TYPED: Final = 2
_LEAST_SAID: Final = 4
"""Letters of a word that may stand for a longer one."""
_IDEOGRAM: Final = re.compile(r"[\u3400-\u9fff]")
_MOST_WINDOWS: Final = 12
"""Places in a row of unknown words at which a label is looked for."""


class FuzzyMatcher:
    """Finds the labels that an utterance resembles.

    Args:
        units: The utterance.
        labels: The labels in its language.
        homophones: What sounds like a number if it is all that was said.
        is_typed: Whether words are written in short.
        text: What the utterance was cut from.
    """

    def __init__(
        self,
        *,
        units: Sequence[TextToken],
        labels: OptionLabels,
        homophones: Mapping[str, int],
        is_typed: bool,
        text: str,
    ) -> None:
        self._is_typed = is_typed
        self._units = units
        self._text_as_cut = text
        self._labels = labels
        self._homophones = homophones
        self._heard = self._text(0, len(units))
        self._verb = range(0)
        """Where the last verb stands in the text that a label stands for: "throw them away"."""
        self.rivals: tuple[int, ...] = ()
        """Options between which unknown words leave open which is meant."""

    def resolve(self, segments: Sequence[PhraseSegment]) -> tuple[PhraseSegment, ...]:
        """Turn stretches of unknown words that resemble a label into that label."""
        whole = self._labels.of_words(self._labels.told(unit.text for unit in self._units))
        if len(whole) == 1 and self._labels.script is WritingScript.WORDS:
            return (self._option(whole[0], 0, len(self._units), _A_PART),)
        sounding = self._sounding_as_whole(segments)
        if sounding is not None:
            return sounding
        mistyped = self._mistyped_whole(segments)
        if mistyped is not None:
            return mistyped
        segments = self._with_ruling_verbs(self._with_inflected(segments))
        if unknown_in(segments):
            part_of = self._labels.containing(self._heard) or self._labels.with_words(
                self._labels.told(unit.text for unit in self._units) or frozenset({""})
            )
            if len(part_of) == 1:
                return (self._option(part_of[0], 0, len(self._units), _A_PART),)
        result: list[PhraseSegment] = []
        for is_unknown, group in groupby(segments, key=lambda s: s.tag is PhraseTag.UNKNOWN):
            run = list(group)
            result += self._resolve_run(run) if is_unknown else run
        result = [self._without_verb(s) for s in result]
        likely = [s for s in result if s.tag is PhraseTag.OPTION and s.meaning.is_doubtful]
        noise = [
            s for s in result if s.tag in {PhraseTag.UNKNOWN, PhraseTag.NUMBER, PhraseTag.QUESTION}
        ]
        is_named = any(
            s.tag is PhraseTag.ALL or (s.tag is PhraseTag.OPTION and s not in likely)
            for s in result
        )
        if likely and (is_named or len(likely) + len(noise) > 1):
            # A weak likeness counts only if nothing else was said.
            result = [replace(s, meaning=UNKNOWN) if s in likely else s for s in result]
        return tuple(result)

    def _mistyped_whole(
        self, segments: Sequence[PhraseSegment]
    ) -> tuple[PhraseSegment, ...] | None:
        """Resolve a label of several words in which letters are mistyped: "mit Miclh und Zucker"."""
        if not (self._is_typed and unknown_in(segments) and " " in self._heard):
            return None
        found = self._labels.mistyped_whole(self._heard)
        if found is None:
            return None
        return (self._option(found, 0, len(self._units), _AN_ENDING),)

    def _sounding_as_whole(
        self, segments: Sequence[PhraseSegment]
    ) -> tuple[PhraseSegment, ...] | None:
        """Resolve all that is said but for what is quiet around it: "マイエスキューエルで"."""
        if self._labels.script is WritingScript.WORDS:
            return None
        quiet = QUIET | {PhraseTag.AFFIRM, PhraseTag.YES}
        spoken = [n for n, s in enumerate(segments) if s.tag not in quiet]
        if not any(s.tag is PhraseTag.UNKNOWN for s in segments):
            return None
        first, last = spoken[0], spoken[-1] + 1
        start, end = segments[first].start, segments[last - 1].end
        same = self._labels.homophonous(self._text(start, end))
        if len(same) == 1:
            is_short = end - start == 1
            option = self._option(same[0], start, end, _A_PART, is_doubtful=is_short)
            return (*segments[:first], option, *segments[last:])
        if any(s.tag is PhraseTag.OPTION for s in segments):
            return None
        if self._text(segments[first].start, segments[last - 1].end).isascii():
            return None
        for size in (last, last - 1):
            if size <= first:
                break
            start, end = segments[first].start, segments[size - 1].end
            found = self._labels.sounding(self._stem(start, end))
            if len(found) == 1 and all(s.tag in _MAY_SOUND for s in segments[first:size]):
                option = self._option(found[0], start, end, _A_PART)
                return (*segments[:first], option, *segments[size:])
        return None

    def _with_inflected(self, segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
        """Let an unknown word and a label beside it be a longer label: "grünen Tee"."""
        for n, (before, after) in enumerate(zip(segments, segments[1:], strict=False)):
            if {before.tag, after.tag} != {PhraseTag.UNKNOWN, PhraseTag.OPTION}:
                continue
            named = before if before.tag is PhraseTag.OPTION else after
            like = self._labels.like(self._text(before.start, after.end))
            if like is None or like.score < _AN_ENDING or like.index == named.value:
                continue
            found = self._option(like.index, before.start, after.end, like.score)
            return [*segments[:n], found, *segments[n + 2 :]]
        return segments

    def _resolve_run(self, run: list[PhraseSegment]) -> list[PhraseSegment]:
        start, end = run[0].start, run[-1].end
        heard = self._text(start, end)
        named = self._named(run, heard) or self._named(run, self._stem(start, end))
        if named is not None:
            return named
        doing = self._doing(run)
        if doing is not None:
            return doing
        like = self._labels.like(heard)
        if self._is_typed and (like is None or not like.is_sure):
            mistyped = self._labels.mistyped(heard)
            if mistyped is not None:
                index, is_sure = mistyped
                return [self._option(index, start, end, _AN_ENDING, is_doubtful=not is_sure)]
        if like is None and len(run) > 1:
            rivals = self.rivals
            parts = [self._named([s], self._stem(s.start, s.end)) or [s] for s in run]
            if any(part[0].tag is PhraseTag.OPTION for part in parts):
                return [part[0] for part in parts]
            self.rivals = self.rivals or rivals
            return self._resolve_part(run)
        number = self._homophones.get(heard, 0) if heard == self._heard else 0
        if like is None or (number and not like.is_sure):
            return run
        if 0 < number <= len(self._labels.plain) and number - 1 != like.index:
            self.rivals = (like.index, number - 1)
            return run
        if like.rivals:
            self.rivals = like.rivals
            return run
        is_doubtful = not like.is_sure or _LONE_LETTER.search(heard) is not None
        return [self._option(like.index, start, end, like.score, is_doubtful=is_doubtful)]

    def _named(self, run: list[PhraseSegment], heard: str) -> list[PhraseSegment] | None:
        """Resolve what is a word of labels, the beginning of one, or sounds like one."""
        start, end = run[0].start, run[-1].end
        usual = self._labels.vocabulary.meanings.get(heard)
        if usual is not None and usual.tag is PhraseTag.OPTION and not usual.is_doubtful:
            return [PhraseSegment(meaning=usual, start=start, end=end, score=_A_PART)]
        together = self._labels.together(heard)
        if together:
            self.rivals = together
            return run
        shared = self._labels.sharing(heard) or self._inflected(heard)
        if shared:
            denied = [i for i in shared if i in self._labels.negative]
            if len(denied) == 1 and self._labels.denies(heard):
                return [self._option(denied[0], start, end, _A_PART)]
            if not denied and len(shared) == 1 and self._labels.denies(heard):
                option = self._option(shared[0], start, end, _A_PART)
                denial = PhraseMeaning(tag=PhraseTag.NOT_BEFORE)
                return [option, PhraseSegment(meaning=denial, start=end, end=end)]
            positive = [i for i in shared if i not in self._labels.negative]
            if len(positive) == 1 and (len(heard) > 1 or self._ends(heard, positive[0])):
                return [self._option(positive[0], start, end, _A_PART)]
            self.rivals = shared
            return run
        for found in self._likely(heard):
            if len(found) == 1:
                return [self._option(found[0], start, end, _A_PART)]
            if found:
                self.rivals = found
                return run
        return None

    def _ends(self, character: str, place: int) -> bool:
        """Whether a lone character is the noun with which a label ends: 鱼 of 清蒸鱼."""
        is_noun = _IDEOGRAM.fullmatch(character) is not None
        return is_noun and self._labels.plain[place].endswith(character)

    def _likely(self, heard: str) -> Iterator[tuple[int, ...]]:
        """Yield the options that compare, begin, sound, end or mean as a word does."""
        yield self._labels.comparing(heard)
        least = _LEAST_TYPED if self._is_typed else _LEAST_SAID
        yield self._labels.beginning(heard, least) or self._labels.sounding(heard)
        yield self._labels.headed(heard)
        same = self._labels.meaning_same(heard) or self._labels.homophonous(heard)
        positive = tuple(i for i in same if i not in self._labels.negative)
        yield positive if len(positive) == 1 else same

    def _with_ruling_verbs(self, segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
        """Let a verb that rules out be the one label that says so: "discard", of "Delete it"."""
        if any(s.tag is PhraseTag.OPTION for s in segments):
            return segments
        result = list(segments)
        for n, found in enumerate(segments):
            if found.tag not in _DENIALS or self._labels.script is not WritingScript.WORDS:
                continue
            begin = self._units[found.start].start
            owners = self._labels.actions.owners(self._text_as_cut[begin:])
            if owners is not None and len(owners.places) == 1:
                self._verb = range(begin, begin + owners.end)
                result[n] = self._option(owners.places[0], found.start, found.end, _A_PART)
        return result

    def _without_verb(self, found: PhraseSegment) -> PhraseSegment:
        """Let what else belongs to a verb say nothing: the "away" of "throw them away"."""
        is_of_verb = self._units[found.start].start in self._verb
        if not is_of_verb or found.tag is PhraseTag.OPTION:
            return found
        return replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))

    def _doing(self, run: list[PhraseSegment]) -> list[PhraseSegment] | None:
        """Resolve verbs for what labels say to do: "kill" of "Delete it"."""
        if self._labels.script is not WritingScript.WORDS:
            return None
        for n, found in enumerate(run):
            begin = self._units[found.start].start
            owners = self._labels.actions.owners(self._text_as_cut[begin:])
            if owners is None:
                continue
            self._verb = range(begin, begin + owners.end)
            place, *others = owners.places
            if others:
                self.rivals = owners.places
                return None
            verb = [s for s in run[n:] if self._units[s.start].start < begin + owners.end]
            option = self._option(place, found.start, verb[-1].end, _A_PART)
            before, after = run[:n], run[n + len(verb) :]
            return [*before, option, *(self._resolve_run(after) if after else ())]
        return None

    def _resolve_part(self, run: list[PhraseSegment]) -> list[PhraseSegment]:
        """Find the label that some of the unknown words resemble; the others stay unknown."""
        best: PhraseSegment | None = None
        found = (0, 0)
        most_words = self._labels.most_words + 1
        for first in range(min(len(run), _MOST_WINDOWS)):
            for last in range(first, min(len(run), first + most_words)):
                start, end = run[first].start, run[last].end
                like = self._labels.like(self._text(start, end))
                if like is not None and like.is_sure and (best is None or like.score > best.score):
                    best = self._option(like.index, start, end, like.score)
                    found = (first, last + 1)
        if best is None:
            return run
        return [*run[: found[0]], best, *run[found[1] :]]

    def _text(self, start: int, end: int) -> str:
        return key([unit.text for unit in self._units[start:end]], self._labels.script)

    def _inflected(self, heard: str) -> tuple[int, ...]:
        """Return the options that have this word with another ending: "삭제해" of "삭제하기"."""
        if self._labels.script is WritingScript.WORDS:
            forms = self._labels.other_endings(heard)
            return next((shared for form in forms if (shared := self._labels.sharing(form))), ())
        if self._labels.script is not WritingScript.SYLLABLES or heard.isascii():
            return ()
        for size in range(len(heard) - 1, 1, -1):
            shared = self._labels.sharing(heard[:size])
            if shared and heard[size] in self._labels.verb_endings:
                return shared
        return ()

    def _stem(self, start: int, end: int) -> str:
        """Return a text without the particle at its end."""
        text = self._text(start, end)
        if text.isascii() and self._labels.script is not WritingScript.WORDS:
            return text
        suffixes = self._labels.suffixes
        longest = max((s for s in suffixes if text.endswith(s)), key=len, default="")
        return text.removesuffix(longest) if len(text) - len(longest) > 1 else text

    @staticmethod
    def _option(
        index: int, start: int, end: int, score: float, *, is_doubtful: bool = False
    ) -> PhraseSegment:
        meaning = PhraseMeaning(tag=PhraseTag.OPTION, value=index, is_doubtful=is_doubtful)
        return PhraseSegment(meaning=meaning, start=start, end=end, score=score)

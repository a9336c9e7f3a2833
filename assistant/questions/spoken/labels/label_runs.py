"""Runs of words inside a label that can stand for it: "por la mañana", "one way". Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from assistant.languages.lexicon import PhraseMeaning, PhraseTag

_MOST_WORDS: Final = 6
"""Words of the longest run."""
_LEAST_LETTERS: Final = 3
"""Letters of a word that tells something."""
_SILENT: Final = {
    PhraseTag.FILLER,
    PhraseTag.AND,
    PhraseTag.OR,
    PhraseTag.TO,
    PhraseTag.LINK,
    PhraseTag.THAT,
    PhraseTag.AFFIRM,
    PhraseTag.BUT,
}
_DENIALS: Final = {PhraseTag.NO, PhraseTag.NOT, PhraseTag.NOT_BEFORE, PhraseTag.NONE}


def runs_in(words: Sequence[str], usual: Mapping[str, PhraseMeaning]) -> Iterator[str]:
    """Yield the runs of two or more words that tell something and leave out no denial.

    Args:
        words: The words of a label, which are apart.
        usual: What words and phrases usually mean.
    """
    denials = {n for n, word in enumerate(words) if _tag(word, usual) in _DENIALS}
    for first in range(len(words)):
        for last in range(first + 2, min(len(words), first + _MOST_WORDS) + 1):
            run = words[first:last]
            is_whole = denials <= set(range(first, last))
            text = " ".join(run)
            known = usual.get(text)
            is_free = known is None or known.tag in _SILENT or known.tag is PhraseTag.COMMAND
            if last - first < len(words) and is_whole and is_free and _tells(run, usual):
                yield text


def _tells(run: Sequence[str], usual: Mapping[str, PhraseMeaning]) -> bool:
    """Whether a run says more than the words in it that can stand for the label by themselves."""
    telling = [_is_telling(word, usual) for word in run]
    is_framed = telling[0] and telling[-1]
    can_stand = any(tells and word not in usual for tells, word in zip(telling, run, strict=True))
    return any(telling) and (is_framed or not can_stand or _tag(run[0], usual) in _DENIALS)


def _is_telling(word: str, usual: Mapping[str, PhraseMeaning]) -> bool:
    return len(word) >= _LEAST_LETTERS and word.isalpha() and _tag(word, usual) not in _SILENT


def _tag(word: str, usual: Mapping[str, PhraseMeaning]) -> PhraseTag | None:
    known = usual.get(word)
    return None if known is None else known.tag

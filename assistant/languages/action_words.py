"""Verbs of opposite actions, and how they are denied: the form of a language's table.

Whoever is asked "shall I delete them?" often answers with a verb: "keep them", "lösch sie",
"지우지 마". In the words below `*` stands for the rest of a word and `_` for up to two words
between. Stems are enough: nothing is inflected.
"""

from dataclasses import dataclass

from assistant.languages.notation import Pattern, Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionWords:
    """What one language calls actions and their opposites."""

    pairs: tuple[tuple[Phrases, Phrases], ...]
    """Words of an action, and of its opposite."""
    denial_before: Pattern
    """Pattern of what denies a verb and ends right before it."""
    denial_after: Pattern = r"(?!)"
    """Pattern of what denies a verb and begins right after it."""
    condition_after: Pattern = r"(?!)"
    """Pattern of an ending that makes a condition of a verb: "지우면"."""
    never_denied: Pattern = r"(?!)"
    """Pattern of forms before which a "no" is an answer of its own: "no, bórralas"."""
    consent: Pattern = r"(?!)"
    """Pattern of what lets something be done, whatever it is: "go ahead"."""
    dissent: Pattern = r"(?!)"
    """Pattern of what forbids it: "I'd rather you didn't"."""
    comment: Pattern = r"(?!)"
    """Pattern of how a sentence begins that only explains a yes: "it's cold"."""
    adverse: Pattern = r"(?!)"
    """Pattern of what speaks against something: "allergic"."""
    aversion: Pattern = r"(?!)"
    """Pattern of what dislikes the thing itself that was named: "I hate it"."""
    leaving: Pattern = r"(?!)"
    """Pattern of what leaves something where or as it is: "leave the novel"."""
    choosing_before: Pattern = r"(?!)"
    """Pattern of what chooses the name right after it: "I'll take"."""
    choosing_after: Pattern = r"(?!)"
    """Pattern of what chooses the name right before it."""
    objects: Pattern = r"(?!)"
    """Pattern of words beside a verb that stand for what was asked about."""
    nouns: Pattern = r"(?!)"
    """Pattern of nouns, some of which look like verbs: "the post"."""

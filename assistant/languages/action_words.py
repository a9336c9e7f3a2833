"""Verbs of opposite actions, and how they are denied: the form of a language's table.

Whoever is asked "shall I delete them?" often answers with a verb: "keep them", "lösch sie",
"지우지 마". In the words below `*` stands for the rest of a word and `_` for up to two words
between. Stems are enough: nothing is inflected.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionWords:
    """What one language calls actions and their opposites."""

    pairs: tuple[tuple[str, str], ...]
    """Words of an action, and of its opposite; `|` separates them."""
    denial_before: str
    """Pattern of what denies a verb and ends right before it."""
    denial_after: str = r"(?!)"
    """Pattern of what denies a verb and begins right after it."""
    condition_after: str = r"(?!)"
    """Pattern of an ending that makes a condition of a verb: "지우면"."""
    never_denied: str = r"(?!)"
    """Pattern of forms before which a "no" is an answer of its own: "no, bórralas"."""
    consent: str = r"(?!)"
    """Pattern of what lets something be done, whatever it is: "go ahead"."""
    dissent: str = r"(?!)"
    """Pattern of what forbids it: "I'd rather you didn't"."""
    comment: str = r"(?!)"
    """Pattern of how a sentence begins that only explains a yes: "it's cold"."""
    adverse: str = r"(?!)"
    """Pattern of what speaks against something: "allergic"."""
    aversion: str = r"(?!)"
    """Pattern of what dislikes the thing itself that was named: "I hate it"."""
    leaving: str = r"(?!)"
    """Pattern of what leaves something where or as it is: "leave the novel"."""
    choosing_before: str = r"(?!)"
    """Pattern of what chooses the name right after it: "I'll take"."""
    choosing_after: str = r"(?!)"
    """Pattern of what chooses the name right before it."""
    objects: str = r"(?!)"
    """Pattern of words beside a verb that stand for what was asked about."""
    nouns: str = r"(?!)"
    """Pattern of nouns, some of which look like verbs: "the post"."""
    are_apart: bool = True
    """Whether words are written apart."""

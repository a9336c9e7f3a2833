"""Whether an answer says to do what was asked about, or the opposite. Pure.

"Shall I delete them?" is answered as well by "keep them" and "lösch sie nicht" as by "no". What is
said to be done tells more than a bare yes or no where the question itself denies something: "so we
won't delete them?" - "no, delete them".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from assistant.languages.action_patterns import ActionPatterns, action_patterns
from assistant.questions.spoken.tokenizer import composed

_REST_OF_WORD: Final = r"[\uac00-\ud7a3\u3041-\u3093]*"
"""Endings of verbs in scripts that glue them on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something to be done, or left undone."""

    pair: int
    """Which pair of opposites it is of."""
    is_first: bool
    """Whether it is the first of the pair that shall be done, and not its opposite."""


def is_to_be_done(question: str, answer: str, language: str) -> bool | None:
    """Return whether an answer says to do what a question proposes.

    Args:
        question: The sentence that asks.
        answer: What was said, after its last correction.
        language: ISO 639-1 code of both.

    Returns:
        None if the answer names none of the actions, or contradicts itself.
    """
    patterns = action_patterns(language)
    if patterns is None:
        return None
    said = _actions(answer, patterns)
    if not said:
        return None
    asked = _actions(question, patterns)
    about = {action.pair for action in asked}
    said = {action for action in said if action.pair in about}
    agreeing, opposing = said & asked, said - asked
    if {action.pair for action in agreeing} & {action.pair for action in opposing}:
        return None
    if any(Action(pair=one.pair, is_first=not one.is_first) in asked for one in asked):
        return None
    if opposing:
        return False
    return True if agreeing else None


def lets_it_be_done(answer: str, language: str) -> bool | None:
    """Return whether an answer lets anything be done, or forbids it; None if it does neither."""
    patterns = action_patterns(language)
    if patterns is None:
        return None
    text = composed(answer).casefold()
    forbids = patterns.dissent.search(text) is not None
    if forbids or patterns.consent.search(text) is None:
        return False if forbids else None
    return True


def explains(words: str, language: str) -> bool:
    """Return whether what follows a yes is a sentence that only gives a reason."""
    patterns = action_patterns(language)
    text = composed(words).casefold().strip(" ,.;:!，。、…")
    return patterns is not None and patterns.comment.match(text) is not None


def actions_of_label(label: str, language: str) -> frozenset[Action]:
    """Return what a label says to do; what it denies as the opposite of it."""
    patterns = action_patterns(language)
    if patterns is None:
        return frozenset()
    return frozenset(_actions(patterns.nouns.sub(" ", label), patterns))


def action_at_start(text: str, language: str) -> tuple[frozenset[Action], int]:
    """Return what the verb with which a text begins says to do, and where it ends."""
    patterns = action_patterns(language)
    text = composed(text).casefold().replace("’", "'")
    found: dict[Action, int] = {}
    for pair, sides in enumerate(() if patterns is None else patterns.pairs):
        for is_first, side in zip((True, False), sides, strict=True):
            match = side.match(text)
            if match is not None:
                found[Action(pair=pair, is_first=is_first)] = match.end()
    end = max(found.values(), default=0)
    return frozenset(action for action, at in found.items() if at == end), end


def _actions(text: str, patterns: ActionPatterns) -> set[Action]:
    text = composed(text).casefold().replace("’", "'")
    found: set[Action] = set()
    for pair, sides in enumerate(patterns.pairs):
        for is_first, side in zip((True, False), sides, strict=True):
            for match in side.finditer(text):
                if patterns.condition_after.match(text, match.end()):
                    continue
                is_denied = (
                    patterns.denial_before.search(text[: match.start()]) is not None
                    and patterns.never_denied.fullmatch(match.group()) is None
                ) or patterns.denial_after.search(text[match.end() :]) is not None
                found.add(Action(pair=pair, is_first=is_first != is_denied))
    return found


def is_adverse(words: str, language: str) -> bool:
    """Return whether a sentence speaks against what it is about: "I'm allergic"."""
    patterns = action_patterns(language)
    return patterns is None or patterns.adverse.search(composed(words).casefold()) is not None


def may_rule_out(question: str, labels: Sequence[str], answer: str, language: str) -> bool:
    """Return whether what an answer says to do with an option may rule it out.

    "Leave the novel" rules it out where the question would take it along, turn it off or delete it,
    and chooses it where the question would leave it.

    Args:
        question: The sentence that asks which.
        labels: The options; where one of them says what shall be done, so does the answer.
        answer: What was said.
        language: ISO 639-1 code of all of them.
    """
    patterns = action_patterns(language)
    if patterns is None:
        return False
    _removes, keeps = patterns.pairs[0]
    text = composed(question).casefold()
    is_left = patterns.leaving.search(composed(answer).casefold()) is not None
    is_otherwise = (
        is_left and not (patterns.leaving.search(text) or keeps.search(text))
    ) or is_to_be_done(question, answer, language) is False
    return is_otherwise and not any(actions_of_label(label, language) for label in labels)


def is_choosing(before: str, after: str, language: str, *, is_whole: bool = False) -> bool:
    """Return whether the words right beside a name choose it: "so I'll take", "로 할게요".

    Args:
        before: What stands before the name.
        after: What stands behind it.
        language: ISO 639-1 code of both.
        is_whole: Whether all that stands behind it has to.
    """
    patterns = action_patterns(language)
    if patterns is None:
        return False
    before, after = composed(before).casefold(), composed(after).casefold()
    verb = patterns.choosing_after.match(after)
    if is_whole and (verb is None or verb.end() < len(after.rstrip())):
        return False
    if verb is None:
        verb = patterns.choosing_before.search(before)
        if verb is not None and patterns.denial_before.search(
            f"{before[: verb.start()].rstrip()} "
        ):
            return False  # "I wouldn't put them in"
    removes, _keeps = patterns.pairs[0]
    return verb is not None and removes.search(verb.group()) is None


def without_actions(question: str, answer: str, language: str) -> str:
    """Return an answer without the words that tell what shall be done about what is asked.

    What follows a verb up to the end of the word goes with it.
    """
    patterns = action_patterns(language)
    if patterns is None:
        return answer
    about = {action.pair for action in _actions(question, patterns)}
    text = answer
    for pair in about:
        for side in patterns.pairs[pair]:
            text = re.sub(f"(?i:{side.pattern}){_REST_OF_WORD}", _blank, text)
    return patterns.objects.sub(_blank, text)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())

"""What is known of a language: its words, by what they are for."""

from collections.abc import Callable
from dataclasses import dataclass

from assistant.languages.lexicon import Lexicon


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """Return phrases that `|` or the end of a line separates."""
    return frozenset(map(str.strip, text.replace("\n", "|").split("|"))) - {""}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEndings:
    """What cannot be the end of a sentence. Words in lower case, without marks."""

    sounds: frozenset[str]
    """Dangles always, even where it is all that was said: conjunctions, sounds of thinking."""
    always: frozenset[str] = frozenset()
    """Dangles after another word, whatever mark follows: articles, possessives. Alone it may be an
    answer: "un", "A"."""
    statement: frozenset[str] = frozenset()
    """Dangles except in questions that begin with one of `asking`: "what is that for?"."""
    asking: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    """Dangles after another word where no end mark follows."""
    starters: frozenset[str] = frozenset()
    """Dangles where it is all that was said. "May I have it" is how "may I have a" is often heard."""
    endings: tuple[str, ...] = ()
    """Dangles at the end of the last word: particles. Only if the word is longer."""
    complete: frozenset[str] = frozenset()
    """Words with such an ending that are complete."""
    letter_nouns: frozenset[str] = frozenset()
    """A single letter after one of these is complete."""
    least: int = 5
    """Words, or characters where words are not spaced, from which a sentence is long enough."""
    is_spaced: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Backchannels:
    """What is said over a voice to say that one listens."""

    listening: frozenset[str]
    answering: frozenset[str]
    """What is also an answer, where the voice has just asked something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopCommands:
    """What only asks for silence."""

    stop: frozenset[str]
    courtesy: frozenset[str]
    """What may stand around it, beside the language's `courtesy`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FarewellReplies:
    """Replies to "shall we end the conversation?"."""

    end: frozenset[str]
    """Yes, beside the language's `agreements`."""
    keep: frozenset[str]
    courtesy: frozenset[str]
    """What may stand around it, beside the language's `courtesy`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The words of one language."""

    code: str
    """ISO 639-1."""
    answers: Callable[[], Lexicon]
    """What answers mean; made with the first question, in some milliseconds."""
    turn_endings: TurnEndings
    agreements: frozenset[str]
    """Yes to any question, as it is said in passing."""
    courtesy: frozenset[str]
    """What may stand around any short reply and means nothing."""
    backchannels: Backchannels
    stop_commands: StopCommands
    farewell_replies: FarewellReplies

"""What a language says to something that rings: the form of its words."""

from dataclasses import dataclass

from assistant.languages.notation import NumberOfPhrase, Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmCommands:
    """What is said to something that rings, as patterns for words without case and signs.

    Without blanks too, where the language is written in syllables or characters.
    """

    stop: Pattern
    snooze: tuple[Pattern, ...]
    amounts: NumberOfPhrase
    """Numbers of minutes beside the cardinals."""

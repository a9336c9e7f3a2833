"""How answers are taken back in English."""

from typing import Final

from assistant.languages.language import NUMBER, phrases

_MAY_I: Final = r"(?:(?:please|can i|could i|may i|i want to|i'd like to|i would like to|let me) )?"
_CHANGE: Final = r"(?:change|revise|correct|amend|edit)"
ANSWER_CHANGES: Final = (
    rf"{_MAY_I}{_CHANGE} my (?:last )?answers?(?: please)?",
    rf"{_MAY_I}{_CHANGE} (?:my|the) answer (?:to|for|of) (?:question|number|question number)"
    rf" {NUMBER}(?: please)?",
    rf"{_MAY_I}{_CHANGE} (?:my|the) answer (?:to|for|of) (?:the|my) {NUMBER} question(?: please)?",
    rf"{_MAY_I}{_CHANGE} (?:my|the) {NUMBER} answer(?: please)?",
    rf"{_MAY_I}{_CHANGE} (?:my )?answer (?:number )?{NUMBER}(?: please)?",
)

ANSWER_CORRECTIONS: Final = phrases(
    """
        actually|no actually|actually no wait|no wait|wait no|wait|no sorry|sorry no|sorry|i meant|sorry i meant|no i meant
        i mean|no i mean|oops|oh no|scratch that|no scratch that|correction|or rather|on second thought|on second thoughts
        my mistake|my bad|hold on|hang on|no hang on|change it to|change that to|switch to|switch it to|make it|make that
        no make it|no make that|id rather have|i would rather have|oh actually|oh wait|uh no|hmm no|hmm actually
    """
)

DENIALS: Final = phrases("no|nope")

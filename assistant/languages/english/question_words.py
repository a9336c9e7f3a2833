"""What models and servers write in English questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(recommended)",),
    other=phrases(
        "other|others|other option|other options|another option|a different option"
        "|different option|something else|something else entirely|something different"
        "|anything else"
    ),
    another=(
        r"(?:an)?other(?: \w+){1,2}|(?:a |something )?different(?: \w+){1,2}"
        r"|custom(?: \w+)?|not (?:listed|in the list)(?: here)?|none of (?:these|the above|them)"
    ),
    specify=(
        "(?:please |i['’]?ll |i will |let me )?(?:specify|describe|explain|elaborate"
        "|clarify|state|list|name|type|write|enter|fill in|input|provide|tell (?:me"
        "|us))(?: (?:it|one|them|which|what|here|below|in|more|details?|your|own|answer"
        "|choice|option|below))*(?: please)?|something (?:not listed|else|different)|not listed"
    ),
    own_words=(
        "(?:i['’]?ll |i will |let me |i['’]?d like to |i want to )?(?:type|enter|specify"
        "|provide|write|give)(?: in)? (?:my|your) own(?: (?:answer|response|option|choice"
        "|text|words|reply|value))|(?:type|enter|specify) (?:my|your) own|(?:i['’]?ll"
        "|i will|let me) (?:type|specify|write|explain|describe)(?: it| one| something)?(?: myself| in"
        "| out)?|(?:my|your) own (?:answer|response|words|option)|custom (?:answer|response"
        "|input|option|text|reply)|free[ -]?(?:text|form)(?: (?:answer|response|input))?"
    ),
    secret=(
        r"\b(?:password|passphrase|passcode|secret|api[ _-]?key|access[ _-]?token|auth[ _-]?token"
        r"|private[ _-]?key|credit[ _-]?card|cvv|cvc|pin)\b"
    ),
    forbidding=r"\b(?:do not|don['’]t|never|not|without|no)\b",
    either_or=r"\b(?:either\b.*\bor|\w+,? or(?! not\b)) \w+",
)

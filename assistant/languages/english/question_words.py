"""What models and servers write in English questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(recommended)",),
    other=phrases("other"),
    secret=(
        r"\b(?:password|passphrase|passcode|secret|api[ _-]?key|access[ _-]?token|auth[ _-]?token"
        r"|private[ _-]?key|credit[ _-]?card|cvv|cvc|pin)\b"
    ),
    forbidding=r"\b(?:do not|don['’]t|never|not|without|no)\b",
    either_or=r"\b(?:either\b.*\bor|\w+,? or(?! not\b)) \w+",
)

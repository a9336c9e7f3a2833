"""How Japanese is told from other languages, and what recognisers make of it."""

from typing import Final

from assistant.languages.language import phrases

NEGATIONS: Final = "ない|なかっ|なく|ません|なし|嫌"

HALLUCINATIONS: Final = phrases("ご視聴ありがとうございました|ありがとうございました")

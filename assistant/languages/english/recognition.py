"""How English is told from other languages, and what recognisers make of it."""

from typing import Final

from assistant.languages.language import phrases, words

COMMON_WORDS: Final = words(
    "the of and to is it you that was for are with his they this have from one had but not"
    " what all were when your can there an each which she how their if will other about out"
    " then them these so some her would him has more could did who been its now my than i'm"
    " it's don't i'll you're that's let's here's yes i he we a an as in on at no or by do does be"
    " me go up am us over also just like only very any may should could get got make use used"
    " new see here want need let sure well good great okay thanks please die too man"
)

NEGATIONS: Final = (
    r"\b(?:no|not|never|none|nothing|nobody|neither|nor|without|cannot|hardly|stopped|quit)\b"
    r"|n['’]t\b"
)

HALLUCINATIONS: Final = phrases(
    "thank you|thank you very much|thanks for watching|thank you for watching|please subscribe|you|bye|bye bye|so|oh|okay|the end|subtitles by the amara org community"
)

"""How French is told from other languages, and what recognisers make of it."""

from typing import Final

from assistant.languages.language import phrases, words

COMMON_WORDS: Final = words(
    "le la les des et est un une du en que qui dans pour pas ne sur se ce il elle je tu nous"
    " vous ils avec plus par au aux mais ou où sont être cette ces son sa ses leur votre notre"
    " oui non merci bonjour bien ça va comment voici très c'est j'ai n'est qu'il l'on d'un d'une"
    " aujourd'hui fait"
)

NEGATIONS: Final = r"\b(?:ne|pas|jamais|plus|rien|personne|aucune?|sans|ni|non)\b|\bn['’]"

HALLUCINATIONS: Final = phrases(
    "sous titres réalisés par la communauté d amara org|sous titrage st 501|merci"
)

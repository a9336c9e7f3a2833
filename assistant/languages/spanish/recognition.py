"""How Spanish is told from other languages, and what recognisers make of it."""

from typing import Final

from assistant.languages.language import phrases, words

COMMON_WORDS: Final = words(
    "el la los las y es un una de que en por con no se del al lo su para como más pero sus le"
    " ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde está"
    " hola bien claro estoy eso son tiene puede usted gracias aquí hoy qué cómo fue ser"
)

TELLING_MARKS: Final = "¿¡"

NEGATIONS: Final = r"\b(?:no|nunca|jamás|nada|nadie|ning[uú]n\w*|sin|ni|tampoco|apenas)\b"

HALLUCINATIONS: Final = phrases(
    "subtítulos realizados por la comunidad de amara org|gracias|gracias por ver el video"
)

"""What models and servers write in Spanish questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(recomendado)", "(recomendada)"),
    other=phrases(
        "otro|otra|otros|otras|otra opción|otra cosa|algo diferente|algo distinto|otra respuesta"
    ),
    another=r"(?:una? )?otr[oa]s?(?: \w+){1,2}",
    specify=(
        "(?:por favor,? )?(?:especificar|especifica|especifique|especifícalo|indicar|indica"
        "|indique|describir|describe|describa|detallar|detalla|detalle|explicar|explica"
        "|explique)(?: (?:por favor|cuál|aquí))?|cuál"
    ),
    own_words=(
        "(?:escribir|introducir|ingresar|dar) (?:mi|tu|su) propia (?:respuesta|opción)"
        "|(?:mi|tu|su) propia respuesta|respuesta (?:libre|personalizada|propia)"
        "|texto libre"
    ),
    secret=(
        r"\b(?:contraseña|clave (?:api|privada|secreta|de acceso)|frase secreta"
        r"|token de acceso|tarjeta de crédito|pin)\b"
    ),
    forbidding=r"\b(?:no|nunca|jamás|sin|ningun\w*)\b",
    either_or=r"\b\w+,? (?:o|u)(?! no\b) \w+",
)

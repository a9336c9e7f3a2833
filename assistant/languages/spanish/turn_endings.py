"""How a Spanish turn ends that goes on."""

from typing import Final

from assistant.languages.language import TurnEndings, phrases, words

TURN_ENDINGS: Final = TurnEndings(
    sounds=words("y e o u pero porque aunque eh em mmm hm"),
    always=words(
        "el los las un unos unas de del al a con sin para por en mi mis tu tus su sus nuestro "
        "nuestra hasta desde entre hacia muy cuando que donde"
    ),
    bare=words("la lo una este como yo me te se"),
    starters=phrases(
        "puedes|me puedes|podrías|me podrías|puede|quiero|quisiera|me gustaría|necesito|dame|"
        "dime|muéstrame|ponme|pon|pon un temporizador|qué es|cuál es|dónde está"
    ),
    letter_nouns=words("opción letra respuesta"),
)

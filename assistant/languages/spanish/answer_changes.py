"""How answers are taken back in Spanish."""

from typing import Final

from assistant.languages.language import phrases

ANSWER_CORRECTIONS: Final = phrases(
    """
        en realidad|no en realidad|de hecho|espera|no espera|espere|perdón|perdona|no perdón|disculpa|quiero decir|quería decir
        perdón quería decir|no quería decir|quise decir|no quise decir|me equivoqué|mejor|no mejor|mejor dicho|o mejor|digo|no digo
        ay no|ah no|uy no|corrección|cámbialo a|cámbialo por|pensándolo bien
    """
)

DENIALS: Final = phrases("no")

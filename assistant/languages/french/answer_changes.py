"""How answers are taken back in French."""

from typing import Final

from assistant.languages.language import phrases

ANSWER_CORRECTIONS: Final = phrases(
    """
        en fait|non en fait|en fait non|attends|attendez|non attends|ah non|oh non|euh non|enfin non|pardon|non pardon|désolé|désolée
        je veux dire|je voulais dire|non je voulais dire|ou plutôt|plutôt|non plutôt|finalement|non finalement|oups|correction
        je rectifie|je préfère|mets plutôt|prends plutôt
    """
)

DENIALS: Final = phrases("non")

"""How a French turn ends that goes on."""

from typing import Final

from assistant.languages.language import TurnEndings, phrases, words

TURN_ENDINGS: Final = TurnEndings(
    sounds=words("et ou mais parce car donc or que euh heu hum hm ben puisque lorsque"),
    always=words(
        "le la les un une des du de d l mon ma mes ton ta tes son sa ses notre nos votre vos "
        "leur leurs pour sans dans chez à au aux sur vers entre par très quand"
    ),
    bare=words("en avec je tu il on ce cette ces quel quelle"),
    starters=phrases(
        "est-ce que|est-ce que tu peux|est-ce que vous pouvez|tu peux|peux-tu|pouvez-vous|"
        "pourrais-tu|pourriez-vous|je veux|je voudrais|j'aimerais|donne-moi|dis-moi|"
        "montre-moi|mets un minuteur|c'est|il y a|y a-t-il|où est|quel est|quelle est"
    ),
    letter_nouns=words("option lettre réponse"),
)

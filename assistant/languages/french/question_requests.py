"""What may be asked in French of a question that waits."""

from typing import Final

from assistant.languages.question_request import QuestionRequest

_LEAD: Final = (
    r"(?:(?:et|mais|alors|bon|ok|okay|attends|attendez|pardon|euh|oui|non|dabord) )*"
    r"(?:(?:peux tu|pouvez vous|tu peux|vous pouvez|pourrais tu|pourriez vous|est ce que tu peux|je voudrais|jaimerais|je veux) )?"
)
_TAIL: Final = (
    r"(?: (?:sil te plaît|sil vous plaît|encore|encore une fois|une fois de plus|à nouveau|de nouveau|maintenant|déjà"
    r"|pour moi|alors))*"
)
_SAY: Final = (
    r"(?:lis|lisez|relis|relisez|dis|dites|redis|donne|donnez|explique|expliquez|répète|répétez|rappelle|rappelez"
    r"|lire|relire|dire|donner|expliquer|répéter|entendre|connaître|me lire|me relire|me dire|me donner|mexpliquer"
    r"|me rappeler|me répéter)(?: (?:moi|nous))?"
)
_NOTE: Final = r"(?:contexte|note|remarque|explications?|arrière plan|informations de contexte|détails du contexte)"
_CHOICES: Final = r"(?:options|choix|réponses|possibilités)"
_BEFORE_THIS: Final = r"(?:précédente|dernière|antérieure)"
_WAS: Final = r"(?:était|cétait quoi|est)"
QUESTION_REQUESTS: Final = {
    QuestionRequest.ABOUT: (
        rf"{_LEAD}(?:dis moi )?(?:de quoi|il) (?:sagit il|il sagit|sagit|est il question|ça parle|parle t on"
        rf"|sagit de quoi|est question)(?: (?:ici|exactement|là|cette question))*{_TAIL}",
        rf"{_LEAD}(?:cest|ça) (?:à propos de|au sujet de|sur|pour|parle de) quoi{_TAIL}",
        rf"{_LEAD}(?:quel est le sujet|cest quoi le sujet)(?: de (?:la|cette) question)?{_TAIL}",
        rf"{_LEAD}(?:quest ce que tu me demandes|quest ce que vous me demandez|cest quoi cette question"
        rf"|pourquoi (?:tu |vous )?(?:me )?(?:demandes|demandez|poses|posez)(?: tu| vous)?(?: ça| cela| cette question)?){_TAIL}",
    ),
    QuestionRequest.NOTE: (
        rf"{_LEAD}{_SAY}(?: (?:la|le|les|un peu de|plus de|du|de la|une|toute la|tout le))? {_NOTE}"
        rf"(?: (?:de la question|de cette question))?{_TAIL}",
        rf"{_LEAD}(?:quel est|quelle est|quelles sont|cest quoi|quest ce que|y a t il|il y a|que dit)"
        rf" (?:le|la|les|une|un|du) {_NOTE}{_TAIL}",
        rf"{_LEAD}(?:le|la) (?:contexte|note){_TAIL}",
    ),
    QuestionRequest.OPTIONS: (
        rf"{_LEAD}{_SAY} (?:les|tous les|toutes les|mes) {_CHOICES}{_TAIL}",
        rf"{_LEAD}(?:quels sont|quelles sont|quels étaient|quelles étaient|cétait quoi|cest quoi)"
        rf" (?:les|mes) {_CHOICES}{_TAIL}",
        rf"{_LEAD}(?:les )?{_CHOICES}(?: (?:encore une fois|encore|à nouveau|de nouveau))+{_TAIL}",
    ),
    QuestionRequest.CHOSEN: (
        rf"{_LEAD}(?:dis moi )?(?:quest ce que|ce que) (?:jai|jai déjà|javais)"
        rf"(?: déjà)? (?:choisi|sélectionné|répondu|pris|dit|coché)(?: (?:avant|jusquici|ici|jusquà présent))*{_TAIL}",
        rf"{_LEAD}(?:quai je|jai|quest ce qui est|quest ce qui a été)(?: déjà)?"
        rf" (?:choisi|sélectionné|répondu|pris|dit|coché|présélectionné)(?: quoi)?(?: (?:avant|jusquici|ici))*{_TAIL}",
        rf"{_LEAD}(?:quelle?s? (?:option|réponse) )(?:ai je|jai|est) (?:déjà )?(?:choisie?|sélectionnée?|prise?){_TAIL}",
        rf"{_LEAD}(?:quelle?s? (?:est|était|sont|étaient)|cétait quoi|cest quoi)"
        rf" (?:ma réponse|mon choix|mes réponses|mes choix|ma sélection){_TAIL}",
    ),
    QuestionRequest.BEFORE: (
        rf"{_LEAD}(?:quelle {_WAS}|cétait quoi|cest quoi|quest ce que cétait)"
        rf" (?:la question (?:{_BEFORE_THIS}|avant|davant|juste avant)|la {_BEFORE_THIS} question){_TAIL}",
        rf"{_LEAD}{_SAY} (?:la question (?:{_BEFORE_THIS}|avant|davant)|la {_BEFORE_THIS} question){_TAIL}",
        rf"{_LEAD}(?:quest ce que tu mas demandé|quest ce que vous mavez demandé|tu mas demandé quoi)"
        rf" (?:avant|juste avant|tout à lheure){_TAIL}",
    ),
    QuestionRequest.KEEP: (
        rf"{_LEAD}(?:laisse|laissez|laisse le|laisse la|on laisse|je laisse|garde|gardez|on garde|je garde|je le garde|garde le)"
        rf"(?: (?:ça|cela|le choix|la sélection|ce qui est choisi|tout|comme ça|tel quel|comme cest))*{_TAIL}",
        rf"{_LEAD}(?:je reste|reste|on reste|restons)(?: (?:là dessus|sur ça|sur ce choix|comme ça|avec ça))+{_TAIL}",
        rf"{_LEAD}(?:tel quel|le choix par défaut|par défaut|la valeur par défaut|celui qui est choisi|celle qui est choisie){_TAIL}",
    ),
}

"""What everyday French answers open and close with, and what answers a question alone."""

from assistant.languages.lexicon import (
    CommandKind,
    PhraseMeaning,
    PhraseTag,
    commands,
    tagged,
)


def around_choice() -> dict[str, PhraseMeaning]:
    """Return what stands around a choice and says nothing: thanks, wishes, habits."""
    return {
        **tagged(
            PhraseTag.FILLER,
            "comme d'hab|comme d'habitude|comme toujours",
            "si ça ne te dérange pas|si ça te dérange pas",
            "si ça ne vous dérange pas|vu qu'il fait|j'ai envie d'un|j'ai envie d'une|j'ai envie de",
            "j'ai bien envie d'un|une tasse de|une tasse|un verre de|une part de|un morceau de",
            "un bol de|une assiette de|sûrement|surement|certainement|opte pour|j'opte pour",
            "de nouveau|finalement|au final|j'essaie|j'essaie le|je vais essayer|je vais essayer le",
            "je vais tester|je tenterais|on voudrait|on voudrait un|on veut|nous voulons",
            "tout le monde veut|ma femme veut|mon mari veut|les enfants veulent|rien ne vaut",
            "rien ne vaut un|un seul|une seule|rien qu'un|tu peux me faire un|tu peux me mettre",
            "tu peux mettre|vous pouvez mettre|un bon|un bon petit|un petit|une bonne|une petite",
            "bien chaud|bien chaude|bien frais|j'adore ça|j'adore|on part là-dessus|on fait ça",
            "c'est ce que je veux|c'est ce que je préfère|sans hésitation|sans hésiter",
            "ni une ni deux|allez hop|hop|du coup|du coup je prends|du coup on prend|mdr|ptdr|lol",
            "pls|merci d'avance|merci bien|merci à toi|comme la dernière fois|pour changer",
            "pour une fois",
        ),
    }


def plain_replies() -> dict[str, PhraseMeaning]:
    """Return what chooses all or nothing, puts off, asks back, or leaves the choice."""
    return {
        **tagged(
            PhraseTag.AFFIRM,
            "rien que|rien que le|rien que la|rien que les|que le|que la|que les|que du",
            "que de la|j'ai besoin de|j'ai besoin du|j'ai besoin de la|j'ai besoin d'un",
            "j'ai besoin d'une|il me faut|il me faut le|il me faut la|il nous faut",
        ),
        **tagged(
            PhraseTag.NONE,
            "je n'ai besoin de rien|j'ai besoin de rien|on n'a besoin de rien|aucun des cinq",
            "aucun des trois|aucun des quatre|aucune des trois|j'ai rien du tout",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "tu me conseilles quoi|tu conseilles quoi|que me conseilles-tu|que conseilles-tu",
            "lequel est|laquelle est|aide|aide-moi",
        ),
        **commands(
            CommandKind.DECIDE,
            "choisis|choisissez|choisis donc|choisis un|tranche",
        ),
        **commands(
            CommandKind.LATER,
            "je vais réfléchir|je vais y réfléchir|j'y réfléchis|je vais voir",
            "laisse-moi réfléchir un peu|je te dirai plus tard|je te dis plus tard|je te redis",
        ),
    }


def plain_answers() -> dict[str, PhraseMeaning]:
    """Return what is a yes or a no where nothing else is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "oki|okie|génial|fais ça|fais donc|si tu veux|si tu peux|si vous voulez|si vous pouvez",
            "si ça ne te dérange pas|sans doute|tout de suite|immédiatement|maintenant",
            "oui maintenant|banco|impec|si si|mais si|ben si",
            "oui carrément|carrément|grave|oui grave|je pense bien|ce serait pas de refus",
            "c'est pas de refus|pas de refus|je dis oui|on y va|allons-y|oui allons-y|oui fais-le",
            "oui fais donc|oui vas-y|il est temps|il serait temps|quand tu veux|oui merci bien",
            "oui je veux bien|ah oui|oh oui|eh oui|euh oui|ok vas-y|ok fais-le|ok fais",
            "c'est bon vas-y|merci ce serait gentil|tu serais gentil|tu serais gentille",
            "tu m'obliges|t'inquiète vas-y",
        ),
        **tagged(PhraseTag.YES, "s'il te plaît|s'il vous plaît|stp|svp", is_weak=True),
        **tagged(
            PhraseTag.NO,
            "non ça va|non ça ira|non ça va merci|non c'est bon|non c'est bon merci",
            "c'est bien comme ça|non c'est bien comme ça|ça va comme ça|non ça va comme ça",
            "c'est bon comme ça|non c'est bon comme ça|laisse comme ça|non laisse comme ça",
            "laisse ouvert|laisse fermé|laisse allumé|laisse éteint|évidemment non|évidemment pas",
            "ah non|oh non|euh non|enfin non|bah non|ben non|pardon non|non désolé",
            "non désolée|désolé non|désolée non|peut-être pas|sans doute pas|sûrement pas",
            "j'ai pas envie|je n'ai pas envie|pas envie|ça me dit rien|ça ne me dit rien",
            "non vraiment pas|vraiment pas|pas cette fois|pas ce soir|non pas ce soir",
            "pas aujourd'hui|pas pour l'instant|non pas pour l'instant|pas pour le moment",
            "non pas pour le moment|c'est déjà fait|déjà fait|je l'ai déjà fait|n'y pense pas",
            "laisse donc|laisse va|non va|non non ça va|non t'inquiète|t'inquiète non|pas trop",
            "bof non|je passe|je préfère pas|non je préfère pas|merci mais non|merci ça ira",
        ),
        **tagged(
            PhraseTag.UNSURE,
            "ça va|ça va merci|bof|mouais bof",
        ),
    }

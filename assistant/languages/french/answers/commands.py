"""What may be asked for in French instead of choosing."""

from assistant.languages.lexicon import CommandKind, PhraseMeaning, commands


def command_phrases() -> dict[str, PhraseMeaning]:
    """Return what asks for something instead of choosing."""
    return {
        **commands(
            CommandKind.REPEAT,
            "tu peux redire|vous pouvez redire|peux-tu redire|pouvez-vous redire|redire|redis-le s'il te plaît|répète|répétez|répéter|répète s'il te plaît|répétez s'il vous plaît|peux-tu répéter|pouvez-vous répéter|encore une fois|redites",
            "redis-le|redis ça|comment ça|tu peux répéter|vous pouvez répéter|je n'ai pas compris|j'ai pas compris|je n'ai pas entendu",
            "j'ai pas entendu|quelles sont les options|quels sont les choix|quelles étaient les options|quels étaient les choix|relis|relisez|relire",
            "relis les options|relis la question|lis encore|qu'est-ce que tu as dit|qu'as-tu dit|qu'avez-vous dit|qu'est-ce que vous avez dit|hein quoi",
            "une fois de plus|quelle était la question|c'est quoi les options|lis les options|répète la question|répétez la question|tu as dit quoi",
            "répète les options|répétez les options|encore|recommence|recommencez|redis-moi|redites-moi|quoi déjà|répète-moi ça|peux-tu répéter s'il te plaît",
        ),
        **commands(CommandKind.REPEAT, "pardon|comment|quoi", is_weak=True),
        **commands(
            CommandKind.SLOWER,
            "plus lentement|moins vite|doucement|plus doucement|lentement|ralentis|ralentissez|trop vite|c'est trop rapide|trop rapide|parle plus lentement",
            "parlez plus lentement|parle moins vite|parlez moins vite|un peu plus lentement|un peu moins vite|pas si vite|c'est trop vite|tu parles trop vite",
            "vous parlez trop vite|lis plus lentement|peux-tu ralentir|pouvez-vous ralentir|va moins vite|c'était trop vite",
        ),
        **commands(
            CommandKind.EXPLAIN,
            "c'était quoi|c'était quoi déjà|quelle était|quel était",
            "explique|expliquez|expliquer|explique-moi|expliquez-moi|décris|décrivez|parle-moi de|parlez-moi de|parle-moi du|dis-m'en plus",
            "dites-m'en plus|dis-m'en plus sur|plus de détails|plus de détails sur|détails|détaille|détaillez|qu'est-ce que ça veut dire",
            "que veut dire|que signifie|qu'est-ce que signifie|en savoir plus sur|plus d'informations|plus d'informations sur|plus d'infos sur|plus d'infos",
            "peux-tu expliquer|pouvez-vous expliquer|peux-tu m'expliquer|pouvez-vous m'expliquer|ça veut dire quoi|c'est-à-dire|explication|précise|précisez",
            "en quoi consiste|description de|description|je veux en savoir plus sur|j'aimerais en savoir plus sur|tu peux expliquer|tu peux m'expliquer",
        ),
        **commands(
            CommandKind.COMPARE,
            "en quoi|diffère|diffère de|diffèrent|en quoi est différent",
            "compare|comparez|comparer|différence|différences|quelle est la différence|quelle est la différence entre|la différence|la différence entre",
            "différence entre|quelles sont les différences|quelles sont les différences entre|c'est quoi la différence|c'est quoi la différence entre",
            "qu'est-ce qui différencie|explique la différence|explique la différence entre|en quoi diffèrent|comparaison|comparaison entre|par rapport à",
            "qu'est-ce qui change entre|y a quoi comme différence|y a-t-il une différence entre|explique-moi la différence|explique-moi la différence entre",
            "lequel est le mieux|laquelle est la mieux|lequel est meilleur|laquelle est meilleure|les différences entre|les différences",
        ),
        **commands(
            CommandKind.BACK,
            "retour|reviens|revenez|revenir|retourne|retourne en arrière|reviens en arrière|revenir en arrière|en arrière|question précédente|retour en arrière",
            "la question précédente|reviens à la question précédente|revenir à la question précédente|retour à la question précédente|précédente|précédent",
            "la question d'avant|question d'avant|recule|annule la dernière réponse|reviens à la précédente|on revient en arrière|dernière question",
        ),
        **commands(
            CommandKind.SKIP,
            "passe|passer|passez|passe cette question|passer cette question|passe à la suivante|passe à la question suivante|question suivante|saute",
            "sauter|sautez|saute cette question|la question suivante|suivante|suivant|ignore|ignore cette question|ignorer|pas de réponse|je passe|on passe",
            "passons|passons à la suite|on saute|sauter cette question|passer à la suivante|passer à la question suivante|passons à la question suivante",
        ),
        **commands(
            CommandKind.MORE,
            "plus d'options|d'autres options|page suivante|continue à lire|continue de lire|la suite|quoi d'autre|quoi encore|y en a d'autres|ensuite|et ensuite",
            "lis la suite|il y en a d'autres|continue|continuez|lis le reste|lisez le reste|encore d'autres|les suivantes|les suivants|il y a d'autres options|continue la lecture",
        ),
        **commands(
            CommandKind.CANCEL,
            "annule|annuler|annulez|annule ça|laisse tomber|laissez tomber|oublie|oublie ça|oubliez|oubliez ça|arrête|arrêtez|arrête ça|arrêter|abandonne",
            "abandonner|on arrête|ça suffit|quitte|quitter|je veux annuler|je veux arrêter|annule tout|stoppe|terminé|laisse-moi tranquille|annuler ça|on annule",
        ),
        **commands(CommandKind.CANCEL, "stop", is_weak=True),
        **commands(
            CommandKind.DECIDE,
            "choisis pour nous|choisissez pour nous|décide pour nous",
            "ça m'est complètement égal|ça m'est totalement égal|peu m'importe|c'est à toi de voir|c'est à vous de voir|comme bon te semble",
            "décide à ma place|décidez à ma place|choisis à ma place|choisissez à ma place|je te fais confiance|décide|décidez|tu décides|vous décidez|c'est toi qui décides|c'est vous qui décidez|à toi de choisir|à vous de choisir|à toi de décider|à vous de décider",
            "choisis toi-même|choisis pour moi|choisissez pour moi|choisis toi|décide toi-même|décide pour moi|décidez pour moi|comme tu veux|comme vous voulez|peu importe",
            "ça m'est égal|cela m'est égal|n'importe lequel|n'importe laquelle|n'importe|n'importe quoi|n'importe lesquels|je m'en fiche|je m'en fous|au choix|à ton avis",
            "tu choisis|vous choisissez|tu peux choisir|vous pouvez choisir|c'est toi qui choisis|c'est toi qui vois|c'est vous qui voyez|tu peux décider|vous pouvez décider",
            "je te laisse choisir|je te laisse décider|je vous laisse choisir|je vous laisse décider|surprends-moi|surprenez-moi|pas de préférence|je n'ai pas de préférence",
            "l'un ou l'autre|celui que tu veux|celle que tu veux|ce que tu veux|ce que vous voulez|fais comme tu veux|ça ne fait rien|comme tu préfères|je n'ai aucune préférence",
        ),
        **commands(
            CommandKind.LATER,
            "pas pour le moment|pas pour l'instant|je te dirai plus tard|je vous dirai plus tard",
            "demande-le-moi plus tard|pose-moi la question plus tard|plus tard|demande-moi plus tard|demandez-moi plus tard|redemande-moi plus tard|pas maintenant|une autre fois|redemande plus tard|demande plus tard",
            "on verra plus tard|rappelle-moi plus tard|rappelez-moi plus tard|demain|demande-moi demain|tout à l'heure|pas tout de suite|pas encore|peut-être plus tard|pas aujourd'hui",
            "je répondrai plus tard|je déciderai plus tard|on verra|à plus tard|remettons ça à plus tard|on fera ça plus tard|plus tard s'il te plaît|repose-moi la question plus tard",
        ),
        **commands(
            CommandKind.OTHER,
            "aucun ne marche|aucune ne marche|aucun ne va|aucune ne va|aucun ne me va|aucune ne me va|un autre jour",
            "aucun ne me convient|aucune ne me convient|autre chose|aucun d'eux|aucune d'elles|aucun des deux|aucune des deux|aucun d'entre eux|aucune d'entre elles|aucun de ceux-là|aucune de celles-là|ni l'un ni l'autre",
            "ni l'une ni l'autre|aucune de ces options|aucun de ces choix|aucune des options|aucun des choix|rien de tout ça|rien de tout cela|rien de ça|rien de cela",
            "une autre option|un autre choix|quelque chose d'autre|quelque chose de différent|je veux autre chose|ma propre réponse|rien ne convient",
            "aucun ne convient|aucune ne convient|j'ai une autre idée|je préfère autre chose|aucun de ceux-ci|aucune de celles-ci|aucun des quatre|aucune des quatre|aucun des trois",
            "aucune des trois|aucun ne me plaît|aucune ne me plaît|je voudrais autre chose|aucun de ces|rien de tel|aucune proposition|aucune des propositions|aucune de ces réponses",
            "pas un seul|aucun de tout ça|quelque chose d'autre s'il te plaît|je n'en veux aucun|je n'en veux aucune|je ne veux aucun d'eux|je ne veux aucune d'elles",
        ),
        **commands(CommandKind.OTHER, "autres|différent|un autre|une autre", is_weak=True),
        **commands(CommandKind.OTHER, "non merci|merci non|rien merci|pour moi rien|sans façon"),
        **commands(
            CommandKind.DECIDE,
            *(f"{word} {rest}" for word in ("où", "quand", "comme", "qui", "celui que", "celle que") for rest in ("tu veux", "vous voulez", "tu préfères", "vous préférez", "ça t'arrange", "ça vous arrange")),
            "n'importe où|n'importe quand|n'importe qui|n'importe comment|l'une ou l'autre|tire à pile ou face|c'est toi l'expert|c'est vous l'expert|peu importe où|peu importe quand",
        ),
        **commands(
            CommandKind.LATER,
            "je vais dormir dessus|la nuit porte conseil|je ferai ça demain|je ferai ça la semaine prochaine|je le ferai demain|redemande-moi demain|redemandez-moi demain|demande-moi demain|je dois d'abord demander|il faut que je demande|je te redis|je vous redis",
        ),
    }  # fmt: skip

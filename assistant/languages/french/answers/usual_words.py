"""The words of French answers that name nothing, and the usual yes and no."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def function_words() -> dict[str, PhraseMeaning]:
    """Return what surrounds a choice and does not change it: particles, hedges, politeness."""
    return tagged(
        PhraseTag.FILLER,
        "en partant du haut|à partir du haut|en haut|d'en haut|s'il te plaît|s'il vous plaît",
        "s'il te plait|s'il vous plait|stp|svp|si possible|si c'est possible",
        "si ça ne vous dérange pas|si ça te dérange pas|si vous voulez bien|si tu veux bien",
        "ce serait bien|ce serait parfait|ce serait super|ce serait top|ce serait l'idéal",
        "serait bien|serait parfait|c'est bien|c'est parfait|c'est très bien|c'est mieux",
        "c'est bon|c'est ok|est très bien|est parfait|est mieux|ira très bien|ça ira",
        "ça ira très bien|ça m'ira|ça m'ira très bien|m'ira très bien|me va|me va bien",
        "me va très bien|ça me va|ça nous va|me convient|ça me convient|convient",
        "fera l'affaire|ça fera l'affaire|suffira|je crois|je pense|je trouve|je dirais",
        "à mon avis|franchement|honnêtement|sincèrement|évidemment|naturellement|bien sûr",
        "certainement|sans hésiter|sans doute|comme d'habitude|comme toujours|comme j'ai dit",
        "comme je l'ai dit|je l'ai déjà dit|j'ai déjà dit|je vous ai dit|je t'ai dit|j'ai dit",
        "je vous l'ai dit|je te l'ai dit|aujourd'hui|ce soir|ce matin|cette fois",
        "cette fois-ci|maintenant|alors|donc|finalement|au final|après tout|en fait|du coup",
        "bon|ben|bah|eh bien|eh ben|euh|heu|hum|hmm|ah|oh|ouais alors|allez|voilà|tiens|bref",
        "enfin|simplement|tout simplement|pour moi|pour nous",
        "pour ma part|quant à moi|je vais prendre|je vais choisir|je vais partir sur",
        "on va prendre|on va dire|on part sur|je pars sur|partons sur|je reste sur",
        "restons sur|je me décide pour|j'opte pour|j'opterais pour|je penche pour|je prendrai",
        "je prendrais|je prendrais bien|je voudrais bien|j'aimerais bien|j'aimerais avoir",
        "je souhaite|je souhaiterais|donnez-moi|donne-moi|mets-moi|mettez-moi|mets|mettez",
        "pourrais-je avoir|puis-je avoir|est-ce que je peux avoir|je peux avoir|on peut avoir",
        "vous pouvez mettre|tu peux mettre|appelé",
        "appelée|nommé|du côté|la taille|taille|couleur|version|mon ami|les amis|merci",
        "merci bien|merci beaucoup|merci d'avance|super|parfait|génial|d'accord|avec plaisir",
        "volontiers|de préférence|plutôt bien|haha|mdr|lol",
    )


def usual_words() -> dict[str, PhraseMeaning]:
    """Return the usual yes and no, what asks, and what names nothing."""
    return {
        **tagged(
            PhraseTag.YES,
            "oui|ouais|ouaip|bien sûr|d'accord|ok|okay|absolument|certainement|volontiers|vas-y|allez-y|c'est bon",
            "exact|exactement|tout à fait|c'est ça oui|parfait|entendu|bien|très bien|c'est exact|c'est juste",
            "pourquoi pas|pas de problème|avec plaisir|je veux bien|oui s'il te plaît|oui s'il vous plaît|fais-le|faites-le|carrément",
            "évidemment|ça marche|ça me va|ça va|correct|vrai|c'est vrai|je suis d'accord|bonne idée|super|affirmatif|pas de souci",
            "mais oui|ben oui|bah oui|oui oui|effectivement|en effet|vas y|allez y|bien entendu|c'est parti",
        ),
        **tagged(
            PhraseTag.NO,
            "non|nan|non merci|pas question|certainement pas|pas vraiment|bien sûr que non|absolument pas|non non",
            "surtout pas ça|faux|c'est faux|ce n'est pas ça|ce n'est pas bon|négatif|je ne veux pas ça|je crois pas|je ne crois pas",
            "ne fais pas ça|ne faites pas ça|ne le fais pas|ne le faites pas|je préfère pas|je ne préfère pas|mais non|hors de question|incorrect",
            "pas d'accord|je ne suis pas d'accord|ça ne me va pas|pas cette fois|je pense pas|je ne pense pas|il ne faut pas|ah non",
        ),
        **tagged(
            PhraseTag.UNSURE,
            "je ne sais pas|je sais pas|j'en sais rien|je n'en sais rien|aucune idée|pas sûr|pas sûre|peut-être|chais pas",
            "je ne suis pas sûr|je ne suis pas sûre|je suis pas sûr|je suis pas sûre|difficile à dire|laisse-moi réfléchir|j'hésite",
            "une seconde|un instant|un moment|une minute|attends une seconde|laissez-moi réfléchir|je réfléchis|il faut que je réfléchisse|je ne sais pas encore|je sais pas encore|éventuellement",
            "je ne sais pas trop|je sais pas trop|sais pas|je ne sais plus|peut être|je n'arrive pas à me décider|possible",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "qu'est-ce que|qu'est-ce que c'est|qu'est-ce|quoi|quel|quelle|quels|quelles|quel est|quelle est|lequel|laquelle",
            "pourquoi|comment|combien|qui|quand|où|est-ce que|est-ce|est-ce qu'|y a-t-il|c'est quoi|que|lequel est|laquelle est",
            "peux-tu|pouvez-vous|que fait|que veut|combien coûte|qu'est-ce qui|est-il|est-elle|à quoi",
            is_weak=True,
        ),
        **tagged(
            PhraseTag.FILLER,
            "disons|me convient|me va|me va bien|c'est mieux|je vote pour|je prendrais bien",
            "dis|dire|dites|le|la|les|du|de|des|ce|cet|cette|ces|je|je veux|je voudrais|j'aimerais|je prends|je vais prendre|prends|prenez",
            "prendre|je choisis|choisis|choisissez|je préfère|je préférerais|je préfèrerais|s'il te plaît|s'il vous plaît|merci|euh|heu|hum|hein",
            "ben|bah|bon|alors|donc|eh bien|disons|je dirais|je dirai|je pense|je crois|je crois que|je pense que|c'est|ce sera|ça sera|ça serait",
            "ce serait|option|choix|numéro|réponse|mettez|mets|donne-moi|donnez-moi|va pour|allons-y pour|on prend|on va prendre|prenons|on choisit",
            "je vote pour|je vote|pour|moi|pour moi|d'eux|d'entre eux|d'entre elles|parmi|mon choix est|ma réponse est|mon choix c'est|merci beaucoup",
            "je vais choisir|j'opte pour|optons pour|j'opte|juste|simplement|seulement|là|voilà|hmm|ah|oh|ok alors|bon alors|en fait|finalement",
            "il me faut|j'ai choisi|je veux celui|celui avec|celle avec|celui de|celle de|avec|qui s'appelle|appelé|appelée|nommé|sur|dans|en|liste",
            "dans la liste|de la liste|de préférence|probablement|sans doute|le mieux|mieux|meilleur|meilleure|c'est le mieux|est|serait|sera|utilise",
            "utilisons|utilisez|on utilise|coche|cochez|ajoute|ajoutez|j'aime|je prendrai|je prendrais|je vais opter pour|et bien|très volontiers la",
            "s'il te plait|s'il vous plait|stp|svp|allez|salut|aujourd'hui|maintenant|cette fois|cette fois-ci|d'abord|on y va avec|vas-y pour|on part sur",
            "je pars sur|partons sur|tiens|proposition|possibilité|choisir|vouloir|me|nous|on|l'option|l'un|nous prenons|nous choisissons|nous voulons|je garde",
        ),
        **tagged(PhraseTag.FILLER, "devant|devant la|devant le|près de|près du|chez|en face de|en face du|à côté de|à côté du"),
    }  # fmt: skip

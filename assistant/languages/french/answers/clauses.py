"""What joins, denies and explains in French answers."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def joins() -> dict[str, PhraseMeaning]:
    """Return what joins and takes back what is named."""
    return {
        **tagged(
            PhraseTag.AND,
            "+|et|plus|aussi|ainsi que|avec aussi|et puis|puis|et aussi|et la|&",
        ),
        **tagged(PhraseTag.TO, "à|a|au|jusqu'à|jusqu'au|jusqu'à la|à la|~"),
        **tagged(
            PhraseTag.NOT,
            "pas encore un|pas encore une|pas encore du|pas encore des|pas encore de la|pas|pas du tout|surtout pas|non pas|jamais|sauf pas|je ne veux pas|je veux pas|je n'aime pas",
            "j'aime pas|ni|mais pas|et pas|plutôt pas|je ne prends pas|je prends pas|je ne prendrai pas|évite",
            "je déteste|enlève|retire|ne prends pas|ne choisis pas|n'importe lequel sauf pas|je ne choisis pas",
            "je ne voudrais pas|je n'en veux pas de|ce n'est pas|c'est pas",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "sauf|excepté|à part|hormis|à l'exception de|à l'exception du|hors|tout sauf|tous sauf|toutes sauf",
            "mis à part|en dehors de|tout à part|tous à part|toutes à part|tout excepté|tous excepté",
            "n'importe lequel sauf|tout sans|tous sans|à l'exclusion de|n'importe quoi sauf|toutes hormis",
        ),
        **tagged(PhraseTag.BUT, "mais|mais plutôt|mais bien|plutôt"),
        **tagged(
            PhraseTag.CORRECTION,
            "attends|attendez|enfin|pardon non|je veux dire|je voulais dire|ou plutôt|correction|une seconde non",
            "non attends|non attendez|plutôt non|désolé|désolée|oups|non pardon|excuse-moi non|euh non",
        ),
    }


def clauses() -> dict[str, PhraseMeaning]:
    """Return what denies, compares and gives reasons."""
    return {
        **tagged(PhraseTag.OR, "ou|ou bien|ou alors|ou peut-être"),
        **tagged(
            PhraseTag.AFFIRM,
            "allons|allons à|allons au|allons aux|je serais plutôt partant pour|je serais plutôt partante pour|je serais partant pour|je serais partante pour|je serais plutôt pour|je suis plutôt pour|je prends|je veux|je voudrais|je préfère|juste|seulement|uniquement|mets|mettez|plutôt|donne-moi|prends|va pour|je vais prendre|maintenant c'est|il me faut|ce soir juste|on prend|suffit",
        ),
        **tagged(
            PhraseTag.SO,
            "donc|alors|du coup|c'est pourquoi|par conséquent|alors plutôt|donc plutôt|ce sera donc",
        ),
        **tagged(
            PhraseTag.BECAUSE,
            "parce que|parce qu'|car|puisque|vu que|à cause de|pour l'instant|pour le moment|dans un premier temps|même si|même si c'est|bien que|bien qu'|quoique|quitte à",
        ),
        **tagged(
            PhraseTag.CONDITION,
            "sinon|à moins que|à moins qu'|sauf si|à condition que|tant que|ça dépend|selon|en cas de|seulement si|au cas où|dès que|quand|après|avant|plus de|moins de|au moins|au plus|entre|au-dessus de|en dessous de|à partir de|s'il|s'ils|s'il y a|si jamais",
        ),
        **tagged(PhraseTag.CONDITION, "si", is_doubtful=True),
        **tagged(
            PhraseTag.PAST,
            "avant je|c'était|était|étaient|avais|j'avais|j'ai eu|jusqu'ici|jusqu'à présent|pour l'instant c'est|en ce moment|la dernière fois|au début|d'habitude|hier|ce matin|j'adore|j'aimais|je prenais|je pensais|actuellement|la semaine dernière",
        ),
        **tagged(
            PhraseTag.EXCESS,
            "trop|est trop|c'est trop|sont trop|un peu trop|bien trop|beaucoup trop|ça fait trop",
        ),
        **tagged(PhraseTag.LINK, "c'est|fait|ça fait"),
        **tagged(PhraseTag.LINK, "est|sont", is_doubtful=True),
        **tagged(
            PhraseTag.MODIFIER,
            "demi|demie|et demie|une demi|un demi|quart|trois quarts|moitié|la moitié|double|presque",
        ),
        **tagged(
            PhraseTag.OBJECTION,
            "objection|objections|inconvénient|contre|réserve|remarque|rien contre",
        ),
        **tagged(
            PhraseTag.NOT,
            "sans|pas de|pas d'|pas la|pas le|pas les|au lieu de|au lieu du|plutôt que|aucun|aucune|plus de|je n'ai pas de|j'ai pas de|j'ai pas|je n'ai pas|écrase|jette|supprime pas|ne supprime pas|rien de|ni la|ni le|n'aime pas|à la place de|à la place du",
        ),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "peut attendre|peuvent attendre|attendra|attendront|c'est non|ne marche pas|est prise|est pris|ne convient pas|ça ne va pas|n'aime pas ça",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "n'importe où sauf|n'importe qui sauf|tout le monde sauf|partout sauf|tous les jours sauf",
        ),
        **tagged(
            PhraseTag.BUT,
            "mais|mais plutôt|mais bien|plutôt|par contre|en revanche|cependant|mais ce soir|mais aujourd'hui|mais là",
        ),
        **tagged(
            PhraseTag.CORRECTION,
            "ah non|non plutôt|non attends|euh non|enfin non|non pardon|non en fait|en fait non|non finalement|finalement|oh non|non non|attends non|ou non|non je veux dire",
        ),
        **tagged(PhraseTag.AND, "aussi|également|en plus", is_weak=True),
        **tagged(PhraseTag.NOT, "sans", is_weak=True),
        **tagged(PhraseTag.AFFIRM, "suffit|suffisent|ça suffit|suffira|mettez|allez|juste les"),
        **tagged(
            PhraseTag.EXCESS,
            "pas assez|c'est pas assez|ce n'est pas assez|c'est trop peu|trop peu|ne suffit pas|c'est peu",
        ),
        **tagged(
            PhraseTag.ALL,
            *(f"les {count} autres" for count in ("deux", "trois", "quatre", "cinq", "six")),
            "le reste|tout le reste|les autres|tous les autres|tous les jours|chaque jour|la totale|quotidiennement",
        ),
        **tagged(
            PhraseTag.LEAST,
            "le plus court|plus court|plus petit|plus petite|le plus petit|le plus tôt|le plus tôt possible|au plus tôt|plus tôt possible|le minimum|minimum|le moins possible|moins possible|plus ancien|plus ancienne|le plus bas|plus petit nombre|le moins",
        ),
        **tagged(
            PhraseTag.GREATEST,
            "le plus long|plus long|plus grand|plus grande|le plus grand|le plus tard|le plus tard possible|au plus tard|plus tard possible|le maximum|maximum|le plus possible|plus possible|plus récent|plus récente|la plus récente|le plus récent|dernière version|le plus haut|plus grand nombre|le plus",
        ),
        **tagged(
            PhraseTag.WORKDAYS,
            "en semaine|la semaine|les jours ouvrés|jours ouvrés|jours de semaine|les jours de semaine|du lundi au vendredi",
        ),
        **tagged(
            PhraseTag.WEEKEND, "le week-end|week-end|weekend|le weekend|les week-ends|ce week-end"
        ),
        **tagged(
            PhraseTag.FILLER,
            "par|mon|ma|mes|notre|nos|@|honnêtement|toujours|encore|côté|à la fois|un peu|chez moi",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "combien|quoi|combien de|il reste combien|il y a quoi|ça coûte combien|pourquoi",
        ),
        **tagged(PhraseTag.BECAUSE, "pour que|comme ça je|afin de|afin que"),
        # Thinking aloud, before the answer.
        **tagged(
            PhraseTag.UNSURE,
            "laissez-moi réfléchir|laisse-moi réfléchir|voyons|voyons voir|attendez voir|un instant|une seconde",
            is_weak=True,
        ),
        **tagged(PhraseTag.PAST, "j'allais dire|j'allais prendre|j'ai failli dire"),
        **tagged(PhraseTag.PAST, "d'habitude|normalement|la dernière fois|en général"),
        **tagged(PhraseTag.CORRECTION, "pardon|non pardon|oups|au temps pour moi|je rectifie"),
    }

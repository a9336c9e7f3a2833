"""What answers a question of yes or no in French."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def yes_or_no() -> dict[str, PhraseMeaning]:
    """Return what means something else where only yes or no is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "yes|yep|o|ouip|mouais|ouaiis|okay d'accord|sans problème|aucun problème|aucun souci|pas d'objection|ça roule|je suis pour|j'approuve|bien volontiers|nickel|impeccable|top|c'est parfait|je confirme|valide|je valide|👍|👌|✅|ok c'est bon|ok pour moi|moi ça me va|je t'en prie|fonce|go|oh oui|oui bien sûr|pkoi pas|envoie|ça me convient|y a pas de souci",
        ),
        **tagged(
            PhraseTag.NO,
            "nope|nan merci|n|pas la peine|ce n'est pas la peine|laisse|laisse-les|laisse tomber|garde-les|non surtout pas|jamais de la vie|sûrement pas|👎|❌|oh non|il vaut mieux pas|mieux vaut pas|vaut mieux pas|pas du tout|c'est non|je refuse|inutile|hors de question",
        ),
        **tagged(PhraseTag.QUESTION, "tu es sûr|tu es sûre|vous êtes sûr|vous êtes sûre|vraiment"),
        **tagged(
            PhraseTag.NO,
            "non non|évidemment que non|pas du tout|ça ne va pas non|certainement pas|jamais",
        ),
        **tagged(
            PhraseTag.YES,
            "dac|c bon|faites donc|j'ai rien contre|je n'ai rien contre|je n'y vois pas d'inconvénient|je ne vois pas d'inconvénient|aucun inconvénient",
        ),
        **tagged(
            PhraseTag.YES, "je ne dis pas non|je dis pas non|je ne dirais pas non|je dirais pas non"
        ),
        **tagged(PhraseTag.QUESTION, "combien|quoi"),
        # Verbs that rule an option out; here the question may be about just that.
        **tagged(PhraseTag.UNKNOWN, "écrase|jette|enlève|retire|évite"),
        # "You are welcome" answers thanks.
        **tagged(PhraseTag.UNSURE, "de rien|il n'y a pas de quoi|pas de quoi"),
        **tagged(PhraseTag.NO, "non merci|merci non|rien merci|pour moi rien|sans façon"),
        **tagged(
            PhraseTag.NO,
            "pas nécessaire|ce n'est pas nécessaire|c'est pas nécessaire|pas la peine|ce n'est pas la peine|c'est pas la peine|inutile|pas besoin|il n'y a pas besoin|je n'en ai pas besoin|ce ne sera pas nécessaire|surtout pas",
        ),
        **tagged(
            PhraseTag.YES,
            "je n'y vois pas d'inconvénient|aucun inconvénient|pas d'objection|aucune objection|je ne vois pas pourquoi pas|ui|wi|ouep|ouaip|vas-y|allez-y",
        ),
        **tagged(
            PhraseTag.YES,
            *(
                f"{head} {praise}"
                for head in ("ce serait", "ça serait", "c'est", "ça me paraît", "ça a l'air")
                for praise in (
                    "super",
                    "bien",
                    "parfait",
                    "génial",
                    "gentil",
                    "sympa",
                    "top",
                    "formidable",
                    "utile",
                    "bon",
                    "très bien",
                    "très gentil",
                )
            ),
            *(
                f"{head} {verb}"
                for head in ("j'en", "on en", "nous en")
                for verb in (
                    "ai un",
                    "ai une",
                    "ai déjà un",
                    "ai déjà une",
                    "a un",
                    "a une",
                    "avons un",
                    "avons une",
                    "ai bien un",
                )
            ),
            "c'est ça|c'est bien ça|c'est celui-là|c'est celle-là|c'est lui|c'est elle|celui-là même|c'est exact|exact|oui voilà|voilà|tout juste|vous pouvez|tu peux|vous avez le droit|permission accordée|accordé|bonne idée|excellente idée|très bonne idée|bien volontiers|avec joie|je n'attendais que ça|je suis pour|je suis d'accord|ça me plairait|ça me va|ça me convient|j'aimerais bien|j'adorerais|et comment|sans aucun doute|sans hésiter|assurément|évidemment|naturellement|bien entendu|oui tu peux|oui vous pouvez|je le suis|ok pour moi|merci oui|oui merci|mais oui|mais bien sûr|pas faux|c'est vrai",
        ),
        **tagged(
            PhraseTag.NO,
            *(
                f"{head} pas"
                for head in (
                    "je n'en ai",
                    "j'en ai",
                    "je n'ai",
                    "tu ne peux",
                    "vous ne pouvez",
                    "tu peux",
                    "vous pouvez",
                    "ce n'est",
                    "c'est",
                    "je ne veux",
                    "je veux",
                    "je ne préfère",
                    "je préfère",
                    "je ne crois",
                    "je ne pense",
                    "celui-là",
                    "celle-là",
                )
            ),
            "non l'autre|pas celui-là|pas celle-là|pas ça|c'est pas ça|ce n'est pas ça|c'est pas celui-là|c'est pas le bon|ce n'est pas le bon|jamais|jamais eu|non jamais|refusé|interdit|pas intéressé|pas intéressée|ça ne m'intéresse pas|aucun intérêt|je le ferai moi-même|je m'en charge|je peux le faire moi-même|je me débrouille|ça ira merci|ça ira|inutile|c'est inutile|pas nécessaire|ce n'est pas nécessaire|n'y pense même pas|jamais de la vie|pas la moindre envie|sûrement pas|certainement pas|absolument pas|en aucun cas|je suis contre|je m'y oppose|merci non|mais non|hors de question|ni maintenant ni jamais|je ne suis pas d'accord|pas que je sache|faux|c'est faux|très peu pour moi|sans façon|non tu ne peux pas|non vous ne pouvez pas",
        ),
    }

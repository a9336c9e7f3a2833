"""The words of French."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from assistant.languages.asides import asides, endings, hedges, limits
from assistant.languages.extremes import extremes
from assistant.languages.language import (
    Backchannels,
    FarewellReplies,
    Language,
    NumberWords,
    Pronunciation,
    ReadOnReplies,
    SentenceBreaks,
    SpokenPhrases,
    StopCommands,
    TurnEndings,
    phrases,
    words,
)
from assistant.languages.lexicon import (
    CommandKind,
    Lexicon,
    PhraseMeaning,
    PhraseTag,
    WritingScript,
    commands,
    tagged,
)
from assistant.languages.list_positions import Numerals, places
from assistant.languages.question_request import QuestionRequest

_CARDINALS: Final = (
    "zéro un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
    " seize dix-sept dix-huit dix-neuf vingt"
).split()
_ORDINALS: Final = (
    "premier|première|premiers|premières|premiere",
    "deuxième|deuxièmes|second|seconde|seconds|deuxieme",
    "troisième|troisièmes|troisieme",
    "quatrième|quatrièmes|quatrieme",
    *(
        f"{stem}ième|{stem}ieme"
        for stem in (
            "cinqu six sept huit neuv dix onz douz treiz quatorz quinz seiz dix-sept dix-huit"
            " dix-neuv vingt"
        ).split()
    ),
)

_NUMBERS: Final = NumberWords(
    cardinals={n: tuple(forms.split("|")) for n, forms in enumerate(_CARDINALS)},
    ordinals={n: tuple(forms.split("|")) for n, forms in enumerate(_ORDINALS, start=1)},
)


def _positions() -> dict[str, PhraseMeaning]:
    return {
        **places(
            Numerals(
                cardinals=_CARDINALS,
                ordinals=_ORDINALS,
                written=(
                    "{}e",
                    "{}ème",
                    "{}er",
                    "{}re",
                    "{}ère",
                    "{}ième",
                    "{}eme",
                    "{}de",
                    "{}nde",
                ),
                marks="numéro|numero|option|choix|réponse|n|no|lettre|numéros|options|proposition|variante"
                "|position|chiffre|possibilité|point",
                first="{} premiers|{} premières|premiers {}|premières {}|{} premières options",
                last="{} derniers|{} dernières|derniers {}|dernières {}|{} dernières options",
                every="les {}|tous les {}|toutes les {}|les {} à la fois|les {} ensemble",
                from_end="{} en partant de la fin|{} à partir de la fin|{} depuis la fin|{} avant la fin|{} en partant du bas|{} à partir du bas",
            )
        ),
        # Articles, unless nothing else was said.
        **{
            word: PhraseMeaning(tag=PhraseTag.NUMBER, value=1, is_weak=True, is_article=True)
            for word in ("un", "une")
        },
        **tagged(PhraseTag.LETTER, "la a|le a|a s'il te plaît|a s'il vous plaît", value=1),
        **tagged(PhraseTag.FILLER, "une option|un choix|une réponse"),
        **tagged(
            PhraseTag.ORDINAL, "tout premier|toute première|tout en haut|celui du haut", value=1
        ),
        **tagged(PhraseTag.ORDINAL, "celle du haut|en haut|en premier|celui en haut", value=1),
        **tagged(
            PhraseTag.FROM_END, "dernier|dernière|derniers|dernières|derniere|tout dernier", value=1
        ),
        **tagged(
            PhraseTag.FROM_END,
            "toute dernière|celui du bas|celle du bas|tout en bas|en bas",
            value=1,
        ),
        **tagged(PhraseTag.FROM_END, "à la fin|celui de la fin|en dernier", value=1),
        **tagged(
            PhraseTag.FROM_END, "avant-dernier|avant-dernière|avant dernier|avant dernière", value=2
        ),
        **tagged(PhraseTag.FROM_END, "pénultième", value=2),
        **tagged(
            PhraseTag.FROM_END, "antépénultième|avant-avant-dernier|avant-avant-dernière", value=3
        ),
        **tagged(
            PhraseTag.MIDDLE,
            "la moyenne|le moyen|taille moyenne|de taille moyenne|moyenne|moyen",
            value=1,
        ),
        **tagged(PhraseTag.MIDDLE, "du milieu|au milieu|celui du milieu|celle du milieu|milieu"),
        **tagged(
            PhraseTag.RECOMMENDED,
            "recommandé|recommandée|celui que tu recommandes|celle que tu recommandes|ce que tu recommandes",
            "ta recommandation|votre recommandation|ce que vous recommandez|celle que vous recommandez",
            "celui que vous recommandez|conseillé|conseillée",
        ),
        **tagged(
            PhraseTag.THAT,
            "celui-là|celle-là|celui-ci|celle-ci|ça|cela|celui là|celle là|c'est ça|c'est celui-là",
            "c'est celle-là|celui|celle|ceci",
        ),
        **tagged(PhraseTag.OTHER_ONE, "l'autre|celui d'à côté|l'autre option|l'autre choix"),
        **tagged(
            PhraseTag.ALL,
            "partout|tous|toutes|tout|tous ensemble|toutes ensemble|la totalité|toutes les options|tous les choix",
            "chacun|chacune|l'ensemble|le tout|absolument tout|absolument tous",
        ),
        **tagged(
            PhraseTag.ALL,
            "les deux|tous deux|toutes deux|les deux à la fois|les deux ensemble",
            value=2,
        ),
        **tagged(PhraseTag.NONE, "rien|rien du tout|aucun|aucune|aucune option|absolument rien"),
        **tagged(
            PhraseTag.MIDDLE,
            "deux du milieu|les deux du milieu|ceux du milieu|deux au milieu",
            value=2,
        ),
        **tagged(
            PhraseTag.LEAST,
            "plus ancien|plus ancienne|le plus ancien|la plus ancienne|l'ancien|l'ancienne|le plus vieux|la plus vieille",
            value=1,
        ),
        **tagged(
            PhraseTag.GREATEST,
            "plus récent|plus récente|le plus récent|la plus récente|plus nouveau|plus nouvelle|le nouveau|la nouvelle|le dernier sorti|la dernière version|dernière version",
            value=1,
        ),
        **tagged(
            PhraseTag.NONE,
            "personne|aucun des deux|aucune des deux|ni l'un ni l'autre|ni l'une ni l'autre|rien du tout|pas un seul|aucun d'entre eux",
        ),
    }


def _joins() -> dict[str, PhraseMeaning]:
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


def _clauses() -> dict[str, PhraseMeaning]:
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


def _yes_or_no() -> dict[str, PhraseMeaning]:
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


def _function_words() -> dict[str, PhraseMeaning]:
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


def _words() -> dict[str, PhraseMeaning]:
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


def _commands() -> dict[str, PhraseMeaning]:
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


def _clock(hour: int, minute: int) -> Iterator[str]:
    """Yield how a time is said beside its numbers."""
    for said in {hour, hour % 12 or 12}:
        for word in (str(said), _word(said) if said > 1 else "une"):
            if minute == 0:
                yield f"{word} heures"
                yield f"{word} heure"
                yield str(word)
            elif minute == 30:
                yield f"{word} heures et demie"
                yield f"{word} heure et demie"
            elif minute == 15:
                yield f"{word} heures et quart"
                yield f"{word} heure et quart"
            elif minute == 45:
                following = said % 12 + 1
                coming = _word(following) if following > 1 else "une"
                yield f"{coming} heures moins le quart"
                yield f"{coming} heure moins le quart"
            yield f"{word} heures {minute}"
            if minute:
                yield f"{word} heures {_word(minute)}"


_TENS: Final = "vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split()


def _compound(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said."""
    if n < 100:
        tens, ones = divmod(n, 10)
        ones += 10 if tens in {7, 9} else 0
        head = _TENS[tens - 2]
        if not ones:
            yield head + ("s" if tens == 8 else "")
        else:
            word = _NUMBERS.cardinals[ones][0]
            yield f"{head} et {word}" if ones in {1, 11} and tens < 8 else f"{head}-{word}"
            yield f"{head} {word}"
    elif n < 10_000:
        thousands, below = divmod(n, 1000)
        hundreds, rest = divmod(below, 100)
        parts = (
            [] if thousands == 0 else ["mille"] if thousands == 1 else [_word(thousands), "mille"]
        )
        parts += [] if hundreds == 0 else ["cent"] if hundreds == 1 else [_word(hundreds), "cent"]
        yield " ".join([*parts, *([_word(rest)] if rest else [])])


def _word(n: int) -> str:
    return _NUMBERS.cardinals[n][0] if n <= 20 else next(_compound(n))


@cache
def _answers() -> Lexicon:
    return Lexicon(
        script=WritingScript.WORDS,
        # Later ones win: a phrase that is a command is never a filler.
        phrases={
            **asides("fr"),
            **_function_words(),
            **_words(),
            **_joins(),
            **_clauses(),
            **_positions(),
            **_commands(),
            **extremes("fr"),
            **hedges("fr"),
            **limits("fr"),
            **endings("fr"),
        },
        for_yes_or_no={
            **_yes_or_no(),
            **commands(
                CommandKind.LATER,
                "la semaine prochaine|le mois prochain|l'année prochaine|attends plutôt|attends encore|attendons|attendons encore",
                is_weak=True,
            ),
            **tagged(
                PhraseTag.YES,
                "continue|continuez|allons-y|allez|juste|avec grand plaisir|dès que possible|au plus vite|le plus vite possible",
            ),
            **tagged(
                PhraseTag.NO,
                "plutôt non|plutôt pas|je n'ai pas besoin|je n'ai pas besoin de|pas besoin|pas besoin de|on n'a pas besoin de|j'en ai pas besoin|je n'en ai pas besoin|on n'en a pas besoin|je n'en veux pas|j'en veux pas",
                "pas maintenant|pas aujourd'hui|pas encore|pas tout de suite|surtout pas|pas du tout",
            ),
        },
        homophones={"deu": 2, "catre": 4, "quatres": 4, "sète": 7, "neufs": 9},
        sounds_like={
            "hein": 1,
            "de": 2,
            "d'eux": 2,
            "toi": 3,
            "troie": 3,
            "troyes": 3,
            "saint": 5,
            "sein": 5,
            "sink": 5,
            "scie": 6,
            "cette": 7,
            "set": 7,
            "dis": 10,
            "dit": 10,
        },  # fmt: skip
        number_words=_NUMBERS.cardinals,
        compound_number=_compound,
        point_words=("point", "virgule"),
        clock=_clock,
        before_amounts=words("à pour dans vers après avant"),
        label_variants=(
            (r"(?i)^30 min(?:utes)?$", "demi-heure"),
            (r"(?i)^30 min(?:utes)?$", "demi heure"),
            (r"(?i)^15 min(?:utes)?$", "quart d'heure"),
            (r"(?i)(\d+)\s*h\s*(\d\d)\b", r"\1:\2"),
            (r"(?i)(\d+)\s*h\b", r"\1:00"),
            (r"(?i)^1 heure$", "60 minutes"),
            (r"(?i)^1 heure$", "une heure"),
            (r"(?i)^15 min(?:utes)?$", "un quart d'heure"),
            (r"(?i)^30 min(?:utes)?$", "une demi-heure"),
            (r"(?i)^petite?$", "s"),
            (r"(?i)^moyenne?$", "m"),
            (r"(?i)^grande?$", "l"),
            (r"(?i)^tr[èe]s grande?$", "xl"),
            (r"(?i)^tr[èe]s petite?$", "xs"),
            (r"(?i)^word$|^document word$", "docx"),
            (r"(?i)^excel$|^feuille excel$", "xlsx"),
            (r"(?i)^texte brut$", "txt"),
            (r"(?i)^ressources humaines$", "rh"),
            *(
                (r"(?i)^supprimer$", said)
                for said in (
                    "vire-la",
                    "vire-le",
                    "vire-les",
                    "efface-la",
                    "efface-le",
                    "enlève-la",
                    "enlève-le",
                    "effacer",
                )
            ),
            *(
                (r"(?i)^ne pas supprimer$", said)
                for said in (
                    "garde-la",
                    "garde-le",
                    "laisse-la",
                    "laisse-le",
                    "laisse-la comme ça",
                    "laisse-le comme ça",
                    "ne pas effacer",
                )
            ),
        ),
        either_way=r"(?i),? ou (?:pas|non)\b(?=\W*$)",
        rest=(
            "le reste",
            "tout le reste",
            "les autres",
            "tous les autres",
            *(f"les {n} autres" for n in ("deux", "trois", "quatre", "cinq", "six")),
        ),
        objections=r"(?i)d[ée]range|embête|gêne|objection|inconvénient",
        symbol_words={"+": "plus", "#": "dièse", "&": "et", "%": "pour cent", "@": "arobase"},
        dropped=frozenset({"l", "d", "n"}),
        rewrites=(
            # What is named is pointed at again; "comme" that begins a sentence is "as".
            (
                r"(?i)\b(?:donc|alors|du coup)(?: on va| allons| va pour)? (?:là|là-bas)\W*$",
                "donc celui-là",
            ),
            (
                r"(?i)^((?:alors |bon |ben |bah |euh )*)comme (?!ça|d['’]hab|tu |vous |toujours|prévu|convenu)",
                r"\1puisque ",
            ),
            # "tea rather than coffee" denies the coffee.
            (r"(?i)\bplutôt qu(?:e |['’]\s?)(?:l[ea]s? |un[e]? |du |de la |l['’])?", "et pas "),
            (r"(?i)\bplutôt ((?:\w+ ){1,3})qu(?:e |['’])", r"\1et pas "),
        ),
    )


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
_QUESTION_REQUESTS: Final = {
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

_ANSWER_CORRECTIONS: Final = phrases(
    """
        en fait|non en fait|en fait non|attends|attendez|non attends|ah non|oh non|euh non|enfin non|pardon|non pardon|désolé|désolée
        je veux dire|je voulais dire|non je voulais dire|ou plutôt|plutôt|non plutôt|finalement|non finalement|oups|correction
        je rectifie|je préfère|mets plutôt|prends plutôt
    """
)


FRENCH: Final = Language(
    code="fr",
    answers=_answers,
    question_requests=_QUESTION_REQUESTS,
    turn_endings=TurnEndings(
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
    ),
    agreements=phrases("oui|ouais|bien sûr|d'accord"),
    courtesy=phrases("s'il te plaît|s'il vous plaît|merci|maintenant"),
    backchannels=Backchannels(
        listening=phrases(
            "oui oui|ah bon|ah oui|bon|bien|tres bien|cest ca|je vois|entendu|compris|"
            "j ai compris|voila|euh|hein|merci|vraiment|ca marche|c est vrai|parfait|genial"
        ),
        answering=phrases("daccord|c est ca|tout a fait|continue"),
    ),
    stop_commands=StopCommands(
        stop=phrases(
            "arrete|arretez|arrete toi|arrete ca|arrete de parler|arretez de parler|stoppe|"
            "tais toi|taisez vous|silence|chut|ca suffit|assez|c est bon arrete|attends|attendez|"
            "attends un peu|un instant|une seconde|une minute|un moment|annule|annuler|laisse tomber|laissez tomber|oublie|oublie ca|peu importe|tant pis|laisse|du calme|"
            "la ferme|stop stop"
        ),
        courtesy=phrases("sil te plait|pardon"),
    ),
    farewell_replies=FarewellReplies(
        goodbye=phrases(
            "non c'est tout|non merci c'est tout|"
            "au revoir|bonne nuit|à plus tard|à bientôt|bonne journée|bonne soirée|"
            "c'est tout|ce sera tout|rien d'autre|termine la conversation|"
            "terminer la conversation|mets fin à la conversation|j'ai fini|j'ai terminé"
        ),
        end=phrases(
            "oui s'il te plaît|oui s'il vous plaît|vas-y|allez-y|termine|terminez|terminer|"
            "on peut terminer|tu peux terminer|vous pouvez terminer|on termine|fini|"
            "c'est fini|c'est bon|plus rien|arrête|arrêter|on arrête|on peut arrêter|stop|"
            "salut|ça suffit|volontiers|absolument|exactement|on a fini|parfait|finissons|"
            "terminons"
        ),
        keep=phrases(
            "non|nan|non merci|pas encore|pas maintenant|pas tout de suite|continue|continuez|"
            "on continue|continuons|attends|attendez|un instant|un moment|une seconde|une minute|"
            "reste|restez|pas du tout|n'arrête pas|ne t'arrête pas|ne termine pas|ne terminez pas|"
            "je n'ai pas fini|pas fini|j'ai pas fini|ce n'est pas fini|"
            "ne termine pas la conversation|je suis encore là|je suis toujours là|surtout pas"
        ),
        courtesy=phrases(
            "merci beaucoup|alors|bon|ben|bah|euh|eh bien|et|la conversation|donc|à toi aussi"
        ),
    ),
    read_on_replies=ReadOnReplies(
        read_on=phrases(
            "continue|continuez|vas y|allez y|poursuis|poursuivez|la suite|lis la suite|"
            "lisez la suite|le reste|oui s'il te plaît|oui s'il vous plaît|oui vas y|encore|"
            "volontiers|bien sûr que oui|ok|okay"
        ),
        end=phrases(
            "non|non merci|pas la peine|ce n'est pas la peine|pas maintenant|inutile|"
            "ça suffit|c'est bon|laisse|laissez|laisse tomber|je lirai|je vais lire|"
            "je le lirai moi même"
        ),
    ),
    time_units={
        1: words("s sec seconde secondes"),
        60: words("min minute minutes"),
        3600: words("h heure heures"),
        86_400: words("j jour jours"),
        604_800: words("sem semaine semaines"),
    },
    sample="Le petit chien dort dans le jardin.",
    sentence_breaks=SentenceBreaks(
        breaths=words("et mais donc car qui quand lorsque parce avec pour avant après"),
        never_last=words("mme mlle"),
    ),
    pronunciation=Pronunciation(
        money={
            "$": "{n} dollars",
            "€": "{n} euros",
            "£": "{n} livres",
            "¥": "{n} yens",
            "₩": "{n} wons",
        },
        units={
            "km/h": "{n} kilomètres à l'heure",
            "m/s": "{n} mètres par seconde",
            "km²": "{n} kilomètres carrés",
            "m²": "{n} mètres carrés",
            "m³": "{n} mètres cubes",
            "km": "{n} kilomètres",
            "cm": "{n} centimètres",
            "mm": "{n} millimètres",
            "kg": "{n} kilogrammes",
            "mg": "{n} milligrammes",
            "ml": "{n} millilitres",
            "ms": "{n} millisecondes",
            "Ko": "{n} kilooctets",
            "Mo": "{n} mégaoctets",
            "Go": "{n} gigaoctets",
            "°C": "{n} degrés Celsius",
            "°F": "{n} degrés Fahrenheit",
        },
        powers=(" au carré", " au cube"),
    ),
    spoken_phrases=SpokenPhrases(
        code_on_screen="Le code est à l'écran.",
        table_on_screen="Le tableau est à l'écran.",
        formula_on_screen="La formule est à l'écran.",
        a_formula="une formule",
        a_link="un lien",
        link_to="lien vers {domain}",
        not_understood="Je n'ai pas compris, pouvez-vous répéter",
        shall_we_end="Voulez-vous terminer la conversation ?",
        goodbye="À bientôt.",
        left_on_screen="Je laisse la question à l'écran.",
        no_answer="Je n'ai pas pu obtenir de réponse.",
        broken_off="La réponse s'arrête ici.",
        rest_on_screen="La suite est à l'écran. Je continue ?",
        fillers=("Un instant.", "Je regarde.", "J'y travaille encore.", "Juste une seconde."),
        still_working="J'y travaille encore, un outil prend son temps.",
        still_waiting="J'attends encore la réponse du modèle.",
    ),
    common_words=words(
        "le la les des et est un une du en que qui dans pour pas ne sur se ce il elle je tu nous"
        " vous ils avec plus par au aux mais ou où sont être cette ces son sa ses leur votre notre"
        " oui non merci bonjour bien ça va comment voici très c'est j'ai n'est qu'il l'on d'un d'une"
        " aujourd'hui fait"
    ),
    hallucinations=phrases(
        "sous titres réalisés par la communauté d amara org|sous titrage st 501|merci"
    ),
    numbers=_NUMBERS,
    answer_corrections=_ANSWER_CORRECTIONS,
    denials=phrases("non"),
)

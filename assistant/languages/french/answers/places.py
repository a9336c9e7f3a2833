"""Places in a list, in French."""

from assistant.languages.french.numbers import CARDINALS, ORDINALS
from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged
from assistant.languages.list_positions import Numerals, places


def positions() -> dict[str, PhraseMeaning]:
    """Return what points at places in the list."""
    return {
        **places(
            Numerals(
                cardinals=CARDINALS,
                ordinals=ORDINALS,
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

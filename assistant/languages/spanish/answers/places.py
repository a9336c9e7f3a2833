"""Places in a list, in Spanish."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged
from assistant.languages.list_positions import Numerals, places
from assistant.languages.spanish.numbers import CARDINALS, ORDINALS


def positions() -> dict[str, PhraseMeaning]:
    """Return what points at places in the list."""
    return {
        **places(
            Numerals(
                cardinals=CARDINALS,
                ordinals=ORDINALS,
                marks="número|numero|opción|opcion|respuesta|alternativa|n|n o|no|letra|opciones|números"
                "|posición|punto|elección",
                first="{} primeros|{} primeras|primeros {}|primeras {}|primeras {} opciones",
                last="{} últimos|{} últimas|últimos {}|últimas {}|últimas {} opciones",
                every="los {}|las {}|todos los {}|todas las {}|los {} juntos|las {} juntas",
                from_end="{} empezando por el final|{} desde el final|{} por el final|{} contando desde el final|{} por abajo|{} desde abajo|{} empezando por abajo"
                "|{} por la cola",
                letters={"be": 2, "ce": 3, "de": 4},
                bare_letters="bcdfgh",
            )
        ),
        **{
            word: PhraseMeaning(tag=PhraseTag.NUMBER, value=1, is_weak=True, is_article=True)
            for word in ("un", "una")
        },
        "uno": PhraseMeaning(tag=PhraseTag.NUMBER, value=1),
        # "a" is the word between two places.
        **tagged(PhraseTag.TO, "a"),
        **tagged(PhraseTag.LETTER, "la a|letra a|a por favor", value=1),
        **tagged(PhraseTag.LETTER, "la be", value=2),
        **tagged(PhraseTag.LETTER, "la ce", value=3),
        **tagged(
            PhraseTag.ORDINAL, "de arriba|el de arriba|la de arriba|la de más arriba", value=1
        ),
        **tagged(
            PhraseTag.FROM_END, "último|última|últimos|últimas|ultimo|ultima|de abajo", value=1
        ),
        **tagged(
            PhraseTag.FROM_END,
            "del final|al final|el de abajo|la de abajo|último de todos",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END,
            "penúltimo|penúltima|penultimo|penultima|anterior al último",
            value=2,
        ),
        **tagged(
            PhraseTag.FROM_END, "antepenúltimo|antepenúltima|antepenultimo|antepenultima", value=3
        ),
        **tagged(
            PhraseTag.MIDDLE,
            "la mediana|el mediano|mediana|mediano|tamaño medio|tamaño mediano",
            value=1,
        ),
        **tagged(
            PhraseTag.MIDDLE, "del medio|de en medio|de enmedio|en medio|central|del centro|medio"
        ),
        **tagged(
            PhraseTag.RECOMMENDED,
            "recomendado|recomendada|tu recomendación|su recomendación|el que recomiendas|la que recomiendas",
            "lo que recomiendas|lo que tú recomiendas|la que recomienda|el que recomienda|lo que me recomiendas",
        ),
        **tagged(
            PhraseTag.THAT,
            "ese|esa|eso|este|esta|esto|ese mismo|esa misma|ese de ahí|aquel|aquella|ése|ésa|éste|ésta|justo ese",
            "justo esa|este mismo|esta misma",
        ),
        **tagged(PhraseTag.OTHER_ONE, "el otro|la otra|lo otro|la otra opción|el otro de los dos"),
        **tagged(
            PhraseTag.ALL,
            "en todas partes|por todas partes|todos|todas|todo|todos ellos|todas ellas|todas las opciones|cada uno|cada una|absolutamente todo",
            "todos juntos|todas juntas",
        ),
        **tagged(
            PhraseTag.ALL, "ambos|ambas|los dos|las dos|los dos juntos|ambas opciones", value=2
        ),
        **tagged(PhraseTag.NONE, "nada|nada de nada|ninguno|ninguna|ningún|ninguna opción"),
        **tagged(
            PhraseTag.MIDDLE,
            "dos del medio|las dos del medio|los dos del medio|dos de en medio|dos centrales|los dos centrales",
            value=2,
        ),
        **tagged(
            PhraseTag.LEAST,
            "más antiguo|más antigua|más viejo|más vieja|el antiguo|el viejo|la vieja",
            value=1,
        ),
        **tagged(
            PhraseTag.GREATEST,
            "más nuevo|más nueva|más reciente|más moderno|más moderna|el nuevo|la nueva|última versión|la última versión",
            value=1,
        ),
        **tagged(
            PhraseTag.NONE,
            "nadie|a nadie|ninguno de los dos|ninguna de las dos|ni uno ni otro|nada de nada|ni uno|ni una",
        ),
    }

"""The words of Spanish."""

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
from assistant.languages.list_positions import Numerals, inflected, places
from assistant.languages.question_request import QuestionRequest

_CARDINALS: Final = (
    "cero uno|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
    " dieciséis|dieciseis diecisiete dieciocho diecinueve veinte"
).split()
_ORDINALS: Final = [
    "primer|primero|primera|primeros|primeras",
    "segundo|segunda|segundos|segundas",
    "tercer|tercero|tercera|terceros|terceras",
    *inflected(
        "cuart quint sext séptim|septim|sétim octav noven décim|decim undécim|undecim"
        " duodécim|duodecim decimotercer decimocuart decimoquint decimosext decimoséptim"
        " decimoctav decimonoven vigésim|vigesim",
        "o a os as",
    ),
]

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


def _joins() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.AND,
            "+|y|e|también|además|así como|junto con|más|y también|y además|con el|&",
        ),
        **tagged(PhraseTag.TO, "a|al|hasta|hasta el|hasta la|a la|~"),
        **tagged(
            PhraseTag.NOT,
            "no quiero|no me gusta|no me gustan|nunca|jamás|ni|no el|pero no|y no|tampoco|mejor no|no es|que no sea",
            "todo menos|evita|quita|no elijo|no escojo|no tomo|no cojo|no elijas|no escojas|no prefiero|odio|elimina",
            "cualquiera menos|no uses|no vaya a ser|no deseo|no sea|no va a ser",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "excepto|menos|salvo|a excepción de|a excepción del|todos menos|todas menos|todo menos|todo excepto",
            "todos excepto|todas excepto|todos salvo|todas salvo|aparte de|quitando|todo salvo|con excepción de",
            "todos sin|todas sin|exceptuando|cualquiera excepto|cualquiera menos|todas quitando|todos quitando",
        ),
        **tagged(PhraseTag.NOT, "no", is_doubtful=True),
        **tagged(PhraseTag.BUT, "sino|pero|en cambio|pero sí|sino que"),
        **tagged(
            PhraseTag.CORRECTION,
            "espera|espere|perdón|perdona|quiero decir|quise decir|digo|o mejor|mejor dicho|corrección|o más bien",
            "no espera|bueno no|ay no|me equivoqué|disculpa|no perdón|no digo|más bien",
        ),
    }


def _clauses() -> dict[str, PhraseMeaning]:
    return {
        **tagged(PhraseTag.OR, "o|u|o bien|o quizá|o quizás"),
        **tagged(
            PhraseTag.AFFIRM,
            "quiero|yo quiero|quisiera|me gustaría|prefiero|solo|sólo|solamente|mejor|pon|ponme|dame|tomo|elijo|me quedo con|ahora es|ahora necesito|necesito|hoy solo|basta|basta con|que sea|vamos con",
        ),
        **tagged(
            PhraseTag.SO,
            "así que|asi que|por eso|por lo tanto|por tanto|entonces|conque|de modo que|entonces mejor",
        ),
        **tagged(
            PhraseTag.BECAUSE,
            "porque|ya que|puesto que|debido a|como que|por ahora|de momento|por el momento|por lo pronto|aunque|aunque sea|a pesar de que|que si no|porque si no",
        ),
        **tagged(
            PhraseTag.CONDITION,
            "si no|si hay|a menos que|a no ser que|siempre que|siempre y cuando|con tal de que|mientras|en caso de|en caso de que|depende|según|solo si|sólo si|cuando|después de|antes de|más de|menos de|al menos|como mucho|entre|a partir de|salvo que|excepto si|salvo si|de lo contrario",
        ),
        **tagged(PhraseTag.CONDITION, "si", is_doubtful=True),
        **tagged(
            PhraseTag.PAST,
            "antes|era|eran|tenía|usaba|hasta ahora|el año pasado|el mes pasado|por ahora es|en este momento|la última vez|la otra vez|al principio|ayer|esta mañana|iba a|pensaba|me gustaba|ahora mismo|actualmente|la semana pasada|me encantan|me encanta",
        ),
        **tagged(
            PhraseTag.EXCESS,
            "es demasiado|son demasiado|es muy|son muy|es muy muy|demasiado|demasiados|demasiadas|es un poco|es poco|es mucho|me parece demasiado|me parece muy",
        ),
        **tagged(PhraseTag.LINK, "es"),
        **tagged(PhraseTag.LINK, "son|está|están", is_doubtful=True),
        **tagged(
            PhraseTag.MODIFIER,
            "media|medio|y media|un cuarto|un cuarto de|cuarto|mitad|la mitad|doble|casi",
        ),
        **tagged(
            PhraseTag.OBJECTION,
            "inconveniente|inconvenientes|objeción|objeciones|pega|pegas|me opongo|opongo|en contra|contra",
        ),
        **tagged(
            PhraseTag.NOT,
            "sin|en vez de|en lugar de|nada de|ningún|ninguna|ninguno|no tengo|no tengo el|no hay|tira|descarta|sobrescribe|odio|ni el|ni la|no los|no las|no la",
        ),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "puede esperar|pueden esperar|fuera|no me sirve|está ocupada|está ocupado|no vale|le sienta mal",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "cualquier sitio menos|todos los días menos|cualquiera menos|cualquiera excepto|todo el mundo menos|en cualquier sitio menos",
        ),
        **tagged(
            PhraseTag.BUT,
            "sino|pero|en cambio|pero sí|sino que|sin embargo|pero hoy|pero ahora|pero mejor",
        ),
        **tagged(
            PhraseTag.CORRECTION,
            "no mejor|no, mejor|no espera|no, espera|ay no|uy no|digo no|no digo|perdón no|no perdón|bueno mejor|ah no|o no|no quiero decir|mejor no|no no|ay espera",
        ),
        **tagged(PhraseTag.AND, "también|además|tambien", is_weak=True),
        **tagged(PhraseTag.NOT, "sin", is_weak=True),
        **tagged(PhraseTag.AFFIRM, "me vale|vale con|bastan|basta|es suficiente|suficiente"),
        **tagged(
            PhraseTag.EXCESS,
            "es poco|son pocos|son pocas|no basta|no bastan|es muy poco|no llega|es insuficiente",
        ),
        **tagged(
            PhraseTag.ALL,
            *(
                f"{the} {count}"
                for the in ("los otros", "las otras")
                for count in ("dos", "tres", "cuatro", "cinco", "seis")
            ),
            "lo demás|el resto|los demás|las demás|todo lo demás|cada día|todos los días|a diario|diariamente",
        ),
        **tagged(
            PhraseTag.LEAST,
            "el más corto|más corto|más corta|más pequeño|más pequeña|lo más pronto|lo antes posible|cuanto antes|lo más temprano|lo más temprano posible|el mínimo|mínimo|lo mínimo|los menos posibles|menos posible|más antiguo|más antigua|más bajo|la más temprana|el número más bajo|más pronto",
        ),
        **tagged(
            PhraseTag.GREATEST,
            "el más largo|más largo|más larga|más grande|lo más tarde|lo más tarde posible|el máximo|máximo|lo máximo|los más posibles|más posible|más nuevo|más nueva|más reciente|la más reciente|la última versión|más alto|la más tarde|el número más alto|el mayor|la mayor",
        ),
        **tagged(
            PhraseTag.WORKDAYS,
            "entre semana|días laborables|los días laborables|de lunes a viernes|días de diario|laborables|los días de semana",
        ),
        **tagged(
            PhraseTag.WEEKEND,
            "fin de semana|el fin de semana|fines de semana|los fines de semana|findes|el finde|finde",
        ),
        **tagged(
            PhraseTag.FILLER,
            "@|sinceramente|todavía|aún|somos|tanto|como|xfa|pf|plis|un poco de|las",
        ),
        **tagged(PhraseTag.QUESTION, "cuánto|cuánta|cuántos|cuántas|está libre|está ocupada"),
        **tagged(PhraseTag.BUT, "sino|sino que|sino mejor", is_weak=True),
        **tagged(PhraseTag.BECAUSE, "para que|así puedo|para poder"),
        # Thinking aloud, before the answer.
        **tagged(
            PhraseTag.UNSURE,
            "déjame pensar|déjeme pensar|déjame ver|veamos|un momento|un segundo|a ver déjame pensar",
            is_weak=True,
        ),
        **tagged(PhraseTag.CORRECTION, "no bueno|bueno no|no mejor|no no mejor"),
        **tagged(PhraseTag.PAST, "iba a decir que|iba a decir|iba a pedir"),
        **tagged(PhraseTag.PAST, "normalmente|por lo general|la última vez|siempre cojo|suelo"),
    }


def _yes_or_no() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.YES,
            "yes|yep|y|s|sii|siii|sí señor|va|vamos|adelante|okis|oki|vale vale|por mí bien|por mí sí|me vale|dale caña|cuando quieras|👍|👌|✅|sin inconveniente|ningún problema|claro hombre|a por ello|perfectamente|hecho|listo|procede|échale|yo creo que sí|creo que sí|me parece perfecto",
        ),
        **tagged(
            PhraseTag.NO,
            "nope|n|nones|qué va|mejor que no|que no hombre|ni loco|ni loca|ni de broma|déjalo|déjalos|déjalas|consérvalos|no por favor|👎|❌|nunca|jamás|de eso nada|no hace falta|para nada",
        ),
        **tagged(PhraseTag.QUESTION, "estás seguro|estás segura|está seguro|seguro que|de verdad"),
        **tagged(PhraseTag.NO, "ni se te ocurra|nel|no, no|hoy no"),
        **tagged(
            PhraseTag.YES,
            "obvio|si porfa|sí porfa|me parece bien|no me opongo|mándalo|bórralos|no tengo inconveniente",
        ),
        **tagged(PhraseTag.YES, "no digo que no|no diría que no"),
        # Verbs that rule an option out; here the question may be about just that.
        **tagged(PhraseTag.UNKNOWN, "tira|descarta|sobrescribe|evita|quita|elimina|fuera|quitando"),
        # "You are welcome" answers thanks.
        **tagged(PhraseTag.UNSURE, "de nada|no hay de qué"),
        **tagged(PhraseTag.NO, "no gracias|no, gracias|gracias no|nada gracias|para mí nada"),
        **tagged(
            PhraseTag.NO,
            "no es necesario|no será necesario|no hace falta|no hará falta|tampoco hace falta|tampoco es necesario|no es preciso|innecesario|no lo necesito|no lo veo necesario",
        ),
        **tagged(
            PhraseTag.YES,
            "no veo por qué no|no veo inconveniente|no hay inconveniente|sin inconveniente|ningún inconveniente|no veo problema|no veo ningún problema|no hay problema|ningún problema",
        ),
        **tagged(
            PhraseTag.YES,
            *(
                f"{head} {praise}"
                for head in (
                    "estaría",
                    "sería",
                    "me parece",
                    "suena",
                    "está",
                    "eso sería",
                    "eso estaría",
                )
                for praise in (
                    "genial",
                    "bien",
                    "perfecto",
                    "estupendo",
                    "muy bien",
                    "fantástico",
                    "muy amable",
                    "bueno",
                    "ideal",
                    "útil",
                    "fenomenal",
                )
            ),
            *(
                f"{head} {what}"
                for head in ("tengo", "ya tengo", "tenemos", "sí tengo")
                for what in ("una", "uno", "cuenta", "varios", "varias", "algunos", "algunas")
            ),
            "ese mismo|esa misma|eso mismo|ese es|esa es|a ese|a esa|sí ese|sí esa|así es|eso es|efectivamente|precisamente|puedes|puede|claro que puedes|por supuesto que sí|tienes permiso|permiso concedido|concedido|sin duda|sin dudarlo|sin ninguna duda|me encantaría|me gustaría|me vendría bien|buena idea|gran idea|muy buena idea|con gusto|con mucho gusto|encantado|encantada|cuenta conmigo|me apunto|te lo agradecería|se lo agradecería|hazme el favor|la tengo|lo tengo|los tengo|ya la tengo|ya lo tengo|lo soy|lo es|lo hay|lo hice|lo he hecho|ya lo hice|estoy a favor|estoy de acuerdo|de una|faltaría más|no faltaba más|naturalmente|obviamente|obvio|y tanto|pues sí|pues claro|cierto|es verdad|es cierto",
        ),
        **tagged(
            PhraseTag.NO,
            *(
                f"no {what}"
                for what in (
                    "tengo",
                    "tengo ninguna",
                    "tengo ninguno",
                    "puedes",
                    "puede",
                    "lo tengo",
                    "la tengo",
                    "lo soy",
                    "lo es",
                    "es ese",
                    "es esa",
                    "es eso",
                    "ninguna",
                    "ninguno",
                    "al otro",
                    "a la otra",
                    "el otro",
                    "la otra",
                    "me interesa",
                    "es necesario",
                    "hay",
                    "lo creo",
                    "lo hice",
                    "lo he hecho",
                    "estoy de acuerdo",
                    "gracias ya",
                )
            ),
            "ese no|esa no|eso no|a ese no|nunca|nunca he tenido|denegado|prohibido|sin interés|ni de broma|ni en broma|ni loco|ni loca|ni lo sueñes|ni se te ocurra|olvídalo|lo hago yo|ya lo hago yo|puedo hacerlo yo|me encargo yo|yo me encargo|innecesario|es innecesario|estoy en contra|me niego|paso|falso|es falso|qué va|para nada|en absoluto|de ningún modo|de ninguna manera|bajo ningún concepto|más bien no|creo que no|me temo que no|que yo sepa no|obvio que no|obviamente no|evidentemente no|lamentablemente no",
        ),
    }


def _function_words() -> dict[str, PhraseMeaning]:
    """Return what surrounds a choice and does not change it: particles, hedges, politeness."""
    return tagged(
        PhraseTag.FILLER,
        "desde arriba|por arriba|empezando por arriba|contando desde arriba|de arriba",
        "por favor|porfa|porfi|porfis|si es posible|si puede ser|si se puede",
        "si no es molestia|si no le importa|si no te importa|si puedes|si puede|estaría bien",
        "estaría genial|estaría perfecto|sería perfecto|sería genial|sería ideal",
        "sería lo mejor|sería lo ideal|está bien|está perfecto|está genial|es perfecto",
        "es lo mejor|es mejor|va bien|va perfecto|me va bien|me viene bien|nos viene bien",
        "me parece bien|me parece perfecto|me sirve|me vale|nos vale|suena bien|queda bien",
        "creo|creo que|pienso que|diría|yo diría|yo diría que|en mi opinión|sinceramente",
        "francamente|la verdad|la verdad es que|obviamente|naturalmente|por supuesto|sin duda",
        "desde luego|como siempre|como de costumbre|ya te dije|ya le dije|ya dije|ya lo dije",
        "ya te lo dije|ya te he dicho|ya se lo dije|ya le he dicho|he dicho|te he dicho|dije",
        "como dije|como he dicho|hoy|esta noche|esta mañana|esta tarde|esta vez|ahora",
        "ahora mismo|entonces|pues|pues nada|bueno pues|bueno|a ver|al final|finalmente",
        "en fin|vale|venga|vamos|eh|em|ehm|mmm|hmm|ah|ay|oh|uf|este|o sea|simplemente",
        "sencillamente|para mí|para nosotros|por mi parte",
        "en mi caso|yo me quedo con|me quedo con|nos quedamos con|me decido por|opto por",
        "optaría por|me inclino por|voy a tomar|voy a elegir|voy a querer|vamos a|tomaré",
        "elegiré|escogeré|cogeré|pediré|querría|me apetece|me apetecería|me gustaría|quisiera",
        "póngame|ponme|pónganos|me pone|me pones|me puede poner|me puedes poner|me pondría",
        "me das|me da|me dé|deme|dame|tráigame|tráeme|puedo tomar|podría tomar|podría ponerme",
        "ponga|pon|pongamos|marca|marque|llamado",
        "llamada|de nombre|al lado de|junto a|talla|color|versión|amigo|tío|chicos",
        "gracias|muchas gracias|mil gracias|genial|perfecto|estupendo|de acuerdo",
        "con mucho gusto|encantado|jaja|jajaja|jeje",
    )


def _words() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.YES,
            "sí|claro|claro que sí|por supuesto|vale|de acuerdo|ok|okay|okey|desde luego|cómo no|adelante|perfecto|bueno",
            "está bien|esta bien|exacto|exactamente|correcto|así es|eso es|venga|dale|hazlo|sí por favor|seguro|ya|órale|sip",
            "por qué no|sin problema|no hay problema|con mucho gusto|me parece bien|suena bien|verdad|es verdad|afirmativo|efectivamente",
            "muy bien|bien|genial|estupendo|totalmente|absolutamente|sí claro|sí sí|estoy de acuerdo|es correcto|ciertamente|cierto",
        ),
        **tagged(
            PhraseTag.NO,
            "no,|no gracias|no, gracias|para nada|de ninguna manera|claro que no|por supuesto que no|desde luego que no|negativo|falso",
            "qué va|en absoluto|no lo hagas|no lo haga|no hagas eso|ni hablar|no es correcto|no es verdad|incorrecto|no me parece bien|nop",
            "no está bien|no estoy de acuerdo|creo que no|no creo|yo creo que no|mejor no lo hagas|no quiero eso|no hace falta|nada de eso no",
            "de ningún modo|no señor|que no|no no|no, no|eso no|todavía no lo hagas",
        ),
        **tagged(
            PhraseTag.UNSURE,
            "no sé|no lo sé|no se|no lo se|ni idea|no tengo idea|no estoy seguro|no estoy segura|quizás|quizá|tal vez|a lo mejor",
            "un segundo|un momento|un momentito|un minuto|déjame pensar|déjeme pensar|tengo que pensar|difícil de decir|no sabría decir|puede ser|puede que sí|estoy dudando|lo estoy pensando",
            "no me decido|aún no sé|todavía no sé|todavía no lo sé|no sé cuál|no sé qué decir|posiblemente|es posible",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "qué|qué es|que es|cuál|cuáles|cuál es|cual es|cuáles son|por qué es|cómo|cómo es|quién|cuándo|dónde|cuánto|cuántos|cuántas",
            "por qué|hay|puedes|puede|qué son|qué hace|cuánto cuesta|para qué|qué pasa|qué significa eso de|acaso|tiene",
            is_weak=True,
        ),
        **tagged(
            PhraseTag.FILLER,
            "qué tal|voto por|mi voto es|digamos|me va bien|me parece bien|es mejor",
            "di|decir|diga|es|son|el|la|los|las|lo|del|de|yo|quiero|yo quiero|quisiera|me gustaría|querría|prefiero|yo prefiero|elijo|escojo|tomo|cojo|me quedo con",
            "me quedo|voy con|voy a elegir|voy a tomar|vamos con|ponme|póngame|dame|deme|por favor|gracias|muchas gracias|eh|em|este pues|um|mmm",
            "pues|bueno pues|a ver|entonces|creo que|creo|yo creo que|pienso que|me parece|me parece que|diría|yo diría|diría que|sería|será",
            "que sea|opción|número|alternativa|respuesta|mi elección es|mi respuesta es|elige|elija|escoge|escoja|usa|usemos|usar|coge|toma",
            "tomar|elegir|escoger|para mí|para|mi|me|en|con|que|se llama|llamado|llamada|el que dice|la que dice|solo|sólo|solamente|simplemente|ahora",
            "esta vez|de la lista|en la lista|lista|mejor|es mejor|el mejor|la mejor|seguramente|probablemente|en realidad|al final elijo|ah|oh|uy|hola|oye",
            "opto por|optamos por|optaría por|apuesto por|me inclino por|marca|marque|añade|agrega|pon|ponga|selecciona|seleccione|selecciono|seleccionar",
            "de ellos|de ellas|de esos|de esas|de estos|de estas|entre ellos|me gusta|me gusta más|quedamos con|nos quedamos con|tomamos|elegimos|va a ser|vaya",
            "por mí|porfa|porfavor|muy amable|la opción|una opción|posición|va|ir con|iría con|podría ser|opciones|por|hacer|hazme|pido|quédate con|tal como",
        ),
        **tagged(PhraseTag.FILLER, "mi|mis|nuestro|nuestra|nuestros|nuestras|delante de|delante del|enfrente de|enfrente del|frente a|frente al|cerca de|cerca del|junto al|junto a la"),
    }  # fmt: skip


def _commands() -> dict[str, PhraseMeaning]:
    return {
        **commands(
            CommandKind.REPEAT,
            "repite|repita|repetir|repítelo|repítalo|repite por favor|repita por favor|otra vez|una vez más|de nuevo|dilo otra vez|dígalo otra vez",
            "puedes repetir|puede repetir|puedes repetirlo|puede repetirlo|cómo dices|cómo dice|no entendí|no te entendí|no te he entendido|no lo entendí",
            "no he entendido|no oí|no te oí|no he oído|no escuché|no te escuché|cuáles son las opciones|cuáles eran las opciones|qué opciones hay|qué dijiste",
            "qué has dicho|qué dijo|qué ha dicho|lee otra vez|léelo otra vez|vuelve a leer|vuelve a decirlo|lee las opciones|cuál era la pregunta|repite la pregunta",
            "repite las opciones|repita las opciones|repita la pregunta|cuál es la pregunta|qué opciones tengo|puedes decirlo otra vez|cómo era|nuevamente|mande|vuélvelo a decir",
            "podrías repetir|podría repetir|podrías repetirlo|me lo repites|me lo puedes repetir|qué era",
        ),
        **commands(
            CommandKind.SLOWER,
            "más despacio|más lento|despacio|lento|habla más despacio|hable más despacio|habla más lento|demasiado rápido|muy rápido|no tan rápido",
            "un poco más despacio|un poco más lento|más lentamente|lentamente|vas muy rápido|va muy rápido|lee más despacio|ve más despacio|hable más lento",
            "puedes hablar más despacio|puede hablar más despacio|más despacito|despacito",
        ),
        **commands(
            CommandKind.EXPLAIN,
            "cuál era|cuál fue",
            "explica|explique|explícame|explíqueme|explicar|describe|descríbeme|describa|háblame de|hábleme de|háblame del|cuéntame más|dime más",
            "dime más sobre|cuéntame más sobre|cuéntame sobre|más detalles|más detalles sobre|más información|más información sobre|detalles|detalles de",
            "qué significa|qué quiere decir|puedes explicar|puede explicar|puedes explicarme|puede explicarme|qué quieres decir con|a qué te refieres con",
            "explicación|explicación de|en qué consiste|acláreme|aclárame|aclara|más sobre|dime qué es|me explicas|me puedes explicar|me puede explicar",
            "quiero saber más sobre|quiero saber más de|dame más detalles|dame más información|explícame qué es",
        ),
        **commands(
            CommandKind.COMPARE,
            "qué cambia entre|qué cambia|en qué cambia",
            "compara|compare|comparar|diferencia|diferencias|cuál es la diferencia|cuál es la diferencia entre|qué diferencia hay|qué diferencia hay entre",
            "la diferencia|la diferencia entre|diferencia entre|cuáles son las diferencias|cuáles son las diferencias entre|en qué se diferencian|en qué se diferencia",
            "explica la diferencia|explica la diferencia entre|explícame la diferencia|explícame la diferencia entre|comparación|comparación entre|comparado con",
            "cuál es mejor|qué es mejor|diferencias entre|las diferencias|las diferencias entre|qué diferencias hay entre|comparación de|en comparación con",
        ),
        **commands(
            CommandKind.BACK,
            "atrás|vuelve atrás|volver atrás|vuelve|volver|regresa|regresar|regrese|vuelva atrás|pregunta anterior|la pregunta anterior|vuelve a la pregunta anterior",
            "volver a la pregunta anterior|regresa a la pregunta anterior|ir atrás|ve atrás|un paso atrás|la anterior|anterior|retrocede|retroceder|ir hacia atrás|hacia atrás",
            "quiero volver|quiero volver atrás|última pregunta|volvamos atrás|volvamos|para atrás|deshacer",
        ),
        **commands(
            CommandKind.SKIP,
            "salta|saltar|salte|sáltala|sáltalo|sáltatela|salta esta pregunta|saltar esta pregunta|siguiente|siguiente pregunta|la siguiente pregunta|pasa a la siguiente",
            "pasar a la siguiente|omite|omitir|omite esta pregunta|omitir esta pregunta|sin respuesta|pasa|pasemos a la siguiente|pasemos|saltemos|saltémosla|sáltate esta",
            "la siguiente|déjala en blanco|déjalo en blanco|sáltate esta pregunta|siguiente por favor|saltarla|quiero saltarla|quiero saltar esta|omitirla",
        ),
        **commands(CommandKind.SKIP, "paso", is_weak=True),
        **commands(
            CommandKind.MORE,
            "más opciones|otras opciones hay|página siguiente|siguiente página|sigue leyendo|continúa leyendo|qué más|qué más hay|hay más|y qué más|sigue|siga|continúa",
            "continúe|lee las demás|lee el resto|lee más|las siguientes|los siguientes|hay más opciones|qué otras opciones hay|hay otras",
        ),
        **commands(
            CommandKind.CANCEL,
            "cancela|cancelar|cancele|cancélalo|cancela eso|olvídalo|olvídelo|déjalo|déjelo|para ya|detente|deténgase|termina|basta|ya basta|abandona|abortar",
            "abandonar|salir|quiero cancelar|quiero parar|cancela esto|no importa déjalo|deja de preguntar|cancelar por favor|cancela por favor|cancela todo|olvida eso",
            "déjame en paz|terminar|detener|alto",
        ),
        **commands(CommandKind.CANCEL, "stop|basta|parar", is_weak=True),
        **commands(
            CommandKind.DECIDE,
            "elige tú por nosotros|elige por nosotros|decide por nosotros",
            "me da exactamente igual|me da totalmente igual|a mí me da igual",
            "como usted quiera|como guste|como gustes|como tú quieras|lo que usted quiera|confío en ti|decide tú|decide tu|tú decides|tu decides|decida usted|usted decide|elige tú|elige tu|elija usted|tú eliges|tu eliges|escoge tú|tú escoges|escoge tu|usted elige",
            "me da igual|me da lo mismo|da igual|da lo mismo|no me importa|no importa|cualquiera|cualquier cosa|el que quieras|la que quieras|lo que quieras|lo que tú quieras",
            "como quieras|como quiera|lo que prefieras|la que prefieras|el que prefieras|decide por mí|elige por mí|escoge por mí|sorpréndeme|lo dejo a tu elección|a tu elección",
            "lo que sea|lo dejo en tus manos|puedes elegir tú|puedes decidir tú|es igual|igual me da|sin preferencia|no tengo preferencia|lo que tú digas|lo que creas mejor",
            "el que sea|la que sea|cualquiera de ellos|cualquiera de ellas|cualquiera de los dos|cualquiera está bien|que decidas tú|que elijas tú|lo que te parezca|tú verás|decídelo tú",
        ),
        **commands(
            CommandKind.LATER,
            "te digo luego|te lo digo luego|por ahora no|por el momento no",
            "ahora no gracias|ahora no, gracias|no, ahora no|más tarde|luego|después|pregúntame más tarde|pregúntame luego|pregúntame después|pregúnteme más tarde|pregúnteme luego|ahora no|ahora mismo no|en otro momento|otro día",
            "pregúntamelo más tarde|pregúntamelo luego|pregunta más tarde|recuérdamelo más tarde|mañana|pregúntame mañana|otra ocasión|todavía no|aún no|hoy no|quizás más tarde|hasta luego",
            "no ahora|lo decido más tarde|lo decidiré más tarde|decido luego|contesto luego|responderé más tarde|lo dejamos para luego|lo vemos luego|tal vez más tarde|vuelve a preguntarme luego",
            "vuelve a preguntarme más tarde|más adelante|ya veremos|luego te digo|más tarde por favor|en este momento no",
        ),
        **commands(
            CommandKind.OTHER,
            "ninguno me viene bien|ninguna me viene bien|ninguno me va bien|ninguna me va bien|ninguno me va|otro día|otro día distinto",
            "otra cosa|algo distinto|algo diferente|ninguno de ellos|ninguna de ellas|ninguno de los dos|ninguna de las dos|ninguno de esos|ninguna de esas|ninguno de estos|ninguna de estas",
            "ninguna de las anteriores|ninguno de los anteriores|ninguna de las opciones|ninguno de los tres|ninguna de las tres|ninguno de los cuatro|ninguna de las cuatro|nada de eso|nada de esto",
            "otra opción|otra alternativa|quiero otra cosa|prefiero otra cosa|quiero algo distinto|mi propia respuesta|ninguna me gusta|ninguno me gusta|ninguna me sirve|ninguno me sirve",
            "no me gusta ninguno|no me gusta ninguna|no quiero ninguno|no quiero ninguna|tengo otra idea|otro distinto|otra distinta|ni uno ni otro|ni una ni otra|ninguna me convence|ninguno me convence",
            "no quiero ninguno de ellos|no quiero ninguna de ellas|ningún otro|otro diferente|no me sirve ninguno|no me sirve ninguna|ni lo uno ni lo otro|algo más",
        ),
        **commands(CommandKind.OTHER, "otro|otra|distinto|diferente|otros|otras", is_weak=True),
        **commands(CommandKind.OTHER, "no gracias|no, gracias|gracias no|nada gracias|para mí nada"),
        **commands(
            CommandKind.DECIDE,
            *(f"{word} {rest}" for word in ("donde", "cuando", "como", "quien", "cual", "el que", "la que") for rest in ("quieras", "quiera", "queráis", "quieran", "prefieras", "prefiera", "sea", "te venga bien", "le venga bien")),
            "decidid vosotros|elegid vosotros|tú eres el experto|tú sabes más|usted es el experto|usted sabe más|tira una moneda|en cualquier sitio|en cualquier momento",
        ),
        **commands(
            CommandKind.LATER,
            "déjame pensarlo|déjeme pensarlo|lo consultaré con la almohada|lo consulto con la almohada|lo haré mañana|lo haré la semana que viene|lo hago mañana|pregúntame mañana|pregúnteme mañana|tengo que preguntar antes|ya te diré|ya le diré",
        ),
    }  # fmt: skip


def _clock(hour: int, minute: int) -> Iterator[str]:
    """Yield how a time is said beside its numbers."""
    for said in {hour, hour % 12 or 12}:
        for word in (str(said), _word(said) if said > 1 else "una"):
            if minute == 0:
                yield word
                yield f"{word} en punto"
            elif minute == 30:
                yield f"{word} y media"
            elif minute == 15:
                yield f"{word} y cuarto"
            elif minute > 30:
                following = said % 12 + 1
                coming = _word(following) if following > 1 else "una"
                less = "cuarto" if minute == 45 else _word(60 - minute)
                yield f"{coming} menos {less}"
            if minute:
                yield f"{word} y {_word(minute)}"


_TENS: Final = "veinti treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_HUNDREDS: Final = (
    "cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos"
    " novecientos"
).split()


def _compound(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said."""
    if n < 100:
        tens, ones = divmod(n, 10)
        word = _NUMBERS.cardinals[ones][0] if ones else ""
        if tens == 2:
            yield "veinti" + {2: "dós", 3: "trés", 6: "séis"}.get(ones, word)
            yield f"veinti{word}"
        else:
            yield f"{_TENS[tens - 2]} y {word}" if word else _TENS[tens - 2]
    elif n < 10_000:
        thousands, below = divmod(n, 1000)
        hundreds, rest = divmod(below, 100)
        parts = [] if thousands == 0 else ["mil"] if thousands == 1 else [_word(thousands), "mil"]
        parts += (
            [_HUNDREDS[hundreds - 1] if rest == 0 or hundreds > 1 else "ciento"] if hundreds else []
        )
        yield " ".join([*parts, *([_word(rest)] if rest else [])])


def _word(n: int) -> str:
    return _NUMBERS.cardinals[n][0] if n <= 20 else next(_compound(n))


@cache
def _answers() -> Lexicon:
    return Lexicon(
        script=WritingScript.WORDS,
        # Later ones win: a phrase that is a command is never a filler.
        phrases={
            **asides("es"),
            **_function_words(),
            **_words(),
            **_joins(),
            **_clauses(),
            **_positions(),
            **_commands(),
            **extremes("es"),
            **hedges("es"),
            **limits("es"),
            **endings("es"),
        },
        for_yes_or_no={
            **_yes_or_no(),
            **commands(
                CommandKind.LATER,
                "la semana que viene|el mes que viene|el año que viene|la próxima semana|el próximo mes|al mes que viene|a la semana que viene|espera a|espera al|espera hasta",
                is_weak=True,
            ),
            **tagged(
                PhraseTag.YES,
                "continúa|sigue|quiero|sí quiero|eso|siga|continúe|cuanto antes|lo antes posible|cuanto antes mejor",
            ),
            **tagged(PhraseTag.NO, "ahora no|todavía no|aún no|no quiero|no, no quiero|mejor no"),
            **tagged(PhraseTag.YES, "ya|hecho", is_weak=True),
            **tagged(PhraseTag.YES, "me harías un favor|te lo agradecería|me encantaría"),
            **tagged(
                PhraseTag.NO,
                "no necesito|no lo necesito|no la necesito|no los necesito|no lo quiero|no nos hace falta",
            ),
        },
        homophones={
            "a": 1,
            "doz": 2,
            "does": 2,
            "trés": 3,
            "seís": 6,
            "sais": 6,
            "hocho": 8,
            "dies": 10,
        },
        sounds_like={"does": 2, "sais": 6, "dies": 10},
        number_words=_NUMBERS.cardinals,
        compound_number=_compound,
        point_words=("punto", "coma"),
        clock=_clock,
        before_amounts=words("a las para en por sobre"),
        label_variants=(
            (r"(?i)^30 min(?:utos)?$", "media hora"),
            (r"(?i)^15 min(?:utos)?$", "cuarto de hora"),
            (r"(?i)^1 hora$", "una hora"),
            (r"(?i)^1 hora$", "60 minutos"),
            (r"(?i)^([01]?\d|2[0-3]):00$", r"\1h"),
            (r"(?i)^([01]?\d|2[0-3]):(\d\d)$", r"\1h\2"),
            (r"(?i)^([01]?\d|2[0-3]):(\d\d)$", r"\1 \2 h"),
            (r"(?i)^peque[ñn][oa]$", "s"),
            (r"(?i)^median[oa]$", "m"),
            (r"(?i)^grande$", "l"),
            (r"(?i)^extra ?grande$", "xl"),
            (r"(?i)^muy peque[ñn][oa]$", "xs"),
            (r"(?i)^word$|^documento word$", "docx"),
            (r"(?i)^excel$", "xlsx"),
            (r"(?i)^texto (?:plano|sin formato)$", "txt"),
            (r"(?i)^recursos humanos$", "rrhh"),
            (r"(?i)^recursos humanos$", "rr hh"),
            *(
                (r"(?i)^(?:borrar|eliminar)$", said)
                for said in ("bórrala", "bórralo", "elimínala", "elimínalo", "quítala", "quítalo")
            ),
            *(
                (r"(?i)^no (?:borrar|eliminar)$", said)
                for said in (
                    "déjala",
                    "déjalo",
                    "déjala estar",
                    "déjala como está",
                    "no la borres",
                    "no lo borres",
                    "consérvala",
                )
            ),
        ),
        either_way=r"(?i),? o no\b(?=\W*$)",
        rest=(
            "lo demás",
            "el resto",
            "los demás",
            "las demás",
            "todo lo demás",
            "los otros",
            "las otras",
        ),
        objections=r"(?i)te importa|le importa|te molesta|le molesta|objeci[óo]n|inconveniente",
        symbol_words={"+": "más", "#": "almohadilla", "&": "y", "%": "por ciento", "@": "arroba"},
        rewrites=(
            # What is named is pointed at again; "como" that begins a sentence is "as".
            (r"(?i)\b(?:así que|o sea que)(?: vamos| mejor)? (?:ahí|allí|allá)\W*$", "así que ese"),
            (
                r"(?i)^((?:pues |bueno |eh )*)como (?!siempre|quier\w+|sea|tú|usted|prefier\w+|diga)(.+?) (?:pues|entonces) ",
                r"\1ya que \2 así que ",
            ),
            # "rather tea than coffee" denies the coffee.
            (r"(?i)\b(?:mejor|antes|prefiero) ((?:\w+ ){1,3})(?:que|a) ", r"\1en lugar de "),
            # "2ª"; "2 a 4" is a range
            (r"(?<!\w)(\d+)\.?(?:o|a|do|da|ro|ra|er|to|ta)\b", r"número \1"),
            (r"(?<!\w)[aA](?=\s*(?:y|o|,)\s*[b-hB-H]\b)", "letra a"),
        ),
        # "no, el tercero" corrects, "no el tercero" rules out.
        pausing=frozenset({"no"}),
    )


_LEAD: Final = (
    r"(?:(?:y|pero|bueno|ok|vale|espera|espere|perdón|perdona|eh|sí|no|primero|por favor) )*"
    r"(?:(?:puedes|podrías|puede|podría|me puedes|me podrías|quiero|quisiera|me gustaría) )?"
)
_TAIL: Final = (
    r"(?: (?:por favor|otra vez|de nuevo|una vez más|nuevamente|ahora|ya|entonces|primero|a ver))*"
)
_SAY: Final = (
    r"(?:lee|léeme|lea|léame|relee|di|dime|dígame|cuéntame|cuénteme|dame|deme|explica|explícame|explíqueme|repite|repíteme"
    r"|repita|recuérdame|leer|leerme|decir|decirme|contarme|darme|explicarme|repetir|repetirme|oír|saber|escuchar|necesito|vuelve a leer)"
)
_NOTE: Final = r"(?:contexto|nota|trasfondo|antecedentes|explicación|fondo|información de contexto)"
_CHOICES: Final = r"(?:opciones|respuestas|alternativas|posibilidades)"
_BEFORE_THIS: Final = r"(?:anterior|pasada|previa|última|de antes)"
_PICKED: Final = r"(?:elegí|elegido|escogí|escogido|seleccioné|seleccionado|respondí|respondido|dije|dicho|contesté|contestado|marqué|marcado)"
_QUESTION_REQUESTS: Final = {
    QuestionRequest.ABOUT: (
        rf"{_LEAD}(?:dime )?(?:de|sobre) qué (?:se trata|trata|va|es|habla)(?: (?:esto|eso|esta pregunta|la pregunta|aquí))*{_TAIL}",
        rf"{_LEAD}(?:esto )?(?:a qué se refiere|para qué es)(?: (?:esto|esta pregunta|la pregunta))?{_TAIL}",
        rf"{_LEAD}(?:cuál es el tema)(?: de (?:la|esta) pregunta)?{_TAIL}",
        rf"{_LEAD}(?:qué me (?:estás preguntando|está preguntando|preguntas|pregunta)|por qué (?:me )?(?:preguntas|pregunta|lo preguntas)(?: eso| esto)?){_TAIL}",
    ),
    QuestionRequest.NOTE: (
        rf"{_LEAD}{_SAY}(?: (?:el|la|los|un poco de|más|toda la|todo el|una|algo de))? {_NOTE}"
        rf"(?: (?:de la pregunta|de esta pregunta|de esto))?{_TAIL}",
        rf"{_LEAD}(?:cuál es|cuáles son|qué dice|hay|hay algún|hay alguna|tiene)(?: (?:el|la|los|una|un))? {_NOTE}{_TAIL}",
        rf"{_LEAD}(?:el contexto|la nota){_TAIL}",
    ),
    QuestionRequest.OPTIONS: (
        rf"{_LEAD}{_SAY} (?:las|todas las|mis) {_CHOICES}{_TAIL}",
        rf"{_LEAD}(?:cuáles|qué) (?:son|eran|fueron) (?:las|mis) {_CHOICES}{_TAIL}",
        rf"{_LEAD}qué {_CHOICES} (?:hay|tengo|había|tenía|hay para elegir){_TAIL}",
        rf"{_LEAD}(?:las )?{_CHOICES}(?: (?:otra vez|de nuevo|una vez más))+{_TAIL}",
    ),
    QuestionRequest.CHOSEN: (
        rf"{_LEAD}(?:dime )?(?:qué|cuál|cuáles|qué opción)(?: (?:he|había|es lo que|fue lo que))?(?: ya)? {_PICKED}"
        rf"(?: (?:antes|hasta ahora|aquí))*{_TAIL}",
        rf"{_LEAD}(?:qué|cuál|qué opción) (?:está|hay|viene) (?:ya )?(?:elegido|elegida|seleccionado|seleccionada|marcado|marcada|escogido|escogida){_TAIL}",
        rf"{_LEAD}(?:cuál|cuáles) (?:es|fue|era|son|fueron) (?:mi respuesta|mi elección|mi selección|mis respuestas|mis elecciones){_TAIL}",
    ),
    QuestionRequest.BEFORE: (
        rf"{_LEAD}(?:cuál|qué) (?:era|fue|es) la (?:pregunta {_BEFORE_THIS}|{_BEFORE_THIS} pregunta){_TAIL}",
        rf"{_LEAD}{_SAY} la (?:pregunta {_BEFORE_THIS}|{_BEFORE_THIS} pregunta){_TAIL}",
        rf"{_LEAD}qué (?:me )?(?:preguntaste|preguntó|has preguntado|habías preguntado) (?:antes|primero|recién){_TAIL}",
    ),
    QuestionRequest.KEEP: (
        rf"{_LEAD}(?:déjalo|déjala|déjelo|lo dejo|la dejo|dejémoslo|dejarlo|déjalo todo)(?: (?:así|como está|tal cual|como estaba|igual))+{_TAIL}",
        rf"{_LEAD}(?:así está bien|tal cual|como está|me quedo con (?:eso|esa|ese|lo elegido|lo que está)|no lo cambies|no cambies nada){_TAIL}",
        rf"{_LEAD}(?:la opción )?(?:por defecto|predeterminada|el predeterminado|la que está elegida|lo que está elegido){_TAIL}",
    ),
}

_ANSWER_CORRECTIONS: Final = phrases(
    """
        en realidad|no en realidad|de hecho|espera|no espera|espere|perdón|perdona|no perdón|disculpa|quiero decir|quería decir
        perdón quería decir|no quería decir|quise decir|no quise decir|me equivoqué|mejor|no mejor|mejor dicho|o mejor|digo|no digo
        ay no|ah no|uy no|corrección|cámbialo a|cámbialo por|pensándolo bien
    """
)


SPANISH: Final = Language(
    code="es",
    answers=_answers,
    question_requests=_QUESTION_REQUESTS,
    turn_endings=TurnEndings(
        sounds=words("y e o u pero porque aunque eh em mmm hm"),
        always=words(
            "el los las un unos unas de del al a con sin para por en mi mis tu tus su sus nuestro "
            "nuestra hasta desde entre hacia muy cuando que donde"
        ),
        bare=words("la lo una este como yo me te se"),
        starters=phrases(
            "puedes|me puedes|podrías|me podrías|puede|quiero|quisiera|me gustaría|necesito|dame|"
            "dime|muéstrame|ponme|pon|pon un temporizador|qué es|cuál es|dónde está"
        ),
        letter_nouns=words("opción letra respuesta"),
    ),
    agreements=phrases("sí|si|claro|por supuesto|vale|de acuerdo|bueno"),
    courtesy=phrases("por favor|gracias|ahora|ya"),
    backchannels=Backchannels(
        listening=phrases(
            "si si|ya veo|vale vale|muy bien|entiendo|entendido|perfecto|eso|eso es|ajá|aja|"
            "gracias|en serio|continua|ya|asi es|cierto|que bien|esta bien"
        ),
        answering=phrases("exacto|sigue"),
    ),
    stop_commands=StopCommands(
        stop=phrases(
            "para|para ya|para para|parate|parar|basta|basta ya|ya basta|alto|detente|callate|"
            "calla|silencio|suficiente|ya es suficiente|espera|espera un momento|espere|"
            "un momento|un segundo|un minuto|deja de hablar|pausa|cancela|cancelar|olvidalo|olvidelo|dejalo|dejelo|no importa|da igual|no sigas"
        ),
        courtesy=phrases("oye|perdon"),
    ),
    farewell_replies=FarewellReplies(
        goodbye=phrases(
            "no eso es todo|no gracias eso es todo|"
            "adiós|hasta luego|hasta pronto|chao|chau|nos vemos|hasta mañana|"
            "hasta la vista|eso es todo|es todo|nada más|termina la conversación|"
            "terminar la conversación|cierra la conversación"
        ),
        end=phrases(
            "claro que sí|está bien|sí por favor|adelante|termina|terminar|terminemos|"
            "puedes terminar|podemos terminar|finaliza|finalizar|acaba|acabar|acabemos|fin|"
            "hemos terminado|he terminado|ya está|ya no|basta|para|buenas noches|cerrar|"
            "ciérrala|perfecto|listo|ya terminé|ya acabé"
        ),
        keep=phrases(
            "no|no gracias|todavía no|aún no|ahora no|no todavía|continúa|continúe|continuemos|"
            "sigue|siga|sigamos|seguimos|espera|espere|un momento|un segundo|un minuto|"
            "no termines|no termine|no la termines|no pares|no acabes|no he terminado|"
            "no hemos terminado|sigo aquí|aquí sigo|todavía no he terminado|quédate|no cierres|"
            "no quiero terminar|aún no he terminado|mejor no"
        ),
        courtesy=phrases("muchas gracias|entonces|pues|eh|y|la conversación|bien"),
    ),
    read_on_replies=ReadOnReplies(
        read_on=phrases(
            "sigue|siga|continúa|continúe|continua|adelante|sigue leyendo|lee el resto|"
            "el resto|más|sí por favor|sí claro|sí sigue|dale|venga|ok|okay"
        ),
        end=phrases(
            "no|no gracias|no hace falta|no es necesario|ahora no|déjalo|déjelo|ya está|"
            "está bien así|basta|suficiente|es suficiente|lo leo yo|ya lo leo yo|lo leeré yo"
        ),
    ),
    time_units={
        1: words("s seg segundo segundos"),
        60: words("min minuto minutos"),
        3600: words("h hora horas"),
        86_400: words("día días"),
        604_800: words("semana semanas"),
    },
    sample="El perro duerme en el jardín.",
    sentence_breaks=SentenceBreaks(
        breaths=words("y pero porque cuando donde con para antes después mientras"),
        never_last=words("sra dra"),
    ),
    pronunciation=Pronunciation(
        money={
            "$": "{n} dólares",
            "€": "{n} euros",
            "£": "{n} libras",
            "¥": "{n} yenes",
            "₩": "{n} wones",
        },
        units={
            "km/h": "{n} kilómetros por hora",
            "m/s": "{n} metros por segundo",
            "km²": "{n} kilómetros cuadrados",
            "m²": "{n} metros cuadrados",
            "m³": "{n} metros cúbicos",
            "km": "{n} kilómetros",
            "cm": "{n} centímetros",
            "mm": "{n} milímetros",
            "kg": "{n} kilogramos",
            "mg": "{n} miligramos",
            "ml": "{n} mililitros",
            "ms": "{n} milisegundos",
            "KB": "{n} kilobytes",
            "MB": "{n} megabytes",
            "GB": "{n} gigabytes",
            "°C": "{n} grados Celsius",
            "°F": "{n} grados Fahrenheit",
        },
        powers=(" al cuadrado", " al cubo"),
    ),
    spoken_phrases=SpokenPhrases(
        code_on_screen="El código está en la pantalla.",
        table_on_screen="La tabla está en la pantalla.",
        formula_on_screen="La fórmula está en la pantalla.",
        a_formula="una fórmula",
        a_link="un enlace",
        link_to="enlace a {domain}",
        not_understood="No lo he entendido, por favor repítelo",
        shall_we_end="¿Terminamos la conversación?",
        goodbye="Hasta luego.",
        left_on_screen="Dejo la pregunta en la pantalla.",
        no_answer="No he podido obtener una respuesta.",
        broken_off="La respuesta se corta aquí.",
        rest_on_screen="El resto está en la pantalla. ¿Sigo?",
        fillers=("Un momento.", "Déjame mirar.", "Sigo en ello.", "Solo un segundo."),
        still_working="Sigo trabajando en ello, una herramienta está tardando.",
        still_waiting="Todavía espero la respuesta del modelo.",
    ),
    common_words=words(
        "el la los las y es un una de que en por con no se del al lo su para como más pero sus le"
        " ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde está"
        " hola bien claro estoy eso son tiene puede usted gracias aquí hoy qué cómo fue ser"
    ),
    telling_marks="¿¡",
    hallucinations=phrases(
        "subtítulos realizados por la comunidad de amara org|gracias|gracias por ver el video"
    ),
    numbers=_NUMBERS,
    answer_corrections=_ANSWER_CORRECTIONS,
    denials=phrases("no"),
)

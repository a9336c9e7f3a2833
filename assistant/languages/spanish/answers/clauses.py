"""What joins, denies and explains in Spanish answers."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def joins() -> dict[str, PhraseMeaning]:
    """Return what joins and takes back what is named."""
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


def clauses() -> dict[str, PhraseMeaning]:
    """Return what denies, compares and gives reasons."""
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

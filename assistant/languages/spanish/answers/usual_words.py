"""The words of Spanish answers that name nothing, and the usual yes and no."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def function_words() -> dict[str, PhraseMeaning]:
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


def usual_words() -> dict[str, PhraseMeaning]:
    """Return the usual yes and no, what asks, and what names nothing."""
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

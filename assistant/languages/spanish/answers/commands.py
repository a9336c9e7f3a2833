"""What may be asked for in Spanish instead of choosing."""

from assistant.languages.lexicon import CommandKind, PhraseMeaning, commands


def command_phrases() -> dict[str, PhraseMeaning]:
    """Return what asks for something instead of choosing."""
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

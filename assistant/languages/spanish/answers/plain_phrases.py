"""What everyday Spanish answers open and close with, and what answers a question alone."""

from assistant.languages.lexicon import (
    CommandKind,
    PhraseMeaning,
    PhraseTag,
    commands,
    tagged,
)


def around_choice() -> dict[str, PhraseMeaning]:
    """Return what stands around a choice and says nothing: thanks, wishes, habits."""
    return {
        **tagged(
            PhraseTag.FILLER,
            "siempre|como siempre|lo de siempre|es mi favorito|es mi favorita|es mi preferido",
            "es mi preferida|me encanta|me encantan|me chifla|me flipa|de nuevo|otra vez un",
            "al final|pruebo|pruebo el|pruebo la|voy a probar|voy a probar el|voy a probar la",
            "me tomaría|me tomaría un|me comería|me comería una|todos quieren|todos queremos",
            "mi mujer quiere|mi marido quiere|los niños quieren|nada como un|nada como una",
            "nada como|no hay nada como|uno de|una de|una taza de|un vaso de|una copa de",
            "un plato de|un trozo de|una ración de|una porción de|un buen|una buena|calentito",
            "calentita|fresquito|fresquita|puede ser|puede ser un|puede ser una|podría ser",
            "podría ser un|podría ser una|tienes|tenéis|tienen|pa mí|mira|mira un|hombre|oye|anda",
            "anda pues|jaja|jeje",
            "si no es molestia|si no te importa|si te parece|si te parece bien|sin dudarlo",
            "ni lo dudes|para variar|por cambiar|por una vez|me va|me van|me viene de perlas",
            "me vale|nos vale|de cabeza|a tope con|soy de|yo soy de|yo soy más de",
            "muchísimas gracias|mil gracias|gracias de antemano|lo típico|échame|échame un|apúntame",
            "apúntame un|apúntame a",
        ),
    }


def plain_replies() -> dict[str, PhraseMeaning]:
    """Return what chooses all or nothing, puts off, asks back, or leaves the choice."""
    return {
        **tagged(
            PhraseTag.ALL,
            "mete todo|mételo todo|ponlo todo|pon todo|llévalo todo|llévatelo todo|cógelo todo",
            "coge todo|échalo todo",
        ),
        **tagged(
            PhraseTag.AFFIRM,
            "me llevo|me llevaré|me llevaría|llevo|llevaré|hace falta|hacen falta",
            "nos hace falta|me hace falta|me hacen falta",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "qué me recomiendas|qué recomiendas|qué me aconsejas|cuál me recomiendas|cuál es",
            "ayuda|ayúdame",
        ),
        **commands(
            CommandKind.DECIDE,
            "me es indiferente|me resulta indiferente|escoge tú|el que más te guste",
            "el que tú veas|como veas|lo que veas",
        ),
        **commands(
            CommandKind.LATER,
            "ya lo decidiré|me lo pienso|me lo pensaré|lo pienso|lo pensaré|déjame pensarlo",
            "tengo que pensarlo|ya te diré|luego te digo|luego te lo digo|ya veré|ya veremos",
        ),
    }


def plain_answers() -> dict[str, PhraseMeaning]:
    """Return what is a yes or a no where nothing else is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "si quieres|si puedes|si no te importa",
            "si no es molestia|te lo agradezco|se lo agradezco|ahora|ahora mismo|ahora sí|enseguida",
            "ya mismo|ya|definitivamente|simón|ándale|órale|sale|sale y vale|ya era hora",
            "ya va siendo hora|hora es|va que sí|que sí|que sí hombre|pues venga|bueno venga",
            "vale venga|venga va|venga hazlo|vale hazlo|sí hazlo|sí anda|anda sí|sí mujer|sí tío",
            "si eres tan amable|hazme ese favor|me harías el favor|sería un detalle|estaría genial",
            "estaría bien sí|sí estaría bien|sí va|va sí|a ver sí|de una vez sí|tira|dale sí",
            "sí dale|cómo no|por mí vale|por mí perfecto",
        ),
        **tagged(PhraseTag.YES, "por favor|porfa|porfi|porfis|plis", is_weak=True),
        **tagged(
            PhraseTag.NO,
            "no no|no no no|no gracias|no no hace falta|no hace falta no|no ahora no|ahora no no",
            "no todavía no|no aún no|no mucho|no mejor no|mejor no no|no hoy no|hoy no no",
            "no por ahora no|por ahora no|de momento no|no de momento no|déjala|déjalo|déjalas",
            "déjalos|déjala así|déjalo así|déjala abierta|déjala cerrada|déjala encendida",
            "déjala puesta|déjalo abierto|déjalo puesto|déjalo encendido|no déjala|no déjalo",
            "no déjala así|no déjalo así|no déjala abierta|no déjalo estar|déjalo estar|no deja",
            "deja|deja deja|no deja deja|está bien así|así está bien|no así está bien",
            "no está bien así|no así bien|así bien|ay no|uy no|ah no|eh no|bueno no|hombre no",
            "oye no|perdón no|no perdona|perdona no|lo siento no|no lo siento",
            "lo siento pero no|quizá no|quizás no|tal vez no|a lo mejor no|estoy bien",
            "estoy bien gracias|no estoy bien|no gracias estoy bien|no estoy bien gracias|no nada",
            "no vale la pena|no merece la pena|ni falta que hace|no me hace falta|no hay necesidad",
            "no que va|paso de eso|no me apetece nada|ni de coña|ni por asomo|ya lo hice",
            "ya está hecho|ya lo he hecho|no esta noche no|esta noche no",
        ),
    }

"""What answers a question of yes or no in Spanish."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def yes_or_no() -> dict[str, PhraseMeaning]:
    """Return what means something else where only yes or no is asked."""
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

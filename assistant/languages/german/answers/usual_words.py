"""The words of German answers that name nothing, and the usual yes and no."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def function_words() -> dict[str, PhraseMeaning]:
    """Return what surrounds a choice and does not change it: particles, hedges, politeness."""
    return tagged(
        PhraseTag.FILLER,
        "von oben|von unten gezählt|von links|gezählt von oben|am|im|ans|ins|beim|zum|zur|vom",
        "bei|zu|auf|an|und zwar|nämlich|wenn es geht|wenns geht|wenn möglich",
        "wenn es recht ist|wenn es ihnen nichts ausmacht|wenn es keine umstände macht",
        "wenn ich bitten darf|falls möglich|wäre schön|wäre gut|wäre toll|wäre super",
        "wäre nett|wäre prima|wäre mir lieb|wäre mir recht|wäre am besten|wäre perfekt",
        "wäre ideal|ist gut|ist ok|ist okay|ist super|ist prima|ist perfekt|ist am besten",
        "ist in ordnung|ist mir recht|ist mir lieber|ist besser|passt|passt gut|passt mir",
        "passt am besten|passt schon|klingt gut|klingt super|hört sich gut an|sieht gut aus",
        "tut es|täte es|ich glaube|ich denke|ich finde|ich meine ja|meiner meinung nach",
        "ehrlich gesagt|offen gestanden|natürlich|selbstverständlich|auf jeden fall|wie immer",
        "wie üblich|wie gesagt|hab ich doch gesagt|habe ich doch gesagt|hab ich schon gesagt",
        "ich sagte|ich sagte doch|ich sagte schon|ich hab gesagt|sagte ich doch|sagte ich",
        "heute|heute abend|heute mal|diesmal|jetzt|dann|also|halt|eben|mal|einmal|einfach",
        "wohl|denn|eigentlich|sowieso|ohnehin|eh|letztlich|letztendlich|am ende|im grunde",
        "ganz|ganz klar|ganz einfach|ganz normalen|ganz normaler",
        "den normalen|freundlicherweise|sei so gut|seien sie so gut",
        "könnte ich|könnten wir|kann ich|können wir|dürfte ich|darf ich|bekommen|haben",
        "kriegen|könnte ich bitte|hätte gern|hätte gerne|ich hätte gern|ich hätte gerne",
        "hätt gern|ich bekomme|ich kriege|ich bleibe bei|bleiben wir bei",
        "ich entscheide mich für|ich hab mich für|entschieden|ich tendiere zu|geben sie mir",
        "gib mir|mach mir|machen wir|machs|mach|bringen sie mir|bring mir|ich wähle",
        "wählen wir|nehmen sie|nimm|setz|setze|stell|stelle|trag ein|so",
        "der name|genannt|namens|variante|sorte|größe|farbe|mein freund",
        "leute|haha|hm|hmm|hmmm|äh|ähm|öhm|naja|na ja|tja|ach|ach ja|ah|oh|och|na|na gut",
        "na dann|nun|nun ja|super|prima|klasse|toll|danke|dankeschön|vielen dank|besten dank",
        "danke schön|danke sehr|bitte schön|bitte sehr|bitteschön",
    )


def usual_words() -> dict[str, PhraseMeaning]:
    """Return the usual yes and no, what asks, and what names nothing."""
    return {
        **tagged(
            PhraseTag.YES,
            "ja|jawohl|jap|jep|jo|klar|na klar|sicher|natürlich|okay|ok|gerne|gern|genau|richtig|stimmt",
            "einverstanden|in ordnung|auf jeden fall|unbedingt|passt|ja bitte|ja gerne|mach das|tu das|gut",
            "mach es|mach mal|nur zu|los|selbstverständlich|absolut|korrekt|von mir aus|warum nicht|bitte ja",
            "das stimmt|ist gut|ist okay|ist richtig|kein problem|klingt gut|hört sich gut an|mhm|aha|super",
            "freilich|doch|sehr gerne|sehr gern|leg los|das passt|alles klar|das ist richtig|ganz genau|prima",
        ),
        **tagged(
            PhraseTag.NO,
            "nein|nee|ne|nö|nein danke|lass das|lass es|auf keinen fall bitte|niemals bitte|falsch|stimmt nicht",
            "das stimmt nicht|nicht richtig|bitte nicht tun|lieber doch nicht|doch nicht|auf gar keinen fall bitte",
            "das will ich nicht|will ich nicht|das möchte ich nicht|ich glaube nicht|eher nicht|natürlich nicht",
            "nein nein|das ist falsch|kommt nicht in frage|besser nicht|nicht wirklich|mach das nicht|tu das nicht",
        ),
        **tagged(
            PhraseTag.UNSURE,
            "weiß nicht|weiß ich nicht|ich weiß nicht|ich weiß es nicht|keine ahnung|bin mir nicht sicher|vielleicht",
            "ich bin mir nicht sicher|ich bin nicht sicher|nicht sicher|schwer zu sagen|mal überlegen|unsicher",
            "einen moment|eine sekunde|einen augenblick|moment bitte|lass mich überlegen|ich muss überlegen|ich überlege noch|möglicherweise|kann sein|eventuell|hm mal sehen",
            "ich weiß noch nicht|weiß noch nicht|ich kann mich nicht entscheiden|ich weiß nicht recht",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "was|was ist|was sind|was war|was waren|wie|wie ist|warum|wieso|weshalb|wer|wo|wann|welche|welcher",
            "welches|welchen|welche ist|welches ist|gibt es|ist das|sind das|kannst du|können sie|wie viel|wie viele",
            "wozu|woher|wofür|was macht|was kann|ist|sind|hat|haben|kostet|wie lautet|wie heißt|was passiert|ob|kann",
            is_weak=True,
        ),
        **tagged(
            PhraseTag.FILLER,
            "sag|sage|sagen|sagt|der|die|den|dem|des|ich|ich will|ich möchte|ich hätte gern|ich hätte gerne|ich nehme|nehme|nehmen",
            "nehm|nimm|nimm bitte|wir nehmen|nehmen wir|wähle|ich wähle|wählen|wähl|bitte|danke|danke schön|vielen dank",
            "äh|ähm|hm|hmm|öh|also|na|ach|tja|so|dann|mal|einfach|nur|halt|eben|wohl|schon|jetzt|für|mich|mir|uns|es",
            "glaube ich|ich glaube|ich denke|denke ich|würde ich sagen|ich würde|ich würde sagen|würde|nehmen würde",
            "ich würde nehmen|ich entscheide mich für|entscheide mich für|ich bin für|bin für|lass uns|lasst uns|gib mir",
            "geben sie mir|nehmen sie|option|variante|möglichkeit|nummer|antwort|punkt|davon|von denen|von diesen|hätte gern",
            "hätte gerne|ich mag|ich bevorzuge|bevorzuge|mit|am besten|besten|beste|wahrscheinlich|eigentlich|wir|mach",
            "machen wir|mach die|ist am besten|wäre gut|wäre am besten|ist gut für mich|lieber|doch lieber die|ich sage",
            "sagen wir|meine wahl ist|meine antwort ist|antwort ist|ich hätte|von|in|im|zu|zum|zur|an|auf|dort|hier|sein|soll es sein",
            "soll|will|möchte|würde gern|würde gerne|haben bitte|hallo|hey|okay also|gut dann|ja also|na gut|na dann|liste",
            "in der liste|aus der liste|namens|mit dem namen|kreuze an|hake an|füge hinzu|hinzu|verwende|verwenden|benutze|benutzen",
            "ist mir lieber|gefällt mir|gefällt mir am besten|finde ich gut|finde ich|gefallen mir|schritt|die option|eine option",
            "dazu noch|wenn möglich|wenn es geht|vorschlag|vorschläge|optionen|gern die|mag ich|nehme ich|nehmen wir mal|passend",
        ),
        **tagged(PhraseTag.FILLER, "mein|meine|meinen|meinem|meiner|unser|unsere|unseren|einfach|direkt|aus|aus der|aus dem|vor dem|vor der|beim|bei der|bei dem|gegenüber|neben dem|neben der|am ehesten"),
    }  # fmt: skip

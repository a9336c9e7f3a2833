"""What joins, denies and explains in German answers."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def joins() -> dict[str, PhraseMeaning]:
    """Return what joins and takes back what is named."""
    return {
        **tagged(
            PhraseTag.AND,
            "+|und|noch|sowie|plus|auch|dazu|und dann|und auch|sowohl|als auch|und noch|&",
        ),
        **tagged(PhraseTag.TO, "bis|bis zu|bis zum|bis zur|~"),
        **tagged(
            PhraseTag.NOT,
            "geht nicht|passt mir nicht|passt nicht|kann ich nicht|geht leider nicht",
            "nicht|bloß nicht|auf keinen fall|keinesfalls|keinen|keine von|nie|niemals|weder",
            "auf gar keinen fall|lieber nicht|bitte nicht|aber nicht|und nicht|nur nicht|ungern",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "außer|ausser|bis auf|abgesehen von|mit ausnahme von|alle außer|alles außer|alle ausser",
            "alles ausser|alle bis auf|alles bis auf|ausgenommen|alle ohne|alles ohne|alle aber nicht",
            "alles andere als|alle anderen als",
        ),
        **tagged(PhraseTag.BUT, "sondern|stattdessen|aber|vielmehr|dafür"),
        **tagged(
            PhraseTag.CORRECTION,
            "warte|moment|halt nein|ich meine|ich meinte|entschuldigung|quatsch|doch lieber|nein doch",
            "vielmehr doch|korrektur|besser gesagt|warte mal|moment mal|ach nein|ach ne|oder doch",
            "oder nein|sorry|ich wollte sagen|oder doch lieber|verbesserung",
        ),
    }


def clauses() -> dict[str, PhraseMeaning]:
    """Return what denies, compares and gives reasons."""
    return {
        **tagged(PhraseTag.OR, "oder|oder auch|beziehungsweise|oder vielleicht"),
        **tagged(
            PhraseTag.AFFIRM,
            "ich nehme|nehme|nehmen wir|nimm|nur|bloß|ich will|ich möchte|ich hätte gern|ich hätte gerne|dann lieber|dann nehme ich|mach|machen wir|lieber|heute nur|jetzt ist es|jetzt brauche ich|ich brauche|reicht|genügt|gib mir|dann eben|sondern lieber",
        ),
        **tagged(
            PhraseTag.SO,
            "also|deshalb|deswegen|darum|daher|somit|also lieber|also dann|also nehme ich|also bitte|weshalb|dann lieber|dann halt|dann doch lieber",
        ),
        **tagged(
            PhraseTag.BECAUSE,
            "weil|da|denn|wegen|fürs erste|vorerst|erstmal|erst mal|vorläufig|obwohl|auch wenn|selbst wenn",
        ),
        **tagged(
            PhraseTag.CONDITION,
            "wenn|falls|sofern|außer wenn|es sei denn|sonst|ansonsten|andernfalls|solange|nur wenn|kommt drauf an|kommt darauf an|je nachdem|vorausgesetzt|nach|vor|ab|über|unter|mindestens|höchstens|zwischen|sobald|bevor|nachdem|erst wenn|hängt davon ab",
        ),
        **tagged(
            PhraseTag.PAST,
            "früher|war|waren|hatte|hatten|bisher|bis jetzt|zurzeit|zur zeit|momentan|im moment|letztes mal|beim letzten mal|ursprünglich|zuerst|eigentlich wollte ich|wollte|vorher|gestern|heute morgen|heute früh|mag ich eigentlich|mag ich zwar|letzte woche",
        ),
        **tagged(
            PhraseTag.EXCESS,
            "ist zu|sind zu|war zu|ist mir zu|sind mir zu|ist viel zu|ist uns zu|ist etwas zu|viel zu|mir zu|uns zu|wird zu|ist ein bisschen zu",
        ),
        **tagged(PhraseTag.LINK, "ist|sind|war", is_doubtful=True),  # asks before a name
        **tagged(
            PhraseTag.MODIFIER,
            "halbe|halber|halben|halb|viertel|anderthalb|eineinhalb|doppelte|fast|beinahe|die hälfte|hälfte",
        ),
        **tagged(
            PhraseTag.OBJECTION,
            "einwand|einwände|bedenken|probleme|dagegen|etwas dagegen|einzuwenden|gegenargumente",
        ),
        **tagged(
            PhraseTag.NOT,
            "ohne|kein|keine|keinen|keiner|anstatt|statt|anstelle von|an stelle von|nichts von|hasse|mag kein|mag keine|mag keinen|habe kein|habe keine|habe keinen|überschreibe|verwirf|wirf|weder|noch nie|nicht die|nicht der|nicht das|nicht den",
        ),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "kann warten|können warten|kann noch warten|können noch warten|weglassen|weg|raus|lass weg|geht nicht|mag ich nicht|mag er nicht|mag es nicht|mag sie nicht|will ich nicht|kommt nicht in frage|reicht nicht|ist schon weg|ist belegt|ist vergeben|verwerfen|überschreiben|wegwerfen",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "alles bloß nicht|alles nur nicht|egal welche nur nicht|überall nur nicht|überall außer|jeder außer|jeden tag außer",
        ),
        **tagged(
            PhraseTag.BUT,
            "sondern|stattdessen|aber|vielmehr|dafür|jedoch|allerdings|aber heute|aber jetzt|doch",
        ),
        **tagged(
            PhraseTag.CORRECTION,
            "nein warte|nein moment|ach nein|ach nee|nee doch|nee warte|äh nein|nein lieber|nein doch lieber|halt|halt nein|halt stopp|nein halt|oder nee|moment nein|nein ich meine|pardon|nein quatsch|ne warte|ne doch",
        ),
        **tagged(PhraseTag.AND, "auch|noch dazu|dazu|ebenfalls|auch noch", is_weak=True),
        **tagged(PhraseTag.NOT, "ohne", is_weak=True),
        **tagged(PhraseTag.AFFIRM, "reicht|reichen|genügt|genügen|gleich|bitte|schon"),
        **tagged(
            PhraseTag.EXCESS,
            "zu wenig|sind zu wenig|ist zu wenig|reicht nicht|reichen nicht|sind zu viel|ist zu viel|zu viele",
        ),
        **tagged(
            PhraseTag.ALL,
            "täglich|jeden tag|den rest|der rest|die restlichen|alle anderen|die anderen|alles andere|rest|jeden|sieben tage",
            *(f"die anderen {count}" for count in ("zwei", "drei", "vier", "fünf", "sechs")),
        ),
        **tagged(
            PhraseTag.LEAST,
            "kürzeste|am kürzesten|kleinste|kleinsten|am kleinsten|niedrigste|früheste|frühesten|so früh wie möglich|möglichst früh|älteste|wenigsten|am wenigsten|so wenig wie möglich|so wenige wie möglich|kleinste zahl|niedrigste zahl|am frühesten|minimum|mindeste|möglichst wenig",
        ),
        **tagged(
            PhraseTag.GREATEST,
            "längste|am längsten|größte|größten|am größten|höchste|höchste zahl|höchsten|späteste|spätesten|am spätesten|so spät wie möglich|möglichst spät|neueste|neuesten|neuste|am meisten|so viele wie möglich|so viel wie möglich|maximum|maximal|meisten|aktuellste|möglichst viele",
        ),
        **tagged(
            PhraseTag.WORKDAYS,
            "werktags|unter der woche|wochentags|an werktagen|werktage|arbeitstage|an arbeitstagen",
        ),
        **tagged(PhraseTag.WEEKEND, "am wochenende|wochenende|wochenends|an wochenenden"),
        **tagged(
            PhraseTag.FILLER,
            "@|ehrlich gesagt|immer noch|leute|um|stück|etwas|und zwar|glaub ich|ich glaub",
        ),
        **tagged(PhraseTag.BUT, "sondern|sondern lieber|sondern bitte", is_weak=True),
        **tagged(PhraseTag.BECAUSE, "damit ich|damit|sodass|so dass"),
        # Thinking aloud, before the answer.
        **tagged(
            PhraseTag.UNSURE,
            "lass mich überlegen|lass mich nachdenken|mal überlegen|mal sehen|moment|einen moment|moment mal|kleinen moment|lassen sie mich überlegen",
            is_weak=True,
        ),
        **tagged(
            PhraseTag.PAST,
            "ich wollte schon|ich wollte erst|ich wollte gerade|fast hätte ich gesagt|ich wollte eigentlich",
        ),
        **tagged(
            PhraseTag.PAST, "sonst immer|normalerweise|üblicherweise|meistens|letztes mal|sonst"
        ),
    }

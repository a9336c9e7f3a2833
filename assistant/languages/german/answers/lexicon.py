"""The words of German."""

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
    "null eins zwei|zwo drei vier fünf|fuenf sechs sieben acht neun zehn elf zwölf|zwoelf dreizehn"
    " vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig"
).split()
_ORDINALS: Final = inflected(
    "erst zweit|zwot dritt viert fünft sechst siebt|siebent acht neunt zehnt elft zwölft"
    " dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst",
    "e er es en em",
)

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
                written=("{}te", "{}ter", "{}tes", "{}ten", "{}ste"),
                marks="nummer|option|variante|möglichkeit|punkt|antwort|nr|auswahl|nummern|optionen"
                "|vorschlag|position|buchstabe|ziffer|zahl",
                first="ersten {}|{} ersten|obersten {}|{} obersten|vorderen {}",
                last="letzten {}|{} letzten|untersten {}|{} untersten|hinteren {}",
                every="alle {}|alle die {}",
                from_end="{} von hinten|{} von unten|{} vom ende",
            )
        ),
        # The article, unless it stands behind a mark ("Nummer ein" is never said).
        **tagged(PhraseTag.FILLER, "ein|eine|einen|einem|einer|eines"),
        **tagged(PhraseTag.ORDINAL, "erstens", value=1),
        **tagged(PhraseTag.ORDINAL, "zweitens", value=2),
        **tagged(PhraseTag.ORDINAL, "drittens", value=3),
        **tagged(PhraseTag.ORDINAL, "viertens", value=4),
        **tagged(
            PhraseTag.FILLER,
            "wäre mir am liebsten|wäre mir lieber|ist mir am liebsten|am liebsten|wie wäre es mit|wie wäre|wie wärs mit|passt mir|klingt gut",
            "zum ersten mal|das erste mal|zum zweiten mal|beim ersten mal|zum letzten mal|als erstes",
        ),
        **tagged(PhraseTag.LETTER, "das a|die a|a bitte", value=1),
        "eins": PhraseMeaning(tag=PhraseTag.NUMBER, value=1),
        **tagged(
            PhraseTag.ORDINAL,
            "ganz oben|oberste|obersten|oberster|oberstes|zuerst genannte",
            value=1,
        ),
        **tagged(
            PhraseTag.ORDINAL,
            "erstere|ersteren|ersterer|ersteres|zuerst genannten|allererste|allerersten|erstgenannte",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END,
            "letzte|letzter|letztes|letzten|letztem|ganz unten|ganz hinten",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END,
            "unterste|untersten|allerletzte|allerletzten|am ende|zuletzt",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END,
            "letztgenannte|zuletzt genannte|letztere|letzteres|letzterer",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END, "vorletzte|vorletzter|vorletztes|vorletzten|zweitletzte", value=2
        ),
        **tagged(PhraseTag.FROM_END, "zweitletzten|zweitletztes|eins vor dem letzten", value=2),
        **tagged(PhraseTag.FROM_END, "drittletzte|drittletzter|drittletztes|drittletzten", value=3),
        **tagged(PhraseTag.FROM_END, "viertletzte|viertletzten|viertletztes", value=4),
        **tagged(
            PhraseTag.FIRST_OF, "ersten beiden|beiden ersten|obersten beiden|beiden oberen", value=2
        ),
        **tagged(PhraseTag.LAST_OF, "letzten beiden|beiden letzten|untersten beiden", value=2),
        **tagged(PhraseTag.MIDDLE, "mittelgroß|mittelgroße|mittelgroßen|mittlere größe", value=1),
        **tagged(PhraseTag.MIDDLE, "mittlere|mittleren|mittlerer|mittleres|in der mitte|mitte"),
        **tagged(
            PhraseTag.RECOMMENDED,
            "empfohlene|empfohlenen|empfohlenes|deine empfehlung|empfehlung|was du empfiehlst",
            "das du empfiehlst|die du empfiehlst|den du empfiehlst|ihre empfehlung",
        ),
        **tagged(
            PhraseTag.THAT,
            "das da|dieses|diese|dieser|diesen|das hier|die da|der da|das|genau das|genau die|den da",
            "jenes|das eben|eben das",
        ),
        **tagged(
            PhraseTag.OTHER_ONE,
            "das andere|die andere|der andere|den anderen|anderes von beiden|das jeweils andere",
        ),
        **tagged(
            PhraseTag.ALL,
            "überall|alle|alles|alle davon|sämtliche|jedes|jede davon|jedes davon|alle zusammen|allesamt|alle optionen",
            "alle möglichkeiten|alle miteinander|alles zusammen|alles davon",
        ),
        **tagged(
            PhraseTag.ALL, "beide|beides|alle beide|beiden|beide davon|beide zusammen", value=2
        ),
        **tagged(
            PhraseTag.NONE,
            "nichts|gar nichts|gar keine|gar keinen|gar keins|überhaupt keine|keine|keins|keines",
        ),
        **tagged(
            PhraseTag.MIDDLE,
            "mittleren beiden|beiden mittleren|mittleren zwei|zwei in der mitte|beiden in der mitte",
            value=2,
        ),
        **tagged(
            PhraseTag.LEAST,
            "ältere|der ältere|die ältere|das ältere|älteste|die alte|der alte|das alte",
            value=1,
        ),
        **tagged(
            PhraseTag.GREATEST,
            "neuere|der neuere|die neuere|das neuere|neueste|der neueste|die neueste|das neueste|neuste|der neuste|die neuste|das neuste|die neue|der neue|das neue|aktuellste|die aktuellste|die aktuelle",
            value=1,
        ),
        **tagged(
            PhraseTag.NONE,
            "keiner von beiden|keine von beiden|keins von beiden|keinen von beiden|weder noch|niemand|niemanden|gar keiner|gar nichts|überhaupt nichts|keinen einzigen",
        ),
        **tagged(PhraseTag.NUMBER, "zu zweit|wir sind zu zweit", value=2),
        **tagged(PhraseTag.NUMBER, "zu dritt|wir sind zu dritt", value=3),
        **tagged(PhraseTag.NUMBER, "zu viert|wir sind zu viert", value=4),
        **tagged(PhraseTag.NUMBER, "zu fünft|wir sind zu fünft", value=5),
    }


def _joins() -> dict[str, PhraseMeaning]:
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


def _clauses() -> dict[str, PhraseMeaning]:
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


def _yes_or_no() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.YES,
            "na gut|jo klar|passt schon|passt für mich|meinetwegen|logo|yes|jepp|jup|yep|y|j|jaa|jaaa|geht klar|aber sicher|aber klar|aber ja|sehr wohl|ist in ordnung|ja doch|soll mir recht sein|bitte|👍|👌|✅|ich bitte darum|mach ruhig|tu es|los gehts|immer|okidoki|oki|kein ding|von mir aus gerne|spricht nichts dagegen|nichts dagegen|passt mir|kannst du machen|darfst du",
        ),
        **tagged(
            PhraseTag.NO,
            "nö danke|auf keinen|lass mal|lass gut sein|lass sie|lass das lieber|behalte sie|bloß nicht|n|👎|❌|nope|nicht doch|vergiss es|keinesfalls|mach es nicht|lieber nicht|besser nicht|niemals|nie im leben|um gottes willen|brauchst du nicht|brauche ich nicht|nicht nötig|muss nicht sein",
        ),
        **tagged(PhraseTag.QUESTION, "bist du sicher|sind sie sicher|bist du dir sicher|wirklich"),
        **tagged(
            PhraseTag.NO,
            "gar nicht|untersteh dich|braucht es nicht|nicht nötig|auf gar keinen fall|auf keinen fall|behalten|ne|heute nicht",
        ),
        **tagged(
            PhraseTag.YES,
            "nur zu|raus damit|schick ab|ja schick ab|da hab ich nichts gegen|hab ich nichts gegen|nichts gegen|schick raus|weg damit",
        ),
        **tagged(PhraseTag.YES, "da sag ich nicht nein|ich sage nicht nein|da sage ich nicht nein"),
        **tagged(PhraseTag.YES, "doch", is_doubtful=True),
        # Verbs that rule an option out; here the question may be about just that.
        **tagged(
            PhraseTag.UNKNOWN,
            "überschreibe|überschreiben|verwirf|verwerfen|wirf|wegwerfen|weglassen|weg|raus|lass weg",
        ),
        # "You are welcome" answers thanks.
        **tagged(PhraseTag.UNSURE, "gern geschehen|gerne geschehen|keine ursache|nichts zu danken"),
        **tagged(
            PhraseTag.NO, "nein danke|nein vielen dank|danke nein|nichts danke|für mich nichts"
        ),
        **tagged(
            PhraseTag.NO,
            "nicht nötig|ist nicht nötig|das ist nicht nötig|nicht notwendig|ist nicht notwendig|muss nicht sein|das muss nicht sein|brauchts nicht|brauche ich nicht|braucht es nicht|nicht erforderlich",
        ),
        **tagged(
            PhraseTag.YES,
            "ich habe nichts dagegen|hab nichts dagegen|nichts dagegen|spricht nichts dagegen|warum auch nicht|von mir aus|meinetwegen",
        ),
        **tagged(
            PhraseTag.YES,
            *(
                f"{head} {praise}"
                for head in (
                    "das wäre",
                    "wäre",
                    "das ist",
                    "klingt",
                    "das klingt",
                    "hört sich",
                    "find ich",
                    "finde ich",
                )
                for praise in (
                    "toll",
                    "gut",
                    "super",
                    "schön",
                    "nett",
                    "klasse",
                    "prima",
                    "perfekt",
                    "hilfreich",
                    "lieb",
                    "gut an",
                    "super an",
                )
            ),
            *(
                f"{verb} {who}"
                for verb in ("hab", "habe", "bin", "will", "darfst", "kannst", "weiß")
                for who in ("ich", "du")
            ),
            *(
                f"{verb} {rest}"
                for verb in ("hab ich", "habe ich", "haben wir", "ich hab", "ich habe", "wir haben")
                for rest in (
                    "schon",
                    "eins",
                    "einen",
                    "eine",
                    "bereits",
                    "doch",
                    "schon eins",
                    "schon einen",
                    "schon eine",
                )
            ),
            "dürfen sie|können sie|haben wir|sind wir|genau die|genau der|genau das|genau den|ja genau|ja die|ja der|ja das|die da|der da|das ist sie|das ist er|das ist es|das isses|exakt|präzise|haargenau|so ist es|ganz genau|gute idee|tolle idee|super idee|guter plan|bitte sehr|bitte gern|bitte darum|ich bitte darum|da freu ich mich|freut mich|mit vergnügen|liebend gern|liebend gerne|aber gern|aber gerne|aber sicher|aber ja|aber klar|na klar|na sicher|na gut|na schön|na dann los|unbedingt|zweifellos|ohne frage|keine frage|sicherlich|erlaubt|ist erlaubt|genehmigt|erlaubnis erteilt|dafür|ich bin dafür|bin dabei|ich bin dabei|das stimmt|stimmt so|das passt|gerne doch|warum eigentlich nicht|bitte ja|gerne ja|wär toll|wär super|wär nett",
        ),
        **tagged(
            PhraseTag.NO,
            *(
                f"{verb} nicht"
                for verb in (
                    "hab ich",
                    "habe ich",
                    "haben wir",
                    "bin ich",
                    "will ich",
                    "möchte ich",
                    "darfst du",
                    "dürfen sie",
                    "kannst du",
                    "können sie",
                    "mag ich",
                    "brauche ich",
                    "brauch ich",
                    "brauchst du",
                    "brauchen sie",
                    "das stimmt",
                    "stimmt",
                    "die",
                    "der",
                    "das",
                    "ist er",
                    "ist sie",
                    "ist es",
                )
            ),
            *(
                f"{verb} {none}"
                for verb in (
                    "hab ich",
                    "habe ich",
                    "ich hab",
                    "ich habe",
                    "haben wir",
                    "wir haben",
                    "brauch ich",
                    "brauche ich",
                    "ich brauche",
                    "noch",
                )
                for none in (
                    "keins",
                    "keinen",
                    "keine",
                    "keines",
                    "noch keins",
                    "noch keinen",
                    "noch keine",
                )
            ),
            "nein darfst du nicht|nein dürfen sie nicht|nein die andere|nein der andere|nein das andere|noch nie|nie|niemals|nicht dass ich wüsste|abgelehnt|verweigert|verboten|kein interesse|kein bedarf|keine lust|dagegen|ich bin dagegen|ungern|eher ungern|eher nicht|wohl kaum|kaum|mitnichten|nie im leben|im leben nicht|vergiss es|vergessen sie es|lass gut sein|lassen sie gut sein|das lass mal|das mach ich selbst|mach ich selbst|ich mach das selbst|das mache ich selbst|kann ich selbst|schaff ich allein|das schaff ich allein|ist nicht nötig|nicht notwendig|unnötig|überflüssig|muss nicht|das muss nicht sein|ohne mich|nein hab ich nicht|das ist sie nicht|das ist es nicht|das ist er nicht",
        ),
    }


def _function_words() -> dict[str, PhraseMeaning]:
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


def _words() -> dict[str, PhraseMeaning]:
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


def _commands() -> dict[str, PhraseMeaning]:
    return {
        **commands(
            CommandKind.REPEAT,
            "sag das bitte nochmal|sag das bitte noch mal|sag es bitte noch mal|sag bitte noch mal|hä|wie war das noch mal|was noch mal|wiederhole|wiederholen|wiederholung|wiederhole das|wiederhole bitte|bitte wiederholen|noch mal|nochmal",
            "noch einmal|nochmals|sag das noch mal|sag das nochmal|sag das noch einmal|sag es noch mal|wie bitte",
            "was hast du gesagt|was haben sie gesagt|ich habe das nicht verstanden|das habe ich nicht verstanden|nicht verstanden",
            "ich habe dich nicht verstanden|lies noch mal|lies das noch mal|lies nochmal vor|vorlesen|lies vor|lies noch mal vor",
            "was waren die optionen|was sind die optionen|was sind die möglichkeiten|welche optionen gibt es|was war das",
            "welche möglichkeiten gibt es|was gibt es|kannst du das wiederholen|können sie das wiederholen|von vorne|von vorn",
            "was steht zur auswahl|was war die frage|wie war die frage|lies die optionen vor|die frage noch mal|wie war das",
            "kannst du das noch mal sagen|ich habe nichts gehört|bitte noch einmal|bitte noch mal|erneut|was stand zur auswahl",
        ),
        **commands(
            CommandKind.SLOWER,
            "langsamer|langsam|bitte langsamer|etwas langsamer|zu schnell|nicht so schnell|sprich langsamer|das war zu schnell",
            "sprechen sie langsamer|das ist zu schnell|lies langsamer|ein bisschen langsamer|du bist zu schnell|viel zu schnell",
            "langsamer bitte|noch langsamer|sprich bitte langsamer|etwas langsamer bitte|kannst du langsamer sprechen",
        ),
        **commands(
            CommandKind.EXPLAIN,
            "mehr zur|mehr zum",
            "was war nochmal|was war noch mal|was war noch einmal|wie war nochmal|wie war noch mal",
            "erkläre|erklär|erklär mir|erkläre mir|erkläre bitte|erklären|beschreibe|beschreib|erzähl mir von|erzähl mir mehr",
            "erzähl mir mehr über|erzähl mir etwas über|mehr über|mehr details|details|details zu|was bedeutet|was bedeutet das",
            "was heißt|was heißt das|was ist gemeint mit|was meinst du mit|mehr informationen|mehr informationen zu|mehr zu",
            "kannst du erklären|können sie erklären|kannst du mir erklären|erläutere|erläutern|erklärung|erklärung zu|was hat es auf sich mit",
            "was ist mit|sag mir mehr über|sag mir mehr zu|genauer|beschreibung|beschreibung von|kannst du das erklären|erklär mir bitte",
        ),
        **commands(
            CommandKind.COMPARE,
            "was ist anders zwischen|was ist anders bei|was ist anders|anders zwischen",
            "wie unterscheidet sich|worin unterscheidet sich|unterscheidet sich|unterscheiden sich",
            "vergleiche|vergleich|vergleichen|unterschied|was ist der unterschied|was ist der unterschied zwischen|unterschied zwischen",
            "der unterschied|der unterschied zwischen|unterschiede|worin unterscheiden sich|wie unterscheiden sich|was unterscheidet",
            "erkläre den unterschied|erklär den unterschied|was sind die unterschiede|unterschiede zwischen|im vergleich zu|verglichen mit",
            "wo ist der unterschied|wo liegt der unterschied|worin besteht der unterschied|den unterschied|wo ist der unterschied zwischen",
            "was ist besser|welches ist besser|vergleich mal|den unterschied zwischen|was sind die unterschiede zwischen",
        ),
        **commands(
            CommandKind.BACK,
            "zurück|geh zurück|gehe zurück|gehen sie zurück|vorherige frage|zur vorherigen frage|die vorherige frage|vorige frage",
            "einen schritt zurück|eine frage zurück|zurück bitte|letzte frage|zur letzten frage|rückgängig|zurückgehen",
            "zurück zur vorherigen frage|zurück zur letzten frage|noch mal zurück|wieder zurück|bitte zurück|gehen wir zurück",
        ),
        **commands(
            CommandKind.SKIP,
            "überspringen|überspring|überspringe|überspring das|überspringe das|überspringe diese frage|nächste frage|weiter zur nächsten frage",
            "zur nächsten frage|auslassen|lass das aus|lass die frage aus|diese frage überspringen|bitte überspringen|keine antwort|frage überspringen",
            "lass uns das überspringen|das überspringen|überspring die frage|überspringe die frage|überspringen bitte|die frage überspringen",
        ),
        **commands(CommandKind.SKIP, "passe", is_weak=True),
        **commands(
            CommandKind.MORE,
            "mehr optionen|weitere optionen|weiterlesen|lies weiter|mach weiter|nächste seite|was noch|gibt es noch mehr|und weiter",
            "was gibt es noch|weitere|noch mehr|gibt es noch andere|fortfahren|fahre fort|lesen sie weiter|die restlichen",
        ),
        **commands(CommandKind.MORE, "mehr|weiter", is_weak=True),
        **commands(
            CommandKind.CANCEL,
            "abbrechen|abbruch|brich ab|brechen sie ab|bitte abbrechen|vergiss es|vergessen sie es|hör auf|hören sie auf|aufhören",
            "stopp|beenden|beende das|schluss|schluss damit|lass gut sein|ist egal vergiss es|ich will abbrechen|genug|es reicht",
            "abbrechen bitte|das abbrechen|wir brechen ab|brich das ab|ich möchte abbrechen|lass mich in ruhe|halt stopp",
        ),
        **commands(CommandKind.CANCEL, "stop|halt an", is_weak=True),
        **commands(
            CommandKind.DECIDE,
            "such du für uns aus|such für uns aus|such du für mich aus|entscheide du für uns|wähl du für uns",
            "mir ist alles recht|mir ist jedes recht|alles recht|du darfst aussuchen|du darfst wählen|such aus|mir recht",
            "entscheide du|du entscheidest|entscheiden sie|sie entscheiden|such du aus|du suchst aus|wähl du|wähle du|du wählst|ganz egal",
            "egal|mir egal|ist mir egal|das ist mir egal|es ist mir egal|egal welche|egal welches|egal was|überrasch mich|völlig egal|du darfst entscheiden",
            "was du willst|was du meinst|wie du willst|wie du meinst|nach deinem ermessen|deine wahl|deine entscheidung|irgendeins|irgendeine|irgendwas",
            "irgendeines|irgendeinen|irgendetwas|such dir was aus|such dir eins aus|such eins aus|entscheide selbst|bestimme du|bestimm du|du bestimmst",
            "du kannst entscheiden|entscheid du|kannst du entscheiden|das überlasse ich dir|ich überlasse es dir|das kannst du entscheiden|spielt keine rolle",
            "beides ist gut|alle sind gut|nimm irgendeins|nimm irgendeine|das musst du wissen|entscheide für mich|entscheide das|überlasse ich dir",
            "mir ist es egal|mir ist das egal|kannst du dir aussuchen|such du es aus|ich habe keine präferenz",
        ),
        **commands(
            CommandKind.LATER,
            "ich sage dir später bescheid|sag ich dir später|ich sag es dir später",
            "später|frag mich später|frag später|frag mich später noch mal|fragen sie mich später|nicht jetzt|jetzt nicht|ein andermal",
            "frag mich nachher|nachher|ein anderes mal|frag morgen|frag mich morgen|erinnere mich später|vielleicht später|noch nicht|heute nicht|heute nicht mehr",
            "später bitte|das mache ich später|das entscheide ich später|ich entscheide später|darauf komme ich später zurück|im moment nicht",
            "gerade nicht|später noch mal|bitte später|machen wir später|lass uns das später machen|frag mich bitte später|zu einem späteren zeitpunkt",
        ),
        **commands(
            CommandKind.OTHER,
            "ein anderer tag|einen anderen tag|ein anderer|keiner passt|passt alles nicht",
            "etwas anderes|was anderes|keins davon|keines davon|keine davon|keiner davon|nichts davon|keine von denen|keine von beiden|ganz was anderes",
            "keins von beiden|keine der optionen|keine der möglichkeiten|nichts von alledem|nichts passt|keins passt|weder noch|passt nicht",
            "andere option|eine andere option|ein anderer vorschlag|meine eigene antwort|eigene antwort",
            "ich will etwas anderes|ich möchte etwas anderes|keins von denen|keines von denen|davon keins|davon keines|keinen davon|davon nichts",
            "keine passt|keine gefällt mir|davon gefällt mir nichts|ich habe eine andere idee|ich habe einen anderen vorschlag|nichts dergleichen|gar keins davon",
            "keins der genannten|keine der genannten|keines der genannten|nichts der genannten|keine dieser optionen|keins von allen|keinen von beiden",
        ),
        **commands(CommandKind.OTHER, "anderes|anders|andere|ein anderes|eine andere|einen anderen", is_weak=True),
        **commands(CommandKind.OTHER, "nein danke|nein vielen dank|danke nein|nichts danke|für mich nichts"),
        **commands(
            CommandKind.DECIDE,
            *(f"{word} {rest}" for word in ("wo", "wann", "wie", "wer", "was", "welchen", "welche", "welches", "wohin") for rest in ("du willst", "du magst", "du möchtest", "sie wollen", "sie möchten", "auch immer", "es dir passt", "es ihnen passt")),
            *(f"egal {word}" for word in ("wo", "wann", "wie", "wer", "wohin", "welcher", "welchen")),
            "such du was aus|such du dir was aus|irgendwo|irgendwann|irgendwer|wirf eine münze|du bist der experte|du kennst dich aus",
        ),
        **commands(
            CommandKind.LATER,
            "ich schlaf mal drüber|ich schlafe mal drüber|ich schlafe drüber|ich schlaf drüber|ich schlafe eine nacht drüber|mach ich nächste woche|mache ich nächste woche|mach ich morgen|mach ich später|frag mich morgen|frag mich nächste woche|das muss ich erst klären|das kläre ich erst|muss ich erst fragen|ich melde mich",
        ),
    }  # fmt: skip


def _clock(hour: int, minute: int) -> Iterator[str]:
    """Yield how a time is said beside its numbers."""
    for said in {hour, hour % 12 or 12}:
        following = said % 12 + 1
        if minute == 0:
            yield f"{_NUMBERS.cardinals.get(said, (str(said),))[0]} uhr"
            yield f"{_count(said) if said <= 20 else said} uhr"
            yield f"{said} uhr"
            yield str(said)
        elif minute == 30:
            yield f"halb {_NUMBERS.cardinals[following][0]}"
            yield f"halb {following}"
        last, coming = (_NUMBERS.cardinals.get(n, (str(n),))[0] for n in (said, following))
        if minute == 15:
            yield from (f"viertel nach {last}", f"viertel {coming}")
        elif minute == 45:
            yield from (f"viertel vor {coming}", f"dreiviertel {coming}")
        elif 0 < minute <= 20:
            yield f"{_NUMBERS.cardinals[minute][0]} nach {last}"
        elif minute >= 40:
            yield f"{_NUMBERS.cardinals[60 - minute][0]} vor {coming}"
        yield f"{said} uhr {minute}"
        if minute <= 20 and said <= 20:
            yield f"{_count(said)} uhr {_NUMBERS.cardinals[minute][0]}"
        elif said <= 20:
            yield f"{_count(said)} uhr {next(_compound(minute))}"


_TENS: Final = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()


def _compound(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said."""
    if n < 100:
        tens, ones = divmod(n, 10)
        head = "ein" if ones == 1 else _NUMBERS.cardinals[ones][0]
        yield f"{head}und{_TENS[tens - 2]}" if ones else _TENS[tens - 2]
    elif n < 10_000:
        hundreds, rest = divmod(n, 100)
        last = (
            "" if not rest else next(_compound(rest)) if rest > 20 else _NUMBERS.cardinals[rest][0]
        )
        thousands, below = divmod(hundreds, 10)
        head = f"{_count(thousands)}tausend" if thousands else ""
        said = head + (f"{_count(below)}hundert" if below else "") + last
        yield said
        if said.startswith(("einhundert", "eintausend")):
            yield said.removeprefix("ein")


def _count(n: int) -> str:
    return "ein" if n == 1 else _NUMBERS.cardinals[n][0]


@cache
def _answers() -> Lexicon:
    return Lexicon(
        script=WritingScript.WORDS,
        # Later ones win: a phrase that is a command is never a filler.
        phrases={
            **asides("de"),
            **_function_words(),
            **_words(),
            **_joins(),
            **_clauses(),
            **_positions(),
            **_commands(),
            **extremes("de"),
            **hedges("de"),
            **limits("de"),
            **endings("de"),
        },
        for_yes_or_no={
            **_yes_or_no(),
            **tagged(
                PhraseTag.YES,
                "weiter|mach weiter|fortfahren|fahre fort|will ich|möchte ich|so schnell wie möglich|so bald wie möglich|möglichst bald|möglichst schnell",
            ),
            **commands(
                CommandKind.LATER,
                "nächste woche|nächsten monat|nächstes jahr|warte noch|warte bis|warte noch bis|warte lieber|warten wir noch",
                is_weak=True,
            ),
            **tagged(
                PhraseTag.NO,
                "brauch ich nicht|brauchen wir nicht|das muss nicht sein|will ich nicht|das will ich nicht|möchte ich nicht|das brauche ich nicht|das brauchen wir nicht|nix da",
                "jetzt nicht|noch nicht|heute nicht|heute nicht mehr|halt|keinesfalls|auf keinen fall|auf gar keinen fall",
            ),
        },
        homophones={"zwai": 2, "zweih": 2},
        sounds_like={
            "ans": 1,
            "eis": 1,
            "fir": 4,
            "vir": 4,
            "wir": 4,
            "für": 4,
            "fünft": 5,
            "sechse": 6,
            "sex": 6,
        },
        number_words=_NUMBERS.cardinals,
        compound_number=_compound,
        point_words=("punkt", "komma"),
        clock=_clock,
        before_amounts=words("um gegen für in ab bis nach vor seit"),
        rewrites=(
            # "rather tea than coffee" denies the coffee.
            (r"(?i)\b(?:lieber|eher|besser) ((?:\w+ ){1,3})als ", r"\1statt "),
            # What is named is pointed at again: "der ist näher, also da".
            (
                r"(?i)\b(?:also|deshalb|deswegen|darum)(?: gehen wir| fahren wir| treffen wir uns| machen wir| lieber| dann)*"
                r" (?:da|dahin|dorthin|dort|hin|da hin|den|die|das|der|diesen|diese|dieses)\W*$",
                "also das da",
            ),
            # "was Grünes" asks nothing.
            (r"(?i)\b(?:et|irgend|irgendet)?was (?=\w{3,}es\b)", ""),
            # "Tee zuckerfrei" is tea without sugar.
            (r"(?i)\b(\w{3,})frei\b", r"ohne \1"),
            # "so laut wie möglich" is the loudest.
            (
                r"(?i)\bso (?!früh\b|spät\b|bald\b|viel\b|viele\b|wenig\b)(\w{3,}) wie"
                r" (?:möglich|es geht|es nur geht)\b",
                r"\1ste",
            ),
        ),
        label_variants=(
            (r"(?i)^30 min(?:uten)?$", "halbe stunde"),
            (r"(?i)^15 min(?:uten)?$", "viertelstunde"),
            (r"(?i)\s*uhr\b", ""),
            (r"\.(?=\d)", ":"),
            (r"(?i)^1 stunde$", "60 minuten"),
            (r"(?i)^60 min(?:uten)?$", "1 stunde"),
            (r"(?i)^klein$", "s"),
            (r"(?i)^mittel$", "m"),
            (r"(?i)^gro(?:ß|ss)$", "l"),
            (r"(?i)^(?:extra|sehr) ?gro(?:ß|ss)$", "xl"),
            (r"(?i)^sehr klein$", "xs"),
            (r"(?i)^word(?:-dokument)?$", "docx"),
            (r"(?i)^excel(?:-\w+)?$", "xlsx"),
            (r"(?i)^(?:nur|reiner) text$", "txt"),
            (r"(?i)^personal$", "hr"),
            (r"(?i)^([01]?\d|2[0-3]):00$", r"\1 h"),
            *((r"(?i)^löschen$", said) for said in ("weg damit", "entfernen")),
            *(
                (r"(?i)^nicht löschen$", said)
                for said in (
                    "behalten",
                    "lass ihn",
                    "lass sie",
                    "lass es",
                    "lass ihn einfach",
                    "nicht entfernen",
                    "stehen lassen",
                )
            ),
        ),
        either_way=r"(?i),? oder (?:nicht|lieber nicht|doch nicht)\b(?=\W*$)",
        rest=(
            "den rest",
            "der rest",
            "rest",
            "die restlichen",
            "alle anderen",
            "die anderen",
            "alles andere",
        ),
        objections=r"(?i)stört es (?:dich|sie|euch)|(?:etwas|was) dagegen|macht es (?:dir|ihnen) etwas aus|einwände",
        symbol_words={"+": "plus", "#": "raute", "&": "und", "%": "prozent", "@": "at"},
    )


_LEAD: Final = (
    r"(?:(?:und|aber|also|ok|okay|moment|warte|entschuldigung|äh|ähm|hm|ja|nein|bitte|erst) )*"
    r"(?:(?:kannst du|können sie|könntest du|könnten sie) )?(?:(?:mir|bitte|mal) )*"
)
_TAIL: Final = (
    r"(?: (?:bitte|noch mal|noch einmal|nochmal|nochmals|wieder|erneut|vor|auf|an|dazu|hier|denn|mal|jetzt"
    r"|vorlesen|lesen|sagen|nennen|erzählen|erklären|wiederholen|aufzählen|geben|erläutern|hören|davon))*"
)
_SAY: Final = (
    r"(?:(?:sag|sage|nenn|nenne|erzähl|erzähle|gib|lies|lese|erklär|erkläre|wiederhol|wiederhole|zähl|zähle"
    r"|sagen sie|nennen sie|lesen sie|erklären sie|wiederholen sie|geben sie|ich brauche|ich möchte|ich will"
    r"|was ist|was war|wie ist|gibt es|hast du)(?: (?:mir|uns|bitte|mal|noch|noch mal|noch einmal|nochmal))* )?"
)
_NOTE: Final = (
    r"(?:hintergrund|hintergründe|hintergrundinfos|hintergrundinformationen|notiz|anmerkung|kontext|zusammenhang"
    r"|erläuterung)"
)
_CHOICES: Final = r"(?:optionen|möglichkeiten|antworten|auswahlmöglichkeiten|antwortmöglichkeiten)"
_BEFORE_THIS: Final = r"(?:vorige|letzte|vorherige|vorhergehende|frühere|vorangegangene)"
_ALREADY: Final = r"(?: (?:denn|bisher|schon|bis jetzt|hier|vorhin|zuletzt|eben|gerade|jetzt|bereits|noch mal|nochmal))*"
_PICKED: Final = r"(?:gewählt|ausgewählt|genommen|gesagt|geantwortet|angekreuzt|entschieden)"
_QUESTION_REQUESTS: Final = {
    QuestionRequest.ABOUT: (
        rf"{_LEAD}(?:sag mir )?(?:worum|um was)"
        r"(?: (?:geht es|gehts|es geht|es))(?: (?:hier|dabei|da|denn|eigentlich|bei dieser frage|bei der frage"
        r"|in dieser frage|in der frage|geht|überhaupt|genau))*",
        rf"{_LEAD}was (?:ist|soll) das(?: (?:hier|denn))*(?: für eine frage)",
        rf"{_LEAD}wovon handelt (?:das|die frage|diese frage)(?: hier| denn)*",
        rf"{_LEAD}was (?:fragst du|fragen sie|willst du wissen|wollen sie wissen)(?: mich| da| denn| hier| eigentlich)*",
        rf"{_LEAD}(?:warum|wieso|weshalb) (?:fragst du|fragen sie)(?: mich)?(?: das)?",
    ),
    QuestionRequest.NOTE: (
        rf"{_LEAD}{_SAY}(?:(?:den|die|der|das|einen|eine|mehr|zum|etwas|den ganzen|die ganze|dazu einen|dazu eine) )?"
        rf"{_NOTE}(?: (?:dazu|dieser frage|der frage|zu dieser frage|zur frage|davon|hierzu))?{_TAIL}",
        rf"{_LEAD}(?:was steht in der notiz|was sagt die notiz){_TAIL}",
    ),
    QuestionRequest.OPTIONS: (
        rf"{_LEAD}(?:lies|lese|lesen sie|sag|sage|nenn|nenne|wiederhol|wiederhole|zähl|zähle)"
        rf"(?: (?:mir|bitte|mal|noch mal|noch einmal|nochmal))* (?:die|alle|alle die|meine) {_CHOICES}{_TAIL}",
        rf"{_LEAD}(?:was|welche|wie) (?:waren|sind)(?: noch mal| nochmal| noch einmal| noch)* (?:die|meine)"
        rf" {_CHOICES}{_TAIL}",
        rf"{_LEAD}welche {_CHOICES} (?:gibt es|gab es|habe ich|hab ich|hatte ich|stehen zur auswahl){_TAIL}",
        rf"{_LEAD}(?:die )?{_CHOICES}(?: (?:bitte|noch mal|noch einmal|nochmal|vorlesen|wiederholen|nennen))+",
    ),
    QuestionRequest.CHOSEN: (
        rf"{_LEAD}(?:sag mir )?(?:was|welche|welches|welchen|welche option|welche antwort|wofür) (?:habe|hab|hatte)"
        rf" ich(?: mich)?{_ALREADY} {_PICKED}",
        rf"{_LEAD}(?:was|welche|welche option) ist{_ALREADY}"
        r" (?:gewählt|ausgewählt|vorausgewählt|angekreuzt|vorgewählt|voreingestellt)",
        rf"{_LEAD}(?:was|wie|welche) (?:ist|war|waren|sind) meine (?:antwort|antworten|auswahl|wahl){_ALREADY}",
    ),
    QuestionRequest.BEFORE: (
        rf"{_LEAD}(?:was|wie|welche) (?:war|ist|lautete|hiess)(?: noch mal| nochmal)? die {_BEFORE_THIS} frage{_TAIL}",
        rf"{_LEAD}(?:was|wie|welche) (?:war|lautete)(?: noch mal| nochmal)? die frage (?:davor|vorher|zuvor|vor dieser){_TAIL}",
        rf"{_LEAD}(?:lies|sag|nenn|wiederhol|wiederhole)(?: (?:mir|bitte|noch mal|noch einmal))* die"
        rf" (?:{_BEFORE_THIS} frage|frage davor|frage vorher){_TAIL}",
        rf"{_LEAD}was (?:hast du|haben sie)(?: mich)? (?:vorher|davor|zuvor|eben|vorhin) gefragt",
    ),
    QuestionRequest.KEEP: (
        rf"{_LEAD}(?:das |es )?(?:so )(?:lassen|belassen|bleibt es)",
        rf"{_LEAD}(?:lass|lasse|lassen sie|belass|belasse|lassen wir) (?:es|das)(?: (?:bitte|so|dabei|wie es ist|stehen))*",
        rf"{_LEAD}(?:es |das )?(?:bleibt|bleib|bleibe|bleiben wir|ich bleibe|kann)(?: (?:es|das))? (?:dabei|so|so bleiben)",
        rf"{_LEAD}(?:ich )?(?:behalte|behalten|behalt|nimm|nehme)(?: (?:ich|wir))? (?:die auswahl|die vorauswahl"
        r"|die voreinstellung|was gewählt ist|das ausgewählte|den standard)(?: bitte| bei)*",
        rf"{_LEAD}(?:die vorauswahl|die voreinstellung|den standard|standard)(?: (?:bitte|nehmen|behalten))*",
    ),
}

_ANSWER_CORRECTIONS: Final = phrases(
    """
        eigentlich|nein eigentlich|eigentlich doch|moment|nein moment|moment mal|warte|nein warte|warte mal|ach nein|ach ne|äh nein
        ich meine|ich meinte|nein ich meine|nein ich meinte|ich wollte sagen|entschuldigung|sorry|quatsch|halt|nein halt
        doch lieber|nein lieber|nein doch|nein doch lieber|lieber doch|dann doch|dann doch lieber|korrektur|besser gesagt
        nimm doch|ich nehme doch|oder doch|ändere es auf|ändere das auf
    """
)


GERMAN: Final = Language(
    code="de",
    answers=_answers,
    question_requests=_QUESTION_REQUESTS,
    turn_endings=TurnEndings(
        sounds=words("und oder aber weil dass sondern obwohl falls äh ähm öh hm hmm"),
        always=words(
            "denn wenn der den dem des einen einem einer eines mein meine meinen meinem dein deine "
            "deinen deinem ihr ihre unser unsere für von zum zur im am beim vom ins sehr zwischen "
            "ohne gegen während trotz wegen"
        ),
        bare=words("die ein eine mit zu als wie ob ich du er wir in um über unter"),
        starters=phrases(
            "kannst du|kannst du mir|könntest du|könntest du mir|könnten sie|würdest du|ich möchte|"
            "ich will|ich hätte gern|ich hätte gerne|ich brauche|gib mir|zeig mir|sag mir|"
            "was ist|wo ist|wie ist|gibt es|stell|stelle|mach mir|erinnere mich"
        ),
        letter_nouns=words("option antwort buchstabe"),
    ),
    agreements=phrases("ja|klar|na klar|genau|richtig|in ordnung|gut"),
    courtesy=phrases("bitte|danke|jetzt"),
    backchannels=Backchannels(
        listening=phrases(
            "jo|jep|aha|ach so|achso|ach|alles klar|verstehe|ich verstehe|verstanden|sehr gut|"
            "prima|super|na gut|interessant|echt|jawohl|toll|danke|danke schon|tatsachlich|so so|"
            "eben|naturlich"
        ),
        answering=phrases("jaja|stimmt|weiter"),
    ),
    stop_commands=StopCommands(
        stop=phrases(
            "stopp|halt|hor auf|hor auf damit|hor auf zu reden|aufhoren|bitte aufhoren|sei still|"
            "sei ruhig|still|ruhe|ruhe bitte|leise|schluss|schluss jetzt|es reicht|das reicht|"
            "reicht|genug|warte|warte mal|warte kurz|warte bitte|moment|moment mal|einen moment|"
            "einen augenblick|sekunde|pause|abbrechen|vergiss es|vergiss das|lass es|lass gut sein|lass mal|egal|schon gut|nicht so wichtig|halt an|halt die klappe|stopp bitte"
        ),
        courtesy=phrases("mal|entschuldigung"),
    ),
    farewell_replies=FarewellReplies(
        goodbye=phrases(
            "nein das wars|nein das war alles|nein danke das wars|"
            "tschüss|tschüs|auf wiedersehen|auf wiederhören|gute nacht|bis später|bis dann|"
            "bis bald|ciao|das wars|das war es|das war alles|das ist alles|"
            "beende das gespräch|das gespräch beenden|gespräch beenden|ich bin fertig|"
            "wir sind fertig"
        ),
        end=phrases(
            "jawohl|jap|sicher|natürlich|gern|gerne|ja bitte|ja gerne|okay|einverstanden|"
            "beenden|beende es|ja beenden|wir können aufhören|du kannst aufhören|kannst du|"
            "können wir|machen wir schluss|schluss|ende|fertig|aufhören|hör auf|stopp|"
            "nichts mehr|reicht|das reicht|passt|mach das|tu das"
        ),
        keep=phrases(
            "nein|nee|nö|nein danke|noch nicht|jetzt nicht|nicht|nicht beenden|bitte nicht|"
            "bitte nicht beenden|lieber nicht|weiter|mach weiter|machen wir weiter|weitermachen|"
            "warte|warte mal|moment|moment mal|einen moment|einen moment bitte|eine sekunde|bleib|"
            "bleib da|nicht aufhören|hör nicht auf|ich habe noch etwas|ich bin noch da|"
            "ich bin noch nicht fertig|noch nicht fertig|beende das gespräch nicht|"
            "beende es nicht|wir sind noch nicht fertig|auf keinen fall"
        ),
        courtesy=phrases(
            "danke schön|vielen dank|dann|also|ach|äh|ähm|na|so|und|doch|das gespräch|dir|ihnen"
        ),
    ),
    read_on_replies=ReadOnReplies(
        read_on=phrases(
            "weiter|mach weiter|bitte weiter|lies weiter|lies den rest|den rest|mehr|"
            "fahr fort|ja bitte|ja gern|ja gerne|gern|gerne|nur zu|los|unbedingt|natürlich|"
            "sicher|okay|ok"
        ),
        end=phrases(
            "nein|nee|nö|nein danke|nicht nötig|nicht jetzt|lass|lass es|lass gut sein|"
            "es reicht|das reicht|passt schon|schon gut|ich lese es selbst|ich lese selbst"
        ),
    ),
    time_units={
        1: words("s sek sekunde sekunden"),
        60: words("min minute minuten"),
        3600: words("h std stunde stunden"),
        86_400: words("tag tage tagen"),
        604_800: words("woche wochen"),
    },
    sample="Heute ist das Wetter wirklich schön.",
    sentence_breaks=SentenceBreaks(
        breaths=words("und aber oder denn weil dass wenn ob bevor nachdem damit sondern"),
        never_last=words("dr prof z.b d.h u.a bzw ggf sog"),
        before_number=words("nr"),
    ),
    pronunciation=Pronunciation(
        money={
            "$": "{n} Dollar",
            "€": "{n} Euro",
            "£": "{n} Pfund",
            "¥": "{n} Yen",
            "₩": "{n} Won",
        },
        units={
            "km/h": "{n} Kilometer pro Stunde",
            "m/s": "{n} Meter pro Sekunde",
            "km²": "{n} Quadratkilometer",
            "m²": "{n} Quadratmeter",
            "m³": "{n} Kubikmeter",
            "km": "{n} Kilometer",
            "cm": "{n} Zentimeter",
            "mm": "{n} Millimeter",
            "kg": "{n} Kilogramm",
            "mg": "{n} Milligramm",
            "ml": "{n} Milliliter",
            "ms": "{n} Millisekunden",
            "KB": "{n} Kilobyte",
            "MB": "{n} Megabyte",
            "GB": "{n} Gigabyte",
            "TB": "{n} Terabyte",
            "°C": "{n} Grad Celsius",
            "°F": "{n} Grad Fahrenheit",
        },
        powers=(" hoch zwei", " hoch drei"),
        rules=(
            (r"\b(\d{1,2}:\d\d) Uhr\b", r"\1"),  # eSpeak says "Uhr" itself
            (r"\bz\.\s?B\.", "zum Beispiel"),
            (r"\bd\.\s?h\.", "das heißt"),
            (r"\bu\.\s?a\.", "unter anderem"),
            (r"\bDr\.(?=\s)", "Doktor"),
            (r"\bNr\.\s?(?=\d)", "Nummer "),
            (r"\bca\.(?=\s)", "circa"),
            (r"\bbzw\.(?=\s)", "beziehungsweise"),
            (r"\busw\.", "und so weiter"),
        ),
    ),
    spoken_phrases=SpokenPhrases(
        code_on_screen="Der Code ist auf dem Bildschirm.",
        table_on_screen="Die Tabelle ist auf dem Bildschirm.",
        formula_on_screen="Die Formel ist auf dem Bildschirm.",
        a_formula="eine Formel",
        a_link="ein Link",
        link_to="Link zu {domain}",
        not_understood="Das habe ich nicht verstanden, bitte noch einmal",
        shall_we_end="Wollen wir das Gespräch beenden?",
        goodbye="Bis bald.",
        left_on_screen="Ich lasse die Frage auf dem Bildschirm stehen.",
        no_answer="Ich konnte keine Antwort bekommen.",
        broken_off="Die Antwort bricht hier ab.",
        rest_on_screen="Der Rest steht auf dem Bildschirm. Soll ich weiterlesen?",
        fillers=("Einen Moment.", "Ich sehe nach.", "Ich bin noch dabei.", "Nur eine Sekunde."),
        still_working="Ich arbeite noch daran, ein Werkzeug braucht seine Zeit.",
        still_waiting="Ich warte noch auf die Antwort des Modells.",
    ),
    common_words=words(
        "der die das und ist ich nicht ein eine einen einem einer zu den dem des mit sich auf für"
        " von im sie es wir ihr aber auch wie oder bei nach wenn wird werden sind war hat haben"
        " kann können noch nur schon dass daß als am aus ja nein bitte hier heute gibt über sehr"
        " hallo danke gerne natürlich klar uhr mir mich dich dir zum zur vom keine kein was wo"
    ),
    telling_marks="ß",
    hallucinations=phrases(
        "untertitel der amara org community|vielen dank|untertitel im auftrag des zdf für funk 2017"
    ),
    numbers=_NUMBERS,
    answer_corrections=_ANSWER_CORRECTIONS,
    denials=phrases("nein|nee|ne|nö"),
)

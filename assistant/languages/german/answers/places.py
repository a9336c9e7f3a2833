"""Places in a list, in German."""

from assistant.languages.german.numbers import CARDINALS, ORDINALS
from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged
from assistant.languages.list_positions import Numerals, places


def positions() -> dict[str, PhraseMeaning]:
    """Return what points at places in the list."""
    return {
        **places(
            Numerals(
                cardinals=CARDINALS,
                ordinals=ORDINALS,
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

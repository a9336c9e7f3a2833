"""What may be asked for in German instead of choosing."""

from assistant.languages.lexicon import CommandKind, PhraseMeaning, commands


def command_phrases() -> dict[str, PhraseMeaning]:
    """Return what asks for something instead of choosing."""
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

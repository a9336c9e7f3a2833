"""German. Pure."""

from typing import Final

from assistant.languages.language import phrases
from assistant.languages.sentence_table import (
    IntentName,
    OpenRequest,
    SentenceTable,
    SpokenLengths,
    SpokenNames,
    SpokenNumbers,
    SpokenSums,
)

_UNITS: Final = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn"
).split()
_TENS: Final = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_ORDINALS: Final = (
    "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt "
    "fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt"
).split()


def _before_units() -> list[str]:
    return ["", "ein", *_UNITS[2:10]]


def _cardinals() -> dict[str, int]:
    """Return numbers up to 999: they are one word each."""
    below = {word: n for n, word in enumerate(_UNITS)} | {"zwo": 2}
    for tens, ten in enumerate(_TENS, start=2):
        below[ten] = tens * 10
        for n, one in enumerate(_before_units()[1:], start=1):
            below[f"{one}und{ten}"] = tens * 10 + n
    found = dict(below)
    for n, one in enumerate(_before_units()):
        head, value = f"{one}hundert", max(n, 1) * 100
        found[head] = value
        for word, more in below.items():
            if more:
                found[f"{head}{word}"] = found[f"{head}und{word}"] = value + more
    return found | {word.replace("ß", "ss"): n for word, n in found.items() if "ß" in word}


def _ordinals() -> dict[str, int]:
    """Return the days of a month: "neunten"."""
    found = {word: n for n, word in enumerate(_ORDINALS, start=1)}
    found |= {"zwanzigst": 20, "dreißigst": 30, "einunddreißigst": 31}
    found |= {f"{one}undzwanzigst": 20 + n for n, one in enumerate(_before_units()) if n}
    return {f"{word}{end}": n for word, n in found.items() for end in ("e", "er", "en")}


def _halves() -> dict[str, float]:
    """Return lengths in and a half: "zweieinhalb Stunden"."""
    found = {
        "halbe stunde": 1800.0,
        "halben stunde": 1800.0,
        "halbe minute": 30.0,
        "halben minute": 30.0,
    }
    found |= {"viertelstunde": 900.0, "viertel stunde": 900.0}
    found |= {"dreiviertelstunde": 2700.0, "dreiviertel stunde": 2700.0}
    articles = ("eine", "einer", "ne", "die")
    found |= {f"{article} {phrase}": n for phrase, n in found.items() for article in articles}
    heads = {f"{one}einhalb": n + 0.5 for n, one in enumerate(["", "ein", *_UNITS[2:]]) if n}
    heads |= {"anderthalb": 1.5, "einundeinhalb": 1.5}
    units = (("minute", 60), ("minuten", 60), ("stunde", 3600), ("stunden", 3600), ("tage", 86_400))
    return found | {f"{head} {unit}": n * s for head, n in heads.items() for unit, s in units}


_RULES: Final = {
    # Words.
    "det": "[einen neuen|eine neue|einen weiteren|einen|ein|eine|nen|ne|n|den|die|das|dem|der|meinen|meine|mein|meinem|meiner|noch einen|noch eine|neuen|neuer|neue]",
    "poss": "(meine|meiner|meinen|meinem|mein|die|der|den|dem|das|unsere|unserer|unseren|unserem|eine|einer|diese|dieser|diesen)",
    "me": "[mir|uns|für mich|für uns]",
    "set": "(stell|stelle|stellst du|setz|setze|mach|mache|machst du|starte|start|startest du|erstell|erstelle|aktivier|aktiviere|leg|lege|richte|gib|programmier|programmiere|schalte|schalt|beginn|beginne|lass|ich brauche|ich brauch|ich möchte|ich will|ich hätte gern|ich hätte gerne|ich hätt gern|wir brauchen|brauche|brauch|neu|neuer|los|timer|jetzt)",
    "done": "[zu] (stellen|setzen|machen|starten|erstellen|einstellen|anlegen|aktivieren|laufen lassen|laufen|programmieren|einrichten|haben|bekommen|anstellen|anmachen|einschalten|stellst|setzt|machst|startest|an|ein|los|klingeln lassen|klingeln)",
    "show": "(zeig|zeige|zeigst du|lies|liest du|nenn|nenne|sag|sage|gib|öffne|lass hören|lass mich hören)",
    "shown": "[an|vor|her|aus|anzeigen|zeigen|vorlesen|lesen|sehen|nennen|auflisten|hören|sagen|wissen]",
    "off": "(ausschalten|ausmachen|ausstellen|abschalten|abstellen|abbrechen|löschen|beenden|stoppen|anhalten|deaktivieren|entfernen|canceln|abbestellen|aus|ab|weg|raus)",
    "kill": "(lösch|lösche|stopp|stoppe|stop|beende|beend|deaktivier|deaktiviere|entfern|entferne|cancel|storniere|streich|streiche|vergiss)",
    "switch": "(brich|schalte|schalt|stell|stelle|mach|mache|halte|nimm|breche|schmeiß|schaltest du|machst du|stellst du)",
    "tell": "(sag|sage|sagst du|nenn|nenne|verrate|verrat|zeig|zeige|weißt du|weisst du|kannst du sagen|kannst du mir sagen|könntest du mir sagen|ich wüsste gern|ich wüsste gerne|ich möchte wissen|ich will wissen)",
    "now": "[jetzt|gerade|aktuell|momentan|im moment|genau|denn|eigentlich|wohl|hier|bei uns]",
    # Timers.
    "timer": "(timer|kurzzeitwecker|eieruhr|küchenwecker|küchentimer|countdown|zeitmesser|küchenuhr)",
    "named_timer": "(nudel{label:Nudel}|pasta{label:Pasta}|spaghetti{label:Spaghetti}|eier{label:Eier}|ei{label:Ei}|tee{label:Tee}|kaffee{label:Kaffee}|pizza{label:Pizza}|reis{label:Reis}|kartoffel{label:Kartoffel}|kuchen{label:Kuchen}|brot{label:Brot}|back{label:Back}|ofen{label:Ofen}|koch{label:Koch}|wasch{label:Wasch}|wäsche{label:Wäsche}|pausen{label:Pausen}|lern{label:Lern}|sport{label:Sport}|yoga{label:Yoga}|fokus{label:Fokus}|pomodoro{label:Pomodoro}|zahnputz{label:Zahnputz}|gemüse{label:Gemüse}|steak{label:Steak}|suppen{label:Suppen}|parkuhr{label:Parkuhr}|park{label:Park}|meditations{label:Meditations})timer",
    "for": "[auf|für|von|über|mit|mit einer dauer von|zu]",
    "kinds": "(timer{kind:timer}|eieruhr{kind:timer}|eieruhren{kind:timer}|countdown{kind:timer}|wecker{kind:alarm}|alarm{kind:alarm}|alarme{kind:alarm}|erinnerung{kind:reminder}|erinnerungen{kind:reminder})",
    "kind": "(timer{kind:timer}|eieruhr{kind:timer}|countdown{kind:timer}|wecker{kind:alarm}|weckalarm{kind:alarm}|alarm{kind:alarm}|weckruf{kind:alarm}|erinnerung{kind:reminder})",
    "any_kind": "(timer|eieruhr|countdown|wecker|alarm|alarme|erinnerung|erinnerungen)",
    # Moments.
    "part": "(früh{part:am}|morgens{part:am}|am morgen{part:am}|in der früh{part:am}|in der frühe{part:am}|vormittags{part:am}|vormittag{part:am}|am vormittag{part:am}|mittags{part:noon}|mittag{part:noon}|am mittag{part:noon}|nachmittags{part:afternoon}|nachmittag{part:afternoon}|am nachmittag{part:afternoon}|abends{part:evening}|abend{part:evening}|am abend{part:evening}|nachts{part:night}|nacht{part:night}|in der nacht{part:night})",
    "clock": """
        halb {hour}{to:30}
        (viertel nach|viertel über) {hour}{past:15}
        (viertel vor|dreiviertel|drei viertel) {hour}{to:15}
        fünf vor halb {hour}{past:25}{to:60}
        fünf nach halb {hour}{past:35}{to:60}
        zehn vor halb {hour}{past:20}{to:60}
        zehn nach halb {hour}{past:40}{to:60}
        viertel {hour}{to:45}
        {past} [minuten] nach {hour} [uhr]
        {to} [minuten] vor {hour} [uhr]
        (punkt|genau|schlag) {hour} [uhr]
        (zwölf uhr mittags|12 uhr mittags|punkt mittag){hour:12}{part:noon}
        (mitternacht){hour:0}{part:tonight}
        {digital} [uhr]
        {hour} uhr [und] {past}
        {hour} {minute} [uhr]
        {hour} (uhr|h) [genau]
        {hour}
    """,
    "corrected_clock": "[{other} [uhr] <correct>] <clock>",
    "correct": "(nein|nee|ne|äh nein|ach nein|nein doch|nein warte|ich meine|ich meinte|moment|warte|quatsch|sorry|entschuldigung|vielmehr|oder nein|oder doch|doch lieber|lieber|besser|besser gesagt|ach quatsch|halt nein|korrektur|nein halt) [um|auf]",
    "weekday": "(montag{weekday:0}|dienstag{weekday:1}|mittwoch{weekday:2}|donnerstag{weekday:3}|freitag{weekday:4}|samstag{weekday:5}|sonnabend{weekday:5}|sonntag{weekday:6}|mo{weekday:0}|di{weekday:1}|mi{weekday:2}|do{weekday:3}|fr{weekday:4}|sa{weekday:5}|so{weekday:6})",
    "some_day": "(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)",
    "weekdays": "(montags{weekday:0}|dienstags{weekday:1}|mittwochs{weekday:2}|donnerstags{weekday:3}|freitags{weekday:4}|samstags{weekday:5}|sonnabends{weekday:5}|sonntags{weekday:6})",
    "month": "(januar{month:1}|jänner{month:1}|februar{month:2}|märz{month:3}|april{month:4}|mai{month:5}|juni{month:6}|juli{month:7}|august{month:8}|september{month:9}|oktober{month:10}|november{month:11}|dezember{month:12})",
    "day": """
        (übermorgen|am übermorgen){day:2}
        morgen{day:1}
        heute{day:0}
        (am <weekday> nächster woche|nächste woche [am] <weekday>|nächste woche <weekday>|<weekday> nächste woche){week:1}
        [am|diesen|kommenden|am kommenden|an diesem] <weekday>
        [am|den] {dom} <month>
    """,
    "repeat": """
        (jeden tag|täglich|alle tage){every:day}
        (jeden morgen){every:day}{span:am}
        (jeden abend){every:day}{span:evening}
        (jeden werktag|werktags|an werktagen|unter der woche|jeden wochentag|wochentags|an wochentagen|montag bis freitag|von montag bis freitag|montags bis freitags|von montags bis freitags){every:weekday}
        (am wochenende|jedes wochenende|an wochenenden|wochenends){every:weekend}
        jeden <weekday>{every:day}
        [immer] <weekdays>{every:day}
    """,
    "time": "[um|gegen|auf|für|so um|ungefähr um|zu] <corrected_clock> [<part>]",
    "when": """
        [für|auf] <day> [<part>] <time>
        <time> [für|auf] <day> [<part>]
        <time> <repeat>
        [für] <repeat> <time>
        <part> <time>
        <time>
    """,
    "after": "(in|nach|in ungefähr|in etwa|in circa|in genau) {length}|{length} (später|danach)",
    "that": "(daran|dran) (dass ich|dass wir|das ich|dass|zu|an)",
    # Reminders.
    "remind": "(erinner|erinnere|erinnerst du) (mich|uns)",
    "about": "(an die|an den|an das|an meine|an meinen|an mein|an unser|an unsere|an unseren|ans|an|daran dass ich|daran dass wir|daran dass|daran das ich|dran dass ich|dran dass|daran|dran|dass ich|dass|wegen|zu|zum|zur|für|auf)",
    "new_reminder": "[stell|stelle|setz|setze|mach|mache|erstell|erstelle|neue|leg|lege|ich brauche] [mir] [eine|ne|neue|eine neue] erinnerung [ein|an]",
    # Lists.
    "list_noun": "(einkaufsliste|einkaufszettel|einkaufs liste|einkauf liste|einkaufs zettel|shoppingliste|shopping liste|einkäufe){list:Einkauf}|(to do liste|todo liste|todoliste|to dos|todos|aufgabenliste|aufgaben liste|to do){list:Aufgaben}|packliste{list:Packen}|wunschliste{list:Wünsche}|(bücherliste|leseliste){list:Bücher}|(filmliste|filme liste){list:Filme}|(geschenkeliste|geschenkliste){list:Geschenke}|gästeliste{list:Gäste}|(putzliste){list:Putzen}|baumarktliste{list:Baumarkt}|drogerieliste{list:Drogerie}|partyliste{list:Party}|urlaubsliste{list:Urlaub}|liste {list}|{list} liste",
    "a_list": "<poss> (<list_noun>|liste|zettel)",
    "to_list": "(auf|in|an|zu) (<poss> <list_noun>|<poss> (liste|zettel)|<list_noun>)|(zur|zum|aufs) (<list_noun>|liste|zettel)",
    "on_list": "(auf|in|an) (<poss> <list_noun>|<poss> (liste|zettel)|<list_noun>)",
    "from_list": "(von|aus|auf) (<poss> <list_noun>|<poss> (liste|zettel)|<list_noun>)|vom (<list_noun>|zettel)",
    "added": "[hinzu|dazu|drauf|rauf|darauf|mit drauf|ein|auf|hinzufügen|setzen|schreiben|packen|tun|eintragen|aufnehmen|notieren|ergänzen|stellen|nehmen|legen|aufschreiben|draufsetzen|draufschreiben]",
    "add": "(setz|setze|schreib|schreibe|pack|packe|tu|tue|füg|füge|nimm|stell|stelle|leg|lege|trag|trage|notier|notiere|ergänz|ergänze|setzt du|schreibst du)",
    "removed": "[ab|runter|raus|weg|herunter|heraus|streichen|löschen|nehmen|entfernen|abhaken|runternehmen|durch|durchstreichen|abstreichen]",
    "bit_more": "(etwas|ein bisschen|ein wenig|n bisschen|bisschen|viel|noch|noch etwas|ein klein wenig|deutlich)",
    "wday": "(heute|morgen|übermorgen|gerade|jetzt|aktuell|draußen|heute abend|heute nachmittag|morgen früh|am wochenende|dieses wochenende|diese woche|nächste woche|die nächsten tage|am <some_day>|heute nacht)",
    # Notes.
    "notes": "(notizen|notiz|notizzettel|aufzeichnungen|merkzettel)",
}

_BROWSE: Final = "(öffne|öffnen sie|geh|gehe|geh mal|ruf|rufe|lade|zeig|zeige|besuch|besuche|navigier|navigiere|bring mich|mach|surf|surfe|starte)"

SENTENCES: Final = SentenceTable(
    code="de",
    rules=_RULES,
    before=(
        "hey|hi|hallo|moin|servus|guten morgen|guten tag|guten abend|ok|okay|gut|also|so|na|na gut|ja|nun|dann|und|parley|jarvis|"
        "hey jarvis|alexa|du|sag mal|hör mal|pass auf|entschuldigung|entschuldige|sorry|danke|super|achso|ach ja|übrigens|jetzt|"
        "(kannst|könntest|würdest|willst|magst) du [so nett sein und|mir|uns|für mich|auch|vielleicht|netterweise|jetzt|mich|noch|freundlicherweise]|"
        "(können|könnten|würden) sie [mir|uns|für mich|mich]|wärst du so nett und|sei so nett und|sei so gut und|sei so lieb und|"
        "ich möchte dass du [mir]|ich will dass du [mir]|ich hätte gern dass du [mir]|wäre es möglich|ist es möglich|tu mir den gefallen und|tu mir einen gefallen und|"
        "es wäre nett wenn du [mir]|es wäre super wenn du [mir]|darf ich dich bitten|hilf mir|kannste [mir]|könnteste [mir]|würd gern|ach|oh|los"
    ),
    after=(
        "danke|danke dir|danke schön|dankeschön|vielen dank|ok|okay|ja|jetzt|sofort|gleich|parley|jarvis|für mich|für uns|dann|"
        "könntest du|kannst du|würdest du|geht das|wenn du kannst|wenn möglich|wenn es geht|alter|du|los|noch|wieder|nochmal|noch mal|auch|"
        "ja danke|gell|schon|freundlicherweise|so schnell wie möglich|wärst du so nett|sei so nett|machst du das"
    ),
    courtesy="danke|danke dir|danke schön|dankeschön|vielen dank|parley|jarvis",
    polite=phrases("bitte|mal|doch|eben|kurz|schnell|halt|einfach|büdde"),
    fillers=phrases("äh|ähm|öh|öhm|hm|hmm|ehm|uh|um gottes willen|tja"),
    corrections=phrases(
        "nein|nee|ne|äh nein|ach nein|nein doch|nein warte|warte nein|ich meine|ich meinte|moment|warte|quatsch|"
        "ach quatsch|sorry|entschuldigung|vielmehr|oder nein|oder doch|oder doch lieber|doch lieber|lieber|besser|besser gesagt|halt nein|"
        "korrektur|nein ich meine|nein lieber|nein besser|mach|nein mach|nein halt|sondern|ach ne"
    ),
    after_correction=phrases("auf|für|von"),
    takes_back=phrases(
        "äh nein|ach nein|nein doch|nein warte|warte nein|ich meinte|quatsch|vielmehr|oder nein|doch lieber|halt nein|"
        "nein ich|nein lieber|vergiss es|nein halt|ach ne|nee doch|nein"
    ),
    numbers=SpokenNumbers(
        cardinals=_cardinals(),
        hundreds=phrases("hundert"),
        thousands=phrases("tausend"),
        millions=phrases("million|millionen"),
        joins=phrases("und"),
        points=phrases("komma|punkt"),
        ones=phrases("ein|eine|einer|einen|einem|ne|nen"),
        ordinals=_ordinals(),
        decimal_sign=",",
    ),
    lengths=SpokenLengths(
        units={
            **dict.fromkeys("s sek sekunde sekunden".split(), 1),
            **dict.fromkeys("m min minute minuten minütchen".split(), 60),
            **dict.fromkeys("h std stunde stunden stündchen".split(), 3600),
            **dict.fromkeys("tag tage tagen".split(), 86_400),
            **dict.fromkeys("woche wochen".split(), 604_800),
        },
        whole=_halves(),
        half_after=phrases("und eine halbe|und ne halbe"),
        half_before=phrases("und eine halbe|einhalb|und ein halb"),
        joins=phrases("und"),
    ),
    sums=SpokenSums(
        operators={
            "plus": "+", "addiert mit": "+", "und dazu": "+", "minus": "-", "weniger": "-", "abzüglich": "-",
            "mal": "*", "multipliziert mit": "*", "x": "*", "geteilt durch": "/", "dividiert durch": "/",
            "durch": "/", "hoch": "**",
        },
        after={
            "zum quadrat": "**2", "im quadrat": "**2", "quadrat": "**2", "hoch drei": "**3",
            "euro": "", "€": "",
        },
        before={
            "minus": "-", "wurzel aus": "sqrt", "die wurzel aus": "sqrt", "der wurzel aus": "sqrt",
            "quadratwurzel aus": "sqrt", "die quadratwurzel aus": "sqrt", "wurzel von": "sqrt",
            "die wurzel von": "sqrt", "die quadratwurzel von": "sqrt", "quadratwurzel von": "sqrt", "√": "sqrt",
        },
        forms={
            "{a} (prozent|%) (von|aus) {b} [euro|€]": "{a} / 100 * {b}",
            "{b} [euro|€] (minus|weniger|abzüglich) {a} (prozent|%)": "{b} - {a} / 100 * {b}",
            "{b} [euro|€] (plus|zuzüglich) {a} (prozent|%)": "{b} + {a} / 100 * {b}",
            "[die] summe (von|aus) {a} und {b}": "{a} + {b}",
            "(addiere|addier|zähle|zähl) {a} (und|plus|mit|zu) {b} [zusammen]": "{a} + {b}",
            "(subtrahiere|subtrahier|ziehe|zieh) {a} von {b} [ab]": "{b} - {a}",
            "[die] differenz (von|zwischen|aus) {a} und {b}": "{a} - {b}",
            "(multipliziere|multiplizier|nimm) {a} (mit|mal|und) {b}": "{a} * {b}",
            "[das] produkt (von|aus) {a} und {b}": "{a} * {b}",
            "(dividiere|dividier|teile|teil) {a} durch {b}": "{a} / {b}",
            "[die] hälfte von {a}": "{a} / 2",
            "[ein] drittel von {a}": "{a} / 3",
            "[ein] viertel von {a}": "{a} / 4",
            "[das] (doppelte|zweifache) von {a}": "2 * {a}",
            "[das] dreifache von {a}": "3 * {a}",
        },
    ),
    and_words=phrases("und|sowie|und auch|plus|und noch"),
    dots=phrases("punkt|dot"),
    applications={
        **dict.fromkeys(("dateimanager", "dateien", "explorer", "datei explorer", "dateiverwaltung", "ordner"), "files"),
        **dict.fromkeys(("texteditor", "text editor", "editor", "notizblock"), "text editor"),
        **dict.fromkeys(("taschenrechner", "rechner"), "calculator"),
        **dict.fromkeys(("browser", "webbrowser", "internetbrowser", "internet browser", "web browser"), "web browser"),
        **dict.fromkeys(("konsole", "kommandozeile", "eingabeaufforderung"), "terminal"),
        **dict.fromkeys(("einstellungen", "systemeinstellungen", "systemsteuerung"), "settings"),
        **dict.fromkeys(("kalender", "kalender app"), "calendar"),
        **dict.fromkeys(("mail", "mails", "email", "e mail", "mailprogramm", "e mail programm", "email programm", "postfach"), "mail"),
        **dict.fromkeys(("kamera", "webcam"), "camera"),
        **dict.fromkeys(("musikplayer", "musik player", "musikspieler"), "music"),
        **dict.fromkeys(("videoplayer", "video player"), "videos"),
        **dict.fromkeys(("fotos", "bilder", "bildbetrachter", "fotogalerie"), "photos"),
        **dict.fromkeys(("taskmanager", "task manager", "systemmonitor"), "system monitor"),
        **dict.fromkeys(("app store", "softwarecenter", "softwareverwaltung"), "software"),
        **dict.fromkeys(("karten", "landkarte"), "maps"),
        "kontakte": "contacts", "uhr app": "clocks", "wetter app": "weather", "bildschirmfoto": "screenshot",
    },
    articles=phrases("der|die|das|den|dem|des|meine|meinen|meinem|meiner|mein|unsere|unseren|unser|ein|eine|einen|einem|noch|etwas"),
    excluded=phrases(
        "ich|du|er|sie|es|wir|ihr|mich|dich|ihn|uns|euch|mir|dir|ihm|wer|was|wann|wo|warum|wieso|wie|welche|welcher|welches|"
        "ist|sind|war|waren|bin|bist|sein|hat|habe|haben|hatte|kann|kannst|könnte|wird|werde|werden|würde|soll|sollte|muss|nicht|"
        "kein|keine|keinen|und|oder|aber|wenn|dass|weil|damit|dieser|diese|dieses|stell|stelle|setz|setze|mach|mache|starte|start|stopp|"
        "für|mit|über|auf|von|zu|zum|zur|in|im|an|am|um|bei|nach|vor|bis|seit|jeden|jede|alle|alles|einen|eine|ein|einer|noch|"
        "deutsch|englisch|sagte|gesagt|sagt|sage|heute|morgen|gestern|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|"
        "zeit|timer|wecker|alarm|erinnerung|notiz|notizen|liste|lies|zeig|geht|ging|klingelt|geklingelt|aus|ein|der|die|das|den|dem|"
        "hier|dort|da|denn|dann|so|als|lang|lange|lieber|schreib|schreibe|lang|erste|beste|andere|gleiche|uhr|täglich|"
        "raus|hinzu|weg|runter|dazu|letzte|letzten|letzter|vorige|nachricht|frage|antwort"
    ),
    never_items=phrases(
        "ich|du|er|sie|es|wir|ihr|mich|dich|ihn|uns|euch|mir|dir|ihm|sich|wer|was|wann|wo|warum|wieso|wie|welche|ist|sind|war|waren|"
        "nicht|nichts|kein|keine|keinen|außer|ausser|ausgenommen|wenn|dass|weil|stell|erinnere|erinner|sagte|sagt|das|dies|diese|dieses|alles|etwas|irgendwas|name|namen|timer|"
        "zahl|zahlen|zeile|zeilen|spalte|spalten|doppelten|doppelte|duplikate|werte|wert|element|elemente|wörter|wort|funktion|satz"
    ),
    fact_starts=phrases("ich|wir|mein|meine|unser|unsere"),
    fact_verbs=phrases("ist|sind|war|hat|haben|mag|liebt|hasst|wohnt|arbeitet|braucht|heißt|liegt|steht|bin|habe"),
    names=SpokenNames(
        measures=phrases(
            "halb|halbe|halben|halbes|anderthalb|viertel|dreiviertel|drittel|komma|punkt|minus|plus|negativ|"
            "negative|mal|doppelt|doppelte|dutzend|mehrere|einige|paar|wenige|weniger|mehr|etwa|ungefähr|"
            "circa|ca|rund|knapp|gut|fast|genau|mindestens|höchstens|maximal|nächste|nächsten|nächster|"
            "nächstes|letzte|letzten|letzter|letztes|vorige|vorigen|vergangene|vergangenen|kommende|"
            "kommenden|jede|jeden|jedes|jeder|alle|andere|anderen|zweiten|gestern|vorgestern|früher|später|"
            "bald|pünktlich|spätestens|frühestens|irgendwann|wochenende|wochenenden|werktag|werktags|monat|"
            "monate|monaten|jahr|jahre|jahren|uhr|sonnenaufgang|sonnenuntergang|dämmerung|morgengrauen|"
            "feierabend|weihnachten|heiligabend|silvester|neujahr|ostern|karfreitag|ostermontag|pfingsten|"
            "halloween|nikolaus|advent|fasching|karneval|ramadan|geburtstag|jahrestag|feiertag|feiertage|"
            "feiertagen|ferien|urlaub|sommer|winter|herbst|frühling|frühjahr|januar|februar|märz|april|mai|"
            "juni|juli|august|september|oktober|november|dezember|utc|gmt|mez|mesz|est|pst|zeitzone|nie|"
            "niemals|nicht|kein|keine|ohne|ortszeit|weltzeit|sommerzeit|winterzeit|zeit"
        ),
        never_first=phrases(
            "um|an|am|in|im|auf|bis|ab|vor|nach|von|zu|zum|zur|für|mit|bei|gegen|seit|zwischen|während|über|"
            "unter|aus|oder|und|aber|sondern|wenn|falls|weil|außer|statt|heute|übermorgen|jetzt|nun|wieder|"
            "noch|nochmal|ungefähr|bitte|mich|uns|dann|täglich|abends|morgens|mittags|nachts"
        ),
        never_last=phrases(
            "um|am|im|bis|ab|vor|nach|von|zu|zum|zur|für|mit|bei|gegen|seit|zwischen|während|über|unter|"
            "oder|und|aber|sondern|wenn|falls|weil|außer|statt|als|der|die|das|den|dem|ein|eine|einen|heute|"
            "morgen|übermorgen|täglich|abends|morgens|mittags|nachts|mittag|abend|nachmittag|vormittag|früh"
        ),
        manners=phrases(
            "leise|leisen|leiser|leises|laut|laute|lauten|lauter|lautes|still|stille|stillen|stiller|stummen|"
            "stumm|stumme|sanft|sanfte|sanften|sanfter|wiederholt|wiederholte|wiederholten|wiederholter|"
            "wiederkehrend|wiederkehrenden|wiederkehrender|falsch|falsche|falschen|falscher|alt|alte|alten|"
            "alter|laufenden|laufender|aktuellen|aktueller|kaputter|zufälligen|großen|großer|kleinen|kleiner|"
            "gleichen"
        ),
        nothing=phrases(
            "nichts|gar nichts|nein|nee|keine|weiß nicht|weiß ich nicht|ich weiß nicht|ich weiß es nicht|"
            "keine ahnung|egal|irgendwas|irgendetwas|etwas|vergessen|habe ich vergessen|"
            "es|das|dies|dieses|daran|ihn|sie|das da|diese sache|die sache"
        ),
        limits=phrases(
            "außer|ausser|ausgenommen|gestern|vorgestern|sondern|entweder|weder|falls|jeden|jede|jedes|jeder|täglich|wöchentlich|monatlich|jährlich|nächsten monat|nächste woche|nächstes jahr|letzten monat|letzte woche|letztes jahr|diesen monat"
        ),
    ),
    open_requests=(
        OpenRequest(
            sentences="""
                <remind> [noch|wieder] <when>
                <remind> [noch|wieder] <after>
                <when> <remind>
                <after> <remind>
                (mich|uns) <when> erinnern
                (mich|uns) <after> erinnern
                <new_reminder> [für|um|auf|in] <when> [ein|an|<done>]
                <new_reminder> <after> [ein|an|<done>]
                <new_reminder> (für|auf|von) {length} [ein|an|<done>]
            """,
            question="",
            options=("Jemanden anrufen", "Medikamente nehmen", "Eine Pause machen"),
            answers=("{}", "an {}"),
        ),
    ),
    default_list="Einkauf",
    sentences={
        IntentName.STOP: """
            (stopp|stop|halt|hör auf|hör auf damit|aufhören|hör auf zu reden|hör auf zu sprechen|ruhe|ruhe jetzt|sei still|sei ruhig|sei leise|schweig|still|genug|genug jetzt|das reicht|es reicht|reicht|abbrechen|abbruch|brich ab|vergiss es|schon gut|lass gut sein|klappe|klappe zu|halt die klappe|halt den mund|pause|pst|psst|schluss|schluss jetzt|schluss damit|stopp stopp|jetzt reicht es|jetzt ist schluss) [(stopp|stop|das reicht|reicht|genug|hör auf|ruhe|schluss|jetzt)]
        """,
        IntentName.GET_TIME: """
            wie spät (ist es|haben wir es|haben wirs|ists|ist) <now> [in {place}] <now>
            wie spät <now> ist es [in {place}]
            wie spät
            (wie viel|wieviel|welche) uhr (ist es|haben wir|ists|ist das|ist) <now> [in {place}] <now>
            was (ist|haben wir) <now> [für|die] [aktuelle] (uhrzeit|uhr|zeit) <now> [in {place}]
            was ist die (uhrzeit|aktuelle uhrzeit|aktuelle zeit|genaue uhrzeit) [in {place}]
            wie (ist|lautet) die [aktuelle|genaue] uhrzeit <now> [in {place}]
            <tell> [mir] [die] [aktuelle|genaue] (uhrzeit|zeit) [an] <now> [in {place}]
            <tell> [mir] wie spät es <now> ist
            <tell> [mir] wie spät es <now> in {place} ist
            <tell> [mir] (wie viel|wieviel) uhr es <now> [in {place}] ist
            [die] [aktuelle] (uhrzeit|uhr zeit) <now> [in {place}]
            mir [die] uhrzeit (sagen|nennen)
            die uhrzeit sagen
            wie viel uhr
        """,
        IntentName.GET_DATE: """
            (welcher tag|welches datum|welcher wochentag|was für ein tag|was für ein datum|was für ein wochentag) (ist|haben wir|ist es) <now> [heute]
            (welchen tag|welchen wochentag|welches datum|den wievielten|was für einen tag|der wievielte|den wie vielten) (haben wir|ist|schreiben wir) <now> [heute]
            der wievielte ist [heute|es heute]
            (was|wie) ist [heute] (das|für ein) [heutige|aktuelle] datum [heute]
            was ist heute für ein (tag|datum|wochentag)
            was für ein tag ist <day>
            (welcher tag|welches datum|welcher wochentag|der wievielte|was für ein datum|was für ein wochentag) (ist|haben wir|war) [am] <day>
            (welchen tag|welches datum|den wievielten) haben wir <day>
            wie lautet das [heutige|aktuelle] datum [heute]
            <tell> [mir] [das] [heutige|aktuelle] datum [von heute] [an]
            <tell> [mir] (welcher tag|welches datum|welcher wochentag|der wievielte) heute ist
            <tell> [mir] (welchen tag|den wievielten|welches datum) wir heute haben
            [heutiges] datum [heute|von heute]
            (welcher tag|welches datum|der wievielte|welcher wochentag) war gestern{day:-1}
            (ist|haben wir) [heute] <some_day> [oder <some_day>] [heute]
            (welches jahr|welcher monat|welchen monat) (ist|haben wir) <now>
            in welchem (jahr|monat) (sind|leben) wir <now>
            (welche|was für eine) kalenderwoche [ist|haben wir] <now>
        """,
        IntentName.CALCULATE: """
            [was ist|was sind|was ergibt|was ergeben|was macht|was gibt|wie viel ist|wieviel ist|wie viel sind|wieviel sind|wie viel macht|wie viel ergibt|wie viel gibt|wieviel gibt|wie viel|wieviel|rechne|rechne aus|rechne mir aus|berechne|kalkuliere|sag mir was|sag mir wie viel ist|wie viel wäre|was wäre|was kommt raus bei|weißt du was] {expression} [=|ist|ergibt|macht|gibt|sind|wären] [was|wie viel|wieviel] [ist|ergibt|macht|aus|ausrechnen|berechnen]
        """,
        IntentName.SET_TIMER: """
            [<set>] <me> <det> <timer> <me> <for> {length} [lang] [<done>]
            [<set>] <me> <det> {length} <timer> [<done>]
            [<set>] <me> <det> <named_timer> <for> {length} [<done>]
            [<set>] <me> <det> {length} <named_timer> [<done>]
            [<set>] <me> <det> <timer> <me> <for> {length} (für|mit dem namen|namens|mit namen|für das|für die|für den|fürs|und nenn ihn|und nenne ihn|nenn ihn) <det> {label} [<done>]
            [<set>] <me> <det> {length} <timer> (für|mit dem namen|namens|mit namen|fürs) <det> {label} [<done>]
            [<set>] <me> <det> <timer> (für|namens|mit dem namen|mit namen|fürs) <det> {label} (auf|von|mit|über|für) {length} [<done>]
            [<set>] <me> <det> <timer> (für|fürs) <det> {label} {length} [<done>]
            [<set>] <me> <det> {label} <timer> <for> {length} [<done>]
            [<set>] <me> <det> {length} {label} <timer> [<done>]
            [zähl|zähle] {length} (runter|herunter|rückwärts|runterzählen|herunterzählen)
            (zähl|zähle) von {length} (runter|herunter|rückwärts)
            (stell|stelle|starte|mach|mache) <me> {length} [ein|an]
            (sag|sage|gib|sagst du|gibst du) (mir|uns) (in|nach) {length} (bescheid|ein zeichen)
            (sag|sage|gib) (mir|uns) bescheid (in|nach) {length}
            (in|nach) {length} (bescheid sagen|bescheid geben|klingeln)
            (in|nach) {length} (sag|gib) mir bescheid
            (mir|uns) (in|nach) {length} (bescheid sagen|bescheid geben)
            (sag|sage|gib) (mir|uns) [bescheid] (wenn|sobald) {length} (um|vorbei|rum|vergangen|abgelaufen|vorüber) (sind|ist) [bescheid]
            (melde|meld|rühr) dich (in|nach) {length} [wieder]
            (benachrichtige|benachrichtig|alarmiere) mich (in|nach) {length}
            (klingel|klingle|piep|piepe|piepse) (in|nach) {length}
            (weck|wecke|weckst du) mich <after> [auf]{kind:alarm}
            mich <after> [auf] (wecken|aufwecken){kind:alarm}
            <after> (weck|wecke) mich [auf]{kind:alarm}
            <after> (wecken|aufwecken){kind:alarm}
            [<set>] <det> (wecker|alarm) <after> [<done>]{kind:alarm}
        """,
        IntentName.WAKE_UP: """
            (weck|wecke|weckst du) (mich|uns) <when> [auf]
            (mich|uns) <when> [auf] (wecken|aufwecken|weckst|aufweckst)
            <when> (weck|wecke) (mich|uns) [auf]
            <when> [mich] (wecken|aufwecken)
            (weck|wecke) (mich|uns) auf <when>
            (ich|wir) (muss|müssen|will|wollen|möchte|sollte) <when> (aufstehen|wach sein|raus|aufwachen|geweckt werden) [weck mich|kannst du mich wecken|stell [mir] einen wecker|also weck mich|stell den wecker]
            [<set>] <me> <det> (wecker|weckalarm|weckruf) <me> <when> [<done>]
            [<set>] <me> <when> <det> (wecker|weckalarm|weckruf) [<done>]
            [<set>] <me> <day> <det> (wecker|weckalarm|weckruf) <time> [<done>]
            [<set>] <me> <det> (wecker|weckalarm|weckruf) [<done>] <when>
            <when> [<set>] <me> <det> (wecker|weckalarm|weckruf) [<done>]
            [<set>] <me> <det> (wecker|weckalarm|weckruf) (namens|mit dem namen|mit namen) {label} <when> [<done>]
            [<set>] <me> <det> (wecker|weckalarm|weckruf) <when> (namens|mit dem namen|mit namen) {label} [<done>]
            [<set>] <me> <det> alarm [für|auf] morgen{day:1} [<part>] <time> [<done>]
            der wecker soll <when> klingeln
            lass den wecker <when> klingeln
        """,
        IntentName.SET_ALARM: """
            [<set>] <me> <det> alarm <me> <when> [<done>]
            [<set>] <me> <when> <det> alarm [<done>]
            [<set>] <me> <day> <det> alarm <time> [<done>]
            [<set>] <me> <det> alarm [<done>] <when>
            <when> [<set>] <me> <det> alarm [<done>]
            [<set>] <me> <det> alarm (namens|mit dem namen|mit namen) {label} <when> [<done>]
        """,
        IntentName.SET_REMINDER: """
            <remind> <after> [noch] <about> {text}
            <remind> <when> [noch] <about> {text}
            <remind> <day> [<part>] [noch] <about> {text} <time>
            <remind> (daran|dran) <after> {text}
            <remind> (daran|dran) <when> {text}
            <remind> <about> {text} <after>
            <remind> <about> {text} <when>
            <after> <remind> <about> {text}
            <when> <remind> <about> {text}
            (mich|uns) <after> <about> {text} (erinnern|zu erinnern|erinnerst)
            (mich|uns) <when> <about> {text} (erinnern|zu erinnern|erinnerst)
            (mich|uns) <about> {text} <when> (erinnern|zu erinnern|erinnerst)
            (mich|uns) <about> {text} <after> (erinnern|zu erinnern|erinnerst)
            (mich|uns) <after> (daran|dran) erinnern [dass ich|dass|zu|an] {text}
            (mich|uns) <when> (daran|dran) erinnern [dass ich|dass|zu|an] {text}
            (mich|uns) (daran|dran) erinnern [dass ich|dass] {text} <when>
            (mich|uns) <when> erinnern (an|ans|an den|an die|an das|dass|dass ich) {text}
            (mich|uns) <after> erinnern (an|ans|an den|an die|an das|dass|dass ich) {text}
            (ich möchte|ich will|ich muss) <when> <about> {text} erinnert werden
            (ich möchte|ich will|ich muss) <after> <about> {text} erinnert werden
            <new_reminder> [für|um|auf] <when> [:|ein|an] [<about>] {text}
            <new_reminder> <after> [:|ein|an] [<about>] {text}
            <new_reminder> <about> {text} <when> [ein|an]
            <new_reminder> <about> {text} <after> [ein|an]
            (sag|sage|gib) mir <when> [bescheid] (dass ich|dass) {text}
            (sag|sage|gib) mir <after> [bescheid] (dass ich|dass) {text}
            (lass|lasse) mich nicht vergessen [dass ich|dass] {text} <when>
            (lass|lasse) mich <when> nicht vergessen [dass ich|dass] {text}
        """,
        IntentName.LIST_TIMERS: """
            (welche|was für|was habe ich für) (timer|wecker|alarme|erinnerungen) (sind|habe ich|hab ich|gibt es|laufen|haben wir|stehen an) [noch|gerade|heute|morgen|aktuell] [gestellt|aktiv|an|gesetzt|eingestellt|offen|eingerichtet|aktiviert|am laufen|gestartet]
            <show> [mir] [alle|die|meine|alle meine|die aktiven|meine aktiven] (timer|wecker|alarme|erinnerungen) <shown>
            [alle|meine] (timer|wecker|alarme|erinnerungen) (anzeigen|zeigen|auflisten|vorlesen)
            meine (timer|wecker|alarme|erinnerungen)
            (habe ich|hab ich|gibt es|haben wir|ist|sind|läuft|laufen) [gerade|noch|heute|morgen|für heute|für morgen] (timer|wecker|alarme|erinnerungen|einen timer|ein timer|einen wecker|ein wecker|irgendwelche timer|irgendwelche wecker|ein alarm|einen alarm|eine erinnerung) [gestellt|aktiv|an|gesetzt|eingestellt|offen|für heute|für morgen] [gestellt]
            wie lange (läuft|geht|dauert|braucht) <det> [{label}] (timer|eieruhr|countdown|wecker) [noch]
            wie lange (läuft|geht|dauert|braucht) <det> <named_timer> [noch]
            wie lange [noch|noch bis] (auf dem timer|der timer|bis der timer klingelt|bis zum wecker|bis der timer abläuft|bis der wecker klingelt)
            wie lange noch
            wie lange habe ich noch [zeit] [auf dem timer]
            (wie viel|wieviel) zeit (ist|habe ich|bleibt|bleibt mir|hat der timer|hab ich) [noch] [übrig] [auf dem|beim|für den] [timer|{label} timer] [noch] [übrig]
            (wie viel|wieviel) zeit [ist] noch [übrig] [auf dem timer]
            (wie viele|wieviele) (minuten|sekunden|stunden) (sind es noch|noch|habe ich noch|läuft der timer noch|bleiben noch|bleiben)
            wann (klingelt|geht|ist|läuft) (der|mein|die) [nächste|nächster] (wecker|timer|alarm|eieruhr|erinnerung) [los|ab|gestellt|eingestellt|fertig]
            (auf wie viel uhr|auf wann|auf wieviel uhr|für wann|um wie viel uhr) (ist|klingelt) (der|mein) [nächste|nächster] (wecker|alarm) [gestellt|eingestellt]
            (restzeit|verbleibende zeit|timer status|status [der|meiner] timer)
            was macht (der|mein) (timer|wecker)
            wann ist (mein|der) nächster (wecker|alarm)
            (timer|wecker) status
        """,
        IntentName.CANCEL_TIMER: """
            <kill> (alle|sämtliche|alle meine|alle die) <kinds> [<off>]{all:yes}
            <switch> (alle|sämtliche|alle meine|alle die) <kinds> <off>{all:yes}
            (alle|sämtliche|alle meine) <kinds> <off>{all:yes}
            <kill> <det> <kind> [wieder] [<off>]
            <switch> <det> <kind> [wieder] <off>
            <det> <kind> [wieder] <off>
            <kill> <det> <kind> (um|für|von|auf) <corrected_clock> [<part>] [<off>]
            <switch> <det> <kind> (um|für|von|auf) <corrected_clock> [<part>] <off>
            <kill> <det> <corrected_clock> <kind> [<off>]
            <switch> <det> <corrected_clock> <kind> <off>
            <det> <kind> (um|für|von) <corrected_clock> [<part>] <off>
            <kill> <det> <named_timer> [<off>]{kind:timer}
            <switch> <det> <named_timer> <off>{kind:timer}
            <det> <named_timer> <off>{kind:timer}
            <kill> <det> {label} <kind> [<off>]
            <switch> <det> {label} <kind> <off>
            <det> {label} <kind> <off>
            <kill> <det> <kind> (für|an|ans|namens|mit dem namen|fürs) <det> {label} [<off>]
            <switch> <det> <kind> (für|an|ans|namens|mit dem namen|fürs) <det> {label} <off>
            <det> <kind> (für|an|ans|namens|fürs) <det> {label} <off>
            ich brauche <det> <kind> nicht mehr
        """,
        IntentName.READ_NOTES: """
            <show> [mir] [alle|die|meine|alle meine|meine letzte|meine letzten|die letzte|die letzten] <notes> <shown>
            [alle|die|meine|alle meine|mir meine] <notes> (anzeigen|zeigen|vorlesen|lesen|auflisten|öffnen)
            meine <notes>
            (welche|was für) <notes> (habe ich|hab ich|gibt es) [gemacht|geschrieben]
            (welche|was für) <notes> (habe ich|hab ich|gibt es) (zu|über|zum|zur) {query}
            was (steht|habe ich|hab ich|ist) in meinen <notes> [stehen]
            (habe ich|hab ich|gibt es) [irgendwelche|eine|noch] <notes> [(zu|über|zum|zur) {query}]
            <show> [mir] [meine|die|alle] <notes> (zu|über|zum|zur|von|mit) {query} <shown>
            (such|suche|find|finde) [in|nach] [meinen|meine|der|die|den] <notes> (nach|zu|über|zum|zur|mit) {query}
            was habe ich [mir] (zu|über|zum|zur) {query} (notiert|aufgeschrieben|geschrieben)
        """,
        IntentName.DELETE_NOTE: """
            (lösch|lösche|entfern|entferne|wirf) <poss> (notiz|notizen) (über|zu|zum|zur|mit|von|namens|mit dem namen|für) {label} [weg]
            (lösch|lösche|entfern|entferne|wirf) <poss> {label} notiz [weg]
            <poss> notiz (über|zu|zum|zur|mit|von|namens|für) {label} (löschen|entfernen|wegwerfen)
            <poss> {label} notiz (löschen|entfernen|wegwerfen)
        """,
        IntentName.SHOW_LIST: """
            was (steht|ist|haben wir|habe ich|hab ich|haben wir noch|stand|fehlt) [alles|noch|so|denn] <on_list> [stehen|drauf|noch|alles]
            was (muss|müssen|soll|sollen|wollte|wollten) (ich|wir) [noch|heute|alles] (einkaufen|kaufen|besorgen){list:Einkauf}
            <show> [mir|uns] <a_list> <shown>
            <show> [mir|uns] <list_noun> <shown>
            [mir] <a_list> (anzeigen|zeigen|vorlesen|lesen|öffnen)
            <list_noun> (anzeigen|zeigen|vorlesen|lesen|öffnen)
            <show> [mir|uns] [alle|meine|alle meine|die] listen <shown>
            (welche listen) (habe ich|gibt es|haben wir)
            (ist|steht) [noch] (etwas|was|irgendwas) <on_list>
            (habe ich|haben wir) [noch] (etwas|was) <on_list>
            meine <list_noun>
            <tell> [mir] was [alles|noch] <on_list> (steht|ist)
        """,
        IntentName.REMOVE_FROM_LIST: """
            (streich|streiche|nimm|lösch|lösche|entfern|entferne|hak|hake|schmeiß|wirf|tu|mach) {items} [wieder] <from_list> <removed>
            {items} [wieder] <from_list> (streichen|löschen|nehmen|entfernen|abhaken|runternehmen|runter|weg|raus|abstreichen)
            (hak|hake|streich|streiche) {items} (ab|weg|durch|raus)
            (ich habe|wir haben|ich hab) {items} [schon|bereits] (gekauft|besorgt|erledigt) [du kannst es|nimm es|streich es|streich sie|nimm sie|hak es] <from_list> <removed>
            <from_list> {items} (streichen|löschen|entfernen)
            (streich|streiche|lösch|lösche|nimm) <from_list> {items} <removed>
        """,
        IntentName.ADD_TO_LIST: """
            <add> <me> {items} [noch|auch|auch noch] <to_list> <added>
            <add> <me> <to_list> {items} <added>
            {items} [noch|auch|auch noch] <to_list> (hinzufügen|setzen|schreiben|packen|tun|eintragen|aufnehmen|notieren|ergänzen|stellen|nehmen|legen|dazu|drauf|rauf|aufschreiben)
            {items} [noch|auch|auch noch] <to_list>
            (wir brauchen|ich brauche|es fehlt|es fehlen|uns fehlt|uns fehlen|mir fehlt|wir haben kein|wir haben keine|wir haben keinen|ich habe kein|ich habe keine|ich habe keinen) [noch] {items} [mehr] [und] <add> (es|sie|das|ihn|die|den|welche) <to_list> <added>
            (wir brauchen|ich brauche) [noch] {items} <to_list>
            {items} (ist|sind) (alle|leer|aus) [und] <add> (es|sie|das|ihn|die|den|welche) <to_list> <added>
            (auf|zu|in) <poss> <list_noun> (kommt|kommen|soll|sollen|muss|müssen) [noch|auch] {items}
            (einkaufsliste{list:Einkauf}|einkaufszettel{list:Einkauf}|einkaufen{list:Einkauf}|einkauf{list:Einkauf}|to do{list:Aufgaben}|todo{list:Aufgaben}|aufgaben{list:Aufgaben}) : {items}
        """,
        IntentName.LAST_REQUEST: """
            was (habe ich|hab ich|wollte ich) [dich|dir|von dir] [gerade|gerad|grad|zuletzt|vorhin|eben gerade|als letztes|davor|zuvor|soeben|vorher] (gefragt|gesagt|gewollt|verlangt|gewünscht|aufgetragen|wissen|gebeten)
            was (habe ich|hab ich) [dich|dir] (gefragt|gesagt) [gerade|zuletzt|vorhin|davor]
            was (war|ist) meine (letzte|vorige|vorherige) (frage|anfrage|bitte|nachricht|anweisung|eingabe)
            was war mein (letzter|voriger|vorheriger) (satz|befehl|wunsch|auftrag)
            (wiederhole|wiederhol|sag) [mir] meine letzte (frage|anfrage|bitte|nachricht) [noch einmal|nochmal]
            (wiederhole|wiederhol) was ich [gerade|zuletzt|eben] gesagt habe
            was wollte ich [gerade|vorhin] von dir
            worum habe ich dich [gerade|zuletzt|vorhin] gebeten
        """,
        IntentName.RECALL: """
            was (weißt|weisst|wusstest) du [alles|so|noch] (über|von) mich [alles]{all:yes}
            was (weißt|weisst) du [alles|so|noch] (über mich|von mir) [noch]{all:yes}
            was hast du [dir] [alles|so] [über mich|von mir] (gemerkt|gespeichert|behalten){all:yes}
            woran erinnerst du dich{all:yes}
            was habe ich dir [alles] über mich (erzählt|gesagt){all:yes}
            was (weißt|weisst) du [noch] über (meine|meinen|mein) {query}
            was habe ich dir (über|von|zu) {query} (erzählt|gesagt)
            (erinnerst du dich an|kennst du|weißt du noch|weißt du) (meine|meinen|mein) {query}
            was solltest du dir [über {query}] merken
            was (habe ich|hab ich) dir [über {query}] gesagt dass du dir merken sollst
        """,
        IntentName.FORGET: """
            vergiss [alles] was ich dir (über|von|zu) {text} (gesagt|erzählt) habe
            vergiss [wieder] dass {text}
            vergiss (meine|meinen|mein) {label}
            vergiss alles über (meine|meinen|mein) {label}
            (lösch|lösche) alles was du (über|von) (meine|meinen|meiner) {label} weißt
            (lösch|lösche) (meine|meinen|mein) {label} aus (deinem|dem) gedächtnis
            merk dir nicht mehr dass {text}
        """,
        IntentName.REMEMBER: """
            (merk|merke|merkst du) dir [bitte] [:] dass {text}
            (merk|merke) dir [:] {fact}
            (behalte|behalt) [im kopf|in erinnerung] dass {text}
            (denk|denke) daran dass {fact}
            (speicher|speichere) [dir] [ab] dass {text}
            dir [zu] merken dass {text}
            vergiss nicht dass {text}
            nicht vergessen dass {text}
            [nur] (damit du es weißt|damit dus weißt|zur info|nur dass du es weißt) {fact} [merk dir das]
            {fact} (merk|merke) dir das
            {fact} (merk|merke) es dir
        """,
        IntentName.ADD_NOTE: """
            (notiz|neue notiz|notiz an mich|memo|notieren|aufschreiben) : {text}
            (mach|mache|schreib|schreibe|erstell|erstelle|nimm|leg|lege) <me> [eine|ne|neue|eine neue|eine kurze] notiz [auf|an] (:|dass|mit dem text|mit dem inhalt|mit) {text}
            (mach|mache|schreib|schreibe|erstell|erstelle|nimm) <me> (eine|ne|neue|eine neue|eine kurze) notiz [auf|an] !über !zu !für !in !von {text}
            (notier|notiere) [dir|mir|dass] !wie !was !warum {text}
            (schreib|schreibe) [mir|dir] (auf|das auf) [dass|:] !deutsch !englisch !französisch !spanisch !seite !papier !wie !was !warum !eine !ein {text}
            (schreib|schreibe) [mir|dir] {text} auf
            neue notiz !über !zu {text}
            (schreib|schreibe|pack|setz|füg|füge) [mir] {text} (in|zu) meine (notizen|notiz) [hinzu]
            (schreib|schreibe) in meine notizen [:|dass] {text}
            mir notieren dass {text}
            {fact} (notier|notiere|schreib) (das|dir das|das auf|mir das auf)
        """,
        IntentName.SET_VOLUME: """
            [stell|stelle|setz|setze|mach|mache|dreh|drehe|ändere|reguliere|regel] [die|deine|den] (lautstärke|ton|volume|sound) [[hoch|runter|herunter|rauf] auf|bei|zu] {level} [prozent|%] [stellen|setzen|drehen|ein|einstellen|machen]
            (dreh|drehe|stell|stelle|mach|mache) [es|dich|auf] [hoch|runter|leiser|lauter] auf {level} (prozent|%) [lautstärke]
            [stell|stelle|dreh|drehe|mach|mache] [die] lautstärke [auf] (maximum|maximal|voll|das maximum|volle lautstärke|ganz hoch|hundert prozent|anschlag) [stellen]{level:100}
            (volle lautstärke|maximale lautstärke|auf volle lautstärke){level:100}
            [stell|stelle|dreh|drehe] [die] lautstärke auf (die hälfte|halb|halbe) [stellen]{level:50}
            halbe lautstärke{level:50}
            {level} (prozent|%) lautstärke
        """,
        IntentName.VOLUME_UP: """
            [<bit_more>] lauter [stellen|machen|drehen|sprechen|reden]
            (sprich|rede|red|mach|mache|stell|stelle|werde|sei|dreh) [es|dich|die lautstärke|den ton] [<bit_more>] lauter
            [den ton|die lautstärke|dich|es] [<bit_more>] lauter (machen|stellen|drehen|sprechen)
            (dreh|drehe|mach|mache|stell|stelle) [es|den ton|die lautstärke|lautstärke|dich|auf] [<bit_more>] (auf|hoch|rauf|höher)
            (erhöhe|erhöh|steigere) (die lautstärke|den ton) [<bit_more>]
            [die] lautstärke [<bit_more>] (erhöhen|hoch|rauf|höher|hochdrehen|lauter)
            (du bist|das ist|es ist) [<bit_more>] [viel] zu leise
            (zu leise|viel zu leise)
            ich (höre|hör|kann) dich [kaum|nicht|schlecht|fast nicht] [hören|verstehen]
            mehr lautstärke
        """,
        IntentName.VOLUME_DOWN: """
            [<bit_more>] leiser [stellen|machen|drehen|sprechen|reden]
            (sprich|rede|red|mach|mache|stell|stelle|werde|sei|dreh) [es|dich|die lautstärke|den ton] [<bit_more>] leiser
            [den ton|die lautstärke|dich|es] [<bit_more>] leiser (machen|stellen|drehen|sprechen)
            (dreh|drehe|mach|mache|stell|stelle) [es|den ton|die lautstärke|lautstärke|dich] [<bit_more>] (runter|herunter|niedriger)
            (verringere|verringer|reduziere|reduzier|senke|senk) (die lautstärke|den ton) [<bit_more>]
            [die] lautstärke [<bit_more>] (verringern|runter|niedriger|runterdrehen|leiser|senken|reduzieren)
            (du bist|das ist|es ist) [<bit_more>] [viel] zu laut
            (zu laut|viel zu laut|nicht so laut|weniger laut)
            weniger lautstärke
            (schrei|brüll) [mich] nicht so
        """,
        IntentName.OPEN_ADDRESS: f"""
            {_BROWSE} [mir] [auf|zu|zur] [die|der|den] [webseite|website|seite|homepage|adresse|internetseite] {{address}} [auf|an|im browser]
            [die] [webseite|website|seite] {{address}} [im browser] (öffnen|aufrufen|anzeigen|laden|besuchen)
        """,
        IntentName.OPEN_APPLICATION: """
            (öffne|öffnest du|öffnen|öffnen sie|starte|start|startest du|starten|führe|ruf|rufe|lade|wechsle zu|wechsel zu|geh zu|schalte um auf) <me> <det> [app|programm|anwendung] {application} [app|programm|anwendung] [auf|aus]
            (mach|mache) <me> <det> [app|programm|anwendung] {application} (auf|an)
            <me> <det> [app|programm|anwendung] {application} [app|programm|anwendung] (öffnen|starten|aufmachen|öffnest|startest|aufrufen)
            (ich will|ich möchte) <det> {application} (öffnen|starten|benutzen|nutzen)
        """,
        IntentName.WHO_ARE_YOU: """
            wer (bist du|bist denn du|sind sie) [eigentlich|denn|überhaupt]
            was bist du [eigentlich|denn|für einer|für ein programm|für ein assistent|für eine ki]
            (wie heißt du|wie heisst du|wie heißen sie|wie ist dein name|was ist dein name|wie lautet dein name) [eigentlich|denn]
            hast du einen namen
            (wer|welche firma) hat dich [eigentlich] (gemacht|gebaut|entwickelt|programmiert|erschaffen|erfunden|geschaffen|trainiert)
            (von wem|von welcher firma) (bist du|kommst du|stammst du|wurdest du) [gemacht|gebaut|entwickelt|programmiert]
            bist du (chatgpt|chat gpt|gpt|siri|alexa|claude|gemini|cortana|copilot|qwen|llama|google|ein mensch|eine ki|eine künstliche intelligenz|ein roboter|ein computer|echt|real|ein bot|ein sprachmodell|eine maschine|eine person|ein assistent)
            (welches|was für ein) [sprach|ki] (modell|sprachmodell|ki modell) (bist du|nutzt du|benutzt du|verwendest du|ist das|steckt dahinter)
            mit wem (rede|spreche|schreibe|sprech|red) ich [hier|gerade|eigentlich|da]
            (stell|stelle) dich [mir] vor
            (erzähl|erzähle) [mir] [etwas|was] (über dich|von dir)
            wie (soll|kann|darf) ich dich nennen
            wer steckt hinter dir
            wo kommst du her
        """,
        IntentName.DECLINE: """
            (wie ist|wie wird|wie wirds|wie sieht|was macht) [das|denn das|es mit dem] wetter [<wday>] [in {place}] [<wday>] [aus|werden]
            wie (ist|wird) <wday> das wetter [in {place}]
            [das|der] (wetter|wetterbericht|wettervorhersage|wetteraussichten) [<wday>] [in|für] [<wday>|{place}] [<wday>]
            <tell> [mir] [das] (wetter|wetterbericht) [von|für] [<wday>] [in {place}]
            was sagt (der wetterbericht|die wettervorhersage|das wetter) [für] [<wday>]
            (regnet|schneit|stürmt|gewittert) es [<wday>] [in {place}] [<wday>]
            (wird|ist) es [<wday>] [in {place}] (regnen|schneien|regnerisch|sonnig|kalt|warm|heiß|windig|bewölkt|schön|frieren|glatt) [draußen] [<wday>]
            (scheint|kommt) [<wday>] die sonne [<wday>]
            (brauche ich|brauch ich) [<wday>] (einen regenschirm|einen schirm|eine jacke|sonnencreme|nen schirm) [<wday>]
            wie (kalt|warm|heiß) (ist|wird) es [draußen] [<wday>] [in {place}] [draußen]
            (wie viel|wieviel|wie viele) grad (hat|sind|ist|haben wir|wird|werden) [es] [draußen] [<wday>] [in {place}]
            (welche|was für eine) temperatur (ist|haben wir|hat es|wird) [es] [draußen] [<wday>] [in {place}]
            (was gibt es|was gibts|gibt es) [neues] [in den|an|für] [nachrichten|neue nachrichten|neues in den nachrichten] [heute]
            (was gibt es|was gibts) neues [in der welt|heute|auf der welt|aus {place}]
            <tell> [mir] [die] [aktuellen|neuesten|heutigen|neusten] (nachrichten|schlagzeilen|news) [an|vor|von heute]
            (lies|spiel) [mir] [die] [aktuellen|neuesten|heutigen] (nachrichten|schlagzeilen|news) [vor|ab]
            [die] (nachrichten|neueste nachrichten|schlagzeilen|aktuelle nachrichten|aktuelle schlagzeilen) [heute|von heute]
            was (ist|passiert) [heute|gerade] in der welt [los|passiert] [heute]
            (ruf|rufe|rufst du) !den !das !die !seite !webseite {someone} [auf dem handy|zurück] an
            {someone} (anrufen|zurückrufen)
            (wähl|wähle) die nummer [von] {someone}
            (ruf|rufe|bestell|bestelle|buch|buche|hol|hole|organisier|organisiere) [mir|uns] (ein|einen|nen) (taxi|uber|fahrer|fahrdienst) [zum {place}|nach {place}|nach hause|zum flughafen|zum bahnhof] [an]
            <me> (ein|einen) (taxi|uber) (rufen|bestellen|buchen|holen)
            (schick|schicke|schreib|schreibe|sende|send) [mir|uns] !mir {someone} (eine|ne|einen|ein) (mail|e mail|email|nachricht|sms|whatsapp|brief|textnachricht) [dass|mit|:|über|und] [{anything}]
            (schick|schicke|schreib|schreibe|sende|send) (eine|ne|einen|ein) (mail|e mail|email|nachricht|sms|whatsapp|textnachricht) an {someone} [dass|mit|:|über|und] [{anything}]
            {someone} (eine|ne) (mail|e mail|email|nachricht|sms|whatsapp) (schicken|schreiben|senden) [dass] [{anything}]
            (antworte|antwort) auf die (mail|e mail|email|nachricht) [von {someone}]
            (lies|prüf|prüfe|check|checke|zeig|ruf) [mir] [meine|die] [neuen|neuesten] (mails|e mails|emails|sms|whatsapps) [vor|ab|an]
            (habe ich|hab ich) [neue|ungelesene] (mails|e mails|emails|nachrichten|sms|post)
            (wie steht|wie hat|wie spielt|wie spielen|wie haben) {anything} [heute|gestern] [gespielt]
            wie steht es (beim|im|bei|zwischen) {anything}
            (wer hat|wer gewinnt) (das spiel|gestern|heute|das rennen|das match|die wahl) [gestern|heute] [gewonnen]
            [wie ist|was ist|wie steht|wie hoch ist|wo steht] [der|die|das] [aktuelle|aktueller] (aktienkurs|kurs|börsenkurs|wechselkurs|aktie|bitcoinkurs|bitcoin kurs|goldpreis|benzinpreis|spritpreis|ölpreis|strompreis|dax) [von|der|des|für] [{anything}]
            (wie viel|wieviel|was) kostet [gerade|ein|eine|der|die|das] (bitcoin|gold|benzin|diesel|sprit|flug|ein flug|ein ticket|zugticket|bahnticket|hotelzimmer|öl) [gerade|heute|aktuell|jetzt|nach|von|in] [{anything}]
            (wie viel|wieviel|was) kostet {anything} (gerade|heute|aktuell|jetzt|momentan|bei amazon|im moment)
            wo steht der (dax|bitcoin|dow jones|nasdaq) [heute|gerade]
            (buch|buche|reservier|reserviere|such|suche|find|finde) [mir|uns] (einen|ein|eine) [günstigen|billigen|günstiges] (flug|hotel|tisch|zug|zimmer|hotelzimmer|ticket|bahnticket|platz) [{anything}]
            (einen|ein|eine) (flug|hotel|tisch|zimmer|hotelzimmer|ticket) [{anything}] (buchen|reservieren)
            (bestell|bestelle|kauf|kaufe) [mir|uns] {anything} (bei amazon|online|im internet|bei {place})
            (bestell|bestelle) [mir|uns] (eine|einen|ein|was|etwas|zwei|drei) (pizza|pizzas|sushi|essen|döner|burger|zu essen|blumen) [{anything}]
            (pizza|essen|sushi) bestellen
            wann (fährt|geht|kommt|startet) (der|die|das) nächste (bus|zug|bahn|s bahn|u bahn|straßenbahn|tram|flug|flieger|ice) [nach|zum|zur|in|von] [{anything}]
            (hat|haben|ist|sind) {anything} [heute|jetzt|noch|am <weekday>] (offen|geöffnet|auf|zu|geschlossen)
            (wann|wie lange) (macht|hat|schließt|öffnet) {anything} [heute|morgen] (auf|zu|offen|geöffnet)
            (wo ist|wo bleibt) (mein|meine) (paket|lieferung|bestellung|sendung|handy|taxi)
            (wie ist|gibt es) [die|der|viel|aktuell] (verkehrslage|verkehr|stau) [auf|nach|in|zur] [{anything}]
            (spiel|spiele) [mir] [etwas|ein bisschen|das|den|die|neue|die neueste] (musik|lied|song|radio|playlist|podcast|album|hörbuch|jazz) [{anything}] [ab|an]
            (such|suche|googel|google) [im internet|im netz|online|bei google|auf google] nach {anything} (im internet|im netz|online|bei google|auf google)
            (such|suche) (im internet|im netz|online|bei google|auf google) [nach] {anything}
            (googel|googele|google) [nach] {anything}
            (poste|teile|veröffentliche|twitter) {anything} (auf|bei|in) (twitter|x|facebook|instagram|tiktok|linkedin|mastodon)
            (mach|mache|schalt|schalte|dreh|drehe|stell|stelle) (das licht|die lampe|die lichter|den fernseher|die heizung|das radio|die klimaanlage|den ofen) [im {place}|in der {place}|in {place}] (an|aus|ein|auf|höher|runter|hoch|ab)
            (licht|lampe|heizung|fernseher|radio) (an|aus)
            was (läuft|kommt) [heute|heute abend|gerade] (im fernsehen|im tv|im kino|auf netflix) [heute|heute abend]
            (wo ist|wo finde ich) (der|die|das|den) nächste (supermarkt|apotheke|tankstelle|bäcker|bäckerei|restaurant|bank|arzt|bahnhof|haltestelle) [in der nähe]
        """,
    },
    replies={
        "time": "Es ist {time} Uhr.",
        "time_in": "In {place} ist es {time} Uhr, {date}.",
        "date": "Heute ist {date}.",
        "date_of": "Das ist {date}.",
        "result": "Das ist {value}.",
        "about": "Das ist ungefähr {value}.",
        "timer_set": "Timer gestellt: {length}.",
        "timer_set_named": "Timer „{label}“ gestellt: {length}.",
        "alarm_set": "Wecker gestellt: {day}, {time} Uhr.",
        "alarm_repeats": "Wecker gestellt: {days}, {time} Uhr.",
        "reminder_at": "Ich erinnere dich {day} um {time} Uhr: {text}",
        "reminder_in": "Ich erinnere dich, wenn {length} vorbei sind: {text}",
        "task_at": "Um {time} Uhr. Woran soll ich dich erinnern?",
        "task_on": "{day} um {time} Uhr. Woran soll ich dich erinnern?",
        "task_in": "In {length}. Woran soll ich dich erinnern?",
        "no_timers": "Es ist nichts gestellt.",
        "timer": "Timer",
        "alarm": "Wecker",
        "reminder": "Erinnerung",
        "left": "{name}: noch {length}.",
        "rings_at": "{name}: {day}, {time} Uhr.",
        "ringing": "{name}: klingelt gerade.",
        "cancelled": "Gelöscht: {names}.",
        "which_one": "Es gibt mehrere. Sag mir, welchen du meinst.",
        "noted": "Notiert: {text}",
        "no_notes": "Es gibt keine Notizen.",
        "notes": "Deine Notizen: {names}.",
        "note_deleted": "Die Notiz „{name}“ ist im Papierkorb.",
        "added": "Auf die Liste „{list}“ gesetzt: {items}.",
        "known_items": "Schon auf der Liste „{list}“: {items}.",
        "list": "Auf der Liste „{list}“: {items}.",
        "list_empty": "Die Liste „{list}“ ist leer.",
        "lists": "Deine Listen: {names}.",
        "no_lists": "Es gibt keine Listen.",
        "ticked": "Abgehakt: {items}.",
        "remembered": "Das merke ich mir.",
        "recalled": "Ich habe mir gemerkt: {facts}",
        "nothing_recalled": "Darüber habe ich mir nichts gemerkt.",
        "forgotten": "Das habe ich vergessen.",
        "last_request": "Du hast gefragt: „{text}“",
        "no_last_request": "Davor hast du mich nichts gefragt.",
        "stopped": "Okay.",
        "volume": "Die Lautstärke ist {level} Prozent.",
        "loudest": "Lauter kann ich nicht sprechen. Der Rest ist die Lautstärke des Computers.",
        "opened": "Ich öffne {name}.",
        "who": "Ich bin Parley, ein offener Sprach- und Textassistent auf diesem Computer. Was ich nicht selbst kann, beantwortet ein kleines eingebautes Sprachmodell.",
        "decline": "Das kann ich ohne ein größeres Modell oder das Internet nicht. Ein API-Schlüssel oder ein Modellserver mit Werkzeugen würde helfen: In den Einstellungen lässt sich einer hinzufügen.",
        "failed": "Das hat nicht geklappt.",
        "refused": "Gut, ich lasse es.",
        "not_found": "Ich habe nichts Passendes gefunden.",
        "unknown_place": "Ich weiß nicht, wie spät es in {place} ist.",
        "unknown_application": "Ich habe kein Programm namens {name} gefunden.",
        "every_day": "jeden Tag",
        "weekdays": "an Werktagen",
        "today": "heute",
        "tomorrow": "morgen",
    },
)  # fmt: skip

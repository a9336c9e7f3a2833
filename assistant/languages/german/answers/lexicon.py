"""What the phrases of German answers mean."""

from typing import Final

from assistant.languages.asides import asides, endings, hedges, limits
from assistant.languages.extremes import extremes
from assistant.languages.german.answers.asides import ASIDES
from assistant.languages.german.answers.clauses import clauses, joins
from assistant.languages.german.answers.commands import command_phrases
from assistant.languages.german.answers.extremes import EXTREMES
from assistant.languages.german.answers.places import positions
from assistant.languages.german.answers.plain_phrases import (
    around_choice,
    plain_answers,
    plain_replies,
)
from assistant.languages.german.answers.spoken_numbers import clock, compound_number
from assistant.languages.german.answers.usual_words import function_words, usual_words
from assistant.languages.german.answers.yes_or_no import yes_or_no
from assistant.languages.german.numbers import NUMBERS
from assistant.languages.language import words
from assistant.languages.lexicon import (
    CommandKind,
    Lexicon,
    PhraseTag,
    WritingScript,
    commands,
    tagged,
)

LEXICON: Final = Lexicon(
    script=WritingScript.WORDS,
    # Later ones win: a phrase that is a command is never a filler.
    phrases={
        **asides(ASIDES),
        **around_choice(),
        **function_words(),
        **usual_words(),
        **joins(),
        **clauses(),
        **plain_replies(),
        **positions(),
        **command_phrases(),
        **extremes(EXTREMES),
        **hedges(ASIDES),
        **limits(ASIDES),
        **endings(ASIDES),
    },
    for_yes_or_no={
        **yes_or_no(),
        **plain_answers(),
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
    number_words=NUMBERS.cardinals,
    compound_number=compound_number,
    point_words=("punkt", "komma"),
    clock=clock,
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
        (r"(?i)^2 stunden$", "120 minuten"),
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
    halves=frozenset(
        ("halbe", "halber", "halben", "halb", "viertel", "anderthalb", "eineinhalb", "dreiviertel")
    ),
    otherwise=words("sonst ansonsten andernfalls"),
    reasons_behind=words("denn"),
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

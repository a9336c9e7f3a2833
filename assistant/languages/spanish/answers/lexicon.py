"""What the phrases of Spanish answers mean."""

from typing import Final

from assistant.languages.asides import asides, endings, hedges, limits
from assistant.languages.extremes import extremes
from assistant.languages.language import words
from assistant.languages.lexicon import (
    CommandKind,
    Lexicon,
    PhraseTag,
    WritingScript,
    commands,
    tagged,
)
from assistant.languages.spanish.answers.asides import ASIDES
from assistant.languages.spanish.answers.clauses import clauses, joins
from assistant.languages.spanish.answers.commands import command_phrases
from assistant.languages.spanish.answers.extremes import EXTREMES
from assistant.languages.spanish.answers.places import positions
from assistant.languages.spanish.answers.plain_phrases import (
    around_choice,
    plain_answers,
    plain_replies,
)
from assistant.languages.spanish.answers.spoken_numbers import clock, compound_number
from assistant.languages.spanish.answers.usual_words import function_words, usual_words
from assistant.languages.spanish.answers.yes_or_no import yes_or_no
from assistant.languages.spanish.numbers import NUMBERS

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
        **commands(
            CommandKind.LATER,
            "la semana que viene|el mes que viene|el año que viene|la próxima semana|el próximo mes|al mes que viene|a la semana que viene|espera a|espera al|espera hasta",
            is_weak=True,
        ),
        **tagged(
            PhraseTag.YES,
            "continúa|sigue|quiero|sí quiero|eso|siga|continúe|cuanto antes|lo antes posible|cuanto antes mejor",
        ),
        **tagged(PhraseTag.NO, "ahora no|todavía no|aún no|no quiero|no, no quiero|mejor no"),
        **tagged(PhraseTag.YES, "ya|hecho", is_weak=True),
        **tagged(PhraseTag.YES, "me harías un favor|te lo agradecería|me encantaría"),
        **tagged(
            PhraseTag.NO,
            "no necesito|no lo necesito|no la necesito|no los necesito|no lo quiero|no nos hace falta",
        ),
    },
    homophones={
        "a": 1,
        "doz": 2,
        "does": 2,
        "trés": 3,
        "seís": 6,
        "sais": 6,
        "hocho": 8,
        "dies": 10,
    },
    sounds_like={"does": 2, "sais": 6, "dies": 10},
    number_words=NUMBERS.cardinals,
    compound_number=compound_number,
    point_words=("punto", "coma"),
    clock=clock,
    before_amounts=words("a las para en por sobre"),
    label_variants=(
        (r"(?i)^2 horas$", "120 minutos"),
        (r"(?i)^30 min(?:utos)?$", "media hora"),
        (r"(?i)^15 min(?:utos)?$", "cuarto de hora"),
        (r"(?i)^1 hora$", "una hora"),
        (r"(?i)^1 hora$", "60 minutos"),
        (r"(?i)^([01]?\d|2[0-3]):00$", r"\1h"),
        (r"(?i)^([01]?\d|2[0-3]):(\d\d)$", r"\1h\2"),
        (r"(?i)^([01]?\d|2[0-3]):(\d\d)$", r"\1 \2 h"),
        (r"(?i)^peque[ñn][oa]$", "s"),
        (r"(?i)^median[oa]$", "m"),
        (r"(?i)^grande$", "l"),
        (r"(?i)^extra ?grande$", "xl"),
        (r"(?i)^muy peque[ñn][oa]$", "xs"),
        (r"(?i)^word$|^documento word$", "docx"),
        (r"(?i)^excel$", "xlsx"),
        (r"(?i)^texto (?:plano|sin formato)$", "txt"),
        (r"(?i)^recursos humanos$", "rrhh"),
        (r"(?i)^recursos humanos$", "rr hh"),
        *(
            (r"(?i)^(?:borrar|eliminar)$", said)
            for said in ("bórrala", "bórralo", "elimínala", "elimínalo", "quítala", "quítalo")
        ),
        *(
            (r"(?i)^no (?:borrar|eliminar)$", said)
            for said in (
                "déjala",
                "déjalo",
                "déjala estar",
                "déjala como está",
                "no la borres",
                "no lo borres",
                "consérvala",
            )
        ),
    ),
    either_way=r"(?i),? o no\b(?=\W*$)",
    halves=frozenset(
        ("media", "y media", "cuarto", "y cuarto", "medio", "y medio", "menos cuarto")
    ),
    otherwise=words("sino delocontrario"),
    reasons_behind=words("que"),
    rest=(
        "lo demás",
        "el resto",
        "los demás",
        "las demás",
        "todo lo demás",
        "los otros",
        "las otras",
    ),
    objections=r"(?i)te importa|le importa|te molesta|le molesta|objeci[óo]n|inconveniente",
    symbol_words={"+": "más", "#": "almohadilla", "&": "y", "%": "por ciento", "@": "arroba"},
    rewrites=(
        # What is named is pointed at again; "como" that begins a sentence is "as".
        (r"(?i)\b(?:así que|o sea que)(?: vamos| mejor)? (?:ahí|allí|allá)\W*$", "así que ese"),
        (
            r"(?i)^((?:pues |bueno |eh )*)como (?!siempre|quier\w+|sea|tú|usted|prefier\w+|diga)(.+?) (?:pues|entonces) ",
            r"\1ya que \2 así que ",
        ),
        # "rather tea than coffee" denies the coffee.
        (r"(?i)\b(?:mejor|antes|prefiero) ((?:\w+ ){1,3})(?:que|a) ", r"\1en lugar de "),
        # "2ª"; "2 a 4" is a range
        (r"(?<!\w)(\d+)\.?(?:o|a|do|da|ro|ra|er|to|ta)\b", r"número \1"),
        (r"(?<!\w)[aA](?=\s*(?:y|o|,)\s*[b-hB-H]\b)", "letra a"),
    ),
    # "no, el tercero" corrects, "no el tercero" rules out.
    pausing=frozenset({"no"}),
)

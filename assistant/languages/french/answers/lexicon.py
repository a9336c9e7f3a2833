"""What the phrases of French answers mean."""

from typing import Final

from assistant.languages.asides import asides, endings, hedges, limits
from assistant.languages.extremes import extremes
from assistant.languages.french.answers.asides import ASIDES
from assistant.languages.french.answers.clauses import clauses, joins
from assistant.languages.french.answers.commands import command_phrases
from assistant.languages.french.answers.extremes import EXTREMES
from assistant.languages.french.answers.places import positions
from assistant.languages.french.answers.plain_phrases import (
    around_choice,
    plain_answers,
    plain_replies,
)
from assistant.languages.french.answers.spoken_numbers import clock, compound_number
from assistant.languages.french.answers.usual_words import function_words, usual_words
from assistant.languages.french.answers.yes_or_no import yes_or_no
from assistant.languages.french.numbers import NUMBERS
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
        **commands(
            CommandKind.LATER,
            "la semaine prochaine|le mois prochain|l'année prochaine|attends plutôt|attends encore|attendons|attendons encore",
            is_weak=True,
        ),
        **tagged(
            PhraseTag.YES,
            "continue|continuez|allons-y|allez|juste|avec grand plaisir|dès que possible|au plus vite|le plus vite possible",
        ),
        **tagged(
            PhraseTag.NO,
            "plutôt non|plutôt pas|je n'ai pas besoin|je n'ai pas besoin de|pas besoin|pas besoin de|on n'a pas besoin de|j'en ai pas besoin|je n'en ai pas besoin|on n'en a pas besoin|je n'en veux pas|j'en veux pas",
            "pas maintenant|pas aujourd'hui|pas encore|pas tout de suite|surtout pas|pas du tout",
        ),
    },
    homophones={"deu": 2, "catre": 4, "quatres": 4, "sète": 7, "neufs": 9},
    sounds_like={
        "hein": 1,
        "de": 2,
        "d'eux": 2,
        "toi": 3,
        "troie": 3,
        "troyes": 3,
        "saint": 5,
        "sein": 5,
        "sink": 5,
        "scie": 6,
        "cette": 7,
        "set": 7,
        "dis": 10,
        "dit": 10,
    },  # fmt: skip
    number_words=NUMBERS.cardinals,
    compound_number=compound_number,
    point_words=("point", "virgule"),
    clock=clock,
    before_amounts=words("à pour dans vers après avant"),
    label_variants=(
        (r"(?i)^2 heures$", "120 minutes"),
        (r"(?i)^30 min(?:utes)?$", "demi-heure"),
        (r"(?i)^30 min(?:utes)?$", "demi heure"),
        (r"(?i)^15 min(?:utes)?$", "quart d'heure"),
        (r"(?i)(\d+)\s*h\s*(\d\d)\b", r"\1:\2"),
        (r"(?i)(\d+)\s*h\b", r"\1:00"),
        (r"(?i)^1 heure$", "60 minutes"),
        (r"(?i)^1 heure$", "une heure"),
        (r"(?i)^15 min(?:utes)?$", "un quart d'heure"),
        (r"(?i)^30 min(?:utes)?$", "une demi-heure"),
        (r"(?i)^petite?$", "s"),
        (r"(?i)^moyenne?$", "m"),
        (r"(?i)^grande?$", "l"),
        (r"(?i)^tr[èe]s grande?$", "xl"),
        (r"(?i)^tr[èe]s petite?$", "xs"),
        (r"(?i)^word$|^document word$", "docx"),
        (r"(?i)^excel$|^feuille excel$", "xlsx"),
        (r"(?i)^texte brut$", "txt"),
        (r"(?i)^ressources humaines$", "rh"),
        *(
            (r"(?i)^supprimer$", said)
            for said in (
                "vire-la",
                "vire-le",
                "vire-les",
                "efface-la",
                "efface-le",
                "enlève-la",
                "enlève-le",
                "effacer",
            )
        ),
        *(
            (r"(?i)^ne pas supprimer$", said)
            for said in (
                "garde-la",
                "garde-le",
                "laisse-la",
                "laisse-le",
                "laisse-la comme ça",
                "laisse-le comme ça",
                "ne pas effacer",
            )
        ),
    ),
    either_way=r"(?i),? ou (?:pas|non)\b(?=\W*$)",
    halves=frozenset(("demi", "demie", "et demi", "et demie", "quart", "trois quarts")),
    otherwise=words("sinon autrement"),
    reasons_behind=words("car puisque"),
    rest=(
        "le reste",
        "tout le reste",
        "les autres",
        "tous les autres",
        *(f"les {n} autres" for n in ("deux", "trois", "quatre", "cinq", "six")),
    ),
    objections=r"(?i)d[ée]range|embête|gêne|objection|inconvénient",
    symbol_words={"+": "plus", "#": "dièse", "&": "et", "%": "pour cent", "@": "arobase"},
    dropped=frozenset({"l", "d", "n"}),
    rewrites=(
        # What is named is pointed at again; "comme" that begins a sentence is "as".
        (
            r"(?i)\b(?:donc|alors|du coup)(?: on va| allons| va pour)? (?:là|là-bas)\W*$",
            "donc celui-là",
        ),
        (
            r"(?i)^((?:alors |bon |ben |bah |euh )*)comme (?!ça|d['’]hab|tu |vous |toujours|prévu|convenu)",
            r"\1puisque ",
        ),
        # "tea rather than coffee" denies the coffee.
        (r"(?i)\bplutôt qu(?:e |['’]\s?)(?:l[ea]s? |un[e]? |du |de la |l['’])?", "et pas "),
        (r"(?i)\bplutôt ((?:\w+ ){1,3})qu(?:e |['’])", r"\1et pas "),
    ),
)

"""What the phrases of English answers mean."""

from typing import Final

from assistant.languages.asides import asides, endings, hedges, limits
from assistant.languages.english.answers.asides import ASIDES
from assistant.languages.english.answers.clauses import clauses, joins
from assistant.languages.english.answers.commands import command_phrases
from assistant.languages.english.answers.extremes import EXTREMES
from assistant.languages.english.answers.places import LETTER_NAMES, positions
from assistant.languages.english.answers.plain_phrases import (
    around_choice,
    plain_answers,
    plain_replies,
)
from assistant.languages.english.answers.spoken_numbers import clock, compound_number
from assistant.languages.english.answers.usual_words import function_words, usual_words
from assistant.languages.english.answers.yes_or_no import yes_or_no
from assistant.languages.english.numbers import NUMBERS
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
            "continue|go on|carry on|keep going|proceed|please continue|as soon as possible|asap|as soon as you can|the sooner the better|sounds good to me|sounds great|works for me|fine by me",
        ),
        **commands(
            CommandKind.LATER,
            "next week|next month|next year|wait until next week|wait until next month",
            is_weak=True,
        ),
        **tagged(PhraseTag.NO, "no thanks|no thank you|no thx|not today|not today thanks"),
        **tagged(PhraseTag.FILLER, "over|off|discard|throw away|throw out|hold the"),
    },
    homophones={
        "won": 1,
        "to": 2,
        "too": 2,
        "tu": 2,
        "for": 4,
        "fore": 4,
        "ate": 8,
        "free": 3,
        "tree": 3,
    },  # fmt: skip
    sounds_like={
        "wan": 1,
        "juan": 1,
        "tool": 2,
        "doom": 2,
        "do": 2,
        "tune": 2,
        "chew": 2,
        "threw": 3,
        "thee": 3,
        "fork": 4,
        "fort": 4,
        "force": 4,
        "floor": 4,
        "fall": 4,
        "bye": 5,
        "hive": 5,
        "pive": 5,
        "fife": 5,
        "sick": 6,
        "sex": 6,
        "heaven": 7,
        "devon": 7,
        "tiven": 7,
        "hate": 8,
        "ape": 8,
        "aid": 8,
        "hade": 8,
        "nye": 9,
        "nein": 9,
        "mine": 9,
        "nigh": 9,
        "night": 9,
        "then": 10,
        "den": 10,
        "pen": 10,
        "tan": 10,
    },  # fmt: skip
    number_words={**NUMBERS.cardinals, 0: ("zero", "oh", "o")},
    compound_number=compound_number,
    clitic="s",
    inflections=frozenset(("", "s", "es", "d", "ed", "ing")),
    point_words=("point", "dot"),
    label_variants=(
        *((rf"(?i)^{hour}:(\d\d) ?p\.?m\.?$", rf"{hour + 12}:\1") for hour in range(1, 12)),
        (r"(?i)^30 min(?:ute)?s?$", "half an hour"),
        (r"(?i)^15 min(?:ute)?s?$", "quarter of an hour"),
        (r"(?i)^1 hour$", "an hour"),
        (r"(?i)^1 hour$", "60 minutes"),
        (r"(?i)^60 min(?:ute)?s?$", "1 hour"),
        (r"(?i)^90 min(?:ute)?s?$", "an hour and a half"),
        (r"(?i)^2 hours$", "120 minutes"),
        (r"(?i)^small$", "s"),
        (r"(?i)^medium$", "m"),
        (r"(?i)^large$", "l"),
        (r"(?i)^extra[ -]?large$", "xl"),
        (r"(?i)^extra[ -]?small$", "xs"),
        (r"(?i)^word(?: document)?$", "docx"),
        (r"(?i)^excel(?: \w+)?$", "xlsx"),
        (r"(?i)^plain text$", "txt"),
        (r"(?i)^markdown$", "md"),
        (r"(?i)^powerpoint$", "pptx"),
        (r"(?i)^jpe?g$", "jpg"),
        (r"(?i)^mum$", "mom"),
        (r"(?i)^grandma$", "granny"),
        (r"(?i)^dad$", "daddy"),
        *(
            (r"(?i)^delete(?: it)?$", said)
            for said in ("get rid of it", "remove it", "bin it", "trash it", "throw it away")
        ),
        *(
            (r"(?i)^(?:do not|don.?t) delete(?: it)?$", said)
            for said in (
                "keep it",
                "leave it",
                "leave it alone",
                "leave it as it is",
                "dont remove it",
            )
        ),
    ),
    clock=clock,
    before_amounts=words("at around for in about after before"),
    rewrites=(
        # "rather tea than coffee" denies the coffee.
        (r"(?i)\brather ((?:\w+ ){1,3})than ", r"\1not "),
        # "as hot as possible" is the hottest.
        (
            r"(?i)\bas (?!early\b|late\b|few\b|many\b|soon\b|much\b|long\b|well\b)(\w{3,}) as"
            r" (?:possible|it gets|it can be|they come|you can|you can make it)\b",
            r"\1est",
        ),
        # "Could we maybe try it?" asks for it.
        (
            r"(?i)^((?:um |uh |well |so |ok |okay )*)(?:could|can|may) (?:we|i)"
            r"(?: maybe| perhaps| possibly| please| just)* (?:try|go for|go with|go to|do|have|take|get|book"
            r"|use|pick|choose|order|play)\b(?! (?:a|another|one) (?:look|question|minute|second|moment))(?=[^,]*\?$)"
            r"([^?]*)\?$",
            r"\1let us go with\2",
        ),
        # What is named is pointed at again: "it is closer, so that".
        (r"(?i)(?<=\w )so that(?: one)?\W*$", "therefore that one"),
        (
            r"(?i)\b(?:so|so let'?s|so we(?:'ll| can| could| should)) (?:go|meet|eat|sit|stay) there\W*$",
            "therefore that one",
        ),
        # "do all of them, would you" asks nothing.
        (r"(?i)(?<=\w),? (?:would|could|will|can) you(?: please)?\W*$", " please"),
    ),
    letter_names=LETTER_NAMES,
    either_way=r"(?i),? or not\b(?=\W*$)",
    halves=frozenset(
        (
            "half",
            "half a",
            "half an",
            "and a half",
            "quarter",
            "quarter of an",
            "a quarter of an",
            "three quarters of an",
        )
    ),
    otherwise=frozenset(("otherwise", "orelse")),
    reasons_behind=words("mainly mostly cos cuz coz bc"),
    rest=("the rest", "everything else", "all the others", "the other"),
    objections=r"\b(?:do|would) you mind\b|\bany objections?\b|\bobject to\b",
    symbol_words={"+": "plus", "#": "sharp", "&": "and", "%": "percent", "@": "at"},
)

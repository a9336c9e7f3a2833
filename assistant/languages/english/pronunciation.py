"""How English is read aloud."""

from typing import Final

from assistant.languages.language import Pronunciation, SentenceBreaks, words

SENTENCE_BREAKS: Final = SentenceBreaks(
    breaths=words(
        "and but or so because that which who when while where if with from before after until"
        " since although though unless including between during without"
    ),
    never_last=words(
        "dr mr mrs ms mx prof gen rep sen gov capt lt col sgt rev hon st mt messrs e.g eg i.e ie vs cf viz"
    ),
    before_number=words(
        "no nos fig figs eq p pp vol ch sec art approx ca v ver est min max tel ext"
        " jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun"
    ),
    may_be_last=words(
        "etc inc ltd co corp jr sr al dept univ bros a.m p.m am pm ph.d m.d b.c a.d b.c.e c.e"
    ),
)

PRONUNCIATION: Final = Pronunciation(
    money={
        "$": "{n} dollar|{n} dollars",
        "€": "{n} euro|{n} euros",
        "£": "{n} pound|{n} pounds",
        "¥": "{n} yen",
        "₩": "{n} won",
    },
    cents={
        "$": "and {n} cents",
        "€": "and {n} cents",
        "£": "and {n} pence",
    },
    magnitudes={
        "k": "thousand",
        "K": "thousand",
        "M": "million",
        "B": "billion",
        "bn": "billion",
        "T": "trillion",
    },
    units={
        "km/h": "{n} kilometer per hour|{n} kilometers per hour",
        "mph": "{n} mile per hour|{n} miles per hour",
        "KB/s": "{n} kilobyte per second|{n} kilobytes per second",
        "MB/s": "{n} megabyte per second|{n} megabytes per second",
        "GB/s": "{n} gigabyte per second|{n} gigabytes per second",
        "Mbps": "{n} megabit per second|{n} megabits per second",
        "kWh": "{n} kilowatt hour|{n} kilowatt hours",
        "kW": "{n} kilowatt|{n} kilowatts",
        "km²": "{n} square kilometer|{n} square kilometers",
        "m²": "{n} square meter|{n} square meters",
        "m³": "{n} cubic meter|{n} cubic meters",
        "m/s": "{n} meter per second|{n} meters per second",
        "km": "{n} kilometer|{n} kilometers",
        "cm": "{n} centimeter|{n} centimeters",
        "mm": "{n} millimeter|{n} millimeters",
        "kg": "{n} kilogram|{n} kilograms",
        "mg": "{n} milligram|{n} milligrams",
        "ml": "{n} milliliter|{n} milliliters",
        "ms": "{n} millisecond|{n} milliseconds",
        "ft": "{n} foot|{n} feet",
        "lb": "{n} pound|{n} pounds",
        "lbs": "{n} pound|{n} pounds",
        "oz": "{n} ounce|{n} ounces",
        "KB": "{n} kilobyte|{n} kilobytes",
        "MB": "{n} megabyte|{n} megabytes",
        "GB": "{n} gigabyte|{n} gigabytes",
        "TB": "{n} terabyte|{n} terabytes",
        "°C": "{n} degree Celsius|{n} degrees Celsius",
        "°F": "{n} degree Fahrenheit|{n} degrees Fahrenheit",
    },
    powers=(" squared", " cubed"),
    months=(
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),  # fmt: skip
    rules=(
        (r"\b(Dr|Mr|Mrs|Ms|Prof|St|Gen|Sgt|Capt|Lt|Rev|Jr|Sr|vs)\.(?=\s)", r"\1"),
        (r"\b[Nn]o\.\s?(?=\d)", "number "),
        (r"(?<!\w)#(?=\d)", "number "),
        (r"\b([CF])#", r"\1 sharp"),
        (r"(?<=\d)\s?~\s?(?=\d)", " to "),
        (r"(?<!\w)~(?=\d)", "about "),
        (r"(?<![\d-])(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\d-])", r"\1 to \2"),
        (r"\b((?:1[89]|20)\d\d)\s?[-–]\s?((?:1[89]|20)\d\d)\b(?!-)", r"\1 to \2"),
        (r"\band/or\b", "and or"),
        (r"\b24/7\b", "twenty-four seven"),
        (r"(?<![\d./])1/2(?![\d/]|\.\d)", "one half"),
        (r"(?<![\d./])1/3(?![\d/]|\.\d)", "one third"),
        (r"(?<![\d./])2/3(?![\d/]|\.\d)", "two thirds"),
        (r"(?<![\d./])1/4(?![\d/]|\.\d)", "one quarter"),
        (r"(?<![\d./])3/4(?![\d/]|\.\d)", "three quarters"),
        (r"(?i)\be\.g\.", "for example"),
        (r"(?i)\bi\.e\.", "that is"),
    ),
)

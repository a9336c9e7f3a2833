"""How English is read aloud."""

from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import words
from assistant.languages.pronunciation import (
    ClockWords,
    Currency,
    MoneyWords,
    NumeralPlace,
    NumeralWords,
    OrdinalNoun,
    PhoneWords,
    Pronunciation,
)

NUMBERS: Final = LANGUAGES["en"].numbers

_CLOCK: Final = ClockWords(
    time="{h} {m}",
    few="{h} oh {m}",
    hour="{h} o'clock",
    hour_alone="{h}",
    late_hour="{h} hundred",
    midnight="midnight",
    parts=((0, "{time} AM"), (12, "{time} PM")),
    to=" to ",
    forms=(
        r"(?P<h>[01]?\d|2[0-4])[:.](?P<m>[0-5]\d)\s?(?:h|hrs)",
        r"(?P<h>[01]?\d|2[0-4])h(?P<m>[0-5]\d)",
    ),
)

_DOLLAR: Final = Currency(whole="{n} dollar|{n} dollars", hundredths="{n} cent|{n} cents")
_EURO: Final = Currency(whole="{n} euro|{n} euros", hundredths="{n} cent|{n} cents")
_POUND: Final = Currency(whole="{n} pound|{n} pounds", hundredths="{n} penny|{n} pence")
_YEN: Final = Currency(whole="{n} yen")
_WON: Final = Currency(whole="{n} won")
_YUAN: Final = Currency(whole="{n} yuan")
_RUPEE: Final = Currency(whole="{n} rupee|{n} rupees")


def _dollar_of(country: str) -> Currency:
    return Currency(
        whole=f"{{n}} {country} dollar|{{n}} {country} dollars", hundredths="{n} cent|{n} cents"
    )


_MONEY: Final = MoneyWords(
    currencies={
        "$": _DOLLAR,
        "US$": _dollar_of("US"),
        "USD": _dollar_of("US"),
        "A$": _dollar_of("Australian"),
        "AU$": _dollar_of("Australian"),
        "AUD": _dollar_of("Australian"),
        "C$": _dollar_of("Canadian"),
        "CA$": _dollar_of("Canadian"),
        "CAD": _dollar_of("Canadian"),
        "NZ$": _dollar_of("New Zealand"),
        "HK$": _dollar_of("Hong Kong"),
        "S$": _dollar_of("Singapore"),
        "€": _EURO,
        "EUR": _EURO,
        "£": _POUND,
        "GBP": _POUND,
        "¥": _YEN,
        "JPY": _YEN,
        "₩": _WON,
        "KRW": _WON,
        "CN¥": _YUAN,
        "CNY": _YUAN,
        "RMB": _YUAN,
        "₹": _RUPEE,
        "INR": _RUPEE,
        "R$": Currency(whole="{n} real|{n} reais"),
        "₽": Currency(whole="{n} ruble|{n} rubles"),
        "₺": Currency(whole="{n} lira"),
        "₪": Currency(whole="{n} shekel|{n} shekels"),
        "₫": Currency(whole="{n} dong"),
        "฿": Currency(whole="{n} baht"),
        "₱": Currency(whole="{n} peso|{n} pesos"),
        "₿": Currency(whole="{n} bitcoin|{n} bitcoins"),
        "zł": Currency(whole="{n} zloty|{n} zlotys"),
        "CHF": Currency(whole="{n} Swiss franc|{n} Swiss francs"),
        "¢": Currency(whole="{n} cent|{n} cents"),
    },
    joint=" and ",
    magnitudes={
        "k": " thousand",
        "K": " thousand",
        "m": " million",
        "M": " million",
        "mn": " million",
        "b": " billion",
        "B": " billion",
        "bn": " billion",
        "T": " trillion",
        "tn": " trillion",
    },
)

_PHONE: Final = PhoneWords(
    plus="plus",
    patterns=(
        r"(?:(?:00)?1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}",
        r"[2-9]\d{2}-\d{4}",
        r"1[ .-]\d{3}[ .-][A-Z]{4,8}",
        r"0\d{2,4} \d{3,4} \d{3,4}",
        r"0\d{3,4} \d{6}",
    ),
)

_SUFFIXES: Final = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd"}
_ORDINALS: Final = {n: said[0] for n, said in NUMBERS.ordinals.items()} | {
    n: f"{n}{_SUFFIXES.get(n, 'th')}" for n in range(21, 31)
}
_NUMBERED: Final = words(
    "war wars chapter chapters part parts act acts volumes scene volume vol book article section title appendix figure table phase"
    " stage bowl level class division olympiad"
)
_TITLES: Final = words("king queen emperor empress pope tsar czar sultan kaiser prince princess")
_RULERS: Final = words(
    "adrian albert alexander alfonso baldwin benedict boniface catherine celestine charles christian"
    " clement conrad constantine darius edgar edmund edward elizabeth eugene felipe ferdinand francis"
    " franz frederick george gregory gustav haakon harald henry honorius innocent isabella ivan james"
    " john joseph julius juan carlos leo leopold louis ludwig maria mary matthias maximilian mehmed"
    " michael napoleon nicholas olav otto paul pedro peter philip pius ptolemy rama ramesses ramses"
    " richard robert rudolf selim sixtus stephen suleiman theodore theodosius umberto urban victor"
    " victoria wilhelm william xerxes"
)
_NUMERALS: Final = NumeralWords(
    places=(
        NumeralPlace(after=_NUMBERED, words={n: said[0] for n, said in NUMBERS.cardinals.items()}),
        NumeralPlace(
            after=_RULERS,
            titles=_TITLES,
            words={n: f"the {said}" for n, said in _ORDINALS.items()},
        ),
    ),
    otherwise={n: said[0] for n, said in NUMBERS.cardinals.items()},
    nouns=(OrdinalNoun(nouns=words("century centuries"), words=_ORDINALS),),
    joints=words("and or to &"),
    not_after=words("a an the start starting give place stop no"),
    words_too=words("I"),
    goes_on=words("of 's"),
)


PRONUNCIATION: Final = Pronunciation(
    clock=_CLOCK,
    money=_MONEY,
    phone=_PHONE,
    numerals=_NUMERALS,
    to=" to ",
    minus="minus ",
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
        (r"12 o'clock (?=noon|midnight)", "12 "),
        (r"o'clock o['’]clock", "o'clock"),
        (r"\bWW(?:II|2)\b", "World War two"),
        (r"\bWW(?:I|1)\b", "World War one"),
        (r"(?<=[a-z])/mo\b", " per month"),
        (r"\b(Dr|Mr|Mrs|Ms|Prof|St|Gen|Sgt|Capt|Lt|Rev|Jr|Sr|vs)\.(?=\s)", r"\1"),
        (r"\b[Nn]o\.\s?(?=\d)", "number "),
        (r"(?<!\w)#(?=\d)", "number "),
        (r"\b([CF])#", r"\1 sharp"),
        (r"(?<!\w)~(?=\d)", "about "),
        (
            r"(?<=[a-z])/(?=(?:second|minute|hour|day|night|week|month|year|person|user)\b)",
            " per ",
        ),
        (r"(?<=[a-z])-per-(?=[a-z])", " per "),
        (r"(?<=[a-z])/hr\b", " per hour"),
        (r"(?<=[a-z])/yr\b", " per year"),
        (r"(?<=[a-z])/kg\b", " per kilogram"),
        (r"(?<=[a-z])/lb\b", " per pound"),
        (r"(?<=[a-z])/GB\b", " per gigabyte"),
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

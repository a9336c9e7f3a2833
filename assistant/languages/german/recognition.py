"""How German is told from other languages, and what recognisers make of it."""

from typing import Final

from assistant.languages.language import phrases, words

COMMON_WORDS: Final = words(
    "der die das und ist ich nicht ein eine einen einem einer zu den dem des mit sich auf für"
    " von im sie es wir ihr aber auch wie oder bei nach wenn wird werden sind war hat haben"
    " kann können noch nur schon dass daß als am aus ja nein bitte hier heute gibt über sehr"
    " hallo danke gerne natürlich klar uhr mir mich dich dir zum zur vom keine kein was wo"
)

TELLING_MARKS: Final = "ß"

NEGATIONS: Final = r"\b(?:nicht|nichts|nie|niemals|niemand|kein\w*|ohne|weder|kaum)\b"

HALLUCINATIONS: Final = phrases(
    "untertitel der amara org community|vielen dank|untertitel im auftrag des zdf für funk 2017"
)

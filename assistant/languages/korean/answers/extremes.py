"""How the cheapest, dearest, earliest and latest is called in Korean."""

from typing import Final

from assistant.languages.extremes import Extremes
from assistant.languages.lexicon import PhraseTag, Scale

EXTREMES: Final = Extremes(
    phrases={
        (PhraseTag.LEAST, Scale.SIZE): "짧은거|짧은걸로|적은거|적은걸로",
        (PhraseTag.GREATEST, Scale.SIZE): "긴거|긴걸로|많은거|많은걸로",
        (PhraseTag.LEAST, Scale.PRICE): "제일싼|제일싼거|가장싼|가장싼거|제일저렴한|제일저렴한거"
        "|가장저렴한|가장저렴한거|더싼거|싼거|최저가|저렴한거",
        (
            PhraseTag.GREATEST,
            Scale.PRICE,
        ): "제일비싼|제일비싼거|가장비싼|가장비싼거|더비싼거|비싼거",
        (
            PhraseTag.LEAST,
            Scale.TIME,
        ): "제일이른|제일이른거|제일이른시간|가장이른|가장이른거|제일빠른"
        "|제일빠른거|제일빠른시간|가장빠른|가장빠른거|가장빠른시간|제일빨리|최대한빨리|제일일찍|첫차",
        (PhraseTag.GREATEST, Scale.TIME): "제일늦은|제일늦은거|제일늦은시간|가장늦은|가장늦은거"
        "|가장늦은시간|제일늦게|최대한늦게|막차",
    },
    pointing=("거", "걸로", "거로", "놈", "거요", "것"),
    rank="{}번째로{}",
    ranks={2: "두", 3: "세"},
    adjectives={
        (PhraseTag.LEAST, Scale.SIZE): "작은|짧은|적은|낮은",
        (PhraseTag.GREATEST, Scale.SIZE): "큰|긴|많은|높은",
        (PhraseTag.LEAST, Scale.PRICE): "싼|저렴한",
        (PhraseTag.GREATEST, Scale.PRICE): "비싼",
        (PhraseTag.LEAST, Scale.TIME): "이른|빠른",
        (PhraseTag.GREATEST, Scale.TIME): "늦은",
    },
)

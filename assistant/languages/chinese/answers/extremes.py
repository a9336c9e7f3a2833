"""How the cheapest, dearest, earliest and latest is called in Chinese."""

from typing import Final

from assistant.languages.extremes import Extremes
from assistant.languages.lexicon import PhraseTag, Scale

EXTREMES: Final = Extremes(
    phrases={
        (PhraseTag.LEAST, Scale.SIZE): "短的|短一点的|少的|少一点的",
        (PhraseTag.GREATEST, Scale.SIZE): "长的|长一点的|多的|多一点的",
        (PhraseTag.LEAST, Scale.PRICE): "最便宜|最便宜的|最便宜的那个|便宜的|便宜的那个|便宜点的"
        "|最实惠的|最划算的|价格最低的|最省钱的|越便宜越好",
        (PhraseTag.GREATEST, Scale.PRICE): "最贵|最贵的|最贵的那个|贵的那个|价格最高的",
        (PhraseTag.LEAST, Scale.TIME): "最早|最早的|最早的那个|最早那个|越早越好|早一点的|尽早",
        (
            PhraseTag.GREATEST,
            Scale.TIME,
        ): "最晚|最晚的|最晚的那个|最晚那个|越晚越好|晚一点的|最迟的",
    },
    pointing=("的", "的那个", "那个", "一个", "的一个", "的那种"),
    rank="第{}{}",
    ranks={2: "二", 3: "三"},
    adjectives={
        (PhraseTag.LEAST, Scale.SIZE): "小|短|少|低",
        (PhraseTag.GREATEST, Scale.SIZE): "大|长|多|高",
        (PhraseTag.LEAST, Scale.PRICE): "便宜",
        (PhraseTag.GREATEST, Scale.PRICE): "贵",
        (PhraseTag.LEAST, Scale.TIME): "早",
        (PhraseTag.GREATEST, Scale.TIME): "晚",
    },
)

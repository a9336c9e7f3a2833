"""How the cheapest, dearest, earliest and latest is called in Japanese."""

from typing import Final

from assistant.languages.extremes import Extremes
from assistant.languages.lexicon import PhraseTag, Scale

EXTREMES: Final = Extremes(
    phrases={
        (PhraseTag.LEAST, Scale.SIZE): "短い|短め|少なめ|一番短い|いちばん小さい",
        (PhraseTag.GREATEST, Scale.SIZE): "長い|長め|多め|一番長い|いちばん大きい",
        (
            PhraseTag.LEAST,
            Scale.PRICE,
        ): "一番安い|一番安いの|一番安いやつ|最安|最安値|安いほう|安い方"
        "|安いの|いちばん安いの|最も安い",
        (PhraseTag.GREATEST, Scale.PRICE): "一番高い|一番高いの|一番高いやつ|高いほう|高い方|高いの"
        "|いちばん高いの|最も高い",
        (
            PhraseTag.LEAST,
            Scale.TIME,
        ): "一番早い|一番早い時間|一番早いの|なるべく早く|できるだけ早く|早いほう|早い方|最も早い",
        (
            PhraseTag.GREATEST,
            Scale.TIME,
        ): "一番遅い|一番遅い時間|一番遅いの|なるべく遅く|できるだけ遅く|遅いほう|遅い方|最も遅い",
    },
    pointing=("の", "やつ", "のやつ", "ものを", "もの"),
    most_pointing={"一番": ("ので", "のを", "部屋", "時間")},
    rank="{}番目に{}",
    ranks={2: "二|2", 3: "三|3"},
    adjectives={
        (PhraseTag.LEAST, Scale.SIZE): "小さい|短い|少ない|低い",
        (PhraseTag.GREATEST, Scale.SIZE): "大きい|長い|多い",
        (PhraseTag.LEAST, Scale.PRICE): "安い",
        (PhraseTag.GREATEST, Scale.PRICE): "高い",
        (PhraseTag.LEAST, Scale.TIME): "早い",
        (PhraseTag.GREATEST, Scale.TIME): "遅い",
    },
)

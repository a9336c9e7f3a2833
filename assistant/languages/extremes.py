"""How the cheapest, dearest, earliest and latest of several is called, in each language."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, Scale, tagged

_EXTREMES: Final[Mapping[str, Mapping[tuple[PhraseTag, Scale], str]]] = {
    "en": {
        (PhraseTag.LEAST, Scale.PRICE): "cheapest|the cheapest|cheaper|the cheaper|least expensive"
        "|most affordable|lowest price|cheapest you have|most economical|cheapest possible",
        (PhraseTag.GREATEST, Scale.PRICE): "most expensive|priciest|dearest|more expensive"
        "|pricier|highest price|costliest",
        (PhraseTag.LEAST, Scale.TIME): "earliest|earlier|earliest possible|soonest|sooner"
        "|as early as possible|as soon as possible|first thing",
        (
            PhraseTag.GREATEST,
            Scale.TIME,
        ): "latest|latest one|later one|the later|as late as possible|latest possible",
    },
    "de": {
        (PhraseTag.LEAST, Scale.PRICE): "billigste|billigsten|am billigsten|günstigste|günstigsten"
        "|am günstigsten|preiswerteste|günstigere|billigere|preisgünstigste",
        (PhraseTag.GREATEST, Scale.PRICE): "teuerste|teuersten|am teuersten|teurere",
        (PhraseTag.LEAST, Scale.TIME): "früheste|frühesten|am frühesten|so früh wie möglich"
        "|möglichst früh|frühere|so bald wie möglich",
        (PhraseTag.GREATEST, Scale.TIME): "späteste|spätesten|am spätesten|so spät wie möglich"
        "|möglichst spät|spätere",
    },
    "fr": {
        (PhraseTag.LEAST, Scale.PRICE): "moins cher|le moins cher|la moins chère|moins chère"
        "|les moins chers|plus économique|le plus économique|meilleur marché",
        (PhraseTag.GREATEST, Scale.PRICE): "plus cher|le plus cher|la plus chère|plus chère",
        (PhraseTag.LEAST, Scale.TIME): "plus tôt|le plus tôt|au plus tôt|le plus tôt possible"
        "|plus tôt possible|dès que possible",
        (PhraseTag.GREATEST, Scale.TIME): "le plus tard|au plus tard|le plus tard possible"
        "|plus tard possible",
    },
    "es": {
        (PhraseTag.LEAST, Scale.PRICE): "más barato|el más barato|la más barata|más barata"
        "|más económico|más económica|el más económico|menos caro",
        (PhraseTag.GREATEST, Scale.PRICE): "más caro|el más caro|la más cara|más cara",
        (PhraseTag.LEAST, Scale.TIME): "lo más pronto|lo antes posible|cuanto antes|más temprano"
        "|el más temprano|lo más temprano|lo más temprano posible|la más temprana|más pronto",
        (PhraseTag.GREATEST, Scale.TIME): "lo más tarde|lo más tarde posible|la más tarde"
        "|el más tardío|más tarde posible",
    },
    "zh": {
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
    "ja": {
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
    "ko": {
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
}


_POINTING: Final[Mapping[str, tuple[str, ...]]] = {
    "ja": ("の", "やつ", "のやつ", "ものを", "もの"),
    "ko": ("거", "걸로", "거로", "놈", "거요", "것"),
    "zh": ("的", "的那个", "那个", "一个", "的一个", "的那种"),
}
"""What may stand behind them for what is meant."""


_MOST_POINTING: Final[Mapping[str, tuple[str, ...]]] = {"一番": ("ので", "のを", "部屋", "時間")}
"""The same behind phrases that begin so: "高いので" is a reason, "一番高いので" none."""


_RANKS: Final[Mapping[str, tuple[str, Mapping[int, str]]]] = {
    "zh": ("第{}{}", {2: "二", 3: "三"}),
    "ja": ("{}番目に{}", {2: "二|2", 3: "三|3"}),
    "ko": ("{}번째로{}", {2: "두", 3: "세"}),
}
"""How the second and the third most is said."""
_ADJECTIVES: Final[Mapping[str, Mapping[tuple[PhraseTag, Scale], str]]] = {
    "zh": {
        (PhraseTag.LEAST, Scale.SIZE): "小|短|少|低",
        (PhraseTag.GREATEST, Scale.SIZE): "大|长|多|高",
        (PhraseTag.LEAST, Scale.PRICE): "便宜",
        (PhraseTag.GREATEST, Scale.PRICE): "贵",
        (PhraseTag.LEAST, Scale.TIME): "早",
        (PhraseTag.GREATEST, Scale.TIME): "晚",
    },
    "ja": {
        (PhraseTag.LEAST, Scale.SIZE): "小さい|短い|少ない|低い",
        (PhraseTag.GREATEST, Scale.SIZE): "大きい|長い|多い",
        (PhraseTag.LEAST, Scale.PRICE): "安い",
        (PhraseTag.GREATEST, Scale.PRICE): "高い",
        (PhraseTag.LEAST, Scale.TIME): "早い",
        (PhraseTag.GREATEST, Scale.TIME): "遅い",
    },
    "ko": {
        (PhraseTag.LEAST, Scale.SIZE): "작은|짧은|적은|낮은",
        (PhraseTag.GREATEST, Scale.SIZE): "큰|긴|많은|높은",
        (PhraseTag.LEAST, Scale.PRICE): "싼|저렴한",
        (PhraseTag.GREATEST, Scale.PRICE): "비싼",
        (PhraseTag.LEAST, Scale.TIME): "이른|빠른",
        (PhraseTag.GREATEST, Scale.TIME): "늦은",
    },
}
"""What is compared, without a word for the most."""


def _ranks(language: str) -> Iterator[tuple[int, str, str]]:
    if language not in _RANKS:
        return
    form, places = _RANKS[language]
    for rank, said in places.items():
        for place in said.split("|"):
            yield rank, place, form


def _ranked(language: str) -> Iterator[tuple[str, PhraseMeaning]]:
    for (tag, scale), adjectives in _ADJECTIVES.get(language, {}).items():
        yield adjectives, PhraseMeaning(tag=tag, value=scale)


def extremes(language: str) -> dict[str, PhraseMeaning]:
    """Return the phrases of one language."""
    ranked = {
        form.format(place, adjective) + ending: replace(meaning, rank=rank)
        for rank, place, form in _ranks(language)
        for adjectives, meaning in _ranked(language)
        for adjective in adjectives.split("|")
        for ending in ("", *_POINTING.get(language, ()))
    }
    return ranked | {
        phrase + ending: meaning
        for (tag, scale), phrases in _EXTREMES[language].items()
        for phrase, meaning in tagged(tag, phrases, value=scale).items()
        for ending in ("", *_POINTING.get(language, ()), *_MOST_POINTING.get(phrase[:2], ()))
    }

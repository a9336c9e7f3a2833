"""Places in a list, in Japanese."""

from typing import Final

from assistant.languages.japanese.numbers import KANA, numeral
from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged

_READINGS: Final = {
    1: ("いち",),
    2: ("に",),
    3: ("さん",),
    4: ("よん", "よ"),
    5: ("ご",),
    6: ("ろく",),
    7: ("なな", "しち"),
    8: ("はち",),
    9: ("きゅう", "く"),
    10: ("じゅう",),
}
"""Readings before a counter."""
_NATIVE: Final = {
    1: ("一つ", "1つ", "ひとつ"),
    2: ("二つ", "2つ", "ふたつ"),
    3: ("三つ", "3つ", "みっつ", "みつ"),
    4: ("四つ", "4つ", "よっつ"),
    5: ("五つ", "5つ", "いつつ"),
    6: ("六つ", "6つ", "むっつ"),
    7: ("七つ", "7つ", "ななつ"),
    8: ("八つ", "8つ", "やっつ"),
    9: ("九つ", "9つ", "ここのつ"),
    10: ("十", "10", "とお"),
}
_FIRST_ENDS: Final = ("最初の", "初めの", "はじめの", "上の", "上から", "前の", "頭の", "先頭の")
_LAST_ENDS: Final = ("最後の", "後ろの", "終わりの", "下の", "下から", "残りの", "後の")


def _numbers() -> dict[str, PhraseMeaning]:
    found: dict[str, PhraseMeaning] = tagged(PhraseTag.NUMBER, "零|ゼロ|0|〇")
    for n in range(1, 21):
        written = (numeral(n), str(n))
        found |= tagged(PhraseTag.NUMBER, *written, *KANA.get(n, ()), value=n)
        for said in (*written, *_READINGS.get(n, ())):
            if n > 1:
                found |= tagged(PhraseTag.MARKED, f"{said}番", f"{said}ばん", value=n)
            ordinals = (f"{said}番目", f"{said}ばんめ", f"{said}番め", f"{said}個目", f"第{said}")
            found |= tagged(PhraseTag.ORDINAL, *ordinals, f"{said}項目", f"第{said}案", value=n)
            ends = (f"後ろから{said}番目", f"下から{said}番目", f"最後から{said}番目")
            found |= tagged(PhraseTag.FROM_END, *ends, f"終わりから{said}番目", value=n)
            marks = ("番号", "ナンバー", "オプション", "選択肢", "選択肢の", "答え", "回答", "案")
            found |= tagged(PhraseTag.MARKED, *(f"{mark}{said}" for mark in marks), value=n)
            found |= tagged(
                PhraseTag.MARKED, f"{said}番の選択肢", f"{said}の方", f"{said}のほう", value=n
            )
        for said in _NATIVE.get(n, ()):
            found |= tagged(PhraseTag.ORDINAL, f"{said}目", f"{said}め", value=n)
            ends = (f"後ろから{said}目", f"下から{said}目", f"最後から{said}目")
            found |= tagged(PhraseTag.FROM_END, *ends, value=n)
        if n > 1:
            counts = (*_NATIVE.get(n, ()), *(f"{w}{c}" for w in written for c in "個人枚冊本"))
            found |= _counts(counts, n)
    for n, letter in enumerate("abcdefgh", start=1):
        found |= tagged(PhraseTag.LETTER, letter, value=n, is_weak=True)
        found |= tagged(
            PhraseTag.LETTER, f"選択肢{letter}", f"オプション{letter}", f"{letter}案", value=n
        )
        found |= tagged(PhraseTag.LETTER, f"{letter}の方", f"{letter}のほう", value=n)
    for n, name in enumerate(("エー", "ビー", "シー", "ディー"), start=1):
        found |= tagged(PhraseTag.LETTER, name, value=n, is_weak=True)
    return found


def _counts(counts: tuple[str, ...], n: int) -> dict[str, PhraseMeaning]:
    found: dict[str, PhraseMeaning] = {}
    for said in counts:
        found |= tagged(PhraseTag.FIRST_OF, *(f"{end}{said}" for end in _FIRST_ENDS), value=n)
        found |= tagged(PhraseTag.LAST_OF, *(f"{end}{said}" for end in _LAST_ENDS), value=n)
        every = (f"{said}とも", f"{said}全部", f"{said}ともお願いします", f"{said}とも全部")
        found |= tagged(PhraseTag.ALL, *every, value=n)
    return found


def positions() -> dict[str, PhraseMeaning]:
    """Return what points at places in the list."""
    return {
        **_numbers(),
        # "一番" is also "most": with a place it is that place, with anything else it is confirmed.
        "一番": PhraseMeaning(tag=PhraseTag.MARKED, value=1, is_weak=True),
        **tagged(PhraseTag.MARKED, "いちばん", value=1, is_weak=True),
        **tagged(
            PhraseTag.ORDINAL,
            "前者|前のほう|上のほう|先のほう|左のほう|左側の|最初のほう|はじめのほう",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END,
            "後者|後のほう|下のほう|あとのほう|右のほう|右側の|最後のほう",
            value=1,
        ),
        **tagged(PhraseTag.MARKED, "1番", value=1),
        **tagged(
            PhraseTag.FILLER, "一番いい|一番良い|一番良さそうな|一番好き|一番好きな|いちばんいい"
        ),
        **tagged(
            PhraseTag.ORDINAL,
            "最初|最初の|一番最初|一番最初の|一番上|一番上の|初め|はじめ|一番初め|先頭|トップ|いちばん上",
            "一つ目|1つ目|ひとつめ|ひとつ目|いちばん最初",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END,
            "最後|最後の|一番最後|一番最後の|一番下|一番下の|ラスト|末尾|終わり|いちばん最後|いちばん下|最後尾",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END, "最後から二番目|最後の一つ前|最後のひとつ前|最後の手前", value=2
        ),
        **tagged(PhraseTag.MIDDLE, "真ん中|真ん中の|まんなか|中央|中間|真中|中央の"),
        **tagged(
            PhraseTag.RECOMMENDED,
            "おすすめ|おすすめの|お勧め|お勧めの|お薦め|オススメ|推奨|推奨の|おすすめのやつ|推奨されている",
        ),
        **tagged(
            PhraseTag.THAT,
            "そこ|そこで|そこに|そこがいい|それ|これ|それで|これで|あれ|その方|そっち|こっち|そちら|こちら|今の|今のやつ|そいつ",
        ),
        **tagged(
            PhraseTag.OTHER_ONE,
            "もう一つ|もう一つの|もうひとつ|もうひとつの|もう片方|もう一方|もう一方の|別の方",
        ),
        **tagged(
            PhraseTag.ALL,
            "全部|すべて|全て|ぜんぶ|みんな|全部とも|どれも全部|全部とも全て|何もかも|丸ごと|全種類|全員",
        ),
        **tagged(
            PhraseTag.ALL,
            "両方|両方とも|どっちも|どちらも|りょうほう|二つとも|2つとも|ふたつとも",
            value=2,
        ),
        **tagged(PhraseTag.ALL, "三つとも|みっつとも|3つとも", value=3),
        **tagged(
            PhraseTag.NONE,
            "なし|無し|ない|ありません|何もいらない|いらない|要らない|何も選ばない|なにも",
        ),
        **tagged(PhraseTag.NONE, "特になし|何もなし|どれも選ばない|ゼロ個|何も"),
        **tagged(PhraseTag.MIDDLE, "真ん中の二つ|真ん中二つ|中の二つ|真ん中の2つ", value=2),
        **tagged(
            PhraseTag.LEAST,
            "古いほう|古い方|古いの|古いやつ|一番古い|一番古いの|古いバージョン",
            value=1,
        ),
        **tagged(
            PhraseTag.GREATEST,
            "新しいほう|新しい方|新しいの|新しいやつ|一番新しい|一番新しいの|最新|最新の|最新版|新しいバージョン|より新しいほう",
            value=1,
        ),
        **tagged(
            PhraseTag.NONE,
            "どれも使わない|どれも使いません|誰も呼ばない|誰も呼びません|誰も|どれもいらない|どれも要らない|どちらもいらない|どれもいりません|どれもなし",
        ),
    }

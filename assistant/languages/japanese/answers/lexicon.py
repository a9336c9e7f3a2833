"""What the phrases of Japanese answers mean."""

from typing import Final

from assistant.languages.extremes import extremes
from assistant.languages.japanese.answers.clauses import clauses, joins
from assistant.languages.japanese.answers.commands import command_phrases
from assistant.languages.japanese.answers.extremes import EXTREMES
from assistant.languages.japanese.answers.places import positions
from assistant.languages.japanese.answers.plain_phrases import (
    around_choice,
    plain_answers,
    plain_replies,
)
from assistant.languages.japanese.answers.spoken_numbers import clock, compound_number
from assistant.languages.japanese.answers.usual_words import function_words, usual_words
from assistant.languages.japanese.answers.yes_or_no import yes_or_no
from assistant.languages.japanese.numbers import NUMBERS
from assistant.languages.language import words
from assistant.languages.lexicon import (
    CommandKind,
    Lexicon,
    PhraseTag,
    WritingScript,
    commands,
    tagged,
)

_LETTER_NAMES: Final = {
    "エー": "a", "ビー": "b", "シー": "c", "ディー": "d", "イー": "e", "エフ": "f", "ジー": "g",
    "エイチ": "h", "エッチ": "h", "アイ": "i", "ジェー": "j", "ジェイ": "j", "ケー": "k", "エル": "l",
    "エム": "m", "エヌ": "n", "オー": "o", "ピー": "p", "キュー": "q", "アール": "r", "エス": "s",
    "ティー": "t", "ユー": "u", "ブイ": "v", "ダブリュー": "w", "エックス": "x", "ワイ": "y",
    "ゼット": "z",
}  # fmt: skip
_ENGLISH: Final = (
    "ワン ツー スリー フォー ファイブ シックス セブン エイト ナイン テン イレブン トゥエルブ"
    " サーティーン フォーティーン フィフティーン シックスティーン セブンティーン エイティーン"
    " ナインティーン トゥエンティ"
).split()
"""English numbers, as in the names of versions."""
_SAID: Final = {
    n: (*forms, *_ENGLISH[n - 1 : n] * (n > 0)) for n, forms in NUMBERS.cardinals.items()
}

LEXICON: Final = Lexicon(
    script=WritingScript.CHARACTERS,
    # Later ones win.
    phrases={
        **around_choice(),
        **function_words(),
        **usual_words(),
        **joins(),
        **clauses(),
        **plain_replies(),
        **positions(),
        **command_phrases(),
        **extremes(EXTREMES),
    },
    for_yes_or_no={
        **yes_or_no(),
        **plain_answers(),
        **tagged(PhraseTag.UNSURE, "いいです"),
        **tagged(PhraseTag.FILLER, "今すぐ|すぐに|早めに|ほとんど|もうほとんど|頼んで"),
        **commands(
            CommandKind.LATER,
            "来週|来月|来年|来週でいい|来月でいい|急がない|急ぎません|急ぎじゃない",
            is_weak=True,
        ),
        # As it is, without what is proposed: "そのまま送って", to "compress it first?".
        **tagged(PhraseTag.MODIFIER, "そのまま|このまま"),
        **tagged(
            PhraseTag.YES,
            "お願いできますか|お願いできる|お願いしてもいいですか|頼める|頼めますか|いい|それで|それでお願いします|続けて|続けてください|する|します|やる|やります|ある|あります|それでいい|それでいいです|でいい",
        ),
        **tagged(
            PhraseTag.NO,
            "いりません|要りません|いらないです|必要ない|必要ないです|必要ありません|なし|ない|ありません|いらない|要らない|やめる|やめます|もういい|もういいです|今はいい|まだ",
        ),
    },
    homophones={"に": 2, "ご": 5, "し": 4, "く": 9, "ニ": 2},
    number_words=_SAID,
    compound_number=compound_number,
    point_words=("点", "てん", "ポイント", "てん"),
    letter_names=_LETTER_NAMES,
    clock=clock,
    label_variants=(
        (r"(?<=\d)分$", "分間"),
        (r"(?:午前|午後|夜|朝|夕方|夜の)(?=\d)", ""),
        (r"(?<=時)30分", "半"),
        (r"(?<=\d)(?:人|名|時)", ""),
        (r"(?<=\d)人$", "名"),
        (r"^([月火水木金土日])$", r"\1曜"),
        (r"曜$", "曜日"),
        (r"(\d+)時(\d+)分", r"\1:\2"),
        (r"^30分$", "半時間"),
        (r"^2人$", "ふたり"),
        (r"^1人$", "ひとり"),
        (r"^1時間$", "60分"),
        (r"^60分$", "1時間"),
        (r"^珈琲$", "コーヒー"),
        (r"^コーヒー$", "珈琲"),
        (r"^コーヒー$", "こーひー"),
        (r"^水$", "お水"),
        (r"^お?茶$", "おちゃ"),
        (r"^緑茶$", "りょくちゃ"),
        (r"^月$", "げつようび"),
        (r"^火$", "かようび"),
        (r"^水$", "すいようび"),
        (r"^木$", "もくようび"),
        (r"^金$", "きんようび"),
        (r"^土$", "どようび"),
        (r"^日$", "にちようび"),
        (r"^月曜日?$", "げつようび"),
        (r"^火曜日?$", "かようび"),
        (r"^水曜日?$", "すいようび"),
        (r"^木曜日?$", "もくようび"),
        (r"^金曜日?$", "きんようび"),
        (r"^土曜日?$", "どようび"),
        (r"^日曜日?$", "にちようび"),
        (r"^(?:小|小さい|小サイズ)$", "s"),
        (r"^(?:中|中くらい|中サイズ)$", "m"),
        (r"^(?:大|大きい|大サイズ)$", "l"),
        (r"^ワード(?:文書)?$", "docx"),
        (r"^エクセル$", "xlsx"),
        (r"^プレーンテキスト$", "txt"),
        *(
            (r"^削除(?:する)?$", said)
            for said in (
                "消す",
                "消して",
                "消してください",
                "削除して",
                "削除してください",
                "消しちゃって",
            )
        ),
        *(
            (r"^削除しない$", said)
            for said in (
                "消さない",
                "残す",
                "残して",
                "残しておく",
                "残しておいて",
                "そのまま",
                "そのままで",
                "消すのはやめとこう",
            )
        ),
    ),
    otherwise=words("じゃないと でないと さもないと"),
    afterwards=words("後で あとで 後ほど のちほど 今度"),
    halves=words("半"),
    rest=("残り", "他は", "ほか", "他全部", "あと", "それ以外"),
    titles=words("さん ちゃん くん さま 様 君 氏 先生"),
    closings=words(
        "です にします でお願いします お願いします がいいです でいいです にしようかな がいい"
        " がいいな がいいね がいいかな でいい でいいよ にするね にしとく にしておく にする でお願い お願い にして"
        " にしてください かな だな だね"
    ),
    offers="ますか|ましょうか|入り用|いかが|[要い]りますか",
    declining=words("大丈夫 大丈夫です"),
    either_way=r"[かの]?どうか|[、,]?しないか(?=\W*$)",
    rewrites=(
        # "Nothing but Wednesday is free" is only Wednesday.
        (r"しか[^、。]{0,8}?(?:ない|ません|ないです)[。.!！]*$", "だけ"),
        # "None of them", with a verb that is denied.
        (r"(?:どれも|どちらも|ひとつも|一つも)(?=.*(?:ない|ません))", "何も"),
        # "The second one", and no reason.
        (r"(番目|つ目|の方|のほう|やつ|[月火水木金土日]曜)の?で[。.!！]*$", r"\1で"),
    ),
    objections="差し支え|嫌です|反対",
    symbol_words={"+": "プラス", "#": "シャープ", "&": "アンド", "%": "パーセント"},
    variants={"壱": "一", "弐": "二", "参": "三", "两": "二", "兩": "二", "个": "個"},
    counters="冊杯匹着足皿泊歳円問件分時人個つ名位本台枚回年月日階次番種",
)

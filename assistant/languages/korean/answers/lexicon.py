"""What the phrases of Korean answers mean."""

from typing import Final

from assistant.languages.extremes import extremes
from assistant.languages.korean.answers.clauses import clauses, joins
from assistant.languages.korean.answers.commands import command_phrases
from assistant.languages.korean.answers.extremes import EXTREMES
from assistant.languages.korean.answers.places import positions
from assistant.languages.korean.answers.plain_phrases import (
    around_choice,
    plain_answers,
    plain_replies,
)
from assistant.languages.korean.answers.spoken_numbers import compound_number
from assistant.languages.korean.answers.usual_words import function_words, particles, usual_words
from assistant.languages.korean.answers.yes_or_no import yes_or_no
from assistant.languages.korean.numbers import NUMBERS
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
    "에이": "a", "비": "b", "씨": "c", "시": "c", "디": "d", "이": "e", "에프": "f", "지": "g",
    "에이치": "h", "아이": "i", "제이": "j", "케이": "k", "엘": "l", "엠": "m", "엔": "n", "오": "o",
    "피": "p", "큐": "q", "알": "r", "아르": "r", "에스": "s", "티": "t", "유": "u", "브이": "v",
    "더블유": "w", "엑스": "x", "와이": "y", "제트": "z", "지트": "z",
}  # fmt: skip
_ENGLISH: Final = (
    "원 투 쓰리 포 파이브 식스 세븐 에이트 나인 텐 일레븐 트웰브 서틴 포틴 피프틴 식스틴 세븐틴"
    " 에이틴 나인틴 투엔티"
).split()
"""English numbers, as in the names of versions."""
_SAID: Final = {
    n: (*forms, _ENGLISH[n - 1], *(("스리",) if n == 3 else ()))
    for n, forms in NUMBERS.cardinals.items()
}

LEXICON: Final = Lexicon(
    script=WritingScript.SYLLABLES,
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
        **tagged(PhraseTag.YES, "해|있어|있어요|계속|계속해|계속해줘|계속해주세요|진행"),
        **tagged(
            PhraseTag.NO,
            "없어|없어요|안돼|안돼요|싫어|싫어요|하지마|하지마요|하지마세요|안해도돼",
        ),
        **commands(
            CommandKind.LATER,
            "분뒤에|시간뒤에|내일|내일아침에|다음주|다음주에|다음달|다음달에|내년에",
        ),
        **tagged(PhraseTag.FILLER, "그렇게|그럼그렇게|바로"),
        **tagged(PhraseTag.UNSURE, "괜찮아|괜찮아요|괜찮습니다|됐어|됐어요|됐습니다"),
    },
    suffixes=particles(),
    endings=(
        ("니까", PhraseTag.SO),
        ("니깐", PhraseTag.SO),
        ("서", PhraseTag.SO),
        ("길래", PhraseTag.SO),
        ("때문에", PhraseTag.SO),
        ("거라", PhraseTag.SO),
        ("으니", PhraseTag.SO),
        ("테니", PhraseTag.SO),
        ("느라", PhraseTag.SO),
        ("중인데", PhraseTag.SO),
        ("텐데", PhraseTag.BUT),
        ("건데", PhraseTag.BUT),
        ("픈데", PhraseTag.BUT),
        ("이라", PhraseTag.SO),
        ("서요", PhraseTag.SO),
        ("니까요", PhraseTag.SO),
        ("거든요", PhraseTag.SO),
        ("거든", PhraseTag.SO),
        ("다가", PhraseTag.PAST),
        ("는데", PhraseTag.BUT),
        ("은데", PhraseTag.BUT),
        ("한데", PhraseTag.BUT),
        ("지만", PhraseTag.BUT),
        ("지마", PhraseTag.NOT_BEFORE),
        ("지말고", PhraseTag.NOT_BEFORE),
        ("지말아", PhraseTag.NOT_BEFORE),
        ("지않", PhraseTag.NOT_BEFORE),
        ("면", PhraseTag.CONDITION),
        ("든지", PhraseTag.CONDITION),
    ),
    letter_names=_LETTER_NAMES,
    offers=r"^(?!.*(?:됐|끝났|괜찮|[될되]까)).*(?:까요|필요하|시겠)",
    refusing=words(
        "됐어 됐어요 됐습니다 됐네 됐네요 됐음 이번엔됐어요 이번에는됐어요 아됐어요 난됐어 저는됐어요 그건됐어요"
    ),
    otherwise=words("안그러면 안그럼"),
    afterwards=words("나중에 이따가 이따 다음에"),
    halves=words("반"),
    rest=("나머지", "다른", "딴", "그외"),
    closings=words(
        "요 이요 로요 으로요 이에요 예요 에요 입니다 할게요 로할게요 할래요 주세요 해주세요"
        " 할게 할래 해줘 줘 하자 가자 갈래 갈게 갈래요 먹을래 먹을래요 먹을게 좋겠다 좋겠어 좋겠어요 로 으로"
    ),
    counters="명개인번층대권단년월일분시주회가부장잔병",
    uncounted=r"이번",
    number_words=_SAID,
    compound_number=compound_number,
    point_words=("점", "쩜", "포인트"),
    label_variants=(
        (r"(?:오전|오후|저녁|아침|밤)\s*(?=\d)", ""),
        (r"(?<=시)\s*30분", "반"),
        (r"(?<=\d)명", "인용"),
        (r"(?<=\d)명", ""),
        (r"(?<=\d)번(?=\s)", ""),
        (r"^([월화수목금토일])$", r"\1요일"),
        (r"^30분$", "반 시간"),
        (r"것", "거"),
        (r"[것거](?=\s)", "걸"),
        (r"[것거걸](?=\s)", "건"),
        (r"^1시간$", "60분"),
        (r"^60분$", "1시간"),
        (r"랑$", "란색"),
        (r"강$", "간색"),
        (r"양$", "얀색"),
        (r"(?<=[파노])랑$", "란색"),
        (r"^회색$", "그레이"),
        (r"(?i)^소형|작은 ?것|스몰$", "s"),
        (r"(?i)^중형|미디엄$", "m"),
        (r"(?i)^대형|라지$", "l"),
        (r"(?i)^특대|엑스라지$", "xl"),
        (r"^워드(?: 문서)?$", "docx"),
        (r"^엑셀(?: 파일)?$", "xlsx"),
        (r"^(?:일반|텍스트) ?(?:텍스트|파일)?$", "txt"),
        *((r"^삭제(?:하기)?$", said) for said in ("지우기", "지워", "지워줘", "지워주세요")),
        *((r"^삭제하지 않기$", said) for said in ("놔둬", "그대로둬", "남겨둬", "남겨줘")),
    ),
    either_way=r"\s?(?:말까요?|말지)|\s?안\s?[가-힣]{1,3}까요?(?=\W*$)",
    objections="싫으세요|싫으신가요|반대하|이의 있",
    symbol_words={"+": "플러스", "#": "샵", "&": "앤드", "%": "퍼센트"},
    rewrites=(
        # "Towel, camera, done" names no last one.
        (r"(?<=\S)\s끝[.!~]*$", ""),
        (r"(?<!\S)낼(?=\s|$)", "내일"),
        # "Nothing but Wednesday will do" is only Wednesday.
        (r"밖에\s?(?:안\s?[돼되됩]|못\s?[하해가]|시간이 없|없)[가-힣]*[.!]*$", "만요"),
        # "Need not", "had better not", whatever the verb.
        (r"(?<!\S)안\s?(?:[가-힣]{1,3})도\s?(돼|되|될)", r"안 해도 \1"),
        (r"(?<!\S)안\s?[가-힣]{1,3} ?(?:는|은) ?(게|것이|편이) (?=좋|낫|나을)", r"안 하는 \1 "),
        # Behind an answer 뭐 asks nothing.
        (r"(?<=[가-힣])\s뭐(?=[.~!]*$)", ""),
        (r"(?<=[가-힣])[~ㅡ\u1173](?=\s|$)", ""),
        (r"(?<=[가-힣])[ㅡ\u1173](?=[가-힣])", ", "),
        # Letters that are no syllables say something of their own: "피자ㄱㄱ".
        (r"(?<=[가-힣])(?=[\u1100-\u1112]+(?![가-힣]))", " "),
        # "커피보다 차" denies the coffee.
        (
            r"(?<=[^\W\d])(?:보다는?(?!\s+(?:더|싼|비싼|큰|작은|이른|빠른|늦은|긴|짧은|많은|적은|높은|낮은))| 대신에?)"
            r"\s+(?=\S)",
            " 말고 ",
        ),
        # "홍차 무설탕" is tea without sugar.
        (r"(?<!\S)무(설탕|가당|카페인|알코올|지방|염)(?!\w)", r"\1 말고"),
        (r"(?<!\S)이 번(?=$|\s|[^\w\s]|이요|요|으로|하고|이랑|과|은|을|째|이 )", "2번"),
        (r"(\d)\s*번째", r"\1번째"),
    ),
)

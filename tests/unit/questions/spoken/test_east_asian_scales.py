"""The most, the second most and the later of several in Korean, Chinese and Japanese."""

import pytest

from assistant.questions.model.question import Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("zh", "43 英寸|55 英寸|65 英寸|75 英寸", "第二大的", "3"),
        ("zh", "43 英寸|55 英寸|65 英寸|75 英寸", "最大的", "4"),
        ("zh", "43 英寸|55 英寸|65 英寸|75 英寸", "比五十五大一号的", "~one_only 1,2"),
        ("ja", "和室 8,000円|洋室 9,500円|露天 15,000円", "二番目に安いの", "2"),
        ("ko", "톨 4,500원|그란데 5,000원|벤티 5,500원", "두 번째로 싼 거요", "2"),
        ("ko", "오늘 저녁|내일 오전|내일 오후|모레", "제일 빠른 걸로", "1"),
        ("ko", "내일 오후|모레|오늘 저녁", "제일 늦은 걸로", "2"),
        ("ja", "今日の午後|明日の午前|明日の午後|土曜日", "一番遅いやつ", "4"),
        ("zh", "明早|明晚|后天", "最晚的", "3"),
        # Whether the afternoon of today comes first is not said.
        ("zh", "今天|今天下午|明天", "最早的", "~ambiguous 1,2,3"),
        ("ja", "90分以内|2時間くらい|3時間以上", "一番長いの", "3"),
        ("ja", "90分以内|2時間くらい|3時間以上", "一番長いので", "3"),
        ("zh", "全季，每晚 320 元|如家，每晚 199 元", "三百二的那个", "1"),
    ],
)
def test_the_most_of_several_is_found_by_what_they_say(
    language: str, labels: str, said: str, understood: str
) -> None:
    asked = choice(*labels.split("|"), text="?")
    assert short(parse_spoken_answer(asked, said, language)) == understood


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("zh", "周一|周二|周三|周四|周五", "周一三五", "1,3,5"),
        ("zh", "蘑菇|培根|菠萝|玉米", "菠萝披萨是邪教，其他都加", "1,2,4"),
        ("zh", "蘑菇|培根|菠萝|玉米", "要蘑菇，其他都加", "1?"),
        ("zh", "蘑菇|培根|菠萝|玉米", "一个都别落下", "1,2,3,4"),
        ("zh", "蘑菇|培根|菠萝|玉米", "一个都别放", "-"),
        ("ko", "수영복|우산|여권", "하나도 빠짐없이", "1,2,3"),
        ("ko", "수영복|우산|여권", "하나도 안 매운 거", "-?"),
        ("ja", "唐揚げ|卵焼き|トマト", "トマトは嫌いだから、それ以外全部", "1,2"),
        ("ja", "唐揚げ|卵焼き|トマト", "一つも入れないで", "-"),
    ],
)
def test_all_and_the_rest_and_none_are_told_apart(
    language: str, labels: str, said: str, understood: str
) -> None:
    asked = choice(*labels.split("|"), kind=QuestionKind.MULTI, text="?")
    assert short(parse_spoken_answer(asked, said, language)) == understood


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("zh", "茶|咖啡|水", "非咖啡不可", "2"),
        ("zh", "茶|咖啡|水", "没有茶就咖啡吧", "2?"),
        ("ja", "和室|洋室", "和室じゃないかな", "1?"),
        ("ja", "和室|洋室", "和室でいいんじゃない", "1"),
        ("ko", "창가|통로", "창가 아닐까", "1?"),
        ("ko", "강남점|홍대점|잠실점", "강남점에서 가까워요?", "1?"),
        ("ko", "강남점|홍대점|잠실점", "홍대점이 나아졌어요", "2?"),
        ("ko", "강남점|홍대점", "홍대점이 멀어서", "2?"),
        ("zh", "张伟|李明|王芳", "小李", "2"),
        ("zh", "张伟|张薇|李明", "小张", "~ambiguous 1,2"),
        ("zh", "王医生（内科）|陈医生（儿科）", "姓陈的那位", "2"),
        ("ja", "佐藤健|佐藤恵|鈴木", "鈴木さんにお願いします", "3"),
    ],
)
def test_how_it_is_denied_or_called_decides(
    language: str, labels: str, said: str, understood: str
) -> None:
    asked = choice(*labels.split("|"), text="?")
    assert short(parse_spoken_answer(asked, said, language)) == understood


@pytest.mark.parametrize(
    ("language", "text", "said", "understood"),
    [
        ("zh", "要删除吗？", "可", "yes"),
        ("zh", "要删除吗？", "可我还要用", "yes?"),
        ("zh", "要删除吗？", "不会吧", "no?"),
        ("zh", "要保存吗？", "好了没", "~question"),
        ("ko", "영수증 드릴까요?", "됐어요", "no"),
        ("ko", "저장이 됐나요?", "됐어요", "~unsure"),
        ("ja", "録音しますか？", "もち", "yes"),
        ("ja", "録音しますか？", "やめときます", "no"),
    ],
)
def test_a_yes_or_no_in_passing(language: str, text: str, said: str, understood: str) -> None:
    asked = Question(id="q1", kind=QuestionKind.BOOLEAN, text=text)
    assert short(parse_spoken_answer(asked, said, language)) == understood

"""Reasons, afterthoughts and denials beside an answer in Korean, Chinese and Japanese."""

import pytest

from assistant.questions.model.question import Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short


@pytest.mark.parametrize(
    ("labels", "said", "understood"),
    [
        # A condition within a reason is part of it.
        ("차|커피|물", "커피 마시면 잠이 안 와서 물로 할게요", "3"),
        ("차|커피|물", "커피 있으면 커피로 할게요", "2?"),
        ("창가|통로|가운데", "창가는 화장실 가기 불편해서 통로로 할게요", "2"),
        ("창가|통로|가운데", "짐이 많은 거라 통로로 할게요", "2"),
        ("김밥|라면|국수", "배고픈데 라면으로 할게요", "2"),
        ("김밥|라면|국수", "라면 좋은데 김밥", "1?"),
        ("강남점|홍대점", "집이 마포라 홍대점이 가까워요", "2"),
        ("워드|엑셀", "워드로요 나중에 고쳐야 해서", "1"),
        ("워드|엑셀", "워드로요 아니 엑셀이요", "2"),
        ("워드|엑셀", "워드는 나중에 고칠 수 있나", "~ambiguous 1"),
        ("두 명|세 명|네 명", "두 명은 너무 적으니까 네 명으로 하자", "3"),
        ("김민수|박서준", "민수 씨요", "1"),
        ("차|녹차|커피", "그냥 차요 녹차 아니고", "1"),
        ("차|녹차|커피", "차 녹차 말고", "3?"),
        ("차|녹차|커피", "일단 커피로 하고 나중에 녹차로 바꾸자", "3"),
        ("지금 다시 시도|내일 다시 시도|취소", "지금 말고 내일", "2"),
        ("줌 회의|카페", "다들 집에 있으니까 줌으로 하죠", "1"),
    ],
)
def test_a_reason_beside_a_choice_leaves_it_sure(labels: str, said: str, understood: str) -> None:
    asked = choice(*labels.split("|"), text="어느 것으로 할까요?")
    assert short(parse_spoken_answer(asked, said, "ko")) == understood


@pytest.mark.parametrize(
    ("labels", "said", "understood"),
    [
        ("火锅|烤鱼|日料", "昨天刚吃了火锅，今天吃日料吧", "3"),
        ("绿茶|咖啡|水", "我早上喝过咖啡了喝点绿茶吧", "1"),
        ("靠窗|靠过道", "靠窗上厕所不方便还是过道吧", "2"),
        ("红色|白色", "我喜欢红色不过老板不喜欢就白色吧", "2"),
        ("李明|王芳", "李明休假了让王芳来", "2"),
        ("微信|支付宝|信用卡", "不用微信用支付宝", "2"),
        # A question about both, and a wish for one that is denied.
        ("绿茶|咖啡|水", "绿茶还是咖啡", "~one_only 1,2"),
        ("绿茶|咖啡|水", "绿茶还是不要吧", "~excluded 2,3"),
    ],
)
def test_the_last_clause_of_several_is_what_is_wished(
    labels: str, said: str, understood: str
) -> None:
    asked = choice(*labels.split("|"), text="选哪个？")
    assert short(parse_spoken_answer(asked, said, "zh")) == understood


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ("욕실은 젖어 있어서 빼고 나머지 다", "1,2"),
        ("욕실은 아까 했으니까 나머지 다 해 줘", "1,2"),
        ("거실하고 주방만 있으면 돼", "1,2"),
        ("거실이랑 주방은 꼭 청소해야지", "1,2?"),
        ("거실이랑 주방으로 할게", "1,2"),
    ],
)
def test_a_reason_inside_an_exception_belongs_to_it(said: str, understood: str) -> None:
    asked = choice("거실", "주방", "욕실", kind=QuestionKind.MULTI, text="어디를 할까요?")
    assert short(parse_spoken_answer(asked, said, "ko")) == understood


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("ko", "재즈|록", "안 들을래", "!other"),
        ("ko", "재즈|록", "아무것도 안 고를래", "!other"),
        ("zh", "爵士|摇滚", "不用", "!other"),
        ("ja", "ジャズ|ロック", "なしで", "!other"),
        # One of the options says that nothing is done.
        ("ko", "삭제하기|삭제하지 않기|보관하기", "안 해", "2"),
        ("zh", "发送|不发送|以后", "不发", "2"),
        ("zh", "加糖|不加糖|加奶不加糖", "不要", "~no_match"),
        # Whose it is may be an option.
        ("ko", "내 것 유지|상대 것 유지|둘 다 유지", "내 건 버려", "~excluded 2,3"),
    ],
)
def test_a_denial_of_no_option_is_none_of_them(
    language: str, labels: str, said: str, understood: str
) -> None:
    asked = choice(*labels.split("|"))
    assert short(parse_spoken_answer(asked, said, language)) == understood


@pytest.mark.parametrize(
    ("language", "text", "said", "understood"),
    [
        ("ko", "지금 업데이트할까요?", "지금 회의 중이라 안 돼요", "no"),
        ("ko", "파일을 지울까요?", "다 복사해 뒀으니까 지우셔도 돼요", "yes"),
        ("zh", "要开省电模式吗？", "我插着电呢，不用", "no"),
        ("ja", "ファイルを消しますか？", "全部コピーしてあるから消して大丈夫", "yes"),
        ("ko", "지금 업데이트할까요?", "아니요 회의가 아직 안 끝났어요", "no"),
        # Yes says that one has heard, and no that one does not want it.
        ("ko", "지금 업데이트할까요?", "네 아니 아니요", "no"),
        ("zh", "现在更新吗？", "是 不对 不要", "no"),
        ("zh", "现在更新吗？", "是/否？", "no?"),
        ("ko", "지금 업데이트할까요?", "아니 네", "yes?"),
        ("ko", "다시 시작해도 괜찮을까요?", "괜찮아요", "yes"),
        ("ja", "圧縮してから送りますか？", "そのまま送っていいよ", "yes?"),
        ("ko", "차를 드릴까요?", "괜찮아요", "~unsure"),
    ],
)
def test_a_reason_beside_a_yes_or_no_leaves_it_sure(
    language: str, text: str, said: str, understood: str
) -> None:
    asked = Question(id="q1", kind=QuestionKind.BOOLEAN, text=text)
    assert short(parse_spoken_answer(asked, said, language)) == understood

"""Answers said in Korean."""

import pytest

from assistant.questions.desk.model.lint import lint
from assistant.questions.model.option_markers import marker
from tests.helpers.questions.builders import choice, question_set
from tests.unit.questions.spoken.phrases import (
    MULTI,
    SINGLE,
    TEXT,
    TWO,
    TWO_MULTI,
    YES_NO,
    heard,
    table,
)


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        첫 번째 | 첫번째 | 첫째 | 1번 | 일 번 | 하나 | 맨 처음 거 | 일이요 | 첫 번째 거로 => 1
        두 번째 거 | 두번째 | 둘째 | 2번 | 2 번 | 이 번 | 둘 | 이 | 2번이요 | 이 번이요 | 이 번째 => 2
        두 번째 걸로 해줘 | 두 번째 걸로 해 주세요 | 음 두 번째 거요 | 두번째꺼로 | 둘 중에 두 번째 | 이번에는 두 번째로 할게요 => 2
        이번 | 음 이번 | 이번이요 | 이번으로 할게요 | 2번으로 부탁드려요 | 두 번째가 좋겠어요 | number two => 2
        세 번째 | 셋째 | 삼 번 | 3번 | 삼번이요 | 3 | 뒤에서 두 번째 | 끝에서 두 번째 => 3
        마지막 거 | 마지막 | 맨 마지막 거요 | 넷째 | 네 번째 | 제일 끝에 거 => 4
        SQLite | SQLite로 해줘 => 2
        에스큐엘라이트 말고 SQLite => ~ambiguous 2
        첫 번째 말고 두 번째 | 아니 두 번째 | 1번 아니 잠깐 2번 => 2
        일 번하고 삼 번 | 1번 3번 | 첫 번째랑 세 번째 => ~one_only 1,3
        앞에 두 개 | 처음 두 개 => ~one_only 1,2
        전부 | 모두 다 => ~one_only 1,2,3,4
        둘 다 | 셋 다 => ~ambiguous 1,2,3,4
        가운데 => ~ambiguous 2,3
        첫 번째는 싫어 | 1번 말고 | 첫 번째는 아니야 => ~excluded 2,3,4
        없어 | 다른 거 | 둘 다 아니야 | 다 별로 | 기타 => !other
        다시 | 다시 한번 말해줘 | 뭐라고요? | 못 들었어요 => !repeat
        천천히 | 좀 천천히 말해 주세요 => !slower
        2번 설명해줘 | 2번이 뭐야 | 두 번째에 대해 알려줘 | 두 번째는 뭐예요 => !explain 2
        1번하고 3번 차이가 뭐야 => !compare 1,3
        뒤로 | 이전 질문 => !back
        건너뛰자 | 패스 => !skip
        계속 | 더 있어? => !more
        네가 정해 | 알아서 해줘 | 아무거나 => !decide
        나중에 | 이따가 물어봐 | 나중에 다시 물어봐 줘 => !later
        취소 | 그만 => !cancel
        오 번 | 10번 => ~out_of_range
        모르겠어요 | 잘 모르겠는데요 => ~unsure
        왜 하필 그게 좋은데 => ~question
        사이 | 사이에 있는 거 | 오이 | 바나나 | 네 => ~no_match
        음 | 저기요 => ~empty
        """
    ),
)
def test_an_answer_to_one_of_four(phrase: str, meaning: str) -> None:
    assert heard(SINGLE, phrase, "ko") == meaning


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        일 번하고 삼 번 | 1번 3번 | 일번이랑 삼번 | 첫 번째랑 세 번째 | 1번과 3번이요 => 1,3
        이번하고 삼번 => 2,3
        앞의 두 개 | 첫 두 개 => 1,2
        마지막 두 개 => 3,4
        2번부터 4번 | 2번부터 4번까지 => 2,3,4
        전부 | 전부 다 | 모두요 | 다 => 1,2,3,4
        2번 빼고 전부 | 두 번째 빼고 다 | 2번 제외하고 모두 => 1,3,4
        마지막 빼고 다 => 1,2,3
        없어 | 아무것도 => -
        둘 다 => ~ambiguous 1,2,3,4
        """
    ),
)
def test_an_answer_to_some_of_four(phrase: str, meaning: str) -> None:
    assert heard(MULTI, phrase, "ko") == meaning


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        네 | 예 | 응 | 그래 | 좋아요 | 네 그렇게 해주세요 | 물론이죠 | 해 | 계속해 => yes
        아니 | 아니요 | 아뇨 | 싫어요 | 안 돼요 | 하지 마 | 없어 => no
        괜찮아요 | 됐어요 => ~unsure
        아니 잠깐 네 => yes
        취소 => !cancel
        다시 말해 주세요 => !repeat
        글쎄요 => ~unsure
        바나나 => ~no_match
        """
    ),
)
def test_yes_or_no(phrase: str, meaning: str) -> None:
    assert heard(YES_NO, phrase, "ko") == meaning


def test_labels_are_matched_by_their_letters() -> None:
    colours = choice("파란색", "빨간색", "노란색")
    assert heard(colours, "파란색으로 해 주세요", "ko") == "1"
    assert heard(colours, "빨강", "ko") == "2"
    assert heard(colours, "노란 거", "ko") == "3"
    assert heard(colours, "파란색 말고 노란색", "ko") == "3"


@pytest.mark.requirement("Q-VOICE-02", "Q-VOICE-03")
@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        둘 | 두 번째 | 2 | 2번 | 이 번이요 | 다음 주 => 2
        하나 | 1번 | 이번 주 | 이번 주요 => 1
        이번 | 이번이요 => ~ambiguous 1,2
        셋 | 삼번 => 3
        """
    ),
)
def test_this_week_is_no_second_one(phrase: str, meaning: str) -> None:
    weeks = question_set(choice("이번 주", "다음 주", "다다음 주"))
    (question,) = lint(weeks).questions.questions
    assert [marker(question, n) for n in range(3)] == ["1", "2", "3"]
    assert heard(question, phrase, "ko") == meaning


def test_both_and_the_rest_of_two() -> None:
    assert heard(TWO, "둘 다", "ko") == "~one_only 1,2"
    assert heard(TWO_MULTI, "둘 다", "ko") == "1,2"
    assert heard(TWO, "다른 하나", "ko", current=0) == "2"
    assert heard(TWO, "첫 번째 말고", "ko") == "2"


def test_the_option_being_read() -> None:
    assert heard(SINGLE, "그거", "ko", current=2) == "3"
    assert heard(SINGLE, "네 그걸로 해 주세요", "ko", current=2) == "3"
    assert heard(SINGLE, "아니요", "ko", current=0) == "~excluded 2,3,4"


def test_letters() -> None:
    assert heard(SINGLE, "b번", "ko") == "2"
    assert heard(SINGLE, "b", "ko") == "2?"
    assert heard(SINGLE, "에이", "ko") == "1"


def test_free_words() -> None:
    assert heard(TEXT, "다시", "ko") == "!repeat"
    assert heard(TEXT, "다시 시작", "ko") == "'다시 시작'?"

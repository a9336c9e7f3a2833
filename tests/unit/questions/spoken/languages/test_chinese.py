"""Answers said in Chinese."""

import pytest

from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import MULTI, SINGLE, TWO, TWO_MULTI, YES_NO, heard, table


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        第二个 | 第2个 | 二号 | 第二项 | 第二 | 二 | 2 | 选二 | 选项二 | 第二种 | 第二条 => 2
        我选第二个 | 第二個 | 嗯那个第二个吧 | 那就第二个 | 第二个可以吗 | 請給我第二個 => 2
        最后一个 | 最后那个 | 第四个 | 四 | 最後一個 => 4
        倒数第二个 | 倒数第二 => 3
        第一个 | 首个 | 最上面的 => 1
        SQLite吧 | 用SQLite | 我要SQLite => 2
        用mongo => 4
        不要第一个，要第二个 | 不是第一个，是第二个 | 第一个，不对，第二个 | 不，第二个 => 2
        一和三 | 一三 | 1和3 | 第一个跟第三个 => ~one_only 1,3
        前两个 => ~one_only 1,2
        都要 | 全部 => ~one_only 1,2,3,4
        中间那个 => ~ambiguous 2,3
        两个都要 => ~ambiguous 1,2,3,4
        第一个不要 | 不要第一个 | 不是第一个 | 除了第一个 => ~excluded 2,3,4
        都不要 | 都不是 | 别的 | 其他 | 没有合适的 => !other
        再说一遍 | 没听清 | 重复一下 | 什么？ => !repeat
        慢一点 | 太快了 => !slower
        解释一下第二个 | 第二个是什么意思 | 第二个是什么 => !explain 2
        一和三有什么区别 => !compare 1,3
        返回 | 上一题 => !back
        跳过 => !skip
        继续 | 还有吗 => !more
        你决定 | 随便 | 都行 => !decide
        等会儿再问 | 以后再说 | 稍后 => !later
        取消 | 算了 | 停 => !cancel
        第五个 | 十 => ~out_of_range
        不知道 | 我不知道选哪个 | 还没想好 => ~unsure
        今天天气怎么样 => ~question
        统一 | 首都 | 香蕉 => ~no_match
        嗯 | 那个 => NOTHING
        """.replace("NOTHING", "~no_match")
    ),
)
def test_an_answer_to_one_of_four(phrase: str, meaning: str) -> None:
    assert heard(SINGLE, phrase, "zh") == meaning


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        一和三 | 一三 | 1和3 | 第一个和第三个 | 第一个和第三个都要 => 1,3
        前两个 => 1,2
        后两个 | 最后两个 => 3,4
        第二到第四 | 二到四 => 2,3,4
        都要 | 全部 | 全都要 => 1,2,3,4
        除了第二个都要 | 除了第二个以外都要 | 除了二 => 1,3,4
        除了最后一个 => 1,2,3
        都不要 | 没有 => -
        """
    ),
)
def test_an_answer_to_some_of_four(phrase: str, meaning: str) -> None:
    assert heard(MULTI, phrase, "zh") == meaning


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        是 | 是的 | 对 | 好 | 好的 | 可以 | 要 | 要的 | 没问题 | 當然 | 好的继续 | 行 => yes
        不 | 不是 | 不要 | 不行 | 不可以 | 不用了 | 没有 | 不对 => no
        算了 => !cancel
        再说一遍 => !repeat
        不确定 => ~unsure
        香蕉 => ~no_match
        """
    ),
)
def test_yes_or_no(phrase: str, meaning: str) -> None:
    assert heard(YES_NO, phrase, "zh") == meaning


def test_parts_of_labels() -> None:
    tasks = choice("背唐诗", "讲笑话", "输出笑脸图标", "再给一个多选框")
    assert heard(tasks, "背唐诗", "zh") == "1"
    assert heard(tasks, "唐诗", "zh") == "1"
    assert heard(tasks, "笑话", "zh") == "2"
    assert heard(tasks, "第一个背唐诗", "zh") == "1"
    assert heard(tasks, "再给一个", "zh") == "4"


def test_two() -> None:
    assert heard(TWO, "两个都要", "zh") == "~one_only 1,2"
    assert heard(TWO_MULTI, "两个都要", "zh") == "1,2"
    assert heard(TWO_MULTI, "俩都要", "zh") == "1,2"
    assert heard(TWO, "另一个", "zh", current=1) == "1"
    assert heard(SINGLE, "就这个", "zh", current=1) == "2"

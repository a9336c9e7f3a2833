"""The catalogues have one word per thing, and Korean fits whatever is put into it."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from assistant.locale import InterfaceLanguage
from tests.unit.test_locale import translations

OTHER_WORDS: Final[Mapping[InterfaceLanguage, Mapping[str, str]]] = {
    "ko": {
        "다운로드": "내려받기",
        "리마인더": "알림",
        "미리 알림": "알림",
        "다른 가지": "다른 갈래",
        "모든 가지": "모든 갈래",
        "음성 세션": "음성 대화",
        "비서": "어시스턴트",
        "워크스페이스": "작업 공간",
    },
    "zh": {
        "主目录": "主文件夹",
        "人设": "角色",
        "编程助手": "编程代理",
        "答案": "回答",
        "帐户": "账号",
        "恢复码": "恢复代码",
        "提示文件": "提示词文件",
    },
}
"""Words that would be a second one for a thing, and the one that is used."""
GIVEN: Final = {"Answer submitted, the task continues", "Please connect a workspace first."}
"""Texts whose translation is given, in the words of the requirements."""
FORMAL: Final = {
    "An error occurred while processing.",
    "Asked at your computer, and not answered there",
    "Could not generate a response",
    "Questions still open: {names}",
    "Saving to memory failed",
    "The conversation is long; older content was left out",
    "This question is already answered",
    "Voice output is unavailable",
    "{count} questions in a row; I will continue with your choices so far.",
}
"""What is told formally in Korean, as the requirements give it; everything else is polite."""
READ_ALIKE: Final = {"size", "share"}
"""What is put in always ends alike: 12 MB, 5 %."""
_PARTICLE: Final = re.compile(
    r"\{(\w+)[^}]*\}[”’\"]?(?:을|를|은|는|이|가|과|와|으로|로|이라는|라는|이에요|예요)(?=[\s.,]|$)"
)


def used_otherwise(language: InterfaceLanguage) -> Iterator[str]:
    """Yield the translations that have another word for a thing."""
    for message, text in translations(language).items():
        for other, word in OTHER_WORDS[language].items():
            if other in text and message not in GIVEN:
                yield f"{text!r}: {word}, not {other}"


@pytest.mark.parametrize("language", ["ko", "zh"])
def test_there_is_one_word_per_thing(language: InterfaceLanguage) -> None:
    assert list(used_otherwise(language)) == []


def test_korean_particles_fit_whatever_is_put_in() -> None:
    wrong = [
        text
        for text in translations("ko").values()
        if any(found not in READ_ALIKE for found in _PARTICLE.findall(text))
    ]
    assert wrong == []


def test_korean_leaves_no_blank_before_a_particle() -> None:
    blank = re.compile(r"[}”’] (?:을\(를\)|이\(가\)|은\(는\)|에|에서|에게|\(으\)로)(?=[\s.,]|$)")
    assert [text for text in translations("ko").values() if blank.search(text)] == []


def test_korean_is_polite_throughout() -> None:
    formal = re.compile(r"(?:니다|니까|십시오)(?=[\s.?!:]|$)")
    told = {message for message, text in translations("ko").items() if formal.search(text)}
    personas = {message for message in told if message.startswith("You are ")}
    assert told - personas == FORMAL


def test_chinese_has_chinese_punctuation() -> None:
    western = re.compile(
        r"[\u4e00-\u9fff”][,;?!](?=\s|$)|[\u4e00-\u9fff]\.(?=\s|$)|[\u4e00-\u9fff]\("
    )
    assert [text for text in translations("zh").values() if western.search(text)] == []

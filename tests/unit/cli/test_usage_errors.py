"""What is said of a command line that is wrong."""

import re

import pytest

from assistant.cli import main
from assistant.cli.language import VARIABLE

SAID = (
    (["sett"], "No such command 'sett'.", "'sett' 명령은 없어요."),
    (["sync", "remov"], "No such command 'remov'. Did you mean 'remove'?", "혹시 'remove'인가요?"),
    (["chat", "--bogus"], "No such option: --bogus", "없는 옵션이에요: --bogus"),
    (
        ["chat", "--hom", "x"],
        "No such option: --hom (Possible options: --home)",
        "(가능한 옵션: --home)",
    ),
    (["config", "set", "a"], "Missing argument 'VALUE'.", "'VALUE' 인수가 빠졌어요."),
    (["listen"], "Missing option '--audio-in'.", "'--audio-in' 옵션이 빠졌어요."),
    (["chat", "--home"], "Option '--home' requires a value.", "'--home' 옵션에는 값이 필요해요."),
    (
        ["doctor", "--json=2"],
        "Option '--json' does not take a value.",
        "'--json' 옵션에는 값을 줄 수 없어요.",
    ),
    (["doctor", "a", "{b}"], "Too many arguments: a {b}", "인수가 너무 많아요: a {b}"),
    (
        ["mcp", "--port", "x"],
        "Invalid value for '--port': must be a whole number",
        "'--port'에 쓸 수 없는 값이에요: 정수여야 해요",
    ),
    (
        ["mcp", "--port", "-1"],
        "Invalid value for '--port': must be at least 0",
        "'--port'에 쓸 수 없는 값이에요: 0 이상이어야 해요",
    ),
    (
        ["mcp", "--port", "65536"],
        "Invalid value for '--port': must be at most 65535",
        "'--port'에 쓸 수 없는 값이에요: 65535 이하여야 해요",
    ),
    (
        ["bench", "wake-word", "--hours", "x"],
        "Invalid value for '--hours': must be a number",
        "'--hours'에 쓸 수 없는 값이에요: 숫자여야 해요",
    ),
    (
        ["export", "--format", "pdf"],
        "Invalid value for '--format': 'pdf' is not one of 'jsonl', 'md'.",
        "'--format'에 쓸 수 없는 값이에요: 'pdf'은(는) 'jsonl', 'md' 중 하나가 아니에요.",
    ),
)


@pytest.mark.requirement("APP-03")
@pytest.mark.parametrize(
    ("line", "english", "korean"), SAID, ids=[" ".join(each[0]) for each in SAID]
)
def test_it_is_said_in_the_language_of_the_interface(
    line: list[str],
    english: str,
    korean: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    told: dict[str, str] = {}
    for language in ("en", "ko", "zh"):
        monkeypatch.setenv(VARIABLE, language)
        assert main(line) == 2
        told[language] = capsys.readouterr().err
    assert english in told["en"]
    assert korean in told["ko"]
    words = re.compile(r"(?<![\w'{-])[A-Za-z]{3,}")
    assert set(words.findall(english)) & set(words.findall(told["zh"])) == set()

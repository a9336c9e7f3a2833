import pytest

from assistant.channels.desktop.diagnostics.model.fixes import (
    Fix,
    fix_for,
    lines_with,
    troubles_first,
)
from assistant.doctor.registry import CHECKS
from assistant.finding import CheckStatus, Finding


def part(name: str, status: str = "failed") -> Finding:
    return Finding(name=name, title=name, status=CheckStatus(status), text="")


@pytest.mark.parametrize(
    ("name", "others", "fix"),
    [
        pytest.param("models", (), Fix(), id="missing files are fetched"),
        pytest.param("voice", (), Fix("voice", "voice_voice"), id="a part leads to its setting"),
        pytest.param("voice", (part("models"),), Fix(), id="or to its files, if some are missing"),
        pytest.param("voice", (part("models", "ok"),), Fix("voice", "voice_voice"), id="not else"),
        pytest.param("agent_codex", (), Fix("programs"), id="an agent"),
        pytest.param("disk", (), None, id="only the user can"),
    ],
)
def test_a_click_mends_what_it_may(name: str, others: tuple[Finding, ...], fix: Fix) -> None:
    assert fix_for(part(name), (part(name), *others)) == fix
    assert fix_for(part(name, "ok"), others) is None
    assert fix_for(part(name, "skipped"), others) is None


def test_every_part_that_has_a_fix_is_looked_at() -> None:
    from assistant.channels.desktop.diagnostics.model import fixes

    assert set(fixes._PLACES) <= {check.name for check in CHECKS}


def test_what_fails_stands_before_what_could_be_better() -> None:
    parts = (part("a", "warning"), part("b", "ok"), part("c"), part("d", "warning"))
    assert [each.name for each in troubles_first(parts)] == ["c", "a", "d"]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("", ("One two", "TWO three", "four")),
        ("two", ("One two", "TWO three")),
        ("three TWO", ("TWO three",)),
        ("five", ()),
    ],
)
def test_lines_have_every_word(words: str, lines: tuple[str, ...]) -> None:
    assert lines_with(("One two", "TWO three", "four"), words) == lines

"""Whether Qt can open a window, and fonts; the probe's outcome is the test's."""

from collections.abc import Callable, Mapping

import pytest

from assistant.doctor.checks.display import (
    check_dictation,
    check_display,
    check_fonts,
    run_probe,
)
from assistant.finding import CheckStatus
from assistant.text_typing.program_typers import WTYPE, ProgramTyper
from assistant.text_typing.text_typer import Trouble
from tests.unit.doctor.conftest import Admit

Run = Callable[[Mapping[str, str]], tuple[int, str, str]]
GOOD = (0, "6.11.0 xcb", "")


def probe(offscreen: tuple[int, str, str], native: tuple[int, str, str] = GOOD) -> Run:
    return lambda environment: (
        offscreen if environment.get("QT_QPA_PLATFORM") == "offscreen" else native
    )


def test_a_display_that_qt_opens_is_fine(admit: Admit) -> None:
    verdict = check_display(admit(DISPLAY=":0"), system="linux", run=probe(GOOD))
    assert verdict.status is CheckStatus.OK
    assert "6.11.0 · xcb" in verdict.text


def test_no_display_is_a_warning_that_names_the_terminal(admit: Admit) -> None:
    verdict = check_display(admit(), system="linux", run=probe(GOOD))
    assert verdict.status is CheckStatus.WARNING
    assert "parley chat" in verdict.hint


def test_other_systems_always_have_a_display(admit: Admit) -> None:
    assert check_display(admit(), system="darwin", run=probe(GOOD)).status is CheckStatus.OK


@pytest.mark.parametrize(
    ("errors", "library", "fix"),
    [
        (
            "ImportError: libEGL.so.1: cannot open shared object file: No such file",
            "libEGL.so.1",
            "sudo apt install libegl1",
        ),
        ("libodd.so.7: cannot open shared object file", "libodd.so.7", "package manager"),
        (
            "qt.qpa.plugin: From 6.5.0, xcb-cursor0 or libxcb-cursor0 is needed to load the Qt"
            " xcb platform plugin.\nThis application failed to start",
            "libxcb-cursor0",
            "sudo apt install libxcb-cursor0",
        ),
    ],
)
def test_a_missing_library_is_named_with_its_package(
    admit: Admit, errors: str, library: str, fix: str
) -> None:
    bad = (-6, "", errors)
    for run in (probe(bad), probe(GOOD, bad)):
        verdict = check_display(admit(DISPLAY=":0"), system="linux", run=run)
        assert verdict.status is CheckStatus.FAILED
        assert library in verdict.text
        assert fix in verdict.hint


def test_any_other_trouble_is_told_by_its_last_line(admit: Admit) -> None:
    run = probe(GOOD, (-6, "", "noise\ncould not connect to display :9\n"))
    verdict = check_display(admit(DISPLAY=":9"), system="linux", run=run)
    assert verdict.status is CheckStatus.FAILED
    assert "could not connect to display :9" in verdict.text


@pytest.mark.gui
def test_the_real_probe_makes_an_application_without_a_display(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import os

    code, out, errors = run_probe({**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    assert code == 0, errors
    assert out.split()[1] == "offscreen"


@pytest.mark.parametrize(
    ("families", "status"),
    [
        ({"ko": "Noto Sans CJK KR", "zh-cn": "Noto Sans CJK SC"}, CheckStatus.OK),
        ({"ko": "Noto Sans CJK KR", "zh-cn": "\n"}, CheckStatus.WARNING),
        ({"ko": None, "zh-cn": None}, CheckStatus.SKIPPED),
    ],
)
def test_fonts_are_asked_for_by_language(
    admit: Admit, families: dict[str, str | None], status: CheckStatus
) -> None:
    verdict = check_fonts(admit(DISPLAY=":0"), system="linux", families=families.__getitem__)
    assert verdict.status is status
    if status is CheckStatus.WARNING:
        assert "Chinese" in verdict.text
        assert "Korean" not in verdict.text
        assert "fonts-noto-cjk" in verdict.hint


def test_fonts_matter_only_where_a_window_can_be(admit: Admit) -> None:
    assert check_fonts(admit(), system="linux").status is CheckStatus.SKIPPED
    assert check_fonts(admit(), system="win32").status is CheckStatus.OK


@pytest.mark.parametrize(
    ("key", "opened", "status", "text"),
    [
        ("", None, CheckStatus.SKIPPED, "off"),
        ("F9", Trouble("No way.", "Get one."), CheckStatus.WARNING, "No way."),
        ("F9", ProgramTyper(WTYPE, "/bin/wtype"), CheckStatus.OK, "wtype"),
    ],
)
def test_dictation_says_what_it_types_by(
    admit: Admit, key: str, opened: ProgramTyper | Trouble | None, status: CheckStatus, text: str
) -> None:
    def open_typer(_environment: Mapping[str, str]) -> ProgramTyper | Trouble:
        assert opened is not None, "it is off"
        return opened

    verdict = check_dictation(admit(PARLEY_UI__SHORTCUT_DICTATION=key), open_typer=open_typer)
    assert verdict.status is status
    assert text in verdict.text

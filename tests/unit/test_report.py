"""A report has what mends a fault, and not a word of the user's."""

import getpass
import json
import logging
import platform
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.doctor.finding import failed
from assistant.finding import CheckStatus, Finding
from assistant.home import Home
from assistant.locale import _, joined, ngettext, without_values
from assistant.log_file import logging_to_file
from assistant.report import (
    NOT_KEPT,
    settings_told,
    templates_of,
    wordless_log,
    write_report,
)
from assistant.settings import load, save

AT = "2026-03-04 10:15:00,123 42"
TEMPLATES = {
    "assistant.x": ("The device %s cannot be opened: %s", "It took %d ms.", "Ready: 100 %%")
}
WORDS = "xylophone marzipan"
PRIVATE = ("xylophone", "marzipan", "sk-ant-0123456789", "4711:bot-token", "secret.example")


def templates(module: str) -> Sequence[str]:
    return TEMPLATES.get(module, ())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"{AT} INFO assistant.x Ready: 100 %", f"{AT} INFO assistant.x Ready: 100 %"),
        (
            f"{AT} WARNING assistant.x The device Anna's pods cannot be opened: no marzipan",
            f"{AT} WARNING assistant.x The device … cannot be opened: …",
        ),
        (f"{AT} INFO assistant.x It took 17 ms.", f"{AT} INFO assistant.x It took … ms."),
        (f"{AT} INFO assistant.x my marzipan", f"{AT} INFO assistant.x {NOT_KEPT}"),
        (f"{AT} WARNING some_library could not read %s", f"{AT} WARNING some_library {NOT_KEPT}"),
    ],
)
def test_of_a_line_the_sentence_of_the_code_is_kept(line: str, told: str) -> None:
    assert list(wordless_log([line], templates)) == [told]


def test_of_a_traceback_places_and_types_are_kept() -> None:
    lines = [
        f"{AT} ERROR assistant.x It took 1 ms.",
        "  /home/anna/.venv/lib/python3.11/site-packages/assistant/voice/x.py:12 in open",
        "builtins.KeyError",
        "from which came",
        "  /home/anna/plugin.py:3 in marzipan",
        "assistant.errors.DeviceError",
        "marzipan.cake",
        "and more marzipan",
    ]
    assert list(wordless_log(lines, templates))[1:] == [
        "  site-packages/assistant/voice/x.py:12 in open",
        "builtins.KeyError",
        "from which came",
        f"  {NOT_KEPT}",
        "assistant.errors.DeviceError",
    ]


@given(st.lists(st.text(alphabet="qxz \n.:%/'", min_size=1)))
def test_nothing_that_was_put_in_comes_through(values: list[str]) -> None:
    lines = [
        line
        for value in values
        for text in (f"The device {value} cannot be opened: {value}", f"{value} is my word")
        for line in f"{AT} INFO assistant.x {text}".splitlines()
    ]
    told = "\n".join(wordless_log(lines, templates)).replace("assistant.x", "")
    assert not set("qz") & set(told.replace(NOT_KEPT, ""))


def test_what_a_module_logs_is_read_from_its_code() -> None:
    assert "The devices cannot be listed: %s" in templates_of(
        "assistant.channels.desktop.settings.device_field"
    )
    assert templates_of("assistant.nowhere.at_all") == ()
    assert templates_of("json") == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(lambda: _("Ready"), "Ready", id="message"),
        pytest.param(
            lambda: _("{megabytes} MB").format(megabytes=7), "7 MB", id="a number is kept"
        ),
        pytest.param(
            lambda: _("Folder: {folder}").format(folder=WORDS), "Folder: …", id="a word is not"
        ),
        pytest.param(
            lambda: _("Folder: {folder}").format(folder=Path(WORDS)), "Folder: …", id="a path"
        ),
        pytest.param(
            lambda: joined(_("Ready"), _("Folder: {folder}").format(folder=_("Ready"))),
            "Ready Folder: Ready",
            id="texts in texts",
        ),
        pytest.param(
            lambda: ngettext("{n} part", "{n} parts", 2).format(n=2), "2 parts", id="plural"
        ),
        pytest.param(lambda: WORDS, "…", id="not ours"),
        pytest.param(lambda: "", "", id="nothing"),
    ],
)
def test_of_a_text_our_own_part_is_told(text: Callable[[], str], told: str) -> None:
    assert without_values(text()) == told


def test_only_numbers_and_choices_of_settings_are_told(home: Home) -> None:
    for key, value in (("names", WORDS), ("turn_end", "quick"), ("volume", 30)):
        save(home, "voice", key, value)
    save(home, "sync", "url", "postgresql://anna@secret.example/parley")

    told = settings_told(load(home).settings, {})

    assert told["voice"]["turn_end"] == "quick"
    assert told["voice"]["volume"] == 30
    assert told["voice"]["names"] == NOT_KEPT
    assert told["sync"]["url"] == NOT_KEPT


def test_no_word_name_key_or_folder_of_the_user_is_in_it(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that a report is made of is full of them, and the report holds none."""
    save(home, "voice", "names", WORDS)
    save(home, "person", "user", "xylophone")
    save(home, "telegram", "api_url", "https://secret.example")
    monkeypatch.setenv("ANTHROPIC_API_KEY", PRIVATE[2])
    with logging_to_file(home, "run", on_screen=False):
        own = logging.getLogger("assistant.channels.desktop.settings.device_field")
        for word in (*PRIVATE, str(home.root), str(Path.home()), getpass.getuser()):
            own.info("The devices cannot be listed: %s", word)
            own.warning("%s was said", word)
            logging.getLogger("library").warning("could not read %s", word)
            try:
                raise ValueError(word)
            except ValueError:
                own.exception("The devices cannot be listed: %s", f"{word}\n{word}.x")
    found = failed(_("Folder: {folder}").format(folder=f"{home.root} {WORDS} {PRIVATE[3]}"))
    finding = Finding(
        name="home",
        title=WORDS,
        status=CheckStatus.FAILED,
        text=found.text,
        wordless=found.wordless,
    )
    file = tmp_path / "out" / "report.zip"

    write_report(file, home, load(home).settings, findings=[finding], turns=[{"heard": 0.25}])

    with zipfile.ZipFile(file) as report:
        whole = "\n".join(report.read(name).decode() for name in report.namelist())
        told = json.loads(report.read("report.json"))
        assert report.namelist() == ["report.json", "logs/run.log"]
    private = (*PRIVATE, str(home.root), str(tmp_path), str(Path.home()), platform.node())
    assert [word for word in private if word in whole] == []
    assert getpass.getuser() not in whole.replace("site-packages", "")
    assert told["checks"] == [
        {"name": "home", "status": "failed", "wordless": "Folder: …", "seconds": 0.0}
    ]
    assert told["turns"] == [{"heard": 0.25}]
    assert "The devices cannot be listed: …" in whole
    assert "builtins.ValueError" in whole
    assert file.stat().st_mode & 0o077 == 0


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(root=tmp_path / "home of xylophone", models=tmp_path / "models")

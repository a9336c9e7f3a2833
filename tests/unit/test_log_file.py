"""What a log file keeps, and what it must not."""

import logging
import sys
import threading
from pathlib import Path

import pytest

from assistant.home import Home
from assistant.log_file import (
    MAX_LOG_BYTES,
    keep_off_the_screen,
    logging_to_file,
    release_log_files,
    wordless_traceback,
)
from assistant.protocol.conversation import Say
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool

SECRET = "marzipan"
own = logging.getLogger("assistant.somewhere")
library = logging.getLogger("some_library")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home.locate(root=tmp_path / "home", models=tmp_path / "models")


def kept(home: Home, surface: str = "run") -> str:
    path = home.logs / f"{surface}.log"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def fail() -> None:
    try:
        raise KeyError(f"the {SECRET}")
    except KeyError as error:
        raise ValueError(f"no {SECRET}") from error


def test_own_records_are_kept_and_of_others_the_text_without_what_was_put_into_it(
    home: Home,
) -> None:
    with logging_to_file(home, "run", on_screen=False):
        own.info("Three parts are ready.")
        own.debug("not this")
        library.warning("could not read %s", SECRET)
        library.warning(f"could not read {SECRET}")
        library.info("nor this")
    lines = kept(home).splitlines()
    assert [line.split(" ", 3)[3] for line in lines] == [
        "INFO assistant.somewhere Three parts are ready.",
        "WARNING some_library could not read %s",
        "WARNING some_library (not kept: it may quote what was said)",
    ]


def test_a_released_file_goes_on_where_its_folder_is_then(home: Home) -> None:
    with logging_to_file(home, "run", on_screen=False):
        own.info("before")
        release_log_files()
        aside = home.root.rename(home.root.with_name("aside"))
        own.info("after")
    assert "after" in kept(home)
    assert "before" not in kept(home)
    assert "before" in (aside / "logs" / "run.log").read_text(encoding="utf-8")


@pytest.mark.parametrize("logger", [own, library])
def test_of_an_exception_the_places_and_types_are_kept(home: Home, logger: logging.Logger) -> None:
    with logging_to_file(home, "run", on_screen=False):
        try:
            fail()
        except ValueError:
            logger.exception("Something failed.")
    told = kept(home)
    assert SECRET not in told
    assert "builtins.KeyError\nfrom which came\n" in told
    assert f"{__file__}:" in told
    assert told.rstrip().endswith("builtins.ValueError")


def test_every_exception_of_a_group_is_told() -> None:
    group = ExceptionGroup(SECRET, [ValueError(SECRET), OSError(SECRET)])
    assert wordless_traceback(group).splitlines() == [
        "builtins.ExceptionGroup",
        "  | builtins.ValueError",
        "  | builtins.OSError",
    ]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_nothing_caught_is_kept_and_told(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    with logging_to_file(home, "run", on_screen=False):
        try:
            fail()
        except ValueError as error:
            sys.excepthook(type(error), error, error.__traceback__)
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    told = kept(home)
    assert "CRITICAL assistant.log_file Nothing caught this.\n" in told
    assert "CRITICAL assistant.log_file Nothing caught this in a thread.\n" in told
    assert SECRET not in told
    assert SECRET in capsys.readouterr().err  # on the user's own screen, as ever


def test_hooks_handlers_and_level_are_as_before_afterwards(home: Home) -> None:
    def state() -> tuple[object, ...]:
        root = logging.getLogger()
        return sys.excepthook, threading.excepthook, list(root.handlers), own.getEffectiveLevel()

    before = state()
    with logging_to_file(home, "run", on_screen=True):
        assert state() != before
    assert state() == before


def test_what_a_thread_logs_that_was_left_behind_is_in_the_file_alone(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    is_left = threading.Event()

    def work() -> None:
        is_left.wait()
        own.error("the interpreter is ending")

    with logging_to_file(home, "run", on_screen=True):
        thread = threading.Thread(target=work)
        thread.start()
        keep_off_the_screen(thread)
        is_left.set()
        thread.join()
        own.warning("of the program")
    shown = capsys.readouterr().err
    assert "the interpreter is ending" not in shown
    assert "of the program" in shown
    assert "the interpreter is ending" in kept(home)


def test_a_log_stays_small(home: Home) -> None:
    with logging_to_file(home, "chat", on_screen=False):
        for _ in range(5):
            own.warning("x" * (MAX_LOG_BYTES // 2))
    files = sorted(home.logs.iterdir())
    assert [file.name for file in files] == ["chat.log", "chat.log.1", "chat.log.2"]
    assert all(file.stat().st_size <= MAX_LOG_BYTES for file in files)


def test_nothing_is_written_where_nothing_happens(home: Home) -> None:
    with logging_to_file(home, "ask", on_screen=False):
        pass
    assert not home.root.exists()


def test_a_home_that_cannot_be_written_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    with logging_to_file(Home.locate(root=blocked), "run", on_screen=False):
        own.warning("Something.")
    assert capsys.readouterr().err == ""


async def test_of_a_conversation_no_word_is_in_the_log(home: Home) -> None:
    model = ScriptedModel(
        [
            uses_tool("ask_user_question", {"questions": [{"question": SECRET, "options": []}]}),
            uses_tool("write_note", {"title": SECRET, "text": SECRET}, id="b"),
            uses_tool(SECRET, {}, id="c"),
            says(f'{SECRET} ```json\n{{"type": "user_choice", "question": "{SECRET}"}}\n```'),
            says(SECRET),
        ]
    )
    with logging_to_file(home, "run", on_screen=False):
        async with opened(home, model) as run:
            await run.do(Say(text=f"Remember that I like {SECRET}."))
            await run.settle()
    assert model.requests
    assert SECRET not in kept(home)
    assert "a user_choice cannot be asked" in kept(home)

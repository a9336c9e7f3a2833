"""Program, home, settings, database, disk and model files."""

import importlib.metadata
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest

from assistant.clock import SystemClock
from assistant.doctor.check_context import CheckContext
from assistant.doctor.checks import files
from assistant.doctor.checks.files import (
    DISTRIBUTION,
    LEAST_PYTHON,
    MOST_PYTHON,
    check_database,
    check_disk,
    check_home,
    check_models,
    check_program,
    check_settings,
    lacking_packages,
    needed_models,
)
from assistant.finding import CheckStatus
from assistant.storage.database import APPLICATION_ID
from assistant.storage.database_errors import DamagedDatabaseError
from assistant.storage.store import open_store
from tests.helpers.engine import filled_home
from tests.unit.doctor.conftest import Admit


def test_the_versions_of_python_are_those_that_the_package_takes() -> None:
    wanted = importlib.metadata.metadata(DISTRIBUTION)["Requires-Python"]
    assert set(wanted.split(",")) == {
        f">={LEAST_PYTHON[0]}.{LEAST_PYTHON[1]}",
        f"<{MOST_PYTHON[0]}.{MOST_PYTHON[1] + 1}",
    }


class Usage(NamedTuple):
    """As `shutil.disk_usage` returns it."""

    total: int
    used: int
    free: int


@pytest.fixture
def context(admit: Admit) -> CheckContext:
    return admit()


def test_the_installed_program_is_whole(context: CheckContext) -> None:
    verdict = check_program(context)
    assert verdict.status is CheckStatus.OK
    assert "Parley" in verdict.text


def test_packages_that_are_not_installed_are_named_without_those_of_extras() -> None:
    assert lacking_packages(
        [
            "rich>=14",
            "nonesuch-a>=1,<2",
            "nonesuch.b[x]; python_version>'3'",
            "no-c; extra == 'dev'",
        ]
    ) == ["nonesuch-a", "nonesuch.b"]


def test_a_missing_package_fails(context: CheckContext, monkeypatch: pytest.MonkeyPatch) -> None:
    def requires(_name: str) -> list[str]:
        return ["nonesuch>=1"]

    monkeypatch.setattr(files.importlib.metadata, "requires", requires)
    verdict = check_program(context)
    assert verdict.status is CheckStatus.FAILED
    assert "nonesuch" in verdict.text


# The home.


def test_a_home_that_is_not_there_yet_is_fine_and_not_made(context: CheckContext) -> None:
    assert check_home(context).status is CheckStatus.OK
    assert not context.home.root.exists()


def test_a_home_that_can_be_written_is_fine_and_free_afterwards(context: CheckContext) -> None:
    context.home.root.mkdir()
    assert check_home(context).status is CheckStatus.OK
    context.home.claim().release()


def test_a_parley_that_is_running_is_no_failure(context: CheckContext) -> None:
    lock = context.home.claim()
    try:
        verdict = check_home(context)
    finally:
        lock.release()
    assert verdict.status is CheckStatus.OK
    assert "running" in verdict.text


def test_a_home_that_cannot_be_written_fails(context: CheckContext) -> None:
    context.home.root.write_text("a file is in the way", encoding="utf-8")
    verdict = check_home(context)
    assert verdict.status is CheckStatus.FAILED
    assert str(context.home.root) in verdict.text
    assert verdict.hint


# Settings.


def test_settings_without_a_fault_are_fine(context: CheckContext) -> None:
    assert check_settings(context).status is CheckStatus.OK


def test_a_wrong_setting_is_a_warning_with_what_is_used_instead(admit: Admit) -> None:
    verdict = check_settings(admit(PARLEY_VOICE__SPEED="9", PARLEY_UI__NONESUCH="1"))
    assert verdict.status is CheckStatus.WARNING
    assert "voice.speed" in verdict.text
    assert "PARLEY_UI__NONESUCH" in verdict.text
    assert "1.0" in verdict.hint


# The database.


async def make_database(context: CheckContext) -> Path:
    opened = await open_store(context.home.database, now=SystemClock().now())
    await opened.store.aclose()
    return context.home.database


def listing(path: Path) -> dict[str, bytes]:
    return {child.name: child.read_bytes() for child in path.parent.iterdir()}


def test_no_database_yet_is_fine(context: CheckContext) -> None:
    assert check_database(context).status is CheckStatus.OK
    assert not context.home.root.exists()


async def test_a_whole_database_is_fine_and_left_as_it_was(context: CheckContext) -> None:
    path = await make_database(context)
    before = listing(path)

    assert check_database(context).status is CheckStatus.OK

    assert listing(path) == before


async def test_a_database_in_use_is_fine(context: CheckContext) -> None:
    opened = await open_store(context.home.database, now=SystemClock().now())
    try:
        assert check_database(context).status is CheckStatus.OK
    finally:
        await opened.store.aclose()


async def test_a_database_of_a_newer_parley_fails(context: CheckContext) -> None:
    path = await make_database(context)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.commit()
    connection.close()

    verdict = check_database(context)

    assert verdict.status is CheckStatus.FAILED
    assert "newer" in verdict.text


def test_a_database_of_another_program_fails(context: CheckContext) -> None:
    path = context.home.database
    path.parent.mkdir(parents=True)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID + 1}")
    connection.execute("CREATE TABLE t (a)")
    connection.commit()
    connection.close()

    verdict = check_database(context)

    assert verdict.status is CheckStatus.FAILED
    assert "another program" in verdict.text


async def test_a_damaged_database_is_told_as_such(context: CheckContext) -> None:
    path = await make_database(context)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)

    with pytest.raises(DamagedDatabaseError):
        check_database(context)


def test_a_row_with_bytes_that_are_no_text_is_counted_and_said(context: CheckContext) -> None:
    filled_home.fill(context.home)
    whole = check_database(context)
    filled_home.damage(context.home.database, "messages", "content", is_whole=False)
    verdict = check_database(context)

    assert whole.status is CheckStatus.OK
    assert verdict.status is CheckStatus.WARNING
    assert "1 entry of the database is damaged (messages: 1)" in verdict.text


def test_a_file_that_is_no_database_is_told_as_such(context: CheckContext) -> None:
    context.home.database.parent.mkdir(parents=True)
    context.home.database.write_bytes(b"not a database" * 100)

    with pytest.raises(DamagedDatabaseError):
        check_database(context)


# The disk.


@pytest.mark.parametrize(
    ("free_bytes", "status"),
    [
        (5_000_000_000, CheckStatus.OK),
        (files.LITTLE_BYTES - 1, CheckStatus.WARNING),
        (files.NO_BYTES - 1, CheckStatus.FAILED),
    ],
)
def test_little_room_warns_and_none_fails(
    context: CheckContext, monkeypatch: pytest.MonkeyPatch, free_bytes: int, status: CheckStatus
) -> None:
    def usage(_path: Path) -> Usage:
        return Usage(10**12, 0, free_bytes)

    monkeypatch.setattr(files.shutil, "disk_usage", usage)
    assert check_disk(context).status is status


# Model files.


def test_only_the_models_that_the_settings_use_are_needed(admit: Admit) -> None:
    assert needed_models(admit()) == (
        "whisper-base",
        "en_US-joe-medium",
        "openwakeword",
        "smart-turn-v3.2",
        "smollm2-135m-instruct",
    )
    typing_only = admit(PARLEY_VOICE__ENABLED="false", PARLEY_LLM__PROFILE="local")
    assert needed_models(typing_only) == ()
    assert check_models(typing_only).status is CheckStatus.SKIPPED


def test_a_voice_of_the_persons_own_is_not_looked_for_in_the_catalogue(admit: Admit) -> None:
    assert needed_models(admit(PARLEY_VOICE__VOICE="/voices/mine.onnx"))[:2] == (
        "whisper-base",
        "openwakeword",
    )


def test_missing_models_fail_with_the_command_that_fetches_them(admit: Admit) -> None:
    verdict = check_models(admit(PARLEY_VOICE__ENABLED="false"))
    assert verdict.status is CheckStatus.FAILED
    assert "parley models get smollm2-135m-instruct" in verdict.hint


def test_a_missing_model_of_ones_own_is_not_to_be_fetched(admit: Admit) -> None:
    context = admit(PARLEY_LLM__PROFILE="local", PARLEY_VOICE__VOICE="my-voice")
    verdict = check_models(context)
    assert "my-voice is missing" in verdict.text
    assert str(context.home.models / "my-voice") in verdict.hint
    assert "get my-voice" not in verdict.hint


def test_a_damaged_model_is_named_with_its_file(admit: Admit) -> None:
    context = admit(PARLEY_VOICE__ENABLED="false")
    entry = next(e for e in files.Catalog.load() if e.name == "smollm2-135m-instruct")
    for file in entry.required:
        path = context.home.models / entry.name / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            stream.truncate(file.size_bytes)  # the right size, no content

    verdict = check_models(context)

    assert verdict.status is CheckStatus.FAILED
    assert "damaged" in verdict.text
    assert ".gguf" in verdict.text

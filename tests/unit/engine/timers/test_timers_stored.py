from datetime import datetime
from pathlib import Path

from assistant.storage.store import open_store
from assistant.tools.timers.model.input_reader import TimerInput, read
from tests.helpers.tools.timers import TimerShelf, kitchen

NOW = datetime.fromisoformat("2026-02-19T10:00:00+00:00")


async def test_a_timer_is_the_same_after_it_was_in_a_database(tmp_path: Path) -> None:
    store = (await open_store(tmp_path / "parley.db", now=NOW)).store
    async with kitchen() as here:
        for said in (
            TimerInput(at="07:00", days=["daily"], label="up"),
            TimerInput(duration="90s"),
            TimerInput(at="23:59:59", label="전화"),
        ):
            await here.timers.add(read(said, now=NOW, zone="Asia/Seoul"))
        set_before = here.timers.timers
    await store.timers.put(*here.shelf.records.values())
    await store.aclose()

    again = (await open_store(tmp_path / "parley.db", now=NOW)).store
    records = await again.timers.every()
    await again.aclose()

    shelf = TimerShelf(records={record.timer_id: record for record in records})
    async with kitchen(shelf) as later:
        assert later.timers.timers == set_before

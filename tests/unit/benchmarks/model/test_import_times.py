"""What imports cost."""

from benchmarks.model.import_times import (
    ImportTime,
    dearest_modules,
    dearest_packages,
    read_import_times,
)

WRITTEN = """\
import time: self [us] | cumulative | imported package
import time:       120 |        120 |     json.decoder
import time:        30 |        150 |   json
{"moment": "begun", "at": 1.0}
import time:      2000 |       2150 | pydantic
import time:       500 |        500 | pydantic.fields
"""


def test_every_module_is_read_and_nothing_else() -> None:
    assert read_import_times(WRITTEN.splitlines()) == [
        ImportTime(module="json.decoder", own_us=120, whole_us=120),
        ImportTime(module="json", own_us=30, whole_us=150),
        ImportTime(module="pydantic", own_us=2000, whole_us=2150),
        ImportTime(module="pydantic.fields", own_us=500, whole_us=500),
    ]


def test_the_dearest_come_first() -> None:
    times = read_import_times(WRITTEN.splitlines())
    assert [time.module for time in dearest_modules(times, 2)] == ["pydantic", "pydantic.fields"]
    assert dearest_packages(times, 5) == [("pydantic", 2500), ("json", 150)]

"""How synchronising may stand, for what shows it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from assistant.sync.model.faults import SyncFault
from assistant.sync.model.left_out import LeftOutFile, LeftOutReason
from assistant.sync.model.records import Device
from assistant.sync.model.status import SyncConflict, SyncProblem, SyncState, SyncStatus

NOW: Final = datetime(2026, 1, 2, 14, 5, tzinfo=UTC)
URL: Final = "postgresql://parley@db.example.org/parley"


def a_device(device_id: str, name: str, *, seen: timedelta = timedelta()) -> Device:
    """Return a device that was seen so long ago."""
    return Device(
        device_id=device_id,
        name=name,
        platform="Linux",
        added_at=NOW - timedelta(days=40),
        seen_at=NOW - seen,
    )


ALIKE: Final = SyncStatus(
    state=SyncState.UP_TO_DATE,
    address=URL,
    device_id="a",
    devices=(
        a_device("a", "kitchen"),
        a_device("b", "Laptop <b>", seen=timedelta(minutes=4)),
        a_device("c", "office", seen=timedelta(days=9)),
    ),
    leader_id="b",
    last_sync=NOW - timedelta(seconds=20),
)
"""Three devices, and all is well."""
CONFLICTS: Final = (
    SyncConflict(questions_id="q1", title="Memory about you"),
    SyncConflict(questions_id="q2", title="Title of a conversation"),
)
LEFT_OUT: Final = tuple(
    LeftOutFile(path=f"workspaces/default/notes/{reason.value}.md", reason=reason)
    for reason in LeftOutReason
)


def with_fault(
    fault: SyncFault, *, since: timedelta = timedelta(hours=1), detail: str = ""
) -> SyncStatus:
    """Return a status in which something has been wrong for so long."""
    problem = SyncProblem(fault=fault, since=NOW - since, detail=detail)
    return replace(ALIKE, state=SyncState.STOPPED, problem=problem, waiting=37)


EVERY: Final[Mapping[str, SyncStatus]] = {
    "off": SyncStatus(),
    "switched off": SyncStatus(address=URL),
    "connecting": SyncStatus(address=URL, state=SyncState.CONNECTING),
    "synchronising": replace(ALIKE, state=SyncState.SYNCHRONISING, waiting=1),
    "alike": ALIKE,
    "alone": replace(ALIKE, devices=ALIKE.devices[:1]),
    "encrypted": replace(ALIKE, is_encrypted=True),
    "conflicts": replace(ALIKE, conflicts=CONFLICTS),
    "left out": replace(
        ALIKE, left_out=LEFT_OUT, file_troubles=("The file x.md cannot be written.",)
    ),
    "clock": replace(ALIKE, clock_off_s=-3600.0),
    **{fault.value: with_fault(fault) for fault in SyncFault},
}
"""One of each kind."""

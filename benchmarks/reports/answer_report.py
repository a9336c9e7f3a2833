"""How many answers are understood. Pure."""

from collections.abc import Iterator
from typing import Final

from benchmarks.model.run import SHARE, Report, Row, Run, show


def _rows(run: Run) -> Iterator[Row]:
    total: Run = run["total"]
    yield "answers: right / asked / missed / wrong", _shares(total), "≥ 98 % … ≤ 0.2 %"
    offered = show(total["offered"] / max(total["asked"], 1), SHARE)
    yield "  of the asked, the meant option offered", f"{offered} of {total['asked']}", ""
    if run["model"] is not None:
        counts = run["sent"], run["late"], run["failed"], run["unclear"]
        told = "{} / {} / {} / {}".format(*counts)
        yield f"  read by {run['model']}: sent / late / no report / unclear", told, ""
    for name, group in run["groups"].items():
        yield f"  {name}", _shares(group), ""


def _shares(group: Run) -> str:
    parts = [group[name] / max(group["count"], 1) for name in ("right", "asked", "missed", "wrong")]
    return f"{' / '.join(show(part, SHARE) for part in parts)} of {group['count']}"


ANSWERS: Final = Report(
    {
        "total": "",
        "model": "",  # what read the answers about which the rules would ask back; None: nothing
        "sent": "",
        "late": "",  # replies that took longer than Parley waits; they count all the same
        "failed": "",  # no reply, or none that is a report
        "unclear": "",
        "groups": "",  # by language and mode
        "not_right": "",  # one line for each answer that was not understood as it was meant
    },
    _rows,
)
ANSWER_GROUP: Final = Report(
    {
        "count": "",
        "right": "",
        "asked": "",
        "offered": "",  # of those asked about, where what was meant was named
        "missed": "",
        "wrong": "",
    },
    lambda _run: [],
)

"""How synchronising stands, in plain sentences. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from assistant.locale import _, current_language, mark
from assistant.moment_words import moment_words
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.left_out import LeftOutFile, LeftOutReason
from assistant.sync.model.records import Device
from assistant.sync.model.status import SyncProblem, SyncState, SyncStatus

MOST_NAMED: Final = 10
"""Files that are named of those that do not travel."""
_PATIENCE: Final = timedelta(minutes=1)
"""How long what the user must mend is kept from them; it may be a slip of the network."""
_ABSENCE: Final = timedelta(minutes=10)
"""The same for what passes by itself."""

_TEXTS: Final[Mapping[SyncFault, tuple[str, str]]] = MappingProxyType(
    {
        SyncFault.UNREACHABLE: (
            mark("The database cannot be reached."),
            mark("Go on working: what you change waits here, and is sent once it answers."),
        ),
        SyncFault.REFUSED: (
            mark("The database does not take this user name or password."),
            mark("Enter the password again. If it was changed, every device needs the new one."),
        ),
        SyncFault.NO_DATABASE: (
            mark("The server has no database of this name."),
            mark("Its name is the end of the address. Correct it there, or create the database."),
        ),
        SyncFault.INSECURE: (
            mark("The connection would not be safe, so nothing was sent."),
            mark("Turn on TLS at the server. Only a database on this computer may do without."),
        ),
        SyncFault.NO_RIGHTS: (
            mark("This user may not do in the database what is needed."),
            mark("Have its owner run the script that `parley sync script` prints."),
        ),
        SyncFault.TOO_NEW: (
            mark("A newer Parley has changed the database; this one is too old for it."),
            mark(
                "Update Parley on this device. Until then it keeps what it has and sends nothing."
            ),
        ),
        SyncFault.REMOVED: (
            mark("This device was removed."),
            mark(
                "What it has stays here, and nothing comes or goes. If it is yours, add it again."
            ),
        ),
        SyncFault.PASSPHRASE_MISSING: (
            mark("What is in the database is encrypted, and this device cannot read it yet."),
            mark("Enter your passphrase, or the code of your recovery sheet."),
        ),
        SyncFault.PASSPHRASE_WRONG: (
            mark("The passphrase of this device does not open what is in the database."),
            mark("Enter your passphrase again, or the code of your recovery sheet."),
        ),
        SyncFault.ENCRYPTION_GONE: (
            mark("This database was encrypted, and now says that it is not."),
            mark(
                "Nothing was sent or taken in: whoever runs it may have removed the key. If you"
                " emptied it yourself, `parley sync set` with its address begins again."
            ),
        ),
        SyncFault.FOREIGN_RECORDS: (
            mark("The database holds something that none of your devices encrypted."),
            mark(
                "Nothing of it was taken in: somebody else may have written it. Have it removed"
                " there, or connect your devices to another database."
            ),
        ),
        SyncFault.DISK_FULL: (
            mark("The disk of this computer is full."),
            mark("Make room; synchronising goes on by itself."),
        ),
        SyncFault.SERVER_FULL: (
            mark("The database takes no changes: its disk is full, or it may only be read."),
            mark("What you change waits here. Make room there; it goes on by itself."),
        ),
        SyncFault.CROWDED: (
            mark("The database has no connection left for this device."),
            mark("What you change waits here, and it is tried again every few seconds."),
        ),
        SyncFault.FAILED: (
            mark("Synchronising does not work."),
            mark("What you change waits here, and it is tried again by itself."),
        ),
    }
)


_LEFT_OUT: Final[Mapping[LeftOutReason, str]] = MappingProxyType(
    {
        LeftOutReason.LINK: mark("it is a link to elsewhere. Put the file itself there."),
        LeftOutReason.NOT_TEXT: mark("it is not UTF-8 text. Save it as UTF-8."),
        LeftOutReason.TOO_LONG: mark("it is too long. Make several of it."),
        LeftOutReason.UNREADABLE: mark("it cannot be read. Change its permissions."),
        LeftOutReason.NAME: mark("it cannot be called so on every system. Rename it."),
        LeftOutReason.NAMESAKE: mark(
            "another one is called the same but for capital letters. Rename one of them."
        ),
        LeftOutReason.TOO_MANY: mark("there are too many files. Move some elsewhere."),
    }
)


def fault_text(fault: SyncFault) -> str:
    """Say what is wrong."""
    return _(_TEXTS[fault][0])


def fault_hint(fault: SyncFault) -> str:
    """Say what becomes of the user's work, and what they can do."""
    return _(_TEXTS[fault][1])


def status_line(status: SyncStatus) -> str:
    """One sentence."""
    if status.problem is not None:
        return fault_text(status.problem.fault)
    match status.state:
        case SyncState.OFF if not status.address:
            return _("Not set up: no other device gets what you say and write here.")
        case SyncState.STOPPED:
            return _("The database answers. Parley synchronises while it is open.")
        case SyncState.OFF:
            return _("Off: nothing goes to your other devices, and nothing comes from them.")
        case SyncState.CONNECTING:
            return _("Connecting…")
        case SyncState.SYNCHRONISING:
            return _("Synchronising…")
        case SyncState.UP_TO_DATE:
            if status.waiting:
                return _("Synchronising…")
            if len(status.devices) <= 1:
                return _("Up to date. No other device takes part yet.")
            return _("Up to date with your other devices.")


def status_details(status: SyncStatus, now: datetime) -> list[str]:
    """Further sentences, the most important first."""
    lines: list[str] = []
    if status.problem is not None:
        lines.extend(_about_problem(status.problem, now))
    if status.waiting:
        lines.append(waiting_text(status.waiting))
    if status.last_sync is not None and status.state is not SyncState.OFF:
        lines.append(
            _("Last synchronised: {time}").format(
                time=moment_words(status.last_sync.astimezone(), now)
            )
        )
    if status.server_went_back:
        lines.append(
            _(
                "The database was put back to an older copy. Your devices keep what they have, and"
                " send what they change from now on. To have all of it there, connect them to an"
                " empty database."
            )
        )
    if status.is_polling and status.problem is None:
        lines.append(crowded_text())
    if status.is_clock_off:
        lines.append(clock_text(status.clock_off_s))
    return lines


def _about_problem(problem: SyncProblem, now: datetime) -> list[str]:
    since = _("Since {time}.").format(time=moment_words(problem.since.astimezone(), now))
    lines = [f"{since} {fault_hint(problem.fault)}"]
    return [*lines, problem.detail] if problem.detail else lines


def waiting_text(count: int) -> str:
    if count == 1:
        return _("One change of this device waits to be sent.")
    return _("{n} changes of this device wait to be sent.").format(n=count)


def clock_text(off_s: float) -> str:
    """`off_s` is how far this clock is ahead of the server's, in seconds."""
    from babel.dates import format_timedelta  # late: nearly every clock is right

    time = format_timedelta(
        timedelta(seconds=abs(off_s)),
        granularity="minute",
        threshold=2,
        locale=current_language(),
    )
    if off_s > 0:
        text = _("The clock of this computer is {time} ahead of the server's. Set it right.")
    else:
        text = _("The clock of this computer is {time} behind the server's. Set it right.")
    return text.format(time=time)


def crowded_text() -> str:
    """The server has hardly any connections left."""
    return _(
        "The database has hardly a connection left, so it is asked every few seconds. Raise"
        " max_connections there to have changes at once."
    )


def conflicts_text(count: int) -> str:
    if count == 1:
        return _("One conflict waits for you")
    return _("{n} conflicts wait for you").format(n=count)


def device_text(device: Device, *, is_this: bool, is_leading: bool, now: datetime) -> str:
    """What there is to know of a device beside its name."""
    parts = [device.platform] if device.platform else []
    if is_this:
        parts.append(_("this device"))
    else:
        parts.append(
            _("last seen {time}").format(time=moment_words(device.seen_at.astimezone(), now))
        )
    if is_leading:
        parts.append(_("answers Telegram"))
    return " · ".join(parts)


def left_out_title(status: SyncStatus) -> str:
    """Empty if all travel."""
    count = len(status.left_out) + len(status.file_troubles)
    if count == 1:
        return _("One file is not synchronised")
    return _("{n} files are not synchronised").format(n=count) if count else ""


def left_out_lines(status: SyncStatus) -> list[str]:
    """A line for each file: why it does not travel, and what can be done."""
    lines = [left_out_text(file) for file in status.left_out[:MOST_NAMED]]
    lines.extend(status.file_troubles[: MOST_NAMED - len(lines)])
    more = len(status.left_out) + len(status.file_troubles) - len(lines)
    return [*lines, _("And {n} more.").format(n=more)] if more > 0 else lines


def left_out_text(file: LeftOutFile) -> str:
    """Why a file does not travel, and what can be done."""
    return f"{file.path}: {_(_LEFT_OUT[file.reason])}"


def status_report(status: SyncStatus, now: datetime) -> list[str]:
    """The whole report for a terminal, a line each."""
    lines = [status_line(status), *status_details(status, now)]
    if status.is_encrypted:
        lines.append(_("The database's owner cannot read it: it is encrypted."))
    for device in status.devices:
        about = device_text(
            device,
            is_this=device.device_id == status.device_id,
            is_leading=device.device_id == status.leader_id,
            now=now,
        )
        lines.append(f"  {device.name}  {about}")
    if status.conflicts:
        lines.append(f"{conflicts_text(len(status.conflicts))}:")
        lines.extend(f"  {conflict.title}" for conflict in status.conflicts)
    if title := left_out_title(status):
        lines.append(f"{title}:")
        lines.extend(f"  {line}" for line in left_out_lines(status))
    return lines


def attention_text(status: SyncStatus, now: datetime) -> str:
    """What needs the user; empty if nothing does, or it may pass in a moment.

    A laptop is often without a network: the user hears of that after ten minutes, and after one of
    what only they can mend.
    """
    problem = status.problem
    if problem is not None:
        patience = _ABSENCE if problem.fault.is_passing else _PATIENCE
        if problem.fault is SyncFault.REMOVED or now - problem.since >= patience:
            return fault_text(problem.fault)
    return conflicts_text(len(status.conflicts)) if status.conflicts else ""


def looked_at_again_in(status: SyncStatus, now: datetime) -> timedelta | None:
    """When `attention_text` may change by itself; None if never."""
    if status.problem is None:
        return None
    left = (status.problem.since + end - now for end in (_PATIENCE, _ABSENCE))
    return min((time for time in left if time > timedelta()), default=None)

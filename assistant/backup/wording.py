"""What is told of a backup, in the interface language."""

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.backup.model.contents import DATABASE, BackupManifest
from assistant.locale import _

if TYPE_CHECKING:
    from assistant.backup.backup import Backup


def default_name(now: datetime, *, is_encrypted: bool) -> str:
    ending = "parley" if is_encrypted else "tar.gz"
    return f"parley-backup-{now.astimezone():%Y-%m-%d-%H%M%S}.{ending}"


def size_text(size: int) -> str:
    """For people."""
    if size < 1000:
        return f"{size} B"
    for unit in ("kB", "MB"):
        size_in_unit = size / (1000 if unit == "kB" else 1_000_000)
        if size_in_unit < 999.5:
            return f"{size_in_unit:.3g} {unit}"
    return f"{size / 1_000_000_000:.2f} GB"


def written_text(written: "Backup", file: str) -> str:
    count = len(written.manifest.parts)
    text = (
        _("One file, {size}, is in {file} ({packed}). It was read back.")
        if count == 1
        else _("{count} files, {size} in all, are in {file} ({packed}). It was read back.")
    )
    return text.format(
        count=count,
        size=size_text(written.manifest.size),
        file=file,
        packed=size_text(written.size),
    )


def left_out_text(*, has_keys: bool) -> str:
    lacking = [] if has_keys else [_("keys and tokens")]
    lacking += [_("models and logs"), _("what was learned of your voice")]
    return _("Not in a backup: {what}.").format(what=", ".join(lacking))


def verified_text(manifest: BackupManifest) -> str:
    count = len(manifest.parts)
    text = (
        _("The backup of {when} is whole: one file, {size}.")
        if count == 1
        else _("The backup of {when} is whole: {count} files, {size}.")
    )
    return text.format(
        when=f"{manifest.head.created_at.astimezone():%Y-%m-%d %H:%M}",
        count=count,
        size=size_text(manifest.size),
    )


def contents_text(manifest: BackupManifest) -> str:
    """What is in a backup, a line for each folder."""
    sizes: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for part in manifest.parts:
        place = part.path if part.path == DATABASE else part.path.partition("/")[0]
        sizes[place] += part.size
        counts[place] += 1
    return "\n".join(
        f"{size_text(sizes[place]):>10}  {counts[place]:>6}  {place}" for place in sorted(sizes)
    )

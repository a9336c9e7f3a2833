"""The entry by which the desktop's portal knows the program."""

from pathlib import Path

import pytest

from assistant.channels.desktop.desktop_entry import APP_ID, identity_entry
from assistant.channels.desktop.notifications.portal_identity import write_identity

OLD = identity_entry(["/old/parley"])
NEW = identity_entry(["/new/parley"])
OWN = "[Desktop Entry]\nName=Mine\nExec=parley\n"


@pytest.mark.parametrize(
    ("own", "of_system", "then"),
    [
        (None, None, NEW),
        (OLD, None, NEW),
        (NEW, None, NEW),
        (OWN, None, OWN),
        (None, OWN, None),
        (OLD, OWN, NEW),
    ],
)
def test_it_is_written_where_there_is_none(
    tmp_path: Path, own: str | None, of_system: str | None, then: str | None
) -> None:
    files = [tmp_path / room / "applications" / f"{APP_ID}.desktop" for room in ("own", "system")]
    for file, text in zip(files, (own, of_system), strict=True):
        if text is not None:
            file.parent.mkdir(parents=True)
            file.write_text(text, encoding="utf-8")

    environment = {
        "XDG_DATA_HOME": str(tmp_path / "own"),
        "XDG_DATA_DIRS": f"{tmp_path / 'none'}:{tmp_path / 'system'}",
    }
    write_identity(["/new/parley"], environment)

    assert (files[0].read_text(encoding="utf-8") if files[0].exists() else None) == then

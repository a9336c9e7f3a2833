"""What is as large as its text is so with any fonts, and on screens of any density.

Fonts and scale belong to a whole process, so the tests of sizes run again in processes of their own.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

DEJAVU: Final = Path("/usr/share/fonts/truetype/dejavu")
"""Where Debian has its usual face for code, which has neither Hangul nor Han."""
NOTO: Final = Path("/usr/share/fonts/opentype/noto")
FONTS: Final = {"DejaVu": (DEJAVU,), "Noto": (NOTO,), "both": (DEJAVU, NOTO)}
SCALES: Final = ("1", "1.25", "2")
SIZES: Final = (
    "markdown/test_code_view.py",
    "markdown/test_table_view.py",
    "app/test_room_in_windows.py",
    "test_room_for_words.py",
    "widgets/test_text_metrics.py",
)
"""Tests of what is as large as its words."""

_CONFIGURATION: Final = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>{fonts}<cachedir>{cache}</cachedir>
<include ignore_missing="yes">/etc/fonts/conf.d</include></fontconfig>
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems choose fonts in another way")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("fonts", FONTS)
def test_nothing_is_hidden(fonts: str, scale: str, tmp_path: Path) -> None:
    for folder in FONTS[fonts]:
        if not folder.is_dir():
            pytest.skip(f"the fonts of {folder} are not installed")
    folders = "".join(f"<dir>{folder}</dir>" for folder in FONTS[fonts])
    configuration = tmp_path / "fonts.conf"
    text = _CONFIGURATION.format(fonts=folders, cache=tmp_path / "cache")
    configuration.write_text(text, encoding="utf-8")
    here = Path(__file__).parent
    environment = {
        **os.environ,
        "FONTCONFIG_FILE": str(configuration),
        "QT_SCALE_FACTOR": scale,
        "QT_QPA_PLATFORM": "offscreen",
    }
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", *(str(here / name) for name in SIZES)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-3000:]

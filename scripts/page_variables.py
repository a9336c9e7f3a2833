"""Writes the style variables of the pages from those of the window.

.venv/bin/python scripts/page_variables.py
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from assistant.channels.desktop.style.page_variables import page_variables

STATIC = Path(__file__).resolve().parent.parent / "assistant/channels/web/pages/static"

if __name__ == "__main__":
    (STATIC / "tokens.css").write_text(page_variables(), encoding="utf-8")

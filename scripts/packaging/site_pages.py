"""Writes the pages that `make docs` makes a site of: `site_pages.py FOLDER`.

They are docs/, the README as the first page, and the changelog. A link to a file that is no page
becomes that file's path, if the file is there.
"""

import re
import shutil
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"
ADDED: Final = {"README.md": "index.md", "CHANGELOG.md": "changelog.md"}
"""File at the top level → page."""
_LINK: Final = re.compile(r"\[([^\[\]]*)\]\((?!\w+:|#)([^()\s#]+)(#[^()\s]*)?\)")
"""A relative link without a picture in its words: the words, the path and the anchor."""


def write_pages(folder: Path) -> None:
    """Write all pages and pictures into a folder; raises `FileNotFoundError` for a link to nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder)
    for page in (*DOCS.glob("*.md"), *(ROOT / name for name in ADDED)):
        text = site_text(page.read_text(encoding="utf-8"), page.parent)
        (folder / ADDED.get(page.name, page.name)).write_text(text, encoding="utf-8")


def site_text(text: str, folder: Path) -> str:
    """Return a page of a folder with its links as the site has them."""

    def site_link(link: re.Match[str]) -> str:
        words, path, anchor = link[1], link[2], link[3] or ""
        target = (folder / path).resolve(strict=True)
        if target.parent == ROOT and target.name in ADDED:
            return f"[{words}]({ADDED[target.name]}{anchor})"
        if target.is_relative_to(DOCS) and target.is_file():
            return f"[{words}]({target.relative_to(DOCS)}{anchor})"
        return f"{words} (`{target.relative_to(ROOT)}`)"

    return _LINK.sub(site_link, text)


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))

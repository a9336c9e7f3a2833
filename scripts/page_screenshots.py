"""Takes pictures of questions on pages, in a real browser, for the documentation.

    .venv/bin/python scripts/page_screenshots.py --out docs/screenshots/pages form:ko:dark:360
    .venv/bin/python scripts/page_screenshots.py --out /tmp/pages

A picture is named by state, language, theme and width; without names, all are taken. Needs Chromium
and its driver.
"""

import argparse
import sys
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from assistant.locale import INTERFACE_LANGUAGES, use_language
from tests.helpers.web.browser import Tab, chromium, missing
from tests.helpers.web.page_states import reached, states

HEIGHT = 720


def main() -> None:
    """Take them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("names", nargs="*", metavar="STATE:LANGUAGE:THEME:WIDTH")
    arguments = parser.parse_args()
    out: Path = arguments.out
    if reason := missing():
        sys.exit(reason)
    every = product(INTERFACE_LANGUAGES, ("light", "dark"), ("360", "1200"), states("en"))
    names: list[str] = arguments.names or [
        f"{state}:{language}:{theme}:{width}" for language, theme, width, state in every
    ]
    out.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        tab = Tab(browser)
        for name in names:
            _take(tab, name, out / f"{name.replace(':', '-')}.png")


def _take(tab: Tab, name: str, file: Path) -> None:
    state, wanted, theme, width = name.split(":")
    language = next(one for one in INTERFACE_LANGUAGES if one == wanted)
    use_language(language)
    tab.show_at(int(width), is_dark=theme == "dark", height=HEIGHT)
    with reached(tab, states(language)[state]):
        tab.browser.execute_script("document.getAnimations().forEach((one) => one.finish());")
        height: int = tab.browser.execute_script("return document.body.scrollHeight;")
        tab.show_at(int(width), is_dark=theme == "dark", height=max(height, 200))
        tab.browser.save_screenshot(str(file))


if __name__ == "__main__":
    main()

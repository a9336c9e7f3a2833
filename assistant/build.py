"""Which build of Parley runs."""

from assistant import __version__
from assistant.home import shipped
from assistant.locale import _


def build_text() -> str:
    """Return the commit that an installed Parley was built from and its date, or that it is a checkout."""
    try:
        built = shipped("build.txt").read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return _("from a checkout")
    return built or _("of an unknown commit")


def version_text() -> str:
    """Return the version and the build, as `parley --version` prints them."""
    return f"{__version__} ({build_text()})"

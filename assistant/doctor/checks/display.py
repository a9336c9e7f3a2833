"""Whether a window can be opened, and Korean and Chinese be read in it.

Qt is loaded in a process of its own: where a library is missing it may end that process at once.
"""

import re
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Final

from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, failed, ok, skipped, warning
from assistant.locale import _
from assistant.processes import blocking_child
from assistant.processes.python_command import python_code
from assistant.text_typing.choice import open_typer
from assistant.text_typing.text_typer import TextTyper, Trouble

QT_TIMEOUT_S: Final = 25.0
FONTS_TIMEOUT_S: Final = 10.0

PACKAGES: Final[Mapping[str, str]] = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libnss3.so": "libnss3",
    "libX11.so.6": "libx11-6",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""The package of Debian and Ubuntu that has a library Qt needs."""

_PROBE: Final = (
    "import sys; from PySide6 import QtCore, QtWidgets;"
    " app = QtWidgets.QApplication(['parley']);"
    " sys.stdout.write(QtCore.qVersion() + ' ' + app.platformName())"
)
_LIBRARY: Final = re.compile(r"(lib[\w.+-]+?\.so(?:\.\d+)*): cannot open shared object")
_PLUGIN_NEEDS: Final = re.compile(r"or (lib[\w-]+) is needed to load")

Run = Callable[[Mapping[str, str]], tuple[int, str, str]]
"""Runs the probe in an environment; gives exit code, output and errors."""


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {
        "display": lambda: check_display(context),
        "fonts": lambda: check_fonts(context),
        "dictation": lambda: check_dictation(context),
    }


def run_probe(environment: Mapping[str, str]) -> tuple[int, str, str]:
    """Load Qt in a process of its own and create an application; shows no window."""
    try:
        return blocking_child.run(
            python_code(_PROBE), environment=environment, limit_s=QT_TIMEOUT_S
        )
    except TimeoutError:
        return -1, "", _("no answer in {seconds:.0f} s").format(seconds=QT_TIMEOUT_S)


def check_display(
    context: CheckContext, *, system: str = sys.platform, run: Run = run_probe
) -> CheckVerdict:
    """Whether Qt's libraries are installed, and it can open a display."""
    environment = dict(context.environment)
    code, out, errors = run({**environment, "QT_QPA_PLATFORM": "offscreen"})
    if code != 0:
        return _no_window(failed, errors)
    if system == "linux" and not has_display(environment):
        return warning(
            _("There is no display to open a window on."),
            hint=_("In a terminal, run: parley chat"),
        )
    code, out, errors = run(environment)
    if code != 0:
        return _no_window(failed, errors)
    return ok(_("Qt {version}").format(version=" · ".join(out.split())))


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether the environment names a display server."""
    return bool(
        environment.get("DISPLAY")
        or environment.get("WAYLAND_DISPLAY")
        or environment.get("QT_QPA_PLATFORM") == "offscreen"
    )


def _no_window(verdict: Callable[..., CheckVerdict], errors: str) -> CheckVerdict:
    chat = _("In a terminal, run: parley chat")
    missing = _LIBRARY.search(errors)
    if missing:
        library = missing.group(1)
        package = PACKAGES.get(library)
        text = _("The window cannot be opened: the library {library} is missing.")
        hint = (
            _("On Debian and Ubuntu: sudo apt install {package}").format(package=package)
            if package
            else _("Install it with your package manager.")
        )
        return verdict(text.format(library=library), hint=f"{hint} · {chat}")
    needs = _PLUGIN_NEEDS.search(errors)
    if needs:
        text = _("The window cannot be opened: the library {library} is missing.")
        hint = _("On Debian and Ubuntu: sudo apt install {package}")
        return verdict(
            text.format(library=needs.group(1)),
            hint=f"{hint.format(package=needs.group(1))} · {chat}",
        )
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    return verdict(
        _("The window cannot be opened: {error}").format(error=lines[-1] if lines else "?"),
        hint=chat,
    )


def check_fonts(
    context: CheckContext,
    *,
    system: str = sys.platform,
    families: Callable[[str], str | None] | None = None,
) -> CheckVerdict:
    """Whether fonts with Korean and Chinese letters exist; only Linux may lack them."""
    if system != "linux":
        return ok(_("the system's"))
    if not has_display(context.environment):
        return skipped(_("There is no display to open a window on."))
    families = families or fontconfig_families
    languages = {"ko": _("Korean"), "zh-cn": _("Chinese")}
    lacking: list[str] = []
    for code, name in languages.items():
        found = families(code)
        if found is None:
            return skipped(_("There is no fc-list to ask."))
        if not found.strip():
            lacking.append(name)
    if lacking:
        return warning(
            _("There is no font for: {languages}").format(languages=", ".join(lacking)),
            hint=_("On Debian and Ubuntu: sudo apt install {package}").format(
                package="fonts-noto-cjk"
            ),
        )
    return ok(_("for Korean and Chinese too"))


def check_dictation(
    context: CheckContext,
    *,
    open_typer: Callable[[Mapping[str, str]], TextTyper | Trouble] = open_typer,
) -> CheckVerdict:
    """Whether words can be typed into other programs; types nothing."""
    if not context.settings.ui.shortcut_dictation:
        return skipped(_("Dictation is off: no key is set for it."))
    typer = open_typer(context.environment)
    if isinstance(typer, Trouble):
        return warning(typer.text, hint=typer.hint)
    typer.close()
    return ok(_("types by {means}").format(means=typer.means))


def fontconfig_families(language: str) -> str | None:
    """Fontconfig's families for a language; None without fontconfig."""
    program = shutil.which("fc-list")
    if program is None:
        return None
    code, out, _errors = blocking_child.run(
        (program, f":lang={language}", "family"), limit_s=FONTS_TIMEOUT_S
    )
    return out if code == 0 else None

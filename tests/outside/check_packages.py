"""Installs what `make packages` builds in clean systems: `python -m tests.outside.check_packages [KIND…]`.

Each kind (`deb`, `pipx`, `uv`) gets a fresh Debian of the release that runs here, made with debootstrap,
in which nothing of this machine is visible but the network, and a user with an empty home folder. There

- the package is installed: `apt install`, `pipx install` or `uv tool install`;
- `parley --version` names the build; `parley doctor` finds nothing wrong but model files that are not
  here yet, and no sound;
- the window is started under Xvfb, the first run is skipped, and the question after it is answered,
  with the mouse alone, while the model files are fetched. The time from the beginning of the
  installation is told, and where `--limit` was given, held;
- what was installed is removed, and gone; the user's files stay.

Only the screen lies outside. Needs root, debootstrap, Xvfb and xdotool. Exits with 1 if anything failed.
"""

import argparse
import itertools
import json
import os
import platform
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import platformdirs
import psutil

from scripts.packaging.build_packages import PACKAGE, PLACE, ROOT, system_packages

USER: Final = "anna"
RUNS_S: Final = 1800
"""How long an installation may take on a slow network."""
SHOWN_S: Final = 120
CLICK_S: Final = 2.0
"""A question takes no click in the moment it appears, and a busy machine takes its time."""
STEP_PX: Final = 24
GUIDE_PX: Final = 600
"""Width of the first run in the window; the button that skips it is at the upper right."""
QUESTION: Final = "— Parley$"
"""Name of a question's window."""
CARRIED: Final = ("/etc/resolv.conf", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
"""How this machine reaches the packages of Python, in the clean system too."""
EXPECTED_FAULTS: Final = frozenset({"models", "model", "wake_word", "recogniser", "voice"})
"""What doctor finds wrong before the first start: these need files that it fetches."""
ENTER: Final = """\
mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/run" || exit 99
root=$1 user=$2; shift 2
exec chroot --userspec="$user:$user" "$root" /usr/bin/env -i PATH="$PATH" "$@"
"""


class CheckFailedError(Exception):
    """Something in a clean system is not as it should be."""


class CleanSystem:
    """A Debian in a folder.

    Args:
        root: The folder.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "home" / USER

    def command(self, script: str, *, user: str = USER, display: str = "") -> list[str]:
        """Return the command that has a shell in the system run a script; its processes end with it."""
        home = "/root" if user == "root" else f"/home/{USER}"
        carried = [
            f"{name}={value}"
            for name, value in os.environ.items()
            if name.startswith(("PIP_", "UV_")) or name.lower().endswith("_proxy")
        ]
        variables = (f"HOME={home}", "LANG=C.UTF-8", f"DISPLAY={display}", *carried)
        entered = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh")
        shell = ("bash", "-c", f"cd; PATH=$HOME/.local/bin:$PATH; {script}")
        return [*entered, str(self.root), user, *variables, *shell]

    def run(self, script: str, *, user: str = USER, allowed: Sequence[int] = (0,)) -> str:
        """Run a script and return what it printed; raises `CheckFailedError`."""
        done = subprocess.run(
            self.command(script, user=user),
            capture_output=True,
            text=True,
            timeout=RUNS_S,
            check=False,
        )
        if done.returncode not in allowed:
            raise CheckFailedError(f"{script}\n{(done.stdout + done.stderr)[-3000:]}")
        return done.stdout

    def install(self, *packages: str) -> None:
        """Have apt install packages of Debian, or files in the system; options may be among them."""
        words = shlex.join(packages)
        self.run(f"DEBIAN_FRONTEND=noninteractive apt-get -qy install {words}", user="root")


@contextmanager
def clean_system() -> Generator[CleanSystem]:
    """Make a clean system, and remove it; what debootstrap made is kept for the next one."""
    release = platform.freedesktop_os_release()["VERSION_CODENAME"]
    made = platformdirs.user_cache_path("parley") / "package-check" / release
    if not (made / "whole").exists():
        shutil.rmtree(made, ignore_errors=True)
        made.parent.mkdir(parents=True, exist_ok=True)
        options = ("--variant=minbase", "--include=ca-certificates")
        subprocess.run(["debootstrap", *options, release, str(made)], check=True, stdout=sys.stderr)
        (made / "whole").touch()
    with tempfile.TemporaryDirectory() as folder:
        system = CleanSystem(Path(folder) / "system")
        subprocess.run(["cp", "-a", str(made), str(system.root)], check=True)
        for file in CARRIED:
            if Path(file).exists():
                (system.root / file[1:]).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, system.root / file[1:])
        system.run(f"useradd --create-home --shell /bin/bash {USER}", user="root")
        system.run("apt-get -q update", user="root")
        yield system


@contextmanager
def screen() -> Generator[str]:
    """Run a screen; yields its name. It is reached over an abstract socket, from a clean system too."""
    reading, writing = os.pipe()
    options = ("-displayfd", str(writing), "-screen", "0", "1280x1000x24", "-nolisten", "tcp")
    with subprocess.Popen(["Xvfb", *options], pass_fds=[writing]) as server:
        os.close(writing)
        with open(reading, encoding="ascii") as told:
            name = f":{told.readline().strip()}"
        try:
            yield name
        finally:
            server.terminate()


class Mouse:
    """A hand at the mouse, which sees windows, and where they are.

    Args:
        display: The screen.
    """

    def __init__(self, display: str) -> None:
        self._environment = {**os.environ, "DISPLAY": display}

    def window(self, name: str) -> tuple[int, int, int, int] | None:
        """Return left, top, width and height of the window that has this name, a regular expression."""
        # Its own search does not see names with signs like 💬.
        there = self._xdotool("search", "--onlyvisible", "--name", ".*").split()
        found = [one for one in there if re.search(name, self._xdotool("getwindowname", one))]
        if not found:
            return None
        told = self._xdotool("getwindowgeometry", "--shell", found[-1])
        values = dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
        return int(values["X"]), int(values["Y"]), int(values["WIDTH"]), int(values["HEIGHT"])

    def until_window(self, name: str) -> tuple[int, int, int, int]:
        """Wait for a window; returns what `window` does."""
        end = time.monotonic() + SHOWN_S
        while (found := self.window(name)) is None:
            if time.monotonic() > end:
                raise CheckFailedError(f"no window {name} in {SHOWN_S} s")
            time.sleep(0.2)
        return found

    def click_along(self, points: Iterable[tuple[int, int]], is_done: Callable[[], bool]) -> None:
        """Click on one point after the other, again and again, until something comes of it."""
        given_up = time.monotonic() + SHOWN_S
        for x, y in itertools.cycle(points):
            if time.monotonic() > given_up:
                raise CheckFailedError("no click does anything")
            self._xdotool("mousemove", str(x), str(y), "click", "1")
            end = time.monotonic() + CLICK_S
            while time.monotonic() < end:
                if is_done():
                    return
                time.sleep(0.1)

    def _xdotool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,  # finding nothing is an error of it
        )
        return done.stdout


def answer_first_question(system: CleanSystem) -> str:
    """Start the window, skip the first run and answer the question after it; returns the stored answer."""
    with screen() as display:
        mouse = Mouse(display)
        command = system.command("exec parley", display=display)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as program:
            try:
                left, top, width, _height = mouse.until_window("^Parley$")
                skip_all = left + width // 2 + min(GUIDE_PX, width) // 2 - 30
                mouse.click_along(
                    ((skip_all, top + below) for below in range(20, 180, STEP_PX)),
                    lambda: mouse.window(QUESTION) is not None,
                )
                left, top, width, height = mouse.until_window(QUESTION)
                mouse.click_along(
                    (
                        (left + width // 2, top + below)
                        for below in range(100, height // 2, STEP_PX)
                    ),
                    lambda: any(_question(system)),
                )
                if not _question(system)[1]:  # it is confirmed, too
                    left, top, width, height = mouse.until_window(QUESTION)
                    mouse.click_along(
                        ((left + width - 60, top + height - up) for up in range(10, 120, STEP_PX)),
                        lambda: bool(_question(system)[1]),
                    )
            finally:
                for process in psutil.Process(program.pid).children(recursive=True):
                    process.terminate()
                program.terminate()
    return _question(system)[1]


def _question(system: CleanSystem) -> tuple[str, str]:
    """What is selected in the first question, and its answer, as JSON; empty where there is none."""
    file = system.home / ".local/share/parley/data/parley.db"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        row = database.execute("select draft_json, response_json from questions").fetchone()
    if row is None:
        return "", ""
    selected = json.loads(row[0] or "{}").get("answers", {})
    return json.dumps(selected) if selected else "", row[1] or ""


def install_deb(system: CleanSystem, built: Path) -> None:
    (deb,) = built.glob("*.deb")
    shutil.copy(deb, system.root / "tmp")
    system.install(f"/tmp/{deb.name}")


def install_pipx(system: CleanSystem, built: Path) -> None:
    system.run(f"pipx install {_wheel(system, built)}")


def install_uv(system: CleanSystem, built: Path) -> None:
    system.run(f"~/uv/bin/uv tool install --system-certs {_wheel(system, built)}")


def _wheel(system: CleanSystem, built: Path) -> str:
    (wheel,) = built.glob("*.whl")
    shutil.copy(wheel, system.root / "tmp")
    return f"/tmp/{wheel.name}"


KINDS: Final = {
    "deb": (install_deb, (), f"apt-get -qy purge {PACKAGE}", "root", f"/{PLACE}"),
    "pipx": (install_pipx, ("pipx",), "pipx uninstall parley-assistant", USER, ""),
    "uv": (install_uv, ("python3-venv",), "~/uv/bin/uv tool uninstall parley-assistant", USER, ""),
}
"""How it is installed, what must be there first, how it is removed and by whom, what is then gone."""


def check(kind: str, built: Path) -> float:
    """Go through all of it; returns the seconds from the installation to the answer."""
    install, needed, remove, remover, gone = KINDS[kind]
    with clean_system() as system:
        if kind != "deb":  # it brings them itself
            system.install("--no-install-recommends", *needed, *system_packages())
        if kind == "uv":
            system.run("python3 -m venv ~/uv && ~/uv/bin/pip install --quiet uv==0.13.9")
        began = time.monotonic()
        install(system, built)
        installed = time.monotonic()
        version = system.run("parley --version").strip()
        say(f"{kind}: installed in {installed - began:.0f} s: {version}")
        if "(" not in version or "checkout" in version:
            raise CheckFailedError(f"this names no build: {version}")
        started = time.monotonic()
        answer = answer_first_question(system)
        took = installed - began + time.monotonic() - started
        say(f"{kind}: first question answered by mouse {took:.0f} s after the start: {answer}")
        look_at_health(system, kind)
        if (system.home / ".config" / "autostart").exists():
            raise CheckFailedError("it starts at login, which nobody asked for")
        system.run(remove, user=remover)
        if system.run("command -v parley", allowed=(0, 1)).strip():
            raise CheckFailedError("the command is still there")
        if gone and (system.root / gone[1:]).exists():
            raise CheckFailedError(f"{gone} is still there")
        if not (system.home / ".local/share/parley").is_dir():
            raise CheckFailedError("the user's files are gone")
    return took


def look_at_health(system: CleanSystem, kind: str) -> None:
    """Have doctor look, in a home of its own, so that no model is there yet."""
    told = system.run("parley doctor --json --home ~/fresh --models ~/none", allowed=(0, 1))
    failed = {row["name"] for row in json.loads(told)["findings"] if row["status"] == "failed"}
    say(f"{kind}: doctor, before the first start: {', '.join(sorted(failed)) or 'nothing'} failed")
    if failed - EXPECTED_FAULTS:
        raise CheckFailedError(f"doctor finds: {told}")


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the kinds asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--built", type=Path, default=ROOT / "dist")
    parser.add_argument("--limit", type=float, help="seconds to the first answer")
    chosen = parser.parse_args(arguments)
    missing = [name for name in ("debootstrap", "Xvfb", "xdotool") if shutil.which(name) is None]
    if missing or os.geteuid() != 0:
        say(f"This needs root and: {', '.join(missing) or 'nothing more'}")
        return 1
    failures = 0
    for kind in chosen.kinds or KINDS:
        try:
            took = check(kind, chosen.built)
            if chosen.limit is not None and took > chosen.limit:
                raise CheckFailedError(f"{took:.0f} s, more than {chosen.limit:.0f}")
        except (CheckFailedError, subprocess.SubprocessError) as error:
            failures += 1
            say(f"FAILED  {kind}: {error}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

"""Opening addresses, files and applications."""

import asyncio
import dataclasses
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import AssistantError
from assistant.processes.detached import start_detached
from assistant.tools.system.applications import (
    SystemApplications,
    find_on_linux,
    find_on_macos,
    find_on_windows,
)
from assistant.tools.system.model.application_match import (
    AmbiguousApplication,
    Application,
    choose_application,
)
from assistant.tools.system.opener import SystemOpener
from assistant.tools.system.opening_tools import OpeningTools
from assistant.tools.tool import InvalidInputError, Permission, ToolContext, ToolResult
from tests.helpers.tools.fakes import context


class ListedOpener:
    """Implements `Opener`: notes what it was to open."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    async def open(self, target: str) -> None:
        """Note it."""
        self.opened.append(target)


def within(folder: Path) -> ToolContext:
    return dataclasses.replace(context(), workspace=folder)


async def open_(opener: ListedOpener, folder: Path = Path("/nowhere"), **given: Any) -> ToolResult:
    tool = OpeningTools(opener, ListedApplications()).open_address
    assert tool.permission is Permission.SENSITIVE
    return await tool.run(tool.validate(given), within(folder))


async def test_what_is_opened_is_what_was_shown() -> None:
    opener = ListedOpener()
    address = " HTTPS://аpple.com/ä?q=1"
    tool = OpeningTools(opener, ListedApplications()).open_address

    shown = await tool.explain({"address": address}, context())
    result = await open_(opener, address=address)

    assert opener.opened == [shown.splitlines()[0]] == ["https://xn--pple-43d.com/%C3%A4?q=1"]
    assert result.data == {"address": opener.opened[0]}


async def test_a_mail_is_prepared_and_not_sent() -> None:
    opener = ListedOpener()

    result = await open_(opener, address="mailto:a@example.org?subject=Hi")

    assert opener.opened == ["mailto:a@example.org?subject=Hi"]
    assert "sends it themselves" in result.content


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"address": "", "file": ""},
        {"address": "https://example.org", "file": "a.txt"},
        {"address": "file:///etc/passwd"},
        {"address": "javascript:alert(1)"},
        {"address": "https://user:pass@example.org"},
        {"address": "--help"},
    ],
)
async def test_nothing_is_opened_of_what_is_no_address(given: dict[str, Any]) -> None:
    opener = ListedOpener()

    with pytest.raises(InvalidInputError):
        await open_(opener, **given)
    assert opener.opened == []


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with documents, programs, and ways out of it."""
    folder = tmp_path / "workspace"
    (folder / "plans").mkdir(parents=True)
    for name in ("tea.pdf", "run.sh", "x.desktop", "setup.exe", "plain", "차.md", "plans/a.txt"):
        (folder / name).touch()
    (tmp_path / "outside.txt").touch()
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    (folder / "good link.txt").symlink_to(folder / "plans" / "a.txt")
    os.mkfifo(folder / "pipe.txt")
    (folder / "loop.txt").symlink_to(folder / "loop.txt")
    return folder


@pytest.mark.parametrize(
    ("name", "opened"),
    [
        ("tea.pdf", "tea.pdf"),
        ("차.md", "차.md"),
        ("plans/../tea.pdf", "tea.pdf"),
        ("plans", "plans"),
        (".", ""),
        ("good link.txt", "plans/a.txt"),
    ],
)
async def test_documents_of_the_workspace_are_opened(
    workspace: Path, name: str, opened: str
) -> None:
    opener = ListedOpener()

    await open_(opener, workspace, file=name)

    assert opener.opened == [str(workspace / opened)]


@pytest.mark.parametrize(
    "name",
    [
        "run.sh",
        "x.desktop",
        "setup.exe",
        "plain",
        "pipe.txt",
        "nothing.txt",
        "loop.txt",
        "link.txt",
        "../outside.txt",
        "/etc/passwd",
        "~/x.txt",
        "tea.pdf\0.txt",
        "a" * 900 + ".txt",
    ],
)
async def test_nothing_is_opened_that_would_run_or_is_elsewhere(workspace: Path, name: str) -> None:
    opener = ListedOpener()

    with pytest.raises(InvalidInputError, match="file: "):
        await open_(opener, workspace, file=name)
    assert opener.opened == []


# The system's own.


@pytest.mark.parametrize(
    ("platform", "found", "command"),
    [
        ("linux", "xdg-open", ("/bin/xdg-open", "https://x.example/")),
        ("linux", "gio", ("/bin/gio", "open", "https://x.example/")),
        ("darwin", "", ("/usr/bin/open", "https://x.example/")),
        ("win32", "", ("rundll32.exe", "url.dll,FileProtocolHandler", "https://x.example/")),
    ],
)
async def test_the_systems_program_is_given_the_address_alone(
    monkeypatch: pytest.MonkeyPatch, platform: str, found: str, command: tuple[str, ...]
) -> None:
    started: list[tuple[tuple[str, ...], dict[str, str]]] = []

    async def start(command: tuple[str, ...], *, environment: dict[str, str]) -> None:
        started.append((command, environment))

    monkeypatch.setattr("assistant.tools.system.opener.start_detached", start)
    opener = SystemOpener(
        platform=platform,
        environment={"HOME": "/h", "ANTHROPIC_API_KEY": "x"},
        which=lambda name: f"/bin/{name}" if name == found else None,
    )

    await opener.open("https://x.example/")

    assert started == [(command, {"HOME": "/h"})]


async def test_a_machine_that_can_open_nothing_says_so() -> None:
    opener = SystemOpener(platform="linux", which=lambda _name: None)

    with pytest.raises(AssistantError, match="xdg-open"):
        await opener.open("https://x.example/")


@pytest.mark.skipif(os.name != "posix", reason="looks at sessions")
async def test_what_is_started_has_a_session_of_its_own_and_is_told_nothing(
    tmp_path: Path,
) -> None:
    code = (
        "import os, sys; print(os.getsid(0) == os.getpid(), os.environ.get('A'), sys.argv[1],"
        f" os.getcwd(), file=open({str(tmp_path / 'out')!r}, 'w'))"
    )

    await start_detached(
        (sys.executable, "-c", code, "$(id); echo"),
        environment={"A": "b"},
        folder=tmp_path,
        patience_s=20,
    )

    written = await asyncio.to_thread((tmp_path / "out").read_text, encoding="utf-8")
    assert written == f"True b $(id); echo {tmp_path}\n"


async def test_a_program_that_stays_is_not_waited_for() -> None:
    await start_detached((sys.executable, "-c", "input()"), environment={}, patience_s=0)


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (("/nonexistent/program",), "cannot be started"),
        ((sys.executable, "-c", "raise SystemExit(4)"), "exit code 4"),
        ((sys.executable, "a\0b"), "cannot be started"),
    ],
)
async def test_a_program_that_fails_at_once_is_told(command: Sequence[str], problem: str) -> None:
    with pytest.raises(AssistantError, match=problem):
        await start_detached(command, environment={}, patience_s=20)


# Applications.


def app(name: str, *names: str) -> Application:
    return Application(name=name, names=(name, *names), command=("/bin/" + name.lower(),))


INSTALLED = (
    app("Firefox", "Firefox Web Browser", "firefox", "Web Browser", "웹 브라우저"),
    app("Files", "nautilus", "파일", "File Manager"),
    app("Calculator", "gnome-calculator", "계산기", "计算器"),
    app("Text Editor", "gedit", "텍스트 편집기"),
    app("Visual Studio Code", "code"),
    app("Google Chrome", "google-chrome", "Web Browser"),
    app("LibreOffice Writer", "writer"),
    app("LibreOffice Calc", "calc"),
)


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("Firefox", "Firefox"),
        ("firefox", "Firefox"),
        ("  FIREFOX ", "Firefox"),
        ("fierfox", "Firefox"),
        ("계산기", "Calculator"),
        ("计算器", "Calculator"),
        ("calculater", "Calculator"),
        ("code", "Visual Studio Code"),
        ("vs code", "Visual Studio Code"),
        ("google chrome", "Google Chrome"),
        ("chrome", "Google Chrome"),
        ("libre office writer", "LibreOffice Writer"),
        ("web browser", None),
        ("libreoffice", None),
        ("photoshop", None),
        ("", None),
        ("   ", None),
        ("../../bin/sh", None),
        ("firefox; rm -rf /", None),
        ("x", None),
    ],
)
def test_an_application_is_found_by_what_it_is_called(wanted: str, name: str | None) -> None:
    found = choose_application(INSTALLED, wanted)

    assert (found.name if isinstance(found, Application) else None) == name


def test_where_several_are_meant_they_are_named() -> None:
    assert choose_application(INSTALLED, "web browser") == AmbiguousApplication(
        candidates=("Firefox", "Google Chrome")
    )
    near = choose_application(INSTALLED, "libreoffice")
    assert isinstance(near, AmbiguousApplication)
    assert set(near.candidates[:2]) == {"LibreOffice Calc", "LibreOffice Writer"}
    assert choose_application((), "x") == AmbiguousApplication(candidates=())


class ListedApplications:
    """Implements `Applications`: notes what it was to start."""

    def __init__(self, *installed: Application, problem: OSError | None = None) -> None:
        self.started: list[Application] = []
        self._installed = installed
        self._problem = problem

    def installed(self) -> Sequence[Application]:
        """Return what the test says."""
        if self._problem:
            raise self._problem
        return self._installed

    async def start(self, application: Application) -> None:
        """Note it."""
        self.started.append(application)


async def start(applications: ListedApplications, name: str) -> ToolResult:
    tool = OpeningTools(ListedOpener(), applications).open_application
    assert tool.permission is Permission.SENSITIVE
    return await tool.run(tool.validate({"name": name}), context())


async def test_an_application_is_started_by_its_name() -> None:
    applications = ListedApplications(*INSTALLED)

    result = await start(applications, "계산기")

    assert [one.name for one in applications.started] == ["Calculator"]
    assert result.content == "Started Calculator."


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("web browser", "there is: Firefox, Google Chrome"),
        ("zzz", "no application is called 'zzz'"),
    ],
)
async def test_none_is_started_where_it_is_not_clear_which(name: str, problem: str) -> None:
    applications = ListedApplications(*INSTALLED)

    with pytest.raises(InvalidInputError, match=problem):
        await start(applications, name)
    assert applications.started == []


async def test_the_person_sees_what_would_be_started() -> None:
    tool = OpeningTools(ListedOpener(), ListedApplications(*INSTALLED)).open_application

    assert await tool.explain({"name": "chrome"}, context()) == (
        "Starts Google Chrome: /bin/google chrome"
    )
    for name in ("web browser", "", None, 5, "x" * 10_000):
        assert "none would be started" in await tool.explain({"name": name}, context())


async def test_a_disk_that_cannot_be_read_is_told() -> None:
    applications = ListedApplications(problem=OSError("broken"))

    with pytest.raises(AssistantError, match="cannot be listed: broken"):
        await start(applications, "x")
    tool = OpeningTools(ListedOpener(), applications).open_application
    assert await tool.explain({"name": "x"}, context()) == ""


def entry(folder: Path, name: str, *lines: str) -> None:
    path = folder / "applications" / f"{name}.desktop"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(("[Desktop Entry]", "Type=Application", *lines)), encoding="utf-8")


def test_desktop_entries_are_read_as_the_menus_read_them(tmp_path: Path) -> None:
    own, system = tmp_path / "own", tmp_path / "system"
    entry(system, "calc", "Name=Calculator", "Name[ko]=계산기", "Exec=calc %U", f"Path={tmp_path}")
    entry(system, "kde/konsole", "Name=Konsole", "Exec=konsole")
    entry(system, "hidden", "Name=Hidden", "Exec=hidden")
    entry(own, "hidden", "Name=Hidden", "Exec=hidden", "NoDisplay=true")
    entry(system, "gone", "Name=Gone", "Exec=gone", "TryExec=not-installed")
    entry(system, "missing", "Name=Missing", "Exec=not-installed")
    entry(system, "broken", "Name=Broken", 'Exec="never ended')
    entry(system, "other", "Name=Other", "Exec=other", "OnlyShowIn=KDE;")
    (system / "applications" / "binary.desktop").write_bytes(b"\xff\0" * 500_000)
    (system / "applications" / "link.desktop").symlink_to(tmp_path / "nowhere")

    found = find_on_linux(
        {
            "XDG_DATA_HOME": str(own),
            "XDG_DATA_DIRS": f"{system}:{tmp_path / 'nothing'}:",
            "LANG": "ko_KR.UTF-8",
            "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
        },
        which=lambda name: None if name == "not-installed" else name,
    )

    assert {(one.name, one.command, one.folder) for one in found} == {
        ("계산기", ("calc",), str(tmp_path)),
        ("Konsole", ("konsole",), ""),
    }


def test_bundles_and_the_start_menu_are_applications_too(tmp_path: Path) -> None:
    (tmp_path / "Safari.app").mkdir()
    (tmp_path / "Utilities" / "Terminal.app").mkdir(parents=True)
    menu = tmp_path / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Office"
    menu.mkdir(parents=True)
    (menu / "Word.lnk").touch()

    on_macos = find_on_macos((tmp_path, tmp_path / "nothing"))
    on_windows = find_on_windows({"APPDATA": str(tmp_path)})

    assert {(one.name, one.command[:2]) for one in on_macos} == {
        ("Safari", ("/usr/bin/open", "-a")),
        ("Terminal", ("/usr/bin/open", "-a")),
    }
    assert [(one.name, one.command) for one in on_windows] == [
        ("Word", ("explorer.exe", str(menu / "Word.lnk")))
    ]


async def test_what_is_installed_here_is_started_without_secrets(tmp_path: Path) -> None:
    line = shlex.join(("test", "-z", "$ANTHROPIC_API_KEY"))
    applications = SystemApplications(
        find=lambda: (app("A"),), environment={"ANTHROPIC_API_KEY": "x", "PATH": os.environ["PATH"]}
    )
    assert [one.name for one in applications.installed()] == ["A"]

    await applications.start(
        Application(
            name="A",
            names=("A",),
            command=("/bin/sh", "-c", f'test -z "$ANTHROPIC_API_KEY" && test {line!r}'),
            folder=str(tmp_path),
        )
    )

"""A report about Parley for whoever is to mend it: one zip, without a word of the user's.

What may be in it is decided by what the program itself says, not by looking for what is private:

- of a check, its messages, in which names and paths are left out (`without_values`);
- of a setting that is not as shipped, its value if it is a number, a truth or one of given choices;
- of a line of the log, moment, level, module and the sentence that stands in the code of that module,
  without what was put into it; of a traceback, places in the code and types;
- of a turn, how long each part took.
"""

import ast
import importlib.util
import json
import platform
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Final, Literal, cast, get_origin

from pydantic import BaseModel

from assistant.build import version_text
from assistant.finding import Finding
from assistant.home import Home, shipped
from assistant.private_files import open_private
from assistant.settings.schema import Settings, is_secret
from assistant.toml_text import parse_toml

MAX_LINES: Final = 5000
"""Lines of each log file, the last ones."""
PACKAGES: Final = ("PySide6-Essentials", "xllamacpp", "onnxruntime", "ctranslate2", "numpy")
"""Whose versions decide what works."""
NOT_KEPT: Final = "(not kept)"
_LINE: Final = re.compile(
    r"(?P<moment>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) (?P<process>\d+) (?P<level>[A-Z]+)"
    r" (?P<module>[A-Za-z_][\w.]*) ?(?P<message>.*)"
)
_PLACE: Final = re.compile(r"[ |]*(?P<file>\S.*):(?P<line>\d+) in (?P<function>[\w.<>]+)")
_STEPS: Final = ("from which came", "while handling it")
"""What stands between two tracebacks."""
_TYPE: Final = re.compile(r"[ |]*[A-Za-z_]\w*(\.\w+)+")
_OWN_CODE: Final = re.compile(r"(?:^|[/\\])((?:assistant|site-packages)[/\\][\w./\\-]+\.py)$")
_GAP: Final = re.compile(r"%(?:\([^)]*\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?([a-zA-Z%])")
_CALLS: Final = frozenset({"debug", "info", "warning", "error", "exception", "critical", "log"})

Templates = Callable[[str], Sequence[str]]
"""Returns what a module logs, as its code has it, by the name of its logger."""


def settings_told(settings: Settings, shipped_values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that are not as shipped, by section and key."""
    told: dict[str, dict[str, Any]] = {}
    for section, described in Settings.model_fields.items():
        values = cast("BaseModel", getattr(settings, section))
        fields = cast("type[BaseModel]", described.annotation).model_fields
        for key, field in fields.items():
            value = getattr(values, key)
            if value == shipped_values.get(section, {}).get(key):
                continue
            is_choice = get_origin(field.annotation) is Literal
            is_number = isinstance(value, bool | int | float) and not is_secret(section, key)
            told.setdefault(section, {})[key] = value if is_choice or is_number else NOT_KEPT
    return told


def wordless_log(lines: Iterable[str], templates: Templates) -> Iterator[str]:
    """Return the lines of a log file without what anybody but the program put into them."""
    after_place = False
    for line in lines:
        logged, place = _LINE.fullmatch(line), _PLACE.fullmatch(line)
        if logged is not None:
            said = _own_sentence(logged["message"], templates(logged["module"]))
            yield " ".join((*logged.group("moment", "process", "level", "module"), said))
        elif place is not None:
            own = _OWN_CODE.search(place["file"])
            yield f"  {own[1]}:{place['line']} in {place['function']}" if own else f"  {NOT_KEPT}"
        elif line in _STEPS or (after_place and _TYPE.fullmatch(line)):
            yield line
        after_place = place is not None


def _own_sentence(message: str, templates: Sequence[str]) -> str:
    for template in templates:
        if _pattern(template).fullmatch(message):
            return _GAP.sub(lambda gap: "%" if gap[1] == "%" else "…", template)
    return NOT_KEPT


@cache
def _pattern(template: str) -> re.Pattern[str]:
    pieces, end = list[str](), 0
    for gap in _GAP.finditer(template):
        pieces += re.escape(template[end : gap.start()]), "%" if gap[1] == "%" else ".*"
        end = gap.end()
    return re.compile("".join((*pieces, re.escape(template[end:]))))


@cache
def templates_of(module: str) -> tuple[str, ...]:
    """Return what a module of this program logs; nothing for the modules of others."""
    if module.partition(".")[0] != "assistant":
        return ()
    try:
        found = importlib.util.find_spec(module)
    except ModuleNotFoundError:
        return ()
    if found is None or found.origin is None:
        return ()
    tree = ast.parse(Path(found.origin).read_text(encoding="utf-8"))
    said = (
        argument.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _CALLS
        for argument in node.args
        if isinstance(argument, ast.Constant)
    )
    return tuple(text for text in said if isinstance(text, str))


def write_report(
    file: Path,
    home: Home,
    settings: Settings,
    *,
    findings: Sequence[Finding],
    turns: Sequence[Mapping[str, float]] = (),
) -> None:
    """Write the report; only the user may read it.

    Args:
        file: Is replaced if it exists.
        home: Whose log files are read.
        settings: In use.
        findings: Of doctor; what they say in words is left out.
        turns: Seconds of each part of the last spoken turns, the newest first.

    Raises:
        OSError: If it cannot be written, or a log file not be read.
    """
    shipped_values = parse_toml(shipped("config", "default.toml").read_text(encoding="utf-8"))
    told = {
        "parley": version_text(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "packages": {name: _version(name) for name in PACKAGES},
        "checks": [
            {
                "name": finding.name,
                "status": finding.status.value,
                "wordless": finding.wordless,
                "seconds": finding.seconds,
            }
            for finding in findings
        ],
        "settings": settings_told(settings, shipped_values),
        "turns": list(turns),
    }
    with (
        open_private(file, "wb") as stream,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as report,
    ):
        report.writestr("report.json", json.dumps(told, indent=2, ensure_ascii=False))
        for log in log_files(home):
            lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-MAX_LINES:]
            report.writestr(f"logs/{log.name}", "\n".join(wordless_log(lines, templates_of)))


def log_files(home: Home) -> tuple[Path, ...]:
    """Return the log files that are there, the one written last first."""
    files = [file for file in home.logs.glob("*.log*") if file.is_file()]
    return tuple(sorted(files, key=lambda file: file.stat().st_mtime, reverse=True))


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""

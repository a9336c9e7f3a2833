"""Faults that are made in rules, and whether the tests of those notice them."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.mutants.__main__ import sample
from tests.mutants.mutations import NO_FAULT, STEP, mutated_code, mutations_of
from tests.mutants.rooms import files_of_tests, modules_in, pure_modules, room_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("a < b", ["a <= b", "a >= b"]),
        ("a <= b", ["a < b", "a > b"]),
        ("a > b", ["a >= b", "a <= b"]),
        ("a >= b", ["a > b", "a < b"]),
        ("a == b", ["a != b"]),
        ("a is not b", ["a is b"]),
        ("a in b", ["a not in b"]),
        ("a and b", ["a or b", "b", "a"]),
        ("not a", ["a"]),
        ("-a", ["a"]),
        ("a + b", ["a - b"]),
        ("a + 'text'", []),
        ("a // 2", ["a * 2", "3"]),
        ("f(a, b)", ["f(b, a)"]),
        ("f(a, a)", []),
        ("min(a, b)", ["max(a, b)"]),
        ("a.startswith('x')", ["a.endswith('x')", "'xXX'"]),
        ("a[1:b]", [":b", "1:", "2"]),
        ("[x for x in a if x]", ["for x in a"]),
        ("b if a else c", ["not a"]),
        ("lambda a=1: a", ["2"]),
        ("[_('text'), mark('text')]", []),
    ],
)
def test_what_an_expression_may_become(source: str, faults: list[str], tmp_path: Path) -> None:
    assert _faults(f"value = {source}", tmp_path) == faults


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("if a: f()", ["not a", "pass"]),
        ("while a == 1: continue", ["a != 1", "2", "break"]),
        ("for a in b: break", ["continue"]),
        ("raise ValueError('text')", ["pass"]),
        ("raise NotImplementedError", []),
        ("self.a = b", ["pass"]),
        ("a = b", []),
        ("a += b", ["pass", "a -= b"]),
        ("def f(a: int = 1) -> None: return", ["2", "pass"]),
        ("def f(): return a", ["return None"]),
        ("def f(): return True", ["False"]),
        ("@cache(1)\ndef f(): ...", []),
        ("class A(Protocol):\n    a: int = 1", []),
        ("class A:\n    'Text.'\n    a: int = 1", ["2"]),
        ("match a:\n    case 1 if b: ...", ["True", "2"]),
        ("assert a == 1", []),
        ("_log.warning('text', a + b)", []),
        ("if TYPE_CHECKING: f()", []),
        ("'Text.'\nimport a", []),
    ],
)
def test_what_a_statement_may_become(source: str, faults: list[str], tmp_path: Path) -> None:
    assert sorted(_faults(source, tmp_path)) == sorted(faults)


def test_the_mutated_module_runs_and_counts_its_steps(tmp_path: Path) -> None:
    module = tmp_path / "rules.py"
    module.write_text(
        "def top(n):\n    'Text.'\n    for _ in range(n): n += 1\n    return n\n", "utf-8"
    )
    (fault,) = [m for m in mutations_of(module) if m.after == "n -= 1"]
    results: list[tuple[int, int]] = []
    for number in (NO_FAULT, fault.number):
        steps: list[None] = []
        names: dict[str, Any] = {STEP: partial(steps.append, None)}
        exec(mutated_code(module, number), names)
        results.append((names["top"](3), len(steps)))
    assert results == [(6, 4), (0, 4)]
    assert (fault.line, fault.place) == (3, "top")


def test_the_rooms_are_those_of_the_contract() -> None:
    modules = pure_modules(ROOT)
    assert {
        Path("assistant/escalation/quiet_hours.py"),
        Path("assistant/markdown/parser.py"),
    } <= set(modules)
    assert not {Path("assistant/entry.py"), Path("assistant/memory/keeper.py")} & set(modules)
    assert room_of(Path("assistant/channels/web/pages/model/x.py")) == "channels.web"
    parser = modules_in(["markdown.parser"], modules)
    assert parser == [Path("assistant/markdown/parser.py")]
    assert Path("tests/unit/markdown/test_growing_words.py") in files_of_tests(parser, ROOT)


def test_the_same_seed_draws_the_same_faults_though_lines_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = "\n".join(f"def f{n}(a): return a + {n}" for n in range(20))
    drawn: list[list[str]] = []
    for begin, seed in (("", 1), ("\n\ndef new(a): return a\n", 1), ("", 2)):
        Path("rules.py").write_text(begin + source, "utf-8")
        faults = sample([Path("rules.py")], count=10, seed=seed)
        drawn.append([fault.identity for fault in faults])
    assert len(set(drawn[0]) & set(drawn[1])) >= 9
    assert len(set(drawn[0]) & set(drawn[2])) < 9


@pytest.mark.timeout(600)
def test_what_no_test_notices_is_printed(tmp_path: Path) -> None:
    _write(
        tmp_path / "pyproject.toml",
        """
        [tool.importlinter]
        contracts = [{name = "Rules are pure", source_modules = ["assistant.rules"]}]
        [tool.pytest.ini_options]
        addopts = ["--import-mode=importlib"]
        asyncio_default_fixture_loop_scope = "function"
        pythonpath = ["."]
        """,
    )
    _write(tmp_path / "assistant/__init__.py", "")
    _write(
        tmp_path / "assistant/rules.py",
        """
        LIMIT = 3

        def is_long(text):
            return len(text) > LIMIT

        def counted(end):
            place = 7
            while place != end:
                place += 1
            return place
        """,
    )
    _write(
        tmp_path / "tests/unit/test_rules.py",
        """
        from assistant.rules import counted, is_long

        def test_long():
            assert is_long("12345")
            assert not is_long("1")

        def test_counted():
            assert counted(10) == 10
        """,
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutants", "--room", "rules", "--jobs", "1", "--least", "60"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.splitlines() == [
        "assistant/rules.py:1 module: constant",
        "    - 3",
        "    + 4",
        "assistant/rules.py:4 is_long: comparison",
        "    - len(text) > LIMIT",
        "    + len(text) >= LIMIT",
        "assistant/rules.py:7 counted: constant",
        "    - 7",
        "    + 8",
        "rules: 7 of 10 noticed (70 %), 3 of them without end",
    ], run.stderr
    assert run.returncode == 0, run.stderr


@pytest.mark.timeout(600)
def test_most_faults_in_a_few_rooms_are_noticed() -> None:
    """A small part of `make mutants`, so that it does not rest until somebody calls it."""
    rooms = ("line_matcher", "secure_address", "text_difference")
    run = subprocess.run(
        [
            *(sys.executable, "-m", "tests.mutants", "--jobs", "1", "--count", "6", "--seed", "7"),
            *("--least", "80"),
            *(word for room in rooms for word in ("--room", room)),
            *("--tests", *(f"tests/unit/test_{room}.py" for room in rooms)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def _faults(source: str, folder: Path) -> list[str]:
    module = folder / "rules.py"
    module.write_text(source, "utf-8")
    faults = mutations_of(module)
    for fault in faults:
        mutated_code(module, fault.number)
    return [fault.after for fault in faults]


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text).lstrip(), "utf-8")

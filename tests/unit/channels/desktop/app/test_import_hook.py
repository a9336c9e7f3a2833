"""What PySide does to imports is undone. In a process of its own: there is one `import` for all."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        pytest.param("import PySide6.QtCore", "True", id="PySide reads the sources of modules"),
        pytest.param(
            "from assistant.channels.desktop.app.import_hook import restore_builtin_import; restore_builtin_import()",
            "False",
            id="not any more",
        ),
    ],
)
def test_modules_that_are_imported_are_not_read(first: str, expected: str) -> None:
    code = f"""
{first}
import linecache
import wave
print(wave.__file__ in linecache.cache)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout.split() == [expected]

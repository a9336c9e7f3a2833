"""What a process no longer uses goes back to the system."""

import platform
import subprocess
import sys

import pytest

FREES_MUCH = """
import psutil
from assistant import freed_memory

pieces = [bytes(50_000) for _ in range(2_000)]
kept = pieces[::100]  # so that what is freed lies between them
del pieces
before = psutil.Process().memory_info().rss
assert freed_memory.give_back()
print(before - psutil.Process().memory_info().rss)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries keep little")
def test_memory_between_what_is_still_used_is_given_back() -> None:
    run = subprocess.run(
        [sys.executable, "-c", FREES_MUCH], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) > 50_000_000

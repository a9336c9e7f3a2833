import mmap
import os
import subprocess
import sys

import pytest

from benchmarks.process_usage import Usage, cores_used, read_usage


def test_cores_are_processor_time_by_time() -> None:
    before = Usage(at=10.0, rss_bytes=0, cpu_s=1.0)
    after = Usage(at=12.0, rss_bytes=0, cpu_s=4.0)
    assert cores_used(before, after) == 1.5
    with pytest.raises(ValueError, match="no time"):
        cores_used(before, before)


def test_this_process_is_measured() -> None:
    before = read_usage()
    n_pages = 12_000
    # Not from the heap, which may hold as much that was freed before.
    with mmap.mmap(-1, n_pages * mmap.PAGESIZE) as block:
        block[:: mmap.PAGESIZE] = bytes(n_pages)  # touches each
        after = read_usage()
        assert after.rss_bytes - before.rss_bytes > 0.8 * len(block)
    assert after.cpu_s >= before.cpu_s
    assert after.at >= before.at


def test_another_process_is_measured() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        usage = read_usage(child.pid)
        child.communicate(b"\n")
    assert usage.rss_bytes > 0
    assert child.pid != os.getpid()


def test_a_process_that_is_gone_is_an_error() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait()
    with pytest.raises(ProcessLookupError):
        read_usage(child.pid)

"""What the recogniser may use of the processor: vectors and threads.

On x86 CTranslate2's wheels carry kernels for AVX-512 but take AVX2 unless told otherwise. Measured
with the base model, int8, one thread, per 12 s window: 245 ms of processor time with AVX2, 212 with
AVX-512.

A second thread makes the encoder faster where a second core is idle (190 to 110 ms), and the whole
program slower where it is not: its threads wait for each other in loops. Measured on two cores with
other work on them, median of a short turn: 370 ms with one thread, 480 with the turn judge beside it;
680 and 1000 ms with two. On two cores the judge, the listener and the voice have the other one.
"""

import os
from pathlib import Path
from typing import Final

_VARIABLE: Final = "CT2_FORCE_CPU_ISA"
_NEEDED: Final = frozenset({"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"})
"""What CTranslate2 asks for before it uses them."""
_MOST_THREADS: Final = 4
_CPU_INFO: Final = Path("/proc/cpuinfo")


def decoder_threads(cores: int) -> int:
    """Half of the cores, one to four."""
    return min(_MOST_THREADS, max(1, cores // 2))


def usable_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):  # not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_wide_vectors(cpu_info: str) -> bool:
    """Whether the processor has all of AVX-512 that is needed.

    Args:
        cpu_info: The text of Linux's `/proc/cpuinfo`.
    """
    for line in cpu_info.splitlines():
        name, _, flags = line.partition(":")
        if name.strip() == "flags":
            return _NEEDED.issubset(flags.split())
    return False


def prefer_wide_vectors(cpu_info: Path = _CPU_INFO) -> None:
    """Choose AVX-512 where available, by the environment; keeps what is set there.

    Counts if it is called before CTranslate2 computes anything in this process.
    """
    try:
        text = cpu_info.read_text(encoding="utf-8", errors="replace")
    except OSError:  # not Linux: the default is right
        return
    if has_wide_vectors(text):
        os.environ.setdefault(_VARIABLE, "AVX512")

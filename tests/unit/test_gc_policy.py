"""The garbage collector rests during a start. Each in a process of its own: there is one for all."""

import subprocess
import sys


def printed(code: str) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-c", f"import gc\nfrom assistant import gc_policy\n{code}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return ran.stdout.split()


def test_nothing_is_collected_during_a_start() -> None:
    code = """
gc_policy.rest()
before = gc.get_stats()[0]["collections"]
kept = [[] for _ in range(50_000)]
print(gc.get_stats()[0]["collections"] - before)
"""
    assert printed(code) == ["0"]


def test_after_it_what_there_is_is_left_alone_and_what_comes_is_collected() -> None:
    code = """
gc_policy.rest()
kept = [[] for _ in range(50_000)]
gc_policy.resume()
print(gc.isenabled(), gc.get_freeze_count() > 50_000, len(gc.get_objects()) < 10_000)
before = gc.get_stats()[0]["collections"]
new = [[] for _ in range(50_000)]
print(gc.get_stats()[0]["collections"] - before in range(3, 6))
"""
    assert printed(code) == ["True"] * 4


def test_what_is_due_is_collected_by_whoever_asks() -> None:
    code = """
gc_policy.rest()
gc.set_threshold(100, 2, 2)
gc.collect()
def runs():
    return [generation["collections"] for generation in gc.get_stats()]
before = runs()
gc_policy.collect_due()
print(runs() == before)
kept = []
for _ in range(16):
    kept += [[] for _ in range(200)]
    gc_policy.collect_due()
print([now - then for now, then in zip(runs(), before)] == [12, 3, 1])
"""
    assert printed(code) == ["True"] * 2

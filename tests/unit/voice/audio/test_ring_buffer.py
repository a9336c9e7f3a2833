import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.audio.ring_buffer import AudioRing


@given(
    capacity=st.integers(1, 40),
    lengths=st.lists(st.integers(0, 60), max_size=12),
    start=st.integers(-5, 400),
    length=st.integers(-5, 80),
)
def test_reads_exactly_what_a_list_of_the_newest_samples_would_hold(
    capacity: int, lengths: list[int], start: int, length: int
) -> None:
    ring = AudioRing(capacity)
    everything = np.arange(sum(lengths), dtype=np.float32)
    written = 0
    for each in lengths:
        ring.write(everything[written : written + each])
        written += each
    oldest = max(0, written - capacity)
    assert (ring.start, ring.end) == (oldest, written)
    expected = everything[max(start, oldest) : max(start + length, oldest, 0)]
    if start + length <= start:
        expected = everything[:0]
    np.testing.assert_array_equal(ring.read(start, start + length), expected)


def test_what_was_read_does_not_change_when_more_is_written() -> None:
    ring = AudioRing(4)
    ring.write(np.ones(4, np.float32))
    read = ring.read(0, 4)
    ring.write(np.zeros(4, np.float32))
    assert read.tolist() == [1, 1, 1, 1]


def test_forgets_what_it_holds_and_counts_on() -> None:
    ring = AudioRing(4)
    ring.write(np.ones(3, np.float32))
    ring.forget()
    assert ring.read(0, 3).size == 0
    ring.write(np.full(2, 5, np.float32))
    assert (ring.start, ring.end) == (3, 5)
    assert ring.read(0, 9).tolist() == [5, 5]


def test_refuses_to_hold_nothing() -> None:
    with pytest.raises(ValueError, match="positive"):
        AudioRing(0)

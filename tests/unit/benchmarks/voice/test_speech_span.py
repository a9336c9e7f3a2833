from pathlib import Path

import numpy as np
import pytest

from assistant.voice.detectors.vad import VAD_FRAME_SAMPLES
from assistant.voice.events import Samples
from benchmarks.voice.clips import load_clips
from benchmarks.voice.speech_span import Spans, SpeechSpan, speech_span

RATE_HZ = 16_000
RECORDINGS = Path(__file__).parents[3] / "data" / "audio" / "bench"


def loud(*spans: tuple[float, float], seconds: float = 3.0) -> Samples:
    """Return silence with noise from one second to another."""
    samples = np.zeros(round(seconds * RATE_HZ), np.float32)
    rng = np.random.default_rng(0)
    for begin, end in spans:
        first, last = round(begin * RATE_HZ), round(end * RATE_HZ)
        samples[first:last] = rng.normal(0, 0.1, last - first)
    return samples


def heard(begin: float, end: float, seconds: float = 3.0) -> np.ndarray:
    """Return probabilities of speech from one second to another."""
    frames = np.arange(round(seconds * RATE_HZ) // VAD_FRAME_SAMPLES) * VAD_FRAME_SAMPLES / RATE_HZ
    return ((frames >= begin) & (frames < end)).astype(np.float32)


def near(span: SpeechSpan | None, begin: float, end: float) -> bool:
    return span is not None and (span.begin, span.end) == pytest.approx((begin, end), abs=0.02)


def test_loudness_finds_begin_and_end_where_there_is_a_voice() -> None:
    assert near(speech_span(loud((0.5, 2.0)), heard(0.6, 2.1)), 0.5, 2.0)


def test_a_click_far_from_the_voice_is_no_speech() -> None:
    assert near(speech_span(loud((0.0, 0.05), (0.5, 1.0), (2.8, 2.9)), heard(0.5, 1.0)), 0.5, 1.0)


def test_a_soft_end_beside_the_voice_belongs_to_it() -> None:
    assert near(speech_span(loud((0.5, 1.0), (1.05, 1.2)), heard(0.5, 1.0)), 0.5, 1.2)


def test_without_a_voice_nobody_speaks() -> None:
    assert speech_span(loud((0.5, 1.0)), heard(0.0, 0.0)) is None
    assert Spans().of(np.zeros(100, np.float32)) is None


def test_a_manifest_is_believed_where_it_fits_what_is_heard() -> None:
    clip = next(c for c in load_clips(RECORDINGS) if c.kind == "turn" and c.speech_end_s)
    told = clip.speech_end_s
    assert told is not None
    spans = Spans()
    samples = clip.samples()
    measured = spans.end_of(samples, None)
    assert measured is not None
    assert spans.end_of(samples, measured + 0.1) == measured + 0.1
    assert spans.end_of(samples, measured + 2.0) == measured
    assert spans.end_of(np.zeros(RATE_HZ, np.float32), 0.4) == 0.4

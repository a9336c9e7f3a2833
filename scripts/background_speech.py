"""Makes the speech that a user's own wake word is told from, out of the repository's recordings.

Run it from a checkout with the model files fetched: `background_speech.py`. It writes embeddings,
from which nobody can be heard, of those speakers that `parley bench wake-word` does not judge by.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from assistant.home import Home, shipped
from assistant.voice.custom_wake_word.phrase_embedding import PhraseEmbedder
from assistant.voice.custom_wake_word.shipped_speech import FILE
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from benchmarks.voice.clips import load_clips, room_noise
from benchmarks.voice.model.custom_wake_speakers import is_taught_with

RUN_UP_FRAMES = 12
"""Frames until nothing is left of the empty buffers that the models begin with."""


def main() -> None:
    """Write the file beside the module that reads it."""
    embedder = PhraseEmbedder(Home.locate().models / "openwakeword")
    clips = load_clips(shipped("tests", "data", "audio", "recordings"))
    parts: list[np.ndarray[tuple[int, int], np.dtype[np.float16]]] = []
    labels: list[str] = []
    for clip in clips:
        if not is_taught_with(clip):
            continue
        quiet = room_noise(RUN_UP_FRAMES * EMBEDDING_FRAME_SAMPLES / 16_000, seed=len(parts))
        tail = room_noise(4 * EMBEDDING_FRAME_SAMPLES / 16_000, seed=len(parts) + 1)
        features = embedder.embeddings(np.concatenate((quiet, clip.samples(), tail)))
        parts.append(features[RUN_UP_FRAMES:].astype(np.float16))
        labels.append(clip.label)
    target = Path(__file__).resolve().parent.parent / "assistant/voice/custom_wake_word" / FILE
    np.savez_compressed(
        target,
        features=np.concatenate(parts),
        lengths=np.array([len(part) for part in parts], np.int32),
        labels=np.array(labels),
    )
    size = target.stat().st_size / 1e6
    print(f"{len(parts)} recordings, {size:.2f} MB")  # noqa: T201


if __name__ == "__main__":
    main()

"""Makes the voices that the user's own is told from, out of the repository's recordings.

Run it from a checkout: `other_voices.py`. It writes the mean voice of those speakers by whom
`parley bench wake-word` does not judge.
"""

import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from assistant.home import shipped
from assistant.voice.speaker_verification.shipped_voices import FILE
from assistant.voice.speaker_verification.voice_embedding import VoiceEmbedder
from benchmarks.voice.clips import load_clips
from benchmarks.voice.model.custom_wake_speakers import is_taught_with


def main() -> None:
    """Write the file beside the module that reads it."""
    embedder = VoiceEmbedder()
    voices: defaultdict[str, list[np.ndarray[tuple[int], np.dtype[np.float32]]]]
    voices = defaultdict(list)
    for clip in load_clips(shipped("tests", "data", "audio", "recordings")):
        is_one = clip.origin.startswith("human") and "+" not in clip.speaker
        if is_one and is_taught_with(clip):
            heard = embedder.heard(clip.samples())
            if heard is not None:
                voices[clip.speaker].append(heard.voice)
    package = Path(__file__).resolve().parent.parent / "assistant/voice/speaker_verification"
    means = [np.mean(each, axis=0) for _speaker, each in sorted(voices.items())]
    np.savez_compressed(package / FILE, voices=np.stack(means).astype(np.float16))
    size = (package / FILE).stat().st_size / 1e3
    print(f"{len(voices)} speakers, {size:.0f} kB")  # noqa: T201


if __name__ == "__main__":
    main()

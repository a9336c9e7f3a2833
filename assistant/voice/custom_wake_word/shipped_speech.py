"""The speech that comes along to tell a wake word from; made by `scripts/background_speech.py`."""

from importlib import resources
from typing import Final

import numpy as np

from assistant.voice.custom_wake_word.model.background_speech import (
    BackgroundClip,
    BackgroundSpeech,
    without_phrase,
)

FILE: Final = "background_speech.npz"


def shipped_clips() -> list[BackgroundClip]:
    with (
        resources.files("assistant.voice.custom_wake_word").joinpath(FILE).open("rb") as file,
        np.load(file, allow_pickle=False) as stored,
    ):
        features = np.asarray(stored["features"], np.float32)
        lengths = [int(each) for each in stored["lengths"]]
        labels = [str(each) for each in stored["labels"]]
    ends = np.cumsum(lengths)[:-1]
    return [
        BackgroundClip(label, part)
        for label, part in zip(labels, np.split(features, ends), strict=True)
    ]


def background_for(phrase: str) -> BackgroundSpeech:
    """Speech to tell a phrase from: recordings in which it is not said."""
    return BackgroundSpeech(without_phrase(shipped_clips(), phrase))

"""*Only my voice*: how much of one's own speech is refused, and how much of others' is taken.

Each speaker has five recordings or more; each in turn is left out, and four of the others teach the
voice. Nobody judges who is among the voices that come along.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.detectors.speaker_embedding import without_pauses
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.speaker_verification.model.own_voice import HeardVoice, OwnVoices
from assistant.voice.speaker_verification.model.voice_profile import VoiceRecording, learn_voice
from assistant.voice.speaker_verification.shipped_voices import other_voices
from assistant.voice.speaker_verification.voice_embedding import VoiceEmbedder
from benchmarks.model.metrics import share
from benchmarks.model.run import Run
from benchmarks.reports.wake_word_report import OWN_VOICE
from benchmarks.voice.clips import ClipLibrary, room_noise
from benchmarks.voice.model.custom_wake_speakers import JUDGED_BY, judges
from benchmarks.voice.model.soundscape import at_level

NOISE_SNR_DB: Final = 10.0
TAUGHT_BY: Final = 4

_AROUND_S = 0.3
_PIECE = 3 * SAMPLE_RATE_HZ


@dataclass(frozen=True, slots=True)
class _Said:
    speaker: str
    phrase: str
    """What a wake word of the user's own is made of; else empty."""
    heard: HeardVoice
    in_noise: HeardVoice | None
    taught: VoiceRecording


@dataclass(frozen=True, slots=True)
class _Verdicts:
    clean: bool | None
    in_noise: bool | None
    call: bool | None


def measure_own_voice(library: ClipLibrary, noise: Samples | None) -> Run:
    """Measure; blocks.

    Args:
        noise: Of a kitchen; None measures none in noise.
    """
    by_speaker = _recordings(library, noise)
    everything = [said for each in by_speaker.values() for said in each]
    voices = other_voices()
    own: list[_Verdicts] = []
    others: list[_Verdicts] = []
    background: list[bool | None] = []
    pieces = _background(library)
    speakers = 0
    for speaker, said in by_speaker.items():
        if len(said) <= TAUGHT_BY:
            continue
        speakers += 1
        for index, left_out in enumerate(said):
            rest = [*said[:index], *said[index + 1 :]][:TAUGHT_BY]
            rule = OwnVoices([learn_voice(speaker, [each.taught for each in rest])], voices)
            own.append(_judge(rule, left_out, left_out.phrase))
            if index == 0:
                phrase = left_out.phrase
                strangers = (each for each in everything if each.speaker != speaker)
                background += [rule.has(each) for each in pieces]
                others += [_judge(rule, each, phrase) for each in strangers]
    return Run(
        OWN_VOICE,
        speakers=speakers,
        own=_count(each.clean for each in own),
        own_refused_rate=_rate((each.clean for each in own), told=False),
        own_refused_in_noise_rate=_rate((each.in_noise for each in own), told=False),
        own_calls_refused_rate=_rate((each.call for each in own), told=False),
        others=_count(each.clean for each in others),
        others_taken_rate=_rate((each.clean for each in others), told=True),
        others_taken_in_noise_rate=_rate((each.in_noise for each in others), told=True),
        others_calls_taken_rate=_rate((each.call for each in others), told=True),
        background=_count(background),
        background_taken_rate=_rate(background, told=True),
    )


def _recordings(library: ClipLibrary, noise: Samples | None) -> Mapping[str, Sequence[_Said]]:
    embedder = VoiceEmbedder()
    found: defaultdict[str, list[_Said]] = defaultdict(list)
    for clip in library.of("custom", *(kind for kind in JUDGED_BY if kind != "noise")):
        is_human = clip.origin.startswith("human") and clip.speaker and "+" not in clip.speaker
        if not is_human or not (clip.kind == "custom" or judges(clip)):
            continue
        samples = library.read(clip)
        if samples is None:
            continue
        heard = embedder.heard(_in_room(samples))
        if heard is None:
            continue
        found[clip.speaker].append(
            _Said(
                clip.speaker,
                clip.label if clip.kind == "custom" else "",
                heard,
                None if noise is None else embedder.heard(_in_room(samples, noise)),
                embedder.recording(without_pauses(samples), seed=len(found[clip.speaker])),
            )
        )
    return found


def _background(library: ClipLibrary) -> Sequence[HeardVoice]:
    """Return what is heard of background in which somebody speaks, three seconds at a time."""
    embedder = VoiceEmbedder()
    read = [library.read(clip) for clip in library.of("noise") if clip.language]
    pieces = [
        embedder.heard(samples[begin : begin + _PIECE])
        for samples in read
        if samples is not None
        for begin in range(0, len(samples) - _PIECE + 1, _PIECE)
    ]
    return [each for each in pieces if each is not None]


def _in_room(samples: Samples, noise: Samples | None = None) -> Samples:
    quiet = [room_noise(_AROUND_S, seed=seed) for seed in (1, 2)]
    sound = np.concatenate((quiet[0], samples, quiet[1]))
    if noise is not None:
        level = rms_dbfs(without_pauses(samples)) - NOISE_SNR_DB
        sound = sound + at_level(noise[: len(sound)], level)
    return sound.astype(np.float32)


def _judge(rule: OwnVoices, said: _Said, phrase: str) -> _Verdicts:
    is_call = bool(phrase) and said.phrase == phrase
    return _Verdicts(
        rule.has(said.heard),
        None if said.in_noise is None else rule.has(said.in_noise),
        rule.has(said.heard, is_call=True) if is_call else None,
    )


def _count(verdicts: Iterable[bool | None]) -> int:
    return sum(each is not None for each in verdicts)


def _rate(verdicts: Iterable[bool | None], *, told: bool) -> float | None:
    known = [each for each in verdicts if each is not None]
    return share(sum(each is told for each in known), len(known))

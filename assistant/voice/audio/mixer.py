"""What the speaker gets: clips one after the other, fades, pauses, a ramp of the volume. Pure.

Knows no thread and no clock; `playback` drives it from the device's callback. Filling a block copies
from arrays that exist already and allocates nothing but events and, while the volume moves, one ramp.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.voice.events import ClipFinished, ClipStarted, PlaybackEvent, Samples
from assistant.voice.protocols import ClipProgress

ONSET_DBFS: Final = -50.0
"""A clip has started when its first sample above this is heard."""
STARVED_WITHIN_S: Final = 1.0
"""A clip that comes so soon after the last one ended came late."""
JUST_ENDED_S: Final = 0.25
"""How long a clip that is over still answers for what was playing: its end may be on its way through
the device and the threads."""

JUST_BEGUN_S: Final = 1.0
"""A clip held within this of its beginning is said again from there."""
BACK_S: Final = (0.6, 0.3)
"""How far before the hold a clip goes on: at the quietest place between the two, which is between
words or at least between syllables."""

_LOOK_S: Final = 0.02
"""Length over which it is measured how quiet a place is."""
_FADE_S: Final = 0.008
"""Length of the fade at a stop."""
_RAMP_S: Final = 0.04
"""Time a full change of volume takes, and the fades around a hold."""


def onset_index(samples: Samples) -> int:
    """Index of the first sample above `ONSET_DBFS`, or 0 if there is none."""
    loud = np.abs(samples) > 10 ** (ONSET_DBFS / 20)
    return int(np.argmax(loud)) if loud.any() else 0


@dataclass(slots=True, kw_only=True)
class Track:
    """A clip at the device's sample rate. Made by `make_track`; the mixer owns it from `add` on."""

    clip_id: int
    samples: Samples
    onset: int
    position: int = 0
    """The next sample to be handed to the device."""
    heard: int = 0
    """Samples that were handed to the device; more than `position` after a step back."""
    has_started: bool = False
    """`ClipStarted` was told."""


def make_track(clip_id: int, samples: Samples) -> Track:
    """Prepare a clip; `samples` must not change any more."""
    return Track(clip_id=clip_id, samples=samples, onset=onset_index(samples))


def resume_position(samples: Samples, position: int, sample_rate_hz: int) -> int:
    """Where a clip held at `position` resumes; see `BACK_S` and `JUST_BEGUN_S`."""
    if position <= JUST_BEGUN_S * sample_rate_hz:
        return 0
    first, last = (position - round(seconds * sample_rate_hz) for seconds in BACK_S)
    look = max(1, round(_LOOK_S * sample_rate_hz))
    sums = np.cumsum(np.square(samples[first : last + look], dtype=np.float64))
    energies = sums[look:] - sums[:-look]
    return first + int(np.argmin(energies)) + look // 2


class Mixer:
    """A queue of clips at one sample rate.

    Args:
        sample_rate_hz: Of the device and of every clip.
    """

    def __init__(self, sample_rate_hz: int) -> None:
        self._rate_hz = sample_rate_hz
        self._tracks: deque[Track] = deque()
        fade = max(1, int(_FADE_S * sample_rate_hz))
        self._fade = _falling(fade)
        self._sinking = _falling(max(1, int(_RAMP_S * sample_rate_hz)))
        self._rising: Samples = np.ascontiguousarray(1.0 - self._sinking)
        self._held_for: int | None = None  # samples of the fade that are done; None: not held
        self._rise_done = self._rising.size
        self._tail = np.zeros(0, np.float32)
        self._cues: list[Samples] = []  # what is left of each
        self._ring: Samples | None = None  # repeated until it is stopped
        self._ring_at = 0
        self._ring_gain = self._ring_target = 0.0
        self._is_ring_ending = False
        self._gain = self._target = 1.0
        self._gain_step = 1.0 / max(1, int(_RAMP_S * sample_rate_hz))
        self._ended: int | None = None  # the last clip that was played to its end
        self._since_end = 0  # samples
        self._starved = 0

    @property
    def is_empty(self) -> bool:
        """Whether only silence is left to be played."""
        return not self._tracks and not self._tail.size

    @property
    def has_clips(self) -> bool:
        """Whether a clip is playing or queued."""
        return bool(self._tracks)

    @property
    def starved(self) -> int:
        """How often a clip came too late to follow the one before it without a gap."""
        return self._starved

    @property
    def volume(self) -> float:
        """Loudness at the end of the last block against the clips' own, 0 to 1."""
        return self._gain * self._hold_level

    def at_rate(self, sample_rate_hz: int) -> "Mixer":
        """An empty mixer at another rate, with the same volume and hold."""
        mixer = Mixer(sample_rate_hz)
        mixer._gain, mixer._target = self._gain, self._target
        mixer._starved = self._starved
        if self.is_held:
            mixer.hold()
        return mixer

    def add(self, track: Track) -> None:
        is_late = 0 < self._since_end < STARVED_WITHIN_S * self._rate_hz
        if self._ended is not None and not self._tracks and is_late and self._held_for is None:
            self._starved += 1
        self._tracks.append(track)

    def withdraw(self, clip_id: int) -> bool:
        """Remove a clip from the queue; returns whether no sample of it was played."""
        found = next((track for track in self._tracks if track.clip_id == clip_id), None)
        if found is None or found.position > 0:
            return False
        self._tracks = deque(track for track in self._tracks if track is not found)
        return True

    def cue(self, samples: Samples) -> None:
        """Mix a tone over playback from the next block on; volume and stop leave it alone."""
        self._cues.append(samples)

    def ring(self, samples: Samples) -> None:
        """Repeat a sound over playback until `stop_ring`; volume and stop leave it alone."""
        self._ring, self._ring_at = (samples if samples.size else None), 0
        self._ring_gain = 0.0
        self._ring_target = self._ring_target or 1.0
        self._is_ring_ending = False

    def set_ring_volume(self, factor: float) -> None:
        """Fade the ring's volume, present and future, to `factor`, above 0 to 1."""
        self._ring_target = factor

    def stop_ring(self) -> None:
        """Fade the ring out."""
        self._is_ring_ending = True

    def set_volume(self, factor: float) -> None:
        """Fade the volume to `factor`, 0 to 1."""
        self._target = factor

    def hold(self) -> None:
        """Fade out and pause; keeps the queue. No effect while held."""
        if self._held_for is None:
            is_playing = bool(self._tracks) and self._tracks[0].position > 0
            self._held_for = 0 if is_playing else self._sinking.size

    def resume(self) -> None:
        """Resume a little before the hold, at full volume; ends ducking in any case."""
        self._target = 1.0
        if self._held_for is None:
            return
        if self._tracks and self._tracks[0].position > 0:
            track = self._tracks[0]
            level = self._hold_level
            if level:
                rest = track.samples[track.position : track.position + self._fade.size]
                self._tail = rest * self._fade[: rest.size] * np.float32(level * self._gain)
            track.position = resume_position(track.samples, track.position, self._rate_hz)
        self._gain = 1.0
        self._held_for = None
        self._rise_done = 0

    def stop(self) -> ClipProgress | None:
        """Drop all clips; the one that is playing fades out. Ends ducking and a hold.

        Returns:
            The clip that had begun to be heard, and the part of it that is heard when the fade is
            over; or the clip that has just ended; or None. Clips queued before it were heard in
            full.
        """
        heard = None
        if self._ended is not None and self._since_end < JUST_ENDED_S * self._rate_hz:
            heard = ClipProgress(clip_id=self._ended, fraction=1.0)
        if self._tracks and self._tracks[0].position > 0:
            track = self._tracks[0]
            rest = track.samples[track.position : track.position + self._fade.size]
            level = self._hold_level
            self._tail = rest * self._fade[: rest.size] * np.float32(level)
            end = track.position + rest.size if level else track.position
            if track.has_started:
                fraction = max(end, track.heard) / track.samples.size
                heard = ClipProgress(clip_id=track.clip_id, fraction=fraction)
        self._tracks.clear()
        self._ended = None
        self._target = 1.0
        self._held_for = None
        self._rise_done = self._rising.size
        return heard

    @property
    def is_held(self) -> bool:
        """Whether playback is held."""
        return self._held_for is not None

    @property
    def _hold_level(self) -> float:
        """Volume that the hold's fade has reached, 0 to 1."""
        if self._held_for is None:
            return 1.0
        if self._held_for >= self._sinking.size:
            return 0.0
        return float(self._sinking[self._held_for])

    def fill(self, out: npt.NDArray[np.float32], heard_at: float) -> list[PlaybackEvent]:
        """Write the next block.

        Args:
            out: Takes the samples, silence included.
            heard_at: Moment at which the first sample of the block is heard.

        Returns:
            What begins and ends within the block, with the moments at which it is heard.
        """
        events: list[PlaybackEvent] = []
        self._since_end += out.size
        done = min(out.size, self._tail.size)
        out[:done] = self._tail[:done]
        self._tail = self._tail[done:]
        if self._held_for is None:
            begun = done
            while self._tracks and done < out.size:
                done = self._play(self._tracks[0], out, done, heard_at, events)
            self._rise(out[begun:])
        else:
            done = self._sink(out, done, self._held_for, heard_at, events)
        out[done:] = 0.0
        self._apply_volume(out)
        if self._cues:
            self._mix_cues(out)
        if self._ring is not None:
            self._mix_ring(out, self._ring)
        return events

    def _sink(
        self,
        out: npt.NDArray[np.float32],
        begun: int,
        held_for: int,
        heard_at: float,
        events: list[PlaybackEvent],
    ) -> int:
        """Play what the fade into a hold still needs, of the present clip at most."""
        space = out[: min(out.size, begun + self._sinking.size - held_for)]
        done = begun
        if self._tracks and self._tracks[0].position > 0 and done < space.size:
            done = self._play(self._tracks[0], space, done, heard_at, events)
        out[begun:done] *= self._sinking[held_for : held_for + done - begun]
        is_over = done < space.size
        self._held_for = self._sinking.size if is_over else held_for + done - begun
        return done

    def _rise(self, out: npt.NDArray[np.float32]) -> None:
        count = min(out.size, self._rising.size - self._rise_done)
        if count and self._tracks:
            out[:count] *= self._rising[self._rise_done : self._rise_done + count]
            self._rise_done += count

    def _play(
        self,
        track: Track,
        out: npt.NDArray[np.float32],
        done: int,
        heard_at: float,
        events: list[PlaybackEvent],
    ) -> int:
        start = track.position
        count = min(out.size - done, track.samples.size - start)
        out[done : done + count] = track.samples[start : start + count]
        if start <= track.onset < start + max(count, 1) and not track.has_started:
            track.has_started = True
            at = heard_at + (done + track.onset - start) / self._rate_hz
            events.append(ClipStarted(at=at, clip_id=track.clip_id))
        track.position += count
        track.heard = max(track.heard, track.position)
        done += count
        if track.position == track.samples.size:
            self._tracks.popleft()
            at = heard_at + done / self._rate_hz
            events.append(ClipFinished(at=at, clip_id=track.clip_id))
            self._ended, self._since_end = track.clip_id, out.size - done
        return done

    def _mix_cues(self, out: npt.NDArray[np.float32]) -> None:
        for cue in self._cues:
            count = min(out.size, cue.size)
            out[:count] += cue[:count]
        np.clip(out, -1.0, 1.0, out=out)
        self._cues = [cue[out.size :] for cue in self._cues if cue.size > out.size]

    def _mix_ring(self, out: npt.NDArray[np.float32], ring: Samples) -> None:
        places = np.arange(self._ring_at, self._ring_at + out.size)
        target = 0.0 if self._is_ring_ending else self._ring_target
        gains = self._towards(target, self._ring_gain, out.size)
        out += np.take(ring, places, mode="wrap") * gains
        np.clip(out, -1.0, 1.0, out=out)
        self._ring_at = (self._ring_at + out.size) % ring.size
        self._ring_gain = _settled(gains, target)
        if self._is_ring_ending and self._ring_gain == 0.0:
            self._ring = None

    def _apply_volume(self, out: npt.NDArray[np.float32]) -> None:
        if self._gain == self._target:
            if self._gain != 1.0:
                out *= self._gain
            return
        gains = self._towards(self._target, self._gain, out.size)
        out *= gains
        self._gain = _settled(gains, self._target)

    def _towards(self, target: float, gain: float, size: int) -> Samples:
        """A ramp from `gain` towards `target`."""
        direction = 1.0 if target > gain else -1.0
        steps = direction * self._gain_step * np.arange(1, size + 1, dtype=np.float32)
        low, high = sorted((gain, target))
        return np.clip(gain + steps, low, high).astype(np.float32, copy=False)


def _settled(gains: Samples, target: float) -> float:
    """The gain at the end of a ramp, exactly `target` if it got there."""
    return target if gains[-1] == np.float32(target) else float(gains[-1])


def _falling(size: int) -> Samples:
    """Half a cosine from just below 1 to 0."""
    return (0.5 + 0.5 * np.cos(np.linspace(0, np.pi, size + 1)[1:])).astype(np.float32)

"""`parley wake-words`: wake words of the user's own, without a window."""

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, cast

import numpy as np
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from assistant.assembly.voice.voice_loop import custom_wake_words, wake_files
from assistant.channels.desktop.settings.model.wake_word_wording import refusal
from assistant.channels.terminal.text.printable import printable
from assistant.cli.options import HomeOption, JsonOption, ModelsOption
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.settings import load
from assistant.settings.schema import controls
from assistant.voice.audio.loudness import white_noise
from assistant.voice.custom_wake_word.model.enrolment import (
    FEWEST_RECORDINGS,
    MOST_RECORDINGS,
    EnrolmentRecording,
    enrol,
    is_unlike,
)
from assistant.voice.custom_wake_word.model.recording_inspection import (
    RecordingProblem,
    inspect_recording,
)
from assistant.voice.custom_wake_word.phrase_embedding import ROOM_TONE_DBFS, PhraseEmbedder
from assistant.voice.custom_wake_word.shipped_speech import background_for
from assistant.voice.custom_wake_word.wake_word_store import WakeWordStore
from assistant.voice.detectors.open_wake_word import OpenWakeWord
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.turn_taking.wake_phrase import phrase_of

app = typer.Typer(no_args_is_help=True, help="Make, try and delete wake words of your own.")

_MODELS = "openwakeword"
_BEFORE_S = 2.4
"""Quiet put before a recording that is tried: all that the models look back on."""
_AFTER_S = 0.8


@app.command("list")
def show(as_json: JsonOption = False, home: HomeOption = None) -> None:
    """List your wake words, and how each did on recordings it was not made of."""
    place = Home.locate(root=home)
    used = load(place).settings.voice.wake_words
    words = WakeWordStore(place.root).read_all()
    if as_json:
        shown = [
            {
                "phrase": word.phrase,
                "used": phrase_of(word.phrase) in used,
                "recordings": word.estimate.recordings,
                "heard": word.estimate.heard,
                "heard_in_noise": word.estimate.heard_in_noise,
            }
            for word in words
        ]
        typer.echo(json.dumps(shown, ensure_ascii=False))
        return
    if not words:
        typer.echo(_("There is no wake word of your own yet."))
        typer.echo(_("Make one of a few recordings: parley wake-words make PHRASE FILE FILE FILE"))
        return
    table = Table(box=None, pad_edge=False)
    for heading in (_("Wake word"), _("In use"), _("Recordings heard"), _("Heard in noise")):
        table.add_column(heading, overflow="fold")
    for word in words:
        of = word.estimate.recordings
        table.add_row(
            Text(printable(word.phrase)),
            _("yes") if phrase_of(word.phrase) in used else _("no"),
            f"{word.estimate.heard}/{of}",
            f"{word.estimate.heard_in_noise}/{of}",
        )
    Console(highlight=False).print(table)


@app.command("make")
def make(
    phrase: Annotated[str, typer.Argument(help="What is said in the recordings.")],
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Three to eight recordings, the phrase once in each."),
    ],
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Learn a wake word from three to eight recordings of your voice, the phrase once in each.

    Any sound file will do. Nothing of the recordings is kept but what was learned.
    """
    place = Home.locate(root=home, models=models)
    name = phrase_of(phrase)
    if not name:
        raise ConfigError(_("Choose a phrase of two or three words."))
    if name in controls("voice")["wake_word"].choices.values():
        raise ConfigError(_("This one is there already. Choose another name."))
    if not FEWEST_RECORDINGS <= len(files) <= MOST_RECORDINGS:
        raise ConfigError(
            _("A wake word needs {least} to {most} recordings, not {count}.").format(
                least=FEWEST_RECORDINGS, most=MOST_RECORDINGS, count=len(files)
            ),
            hint=_("Say the phrase once in each file, with a moment of quiet before and after."),
        )
    recordings = _recordings(place, name, files)
    word = enrol(name, recordings, background_for(name))
    store = WakeWordStore(place.root)
    store.write(word)
    typer.echo(
        _(
            "“{phrase}” is learned. Heard {heard} of {count} times, in noise {noisy} of {count}."
        ).format(
            phrase=name,
            heard=word.estimate.heard,
            noisy=word.estimate.heard_in_noise,
            count=word.estimate.recordings,
        )
    )
    used = load(place).settings.voice.wake_words
    if name not in used:
        setting = ", ".join((*used, name))
        typer.echo(
            _("To use it: {command}").format(
                command=f'parley config set voice.wake_word "{setting}"'
            )
        )


@app.command("try")
def try_out(
    phrase: Annotated[str, typer.Argument(help="A wake word of your own, or one that came along.")],
    file: Annotated[Path, typer.Argument(help="A recording of any length.")],
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Say when a wake word would be heard in a recording; fails if it would not."""
    place = Home.locate(root=home, models=models)
    words = (
        (phrase_of(phrase),)
        if phrase_of(phrase) in WakeWordStore(place.root).phrases()
        else (phrase,)
    )
    wake = OpenWakeWord(
        folder=place.models / _MODELS,
        phrases=wake_files(place, words),
        custom=custom_wake_words(place, words),
    )
    threshold = load(place).settings.voice.wake_threshold
    scores = _scores(wake, _read(file))
    calls = [
        at
        for (at, score), before in zip(scores[1:], scores, strict=False)
        if score >= threshold > before[1]
    ]
    for at in calls:
        typer.echo(_("Heard at {seconds} s.").format(seconds=f"{at:.1f}"))
    best = max((score for _at, score in scores), default=0.0)
    if not calls:
        typer.echo(
            _("Not heard: the highest score was {score}, and {threshold} is needed.").format(
                score=f"{best:.2f}", threshold=f"{threshold:.2f}"
            )
        )
        raise typer.Exit(1)


@app.command("delete")
def delete(phrase: str, home: HomeOption = None) -> None:
    """Delete a wake word of your own."""
    place = Home.locate(root=home)
    store = WakeWordStore(place.root)
    name = phrase_of(phrase)
    if name not in store.phrases():
        raise ConfigError(
            _("The wake word “{phrase}” is not known.").format(phrase=printable(phrase)),
            hint=_("`parley wake-words list` shows yours."),
        )
    if name in load(place).settings.voice.wake_words:
        raise ConfigError(
            _("“{phrase}” is in use.").format(phrase=name),
            hint=_("Take it out of the setting first: parley config set voice.wake_word …"),
        )
    store.delete(name)
    typer.echo(_("“{phrase}” is deleted.").format(phrase=name))


def _recordings(home: Home, phrase: str, files: Sequence[Path]) -> list[EnrolmentRecording]:
    """Learn from the recordings; reports all unusable ones at once.

    Raises:
        ConfigError: If one is of no use.
        ModelFileError: If a model file is missing.
    """
    embedder = PhraseEmbedder(home.models / _MODELS)
    speech = background_for(phrase)
    kept: list[EnrolmentRecording] = []
    refused: list[str] = []
    for file in files:
        samples = _read(file)
        found = inspect_recording(samples)
        problem = found.problem
        if problem is None:
            recording = embedder.recording(samples, found)
            if is_unlike(recording, kept, speech):
                problem = RecordingProblem.UNLIKE
            else:
                kept.append(recording)
        if problem is not None:
            refused.append(f"{printable(file.name)}: {refusal(problem)}")
    if refused:
        raise ConfigError(
            _("Some recordings are of no use, and nothing was learned:")
            + "".join(f"\n  {each}" for each in refused),
            hint=_("Record these again, or leave them out."),
        )
    return kept


def _read(file: Path) -> Samples:
    """Read a sound file as 16 kHz mono.

    Raises:
        ConfigError: If it cannot be read.
    """
    decode = cast("Any", import_module("faster_whisper.audio")).decode_audio
    try:
        samples: Samples = decode(str(file), sampling_rate=SAMPLE_RATE_HZ)
    except Exception as error:  # whatever the decoder raises, the file is at fault
        raise ConfigError(
            _("The recording {path} cannot be read.").format(path=printable(str(file))),
            hint=_("Give a sound file, such as WAV, FLAC or MP3."),
        ) from error
    return samples


def _scores(wake: OpenWakeWord, samples: Samples) -> list[tuple[float, float]]:
    """End of each frame in seconds, and its highest score."""
    quiet = [
        white_noise(round(seconds * SAMPLE_RATE_HZ), dbfs=ROOM_TONE_DBFS, seed=seed)
        for seed, seconds in enumerate((_BEFORE_S, _AFTER_S))
    ]
    sound = np.concatenate((quiet[0], samples, quiet[1])).astype(np.float32)
    found: list[tuple[float, float]] = []
    for frame, end in enumerate(
        range(EMBEDDING_FRAME_SAMPLES, len(sound) + 1, EMBEDDING_FRAME_SAMPLES)
    ):
        score = max(wake.scores(sound[end - EMBEDDING_FRAME_SAMPLES : end]).values(), default=0.0)
        if frame >= wake.warm_up_frames:
            found.append((end / SAMPLE_RATE_HZ - _BEFORE_S, score))
    return found

"""`parley listen`: the voice loop over audio files, with its timeline."""

import asyncio
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from typing_extensions import override

from assistant.assembly.voice.audio_files import AudioFiles, open_file_voice_loop
from assistant.cli.options import HomeOption, JsonOption, ModelsOption
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.locale import _, mark
from assistant.protocol.conversation import StateChanged
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import Timeline, TurnFailed, TurnFinished, TurnTimed
from assistant.protocol.voice import SentenceSpoken, TranscriptFinal
from assistant.questions.model.question import Channel
from assistant.settings import load

STAGES = (
    ("turn_end", mark("end of turn")),
    ("transcript", mark("transcript")),
    ("request", mark("request sent")),
    ("first_token", mark("first token")),
    ("first_clause", mark("first clause")),
    ("first_synthesis", mark("first audio made")),
    ("first_audio", mark("first audio heard")),
)
"""Fields of a timeline after the end of speech, and what to call them."""
_INDENT = " " * 11


def command(
    audio_in: Annotated[Path, typer.Option("--audio-in", help="WAV file that is heard.")],
    audio_out: Annotated[
        Path | None, typer.Option("--audio-out", help="WAV file that is spoken into.")
    ] = None,
    realtime: Annotated[
        bool,
        typer.Option("--realtime", help="Play at the pace of a clock, not as fast as possible."),
    ] = False,
    as_json: JsonOption = False,
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Hear a WAV file as the microphone would, answer into another, and print the timeline."""
    if not audio_in.is_file():
        raise DeviceError(
            _("There is no file {path}.").format(path=str(audio_in)),
            hint=_("Give a WAV file with --audio-in."),
        )
    place = Home.locate(root=home, models=models)
    loaded = load(place)
    plan = LaunchOptions(
        home=place,
        settings=loaded.settings,
        problems=loaded.problems,
        clock=SystemClock(),
        channel=Channel.VOICE,
        resume=False,
    )
    files = AudioFiles(audio_in=audio_in, audio_out=audio_out, is_realtime=realtime)
    report = TimelineJsonReport() if as_json else TimelineTextReport()
    asyncio.run(_listen(plan, files, report))


async def _listen(plan: LaunchOptions, files: AudioFiles, report: "TimelineReport") -> None:
    async with open_file_voice_loop(plan, files, emit=report) as running:
        report.began_at = running.began_at
        running.core.announce()
        await running.session.wait_until_done()
    report.finish()


class TimelineReport(ABC):
    """Takes events; subclasses write them. Times are seconds since the file began."""

    began_at: Callable[[], float] = staticmethod(lambda: 0.0)

    @abstractmethod
    def __call__(self, event: EngineEvent) -> None: ...

    def finish(self) -> None:  # noqa: B027  # most reports have nothing left to write
        ...

    def since(self, at: float) -> float:
        """Seconds since the file began, never below 0."""
        return max(0.0, at - self.began_at())


class TimelineTextReport(TimelineReport):
    """Lines for people, as things happen."""

    @override
    def __call__(self, event: EngineEvent) -> None:
        match event:
            case StateChanged(old=old, new=new, at=at) if old.interaction is not new.interaction:
                self._write(
                    f"{self.since(at):7.2f} s  {old.interaction.value} → {new.interaction.value}"
                )
            case TranscriptFinal(text=text):
                self._say(_("heard: {text}").format(text=text or "—"))
            case QuestionAsked(questions=questions):
                self._say(_("asks: {text}").format(text=questions.questions[0].text))
            case QuestionClosed(response=response):
                self._say(_("answer: {text}").format(text=response.outcome))
            case TurnFinished(text=text):
                self._say(_("reply: {text}").format(text=text))
            case SentenceSpoken(text=text):
                self._say(_("says: {text}").format(text=text))
            case TurnFailed(reason=reason, cancelled=False):
                self._say(_("failed: {text}").format(text=reason))
            case TurnTimed(timeline=timeline):
                self._write(breakdown(timeline))
            case Notice(text=text, hint=hint) if text:
                self._say(_("notice: {text}").format(text=f"{text} {hint}".rstrip()))
            case _:
                pass

    def _say(self, text: str) -> None:
        self._write(_INDENT + text)

    @staticmethod
    def _write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


class TimelineJsonReport(TimelineReport):
    """One JSON object at the end, for machines."""

    def __init__(self) -> None:
        self._states: list[dict[str, Any]] = []
        self._turns: list[dict[str, Any]] = []
        self._notices: list[str] = []
        self._spoken: list[str] = []

    @override
    def __call__(self, event: EngineEvent) -> None:
        match event:
            case StateChanged(old=old, new=new, at=at):
                self._states.append(
                    {
                        "at": round(self.since(at), 3),
                        "from": old.interaction.value,
                        "to": new.interaction.value,
                        "phase": new.phase.value,
                        "session": new.session.value,
                    }
                )
            case TranscriptFinal(text=text, language=language):
                self._turns.append({"transcript": text, "language": language})
            case TurnFinished(text=text):
                self._turn()["reply"] = text
            case TurnFailed(reason=reason):
                self._turn()["failed"] = reason
            case TurnTimed(timeline=timeline):
                self._turn()["latency_ms"] = latencies_ms(timeline)
                self._turn()["timeline"] = {
                    name: None if at is None else round(self.since(at), 3)
                    for name, at in asdict(timeline).items()
                }
            case SentenceSpoken(text=text):
                self._spoken.append(text)
            case Notice(text=text) if text:
                self._notices.append(text)
            case _:
                pass

    @override
    def finish(self) -> None:
        json.dump(
            {
                "states": self._states,
                "turns": self._turns,
                "spoken": self._spoken,
                "notices": self._notices,
            },
            sys.stdout,
            ensure_ascii=False,
        )
        sys.stdout.write("\n")

    def _turn(self) -> dict[str, Any]:
        if not self._turns:
            self._turns.append({})
        return self._turns[-1]


def latencies_ms(timeline: Timeline) -> dict[str, int]:
    """Milliseconds from the end of speech to each stage that happened."""
    if timeline.speech_end is None:
        return {}
    return {
        name: round((at - timeline.speech_end) * 1000)
        for name, _title in STAGES
        if (at := getattr(timeline, name)) is not None
    }


def breakdown(timeline: Timeline) -> str:
    """The latency of a turn, stage by stage, as lines."""
    found = latencies_ms(timeline)
    lines = [_INDENT + _("latency from the end of speech:")]
    lines += [
        f"{_INDENT}  {found[name]:6d} ms  {_(title)}" for name, title in STAGES if name in found
    ]
    return "\n".join(lines)

"""The whole bench of the voice: its keys, its table, and that every part works."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.assembly.voice.voice_loop import VoiceModels
from assistant.clock import SystemClock
from assistant.home import Home
from assistant.settings import load
from assistant.voice.events import Samples
from benchmarks.command import app
from benchmarks.model.run import MISSING, Run
from benchmarks.progress import BenchProgress, BenchStep, duration
from benchmarks.reports.voice_report import LONG_SESSION, voice_run
from benchmarks.voice.benchmark import wake_call
from benchmarks.voice.clips import MANIFEST, ClipLibrary, RecordedClip, write_wav
from benchmarks.voice.echo import (
    barge_in_figures,
    interruptions,
    measure_echo,
    read_barge_in_clip,
)
from benchmarks.voice.long_session import WARM_TURNS, LongSession, SessionSample
from benchmarks.voice.model.barge_in_timing import BargeInTiming
from benchmarks.voice.model.scale import FULL, QUICK, SMALL, ClipAmounts, bench_steps
from benchmarks.voice.model.turn_outcomes import SpokenTurn, TurnKind, TurnOutcome
from benchmarks.voice.response_latency import RequestCount
from benchmarks.voice.response_latency import figures_of as response_figures
from benchmarks.voice.virtual_room import RoomSettings
from tests.helpers.audio.signals import tone

RECORDED = Path(__file__).parents[3] / "data" / "audio" / "bench"
KEYS = {
    "response_latency_ms": {"p50", "p95", "stages"},
    "choice_latency_ms": {"p50", "p95"},
    "cut_off_rate": None,
    "late_rate": None,
    "wer": None,
    "wer_reference": None,
    "stt_time_ratio": None,
    "noise_clips_heard": None,
    "wake_missed_rate": None,
    "wake_false_per_hour": None,
    "wake_hours": None,
    "underruns": None,
    "listener_lag_ms": {"p99"},
    "self_interruptions": None,
    "self_wakes": None,
    "duck_ms": {"p50", "p95"},
    "silent_ms": {"p50", "p95"},
    "barge_in_missed_rate": None,
    "idle_core_share": None,
    "idle_rss_mb": None,
    "session_core_share": None,
    "session": {"growth_mb_per_hour", "more_threads", "first_turn_cpu_s", "last_turn_cpu_s"},
    "choice_right_rate": None,
    "choice_wrong_rate": None,
    "clips": None,
    "request_ms": {"p50", "p95"},
    "long_request_ms": {"p50", "p95"},
    "requests_in_vain_rate": None,
    "model_delay_ms": None,
}


def test_every_figure_is_there_and_empty_where_nothing_was_measured() -> None:
    found = json.loads(json.dumps(voice_run().as_json()))
    for key, inner in KEYS.items():
        if inner is None:
            assert found[key] is None
        else:
            assert set(found[key]) == inner
            assert all(value in (None, {}) for value in found[key].values())


def test_the_table_names_what_is_missing_and_what_was_measured() -> None:
    run = voice_run()
    first = ("response latency p50 / p95", f"{MISSING} / {MISSING} ms", "400 / 700 ms")
    assert run.rows()[0] == first
    run.record(
        response_latency_ms={"p50": 512, "p95": 700, "stages": {"endpointing": 300}},
        cut_off_rate=0.05,
    )
    assert "| response latency p50 / p95 | 512 / 700 ms | 400 / 700 ms |" in run.markdown()
    assert "| turn cut at a pause | 5.0 % | ≤ 5 % |" in run.markdown()
    assert "a session without an end" not in run.markdown()
    run.record(
        session=Run(
            LONG_SESSION,
            growth_mb_per_hour=1.5,
            more_threads=0,
            first_turn_cpu_s=2.0,
            last_turn_cpu_s=2.1,
        )
    )
    assert "| a session without an end: memory an hour | 1.5 MB | ≤ 12 MB |" in run.markdown()


def test_what_is_planned_is_told_with_its_time() -> None:
    lines: list[str] = []
    progress = BenchProgress(lines.append)
    progress.plan([BenchStep(name="one", expected_s=40), BenchStep(name="two", expected_s=200)])
    progress.next()
    progress.next()
    assert lines == [
        "2 parts, about 4 min on two cores",
        "1/2 one, about 40 s",
        "2/2 two, about 3 min",
    ]
    assert (duration(89.4), duration(90), duration(3600)) == ("89 s", "2 min", "60 min")


def test_the_set_of_the_program_takes_minutes_and_a_large_one_a_quarter_of_an_hour() -> None:
    small = ClipAmounts(
        turns=7,
        timed_answers=3,
        answers=6,
        recognised=12,
        noise_s=100,
        calls=4,
        hours=0.5,
        interruptions=4,
    )
    large = ClipAmounts(
        turns=26,
        timed_answers=8,
        answers=108,
        recognised=56,
        noise_s=400,
        calls=99,
        hours=6,
        interruptions=16,
    )
    assert sum(step.expected_s for step in bench_steps(SMALL, small)) < 4.2 * 60
    assert sum(step.expected_s for step in bench_steps(FULL, large)) < 16 * 60
    assert len(bench_steps(QUICK, small)) == len(bench_steps(FULL, large))


def outcome(kind: TurnKind, ended_at: float | None) -> TurnOutcome:
    said = SpokenTurn(kind=kind, begins_at=0.0, speech_end=2.0, until=8.0)
    audible_at = None if ended_at is None else ended_at + 0.3
    return TurnOutcome(
        said=said, ended_at=ended_at, audible_at=audible_at, was_audible_before=False
    )


def test_rates_are_over_the_clips_that_they_are_about() -> None:
    clip = RecordedClip(path=Path("a.wav"), kind="turn", label="", language="en", note="")
    found = response_figures(
        [
            (clip, outcome(TurnKind.COMPLETE, 2.3)),
            (clip, outcome(TurnKind.COMPLETE, None)),
            (clip, outcome(TurnKind.PAUSE, 1.0)),
            (clip, outcome(TurnKind.PAUSE, 2.4)),
            (clip, outcome(TurnKind.UNFINISHED, 2.5)),
            (clip, outcome(TurnKind.UNFINISHED, 4.5)),
        ],
        [],
    )
    assert (found["cut_off_rate"], found["late_rate"]) == (0.5, 0.5)
    assert (found["details"]["complete"], found["details"]["pauses"]) == (2, 4)
    assert found["answered"] == 1
    assert found["response_latency_ms"] == {"p50": 600, "p95": 600, "stages": {}}
    assert response_figures([], [])["cut_off_rate"] is None


def test_requests_are_timed_from_the_last_sound_and_those_in_vain_counted() -> None:
    clip = RecordedClip(path=Path("a.wav"), kind="turn", label="", language="en", note="")

    def asked(kind: TurnKind, at: float | None, speech_s: float) -> TurnOutcome:
        said = replace(outcome(kind, 2.3).said, speech_s=speech_s)
        return replace(outcome(kind, 2.3), said=said, requested_at=at)

    found = response_figures(
        [
            (clip, asked(TurnKind.COMPLETE, 2.2, 2.0)),
            (clip, asked(TurnKind.COMPLETE, 1.8, 3.5)),
            (clip, asked(TurnKind.COMPLETE, None, 3.5)),
            (clip, asked(TurnKind.PAUSE, 1.8, 4.0)),
        ],
        [],
        RequestCount(sent=5, used=4),
    )
    assert found["request_ms"] == {"p50": 0, "p95": 180}
    assert found["long_request_ms"] == {"p50": -200, "p95": -200}
    assert found["requests_in_vain_rate"] == 0.2
    assert response_figures([], [])["requests_in_vain_rate"] is None


def test_interruptions_that_were_not_noticed_are_missed() -> None:
    found = barge_in_figures(
        [
            ("a", BargeInTiming(ducked_s=0.2, silent_s=0.4)),
            ("b", BargeInTiming(ducked_s=None, silent_s=None)),
        ]
    )
    assert found["duck_ms"] == {"p50": 200, "p95": 200}
    assert found["barge_in_missed_rate"] == 0.5
    assert found["details"]["missed"] == ["b"]
    assert barge_in_figures([])["barge_in_missed_rate"] is None


@pytest.mark.parametrize(
    ("silent_s", "length_s", "noticed"),
    [
        pytest.param(0.4, 1.0, True, id="soon"),
        pytest.param(1.9, 1.0, True, id="within two seconds"),
        pytest.param(2.1, 1.0, False, id="too late"),
        pytest.param(4.2, 4.0, True, id="soon after long words"),
        pytest.param(None, 4.0, False, id="never"),
    ],
)
def test_a_voice_that_falls_silent_too_late_was_not_interrupted(
    silent_s: float | None, length_s: float, noticed: bool
) -> None:
    found = read_barge_in_clip(BargeInTiming(ducked_s=0.2, silent_s=silent_s), length_s)
    assert (found.silent_s is not None) == noticed
    assert (found.ducked_s is not None) == noticed


def test_people_with_words_of_their_own_speak_over_the_voice() -> None:
    def said(name: str, kind: str, *, origin: str = "human", label: str = "go") -> RecordedClip:
        return RecordedClip(
            path=Path(name), kind=kind, label=label, language="en", note="", origin=origin
        )

    clips = [
        *(said(f"s{n}", "speech") for n in range(8)),
        said("synthetic", "speech", origin="synthetic"),
        said("unfinished", "turn", label="i would like a ..."),
        said("leak", "barge"),
        said("digit", "digit"),
        said("turn", "turn"),
    ]
    library = ClipLibrary(clips, tell=lambda _path: None)
    found = [each.path.name for each in interruptions(library, seed=1)]
    assert sorted(found) == ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "turn"]
    assert found == [each.path.name for each in interruptions(library, seed=1)]
    assert found != [each.path.name for each in interruptions(library, seed=2)]


def test_the_clearest_call_opens_the_session(tmp_path: Path) -> None:
    def call(name: str, expect: str, origin: str) -> RecordedClip:
        write_wav(tmp_path / name, tone(300, 0.5 + len(name) / 100, peak=0.3))
        return RecordedClip(
            path=tmp_path / name,
            kind="wake",
            label="hey jarvis",
            language="en",
            note="",
            expect=expect,
            origin=origin,
        )

    clips = [
        call("noisy.wav", "hey_jarvis", "human+noise"),
        call("other.wav", "alexa", "human"),
        call("clear.wav", "hey_jarvis", "human"),
    ]
    library = ClipLibrary(clips, tell=lambda _path: None)
    found = wake_call(library, ("hey_jarvis",))
    expected = library.read(clips[2])
    assert found is not None
    assert expected is not None
    assert len(found) == len(expected)
    assert wake_call(library, ("hey_mycroft",)) is None


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["voice", "--clips", str(tmp_path)])
    assert result.exit_code != 0
    assert MANIFEST in str(getattr(result.exception, "hint", ""))


@pytest.fixture
def with_models() -> None:
    if not (Home.locate().models / "whisper-base" / "model.bin").is_file():
        pytest.skip("no speech models here")


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Have sessions without an end last no time; the seconds they were to have. A soak has one."""
    asked: list[float] = []

    async def measure(
        _setting: RoomSettings, *, said: Sequence[Samples], seconds: float
    ) -> LongSession:
        assert all(map(len, said))
        asked.append(seconds)
        samples = tuple(
            SessionSample(
                at=turn * 15.0,
                turn_cpu_s=0.5,
                rss_bytes=400_000_000 + turn * 10_000,
                threads=20,
                tasks=Counter(),
                files=30,
            )
            for turn in range(WARM_TURNS + 3)
        )
        return LongSession(turns=len(samples), answered=len(samples), sessions=1, samples=samples)

    monkeypatch.setattr("benchmarks.voice.benchmark.measure_long_session", measure)
    return asked


@pytest.mark.requirement("VF-08", "VF-07")
@pytest.mark.models
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("with_models")
def test_every_part_works_over_our_own_recordings(tmp_path: Path, sessions: list[float]) -> None:
    names = {
        "hey_jarvis_splice09.flac",
        "complete_07.flac",
        "pause_06.flac",
        "order_01.flac",
        "ans06_0_the_second_one.flac",
        "snowboy_w00.flac",
    }
    lines = (RECORDED / MANIFEST).read_text(encoding="utf-8").splitlines()
    chosen = [line for line in lines[1:] if line.split("\t")[0] in names]
    (tmp_path / MANIFEST).write_text("\n".join([lines[0], *chosen]) + "\n", encoding="utf-8")
    for name in names:
        (tmp_path / name).write_bytes((RECORDED / name).read_bytes())
    arguments = ["--quick", "--session", "2.75", "--json", "--clips", str(tmp_path)]
    result = CliRunner().invoke(app, ["voice", *arguments])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert set(KEYS) <= set(found)
    assert "failed" not in result.stderr
    empty = {key for key in KEYS if found[key] is None}
    assert not empty
    for key, inner in KEYS.items():
        if key not in {"duck_ms", "silent_ms", "long_request_ms"}:  # there may be none of these
            assert inner is None or None not in [found[key][each] for each in inner], key
    assert (found["self_interruptions"], found["self_wakes"]) == (0, 0)
    assert found["underruns"] >= 0  # a busy machine has some
    assert (found["noise_clips_heard"], found["wake_missed_rate"]) == (0, 0.0)
    assert found["choice_wrong_rate"] <= 0.005
    assert sessions == [165.0]
    assert found["session"] == {
        "growth_mb_per_hour": 2.4,  # 10 kB in 15 seconds
        "more_threads": 0,
        "first_turn_cpu_s": 0.5,
        "last_turn_cpu_s": 0.5,
    }


@pytest.mark.models
@pytest.mark.usefixtures("with_models")
async def test_without_a_canceller_the_program_hears_itself(tmp_path: Path) -> None:
    """The figure can fail: what is measured as 0 is not 0 where nothing is done about echo."""
    home = Home(root=tmp_path / "home", models=Home.locate().models)
    settings = load(home, {}).settings
    voice = settings.voice.model_copy(update={"earcons": False, "echo": "headset"})
    clock = SystemClock()
    models = VoiceModels.build(home, voice, clock)
    try:
        found = await measure_echo(
            RoomSettings(
                home=home,
                settings=settings.model_copy(update={"voice": voice}),
                clock=clock,
                models=models,
                folder=tmp_path,
            ),
            seconds=4.0,
        )
    finally:
        await models.aclose()
    assert found["self_interruptions"]

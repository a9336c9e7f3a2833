"""The voice, with targets for two cores. Pure."""

from typing import Any, Final

from benchmarks.model.metrics import latencies
from benchmarks.model.run import MISSING, SHARE, Report, Row, Run


def _rows(run: Run) -> list[Row]:
    stages: dict[str, Any] = run["response_latency_ms"]["stages"]
    means = ", ".join(f"{name.replace('_', ' ')} {mean}" for name, mean in stages.items())
    own_voice = "own voice over open speakers: interruptions / wakes"
    answers = "spoken answers understood / wrong option"
    errors = "word error rate / faster-whisper's default"
    false = "{wake_false_per_hour} in {wake_hours}"
    return [
        run.row("response latency p50 / p95", "{response_latency_ms}", "400 / 700 ms"),
        ("  stages, mean ms", means or MISSING, ""),
        run.row("  request behind the last sound p50 / p95", "{request_ms}"),
        run.row("  the same of turns of more than 3 s", "{long_request_ms}"),
        run.row("  requests in vain", "{requests_in_vain_rate}"),
        run.row("the same for an answer to a choice", "{choice_latency_ms}", "300 / 500 ms"),
        run.row("turn cut at a pause", "{cut_off_rate}", "≤ 5 %"),
        run.row("turn ended late", "{late_rate}"),
        run.row(errors, "{wer} / {wer_reference}", "≤ 0.5 points more"),
        run.row("share of its processor time", "{stt_time_ratio}", "≤ 0.33"),
        run.row("noise, music, silence that became text", "{noise_clips_heard}", "0"),
        run.row("wake word missed", "{wake_missed_rate}", "≤ 5 %"),
        run.row("wake word false per hour", false, "≤ 0.5"),
        run.row(own_voice, "{self_interruptions} / {self_wakes}", "0 / 0"),
        run.row("200 KB reply: underruns", "{underruns}", "0"),
        run.row("  listener lag p99", "{listener_lag_ms}", "≤ 80 ms"),
        run.row("barge-in: ducked p50 / p95", "{duck_ms}", "≤ 250 ms"),
        run.row("  silent p50 / p95", "{silent_ms}", "≤ 500 ms"),
        run.row("  missed", "{barge_in_missed_rate}", "≤ 5 %"),
        run.row("waiting: share of one core", "{idle_core_share}", "≤ 10 %"),
        run.row("  memory", "{idle_rss_mb}", "≤ 600 MB"),
        run.row("open session, nobody speaks", "{session_core_share}", "≤ 10 %"),
        *(run["session"].rows() if run["session"]["growth_mb_per_hour"] is not None else []),
        run.row(answers, "{choice_right_rate} / {choice_wrong_rate}", "≥ 97 % / ≤ 0.5 %"),
        run.row("clips in the folder", "{clips}"),
    ]


def _session_rows(run: Run) -> list[Row]:
    times = f"{run['first_turn_cpu_s']:g} / {run['last_turn_cpu_s']:g} s"
    return [
        run.row("a session without an end: memory an hour", "{growth_mb_per_hour}", "≤ 12 MB"),
        run.row("  threads more", "{more_threads}", "0"),
        ("  processor time of a turn, first and last third", times, "the same"),
    ]


VOICE: Final = Report(
    {
        "response_latency_ms": "ms",  # also `stages`: the mean of each; complete turns only
        "choice_latency_ms": "ms",
        "cut_off_rate": SHARE,  # turns taken to be over in a pause inside a sentence
        "late_rate": SHARE,  # complete turns taken to be over late, or never
        "wer": SHARE,
        "wer_reference": SHARE,
        "stt_time_ratio": "",  # our recogniser's processor time over that of the reference
        "noise_clips_heard": "",
        "wake_missed_rate": SHARE,
        "wake_false_per_hour": "",
        "wake_hours": "h",
        "underruns": "",
        "listener_lag_ms": "ms",
        "self_interruptions": "",
        "self_wakes": "",
        "duck_ms": "ms",
        "silent_ms": "ms",
        "barge_in_missed_rate": SHARE,
        "idle_core_share": SHARE,  # of one core, while waiting for the wake word
        "idle_rss_mb": "MB",
        "session_core_share": SHARE,  # in an open session in which nobody speaks
        "session": "",
        "choice_right_rate": SHARE,
        "choice_wrong_rate": SHARE,
        "clips": "",
        "answered": "",  # complete turns that were answered
        "request_ms": "ms",  # from the user's last sound to the request; negative is before
        "long_request_ms": "ms",  # the same of turns of more than three seconds
        "requests_in_vain_rate": SHARE,  # sent ahead and not used, of all
        "model_delay_ms": "ms",  # from a request to the model's first word, as it was set
        "self_ducks": "",
        "peak_rss_mb": "MB",  # while waiting, answering and asking
        "details": "",  # counts behind the figures, and the clips that went wrong, by part
    },
    _rows,
)
LONG_SESSION: Final = Report(
    {
        "growth_mb_per_hour": "MB",
        "more_threads": "",
        "first_turn_cpu_s": "s",
        "last_turn_cpu_s": "s",
    },
    _session_rows,
)


def voice_run() -> Run:
    """Return a run in which nothing was measured yet."""
    spreads = ("choice_latency_ms", "duck_ms", "silent_ms", "request_ms", "long_request_ms")
    return Run(
        VOICE,
        response_latency_ms={**latencies([]), "stages": {}},
        listener_lag_ms={"p99": None},
        session=Run(LONG_SESSION),
        **dict.fromkeys(spreads, latencies([])),
    )

"""The figures of the voice as a table beside their targets. Pure."""

from benchmarks.model.table import MISSING, Row, as_markdown, number, number_pair, percent
from benchmarks.voice.benchmark import VoiceFigures


def rows(figures: VoiceFigures) -> list[Row]:
    """Return what was measured, its value and the target on two cores, for people."""
    response, choice = figures.response_latency_ms, figures.choice_latency_ms
    stages = ", ".join(
        f"{name.replace('_', ' ')} {mean}" for name, mean in response["stages"].items()
    )
    return [
        (
            "response latency p50 / p95",
            number_pair(response["p50"], response["p95"], "ms"),
            "400 / 700 ms",
        ),
        ("  stages, mean ms", stages or MISSING, ""),
        (
            "  request behind the last sound p50 / p95",
            number_pair(figures.request_ms["p50"], figures.request_ms["p95"], "ms"),
            "",
        ),
        (
            "  the same of turns of more than 3 s",
            number_pair(figures.long_request_ms["p50"], figures.long_request_ms["p95"], "ms"),
            "",
        ),
        ("  requests in vain", percent(figures.requests_in_vain_rate), ""),
        (
            "the same for an answer to a choice",
            number_pair(choice["p50"], choice["p95"], "ms"),
            "300 / 500 ms",
        ),
        ("turn cut at a pause", percent(figures.cut_off_rate), "≤ 5 %"),
        ("turn ended late", percent(figures.late_rate), ""),
        (
            "word error rate / faster-whisper's default",
            f"{percent(figures.wer)} / {percent(figures.wer_reference)}",
            "≤ 0.5 points more",
        ),
        ("share of its processor time", number(figures.stt_time_ratio), "≤ 0.33"),
        ("noise, music, silence that became text", number(figures.noise_clips_heard), "0"),
        ("wake word missed", percent(figures.wake_missed_rate), "≤ 5 %"),
        (
            "wake word false per hour",
            f"{number(figures.wake_false_per_hour)} in {number(figures.wake_hours)} h",
            "≤ 0.5",
        ),
        (
            "own voice over open speakers: interruptions / wakes",
            f"{number(figures.self_interruptions)} / {number(figures.self_wakes)}",
            "0 / 0",
        ),
        ("200 KB reply: underruns", number(figures.underruns), "0"),
        ("  listener lag p99", number(figures.listener_lag_ms["p99"], "ms"), "≤ 80 ms"),
        (
            "barge-in: ducked p50 / p95",
            number_pair(figures.duck_ms["p50"], figures.duck_ms["p95"], "ms"),
            "≤ 250 ms",
        ),
        (
            "  silent p50 / p95",
            number_pair(figures.silent_ms["p50"], figures.silent_ms["p95"], "ms"),
            "≤ 500 ms",
        ),
        ("  missed", percent(figures.barge_in_missed_rate), "≤ 5 %"),
        ("waiting: share of one core", percent(figures.idle_core_share), "≤ 10 %"),
        ("  memory", number(figures.idle_rss_mb, "MB"), "≤ 600 MB"),
        ("open session, nobody speaks", percent(figures.session_core_share), "≤ 10 %"),
        *_session_rows(figures),
        (
            "spoken answers understood / wrong option",
            f"{percent(figures.choice_right_rate)} / {percent(figures.choice_wrong_rate)}",
            "≥ 97 % / ≤ 0.5 %",
        ),
        ("clips in the folder", str(figures.clips), ""),
    ]


def _session_rows(figures: VoiceFigures) -> list[Row]:
    """Return the rows of a session without an end; none if none was held."""
    session = figures.session
    if session["growth_mb_per_hour"] is None:
        return []
    return [
        (
            "a session without an end: memory an hour",
            number(session["growth_mb_per_hour"], "MB"),
            "≤ 12 MB",
        ),
        ("  threads more", number(session["more_threads"]), "0"),
        (
            "  processor time of a turn, first and last third",
            number_pair(session["first_turn_cpu_s"], session["last_turn_cpu_s"], "s"),
            "the same",
        ),
    ]


def markdown(figures: VoiceFigures) -> str:
    """Return the table as Markdown, for the README."""
    return as_markdown(rows(figures))

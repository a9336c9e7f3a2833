"""A wake word of the user's own, and whose voice it is. Pure."""

from typing import Final

from benchmarks.model.run import SHARE, Report, Row, Run


def _rows(run: Run) -> list[Row]:
    return [
        run.row("speakers, five recordings each", "{speakers}"),
        run.row("made of four, missed", "{missed_rate}", "≤ 10 %"),
        run.row("  in a kitchen's noise, 10 dB below", "{missed_in_noise_rate}"),
        run.row("false per hour", "{false_per_hour} in {hours}", "≤ 0.5"),
        run.row("woken by others who say the same", "{others_rate}"),
        *run["own_voice"].rows(),
    ]


def _voice_rows(run: Run) -> list[Row]:
    pieces = f"of {run['background']} pieces"
    return [
        run.row("only my voice: speakers", "{speakers}"),
        run.row(f"  one's own refused, of {run['own']}", "{own_refused_rate}", "≤ 2 %"),
        run.row("  in a kitchen's noise, 10 dB below", "{own_refused_in_noise_rate}", "≤ 5 %"),
        run.row("  one's own call refused", "{own_calls_refused_rate}", "0"),
        run.row(f"  others' taken, of {run['others']}", "{others_taken_rate}", "≤ 25 %"),
        run.row("  in a kitchen's noise, 10 dB below", "{others_taken_in_noise_rate}"),
        run.row(f"  talk in the background taken, {pieces}", "{background_taken_rate}", "≤ 10 %"),
        run.row("  others' call with the same phrase taken", "{others_calls_taken_rate}"),
    ]


WAKE_WORD: Final = Report(
    {
        "speakers": "",
        "missed_rate": SHARE,
        "missed_in_noise_rate": SHARE,
        "others_rate": SHARE,  # of other speakers' recordings of the same phrase: how many woke
        "false_per_hour": "",  # mean over the wake words, each heard alone
        "hours": "h",  # of made-up sound, heard by each wake word
        "own_voice": "",
        "details": "",
    },
    _rows,
)
OWN_VOICE: Final = Report(
    {
        "speakers": "",
        "own": "",  # recordings of the speakers' own that are long enough to tell
        "own_refused_rate": SHARE,
        "own_refused_in_noise_rate": SHARE,
        "own_calls_refused_rate": SHARE,  # of those that are a phrase of the user's own
        "others": "",  # pairs of a voice that was learned and a recording of another speaker
        "others_taken_rate": SHARE,
        "others_taken_in_noise_rate": SHARE,
        "others_calls_taken_rate": SHARE,  # of the recordings of the same phrase by others
        "background": "",  # pieces of three seconds of talk, for every voice that was learned
        "background_taken_rate": SHARE,
    },
    _voice_rows,
)

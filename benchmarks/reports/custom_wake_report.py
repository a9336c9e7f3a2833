"""The figures of a wake word of the user's own as a table beside their targets. Pure."""

from benchmarks.model.table import Row, number, percent
from benchmarks.voice.custom_wake_word import CustomWakeFigures


def custom_wake_rows(figures: CustomWakeFigures) -> list[Row]:
    """Return what was measured, its value and the target, for people."""
    voice = figures.own_voice
    return [
        ("speakers, five recordings each", str(figures.speakers), ""),
        ("made of four, missed", percent(figures.missed_rate), "≤ 10 %"),
        ("  in a kitchen's noise, 10 dB below", percent(figures.missed_in_noise_rate), ""),
        (
            "false per hour",
            f"{number(figures.false_per_hour)} in {number(figures.hours)} h",
            "≤ 0.5",
        ),
        ("woken by others who say the same", percent(figures.others_rate), ""),
        ("only my voice: speakers", str(voice.speakers), ""),
        (f"  one's own refused, of {voice.own}", percent(voice.own_refused_rate), "≤ 2 %"),
        ("  in a kitchen's noise, 10 dB below", percent(voice.own_refused_in_noise_rate), "≤ 5 %"),
        ("  one's own call refused", percent(voice.own_calls_refused_rate), "0"),
        (f"  others' taken, of {voice.others}", percent(voice.others_taken_rate), "≤ 25 %"),
        ("  in a kitchen's noise, 10 dB below", percent(voice.others_taken_in_noise_rate), ""),
        (
            f"  talk in the background taken, of {voice.background} pieces",
            percent(voice.background_taken_rate),
            "≤ 10 %",
        ),
        ("  others' call with the same phrase taken", percent(voice.others_calls_taken_rate), ""),
    ]

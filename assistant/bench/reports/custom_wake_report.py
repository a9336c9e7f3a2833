"""The figures of a wake word of the user's own as a table beside their targets. Pure."""

from assistant.bench.model.table import Row, number, percent
from assistant.bench.voice.custom_wake_word import CustomWakeFigures


def custom_wake_rows(figures: CustomWakeFigures) -> list[Row]:
    """Return what was measured, its value and the target, for people."""
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
    ]

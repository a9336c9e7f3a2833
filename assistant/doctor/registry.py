"""The checks: what is looked at, in which order, and for how long at most."""

from dataclasses import dataclass
from typing import Final

from assistant.locale import mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One part that is looked at."""

    name: str
    title: str
    """A marked message id."""
    module: str
    """Where it is, below this package: `checks(patient)` there gives its function by its name."""
    lane: str
    """Checks of one lane run one after the other in one process, so that what one of them loads is
    there for the next, and times are not those of a crowded machine."""
    limit_s: float
    """Seconds after which it is given up, many times what it takes on an idle machine."""
    needs: tuple[str, ...] = ()
    """Earlier checks without whose success this one says nothing new."""
    is_optional: bool = False
    """Whether Parley works without the part, so that no answer is a warning, not a failure."""


QUICK, HEAVY = "quick", "heavy"

CHECKS: Final = (
    Check(name="program", title=mark("Program"), module="files", lane=QUICK, limit_s=20),
    Check(name="home", title=mark("Home folder"), module="files", lane=QUICK, limit_s=20),
    Check(name="settings", title=mark("Settings"), module="files", lane=QUICK, limit_s=20),
    Check(name="database", title=mark("Database"), module="files", lane=QUICK, limit_s=60),
    Check(name="disk", title=mark("Disk space"), module="files", lane=QUICK, limit_s=20),
    Check(name="models", title=mark("Model files"), module="files", lane=QUICK, limit_s=120),
    Check(
        name="keys",
        title=mark("Key store"),
        module="language_model",
        lane=QUICK,
        limit_s=20,
        is_optional=True,
    ),
    Check(
        name="model", title=mark("Language model"), module="language_model", lane=HEAVY, limit_s=90
    ),
    Check(
        name="microphone",
        title=mark("Microphone"),
        module="audio_devices",
        lane=QUICK,
        limit_s=20,
        is_optional=True,
    ),
    Check(
        name="speaker",
        title=mark("Speaker"),
        module="audio_devices",
        lane=QUICK,
        limit_s=20,
        is_optional=True,
    ),
    Check(
        name="echo",
        title=mark("Echo"),
        module="echo",
        lane=QUICK,
        limit_s=40,
        needs=("microphone", "speaker"),
        is_optional=True,
    ),
    Check(
        name="wake_word", title=mark("Wake word"), module="speech_models", lane=HEAVY, limit_s=60
    ),
    Check(name="turn", title=mark("End of turn"), module="speech_models", lane=HEAVY, limit_s=60),
    Check(
        name="recogniser", title=mark("Recogniser"), module="speech_models", lane=HEAVY, limit_s=120
    ),
    Check(name="voice", title=mark("Voice"), module="speech_models", lane=HEAVY, limit_s=60),
    Check(
        name="round_trip",
        title=mark("Voice to recogniser"),
        module="speech_models",
        lane=HEAVY,
        limit_s=60,
        needs=("recogniser", "voice"),
    ),
    Check(
        name="display",
        title=mark("Window"),
        module="display",
        lane=QUICK,
        limit_s=60,
        is_optional=True,
    ),
    Check(
        name="fonts",
        title=mark("Fonts"),
        module="display",
        lane=QUICK,
        limit_s=20,
        is_optional=True,
    ),
)
"""In the order they are told. A check comes after those it needs."""

"""How the recording of a wake word is told to the user. Pure."""

from collections.abc import Mapping
from typing import Final

from assistant.locale import _, mark
from assistant.protocol.wake_words import (
    EnrolmentChanged,
    EnrolmentPhase,
    RecordingProblem,
    WakeWordEntry,
    WakeWordsListed,
)

WANTED_RECORDINGS: Final = 5
"""Asked for; three are enough to begin with, and eight are the most."""

_REFUSED: Final[Mapping[RecordingProblem, str]] = {
    RecordingProblem.SILENT: mark("Nothing was heard. Is this the right microphone?"),
    RecordingProblem.TOO_QUIET: mark("Too quiet. Speak louder, or come closer."),
    RecordingProblem.TOO_LOUD: mark("Too loud. Speak softer, or move away a little."),
    RecordingProblem.CUT_OFF: mark("Cut off. Wait a moment after pressing, then say all of it."),
    RecordingProblem.TOO_SHORT: mark("Too short. A wake word needs two syllables or more."),
    RecordingProblem.TOO_LONG: mark("Too long. Two or three words are enough."),
    RecordingProblem.UNLIKE: mark(
        "This sounds unlike the others. Say the same words, as you did before."
    ),
}


def refusal(problem: RecordingProblem) -> str:
    """Return why a recording does not count."""
    return _(_REFUSED[problem])


def estimate(entry: WakeWordEntry) -> str:
    """Return how a wake word does on recordings that it was not made of."""
    return _("Heard {heard} of {count} times, in noise {noisy} of {count}.").format(
        heard=entry.heard, noisy=entry.heard_in_noise, count=entry.recordings
    )


def voices_known(listed: WakeWordsListed) -> str:
    """Return whose voice is known, if any is."""
    if not listed.voices:
        return _(
            "Your voice is not known yet: record a wake word. It need not wake, and one that you"
            " have can be recorded anew."
        )
    return _("Learned from “{phrases}”. It stays on this computer, in no backup.").format(
        phrases="”, “".join(listed.voices)
    )


def advice(changed: EnrolmentChanged) -> str:
    """Return what to do next while a wake word is recorded."""
    if changed.phase is EnrolmentPhase.RECORDING:
        return _("Say it now.")
    if changed.phase is EnrolmentPhase.LEARNING:
        return _("One moment.")
    if changed.phase is EnrolmentPhase.TRYING:
        return _("Say it from where you sit, and say other things. The light shows when it wakes.")
    if changed.recordings < WANTED_RECORDINGS:
        return _("Press “Record” and say it, {done} of {wanted} times so far.").format(
            done=changed.recordings, wanted=WANTED_RECORDINGS
        )
    entry = changed.learned
    if entry is not None and entry.heard == entry.heard_in_noise == entry.recordings:
        return _("This will do well. Try it, or save it.")
    return _("Record it some more times, or choose a longer phrase: it may be missed in noise.")

"""What the catalogue says of its models, in the interface's language; in the file it is English. Pure."""

from typing import Final

from assistant.catalog.manifest import ModelEntry
from assistant.locale import _, mark

TRANSLATED: Final = frozenset(
    {
        mark("Whisper base, multilingual"),
        mark("Whisper tiny, English"),
        mark("Moonshine tiny, drafts English words while they are spoken"),
        mark("Piper voice Joe, American English"),
        mark("Piper voice Thorsten, German"),
        mark("Piper voice Dave, Spanish"),
        mark("Piper voice Siwis, French"),
        mark("Smart Turn 3.2, hears whether a sentence is finished"),
        mark("openWakeWord: hey jarvis, alexa, hey mycroft, hey rhasspy"),
        mark("a few words of English"),
        mark("short answers and questions in many languages"),
        mark("short questions and simple answers in many languages"),
        mark("more knowledge, half as fast"),
        mark("the most knowledge, on a fast computer"),
        mark("MIT; trained on CC0 recordings"),
        mark("MIT; trained on CC-BY-4.0 recordings (SIWIS)"),
        mark("Apache-2.0 (shared models), CC-BY-NC-SA-4.0 (the four phrases)"),
    }
)
"""Texts of the file that say more than a name; a test holds that it has no others."""


def title_of(entry: ModelEntry) -> str:
    return _(entry.title)


def licence_of(entry: ModelEntry) -> str:
    return _(entry.licence) if entry.licence in TRANSLATED else entry.licence


def purpose_of(entry: ModelEntry) -> str:
    """What a model is, and of a built-in language model what it is good for and needs."""
    if entry.starter is None:
        return title_of(entry)
    return _("{title}: {good_for}; takes {memory} GB of memory").format(
        title=title_of(entry),
        memory=f"{entry.starter.memory_mb / 1000:.1f}",
        good_for=_(entry.starter.good_for),
    )

"""Taking the wake phrase off a transcript. Pure.

The audio of a turn that was called includes the phrase, so that no word after it is lost, and
recognisers write it in many ways: "Hey Jarvis,", "Hey, Travis.", "Jarvis", or in
letters of another script.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import PurePath

_SAME_AT = 75.0
"""Least similarity, 0 to 100, of words that count as the phrase. "hey travis" is 80 away from "hey
jarvis", "hey there" 63."""
_SAME_SPLIT_AT = 90.0
"""The same of one word more than the phrase has: where a word was split, or "oh" came before."""
_NEAR_AT = 65.0
"""Least similarity of words that may have been the phrase. Of 99 recorded calls Whisper base wrote
91 so near, of 139 other recordings one."""
LONGEST_PHRASE = 40
"""Characters of a phrase of the user's own."""
_VERSION = re.compile(r"[_\s-]v\d[\d.]*$")
_WORD = re.compile(r"[^\s,.!?;:…，。！？、]+")
_BETWEEN = re.compile(r"[\s,.!?;:…，。！？、\-–—]+")


def phrase_of(text: str) -> str:
    """Normalise a phrase for the settings: no commas, capitals or needless spaces.

    Empty if nothing is left, or too much.
    """
    kept = "".join(
        character if character.isalnum() or character in "'-" else " "
        for character in unicodedata.normalize("NFC", text)
    )
    phrase = " ".join(kept.split()).lower()
    return phrase if len(phrase) <= LONGEST_PHRASE and any(c.isalnum() for c in phrase) else ""


def spoken_phrase(name: str) -> str:
    """How a wake word of the settings is said: `hey_jarvis` or `/a/hey_jarvis_v0.1.onnx`."""
    stem = PurePath(name).stem if name.endswith(".onnx") else name
    return _VERSION.sub("", stem).replace("_", " ").strip().lower()


def first_spoken_phrase(names: str) -> str:
    """How the first wake word of the setting, a list with commas, is said."""
    return spoken_phrase(names.partition(",")[0].strip())


def spoken_phrases(names: Sequence[str]) -> str:
    """For display, with commas."""
    return ", ".join(spoken_phrase(name) for name in names)


def strip_wake_phrases(text: str, phrases: Sequence[str]) -> str:
    """`text` without the wake phrase that it begins with, if any."""
    shortest = text
    for phrase in phrases:
        stripped = strip_wake_phrase(text, phrase)
        shortest = stripped if len(stripped) < len(shortest) else shortest
    return shortest


def _spellings(said: str) -> Iterator[str]:
    # The window has the names of wake words to show before it needs any language.
    from assistant.languages import LANGUAGES

    for known in LANGUAGES.values():
        yield from known.wake_spellings.get(said, ())


def sounds_like(text: str, phrase: str) -> bool:
    """Whether a recogniser that wrote `text` may have heard the phrase.

    Recognisers do not know the names of assistants: "Hey, Davas." and "Pay. Charis." are calls of
    "hey jarvis". "Hey chatterbox" and "Amelia" are not.

    Args:
        text: A transcript of the call and what surrounds it.
        phrase: The wake word as in the settings, or as said.
    """
    said = spoken_phrase(phrase)
    if any(spelling.replace(" ", "") in text.replace(" ", "") for spelling in _spellings(said)):
        return True
    words = [word.group().lower() for word in _WORD.finditer(text)]
    wanted = said.split()
    for size in range(1, len(wanted) + 2):
        for start in range(len(words) - size + 1):
            heard = "".join(words[start : start + size])
            if _likeness(heard, "".join(wanted)) >= _NEAR_AT:
                return True
    return any(_likeness(word, wanted[-1]) >= _NEAR_AT for word in words)


def strip_wake_phrase(text: str, phrase: str) -> str:
    """`text` without the wake phrase at its beginning, if any.

    The phrase's own last word alone counts too, for the audio may begin inside it.

    Args:
        phrase: The wake word as in the settings, or as said.
    """
    said = spoken_phrase(phrase)
    for spelling in _spellings(said):
        if text.startswith(spelling):
            return _rest(text, len(spelling))
    words = list(_WORD.finditer(text))
    wanted = said.split()
    best, end = 0.0, None
    for count in range(1, min(len(words), len(wanted) + 1) + 1):
        heard = [word.group().lower() for word in words[:count]]
        likeness = _phrase_likeness(heard, wanted)
        # The first word of a request is none of the phrase: "Hey Jarvis, is it cold?"
        if likeness > best:
            best, end = likeness, words[count - 1].end()
    return text if end is None else _rest(text, end)


def _phrase_likeness(heard: list[str], wanted: list[str]) -> float:
    """Similarity of words to the phrase, or to its last word; 0 if they are not the phrase."""
    joined = "".join(wanted)
    if len(heard) == 1 and len(wanted) > 1:
        likeness = max(_likeness(heard[0], wanted[-1]), _likeness(heard[0], joined))
    else:
        likeness = _likeness("".join(heard), joined)
    least = _SAME_AT if len(heard) <= len(wanted) else _SAME_SPLIT_AT
    return likeness if likeness >= least else 0.0


def _likeness(one: str, other: str) -> float:
    from rapidfuzz import fuzz  # late: the window says the phrase before anybody speaks

    return fuzz.ratio(one, other)


def _rest(text: str, end: int) -> str:
    between = _BETWEEN.match(text, end)
    rest = text[between.end() if between else end :]
    return rest[:1].upper() + rest[1:]

"""Codes that link an account: shown in the window, sent to the bot, good once and not for long."""

import hmac
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from assistant.channels.telegram.model.updates import CHAT_COMMANDS, Message

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without letters and digits that look alike. Telegram passes them on in a link as they are."""
LENGTH: Final = 8
"""31 to the power of 8 codes, of which a stranger may try five."""
VALID_S: Final = 600.0
MAX_WRONG_CODES: Final = 5
"""Wrong codes, by anybody, after which a code is good no more."""
_COMMANDS: Final = frozenset({"start", "link"})
_MOST_MISTYPED: Final = 2
"""Letters by which a command may be off: `/lnik`, `/strat`, `/lnki`."""
_GLUED: Final = re.compile(rf"(?:start|link)_?(?P<given>[a-z0-9]{{{LENGTH}}})")
"""A command without the blank after it."""
_SAID_BEFORE: Final = re.compile(r"^\W*(?:LINK|START|CODE)\W+")
"""A command without its slash."""
_WORDS: Final = re.compile(
    r"(?<![A-Z0-9])(?:[A-Z0-9]{8}|[A-Z0-9]{4}[^\w\n][A-Z0-9]{4})(?![A-Z0-9])"
)
"""What may be a code among words: in one piece, or in two, as it is shown."""
_OTHER_SCRIPTS: Final = str.maketrans(
    "\u0391\u0392\u0395\u0396\u0397\u039a\u039c\u039d\u03a1\u03a4\u03a5\u03a7"
    "\u0405\u0408\u0410\u0412\u0415\u041a\u041c\u041d\u0420\u0421\u0422\u0423\u0425",
    "ABEZHKMNPTYXSJABEKMHPCTYX",
)
"""Greek and Cyrillic letters that look like those of a code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCode:
    """A code that is shown."""

    code: str
    made_at: float
    """Seconds on the monotonic clock."""
    tries_left: int = MAX_WRONG_CODES

    def is_good(self, now: float) -> bool:
        """Whether it links somebody still."""
        return self.tries_left > 0 and now - self.made_at < VALID_S

    def matches(self, given: str) -> bool:
        """Whether somebody sent this code; takes as long whatever they sent."""
        return hmac.compare_digest(self.code.encode(), given.encode())

    def tried(self) -> "LinkCode":
        """Return the code after a wrong one was sent."""
        return replace(self, tries_left=self.tries_left - 1)


class RefusalReason(StrEnum):
    """Why a message linked nobody."""

    NO_CODE = "no_code"
    """It has none."""
    NO_SUCH_CODE = "no_such_code"
    """What it gives as one has not the form of a code."""
    WRONG = "wrong"
    """Another code is shown."""
    USED_UP = "used_up"
    """Another code was shown, and this was the last try."""
    OVER = "over"
    """No code is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRefusal:
    """What came of a message that linked nobody."""

    reason: RefusalReason
    tries_left: int = 0
    """Of the code that is shown."""


def refusal_of(message: Message, code: LinkCode | None) -> LinkRefusal:
    """Return why a message does not link its sender.

    Args:
        message: It has not the code that is shown.
        code: The one that is shown, before this try; None if none is.
    """
    given = sent_code(message)
    is_command = bool(message.command and _given(message))
    if not given:
        reason = RefusalReason.NO_SUCH_CODE if is_command else RefusalReason.NO_CODE
        return LinkRefusal(reason=reason)
    if code is None:  # eight letters alone may be any word
        return LinkRefusal(reason=RefusalReason.OVER if is_command else RefusalReason.NO_CODE)
    left = code.tries_left - 1
    reason = RefusalReason.WRONG if left > 0 else RefusalReason.USED_UP
    return LinkRefusal(reason=reason, tries_left=left)


def code_from(numbers: Sequence[int]) -> str:
    """Return the code that random numbers stand for, one of them a letter."""
    return "".join(ALPHABET[number % len(ALPHABET)] for number in numbers)


def sent_code(message: Message) -> str:
    """Return the code that a message has, as codes are written; empty if it has none.

    A deep link gives `/start CODE`; whoever types gives `/link CODE`, or the code alone, or among
    words: then it is one if it has letters and digits, for eight letters may be any word and eight
    digits any number.
    """
    given = _in_latin(_given(message))
    alone = "".join(filter(str.isalnum, _SAID_BEFORE.sub("", given)))
    if _is_code(alone):
        return alone
    among = {"".join(filter(str.isalnum, word)) for word in _WORDS.findall(given)}
    codes = [word for word in among if _is_code(word) and not (word.isalpha() or word.isdigit())]
    return codes[0] if len(codes) == 1 else ""


def _given(message: Message) -> str:
    """Return what a message gives as a code; empty if it is a command for something else."""
    command = message.command
    if not command:
        return message.text
    if glued := _GLUED.fullmatch(command):
        return glued["given"]
    return message.argument if command in _COMMANDS or _is_mistyped(command) else ""


def _is_mistyped(command: str) -> bool:
    """Whether a command that the bot does not know is nearly one that links."""
    if command in CHAT_COMMANDS | {"help"}:
        return False
    from rapidfuzz.distance import OSA  # late: only strangers mistype it

    return any(
        OSA.distance(command, meant, score_cutoff=_MOST_MISTYPED) <= _MOST_MISTYPED
        for meant in _COMMANDS
    )


def _in_latin(text: str) -> str:
    """Return a text as the letters and digits of a code are written, whatever keyboard wrote it."""
    plain = unicodedata.normalize("NFKC", text).upper().translate(_OTHER_SCRIPTS)
    return "".join(str(digit) if (digit := unicodedata.decimal(c, -1)) >= 0 else c for c in plain)


def _is_code(text: str) -> bool:
    return len(text) == LENGTH and set(text) <= set(ALPHABET)


def deep_link(bot_name: str, code: str) -> str:
    """Return the address that opens the chat with a bot and offers to send it a code."""
    return f"https://t.me/{bot_name}?start={code}"

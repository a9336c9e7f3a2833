"""How the bot of Telegram stands, and linking accounts: commands and events."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from assistant.locale import _, joined, mark
from assistant.moment_words import moment_words


class TelegramState(StrEnum):
    """How the bot stands."""

    OFF = "off"
    """The settings do not want it."""
    NO_TOKEN = "no_token"
    CONNECTING = "connecting"
    WORKING = "working"
    UNREACHABLE = "unreachable"
    CONFLICT = "conflict"
    """Another program polls with the same token."""
    UNAUTHORIZED = "unauthorized"
    """The token is not valid."""
    INSECURE = "insecure"
    """The token would be readable on its way, so it is not sent."""
    ELSEWHERE = "elsewhere"
    """Another device of the user's answers."""
    WAITING = "waiting"
    """Another device of the user's may answer: nobody says which one does."""

    @property
    def is_trouble(self) -> bool:
        """Whether messages should arrive and do not."""
        return self in STATE_PROBLEMS


STATE_PROBLEMS: Final[Mapping[TelegramState, tuple[str, str]]] = MappingProxyType(
    {
        TelegramState.UNREACHABLE: (
            mark("Telegram cannot be reached."),
            mark("Messages wait there; Parley keeps trying."),
        ),
        TelegramState.CONFLICT: (
            mark("Another program uses the same bot, so messages may not arrive here."),
            mark("End that program, or make a bot of its own for it."),
        ),
        TelegramState.UNAUTHORIZED: (
            mark("Telegram does not know the token of the bot."),
            mark("Enter it once more in the settings, or have BotFather give you a new one."),
        ),
        TelegramState.INSECURE: (
            mark("Telegram is not used: anybody on the way could read the bot's token."),
            mark("Use an address with https in telegram.api_url, or one of this machine."),
        ),
    }
)
"""What is wrong, and what the user can do; each marked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTelegram:
    """Ask for `TelegramListed`, which every other command about accounts gives too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowLinkCode:
    """Have a new code that links one account; the one before is good no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HideLinkCode:
    """Have the code that is shown be good no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapTelegramAccount:
    """Have an account talk in another workspace, with another agent; begins afresh there."""

    user_id: int
    workspace: str
    agent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnlinkTelegramAccount:
    """Have an account reach Parley no more, and forget what came from it."""

    user_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramAccountEntry:
    """An account that is linked."""

    user_id: int
    name: str
    workspace: str
    agent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramLink:
    """A code that links one account."""

    code: str
    address: str
    """Opens the chat with the bot and offers to send the code."""
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramListed:
    """Who is linked, and how things stand."""

    accounts: tuple[TelegramAccountEntry, ...] = ()
    link: TelegramLink | None = None
    state: TelegramState = TelegramState.OFF
    since: datetime | None = None
    """Since when the bot stands so; aware."""
    bot_name: str = ""
    """How the bot is called, without the @; empty while it is not reached."""
    workspaces: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    problem: str = ""
    """Why the last command was not carried out; for the user."""


TelegramCommand = (
    ListTelegram | ShowLinkCode | HideLinkCode | MapTelegramAccount | UnlinkTelegramAccount
)


def state_text(listed: TelegramListed, now: datetime) -> str:
    """One sentence for the user."""
    match listed.state:
        case TelegramState.OFF:
            return _("Telegram is turned off")
        case TelegramState.NO_TOKEN:
            return _("There is no bot")
        case TelegramState.CONNECTING:
            return _("Reaching Telegram…")
        case TelegramState.WORKING if listed.bot_name:
            return _("Connected as @{bot}.").format(bot=listed.bot_name)
        case TelegramState.WORKING:
            return _("Connected.")
        case TelegramState.ELSEWHERE:
            return _("Another of your devices answers now.")
        case TelegramState.WAITING:
            return _("Telegram waits: the server of your devices does not say which one answers.")
        case _:
            text, hint = STATE_PROBLEMS[listed.state]
            since = listed.since
            when = (
                _("Since {time}.").format(time=moment_words(since.astimezone(), now))
                if since is not None
                else ""
            )
            return joined(_(text), when, _(hint))


def report_lines(listed: TelegramListed, now: datetime) -> list[str]:
    """The whole report for a terminal, a line each."""
    lines = [state_text(listed, now)]
    lines += [
        f"  {account.name} ({account.user_id}): {account.workspace}, {account.agent}"
        for account in listed.accounts
    ] or [_("No account is linked.")]
    if (link := listed.link) is not None:
        code = f"{link.code[:4]} {link.code[4:]}"
        until = moment_words(link.expires_at.astimezone(), now)
        lines.append(
            _("Send this code to your bot: {code}. It links one account until {time}.").format(
                code=code, time=until
            )
        )
        lines += [link.address] if link.address else []
    return [*lines, *([listed.problem] if listed.problem else [])]

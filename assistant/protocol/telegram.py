"""Linking accounts of Telegram: commands and events."""

from dataclasses import dataclass
from datetime import datetime


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
    bot_name: str = ""
    """How the bot is called, without the @; empty while it is not reached."""
    workspaces: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    problem: str = ""
    """Why the last command was not carried out; for the user."""


TelegramCommand = (
    ListTelegram | ShowLinkCode | HideLinkCode | MapTelegramAccount | UnlinkTelegramAccount
)

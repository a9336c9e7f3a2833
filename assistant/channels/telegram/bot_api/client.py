"""Calls the Bot API. Any loop; the token is in no log, no error and no `repr`."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast
from urllib.parse import quote

import httpx2
from pydantic import ValidationError
from typing_extensions import TypeIs

from assistant.bounded_body import BodyBounds, body_bounds
from assistant.channels.telegram.bot_api.errors import (
    TelegramBroken,
    TelegramConflict,
    TelegramError,
    TelegramRateLimited,
    TelegramRefused,
    TelegramUnauthorized,
    TelegramUnreachable,
)
from assistant.channels.telegram.model.formatted_text import FormattedText
from assistant.channels.telegram.model.updates import ID_BEYOND, User
from assistant.errors import ConfigError
from assistant.locale import _
from assistant.protocol.telegram import STATE_PROBLEMS, TelegramState
from assistant.secure_address import is_confidential

TIMEOUT_S: Final = 20.0
"""Seconds that a call may take, beyond what it waits for updates."""
UPLOAD_S: Final = 120.0
_BOUNDS: Final = BodyBounds(max_bytes=32 * 1024 * 1024, time_s=UPLOAD_S)
"""Telegram hands bots no file over 20 MB, and a hundred updates of some kilobytes each."""
Keyboard = Sequence[Sequence[Mapping[str, str]]]
"""Rows of `InlineKeyboardButton`s."""


def refuse_open_connection(url: str) -> None:
    """Raise ConfigError if a token that is sent to this address could be read on its way."""
    if not is_confidential(url):
        text, hint = STATE_PROBLEMS[TelegramState.INSECURE]
        raise ConfigError(_(text), hint=_(hint))


class BotApi:
    """One bot.

    Args:
        token: What it is known by.
        url: Where the service is.
        transport: Carries the requests; the network by default.
        may_call: Whether this device may speak for the bot now; asked before each call.
    """

    def __init__(
        self,
        token: str,
        *,
        url: str,
        transport: httpx2.AsyncBaseTransport | None = None,
        may_call: Callable[[], bool] = lambda: True,
    ) -> None:
        self._token = quote(token, safe=":")
        """As it stands in addresses: whatever somebody pasted, it is sent to the service alone."""
        self._may_call = may_call
        self._http = httpx2.AsyncClient(
            base_url=url.rstrip("/"),
            timeout=TIMEOUT_S,
            transport=transport,
            event_hooks=body_bounds(_BOUNDS),
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def get_me(self) -> User:
        """Return the bot itself; every method raises TelegramError."""
        try:
            return User.model_validate(await self._call("getMe"))
        except ValidationError:
            raise _broken(httpx2.codes.OK) from None

    async def get_updates(
        self, *, offset: int, timeout_s: int, allowed: Sequence[str]
    ) -> list[dict[str, Any]]:
        """Return what happened; waits up to `timeout_s` if there is nothing.

        Args:
            offset: Id of the first update that is wanted; those before it are confirmed. 0 for all.
            timeout_s: Whole seconds.
            allowed: The kinds that are wanted.
        """
        given: dict[str, Any] = {"timeout": timeout_s, "allowed_updates": list(allowed)}
        if offset:
            given["offset"] = offset
        found = await self._call("getUpdates", given, timeout_s=timeout_s + TIMEOUT_S)
        if not isinstance(found, list):
            raise _broken(httpx2.codes.OK)
        return [
            each
            for each in cast("list[object]", found)
            if _is_object(each) and _is_update_id(each.get("update_id"))
        ]

    async def send_message(
        self,
        chat_id: int,
        text: FormattedText,
        *,
        keyboard: Keyboard = (),
        reply_to: int | None = None,
        force_reply: str | None = None,
        is_silent: bool = False,
    ) -> int:
        """Send a message; returns its id.

        Args:
            chat_id: Where.
            text: At most 4,096 UTF-16 units.
            keyboard: The rows of buttons below it.
            reply_to: The message it answers.
            force_reply: What the field for the reply says, to have the user reply to it.
            is_silent: Whether the phone makes no sound.
        """
        given = {"chat_id": chat_id, **_texts("text", "entities", text)}
        if force_reply is not None:
            markup: dict[str, Any] = {"force_reply": True}
            if force_reply:
                markup["input_field_placeholder"] = force_reply[:64]
            given["reply_markup"] = markup
        elif keyboard:
            given["reply_markup"] = _markup(keyboard)
        if reply_to is not None:
            given["reply_parameters"] = {
                "message_id": reply_to,
                "allow_sending_without_reply": True,
            }
        if is_silent:
            given["disable_notification"] = True
        return _message_id(await self._call("sendMessage", given))

    async def edit_message(
        self, chat_id: int, message_id: int, text: FormattedText, *, keyboard: Keyboard = ()
    ) -> None:
        """Change a message; without a keyboard it loses the one it had."""
        given = {
            "chat_id": chat_id,
            "message_id": message_id,
            **_texts("text", "entities", text),
            **({"reply_markup": _markup(keyboard)} if keyboard else {}),
        }
        await self._call("editMessageText", given)

    async def edit_keyboard(self, chat_id: int, message_id: int, keyboard: Keyboard = ()) -> None:
        """Change the buttons below a message, or remove them."""
        given = {
            "chat_id": chat_id,
            "message_id": message_id,
            **({"reply_markup": _markup(keyboard)} if keyboard else {}),
        }
        await self._call("editMessageReplyMarkup", given)

    async def delete_message(self, chat_id: int, message_id: int) -> None:
        """Delete a message of the bot's."""
        await self._call("deleteMessage", {"chat_id": chat_id, "message_id": message_id})

    async def answer_callback(self, query_id: str, text: str = "") -> None:
        """Acknowledge a tap; `text` is shown for a moment."""
        given: dict[str, Any] = {"callback_query_id": query_id}
        if text:
            given |= {"text": text[:200]}
        await self._call("answerCallbackQuery", given)

    async def show_action(self, chat_id: int, action: str) -> None:
        """Show for five seconds what the bot does, such as `typing`."""
        await self._call("sendChatAction", {"chat_id": chat_id, "action": action})

    async def set_commands(self, commands: Mapping[str, str], *, language: str = "") -> None:
        """Set the commands that are offered, with what they do."""
        given: dict[str, Any] = {
            "commands": [{"command": n, "description": text} for n, text in commands.items()]
        }
        if language:
            given["language_code"] = language
        await self._call("setMyCommands", given)

    async def send_file(
        self,
        method: str,
        chat_id: int,
        data: bytes,
        *,
        name: str,
        duration_s: int | None = None,
    ) -> int:
        """Send a picture, a document or a voice message; returns the id of the message.

        Args:
            method: `sendPhoto`, `sendDocument` or `sendVoice`.
            chat_id: Where.
            data: The file.
            name: Its name.
            duration_s: Of a voice message.
        """
        field = method.removeprefix("send").casefold()
        given: dict[str, Any] = {"chat_id": chat_id}
        if duration_s is not None:
            given["duration"] = duration_s
        return _message_id(await self._call(method, given, upload=(field, name, data)))

    async def download(self, file_id: str) -> bytes:
        """Return a file that a user sent."""
        file = await self._call("getFile", {"file_id": file_id})
        place = file.get("file_path", "") if _is_object(file) else ""  # it may have none
        path = f"/file/bot{self._token}/{place}"
        try:
            response = await self._http.get(path, timeout=UPLOAD_S)
        except httpx2.HTTPError as error:
            raise _unreachable(error) from None
        if not response.is_success:
            raise _refused({}, response.status_code, "getFile")
        return response.content

    async def _call(
        self,
        method: str,
        given: Mapping[str, Any] | None = None,
        *,
        upload: tuple[str, str, bytes] | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> Any:
        if not self._may_call():
            raise TelegramUnreachable(_("Another of your devices answers now."))
        path = f"/bot{self._token}/{method}"
        try:
            if upload is None:
                response = await self._http.post(path, json=given or {}, timeout=timeout_s)
            else:
                field, name, data = upload
                fields = {
                    key: value if isinstance(value, str) else json.dumps(value)
                    for key, value in (given or {}).items()
                }
                response = await self._http.post(
                    path, data=fields, files={field: (name, data)}, timeout=UPLOAD_S
                )
        except httpx2.HTTPError as error:
            raise _unreachable(error) from None  # its message has the address, with the token
        return _result(response, method)


def _result(response: httpx2.Response, method: str) -> Any:
    """Return what a call gave.

    Raises:
        TelegramError: If it was refused, or what came is none of Telegram's.
    """
    try:
        body: object = response.json()
    except (ValueError, RecursionError):
        body = None
    reply = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
    match reply:
        case {"ok": True, "result": result}:
            return result
        case {"ok": False}:
            raise _refused(reply, response.status_code, method)
        case _:  # of a proxy, or of a network that wants one to log in
            raise _broken(response.status_code)


def _broken(status: int) -> TelegramBroken:
    return TelegramBroken(_("Telegram answers with an error ({status}).").format(status=status))


def _seconds(value: object) -> float:
    """How long to wait; a second if that is not said."""
    if isinstance(value, int | float) and 0 <= value < float("inf"):
        return float(value)
    return 1.0


def _refused(reply: Mapping[str, Any], status: int, method: str) -> TelegramError:
    given = reply.get("error_code")
    code = given if isinstance(given, int) else status
    description = str(reply.get("description") or "")
    text = _("Telegram refused {method}: {reason}.").format(
        method=method, reason=description.removeprefix("Bad Request: ") or code
    )
    if code == 429:
        match reply.get("parameters"):
            case {"retry_after": after}:
                return TelegramRateLimited(text, retry_after_s=_seconds(after))
            case _:
                return TelegramRateLimited(text, retry_after_s=_seconds(None))
    if code in {401, 404} and (code == 401 or description == "Not Found"):
        return TelegramUnauthorized(_("Telegram does not know the token of the bot."))
    if code == 409:
        return TelegramConflict(_("Another program uses the same bot."))
    if code >= 500:
        return _broken(code)
    return TelegramRefused(text, code=code, description=description)


def _unreachable(error: httpx2.HTTPError) -> TelegramUnreachable:
    return TelegramUnreachable(
        _("Telegram cannot be reached ({error}).").format(error=type(error).__name__)
    )


def _texts(text_field: str, entities_field: str, text: FormattedText) -> dict[str, Any]:
    entities = text.entities()
    return {text_field: text.text, **({entities_field: entities} if entities else {})}


def _markup(keyboard: Keyboard) -> dict[str, Any]:
    return {"inline_keyboard": [[dict(button) for button in row] for row in keyboard]}


def _is_object(value: object) -> TypeIs[dict[str, Any]]:
    return isinstance(value, dict)


def _is_update_id(value: object) -> bool:
    """Whether the next poll can go on behind it."""
    return type(value) is int and 0 <= value < ID_BEYOND


def _message_id(message: object) -> int:
    match message:
        case {"message_id": int(number)}:
            return number
        case _:  # it may have arrived, so it is not sent again
            raise _refused({}, httpx2.codes.OK, "send")

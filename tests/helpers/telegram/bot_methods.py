"""What the methods of the Bot API do that a bot like ours may call.

Every call is checked against the description of the API first, and every result after it.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

from tests.helpers.telegram.api_description import Json, bot_api
from tests.helpers.telegram.message_rules import (
    ACTIONS,
    MAX_CAPTION,
    MAX_PHOTO_BYTES,
    MAX_TEXT,
    MAX_UPLOAD_BYTES,
    RefusedCallError,
    check_keyboard,
    checked_text,
)
from tests.helpers.telegram.rate_limit import RateLimit
from tests.helpers.telegram.world import FakeChat, ShownMessage, TelegramWorld, photo_sizes

CALLBACK_LIFE: Final = timedelta(seconds=15)
"""How long a tap can be answered."""
MAX_DOWNLOAD_BYTES: Final = 20 * 1024 * 1024
_TOO_OLD: Final = (
    "Bad Request: query is too old and response timeout expired or query ID is invalid"
)
_NOT_MODIFIED: Final = (
    "Bad Request: message is not modified: specified new message content and reply markup are"
    " exactly the same as a current content and reply markup of the message"
)
Uploads = Mapping[str, bytes]


class BotMethods:
    """The methods, by name.

    Args:
        world: What they change.
        rate: How much may be sent.
    """

    def __init__(self, world: TelegramWorld, rate: RateLimit) -> None:
        self._world = world
        self._rate = rate
        self._methods: Final[Mapping[str, Callable[[Json, Uploads], object]]] = {
            "getMe": self._get_me,
            "getUpdates": self._get_updates,
            "deleteWebhook": lambda _given, _uploads: True,
            "sendMessage": self._send_message,
            "sendPhoto": self._send_photo,
            "sendDocument": self._send_document,
            "sendVoice": self._send_voice,
            "sendChatAction": self._send_chat_action,
            "editMessageText": self._edit_text,
            "editMessageReplyMarkup": self._edit_markup,
            "deleteMessage": self._delete,
            "answerCallbackQuery": self._answer_callback,
            "getFile": self._get_file,
            "setMyCommands": self._set_commands,
        }

    def call(self, name: str, given: Json, uploads: Uploads) -> object:
        """Carry out a call; under the lock of the world.

        Raises:
            RefusedCallError: If Telegram would refuse it.
        """
        method = bot_api().method(name)
        if method is None:
            raise RefusedCallError("Not Found: method not found", code=404)
        problems = list(bot_api().problems_of_call(method, given, uploads))
        if problems:
            raise RefusedCallError(f"Bad Request: {'; '.join(problems)}")
        carry_out = self._methods.get(method)
        if carry_out is None:
            raise RefusedCallError(f"The fake cannot do {method} yet", code=501)
        result = carry_out(given, uploads)
        problems = list(bot_api().problems_of_result(method, result))
        assert not problems, problems
        return result

    # Updates.

    def _get_me(self, given: Json, uploads: Uploads) -> object:
        return {
            **self._world.bot,
            "can_join_groups": False,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }

    def _get_updates(self, given: Json, uploads: Uploads) -> object:
        limit = given.get("limit", 100)
        if not 1 <= limit <= 100 or not 0 <= given.get("timeout", 0) <= 50:
            raise RefusedCallError("Bad Request: limit or timeout out of range")
        offset = given.get("offset", 0)
        updates = self._world.updates
        if offset > 0:
            updates[:] = [update for update in updates if update["update_id"] >= offset]
        elif offset < 0:
            updates[:] = updates[offset:]
        allowed = given.get("allowed_updates")
        if allowed:
            updates[:] = [one for one in updates if one.keys() & set(allowed)]
        return updates[:limit]

    def _answer_callback(self, given: Json, uploads: Uploads) -> object:
        callback = self._world.callbacks.get(given["callback_query_id"])
        if len(given.get("text", "")) > 200:
            raise RefusedCallError("Bad Request: MESSAGE_TOO_LONG")
        is_old = callback is None or self._world.now() - callback.tapped_at > CALLBACK_LIFE
        if callback is None or is_old or callback.answer is not None:
            raise RefusedCallError(_TOO_OLD)
        callback.answer = given
        self._world.notify()
        return True

    # Messages.

    def _send_message(self, given: Json, uploads: Uploads) -> object:
        content = self._text_of(given, "text", "entities", limit=MAX_TEXT)
        return self._send(given, content)

    def _send_photo(self, given: Json, uploads: Uploads) -> object:
        data = self._upload(given, uploads, "photo", limit=MAX_PHOTO_BYTES)
        if not data.startswith((b"\x89PNG", b"\xff\xd8", b"GIF8", b"RIFF")):
            raise RefusedCallError("Bad Request: IMAGE_PROCESS_FAILED")
        file = self._world.add_file(data, folder="photos", suffix=".jpg")
        return self._send(given, {"photo": photo_sizes(file, (640, 480)), **self._caption(given)})

    def _send_document(self, given: Json, uploads: Uploads) -> object:
        data = self._upload(given, uploads, "document", limit=MAX_UPLOAD_BYTES)
        file = self._world.add_file(data, folder="documents", suffix=".bin")
        return self._send(given, {"document": file, **self._caption(given)})

    def _send_voice(self, given: Json, uploads: Uploads) -> object:
        data = self._upload(given, uploads, "voice", limit=MAX_UPLOAD_BYTES)
        if not data.startswith(b"OggS") or b"OpusHead" not in data[:200]:
            raise RefusedCallError("Bad Request: a voice message is OGG with Opus")
        file = self._world.add_file(data, folder="voice", suffix=".oga")
        voice = {**file, "duration": given.get("duration", 1), "mime_type": "audio/ogg"}
        return self._send(given, {"voice": voice, **self._caption(given)})

    def _send_chat_action(self, given: Json, uploads: Uploads) -> object:
        if given["action"] not in ACTIONS:
            raise RefusedCallError("Bad Request: wrong parameter action in request")
        chat = self._chat(given)
        chat.actions.append(given["action"])
        self._world.notify()
        return True

    def _edit_text(self, given: Json, uploads: Uploads) -> object:
        message = self._own_message(given, "edit")
        if "text" not in message.raw:
            raise RefusedCallError("Bad Request: there is no text in the message to edit")
        content = self._text_of(given, "text", "entities", limit=MAX_TEXT)
        return self._edit(given, message, {"entities": None, "reply_markup": None, **content})

    def _edit_markup(self, given: Json, uploads: Uploads) -> object:
        return self._edit(given, self._own_message(given, "edit"), {"reply_markup": None})

    def _delete(self, given: Json, uploads: Uploads) -> object:
        message = self._own_message(given, "delete")
        message.is_deleted = True
        self._world.notify()
        return True

    def _get_file(self, given: Json, uploads: Uploads) -> object:
        stored = self._world.files.get(given["file_id"])
        if stored is None:
            raise RefusedCallError(
                "Bad Request: wrong file_id or the file is temporarily unavailable"
            )
        if len(stored.content) > MAX_DOWNLOAD_BYTES:
            raise RefusedCallError("Bad Request: file is too big")
        return {
            "file_id": given["file_id"],
            "file_unique_id": f"unique{given['file_id'][-4:]}",
            "file_size": len(stored.content),
            "file_path": stored.path,
        }

    def _set_commands(self, given: Json, uploads: Uploads) -> object:
        for command in given["commands"]:
            name, text = command["command"], command["description"]
            is_name = name.replace("_", "a").isalnum() and name.islower() and name.isascii()
            if not (is_name and len(name) <= 32 and 1 <= len(text) <= 256):
                raise RefusedCallError("Bad Request: BOT_COMMAND_INVALID")
        self._world.commands = given["commands"]
        return True

    # Parts.

    def _chat(self, given: Json) -> FakeChat:
        chat = self._world.chats.get(given["chat_id"])
        if chat is None:
            raise RefusedCallError("Bad Request: chat not found")
        if chat.is_blocked:
            raise RefusedCallError("Forbidden: bot was blocked by the user", code=403)
        return chat

    def _own_message(self, given: Json, what: str) -> ShownMessage:
        if "chat_id" not in given or "message_id" not in given:
            raise RefusedCallError("Bad Request: message identifier is not specified")
        message = self._chat(given).find(given["message_id"])
        if message is None:
            raise RefusedCallError(f"Bad Request: message to {what} not found")
        if not message.is_from_bot:
            raise RefusedCallError(f"Bad Request: message can't be {what}ed")
        return message

    def _text_of(self, given: Json, text: str, entities: str, *, limit: int) -> Json:
        if "parse_mode" in given:
            raise RefusedCallError("The fake reads no markup; send entities", code=501)
        kept, marks = checked_text(given.get(text, ""), given.get(entities, []), limit=limit)
        return {text: kept, entities: marks} if marks else {text: kept}

    def _caption(self, given: Json) -> Json:
        if not given.get("caption"):
            return {}
        return self._text_of(given, "caption", "caption_entities", limit=MAX_CAPTION)

    def _upload(self, given: Json, uploads: Uploads, name: str, *, limit: int) -> bytes:
        data = uploads.get(given.get(name, name).removeprefix("attach://"))
        if not data:
            raise RefusedCallError("Bad Request: file must be non-empty")
        if len(data) > limit:
            raise RefusedCallError("Request Entity Too Large", code=413)
        return data

    def _send(self, given: Json, content: Json) -> object:
        chat = self._chat(given)
        self._rate.take(chat.chat_id, self._world.now())
        reply = given.get("reply_parameters")
        if reply is not None:
            target = chat.find(reply["message_id"])
            if target is not None:
                content["reply_to_message"] = {
                    name: value for name, value in target.raw.items() if name != "reply_to_message"
                }
            elif not reply.get("allow_sending_without_reply"):
                raise RefusedCallError("Bad Request: message to be replied not found")
        markup = given.get("reply_markup")
        if markup is not None and "inline_keyboard" in markup:
            check_keyboard(markup)
            content["reply_markup"] = markup
        message = self._world.add_message(chat, self._world.bot, content)
        if markup is not None and markup.get("force_reply"):
            message.forced_reply = markup.get("input_field_placeholder", "")
        return message.raw

    def _edit(self, given: Json, message: ShownMessage, content: Json) -> object:
        markup = given.get("reply_markup")
        if markup is not None:
            check_keyboard(markup)
            content["reply_markup"] = markup if markup["inline_keyboard"] else None
        self._rate.take(given["chat_id"], self._world.now())
        if all(message.raw.get(name) == value for name, value in content.items()):
            raise RefusedCallError(_NOT_MODIFIED)
        raw: dict[str, Any] = {**message.raw, **content, "edit_date": self._world.unix()}
        message.raw = {name: value for name, value in raw.items() if value is not None}
        message.n_edits += 1
        self._world.notify()
        return message.raw

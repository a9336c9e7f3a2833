"""A channel that nobody can be linked to."""

from typing_extensions import override

from assistant.channels.telegram.linking import AccountLinks
from assistant.channels.telegram.model.link_codes import LinkRefusal, refusal_of
from assistant.channels.telegram.model.updates import Message
from assistant.channels.telegram.seams import Greet
from assistant.protocol.telegram import TelegramState
from assistant.storage.telegram import TelegramAccount


class NoLinking(AccountLinks):
    """No code is shown."""

    def __init__(self) -> None: ...

    @property
    @override
    def is_open(self) -> bool:
        return False

    @override
    async def try_link(self, message: Message) -> TelegramAccount | LinkRefusal:
        return refusal_of(message, None)

    @override
    async def bot_stands(self, state: TelegramState) -> None: ...

    @override
    async def bot_reached(self, bot_name: str, greet: Greet) -> None: ...

    @override
    async def bot_left(self) -> None: ...

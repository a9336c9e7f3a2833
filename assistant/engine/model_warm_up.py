"""Has the model ready while words for it are being typed. Engine loop only.

An idle connection is closed after a minute. Opening one anew takes two to three round trips, which
pass while somebody types instead of after their Enter key.
"""

import logging

from assistant.engine.core import Core
from assistant.engine.engine_thread import Handlers
from assistant.errors import AssistantError
from assistant.protocol.conversation import UserTyping

logger = logging.getLogger(__name__)


def typing_handlers(core: Core) -> Handlers:
    """Return the handler of `UserTyping`.

    Args:
        core: The model of its current conversation is made ready.
    """

    async def typing(command: UserTyping) -> None:
        try:
            await core.conversations.current.warm_up()
        except AssistantError as error:  # told when it is asked
            logger.info("The model is not ready for what is typed: %s", error.message)

    return {UserTyping: typing}

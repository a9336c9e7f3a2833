"""The dozen methods of Telegram's Bot API that are used, over HTTP."""

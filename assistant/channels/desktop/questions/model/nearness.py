"""Whose questions a window reaches the user with."""

from typing import Final

from assistant.questions.model.question import Channel

NEAR_CHANNELS: Final = frozenset({Channel.DESKTOP, Channel.VOICE, Channel.MCP, Channel.API})
"""Where those ask who are at this machine."""

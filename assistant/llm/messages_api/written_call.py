"""Calls of tools that a model wrote into its words, kept from the display. Pure.

Servers that do not know a model's way to call tools pass its calls on as text, such as
`<tool_call>{"name": …}</tool_call>`. They are not run, and neither shown nor spoken. In code, and in
quotation marks, such a mark is text; so is one that no call follows.
"""

import re
from typing import Final

from assistant.code_spans import CODE_MARKS, CodeSpans, are_quotes, begun_run

_CLOSINGS: Final = {
    **{
        f"<{name}>": f"</{name}>"
        for name in (
            "tool_call", "tool_calls", "toolcall", "tool", "tools", "function_call",
            "function_calls", "action", "minimax:tool_call", "seed:tool_call", "longcat_tool_call",
            "antml:function_calls", "｜dsml｜function_calls", "｜dsml｜tool_calls",
        )
    },
    "<function=": "</function>",  # Llama's
    "<invoke name=": "</invoke>",
    "<|tool_call|>": "<|/tool_call|>",
    "<|tool_calls|>": "<|/tool_calls|>",
    "<|tool_call>": "<tool_call|>",  # Gemma's
    "<start_function_call>": "<end_function_call>",
    "<|tool_call_start|>": "<|tool_call_end|>",
    "<|tool_call_begin|>": "<|tool_call_end|>",
    "<|tool_calls_section_begin|>": "<|tool_calls_section_end|>",  # Moonshot's
    "<|action_start|>": "<|action_end|>",  # InternLM's
    "<|start_action|>": "<|end_action|>",  # Cohere's
    "<|channel|>commentary to=": "<|call|>",  # gpt-oss
    "<|python_tag|>": "<|eom_id|>",
    "<｜tool▁calls▁begin｜>": "<｜tool▁calls▁end｜>",  # DeepSeek's
    "[tool_calls]": "",  # Mistral's; nothing but calls follows
}  # fmt: skip
"""What opens calls, in lower case, and what closes them."""
_SIGNS: Final = "<["
_LONGEST: Final = max(map(len, _CLOSINGS))
_NAME: Final = r"[a-z_][\w.:-]{0,60}\s{0,4}"
"""A tool's, right behind the mark, with nothing but its arguments behind it."""
_TOKEN: Final = re.compile(
    rf"{CODE_MARKS}|(?P<opening>{'|'.join(map(re.escape, _CLOSINGS))})"
    rf"(?:(?P<name>(?<=>){_NAME}(?:<(?:a(?:r(?:g)?)?)?)?\Z)|\s*(?P<call>[\[{{<]|(?<=\|>)[a-z]"
    rf"|(?<=[\]=])[\"'a-z]|(?<=[a-z|]>){_NAME}<(?:/|arg_)|(?<=call>)call:)?)",
    re.IGNORECASE,
)
_NOT_PLAIN: Final = re.compile(r"[\n`~<\[]")
_MAY_HOLD: Final = re.compile("|".join(map(re.escape, _CLOSINGS)), re.IGNORECASE)


class WrittenCallFilter:
    """Lets the text of one message through, in chunks of any size, and keeps its calls back.

    Attributes:
        has_call: Whether there was one.
    """

    def __init__(self) -> None:
        self.has_call = False
        self._code = CodeSpans()
        self._buffer = ""
        self._last = ""
        """The last character that was let through."""
        self._closing: str | None = None
        """What closes the call that is open."""
        self._skips_blank = False
        """Whether white space that follows a call is left out."""

    def feed(self, chunk: str) -> str:
        """Take the next piece of the message and return what may be shown now."""
        if self._is_flowing and not _NOT_PLAIN.search(chunk):
            self._last = chunk[-1:] or self._last
            return chunk
        self._buffer += chunk
        return self._take(is_end=False)

    def finish(self) -> str:
        """End the message, and return what is still to be shown; call it once."""
        return self._take(is_end=True)

    @property
    def _is_flowing(self) -> bool:
        return (
            self._closing is None
            and not (self._buffer or self._skips_blank)
            and self._code.is_within_line
        )

    def _take(self, *, is_end: bool) -> str:
        shown: list[str] = []
        while self._buffer:
            if self._closing is not None:
                if not self._skip_call(self._closing):
                    break
            elif not self._take_words(shown, is_end=is_end):
                break
        return "".join(shown)

    def _skip_call(self, closing: str) -> bool:
        """Drop what belongs to the open call; return whether it is closed."""
        end = self._buffer.lower().find(closing) if closing else -1
        if end < 0:
            self._buffer = self._buffer[-len(closing) :] if closing else ""
            return False
        self._buffer = self._buffer[end + len(closing) :]
        self._closing, self._skips_blank = None, True
        return True

    def _take_words(self, shown: list[str], *, is_end: bool) -> bool:
        """Show words up to a call; return whether one begins there."""
        at = 0
        while token := _TOKEN.search(self._buffer, at):
            is_last = token.end() == len(self._buffer) and not is_end
            if is_last and not token["line"] and not token["call"]:
                break  # it may go on
            self._code.text(self._buffer, at, token.start())
            at = token.end()
            if not token["opening"]:
                self._code.take(token)
                continue
            before = self._buffer[token.start() - 1] if token.start() else self._last
            after = self._buffer[token.end("opening") :][:1]
            if token["call"] and not self._code.is_code and not are_quotes(before, after):
                self._show(self._buffer[: token.start()], shown)
                self._buffer = self._buffer[token.start("call") :]
                self._closing, self.has_call = _CLOSINGS[token["opening"].lower()], True
                return True
            at = token.end("opening")
            self._code.text(self._buffer, token.start(), at)
        end = len(self._buffer) if is_end else self._settled(at)
        self._code.text(self._buffer, at, end)
        self._show(self._buffer[:end], shown)
        self._buffer = self._buffer[end:]
        return False

    def _settled(self, begin: int) -> int:
        """Return up to where nothing more can become of the buffer."""
        text = self._buffer
        if run := begun_run(text):
            return max(begin, len(text) - run)
        token = _TOKEN.search(text, begin)
        if token is not None and token["opening"]:
            return token.start()
        at = max(text.rfind(sign, max(begin, len(text) - _LONGEST)) for sign in _SIGNS)
        may_open = at >= 0 and any(mark.startswith(text[at:].lower()) for mark in _CLOSINGS)
        return at if may_open else len(text)

    def _show(self, text: str, shown: list[str]) -> None:
        if self._skips_blank:
            text = text.lstrip()
            self._skips_blank = not text
        if text:
            self._last = text[-1]
            shown.append(text)


def without_calls(text: str) -> str:
    """Return what is shown of a complete message."""
    if not _MAY_HOLD.search(text):
        return text
    calls = WrittenCallFilter()
    return calls.feed(text) + calls.finish()

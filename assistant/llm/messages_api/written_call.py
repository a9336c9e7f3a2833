"""Calls of tools that a model wrote into its words, kept from the display. Pure.

Servers that do not know a model's way to call tools pass its calls on as text, such as
`<tool_call>{"name": …}</tool_call>`, `functools[{"name": …}]` or a fence that says `tool_code`. They
are not run, and neither shown nor spoken. In code, and in quotation marks, such a mark is text; so is
one that no call follows. A call that nothing marks, `{"name": …, "arguments": {…}}` where a line
begins or as all of a fence, is one if no words follow: else it is what they speak of.
"""

import re
from typing import Final

from assistant.code_spans import CODE_MARKS, CodeSpans, are_quotes, begun_run
from assistant.llm.messages_api.written_steps import BEGINS_STEPS, WrittenStepFilter
from assistant.llm.messages_api.written_value import ValueEnd, are_calls, may_be_calls

_RESULTS: Final = (
    "tool_response", "tool_result", "tool_results",
    "function_response", "function_result", "function_results",
)  # fmt: skip
"""What stands around the result that a model makes up for its call."""
_CLOSINGS: Final = {
    **{
        f"<{name}>": f"</{name}>"
        for name in (
            "tool_call", "tool_calls", "toolcall", "tool", "tools", "function_call",
            "function_calls", "action", "minimax:tool_call", "seed:tool_call", "longcat_tool_call",
            "antml:function_calls", "｜dsml｜function_calls", "｜dsml｜tool_calls",
            "tool_code", "tool_use", "execute_tool", "use_mcp_tool", "tool-call", "function-call",
            "functioncall", *_RESULTS,
        )
    },
    **{
        f"<{name} {attribute}=": f"</{name}>"
        for name in ("tool_call", "toolcall", "tool", "tool_use", "function_call")
        for attribute in ("name", "id", "function", "type")
    },
    "[tool_call]": "[/tool_call]",
    "<function=": "</function>",  # Llama's
    "<function name=": "</function>",
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
    "<|channel|>analysis to=": "<|call|>",
    "<|python_tag|>": "<|eom_id|>",
    "<｜tool▁calls▁begin｜>": "<｜tool▁calls▁end｜>",  # DeepSeek's
    "<｜tool▁call▁begin｜>": "<｜tool▁call▁end｜>",
    "[tool_calls]": "",  # Mistral's; nothing but calls follows
}  # fmt: skip
"""What opens calls, in lower case, and what closes them."""
_STRAYS: Final = ("<|call|>", "</tool_call>", "</tool_calls>", "</function_call>")
"""What closes calls, and is left over where something else has closed them."""
_SIGNS: Final = "<["
_LONGEST: Final = max(map(len, _CLOSINGS))
_NAME: Final = r"[a-z_][\w.:-]{0,60}\s{0,4}"
"""A tool's, right behind the mark, with nothing but its arguments behind it."""
_FENCES: Final = tuple(
    f"{name}{plural}"
    for name in ("tool_code", "tool_call", "tool_use", "tool_output", "function_call")
    for plural in ("", "s")
)
"""What fences say that hold calls; Gemma's say `tool_code`."""
_TOOL: Final = r"[a-z_][\w.:-]{0,60}"
_LINES: Final = (
    *("functools", "to=functions.", "commentary to=functions.", "action:", "✿function✿:"),
    "observation:",
)
"""With what lines of calls begin, in lower case."""
_LONGEST_LINE: Final = max(map(len, _LINES))
_LINE: Final = re.compile(
    r"functools\s*(?=\[\s*\{)"  # Phi's
    # gpt-oss', from servers that drop its marks
    rf"|(?:commentary )?to=functions\.{_TOOL}[ \t]*(?:<\|[a-z]{{1,20}}\|>[ \t]*|[a-z]{{1,20}}[ \t]*){{0,4}}(?=\{{)"
    rf"|action:[ \t]*{_TOOL}\s*action input:\s*(?=[\[{{])"
    rf"|✿function✿:\s*{_TOOL}\s*✿args✿:\s*(?=[\[{{])",  # Qwen's agents
    re.IGNORECASE,
)
_PLAIN_ACTION: Final = re.compile(
    rf"action:[ \t]*{_TOOL}[ \t\r]*\n[ \t]*action input:[ \t]*(?=[^\s\[{{`])", re.IGNORECASE
)
"""A call whose input is the rest of its line."""
_OBSERVATION: Final = re.compile(r"observation:", re.IGNORECASE)
"""What a ReAct agent would write behind a call; the model makes it up, or stops there."""
_LONE_OBSERVATION: Final = re.compile(r"[ \t]*observation:\s*", re.IGNORECASE)
_INPUT_MARKS: Final = ("action input:", "✿args✿:")
_begun_marks: Final = "|".join(mark[:end] for mark in _INPUT_MARKS for end in range(1, len(mark)))
_BEGUN_LINE: Final = re.compile(
    rf"functools\s*(?:\[\s*)?|observation:\s*|(?:commentary )?to=functions\.[^{{}}\n]{{0,150}}"
    rf"|(?:action|✿function✿):[ \t]*(?:{_TOOL}\s*(?:(?:{'|'.join(_INPUT_MARKS)})\s*|{_begun_marks})?)?",
    re.IGNORECASE,
)
_FENCE: Final = re.compile(
    rf"(`{{3,}}|~{{3,}})[ \t]*(?:{'|'.join(_FENCES)})[ \t\r]*(?=\n)", re.IGNORECASE
)
_JSON_FENCE: Final = re.compile(r"(`{3,}|~{3,})[ \t]*(?:json[c5]?)?[ \t\r]*\n\s*", re.IGNORECASE)
_BEGUN_JSON_FENCE: Final = re.compile(
    r"(?:`+|~+)[ \t]*(?:j(?:s(?:o(?:n[c5]?)?)?)?)?[ \t\r]*(?:\n\s*)?", re.I
)
_MORE_VALUES: Final = re.compile(r"[\s;,]*(?=[\[{])")
_BEGUN_END: Final = re.compile(r"\s*[;,`~]*[ \t\r]*")
_BEGUN_FENCE: Final = re.compile(r"(?:`+|~+)[ \t]*([a-z_]*)[ \t\r]*", re.IGNORECASE)
_TOKEN: Final = re.compile(
    rf"{CODE_MARKS}|(?P<inline>functools\s{{0,4}}(?=\[\s{{0,20}}\{{))"
    rf"|(?P<stray>{'|'.join(map(re.escape, _STRAYS))})|(?P<opening>{'|'.join(map(re.escape, _CLOSINGS))})"
    rf"(?:(?P<name>(?<=>)\s?{_NAME}(?:<(?:a(?:r(?:g)?)?)?)?\Z)|\s*(?P<call>[\[{{<]|(?<=\|>)[a-z]"
    rf"|(?<=[\]=])[\"'a-z]|(?<=[a-z|]>){_NAME}<(?:/|arg_)"
    rf"|(?:(?<=[a-z|]>)|(?<=[a-z|]>\n)){_NAME}\{{|(?<=call>)call:|(?<=｜>)[a-z]"
    rf"|(?<=[a-z]>){_TOOL}\()?)",
    re.IGNORECASE,
)
_begun_word = "".join(f"{letter}(?:" for letter in "functools") + ")?" * len("functools")
_BEGUN_INLINE: Final = re.compile(
    rf"(?<![\w.]){_begun_word.removesuffix(')?')}\s{{0,4}}(?:\[\s{{0,20}})?)?\Z", re.IGNORECASE
)
_NOT_PLAIN: Final = re.compile(rf"[\n`~<\[]|{_BEGUN_INLINE.pattern}", re.IGNORECASE)
_MAY_HOLD: Final = re.compile(
    rf"{BEGINS_STEPS}|"
    + "|".join(map(re.escape, (*_CLOSINGS, *_FENCES, *_LINES)))
    + r"|^[ \t]*[\[{]",
    re.IGNORECASE | re.MULTILINE,
)
_INDENT: Final = re.compile(r"[ \t]*")
_BETWEEN_CALLS: Final = re.compile(r"[ \t\r\n;,]*")


class WrittenCallFilter:
    """Lets the text of one message through, in chunks of any size, and keeps its calls back.

    Attributes:
        has_call: Whether there was one.
    """

    def __init__(self) -> None:
        self.has_call = False
        self._steps = WrittenStepFilter()
        self._code = CodeSpans()
        self._buffer = ""
        self._checked: int = 0
        """Characters at the beginning of the buffer in which no call begins a line."""
        self._last = ""
        """The last character that was let through."""
        self._closing: str | None = None
        """What closes the call that is open."""
        self._value: ValueEnd | None = None
        """What finds the end of the value that is open."""
        self._bare: list[str] | None = None
        """What was read of that value, if nothing marks it as a call."""
        self._fence: str = ""
        """The marks of the open fence that holds nothing but values."""
        self._fenced: str = ""
        """What was read of it, up to the open value."""
        self._unsure: str = ""
        """What are calls unless words follow."""
        self._skips_blank = False
        """Whether white space that follows a call is left out."""

    def feed(self, chunk: str) -> str:
        """Take the next piece of the message and return what may be shown now."""
        chunk = self._steps.feed(chunk)
        self.has_call = self.has_call or self._steps.has_call
        if self._is_flowing and not _NOT_PLAIN.search(chunk):
            self._last = chunk[-1:] or self._last
            return chunk
        self._buffer += chunk
        return self._take(is_end=False)

    def finish(self) -> str:
        """End the message, and return what is still to be shown; call it once."""
        self._buffer += self._steps.finish()
        self.has_call = self.has_call or self._steps.has_call
        shown = self._take(is_end=True)
        if self._bare is not None:
            self._put_back("".join(self._bare))
            shown += self._take(is_end=True)
        self._unsure += self._fenced
        self.has_call = self.has_call or bool(self._unsure)
        return shown

    @property
    def _is_flowing(self) -> bool:
        return (
            self._closing is None
            and self._value is None
            and not (self._buffer or self._skips_blank or self._unsure)
            and self._code.is_within_line
        )

    def _take(self, *, is_end: bool) -> str:
        shown: list[str] = []
        while self._buffer:
            if self._closing is not None:
                goes_on = self._skip_call(self._closing)
            elif self._value is not None:
                goes_on = self._skip_value(self._value)
            elif self._fence:
                goes_on = self._end_fence(self._fence, is_end=is_end)
            else:
                goes_on = self._take_words(shown, is_end=is_end)
            if not goes_on:
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

    def _skip_value(self, value: ValueEnd) -> bool:
        """Take what belongs to the open value; return whether it is complete."""
        end = value.find(self._buffer)
        read = self._buffer if end < 0 else self._buffer[:end]
        self._buffer = self._buffer[len(read) :]
        if self._bare is not None:
            self._bare.append(read)
        if end < 0:
            return False
        bare, self._bare, self._value = self._bare, None, None
        if bare is None:
            self._skips_blank = True
            return True
        whole = "".join(bare)
        if not are_calls(whole.strip(" \t\r\n;,")):
            self._put_back(whole)
        elif self._fence:
            self._fenced += whole
        else:
            self._unsure += whole
        return True

    def _end_fence(self, fence: str, *, is_end: bool) -> bool:
        """Take what follows a call in a fence; return whether there is more to take now."""
        if more := _MORE_VALUES.match(self._buffer):
            self._fenced += more[0]
            self._buffer = self._buffer[more.end() :]
            self._value, self._bare = ValueEnd(), []
            return True
        end = re.match(rf"\s*{fence}[`~]*[ \t\r]*(?:\n|\Z)", self._buffer)
        if end is not None and (is_end or end[0].endswith("\n")):
            self._unsure += self._fenced + end[0]
            self._buffer = self._buffer[end.end() :]
            self._fence = self._fenced = ""
            return True
        if not is_end and _BEGUN_END.fullmatch(self._buffer):
            return False
        self._put_back("")
        return True

    def _put_back(self, value: str) -> None:
        """Treat what was read as words."""
        read = self._fenced + value
        self._buffer, self._checked = read + self._buffer, len(read)
        self._fence = self._fenced = ""
        self._bare = self._value = None

    def _take_words(self, shown: list[str], *, is_end: bool) -> bool:
        """Show words up to a call; return whether one begins there."""
        at = 0
        while True:
            if self._begins_line(at) and not self._code.is_code:
                is_begun = self._begin_line(at, shown)
                if is_begun:
                    return True
                if is_begun is None:
                    end = at
                    if not is_end:
                        break
                    if _LONE_OBSERVATION.fullmatch(self._buffer, at):
                        self._buffer = self._buffer[:at]
                        break
            token = _TOKEN.search(self._buffer, at)
            is_last = token is not None and token.end() == len(self._buffer) and not is_end
            is_known = token is not None and any(
                map(token.group, ("line", "call", "inline", "stray"))
            )
            if token is None or (is_last and not is_known):
                end = len(self._buffer) if is_end else self._settled(at)  # it may go on
                break
            self._code.text(self._buffer, at, token.start())
            at = token.end()
            if not (token["opening"] or token["inline"] or token["stray"]):
                self._code.take(token)
                continue
            if self._take_mark(token, shown):
                return True
            at = token.end("opening") if token["opening"] else at
            self._code.text(self._buffer, token.start(), at)
        self._code.text(self._buffer, at, end)
        self._show_up_to(end, shown)
        return False

    def _take_mark(self, token: re.Match[str], shown: list[str]) -> bool:
        """Take what begins a call, or is left over of one; return whether it counts."""
        mark = token["opening"] or token["inline"] or token["stray"]
        before = self._buffer[token.start() - 1] if token.start() else self._last
        after = self._buffer[token.start() + len(mark) :][:1]
        if token["inline"]:
            counts = not (before.isalnum() or before in {".", "_"})
        else:
            is_late = token["stray"] or mark.lower()[1:-1] in _RESULTS
            counts = bool(token["call"]) or (self.has_call and bool(is_late))
        if not counts or self._code.is_code or are_quotes(before, after):
            return False
        begin = token.start("call") - token.start() if token["call"] else len(mark)
        self._show_up_to(token.start(), shown)
        self._buffer = self._buffer[begin:]
        self.has_call = True
        if token["inline"]:
            self._value = ValueEnd()
        elif token["opening"]:
            self._closing = _CLOSINGS[mark.lower()]
        return True

    def _begins_line(self, at: int) -> bool:
        if at < self._checked:
            return False
        if at:
            return self._buffer[at - 1] == "\n"
        return self._last in {"", "\n"} or self._skips_blank or bool(self._unsure)

    def _begin_line(self, at: int, shown: list[str]) -> bool | None:
        """Return whether a call begins with a line; None if that may still turn out."""
        text = self._buffer
        blank = _BETWEEN_CALLS if self._unsure and not at else _INDENT
        found = blank.match(text, at)
        begin = found.end() if found else at
        match text[begin : begin + 1]:
            case "":
                return None
            case "`" | "~":
                return self._begin_fence(at, begin, shown)
            case "[" | "{":
                is_value = may_be_calls(text, begin)
                if is_value:
                    self._show_up_to(at, shown)
                    self._value, self._bare = ValueEnd(), []
                return is_value
            case _:
                pass
        if call := _PLAIN_ACTION.match(text, begin) or (
            self.has_call and _OBSERVATION.match(text, begin)
        ):
            self._show_up_to(at, shown)
            self._buffer = self._buffer[call.end() - at :]
            self._closing, self.has_call = "\n", True
            return True
        if call := _LINE.match(text, begin):
            self._show_up_to(at, shown)
            self._buffer = self._buffer[call.end() - at :]
            self._value, self.has_call = ValueEnd(), True
            return True
        begun = text[begin : begin + _LONGEST_LINE].lower()
        is_begun = any(one.startswith(begun) for one in _LINES) or _BEGUN_LINE.fullmatch(
            text, begin
        )
        return None if is_begun else False

    def _begin_fence(self, at: int, begin: int, shown: list[str]) -> bool | None:
        fence = _FENCE.match(self._buffer, begin)
        if fence is None:
            json_fence = _JSON_FENCE.match(self._buffer, begin)
            if (
                json_fence
                and (is_value := may_be_calls(self._buffer, json_fence.end())) is not False
            ):
                if is_value:
                    self._show_up_to(at, shown)
                    length = json_fence.end() - at
                    self._fence, self._fenced = json_fence[1], self._buffer[:length]
                    self._buffer = self._buffer[length:]
                    self._value, self._bare = ValueEnd(), []
                return is_value
            if _BEGUN_JSON_FENCE.fullmatch(self._buffer, begin):
                return None
            begun = _BEGUN_FENCE.fullmatch(self._buffer, begin)
            may_be = begun and any(name.startswith(begun[1].lower()) for name in _FENCES)
            return None if may_be else False
        self._show_up_to(at, shown)
        self._buffer = self._buffer[fence.end() - at :]
        self._closing, self.has_call = f"\n{fence[1]}", True
        return True

    def _settled(self, begin: int) -> int:
        """Return up to where nothing more can become of the buffer."""
        text = self._buffer
        if run := begun_run(text):
            return max(begin, len(text) - run)
        token = _TOKEN.search(text, begin)
        if token is not None and token["opening"]:
            return token.start()
        inline = _BEGUN_INLINE.search(text, begin)
        end = inline.start() if inline else len(text)
        at = max(text.rfind(sign, max(begin, len(text) - _LONGEST)) for sign in _SIGNS)
        marks = (*_CLOSINGS, *_STRAYS)
        may_open = at >= 0 and any(mark.startswith(text[at:].lower()) for mark in marks)
        return min(at, end) if may_open else end

    def _show_up_to(self, end: int, shown: list[str]) -> None:
        """Show the beginning of the buffer."""
        text, self._buffer = self._buffer[:end], self._buffer[end:]
        self._checked = max(0, self._checked - end)
        if self._skips_blank:
            text = text.lstrip()
            self._skips_blank = not text
        if self._unsure:
            self._unsure += text
            if _BETWEEN_CALLS.fullmatch(text):
                return
            text, self._unsure = self._unsure, ""
        if text:
            self._last = text[-1]
            shown.append(text)


def without_calls(text: str) -> str:
    """Return what is shown of a complete message."""
    if not _MAY_HOLD.search(text):
        return text
    calls = WrittenCallFilter()
    return calls.feed(text) + calls.finish()

"""Separates reasoning that a model wrote into its text from the text, as it arrives. Pure.

Servers that do not know a model's way to mark its reasoning pass the marks on as text:
`<think>…</think>`, and often `…</think>` alone, because the model's template has written the opening
mark into the prompt. Others drop gpt-oss' marks and leave what stood between them:
`analysis…assistantfinal…`. What is marked is reasoning; in code, and in quotation marks, a mark is
text.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from assistant.code_spans import (
    CODE_MARKS,
    CodeSpans,
    are_quotes,
    begun_run,
    may_open_quotation,
)

NAMES: Final = (
    "think", "thinking", "thought", "reasoning", "seed:think", "mm:think", "longcat_think",
    "ant_thinking", "scratchpad", "inner_monologue", "ds:think", "antml:thinking", "antthinking",
    "think_fast", "thoughts", "internal_thoughts", "internal_monologue", "reflection", "analysis",
    "cot", "chain_of_thought", "thinking_process", "thought_process", "reasoning_content",
    "inner_thought", "inner_thoughts",
)  # fmt: skip
"""Elements that models write their reasoning in."""
_OTHER_MARKS: Final = (
    ("[THINK]", "[/THINK]"),  # Mistral
    ("◁think▷", "◁/think▷"),  # Moonshot
    ("<|think|>", "<|/think|>"),
    ("<|thinking|>", "<|/thinking|>"),
    ("<|thought|>", "<|/thought|>"),
    ("<|think_start|>", "<|think_end|>"),
    ("<|thinking_start|>", "<|thinking_end|>"),
    ("<|inner_prefix|>", "<|inner_suffix|>"),  # Apertus
    ("[BEGIN THINKING]", "[BEGIN FINAL RESPONSE]"),  # Apriel, whose reasoning nothing opens
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),  # Cohere
    ("<|channel>thought", "<channel|>"),  # Gemma
    ("<unused94>thought", "<unused95>"),  # MedGemma
)
_CHANNEL: Final = ("<|channel|>analysis<|message|>", "<|end|>")
"""gpt-oss. What closes it ends every message of other models, so it closes nothing else."""
_HEAD: Final = r"[ \t]*(?:<\|constrain\|>[ \t]*)?[a-z]{0,20}[ \t]*<\|message\|>"
"""What may stand between the name of a channel and its text."""
_CHANNEL_OPENING: Final = rf"<\|channel\|>analysis{_HEAD}"
_CHANNEL_FRAME: Final = rf"<\|channel\|>(?:final|commentary){_HEAD}"
"""The answer, or words to the user before a call."""
_BEGUN_CHANNEL: Final = re.compile(
    r"<\|channel\|>[a-z]{0,10}(?:[ \t]*<(?:\|[a-z]{0,9}\|?>?)?)?[ \t]*[a-z]{0,20}[ \t]*(?:<(?:\|[a-z]{0,7}\|?)?)?\Z",
    re.IGNORECASE,
)
_FRAMES: Final = (
    "<|start|>assistant",  # another channel follows
    "<|return|>",
    "<|begin_of_solution|>",
    "<|end_of_solution|>",
    "<|START_RESPONSE|>",
    "<|END_RESPONSE|>",
    "<|end|>",
    "<|im_end|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<end_of_turn>",
    "<turn|>",
    "[END FINAL RESPONSE]",
    "<|begin_of_box|>",
    "<|end_of_box|>",
    "<|im_start|>assistant",
    "<start_of_turn>model",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|start_of_role|>assistant<|end_of_role|>",
    "<|begin_of_text|>",
    "<|assistant|>",
    "<|user|>",
    "<|observation|>",
    "<|endofprompt|>",
    "<|eom_id|>",
    "<|EOT|>",
    "<｜Assistant｜>",
    "<｜end▁of▁sentence｜>",
    "<bos>",
    "<eos>",
    "<s>",
    "</s>",
)
"""What stands around the words, or ends them, where a server leaves its template's marks in."""
_ANSWERS: Final = tuple(
    f"<{slash}{name}>"
    for name in ("answer", "final", "final_answer", "response", "output")
    for slash in ("", "/")
)
"""What stands around the words of models that write their reasoning before it; else it is text."""
_BARE: Final = "analysis"
"""gpt-oss' reasoning where its marks are dropped; the words begin without a space."""
_BARE_OPENING: Final = re.compile(rf"{_BARE}(?=[^\W\d_a-z]|[\"'“‘(*{{`#])")
_BARE_FRAME: Final = re.compile(
    r"(?:assistant)?(?:final|commentary)(?=[^\W\d_a-z]|[\"'“‘(*{`#])(?![A-Z][a-z]*[A-Z0-9_(=\[])"
)
"""What is left before gpt-oss' words where it did not reason; a name in a program is none."""
_BEGUN_BARE_FRAME: Final = re.compile(
    "|".join(
        [
            f"{word[:end]}"
            for word in ("assistantfinal", "assistantcommentary", "final", "commentary")
            for end in range(1, len(word) + 1)
        ]
        + ["(?:assistant)?(?:final|commentary)[A-Z][a-z]{0,30}"]
    )
)
_BARE_CLOSING: Final = re.compile(
    rf"assistant(?:final|commentary(?! ?to=)|(?={_BARE}|commentary ?to=))"
)
_BEGUN_BARE_CLOSING: Final = re.compile(
    "|".join(
        f"{word[:end]}\\Z"
        for word in (f"assistant{_BARE}", "assistantfinal", "assistantcommentary to=")
        for end in range(1, len(word))
    )
)
_FENCE_END: Final = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*")
_WORDS_LOOKED_AT: Final = 20
"""Of the pieces of text before a mark."""
_LONGEST_ATTRIBUTES: Final = 200
_THINKS_BY_NAME: Final = re.compile(
    r"(?:^|[^a-z0-9])(?:r1|qwq|magistral|thinking|thinker|reasoning|reasoner)(?:$|[^a-z0-9])",
    re.IGNORECASE,
)
"""Parts of names of models that reason before each answer."""

_names = "|".join(NAMES)
_attributes = rf"(?:\s[^<>]{{0,{_LONGEST_ATTRIBUTES}}})?"
_opens = "|".join((*(re.escape(opening) for opening, _closing in _OTHER_MARKS), _CHANNEL_OPENING))
_closes = "|".join(re.escape(closing) for _opening, closing in _OTHER_MARKS)
_CLOSING: Final = re.compile(rf"</\s*(?:{_names})\s*>|{_closes}", re.IGNORECASE)
_CHANNEL_CLOSING: Final = re.compile(re.escape(_CHANNEL[1]))
_TOKEN: Final = re.compile(
    rf"{CODE_MARKS}|(?P<closing>{_CLOSING.pattern})"
    rf"|(?P<opening><(?:{_names}){_attributes}(?P<empty>/)?>|{_opens})"
    rf"|(?P<frame>(?P<channel>{_CHANNEL_FRAME})|{'|'.join(map(re.escape, _FRAMES))})|(?P<answer>{'|'.join(_ANSWERS)})",
    re.IGNORECASE,
)
_NOT_PLAIN: Final = re.compile(r"[\n`~<\[◁]")
"""What may begin something within a line, or ends it."""
_SIGN: Final = re.compile(r"[<\[◁]")
_LITERAL_MARKS: Final = tuple(
    mark.lower()
    for mark in (*_FRAMES, *_ANSWERS, *_CHANNEL, *(one for pair in _OTHER_MARKS for one in pair))
)
_LONGEST_MARK: Final = max(map(len, _LITERAL_MARKS))
_BEGUN_ELEMENT: Final = re.compile(r"<(/\s*)?([a-z:_]*)(\s[^<>]*|/)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Words:
    """Some of what the model says."""

    text: str


@dataclass(frozen=True, slots=True)
class Thought:
    """Some of what it reasons."""

    text: str


@dataclass(frozen=True, slots=True)
class WordsWithdrawn:
    """Every word since the last thought was reasoning; the words follow as a `Thought`."""


ThoughtPiece = Words | Thought | WordsWithdrawn


def thinks_by_name(model: str) -> bool:
    """Whether the name of a model says that it reasons before it answers."""
    return _THINKS_BY_NAME.search(model) is not None


@dataclass(slots=True)
class _OpenThought:
    mark: str
    """What opened it; empty if nothing did."""
    is_live: bool
    """Whether it is passed on as it arrives; else it is kept until its end decides what it is."""
    text: list[str] = field(default_factory=list[str])


class ThoughtFilter:
    """Takes one text apart, in chunks of any size.

    Args:
        begins_in_thought: Whether the text begins with reasoning that no mark opens. None if that
            is possible: then nothing is let through until a mark or the end decides.

    Attributes:
        began_in_thought: Whether it did, once a mark or the end shows it.
    """

    def __init__(self, *, begins_in_thought: bool | None = False) -> None:
        self.began_in_thought: bool | None = None
        self._open = (
            None
            if begins_in_thought is False
            else _OpenThought(mark="", is_live=begins_in_thought is True)
        )
        self._buffer: str = ""
        self._code = CodeSpans()
        self._words: list[str] = []
        """The words since the last thought."""
        self._blank: str = ""
        """White space that is passed on once words follow."""
        self._has_words = self._has_thought = False
        self._framed = ""
        """Words before marks that may turn out to end gpt-oss' reasoning, if nothing opened it."""
        self._is_marked = False
        """Whether a mark has shown what the words before it are."""
        self._is_bare = False
        """Whether the last thought was closed as gpt-oss' are where its marks are dropped."""
        self._is_doubtful = False
        """Whether a second mark closed a thought: if words follow, those before it were reasoning."""

    @property
    def is_open(self) -> bool:
        """Whether it is not decided yet what the newest part is: words or a thought."""
        return self._open is not None

    def feed(self, chunk: str) -> list[ThoughtPiece]:
        """Take the next piece of the text and return what is known of it now."""
        if not chunk:
            return []
        if self._is_flowing and not _NOT_PLAIN.search(chunk):
            self._words.append(chunk)
            return [Words(chunk)]
        self._buffer += chunk
        return self._take(is_end=False)

    def finish(self, *, is_cut: bool = False) -> list[ThoughtPiece]:
        """End the text. Call it once.

        Args:
            is_cut: Whether it was cut off: then a thought that is open is one.
        """
        pieces = self._take(is_end=True)
        opened, self._open = self._open, None
        if opened is None:
            if self._blank and not self._has_words and not self._has_thought:
                pieces.append(Words(self._blank))
            return pieces
        text = "".join(opened.text)
        if opened.mark:
            is_thought = opened.is_live or is_cut
        else:
            is_thought = opened.is_live and is_cut
            self.began_in_thought = is_thought
        if not is_thought:
            self._say(opened.mark + text, pieces)
        elif not opened.is_live and text:
            pieces.append(Thought(text))
        return pieces

    @property
    def _is_flowing(self) -> bool:
        """Whether nothing is withheld and a piece of plain text changes nothing."""
        return (
            self._open is None
            and bool(self._words)
            and not (self._buffer or self._blank or self._is_doubtful)
            and self._code.is_within_line
        )

    def _take(self, *, is_end: bool) -> list[ThoughtPiece]:
        """Take what the buffer tells; a mark that may still come stays in it."""
        pieces: list[ThoughtPiece] = []
        while self._buffer:
            if self._open is not None:
                goes_on = self._take_thought(self._open, pieces, is_end=is_end)
            else:
                goes_on = self._take_words(pieces, is_end=is_end)
            if not goes_on:
                break
        return pieces

    def _take_thought(
        self, opened: _OpenThought, pieces: list[ThoughtPiece], *, is_end: bool
    ) -> bool:
        """Take what belongs to an open thought; return whether there is more to take now."""
        if not opened.mark and not opened.text:
            begin = self._buffer.lstrip()
            token = _TOKEN.match(begin)
            if token is not None and token["opening"]:
                self._open, self.began_in_thought = None, False
                return True
            if not is_end and (not begin or _begun_mark(begin) == len(begin)):
                return False
        closing = _CLOSING
        if opened.mark == _BARE:
            closing = _BARE_CLOSING
        elif opened.mark.lower().startswith("<|channel|>"):
            closing = _CHANNEL_CLOSING
        closed = closing.search(self._buffer)
        begun = 0 if is_end else self._begun_closing(opened)
        if closed is None or closed.end() > len(self._buffer) - begun:
            end = len(self._buffer) - begun
            self._think(opened, self._buffer[:end], pieces)
            self._buffer = self._buffer[end:]
            return False
        self._is_bare = closing is _BARE_CLOSING
        self._think(opened, self._buffer[: closed.start()], pieces)
        self._buffer = self._buffer[closed.end() :]
        if not opened.mark:
            self.began_in_thought = True
        if not opened.is_live and opened.text:
            pieces.append(Thought("".join(opened.text)))
        self._end_thought()
        return True

    def _begun_closing(self, opened: _OpenThought) -> int:
        """Return how many characters at the end of the buffer may become what closes a thought."""
        if opened.mark != _BARE:
            return _begun_mark(self._buffer)
        begun = _BEGUN_BARE_CLOSING.search(self._buffer)
        return len(self._buffer) - begun.start() if begun else 0

    def _think(self, opened: _OpenThought, text: str, pieces: list[ThoughtPiece]) -> None:
        if text:
            opened.text.append(text)
            if opened.is_live:
                pieces.append(Thought(text))

    def _end_thought(self) -> None:
        self._is_marked |= self._open is not None
        self._open = None
        self._words.clear()
        self._has_thought, self._is_doubtful = True, False
        self._code = CodeSpans()  # the words begin again

    def _take_words(self, pieces: list[ThoughtPiece], *, is_end: bool) -> bool:
        """Take words up to a mark that counts; return whether there is more to take now."""
        if self._may_begin_bare and (is_taken := self._take_bare(is_end=is_end)) is not None:
            return is_taken
        at = 0
        while token := _TOKEN.search(self._buffer, at):
            is_last = token.end() == len(self._buffer) and not is_end
            if is_last and (token["run"] or token["ticks"]):
                break  # the run may go on
            self._code.text(self._buffer, at, token.start())
            before = self._buffer[token.start() - 1] if token.start() else self._last
            is_frame = bool(token["frame"] or (token["answer"] and self._has_thought))
            is_mark = is_frame or bool(token["opening"] or token["closing"])
            if is_last and is_mark and may_open_quotation(before):
                self._say(self._buffer[: token.start()], pieces)
                self._buffer = self._buffer[token.start() :]
                return False  # the next character tells whether the mark is quoted
            after = self._buffer[token.end() : token.end() + 1]
            at = token.end()
            if is_mark:
                is_code = self._code.is_code and not (is_frame and self._is_fence_closed(token))
                if is_code or are_quotes(before, after):
                    self._code.text(self._buffer, token.start(), at)
                    continue
                self._say(self._buffer[: token.start()], pieces)
                self._buffer = self._buffer[at:]
                if token["closing"]:
                    self._close_unopened(pieces)
                elif is_frame:
                    self._take_frame(token["channel"], pieces)
                elif token["empty"]:
                    self._end_thought()
                else:
                    self._open = _OpenThought(mark=token[0], is_live=not self._has_words)
                return True
            if token["answer"]:
                self._code.text(self._buffer, token.start(), at)
                continue
            self._code.take(token)
        end = len(self._buffer) - (0 if is_end else _begun_mark(self._buffer, at))
        self._code.text(self._buffer, at, end)
        self._say(self._buffer[:end], pieces)
        self._buffer = self._buffer[end:]
        return False

    def _take_bare(self, *, is_end: bool) -> bool | None:
        """Take what is left of gpt-oss' marks; None if there is nothing, False if it may follow."""
        begin = self._buffer.lstrip()
        if _BARE_OPENING.match(begin):
            self._buffer = begin[len(_BARE) :]
            self._open = _OpenThought(mark=_BARE, is_live=False)
            return True
        if not is_end and (_BARE.startswith(begin) or _BEGUN_BARE_FRAME.fullmatch(begin)):
            return False
        if bare := _BARE_FRAME.match(begin):
            self._buffer = begin[bare.end() :]
            self._end_thought()
            return True
        return None

    def _is_fence_closed(self, token: re.Match[str]) -> bool:
        """Whether a mark stands right behind what closes a fence."""
        line = self._buffer[: token.start()].rpartition("\n")
        if not line[1]:
            line = ("".join(self._words[-_WORDS_LOOKED_AT:]) + line[2]).rpartition("\n")
        return bool(line[1]) and _FENCE_END.fullmatch(line[2]) is not None

    @property
    def _may_begin_bare(self) -> bool:
        """Whether a message of gpt-oss may begin here, of which nothing but the words is left."""
        return not (self._words or self._has_words) and (not self._has_thought or self._is_bare)

    @property
    def _last(self) -> str:
        """The last character of the words so far; empty if there are none."""
        return self._words[-1][-1] if self._words else ""

    def _take_frame(self, channel: str | None, pieces: list[ThoughtPiece]) -> None:
        """Take what stands around words; a template may have opened the reasoning before them."""
        self._framed += "".join(self._words)
        if channel and "final" in channel.lower() and self._framed and not self._is_marked:
            self.began_in_thought = True
            pieces += [WordsWithdrawn(), Thought(self._framed)]
            self._has_words = False
        self._is_marked |= channel is not None
        self._end_thought()

    def _close_unopened(self, pieces: list[ThoughtPiece]) -> None:
        """Take a mark that closes what none opened."""
        if self._has_thought:
            self._is_doubtful = True
            self._code = CodeSpans()  # of what follows; what was before is reasoning then
            return
        self.began_in_thought = self._is_marked = True
        self._withdraw(pieces)

    def _withdraw(self, pieces: list[ThoughtPiece]) -> None:
        words = "".join(self._words)
        if words:
            pieces += [WordsWithdrawn(), Thought(words)]
        elif self._blank:
            self._blank = ""
        self._has_words = False
        self._end_thought()

    def _say(self, text: str, pieces: list[ThoughtPiece]) -> None:
        """Pass words on, without the white space around thoughts."""
        text = self._blank + text
        self._blank = ""
        if not text:
            return
        if not self._words and self._has_thought:
            text = text.lstrip() if not self._has_words else text.lstrip(" ")
        if not text.strip() and (not self._words or self._is_doubtful):
            self._blank = text
            return
        if self._is_doubtful:
            code = self._code
            self._withdraw(pieces)
            self._code = code
            text = text.lstrip()
        self._words.append(text)
        self._has_words = True
        pieces.append(Words(text))


def without_thoughts(text: str) -> str:
    """Return what a complete text says, without its reasoning."""
    thoughts = ThoughtFilter()
    words: list[str] = []
    for piece in (*thoughts.feed(text), *thoughts.finish()):
        if isinstance(piece, Words):
            words.append(piece.text)
        elif isinstance(piece, WordsWithdrawn):
            words.clear()
    return "".join(words)


def _begun_mark(text: str, begin: int = 0) -> int:
    """Return how many characters at the end of a text may be the beginning of a mark."""
    if run := begun_run(text):
        return min(run, len(text) - begin)
    at = max(text.rfind(first, begin) for first in "<[◁")
    if at < 0:
        return 0
    if channel := _BEGUN_CHANNEL.search(text, begin):
        return len(text) - channel.start()
    tail = text[max(begin, len(text) - _LONGEST_MARK) :].lower()
    for sign in _SIGN.finditer(tail):
        begun_here = tail[sign.start() :]
        if any(mark.startswith(begun_here) for mark in _LITERAL_MARKS):
            return len(begun_here)
    begun = _BEGUN_ELEMENT.fullmatch(text[at:])
    if begun is None or len(text) - at > _LONGEST_ATTRIBUTES + 20:
        return 0
    name, is_whole = begun[2].lower(), begun[3] is not None
    may_be = name in NAMES if is_whole else any(known.startswith(name) for known in NAMES)
    return len(text) - at if may_be else 0

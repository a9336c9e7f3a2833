"""Which Markdown code fence is open, and whether a line has anything on it yet. Pure."""

import re
from typing import Final

from assistant.foreign_text import ZERO_WIDTH

LIST_MARK: Final = r"(?:[-*+•]|\d{1,3}[.)])"
_BEFORE_FENCE: Final = re.compile(rf"[ \t{ZERO_WIDTH}]*(?:{LIST_MARK}[ \t]+){{0,3}}")
"""What may stand before a fence that opens: the marks of lists, one in another."""
_MAY_BE_BEFORE_FENCE: Final = re.compile(rf"{_BEFORE_FENCE.pattern}(?:{LIST_MARK}|\d{{1,3}})?")
_LONGEST_BEFORE: Final = 40
_BLANK: Final = " \t" + ZERO_WIDTH
_LANGUAGE: Final = re.compile(rf"[{re.escape(_BLANK)}]*([\w+#.-]+)")
_CODE: Final = frozenset(
    "bash sh shell zsh fish console terminal powershell pwsh ps1 bat cmd python py python3 javascript"
    " js jsx typescript ts tsx java kotlin scala go rust c cpp c++ csharp cs c# objc php ruby rb perl"
    " lua r swift dart elixir haskell sql html css scss dockerfile makefile make diff http curl"
    " ini toml nginx vue svelte".split()
)
"""Languages of fences that hold programs and what is given to them."""


class FenceLines:
    """Told of a text piece by piece, runs of three and more backticks or tildes apart."""

    def __init__(self) -> None:
        self._begin = ""
        """The line so far, up to a few characters more than can stand before a fence."""
        self._open_run = ""
        """The run whose fence is open; empty: none is."""
        self._line_run = ""
        """The run of the fence whose line is not complete; empty: this line is none."""
        self._rest_is_blank = True
        self._rest_has_backtick = False
        self._info = ""
        """The beginning of what stands behind the run on its line."""
        self._is_code = False
        """Whether the fence that is open says that it holds code."""

    @property
    def is_foreign_code(self) -> bool:
        """Whether the next text is code of a language that has nothing to do with questions."""
        return bool(self._open_run) and not self._line_run and self._is_code

    @property
    def may_open(self) -> bool:
        """Whether a run here would open a fence."""
        return not self._open_run and self._is_before_fence(_BEFORE_FENCE)

    @property
    def is_open(self) -> bool:
        """Whether the next text is code of a fence, or stands on the line that opens one."""
        return bool(self._open_run or self._line_run)

    @property
    def is_within_line(self) -> bool:
        """Whether the rest of this line cannot change anything."""
        return not (self._line_run or self._is_before_fence(_MAY_BE_BEFORE_FENCE))

    def _is_before_fence(self, begin: re.Pattern[str]) -> bool:
        if not self._begin:
            return True
        return len(self._begin) <= _LONGEST_BEFORE and begin.fullmatch(self._begin) is not None

    def run(self, run: str) -> None:
        """Add a run of three or more backticks, or tildes."""
        if self._line_run:
            self._rest_is_blank = False
            self._rest_has_backtick = self._rest_has_backtick or run[0] == "`"
        elif self.may_open or not self._begin.strip(_BLANK):
            self._line_run = run
            self._info = ""
            self._rest_is_blank = True
            self._rest_has_backtick = False
        self._add(run)

    def text(self, text: str, begin: int, end: int) -> None:
        """Add `text[begin:end]`, which holds no such run."""
        if begin == end:
            return
        if self._line_run:
            line_end = text.find("\n", begin, end)
            rest = text[begin : end if line_end < 0 else line_end]
            if rest and not self._open_run:
                self._info += rest[: _LONGEST_BEFORE - len(self._info)]
            self._rest_is_blank = self._rest_is_blank and not rest.strip()
            self._rest_has_backtick = self._rest_has_backtick or "`" in rest
            if line_end < 0:
                return
            self._end_fence_line()
        line_end = text.rfind("\n", begin, end)
        if line_end >= 0:
            self._begin = ""
            begin = line_end + 1
        if begin < end:
            self._add(text[begin : min(end, begin + _LONGEST_BEFORE + 1)])

    def object(self) -> None:
        """Add something that is not text but stands on this line."""
        self._add("{}")
        self._rest_is_blank = False

    def _add(self, begun: str) -> None:
        if len(self._begin) <= _LONGEST_BEFORE:
            self._begin += begun[: _LONGEST_BEFORE + 1]

    def _end_fence_line(self) -> None:
        """Settle what the line was; what follows opening backticks on it has no backtick."""
        if not self._open_run:
            is_opening = self._line_run[0] == "~" or not self._rest_has_backtick
            self._open_run = self._line_run if is_opening else ""
            named = _LANGUAGE.match(self._info) if self._info else None
            self._is_code = named is not None and named[1].lower() in _CODE
        elif self._rest_is_blank and self._line_run.startswith(self._open_run):
            self._open_run = ""
        self._line_run = ""

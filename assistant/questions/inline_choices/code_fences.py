"""Which Markdown code fence is open, and whether a line has anything on it yet. Pure."""


class FenceLines:
    """Told of a text piece by piece, runs of three and more backticks or tildes apart."""

    def __init__(self) -> None:
        self._is_blank_so_far = True
        self._open_run = ""
        """The run whose fence is open; empty: none is."""
        self._line_run = ""
        """The run of the fence whose line is not complete; empty: this line is none."""
        self._rest_is_blank = True
        self._rest_has_backtick = False

    @property
    def may_open(self) -> bool:
        """Whether a run here would open a fence."""
        return self._is_blank_so_far and not self._open_run

    @property
    def is_within_line(self) -> bool:
        """Whether this is the middle of a line of which what follows tells nothing more."""
        return not (self._is_blank_so_far or self._line_run)

    def run(self, run: str) -> None:
        """Take a run of three or more backticks, or tildes."""
        if self._line_run:
            self._rest_is_blank = False
            self._rest_has_backtick = self._rest_has_backtick or run[0] == "`"
        elif self._is_blank_so_far:
            self._line_run = run
            self._rest_is_blank = True
            self._rest_has_backtick = False
        self._is_blank_so_far = False

    def text(self, text: str, begin: int, end: int) -> None:
        """Take `text[begin:end]`, in which there is no such run."""
        if begin == end:
            return
        if self._line_run:
            line_end = text.find("\n", begin, end)
            rest = text[begin : end if line_end < 0 else line_end]
            self._rest_is_blank = self._rest_is_blank and not rest.strip()
            self._rest_has_backtick = self._rest_has_backtick or "`" in rest
            if line_end < 0:
                return
            self._end_fence_line()
        line_end = text.rfind("\n", begin, end)
        if line_end >= 0:
            self._is_blank_so_far = True
            begin = line_end + 1
        if self._is_blank_so_far and text[begin:end].strip(" \t"):
            self._is_blank_so_far = False

    def object(self) -> None:
        """Take something that is not text but stands on this line."""
        self._is_blank_so_far = False
        self._rest_is_blank = False

    def _end_fence_line(self) -> None:
        """Settle what the line was; what follows opening backticks on it has no backtick."""
        if not self._open_run:
            is_opening = self._line_run[0] == "~" or not self._rest_has_backtick
            self._open_run = self._line_run if is_opening else ""
        elif self._rest_is_blank and self._line_run.startswith(self._open_run):
            self._open_run = ""
        self._line_run = ""

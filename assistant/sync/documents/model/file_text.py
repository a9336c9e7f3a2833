"""A text file as lines, without how they end. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FileText:
    r"""The lines of a file, and how they end.

    Lines that end with `\r\n` in a file of which most end with `\n` keep the `\r`; the other way
    round they end as the others do from then on.
    """

    lines: tuple[str, ...] = ()
    has_end: bool = True
    """Whether the last line ends."""
    is_crlf: bool = False
    r"""Whether lines end with `\r\n`."""

    @classmethod
    def of(cls, text: str) -> "FileText":
        if not text:
            return cls()
        has_end = text.endswith("\n")
        lines = text.split("\n")
        if has_end:
            lines.pop()
        n_crlf = text.count("\r\n")
        is_crlf = n_crlf * 2 > text.count("\n")
        if is_crlf:
            lines = [line.removesuffix("\r") for line in lines]
        return cls(lines=tuple(lines), has_end=has_end, is_crlf=is_crlf)

    @property
    def text(self) -> str:
        """Empty without lines."""
        if not self.lines:
            return ""
        end = "\r\n" if self.is_crlf else "\n"
        return end.join(self.lines) + (end if self.has_end else "")

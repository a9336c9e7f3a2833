"""The words of a page of HTML, taken out in a child process that can be ended.

`python -m assistant.tools.web.page_text` reads HTML from its standard input and writes JSON.
Pages are written by strangers: what makes a parser slow, large or crash ends with the child.
"""

import asyncio
import contextlib
import json
import os
import sys
from dataclasses import dataclass
from typing import Any, Final, cast

from assistant.errors import ToolError
from assistant.processes.child_process import PIPE, start
from assistant.processes.model.environment import for_programs
from assistant.processes.python_command import python_environment, python_module

EXTRACT_S: Final = 10.0
"""How long a page may take; most of it is the start of the child."""
MAX_TITLE: Final = 300
_MAX_MEMORY: Final = 1_500_000_000
_MAX_CPU_S: Final = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """The words of a page."""

    title: str
    text: str


async def extract(html: str, *, time_s: float = EXTRACT_S) -> PageText:
    """Extract the text of a page in a child process.

    Args:
        time_s: How long it may take.

    Raises:
        ToolError: If it took too long or could not be read.
    """
    child = await start(
        python_module(__name__),
        environment=python_environment(for_programs(os.environ)),
        stdin=PIPE,
        stdout=PIPE,
    )
    async with child:
        try:
            async with asyncio.timeout(time_s):
                out, _errors = await child.communicate(html.encode("utf-8", "replace"))
        except TimeoutError as error:
            raise ToolError("The page took too long to be read.") from error
    try:
        found = cast("dict[str, Any]", json.loads(out))
        return PageText(title=str(found["title"]), text=str(found["text"]))
    except (ValueError, KeyError, TypeError) as error:
        raise ToolError("The page could not be read: its HTML is broken.") from error


def words_of(html: str) -> PageText:
    """Text of a page as Markdown; keeps headings, lists and tables.

    What belongs to the site rather than the page is left out; a page of which nothing would be left
    is taken whole.
    """
    import trafilatura

    document: Any = trafilatura.bare_extraction(html, with_metadata=True, include_comments=False)
    title = str(getattr(document, "title", None) or "")
    extracted: Any = trafilatura.extract(
        html, output_format="markdown", include_comments=False, include_tables=True
    )
    text = str(extracted or trafilatura.html2txt(html) or "")
    return PageText(title=" ".join(title.split())[:MAX_TITLE], text=text)


def main() -> None:
    """Read standard input, write the text to standard output."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such limits on this system
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY, _MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (_MAX_CPU_S, _MAX_CPU_S))
    page = words_of(sys.stdin.buffer.read().decode("utf-8", "replace"))
    sys.stdout.buffer.write(json.dumps({"title": page.title, "text": page.text}).encode("ascii"))


if __name__ == "__main__":
    main()

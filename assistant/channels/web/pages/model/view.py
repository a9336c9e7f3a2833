"""What a question's page shows, as one value that the page draws. Pure.

The page holds no rules: it draws a `PageView`, sends what the user does, and gets the next `PageView`.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from assistant.channels.web.pages.model.markdown_tree import MarkdownNode
from assistant.channels.web.pages.model.phase import PagePhase
from assistant.questions.form.option_keys import WAIT_S

PageTone = Literal["plain", "success", "warning"]


class _Shown(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PageOption(_Shown):
    """One option of the open question."""

    id: str
    name: str
    """Of its control, for automation."""
    marker: str
    """What stands before it."""
    is_key: bool
    """Whether what stands before it chooses it."""
    label: str
    description: str
    badge: str
    """That it is recommended, in words; usually empty."""
    is_chosen: bool
    preview: tuple[MarkdownNode, ...] | None


class PageOther(_Shown):
    """The way to words of the user's own."""

    name: str
    submit_name: str
    marker: str
    is_key: bool
    label: str
    description: str
    is_open: bool
    words: str
    limit: int


class PageField(_Shown):
    """A field to write in."""

    words: str
    limit: int
    label: str
    is_one_line: bool = True
    mode: Literal["text", "email", "url", "decimal", "numeric"] = "text"
    """Which keyboard a phone shows."""


class PageKeys(_Shown):
    """What typed keys mean."""

    row: int | None
    """The row that they choose, from 0."""
    goes_on: bool
    """Whether they may be the beginning of something else."""


class PageCard(_Shown):
    """The question that is open."""

    question: str
    is_multiple: bool
    """Whether several options may be chosen."""
    header: str
    place: str
    """Where it stands among the others."""
    text: str
    context: str
    rule: str
    is_required: bool
    keys: Mapping[str, PageKeys]
    """The beginning of a place or of a label's number → what it means."""
    range: str
    """Which options there are, for a number that is none."""
    options: tuple[PageOption, ...]
    other: PageOther | None
    field: PageField | None
    note: PageField | None
    is_wrong: bool
    """Its answer was refused."""


class PageLine(_Shown):
    """A question that is not open, in a line."""

    question: str
    name: str
    is_settled: bool
    text: str
    note: str
    button: str


class PageButton(_Shown):
    """Something to press."""

    name: str
    do: str
    """What the page sends, or does."""
    label: str
    role: Literal["", "primary", "link"] = ""


class PageRound(_Shown):
    """A round that is over."""

    title: str
    texts: str
    """Its questions and options, with marks at those that were chosen."""
    outcome: tuple[str, ...]
    is_answered: bool


class PageRounds(_Shown):
    """The rounds that are over, folded until they are wanted."""

    title: str
    rounds: tuple[PageRound, ...]


class PageProgress(_Shown):
    """How much of a form is answered."""

    dots: str
    words: str
    part: str


class PageReview(_Shown):
    """What stands above the answers before they are sent."""

    title: str
    remark: str
    is_warning: bool


class PageSimilar(_Shown):
    """The offer to answer several questions at once."""

    label: str
    names: tuple[str, ...]


class PageWaiting(_Shown):
    """Another question of the same conversation that waits on a page of its own."""

    label: str
    address: str


class PageClock(_Shown):
    """The time that is left."""

    left_s: float
    rests_s: float
    """Before it runs on; a clock that was not started yet rests until it is seen."""
    is_running: bool


class PageMessage(_Shown):
    """What is wrong."""

    number: int
    """Grows, so that the same words twice are said twice."""
    text: str


class PageView(_Shown):
    """A page as it stands."""

    version: int
    """Grows with every change."""
    lang: str
    title: str
    phase: PagePhase
    tone: PageTone = "plain"
    outcome: tuple[str, ...] = ()
    banners: tuple[str, ...] = ()
    source: str = ""
    mark: int | None = None
    """The colour of the dot before the source; None if it has no dot."""
    heading: str = ""
    description: str = ""
    clock: PageClock | None = None
    progress: PageProgress | None = None
    rounds: PageRounds | None = None
    review: PageReview | None = None
    lines_before: tuple[PageLine, ...] = ()
    card: PageCard | None = None
    lines_after: tuple[PageLine, ...] = ()
    message: PageMessage | None = None
    similar: PageSimilar | None = None
    waiting: tuple[PageWaiting, ...] = ()
    ways_out: tuple[PageButton, ...] = ()
    buttons: tuple[PageButton, ...] = ()
    hint: str = ""
    keys: Mapping[str, Mapping[str, str]] = {}
    """Where the focus is → the key → what is done."""
    announcement: str = ""
    asked: int = 1
    """How often the question was put here; the page's actions name it."""
    arm_ms: int = 300
    """Clicks and keys within so many milliseconds of the first view were meant for what was on the
    screen before."""
    wait_ms: int = round(1000 * WAIT_S)
    """After so many milliseconds without a key, what was typed is taken for all of it."""
    words: Mapping[str, str] = {}

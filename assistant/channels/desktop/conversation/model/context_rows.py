"""What was sent to the model, as rows to be shown. Pure."""

from dataclasses import dataclass

from assistant.locale import _, ngettext
from assistant.protocol.sent_context import ContextSent, Layer, SentPart


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextRow:
    """One layer of the request."""

    layer: Layer
    name: str
    size: str
    """How large it is, in words."""
    share: float
    """Of the limit, 0 to 1; 0 for what does not count against it."""
    reduced: str
    """What was not sent of it as it is: it was summed up, cut or partly left out; else empty."""
    note: str
    """What else there is to say of it; else empty."""
    text: str
    spoken: str
    """The row for a screen reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextRows:
    """A whole request."""

    rows: tuple[ContextRow, ...]
    total: str
    """How much of the limit was used, in words."""
    remark: str
    """What else there is to say of the request; empty for nothing."""
    in_vain: str
    """What is said of requests that were sent and not used; empty if there are none."""


def context_rows_of(sent: ContextSent) -> ContextRows:
    """Return what is shown of a request."""
    used = sum(part.characters for part in sent.parts if counts_against_limit(part.layer))
    rows = tuple(_row(part, sent) for part in sent.parts)
    return ContextRows(
        rows=rows,
        total=_("{used} of {limit} characters").format(used=f"{used:,}", limit=f"{sent.limit:,}"),
        remark=_remark(sent, used),
        in_vain=_in_vain(sent),
    )


def _remark(sent: ContextSent, used: int) -> str:
    if sent.reduced:
        return _("The model's service found the first request too long; this one was shorter.")
    if used > sent.limit:
        return _("This is more than the limit, and nothing else could be left out.")
    return ""


def _in_vain(sent: ContextSent) -> str:
    if not sent.in_vain:
        return ""
    return _(
        "Asked before you were surely done, and not used, since this conversation was opened: {n}."
        " A model you pay for charges these requests too; Settings → Voice has how freely it is"
        " asked ahead."
    ).format(n=f"{sent.in_vain:,}")


def answers_text(count: int) -> str:
    """Return what is said of answers that were sent to be read; empty if there are none."""
    if not count:
        return ""
    return _(
        "Your answers that were sent to the model to be understood, since Parley was started: {n}."
        " Each time your words went, and the question with its options; Settings → Questions"
        " turns it off."
    ).format(n=f"{count:,}")


def counts_against_limit(layer: Layer) -> bool:
    """Whether a layer counts against the limit, which is one on system text and messages."""
    return layer is not Layer.TOOLS


def layer_name(layer: Layer) -> str:
    """Return what a layer is called."""
    return {
        Layer.BASE: _("Base prompt"),
        Layer.PERSONA: _("Persona"),
        Layer.DATE: _("Date and time"),
        Layer.WORKSPACE_MEMORY: _("Memory of the workspace"),
        Layer.AGENT_MEMORY: _("Memory of the persona"),
        Layer.PERSONAL_MEMORY: _("Memory of you"),
        Layer.SUMMARY: _("Summary of earlier messages"),
        Layer.MESSAGES: _("Messages"),
        Layer.TOOLS: _("Tools"),
    }[layer]


def _row(part: SentPart, sent: ContextSent) -> ContextRow:
    counted = f"{part.characters:,}"
    share = (
        part.characters / sent.limit if counts_against_limit(part.layer) and sent.limit > 0 else 0.0
    )
    size = counted
    told = ngettext("{n} character", "{n} characters", part.characters).format(n=counted)
    if part.layer is Layer.MESSAGES:
        messages = (
            _("One message")
            if sent.messages == 1
            else _("{n} messages").format(n=f"{sent.messages:,}")
        )
        size, told = f"{messages} · {size}", f"{messages}, {told}"
    reduced, note = _reduced(part, sent), _note(part)
    return ContextRow(
        layer=part.layer,
        name=layer_name(part.layer),
        size=size,
        share=min(1.0, share),
        reduced=reduced,
        note=note,
        text=part.text,
        spoken=", ".join(filter(None, (layer_name(part.layer), told, reduced, note))),
    )


def _reduced(part: SentPart, sent: ContextSent) -> str:
    full = f"{part.full_characters:,}"
    if part.compressed:
        return _("Summed up from {n} characters").format(n=full)
    if part.layer is Layer.MESSAGES:
        return _left_out_text(sent.left_out)
    if part.characters < part.full_characters:
        return _("Cut: the newest lines of {n} characters").format(n=full)
    return ""


def _left_out_text(count: int) -> str:
    if not count:
        return ""
    if count == 1:
        return _("One earlier message was left out")
    return _("{n} earlier messages were left out").format(n=f"{count:,}")


def _note(part: SentPart) -> str:
    if not counts_against_limit(part.layer):
        return _("Not counted against the limit")
    return _("Kept by the service up to here") if part.is_cached else ""

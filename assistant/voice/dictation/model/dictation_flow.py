"""What a dictation does: a state and an event in, a state and actions out. Pure.

Words go to the window in which the user began, or nowhere: if another one has the focus once they are
known, they are offered instead. So they are if typing fails. An event that a state does not wait for
changes nothing: it comes of something that was given up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from assistant.languages.dictation_words import DictationWords
from assistant.languages.lexicon import WritingScript
from assistant.locale import _
from assistant.protocol.dictation import DictationStage
from assistant.text_typing.text_typer import Trouble, TypingPlace
from assistant.voice.dictation.model.dictated_text import DictatedPiece, joined_to

JOIN_S: Final = 20.0
"""Seconds in which a piece goes on from the one before; later the user may have done anything."""
KEPT: Final = 50
"""Pieces that can be taken back."""
_HEARD: Final = frozenset({DictationStage.RECORDING, DictationStage.UNDERSTANDING})
"""Stages in which words are waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """How a language writes what was dictated in it."""

    words: DictationWords = DictationWords(marks={}, breaks={}, scratch=frozenset())
    writing: WritingScript = WritingScript.WORDS
    common_words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedPiece:
    """What was typed of one hold of the key."""

    text: str
    window: str
    at: float
    """When it was typed, in seconds."""


# What happens.


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """The key went down."""

    trouble: Trouble | None = None
    """What keeps anything from being dictated."""


@dataclass(frozen=True, slots=True)
class StartSeen:
    """Where the focus is is known, after the key went down."""

    place: TypingPlace


@dataclass(frozen=True, slots=True)
class Understood:
    """What was said is known."""

    piece: DictatedPiece
    wording: Wording


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing could be heard, or recognised."""

    trouble: Trouble


@dataclass(frozen=True, slots=True)
class EndSeen:
    """Where the focus is is known, with the words about to be typed."""

    place: TypingPlace
    at: float


@dataclass(frozen=True, slots=True)
class Typed:
    """Typing is over."""

    characters: int
    problem: str
    at: float


class PlainFlowEvent(Enum):
    """Events that need no more than a name."""

    KEY_RELEASED = "key released"
    CANCELLED = "cancelled"
    SCREEN_LOCKED = "screen locked"


FlowEvent = KeyPressed | StartSeen | Understood | Failed | EndSeen | Typed | PlainFlowEvent


# What is done.


class PlainFlowAction(Enum):
    """Actions that need no more than a name."""

    HEAR = "hear"
    """Look where the focus is, and hear what is said."""
    LET_GO = "let go"
    """What was said is all."""
    GIVE_UP = "give up"
    """Hear and recognise no more of it."""
    LOOK = "look"
    """Look where the focus is now."""
    STOP_TYPING = "stop typing"


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeText:
    """Press Backspace so often, then type."""

    text: str
    erase: int
    into: TypingPlace


FlowAction = PlainFlowAction | TypeText


@dataclass(frozen=True, slots=True, kw_only=True)
class DictationState:
    """How a dictation stands, and what was typed before it."""

    stage: DictationStage = DictationStage.IDLE
    start: TypingPlace = TypingPlace()
    """Where the focus was when it began."""
    piece: DictatedPiece = DictatedPiece(text="")
    wording: Wording | None = None
    text: str = ""
    """What is being typed, or is offered."""
    kept: tuple[TypedPiece, ...] = ()
    """What is left of `typed` once that is typed: without what is taken back."""
    typed: tuple[TypedPiece, ...] = ()
    trouble: Trouble | None = None
    """Why the last one came to nothing."""


Decided = tuple[DictationState, Sequence[FlowAction]]


def decide(state: DictationState, event: FlowEvent) -> Decided:
    """Return the state after an event, and what is to be done."""
    match event:
        case KeyPressed(trouble=trouble):
            return _pressed(state, trouble)
        case StartSeen(place=place):
            return _start_seen(state, place)
        case Understood():
            return _understood(state, event)
        case Failed(trouble=trouble):
            return (_ended(state, trouble), ()) if state.stage in _HEARD else (state, ())
        case EndSeen():
            return _end_seen(state, event)
        case Typed():
            return _typed(state, event)
        case PlainFlowEvent.KEY_RELEASED:
            if state.stage is not DictationStage.RECORDING:
                return state, ()
            return replace(state, stage=DictationStage.UNDERSTANDING), (PlainFlowAction.LET_GO,)
        case PlainFlowEvent.CANCELLED:
            return _given_up(state, None)
        case PlainFlowEvent.SCREEN_LOCKED:
            return _given_up(state, Trouble(_("The screen is locked.")))
        case _:
            assert_never(event)


def _pressed(state: DictationState, trouble: Trouble | None) -> Decided:
    if state.stage not in {DictationStage.IDLE, DictationStage.OFFERED}:
        return state, ()
    if trouble is not None:
        return _ended(state, trouble), ()
    begun = replace(_ended(state, None), stage=DictationStage.RECORDING)
    return begun, (PlainFlowAction.HEAR,)


def _start_seen(state: DictationState, place: TypingPlace) -> Decided:
    if state.stage not in _HEARD:
        return state, ()
    if place.is_secret:
        return _ended(state, _secret()), (PlainFlowAction.GIVE_UP,)
    return replace(state, start=place), ()


def _understood(state: DictationState, event: Understood) -> Decided:
    if state.stage not in _HEARD:
        return state, ()
    if not event.piece.text and not event.piece.scratches:
        return _ended(state, None), ()
    after = replace(
        state, stage=DictationStage.TYPING, piece=event.piece, wording=event.wording, text=""
    )
    return after, (PlainFlowAction.LOOK,)


def _end_seen(state: DictationState, event: EndSeen) -> Decided:
    piece, wording = state.piece, state.wording
    if state.stage is not DictationStage.TYPING or state.text or wording is None:
        return state, ()
    if event.place.window != state.start.window:
        return _offered(state, piece.text, _("Another window came to the front.")), ()
    if event.place.is_secret:
        return _ended(state, _secret()), ()
    here = [one for one in state.typed if one.window == event.place.window]
    staying = here[: max(0, len(here) - piece.scratches)]
    back = here[len(staying) :]
    if piece.scratches and not back and not piece.text:
        return _ended(state, Trouble(_("Nothing was dictated here that could be taken back."))), ()
    is_going_on = staying and (bool(back) or event.at - staying[-1].at <= JOIN_S)
    text = joined_to(
        staying[-1].text if is_going_on else "",
        piece.text,
        wording.words,
        wording.writing,
        wording.common_words,
    )
    erase = sum(len(one.text) for one in back)
    kept = tuple(one for one in state.typed if one not in back)
    after = replace(state, text=text, kept=kept, wording=None)
    return after, (TypeText(text=text, erase=erase, into=event.place),)


def _typed(state: DictationState, event: Typed) -> Decided:
    if state.stage is not DictationStage.TYPING or state.wording is not None:
        return state, ()
    there, rest = state.text[: event.characters], state.text[event.characters :]
    typed = state.typed if event.problem and not there else state.kept
    if there:
        typed = (*typed, TypedPiece(text=there, window=state.start.window, at=event.at))
    after = replace(state, typed=typed[-KEPT:])
    if event.problem and rest:
        return _offered(after, rest.lstrip(" "), event.problem), ()
    return _ended(after, Trouble(event.problem) if event.problem else state.trouble), ()


def _given_up(state: DictationState, trouble: Trouble | None) -> Decided:
    match state.stage:
        case DictationStage.IDLE:
            return state, ()
        case DictationStage.RECORDING | DictationStage.UNDERSTANDING:
            return _ended(state, trouble), (PlainFlowAction.GIVE_UP,)
        case DictationStage.TYPING if state.wording is None:  # keys may be on their way
            return replace(state, trouble=trouble), (PlainFlowAction.STOP_TYPING,)
        case DictationStage.TYPING | DictationStage.OFFERED:
            return _ended(state, trouble), ()
        case _:
            assert_never(state.stage)


def _ended(state: DictationState, trouble: Trouble | None) -> DictationState:
    return DictationState(typed=state.typed, trouble=trouble)


def _offered(state: DictationState, text: str, why: str) -> DictationState:
    if not text:
        return _ended(state, Trouble(why))
    return DictationState(
        stage=DictationStage.OFFERED, text=text, typed=state.typed, trouble=Trouble(why)
    )


def _secret() -> Trouble:
    return Trouble(_("This is a field for a password: nothing is dictated into it."))

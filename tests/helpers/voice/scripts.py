"""Conversations as scripts: what happens, and every state it leads to."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from types import ModuleType

from assistant.protocol.conversation_state import DialogueState, VoiceSessionState
from tests.helpers.llm.scripted_model import says
from tests.helpers.voice.scene import READ_S, Scene, asks

Play = Callable[[Scene], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationScript:
    """One conversation.

    Attributes:
        name: What happens.
        play: Makes it happen.
        path: Every state it goes through, as `shortened` writes them.
        stage: Makes the scene it is played on.
    """

    name: str
    play: Play
    path: str
    stage: Callable[[], Scene]


def script(
    path: str, *, stage: Callable[[], Scene] = Scene
) -> Callable[[Play], ConversationScript]:
    """Make a script of what happens.

    Args:
        path: The states it is expected to go through.
        stage: Makes the scene.
    """

    def make(play: Play) -> ConversationScript:
        return ConversationScript(name=play.__name__, play=play, path=path, stage=stage)

    return make


async def silent_until_asked(scene: Scene) -> None:
    """Have a turn, and then say nothing until one is being asked whether to end."""
    scene.replies(says("One."))
    await scene.wake_and_say()
    await scene.until("speaking/ending")
    await scene.wait(0.5)


async def asked_to_end(scene: Scene) -> None:
    """Have a turn, say nothing, and hear to its end whether to end."""
    await silent_until_asked(scene)
    await scene.until("listening/ending")


async def asked(scene: Scene) -> None:
    """Have a turn in which the model asks which colour, and hear that to its end."""
    scene.replies(asks(), says("Five."))
    await scene.wake_and_say()
    await scene.wait(READ_S)
    assert scene.state == "listening/active"


def scripts_of(*modules: ModuleType) -> list[ConversationScript]:
    """Return the scripts of modules, in their order."""
    return [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, ConversationScript)
    ]


def shortened(states: Iterable[DialogueState]) -> str:
    """Write states as their phases, each with the session where that changed: `listening/active`."""
    session, words = VoiceSessionState.INACTIVE, list[str]()
    for state in states:
        is_same = state.session is session
        words.append(state.phase.value if is_same else f"{state.phase.value}/{state.session.value}")
        session = state.session
    return " ".join(words)

"""Whatever the user, the devices, the model and the desk do, a voice session comes to rest."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from assistant.coding_agents.model.attention import Loudness
from assistant.errors import AnswerRefused, ErrorCategory, ModelLoadError, ProviderError
from assistant.llm.messages_api.model_client import TextReceived
from assistant.protocol.conversation import Stop
from assistant.protocol.voice import Mute, PushToTalk, ToggleMicrophone
from assistant.voice.events import InputLost, InputRestored, NoSpeech
from assistant.voice.protocols import ListeningMode
from assistant.voice.session.policy.voice_state import Speculation
from tests.conftest import STRESS
from tests.helpers.llm.scripted_model import Step, Wait, says, uses_tool
from tests.helpers.voice.scene import FOUR, PERMISSION, Scene, asks, deletes, heard_words
from tests.helpers.voice.scripts import ConversationScript
from tests.unit.voice.session.test_every_transition import SCRIPTS, not_reached

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.looptime,
    pytest.mark.timeout(900 if STRESS else 30),
]

REFUSED: Final = ProviderError("No network", category=ErrorCategory.INVALID_REQUEST)
REPLIES: Final[dict[str, list[Step]]] = {
    "short": says("One."),
    "long": says(f"{FOUR} Five six seven eight. Nine ten eleven twelve. Is that right?"),
    "late": [Wait(seconds=2), *says(FOUR)],
    "slow": [TextReceived(text=f"{FOUR} "), Wait(seconds=4), *says("Five.")],
    "never ends": [*heard_words(), Wait(seconds=100), *says("")[-1:]],
    "tool": uses_tool("clock", {}, text="Let me see now. It takes a while."),
    "slow tool": [*heard_words(), *uses_tool("slow", {})],
    "silent tool": uses_tool("slow", {}),
    "tool that hangs": uses_tool("hang", {}, text="One moment. I look it up."),
    "question": asks(),
    "question after words": [*heard_words(), *asks()],
    "confirmation": deletes("I would delete it. May I?"),
    "fails": [REFUSED],
    "fails in the middle": [*heard_words(), REFUSED],
    "nothing": says(""),
}


Happening = Callable[[Scene], Awaitable[None] | None]


async def _click(scene: Scene) -> None:
    try:
        if scene.desk.pending():
            await scene.click()
    except AnswerRefused:
        pass  # it may wait for the prompt of another


async def _tick(scene: Scene) -> None:
    if scene.screen.desk is not None and scene.desk.pending():
        await scene.tick()


async def _begin_anew(scene: Scene) -> None:
    await scene.conversations.open()
    scene.conversations.announce()


def _say_nothing_more(scene: Scene) -> None:
    scene.synthesiser.error = ModelLoadError("out of memory")


def _mend_voice(scene: Scene) -> None:
    scene.synthesiser.error = None


def _understand_no_more(scene: Scene) -> None:
    scene.transcriber.error = ModelLoadError("out of memory")


def _mend_recogniser(scene: Scene) -> None:
    scene.transcriber.error = None


def _be_slow(scene: Scene) -> None:
    scene.transcriber.seconds = 2.5


def _say_at(scene: Scene, dbfs: float, text: str) -> None:
    scene.listener.dbfs = dbfs
    scene.listener.end(text)
    scene.listener.dbfs = None


HAPPENINGS: Final[dict[str, Happening]] = {
    # The user, as the listener tells of them: in any order, for its thread runs beside.
    "wake": lambda scene: scene.listener.wake(),
    "begin": lambda scene: scene.listener.begin(),
    "pause": lambda scene: scene.listener.pause("tell me"),
    "pause at a number": lambda scene: scene.listener.pause("two"),
    "go on": lambda scene: scene.listener.resume(),
    "end": lambda scene: scene.listener.end("tell me"),
    "no": lambda scene: scene.listener.end("no"),
    "a long request": lambda scene: scene.listener.end("what is the capital of France"),
    "end without words": lambda scene: scene.listener.end(""),
    "a request nearby": lambda scene: _say_at(scene, -20.0, "tell me"),
    "others speak": lambda scene: _say_at(scene, -40.0, "and now the weather"),
    "two": lambda scene: scene.listener.end("two"),
    "yes": lambda scene: scene.listener.end("yes"),
    "silence": lambda scene: scene.listener.tell(NoSpeech(at=0.0)),
    "suspect": lambda scene: scene.listener.suspect(),
    "speak on": lambda scene: scene.listener.go_on(),
    "click of the tongue": lambda scene: scene.listener.withdraw(None),
    "hum": lambda scene: scene.listener.withdraw("mhm"),
    "stop": lambda scene: scene.listener.withdraw("stop"),
    "words over the voice": lambda scene: scene.listener.withdraw("what about Sunday"),
    # The user at the machine.
    "type": lambda scene: scene.type(),
    "click": _click,
    "tick": _tick,
    "button": lambda scene: scene.command(ToggleMicrophone()),
    "stop button": lambda scene: scene.command(Stop()),
    "mute": lambda scene: scene.command(Mute(muted=True)),
    "unmute": lambda scene: scene.command(Mute(muted=False)),
    "key down": lambda scene: scene.command(PushToTalk(pressed=True)),
    "key up": lambda scene: scene.command(PushToTalk(pressed=False)),
    "new conversation": _begin_anew,
    # The machine.
    "microphone lost": lambda scene: scene.listener.tell(InputLost(at=0.0, reason="gone")),
    "microphone back": lambda scene: scene.listener.tell(InputRestored(at=0.0)),
    "speaker lost": lambda scene: scene.lose_speaker(),
    "speaker back": lambda scene: scene.restore_speaker(),
    "voice broken": _say_nothing_more,
    "voice mended": _mend_voice,
    "recogniser broken": _understand_no_more,
    "recogniser mended": _mend_recogniser,
    "recogniser slow": _be_slow,
    "voice started anew": lambda scene: scene.restart_voice(),
    # The desk.
    "choice": lambda scene: scene.put_choice(),
    "screen locked": lambda scene: scene.leave(),
    "agent asks": lambda scene: scene.agent_asks(),
    "agent wants a permission": lambda scene: scene.agent_asks(PERMISSION),
    "key refused": lambda scene: scene.refuse_key(),
    "question withdrawn": lambda scene: scene.desk.cancel(conversation_id="c1"),
}
GAPS_S: Final = (0.0, 0.05, 0.31, 1.0, 3.1, 9.0, 20.0)


async def _happen(scene: Scene, name: str) -> None:
    result = HAPPENINGS[name](scene)
    if result is not None:
        await result
    await scene.wait(0)


async def _end_everything(scene: Scene) -> None:
    """Let everybody finish what they began: nobody does anything after it."""
    await scene.command(PushToTalk(pressed=False))
    scene.transcriber.seconds = 0.1
    for _ in range(6):
        scene.listener.withdraw(None)
        scene.listener.end("")
        await scene.wait(130)  # longer than any reply, tool, reading and silence
        for pending in scene.desk.pending():
            await scene.desk.cancel(questions_id=pending.id)
    await scene.wait(130)


@contextmanager
def _errors() -> Generator[list[str]]:
    """Collect what is logged as an error: a task that failed, or one that did not end."""
    errors: list[str] = []

    class Collector(logging.Handler):
        @override
        def emit(self, record: logging.LogRecord) -> None:
            errors.append(self.format(record))

    collector = Collector(level=logging.ERROR)
    logging.getLogger("assistant").addHandler(collector)
    try:
        yield errors
    finally:
        logging.getLogger("assistant").removeHandler(collector)


def _give_replies(scene: Scene, kinds: Sequence[str]) -> None:
    """Let the model reply with these kinds, and with a short word ever after."""
    scene.replies(*(REPLIES[kind] for kind in kinds), *([REPLIES["short"]] * 200))


async def _rests_after(scene: Scene, happenings: Sequence[tuple[str, float]]) -> None:
    """Let everything happen, end everything, and look whether the session is at rest."""
    for name, gap_s in happenings:
        await _happen(scene, name)
        await scene.wait(gap_s)
    await _end_everything(scene)
    assert scene.state == "idle/inactive"
    assert scene.desk.pending() == ()
    assert scene.player.is_idle
    assert not scene.player.is_held
    assert scene.player.volume == 1.0
    assert scene.listener.hearing in {ListeningMode.WAKE, ListeningMode.OFF}
    assert scene.conversations.current.is_at_rest
    assert scene.refused == []
    assert not set(scene.moves) & not_reached()


def _tasks_left() -> list[asyncio.Task[Any]]:
    return [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]


SOME_REPLIES: Final = st.lists(st.sampled_from(sorted(REPLIES)), max_size=6)
SOME_HAPPENINGS: Final = st.lists(
    st.tuples(st.sampled_from(sorted(HAPPENINGS)), st.sampled_from(GAPS_S)), max_size=16
)


@given(
    replies=SOME_REPLIES,
    happenings=SOME_HAPPENINGS,
    speak_typed_turns=st.booleans(),
    voice_confirm=st.booleans(),
    barge_in=st.booleans(),
    push_to_talk=st.booleans(),
    speculate=st.sampled_from(Speculation),
    long_reply_s=st.sampled_from([None, 1.0]),
    agent_loudness=st.sampled_from(Loudness),
)
async def test_it_comes_to_rest(
    replies: list[str],
    happenings: list[tuple[str, float]],
    *,
    speak_typed_turns: bool,
    voice_confirm: bool,
    barge_in: bool,
    push_to_talk: bool,
    speculate: Speculation,
    long_reply_s: float | None,
    agent_loudness: Loudness,
) -> None:
    scene = Scene(
        speak_typed_turns=speak_typed_turns,
        voice_confirm=voice_confirm,
        barge_in=barge_in,
        push_to_talk=push_to_talk,
        speculate=speculate,
        long_reply_s=long_reply_s,
        agent_loudness=agent_loudness,
    )
    with _errors() as errors:
        async with scene.running():
            _give_replies(scene, replies)
            await _happen(scene, "wake")
            await _happen(scene, "end")
            await _rests_after(scene, happenings)
    assert _tasks_left() == []
    assert errors == []


OPENINGS: Final = [each for each in SCRIPTS if not each.name.startswith("the_program_ends")]


@given(
    opening=st.sampled_from(OPENINGS),
    cut_s=st.floats(0, 40),
    replies=SOME_REPLIES,
    happenings=SOME_HAPPENINGS,
)
async def test_from_the_middle_of_any_conversation_it_comes_to_rest(
    opening: ConversationScript,
    cut_s: float,
    replies: list[str],
    happenings: list[tuple[str, float]],
) -> None:
    scene = opening.stage()
    with _errors() as errors:
        async with scene.running():
            playing = asyncio.ensure_future(opening.play(scene))
            await asyncio.wait({playing}, timeout=cut_s)
            playing.cancel()
            await asyncio.wait({playing})
            _give_replies(scene, replies)
            await _rests_after(scene, happenings)
    assert _tasks_left() == []
    assert errors == []

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence

import pytest
from typing_extensions import override

from assistant.errors import ModelLoadError
from assistant.voice.events import Samples
from assistant.voice.protocols import Transcriber, Transcript
from assistant.voice.stt.policy.hallucination_filter import is_audible
from assistant.voice.stt.transcriber import DRAFT_SHARE, ThreadedTranscriber
from assistant.voice.stt.whisper import RecognitionCancelled, WhisperRecogniser
from tests.helpers.audio.signals import silence
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S


class SlowRecogniser(WhisperRecogniser):
    """The text is the number of samples. Works until it is let go."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.begun = threading.Semaphore(0)
        self.done: list[tuple[int, tuple[str, ...], str]] = []
        self.audio: list[Samples] = []
        self.is_quick = False

    @property
    @override
    def drafts_quickly(self) -> bool:
        return self.is_quick

    @override
    def recognise(
        self,
        audio: Samples,
        *,
        bias: Sequence[str] = (),
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Transcript:
        self.audio.append(audio)
        self.begun.release()
        assert self.may_go_on.wait(PATIENCE_S)
        if is_cancelled():
            raise RecognitionCancelled
        self._clock.advance(0.25)
        self.done.append((len(audio), tuple(bias), threading.current_thread().name))
        return Transcript(text=str(len(audio)), language="en")

    @override
    def draft(
        self,
        audio: Samples,
        *,
        bias: Sequence[str] = (),
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Transcript:
        return self.recognise(audio, bias=bias, is_cancelled=is_cancelled)

    async def wait_begun(self) -> None:
        assert await asyncio.to_thread(self.begun.acquire, timeout=PATIENCE_S)


@pytest.fixture
def recogniser() -> SlowRecogniser:
    return SlowRecogniser(ManualClock())


@pytest.fixture
async def transcriber(recogniser: SlowRecogniser) -> AsyncIterator[ThreadedTranscriber]:
    clock = recogniser._clock
    transcriber = ThreadedTranscriber(load=lambda: recogniser, clock=clock)
    yield transcriber
    recogniser.may_go_on.set()
    await transcriber.aclose()


async def test_a_job_runs_on_the_thread_with_its_names_and_is_timed(
    transcriber: ThreadedTranscriber, recogniser: SlowRecogniser
) -> None:
    used: Transcriber = transcriber
    transcript = await used.transcribe(silence(0.5), bias=["Anna", "Bert"])
    assert transcript.text == "8000"
    assert transcript.seconds == pytest.approx(0.25)
    assert recogniser.done == [(8000, ("Anna", "Bert"), "transcriber_0")]


async def test_a_cancelled_job_that_has_not_begun_never_runs(
    transcriber: ThreadedTranscriber, recogniser: SlowRecogniser
) -> None:
    recogniser.may_go_on.clear()
    first = asyncio.create_task(transcriber.transcribe(silence(0.1)))
    await recogniser.wait_begun()
    second = asyncio.create_task(transcriber.transcribe(silence(0.2)))
    third = asyncio.create_task(transcriber.transcribe(silence(0.3)))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    recogniser.may_go_on.set()
    assert (await first).text == "1600"
    assert (await third).text == "4800"
    assert [count for count, _bias, _thread in recogniser.done] == [1600, 4800]


async def test_a_cancelled_job_that_runs_ends_at_its_next_step(
    transcriber: ThreadedTranscriber, recogniser: SlowRecogniser
) -> None:
    recogniser.may_go_on.clear()
    provisional = asyncio.create_task(transcriber.transcribe(silence(0.1)))
    await recogniser.wait_begun()
    provisional.cancel()
    with pytest.raises(asyncio.CancelledError):
        await provisional
    final = asyncio.create_task(transcriber.transcribe(silence(0.2)))
    await asyncio.sleep(0)
    recogniser.may_go_on.set()
    assert (await final).text == "3200"
    assert [count for count, _bias, _thread in recogniser.done] == [3200]


async def test_a_draft_runs_only_while_nothing_else_does(
    transcriber: ThreadedTranscriber, recogniser: SlowRecogniser
) -> None:
    assert await transcriber.draft(silence(0.1)) is None  # no model is loaded for it
    await transcriber.warm_up()
    drafted = await transcriber.draft(silence(0.1), bias=["Anna"])
    assert drafted is not None
    assert recogniser.done[-1] == (1600, ("Anna",), "drafter_0")
    recogniser._clock.advance(1.0)
    recogniser.may_go_on.clear()
    final = asyncio.create_task(transcriber.transcribe(silence(0.2)))
    await asyncio.sleep(0)
    assert await transcriber.draft(silence(0.3)) is None
    recogniser.may_go_on.set()
    await final


async def test_a_draft_gives_way_to_the_transcript_of_a_pause(
    transcriber: ThreadedTranscriber, recogniser: SlowRecogniser
) -> None:
    await transcriber.warm_up()
    await recogniser.wait_begun()
    recogniser.may_go_on.clear()
    draft = asyncio.create_task(transcriber.draft(silence(0.1)))
    await recogniser.wait_begun()
    final = asyncio.create_task(transcriber.transcribe(silence(0.2)))
    await asyncio.sleep(0)
    recogniser.may_go_on.set()
    assert await draft is None
    assert (await final).text == "3200"


async def test_a_quick_model_drafts_beside_the_transcript_of_a_pause(
    transcriber: ThreadedTranscriber, recogniser: SlowRecogniser
) -> None:
    await transcriber.warm_up()
    await recogniser.wait_begun()
    recogniser.may_go_on.clear()
    final = asyncio.create_task(transcriber.transcribe(silence(0.2)))
    await recogniser.wait_begun()
    assert await transcriber.draft(silence(0.3), at_pause=True) is None
    recogniser.is_quick = True
    draft = asyncio.create_task(transcriber.draft(silence(0.3), at_pause=True))
    await recogniser.wait_begun()
    recogniser.may_go_on.set()
    drafted = await draft
    assert drafted is not None
    assert drafted.text == "4800"
    assert (await final).text == "3200"


async def test_drafts_leave_a_share_of_the_time_to_others(
    transcriber: ThreadedTranscriber, recogniser: SlowRecogniser
) -> None:
    await transcriber.warm_up()
    assert await transcriber.draft(silence(0.1)) is not None  # took 0.25 s
    assert await transcriber.draft(silence(0.2)) is None
    recogniser._clock.advance(0.25 / DRAFT_SHARE - 0.25)
    assert await transcriber.draft(silence(0.3)) is not None


async def test_closing_gives_up_what_runs(
    transcriber: ThreadedTranscriber, recogniser: SlowRecogniser
) -> None:
    recogniser.may_go_on.clear()
    job = asyncio.create_task(transcriber.transcribe(silence(0.1)))
    await recogniser.wait_begun()
    closing = asyncio.create_task(transcriber.aclose())
    await asyncio.sleep(0)
    recogniser.may_go_on.set()
    await closing
    with pytest.raises(asyncio.CancelledError):
        await job
    assert recogniser.done == []
    assert "transcriber_0" not in {thread.name for thread in threading.enumerate()}


async def test_closing_twice_is_fine(transcriber: ThreadedTranscriber) -> None:
    await transcriber.aclose()
    await transcriber.aclose()


async def test_warming_up_runs_the_model(recogniser: SlowRecogniser) -> None:
    """Digital silence would be taken for nothing before the model sees it."""
    transcriber = ThreadedTranscriber(load=lambda: recogniser, clock=ManualClock())
    await transcriber.warm_up()
    assert is_audible(recogniser.audio[-1])
    await transcriber.aclose()


async def test_a_model_that_does_not_load_is_reported_and_tried_again(
    recogniser: SlowRecogniser,
) -> None:
    problems = [ModelLoadError("damaged")]

    def load() -> SlowRecogniser:
        if problems:
            raise problems.pop()
        return recogniser

    transcriber = ThreadedTranscriber(load=load, clock=ManualClock())
    with pytest.raises(ModelLoadError, match="damaged"):
        await transcriber.warm_up()
    await transcriber.warm_up()
    assert len(recogniser.done) == 1
    await transcriber.aclose()

"""A long reply with tables and code, streamed by a model through the whole program to the screen."""

import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Final

from typing_extensions import override

from assistant.assembly.desktop import build_desktop
from assistant.clock import Clock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.llm.messages_api.messages import TextBlock
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    ReplyReceived,
    TextReceived,
)
from assistant.protocol.conversation import Say
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from benchmarks.instant_models import InstantModel
from benchmarks.model.metrics import spread_ms
from benchmarks.model.run import Run
from benchmarks.reports.speed_report import PAINTING
from benchmarks.window.paint_monitor import PaintMonitor
from benchmarks.window.paint_probe import (
    measure_listening,
    measure_scrolling,
    sample_reply,
)

PIECE_CHARACTERS: Final = 12
PACE_S: Final = 0.001
"""Between two pieces: 12,000 characters a second, ten times what the quickest services send."""
SCROLL_STEPS: Final = 200
"""Places of the scroll bar that are gone to, and turns of the wheel."""
_LIMIT_S: Final = 90.0
"""Five times what the reply takes to come."""


class StreamingModel(InstantModel):
    """Streams one reply in pieces of equal length.

    Args:
        pace_s: Seconds between two pieces.
    """

    def __init__(self, text: str, *, piece: int, pace_s: float) -> None:
        super().__init__()
        self._text = text
        self._piece = piece
        self._pace_s = pace_s

    @override
    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Reply piece by piece, none before its time."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        for at in range(0, len(self._text), self._piece):
            yield TextReceived(text=self._text[at : at + self._piece])
            due += self._pace_s
            await asyncio.sleep(max(0.0, due - loop.time()))
        yield BlockReceived(block=TextBlock(text=self._text))
        yield ReplyReceived(stop_reason="end_turn")


def measure_painting(
    *,
    clock: Clock,
    characters: int,
    scrolled: int,
    steps: int = SCROLL_STEPS,
    listened_s: float = 0.2,
) -> Run:
    """Run this part of the bench; on the main thread, as `measure_stream`.

    Args:
        scrolled: Messages of the conversation that is scrolled.
        listened_s: How long the window listens to nobody.

    Raises:
        DeviceError: If the reply is not painted: the window's event loop does not run, no words
            come, or they are not painted in time.
        StoreError: If there is no room for the store.
    """
    text = sample_reply(characters)
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
        home = Home(root=Path(folder), models=Home.locate().models)
        save(home, "voice", "enabled", False)
        app = build_desktop(
            LaunchOptions(
                home=home,
                settings=load(home, {}).settings,
                clock=clock,
                channel=Channel.DESKTOP,
                client=StreamingModel(text, piece=PIECE_CHARACTERS, pace_s=PACE_S),
            )
        )
        watch = PaintMonitor(app)
        try:
            app.window.show()
            app.application.processEvents()
            began = time.perf_counter()
            if not watch.run(
                lambda: app.engine.submit(Say(text="Tell me everything.")), limit_s=_LIMIT_S
            ):
                raise DeviceError(
                    "The reply did not come.",
                    hint=watch.failure or "Run it when the machine does nothing else.",
                )
            seconds = time.perf_counter() - began
        finally:
            app.close()
            app.application.processEvents()
            watch.dispose()
    scrolling = measure_scrolling(messages=scrolled, steps=steps)
    return Run(
        PAINTING,
        characters=len(text),
        seconds=round(seconds, 1),
        frames=watch.frames,
        painted_ms=spread_ms(watch.latencies_s),
        largest_gap_ms=round(watch.pulse.largest_gap_s * 1000, 1),
        largest_step_ms=round(watch.pulse.largest_step_s * 1000, 1),
        window_cpu_s=round(watch.used_s, 2),
        scrolled_messages=scrolling.messages,
        scroll_load_ms=round(scrolling.load_cpu_ms, 1),
        scroll_frame_ms=scrolling.frame_cpu_ms,
        scroll_gap_ms=round(scrolling.largest_gap_ms, 1),
        listening_core_share=round(measure_listening(seconds=listened_s), 4),
    )

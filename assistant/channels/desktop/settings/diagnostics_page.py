"""The settings page about what works, where the time of spoken turns went, and what the logs say."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from assistant.channels.desktop.conversation.latency_breakdown import LatencyBar, LatencyBreakdown
from assistant.channels.desktop.conversation.model.latency_log import TimedTurn
from assistant.channels.desktop.conversation.model.turn_latency import (
    TurnLatency,
    latency_text,
    median_latency,
)
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.diagnostics.doctor_reader import DoctorReader
from assistant.channels.desktop.diagnostics.panels import HealthPanel, LogPanel
from assistant.channels.desktop.settings.model.latency_advice import (
    LatencyAdvice,
    LatencySettings,
    latency_advice,
)
from assistant.channels.desktop.settings.page import SettingsPage, clear_layout
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.model.model_label import model_label
from assistant.channels.desktop.widgets.model.short_text import seconds_text
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.moment_words import moment_words
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import BY_RULES
from assistant.protocol.turns import TurnFinished, TurnTimed


class MedianPanel(QFrame):
    """The median of each part over the last turns."""

    def __init__(self, *, theme: Theme, median: TurnLatency) -> None:
        super().__init__()
        self.setObjectName("median")
        self.setProperty("role", "panel")
        total = plain_label(seconds_text(median.total_s), role="title", wraps=False)
        vbox(
            hbox((plain_label(_("Median"), role="section"), 1), total),
            LatencyBreakdown(theme=theme, latency=median),
            inside=self,
            gap=6,
            margins=(14, 11, 14, 11),
        )


class AdviceRow(QFrame):
    """One thing to change, with a button that leads to the field that does it."""

    def __init__(self, advice: LatencyAdvice, *, show: Callable[[str, str], None]) -> None:
        super().__init__()
        self.setObjectName(f"advice_{advice.part.value}")
        self.setProperty("role", "panel")
        box = vbox(plain_label(advice.text), inside=self, margins=(14, 9, 12, 9), gap=8)
        if advice.field:
            button = push_button(
                f"change_{advice.field}",
                _("Change…"),
                on_click=lambda: show(advice.page, advice.field),
            )
            button.setAccessibleDescription(advice.text)
            box.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)


class TimedTurnRow(QFrame):
    """One turn: when, the bar of its parts above the model that replied, how long all of it took."""

    def __init__(self, turn: TimedTurn, *, theme: Theme, longest_s: float, now: datetime) -> None:
        super().__init__()
        when = plain_label(moment_words(turn.at.astimezone(), now), role="description", wraps=False)
        model = _("without a model") if turn.model == BY_RULES else model_label(turn.model)
        total = plain_label(seconds_text(turn.latency.total_s), role="secondary", wraps=False)
        total.setAlignment(Qt.AlignmentFlag.AlignRight)
        total.setFixedWidth(total.fontMetrics().horizontalAdvance(seconds_text(88.8)))
        bar = LatencyBar(theme=theme, parts=turn.latency.parts, longest_s=longest_s)
        middle = Qt.AlignmentFlag.AlignVCenter
        words = vbox(bar, plain_label(model, role="description"), gap=3)
        hbox((when, middle), (words, 1), (total, middle), inside=self, gap=12)
        parts = latency_text(turn.latency)
        self.setToolTip(plain_tip(parts))
        self.setAccessibleName(f"{when.text()} · {model}: {total.text()}")
        self.setAccessibleDescription(parts)


class DiagnosticsPage(SettingsPage):
    """Which parts work, how quickly spoken turns were answered, and the logs.

    Args:
        context: What it is made with.
        turns: Returns the last turns, the newest first.
        show_field: Shows the page and the field of these names.
        doctor: Looks at every part, and writes reports.
        fetch: Fetches the model files that are missing.
    """

    def __init__(
        self,
        context: DesktopContext,
        *,
        turns: Callable[[], Sequence[TimedTurn]],
        show_field: Callable[[str, str], None],
        doctor: DoctorReader,
        fetch: Callable[[], None],
    ) -> None:
        super().__init__(context, name="diagnostics", title=_("Diagnostics"), icon=Icon.GAUGE)
        self._turns = turns
        self._show_field = show_field
        self._log = LogPanel(context)
        self._latency = vbox(gap=14)
        self._box.addWidget(
            HealthPanel(context, doctor=doctor, turns=self._measured, show=show_field, fetch=fetch)
        )
        self._box.addLayout(self._latency)
        self._box.addWidget(self._log)

    @override
    def handle(self, event: EngineEvent) -> None:
        if isinstance(event, TurnTimed | TurnFinished) and self.isVisible():
            self._load_latency()

    @override
    def load(self) -> None:
        self._load_latency()
        self._log.load()

    def _measured(self) -> Sequence[Mapping[str, float]]:
        return [
            {part.value: round(seconds, 3) for part, seconds in turn.latency.parts}
            for turn in self._turns()
        ]

    def _load_latency(self) -> None:
        clear_layout(self._latency)
        turns = self._turns()
        median = median_latency([turn.latency for turn in turns])
        self._latency.addWidget(plain_label(_("Spoken turns"), role="section"))
        about = plain_label(
            _("Where the time goes between your last word and the first sound of the reply."),
            role="secondary",
        )
        self._latency.addWidget(about)
        if median is None:
            self._latency.addWidget(plain_label(_("No spoken turn since Parley was started.")))
            return
        self._latency.addWidget(MedianPanel(theme=self._context.theme, median=median))
        self._add_advice(turns)
        self._add_turns(turns)

    def _add_advice(self, turns: Sequence[TimedTurn]) -> None:
        self._latency.addWidget(plain_label(_("What to change"), role="section"))
        advice = latency_advice(turns, self._settings())
        for one in advice:
            self._latency.addWidget(AdviceRow(one, show=self._show_field))
        if not advice:
            self._latency.addWidget(
                plain_label(_("Nothing: no part takes long."), role="secondary")
            )

    def _add_turns(self, turns: Sequence[TimedTurn]) -> None:
        title = _("Last turns: {n}").format(n=len(turns))
        self._latency.addWidget(plain_label(title, role="section"))
        longest_s = max(turn.latency.total_s for turn in turns)
        theme, now = self._context.theme, self._context.clock.now()
        for turn in turns:
            self._latency.addWidget(TimedTurnRow(turn, theme=theme, longest_s=longest_s, now=now))

    def _settings(self) -> LatencySettings:
        get = self._context.settings.get
        return LatencySettings(
            turn_end=str(get("voice", "turn_end")),
            learn_pauses=bool(get("voice", "learn_pauses")),
            speculate=str(get("voice", "speculate")),
            stt_model=str(get("voice", "stt_model")),
            voice=str(get("voice", "voice")),
            starter_model=str(get("llm", "starter_model")),
        )

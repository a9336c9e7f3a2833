"""The settings page about what tools did: every call, the newest first."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt
from typing_extensions import override

from assistant.call_ending import read_ending
from assistant.channels.desktop.conversation.collapsible_entries import (
    CollapsibleCard,
    indented_json,
)
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.model.tool_wording import class_title, outcome_title
from assistant.channels.desktop.settings.page import SettingsPage, clear_layout
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.channels.desktop.widgets.model.short_text import elided, seconds_text
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.moment_words import moment_words
from assistant.protocol.events import EngineEvent
from assistant.protocol.history import OpenConversation
from assistant.protocol.tools import ListToolCalls, ToolCallEntry, ToolCallsListed

PAGE_CALLS = 50
"""Calls that are shown at once, and added by the button below them."""
_ARGUMENTS = 20_000
"""Characters of a call's arguments that are shown."""


class ActivityEntry(CollapsibleCard):
    """One call: when, what, how it ended; its arguments when it is opened."""

    def __init__(
        self,
        call: ToolCallEntry,
        *,
        theme: Theme,
        now: datetime,
        open_conversation: Callable[[str], None],
    ) -> None:
        super().__init__(theme=theme, role="tool", icon=Icon.TOOL)
        self.setObjectName(f"call_{call.number}")
        self._head.setText(f"{moment_words(call.started_at.astimezone(), now)}  {call.tool}")
        went = (
            "well" if call.outcome == "ok" else "nowhere" if _is_ending(call.outcome) else "wrong"
        )
        self.setProperty("went", went)
        outcome = outcome_title(call.outcome)
        self._head.setAccessibleName(f"{self._head.text()}: {outcome}")
        ending = plain_label(outcome, role="failed" if went == "wrong" else "description")
        ending.setWordWrap(False)
        self._head_box.addWidget(ending, 0, Qt.AlignmentFlag.AlignVCenter)
        about = f"{class_title(call.permission)} · {seconds_text(call.seconds)}"
        self._body_box.addWidget(plain_label(about, role="description"))
        self._body_box.addWidget(
            selectable(plain_label(elided(indented_json(call.arguments), _ARGUMENTS), mono=True))
        )
        if call.conversation:
            link = push_button(
                "open_conversation",
                text=_("Open “{title}”").format(title=elided(call.conversation, 60)),
                role="link",
                on_click=lambda: open_conversation(call.conversation_id),
            )
            self._body_box.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)


class ActivityPage(SettingsPage):
    """What tools did."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(context, name="activity", title=_("What tools did"), icon=Icon.LIST)
        self._calls: tuple[ToolCallEntry, ...] = ()
        self._has_more = False
        self._list = vbox(gap=8)
        self._box.addLayout(self._list)
        self.more_button = push_button("more_calls", _("Show more"), on_click=self._more)
        self._box.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._fill()

    @override
    def load(self) -> None:
        self._context.engine.submit(ListToolCalls(limit=PAGE_CALLS))

    @override
    def handle(self, event: EngineEvent) -> None:
        if not isinstance(event, ToolCallsListed):
            return
        self._has_more = event.has_more
        if event.before is None:
            self._calls = event.calls
            self._fill()
        elif self._calls and event.before == self._calls[-1].number:
            self._calls += event.calls
            self._add(event.calls)

    def _more(self) -> None:
        self.more_button.setEnabled(False)
        before = self._calls[-1].number
        self._context.engine.submit(ListToolCalls(before=before, limit=PAGE_CALLS))

    def _fill(self) -> None:
        clear_layout(self._list)
        if not self._calls:
            self._list.addWidget(plain_label(_("No tool has been used yet."), role="secondary"))
        self._add(self._calls)

    def _add(self, calls: tuple[ToolCallEntry, ...]) -> None:
        theme, now = self._context.theme, self._context.clock.now()
        for call in calls:
            entry = ActivityEntry(call, theme=theme, now=now, open_conversation=self._open)
            self._list.addWidget(entry)
        self.more_button.setVisible(self._has_more)
        self.more_button.setEnabled(True)

    def _open(self, conversation_id: str) -> None:
        self._context.engine.submit(OpenConversation(conversation_id=conversation_id))


def _is_ending(outcome: str) -> bool:
    """Whether a call came to nothing, as the conversation shows it; its time limit has a name of its own."""
    return outcome == "timeout" or read_ending(outcome) is not None

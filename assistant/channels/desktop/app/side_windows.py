"""The windows beside the main one, apart from the settings: imported and made when first opened."""

from typing import TYPE_CHECKING, Final

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.model.lazy_panel import LazyPanel
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.widgets.theme import Theme
from assistant.protocol.client import EngineClient
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.sent_context import ContextSent

if TYPE_CHECKING:
    from assistant.channels.desktop.conversation.context_panel import ContextPanel
    from assistant.channels.desktop.memory.window import MemoryWindowController
    from assistant.channels.desktop.personas.window_controller import PersonaWindowController


class SideWindows:
    """What was sent, memory and personas; each is opened from the menu of the main window."""

    def __init__(self, *, engine: EngineClient, theme: Theme, window: MainWindow) -> None:
        self._engine: Final = engine
        self._theme: Final = theme
        self._window: Final = window
        self._context: Final = LazyPanel(
            self._make_context, needs=(ConversationOpened, ContextSent)
        )
        self._memory: Final = LazyPanel(self._make_memory, needs=(ConversationOpened,))
        self._personas: Final = LazyPanel(self._make_personas, needs=(ConversationOpened,))
        menu = window.header.menu
        menu.offer(MenuEntry.CONTEXT, self._open_context)
        menu.offer(MenuEntry.MEMORY, lambda: self.memory.open())
        menu.offer(MenuEntry.PERSONA, lambda: self.personas.open())

    @property
    def context(self) -> "ContextPanel":
        """Shows what was sent to the model."""
        return self._context()

    @property
    def memory(self) -> "MemoryWindowController":
        """Shows and edits what is remembered."""
        return self._memory()

    @property
    def personas(self) -> "PersonaWindowController":
        """Chooses, makes and edits workspaces and personas."""
        return self._personas()

    def handle(self, event: EngineEvent) -> None:
        """Pass an event on to those that are made; the others are told of it later."""
        for panel in (self._context, self._memory, self._personas):
            panel.handle(event)

    def may_close(self) -> bool:
        """Whether the main window may close without losing words; the user is asked if not."""
        made = (self._memory.made, self._personas.made)
        return all(panel is None or panel.may_close(self._window.close) for panel in made)

    def hide(self) -> None:
        """Take them away."""
        context, memory, personas = self._context.made, self._memory.made, self._personas.made
        for window in (context, memory and memory.window, personas and personas.window):
            if window is not None:
                window.hide()

    def _make_context(self) -> "ContextPanel":
        from assistant.channels.desktop.conversation.context_panel import ContextPanel

        return ContextPanel(theme=self._theme, parent=self._window)

    def _make_memory(self) -> "MemoryWindowController":
        from assistant.channels.desktop.memory.window import MemoryWindowController

        return MemoryWindowController(engine=self._engine, parent=self._window)

    def _make_personas(self) -> "PersonaWindowController":
        from assistant.channels.desktop.personas.window_controller import PersonaWindowController

        return PersonaWindowController(engine=self._engine, theme=self._theme, parent=self._window)

    def _open_context(self) -> None:
        self.context.show()
        self.context.raise_()
        self.context.activateWindow()

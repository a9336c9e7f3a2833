"""The windows beside the main one, apart from the settings: imported and made when first opened."""

from typing import TYPE_CHECKING, Final

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.model.lazy_panel import LazyPanel
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.questions import AnswerSentToModel
from assistant.protocol.sent_context import ContextSent

if TYPE_CHECKING:
    from assistant.channels.desktop.conversation.context_panel import ContextPanel
    from assistant.channels.desktop.memory.window import MemoryWindow
    from assistant.channels.desktop.personas.window import PersonaWindow
    from assistant.protocol.events import EngineEvent


class SideWindows:
    """What was sent, memory and personas; each is opened from the menu of the main window."""

    def __init__(self, context: DesktopContext, *, window: MainWindow) -> None:
        self._made_with: Final = context
        self._window: Final = window
        self._context: Final = LazyPanel(
            self._make_context, needs=(ConversationOpened, ContextSent, AnswerSentToModel)
        )
        self._memory: Final = LazyPanel(self._make_memory, needs=(ConversationOpened,))
        self._personas: Final = LazyPanel(self._make_personas, needs=(ConversationOpened,))
        menu = window.header.menu
        menu.offer(MenuEntry.CONTEXT, self._open_context)
        menu.offer(MenuEntry.MEMORY, lambda: self.memory.present())
        menu.offer(MenuEntry.PERSONA, lambda: self.personas.present())

    @property
    def context(self) -> "ContextPanel":
        """Shows what was sent to the model."""
        return self._context()

    @property
    def memory(self) -> "MemoryWindow":
        """Shows and edits what is remembered."""
        return self._memory()

    @property
    def personas(self) -> "PersonaWindow":
        """Chooses, makes and edits workspaces and personas."""
        return self._personas()

    def handle(self, event: "EngineEvent") -> None:
        """Pass an event on to those that are made; the others are told of it later."""
        for panel in (self._context, self._memory, self._personas):
            panel.handle(event)

    def may_close(self) -> bool:
        """Whether the program may end without losing words; the user is asked if not."""
        made = (self._memory.made, self._personas.made)
        return all(panel is None or panel.may_close(self._window.quit) for panel in made)

    def hide(self) -> None:
        """Take them away."""
        for window in (self._context.made, self._memory.made, self._personas.made):
            if window is not None:
                window.hide()

    def _make_context(self) -> "ContextPanel":
        from assistant.channels.desktop.conversation.context_panel import ContextPanel

        return ContextPanel(self._made_with, parent=self._window)

    def _make_memory(self) -> "MemoryWindow":
        from assistant.channels.desktop.memory.window import MemoryWindow

        return MemoryWindow(self._made_with, parent=self._window)

    def _make_personas(self) -> "PersonaWindow":
        from assistant.channels.desktop.personas.window import PersonaWindow

        return PersonaWindow(self._made_with, parent=self._window)

    def _open_context(self) -> None:
        self.context.show()
        self.context.raise_()
        self.context.activateWindow()

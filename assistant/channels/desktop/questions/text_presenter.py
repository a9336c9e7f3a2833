"""Puts questions into the conversation as text when no dialog can show them."""

import asyncio
from collections.abc import Callable
from functools import partial

from assistant.channels.desktop.questions.desktop_presenter import DesktopPresenter
from assistant.questions.desk.presenter import Presentation
from assistant.questions.model.question import Draft, QuestionSet, Response


class TextListPresenter(DesktopPresenter):
    """Implements `Presenter` for the transcript; to be registered as a fallback.

    It gives no response itself: what is typed in the input line reaches the desk as words of the
    chat. Create it on the GUI thread; `present` and `update_draft` run on the engine loop.

    Args:
        show: Shows a question as text. All three are called on the GUI thread.
        update: Shows other selections of it.
        hide: Shows it as text no more.
    """

    def __init__(
        self,
        *,
        show: Callable[[QuestionSet, Draft], None],
        update: Callable[[str, Draft], None],
        hide: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._show, self._update, self._hide = show, update, hide

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Show the question until it is settled elsewhere, which cancels this."""

        def put() -> None:
            self._show(questions, draft)
            desk.shown()

        self._on_gui_thread(put)
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            self._on_gui_thread(partial(self._hide, questions.id))

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made on another channel."""
        self._on_gui_thread(partial(self._update, questions_id, draft))

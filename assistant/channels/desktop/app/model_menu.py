"""The name of the model that answers, and the way to another one."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton
from typing_extensions import override

from assistant.channels.desktop.widgets.labels import plain_tip
from assistant.channels.desktop.widgets.model.model_label import (
    answers_text,
    model_label,
    with_present_built_in,
)
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _, joined

WIDE: Final = 26
"""Characters of the name that are shown beside the buttons."""
NARROW: Final = 14


class ModelMenu(Translated, QToolButton):
    """Shows which model answers. Where there are several, a click lists them.

    Signals:
        chosen: The user wants the conversation to go on with the model of this name.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._model = ""
        self._models: tuple[str, ...] = ()
        self._limit = WIDE
        self.setObjectName("model")
        self.setProperty("role", "kbd")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._list = QMenu(self)
        self._list.setToolTipsVisible(True)
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._choose)
        self.retranslate()

    @property
    def entries(self) -> QMenu:
        """The list, for where there is no room for the button."""
        return self._list

    @property
    def can_choose(self) -> bool:
        """Whether there is another model."""
        return any(model != self._model for model in self._models)

    def set_model(self, model: str) -> None:
        """Name the model that answers."""
        self._model = model
        self._models = with_present_built_in(self._models, model)
        self._fill()

    def set_models(self, models: Sequence[str]) -> None:
        """Offer these models."""
        self._models = tuple(models)
        self._fill()

    def set_narrow(self, is_narrow: bool) -> None:  # a state, not an option
        """Take less room, or as much as the name needs."""
        self._limit = NARROW if is_narrow else WIDE
        self.retranslate()

    def choose(self, model: str) -> None:
        """Do as if the user chose this model; nothing if it is not in the list."""
        for action in self._group.actions():
            if action.data() == model:
                action.trigger()

    def _fill(self) -> None:
        for action in self._group.actions():
            self._group.removeAction(action)
            action.deleteLater()
        self._list.clear()
        for model in self._models:
            action = QAction(model_label(model).replace("&", "&&"), self._group)
            action.setData(model)
            action.setCheckable(True)
            action.setChecked(model == self._model)
            self._list.addAction(action)
        can_choose = self.can_choose
        self.setMenu(self._list if can_choose else None)  # pyright: ignore[reportArgumentType]  # None takes it away
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if can_choose else Qt.FocusPolicy.NoFocus)
        self.retranslate()

    def _choose(self, action: QAction) -> None:
        model = str(action.data())
        # The mark follows once the conversation is really held with it.
        for each in self._group.actions():
            each.setChecked(each.data() == self._model)
        if model != self._model:
            self.chosen.emit(model)

    @override
    def retranslate(self) -> None:
        label = model_label(self._model)
        self.setText(elided(label, self._limit).replace("&", "&&"))
        more = _("Click to choose another model.") if self.can_choose else ""
        self.setToolTip(plain_tip(joined(answers_text(self._model), more)))
        self.setAccessibleName(_("Model: {model}").format(model=label))
        self.setAccessibleDescription(more)

"""Fields of the settings window: each knows its setting, saves at once, and shows what was wrong."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QSlider, QWidget
from shiboken6 import isValid
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.controls import Dropdown, Switch
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.locale import _
from assistant.settings.schema import SettingValue, controls, limits


class SettingField(FormField):
    """One setting, which is saved as soon as it is another.

    What it says is from `assistant.settings.schema`.
    """

    def __init__(
        self,
        control: QWidget,
        context: DesktopContext,
        *,
        section: str,
        key: str,
        beside: bool = False,
    ) -> None:
        self._described = controls(section)[key]
        hint = self._described.hint
        super().__init__(control, _(self._described.title), _(hint) if hint else "", beside=beside)
        self._settings = context.settings
        self.section = section
        self.key = key
        self._loaded: SettingValue | None = None
        """What stood in the control after it was shown or saved last."""
        self._is_shown = False
        """Until then what stands in the control is nobody's."""
        control.setObjectName(f"setting_{section}_{key}")
        self.error_label.setObjectName(f"error_{section}_{key}")
        self.reset_button: Final = IconButton(
            Icon.RESET,
            theme=context.theme,
            name=f"reset_{section}_{key}",
            role="quiet",
            size=14,
            on_click=self._reset,
        )
        policy = QSizePolicy.Policy
        self.reset_button.setSizePolicy(policy.Fixed, policy.Ignored)  # as high as the title
        self._head.insertWidget(1, self.reset_button)
        self.reset_button.hide()

    @property
    def search_words(self) -> str:
        """What it is found by, beside what it says."""
        offered = " ".join(_(text) for text in self._described.choices.values())
        return f"{self.key} {offered}"

    @abstractmethod
    def _value(self) -> SettingValue:
        """Return what stands in the control."""

    @abstractmethod
    def _show(self, value: SettingValue) -> None:
        """Have a value stand in the control."""

    def _worded(self, value: SettingValue) -> str:
        """Return a value as the control shows it."""
        return str(value)

    def load(self) -> None:
        """Show the value in use."""
        self._show(self._settings.get(self.section, self.key))
        self._is_shown = True
        self._loaded = self._value()
        self.show_error("")
        self._offer_reset()

    def follow(self) -> None:
        """Show the value in use, which is another now, unless the user has just edited it."""
        if self._value() == self._loaded:
            self.load()

    def apply(self) -> None:
        """Save the value if it is another; what is wrong with it will stand beside it."""
        if not self._is_shown:
            return
        value = self._value()
        if value != self._settings.get(self.section, self.key):
            self._settings.set(self.section, self.key, value, partial(self._settled, value))
            return
        self._loaded = value
        self.show_error("")
        self._offer_reset()

    def _reset(self) -> None:
        """Save the value as shipped, in the place of whatever stands in the control."""
        self._show(self._settings.default(self.section, self.key))
        self.setFocus(Qt.FocusReason.OtherFocusReason)  # the button goes
        self.apply()

    def _offer_reset(self) -> None:
        default = self._settings.default(self.section, self.key)
        is_other = self._settings.get(self.section, self.key) != default
        self.reset_button.setVisible(is_other)
        if is_other:
            shown = self._worded(default) or _("empty")
            text = _("Back to the default: {value}").format(value=shown)
            self.reset_button.describe(text, f"{self.title}: {text}")

    def _settled(self, value: SettingValue, problem: str | None) -> None:
        """Show what came of saving a value."""
        if not isValid(self):
            return  # the window was rebuilt meanwhile
        self.show_error(problem or "")
        if problem is None:
            self._loaded = value
            self._offer_reset()
        elif self._loaded == value:  # it was looked at once more while it was being saved
            self._loaded = None

    def _chosen(self, *_arguments: object) -> None:
        self.apply()


class ChoiceField(SettingField):
    """One value of a list, by default of the choices that the setting offers.

    Args:
        choices: Other ones.
        show: Writes a value of the user's own that is not among them.
    """

    def __init__(
        self,
        context: DesktopContext,
        *,
        section: str,
        key: str,
        choices: Sequence[tuple[SettingValue, str]] = (),
        show: Callable[[SettingValue], str] = str,
    ) -> None:
        offered = controls(section)[key].choices
        self._choices = tuple(choices) or tuple((each, _(offered[each])) for each in offered)
        self._show_as = show
        self.control = Dropdown(theme=context.theme)
        for value, text in self._choices:
            self.control.addItem(text, value)
        super().__init__(self.control, context, section=section, key=key)
        self.control.activated.connect(self._chosen)

    @override
    def _value(self) -> SettingValue:
        value: SettingValue = self.control.currentData()
        return value

    @override
    def _show(self, value: SettingValue) -> None:
        index = self.control.findData(value)
        if index < 0:  # a value of the user's own, such as the path of a wake word
            self.control.addItem(self._show_as(value), value)
            index = self.control.count() - 1
        self.control.setCurrentIndex(index)

    @override
    def _worded(self, value: SettingValue) -> str:
        return dict(self._choices).get(value) or self._show_as(value)

    def offer(self, choices: Sequence[tuple[SettingValue, str]]) -> None:
        """Offer other values than before; the one that stands there stays."""
        if tuple(choices) == self._choices:
            return  # an open list is not taken from under the pointer
        value = self._value()
        self._choices = tuple(choices)
        self.control.clear()
        for each, text in self._choices:
            self.control.addItem(text, each)
        self._show(value)


class TextField(SettingField):
    """A line of text; saved when it is left or Enter is pressed."""

    def __init__(self, context: DesktopContext, *, section: str, key: str) -> None:
        self.control = QLineEdit()
        super().__init__(self.control, context, section=section, key=key)
        if self._described.placeholder:
            self.control.setPlaceholderText(_(self._described.placeholder))
        self.control.editingFinished.connect(self.apply)

    @override
    def _value(self) -> SettingValue:
        return self.control.text().strip()

    @override
    def _show(self, value: SettingValue) -> None:
        self.control.setText(str(value))


class NumberField(TextField):
    """A whole number that may be left empty, which is 0; saved like a line of text."""

    @override
    def _value(self) -> SettingValue:
        text = self.control.text().strip()
        try:
            return int(text or "0")
        except ValueError:
            return text  # the settings say what is wrong with it

    @override
    def _show(self, value: SettingValue) -> None:
        self.control.setText(self._worded(value))

    @override
    def _worded(self, value: SettingValue) -> str:
        return str(value) if value else ""


class SwitchField(SettingField):
    """On or off."""

    def __init__(self, context: DesktopContext, *, section: str, key: str) -> None:
        self.control = Switch(theme=context.theme)
        super().__init__(self.control, context, section=section, key=key, beside=True)
        self.control.clicked.connect(self._chosen)

    @override
    def _value(self) -> SettingValue:
        return self.control.isChecked()

    @override
    def _show(self, value: SettingValue) -> None:
        self.control.setChecked(bool(value))

    @override
    def _worded(self, value: SettingValue) -> str:
        return _("On") if value else _("Off")


class SliderField(SettingField):
    """A number between the setting's limits, saved when the handle is let go."""

    def __init__(self, context: DesktopContext, *, section: str, key: str) -> None:
        self.control = QSlider(Qt.Orientation.Horizontal)
        super().__init__(self.control, context, section=section, key=key)
        self._low, high = limits(section, key)
        self._step = self._described.step
        self.control.setRange(0, round((high - self._low) / self._step))
        self._reading = plain_label(role="secondary")
        self._reading.setWordWrap(False)
        self._head.addWidget(self._reading)
        self.control.valueChanged.connect(self._moved)
        self.control.sliderReleased.connect(self.apply)

    def _moved(self, _position: int) -> None:
        self._read_out(self._value())
        if not self.control.isSliderDown() and not self.control.signalsBlocked():
            self.apply()

    @override
    def _value(self) -> SettingValue:
        return round(self._low + self.control.value() * self._step, 4)

    @override
    def _show(self, value: SettingValue) -> None:
        position = round((float(value) - self._low) / self._step)
        self.control.blockSignals(True)
        self.control.setValue(position)
        self.control.blockSignals(False)
        self._read_out(value)

    def _read_out(self, value: SettingValue) -> None:
        self._reading.setText(self._worded(value))

    @override
    def _worded(self, value: SettingValue) -> str:
        return _(self._described.shows).format(n=value)


def setting_field(context: DesktopContext, *, section: str, key: str) -> SettingField:
    """Make the field that suits a setting and its value."""
    control, value = controls(section)[key], context.settings.get(section, key)
    if isinstance(value, bool):
        kind: type[SwitchField | ChoiceField | TextField | SliderField] = SwitchField
    elif control.choices:
        kind = ChoiceField
    elif isinstance(value, str):
        kind = TextField
    else:
        kind = SliderField if control.step else NumberField
    return kind(context, section=section, key=key)

"""The page of the first run that chooses what answers: the built-in model, a server, a service."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.first_run.model.model_choice import (
    Answerer,
    LlmChange,
    built_in_change,
    key_change,
    present_choice,
    server_change,
    server_title,
)
from assistant.channels.desktop.first_run.pages import ChoiceRow, Page, StandingLabel
from assistant.channels.desktop.settings.page import clear_layout
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.llm.model_choice.choice import same_server
from assistant.locale import _, joined
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import (
    BuiltInEntry,
    FindModels,
    ModelKeyTried,
    ModelsFound,
    ServerEntry,
    TrialStanding,
    TryModelKey,
)
from assistant.settings.schema import SettingValue

_ANTHROPIC, _OTHER = "anthropic", "other"


class KeyForm(QWidget):
    """A service, its address and model, and a key, which is tried before it is kept."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__()
        settings = context.settings
        self.service = Dropdown(theme=context.theme)
        self.service.setObjectName("key_service")
        self.service.addItem("Anthropic", _ANTHROPIC)
        self.service.addItem(_("Another that speaks the Messages API"), _OTHER)
        self.base_url = QLineEdit(str(settings.get("llm", "base_url")))
        self.base_url.setObjectName("key_base_url")
        self.base_url.setPlaceholderText("https://api.example.org")
        self.model = QLineEdit(str(settings.get("llm", "model")))
        self.model.setObjectName("key_model")
        self.key = QLineEdit()
        self.key.setObjectName("key_secret")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        if context.secrets.anthropic_key.is_set():
            self.key.setPlaceholderText(_("A key is stored. Type to replace it."))
        self.try_button = push_button("try_key", _("Try it"))
        self.standing = StandingLabel("key_standing")
        self._address = FormField(self.base_url, _("Address of the service"))
        vbox(
            FormField(self.service, _("Service")),
            self._address,
            FormField(self.model, _("Model")),
            FormField(
                self.key,
                _("Key"),
                _("Kept in the system's key store and sent to this service alone."),
                buttons=(self.try_button,),
            ),
            self.standing,
            inside=self,
            gap=10,
        )
        if self.base_url.text():
            self.service.setCurrentIndex(1)
        self.service.currentIndexChanged.connect(self._show_address)
        self._show_address()

    def _show_address(self) -> None:
        self._address.setVisible(self.service.currentData() == _OTHER)

    @property
    def entered(self) -> TryModelKey:
        """What stands in the fields, as it is tried."""
        is_other = self.service.currentData() == _OTHER
        return TryModelKey(
            key=self.key.text().strip(),
            base_url=self.base_url.text().strip() if is_other else "",
            model=self.model.text().strip(),
        )


class ModelPage(Page):
    """What answers."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(
            _("Who answers?"),
            _(
                "Parley works without an account; a larger model knows more. You can change it later."
            ),
        )
        self._context = context
        self._found = ModelsFound(built_in=None)
        self._tried: TryModelKey | None = None
        """What is being tried, or was tried last."""
        self._is_trying = self._goes_on = False
        self._works: TryModelKey | None = None
        """What the service answered to."""
        self._group = QButtonGroup(self)
        self._group.buttonClicked.connect(self._chosen)
        self._is_chosen = False
        """Whether the user chose here; otherwise what is marked is only what was so before."""
        self.built_in = ChoiceRow("model_built_in", _("The built-in model"), " ")
        self.form = KeyForm(context)
        self.service = ChoiceRow(
            "model_service",
            _("A service with a key"),
            _("Anthropic, or another that speaks the Messages API."),
            below=self.form,
        )
        self.servers: list[tuple[ServerEntry, ChoiceRow, Dropdown]] = []
        self._list = vbox(gap=8)
        self._looking = plain_label(
            _("Looking for model servers on this computer…"),
            role="description",
            name="server_search",
        )
        self._again = push_button("find_models", _("Look again"), role="link", on_click=self._look)
        middle = Qt.AlignmentFlag.AlignVCenter
        vbox(
            self.built_in,
            self._list,
            self.service,
            hbox((self._looking, 1), (self._again, middle), gap=8),
            inside=self,
            gap=8,
        )
        for row in (self.built_in, self.service):
            self._group.addButton(row.button)
        self._has_key = context.secrets.anthropic_key.is_set()
        settings = context.settings
        self._profile = str(settings.get("llm", "profile"))
        address = "local_url" if self._profile == "local" else "local_accepted"
        self._server = str(settings.get("llm", address))
        """The address of the server that the settings choose, or would."""
        self._before = present_choice(self._profile, has_key=self._has_key, accepted=self._server)
        is_service = self._before is Answerer.SERVICE
        (self.service if is_service else self.built_in).button.setChecked(True)
        self.form.try_button.clicked.connect(self._try)
        for field in (self.form.key, self.form.base_url, self.form.model):
            field.returnPressed.connect(self._try)

    @override
    def begin(self) -> None:
        self._look()

    def _look(self) -> None:
        self._again.setEnabled(False)
        self._looking.setText(_("Looking for model servers on this computer…"))
        self._context.engine.submit(FindModels())

    @override
    def handle(self, event: EngineEvent) -> None:
        match event:
            case ModelsFound():
                self._found = event
                self._show_found()
            case ModelKeyTried() if self._is_trying:
                self._is_trying = False
                self._show_tried(event.problem)
            case _:
                pass

    def _show_found(self) -> None:
        found = self._found
        self.built_in.show_detail(built_in_text(found))
        self._again.setEnabled(True)
        self._looking.setText(
            _("No model server was found on this computer (Ollama, LM Studio, llama.cpp, vLLM).")
            if not found.servers
            else ""
        )
        if tuple(entry for entry, _row, _models in self.servers) == found.servers:
            return
        clear_layout(self._list)
        was_chosen = any(row.button.isChecked() for _entry, row, _models in self.servers)
        self.servers = [self._server_row(entry) for entry in found.servers]
        for _entry, row, _models in self.servers:
            self._list.addWidget(row)
            self._group.addButton(row.button)
        if was_chosen:
            self.built_in.button.setChecked(True)
        if self._before is Answerer.SERVER and not self._is_chosen:
            self._choose_server(self._server)

    def _chosen(self, _button: object) -> None:
        self._is_chosen = True

    def _choose_server(self, address: str) -> None:
        """Choose the server that answers already, and its model."""
        wanted = str(self._context.settings.get("llm", "local_model"))
        for entry, row, models in self.servers:
            if same_server(entry.base_url, address):
                row.button.setChecked(True)
                models.setCurrentIndex(max(0, models.findData(wanted)))

    def _server_row(self, entry: ServerEntry) -> tuple[ServerEntry, ChoiceRow, Dropdown]:
        models = Dropdown(theme=self._context.theme)
        models.setObjectName("server_model")
        for model in entry.models:
            models.addItem(model, model)
        title = server_title(entry.base_url)
        models.setAccessibleName(_("Model"))
        row = ChoiceRow(
            f"model_server_{len(self.servers)}",
            title,
            _("A server on this computer: {models}").format(models=", ".join(entry.models[:4])),
            below=models,
        )
        return entry, row, models

    def _try(self) -> None:
        entered = self.form.entered
        if self._is_trying:
            return
        if not entered.key:
            self._refuse(_("Enter the key first."))
            return
        if self.form.service.currentData() == _OTHER and not entered.base_url:
            self._refuse(_("Enter the address of the service."))
            return
        self._tried, self._is_trying = entered, True
        self._works = None
        self.form.try_button.setEnabled(False)
        self.form.standing.show_standing(TrialStanding.UNDER_WAY, _("One short request is sent…"))
        self._context.engine.submit(entered)

    def _refuse(self, why: str) -> None:
        self._goes_on = False
        self.form.standing.show_standing(TrialStanding.FAILED, why)

    def _show_tried(self, problem: str) -> None:
        self.form.try_button.setEnabled(True)
        if problem:
            self._refuse(problem)
            self.form.key.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._works = self._tried
        self.form.standing.show_standing(TrialStanding.WELL, _("The service answers."))
        if self._goes_on:
            self._goes_on = False
            self.go_on.emit()

    @override
    def finish(self) -> bool:
        has_key = self._has_key
        if self.service.button.isChecked():
            entered = self.form.entered
            before = str(self._context.settings.get("llm", "base_url"))
            if has_key and not entered.key and entered.base_url == before:
                self._save(key_change(entered.base_url, entered.model))
                return True  # with the key that there is
            if self._works != entered:
                self._goes_on = True
                self._try()
                return False
            self._context.secrets.anthropic_key.set(entered.key)
            self._save(key_change(entered.base_url, entered.model))
            return True
        for entry, row, models in self.servers:
            if row.button.isChecked():
                self._save(
                    server_change(entry.base_url, str(models.currentData()), has_key=has_key)
                )
                return True
        if self._before is Answerer.SERVER and not self._is_chosen:
            return True  # it does not run at the moment
        self._save(built_in_change(has_key=has_key, has_servers=bool(self.servers)))
        return True

    def _save(self, change: LlmChange) -> None:
        settings = self._context.settings
        new: Mapping[str, SettingValue] = {
            key: value for key, value in change.items() if settings.get("llm", key) != value
        }
        if new:
            settings.set_together("llm", new)


def built_in_text(found: ModelsFound) -> str:
    """What is said of the built-in model: its name, its size, what is fetched."""
    if found.built_in is None:
        return _("It is being looked at…")
    here = (
        _("{title} is here.")
        if found.is_here
        else _("{title}, {size}, is fetched in the background.")
    )
    said = here.format(title=found.built_in.title, size=_size(found.built_in))
    if found.better is None:
        return said
    better = _("{title}, {size}, is fetched in the background and answers as soon as it is here.")
    return joined(said, better.format(title=found.better.title, size=_size(found.better)))


def _size(entry: BuiltInEntry) -> str:
    return f"{entry.size_bytes / 1e9:.1f} GB"

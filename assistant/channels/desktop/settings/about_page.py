"""The settings page about the program itself: version, news, documentation, data, licences."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QPushButton

from assistant.build import version_text
from assistant.channels.desktop.backup.background_call import BackgroundCall
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.memory.window import open_folder
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import flow
from assistant.home import shipped
from assistant.locale import _


class AboutPage(SettingsPage):
    """What the program is, and what there is to read about it.

    Args:
        context: What it is made with.
        show_page: Shows the settings page of this name.
        open_link: Called with the address of a link in what is read.
        show_folder: Shows a folder in the system's file manager.
    """

    def __init__(
        self,
        context: DesktopContext,
        *,
        show_page: Callable[[str], None],
        open_link: Callable[[str], None],
        show_folder: Callable[[Path], None] = open_folder,
    ) -> None:
        super().__init__(context, name="about", title=_("About"), icon=Icon.INFO, gap=10)
        self._open_link = open_link
        self._box.addWidget(selectable(plain_label(f"Parley {version_text()}", role="title")))
        self._box.addWidget(
            plain_label(_("An assistant that asks instead of guessing."), role="secondary")
        )
        self._add(
            _("Help"),
            _(
                "Diagnostics looks at every part, says how to mend what does not work, and saves a"
                " report without a word of yours."
            ),
            push_button("documentation", _("Documentation"), on_click=self._show_documentation),
            push_button("news", _("What is new"), on_click=self._show_news),
            push_button("diagnostics", _("Diagnostics"), on_click=lambda: show_page("diagnostics")),
        )
        root = context.home.root
        self._box.addWidget(plain_label(_("Folder of your data"), role="section"))
        self._box.addWidget(selectable(plain_label(str(root), mono=True, name="data_folder")))
        self._box.addWidget(
            flow(
                push_button("open_data", _("Open folder"), on_click=lambda: show_folder(root)),
                push_button("privacy", _("Privacy and data"), on_click=lambda: show_page("data")),
            )
        )
        self._licences = push_button(
            "licences_of_others", _("Licences of others"), on_click=self._collect_licences
        )
        self._add(
            _("Licences"),
            _(
                "Parley is under the Apache License 2.0. Its typeface is Inter (SIL Open Font License"
                " 1.1), its icons are Lucide's (ISC). Two packages it speaks with, piper-tts and"
                " eSpeak NG, are under GPL-3.0."
            ),
            push_button("licence", _("Licence of Parley"), on_click=self._show_licence),
            self._licences,
        )

    def _add(self, title: str, words: str, *buttons: QPushButton) -> None:
        """Add a section: its title, a paragraph, and buttons."""
        self._box.addSpacing(8)
        self._box.addWidget(plain_label(title, role="section"))
        self._box.addWidget(plain_label(words, role="secondary"))
        self._box.addWidget(flow(*buttons))

    # What is read is imported when it is.

    def _show_news(self) -> None:
        from assistant.channels.desktop.reading.file_viewer import read_text_for_display
        from assistant.channels.desktop.reading.model.own_documents import without_links_to_files

        text, remark = read_text_for_display(shipped("CHANGELOG.md"))
        text = without_links_to_files(text)
        self._show_text(_("What is new"), text, kind="md", remark=remark)

    def _show_licence(self) -> None:
        from assistant.channels.desktop.reading.file_viewer import read_text_for_display

        text, remark = read_text_for_display(shipped("LICENSE"))
        self._show_text(_("Licence of Parley"), text, remark=remark)

    def _show_documentation(self) -> None:
        from assistant.channels.desktop.reading.help_window import HelpWindow

        window = HelpWindow(theme=self._context.theme, parent=self.window())
        window.link_clicked.connect(self._open_link)
        window.show()

    def _collect_licences(self) -> None:
        from assistant.catalog.manifest import Catalog
        from assistant.software_licences import licences_text, model_line, required_packages

        def collect(_report: object) -> str:
            models = (model_line(one.name, one.licence, one.about) for one in Catalog.load())
            return licences_text(required_packages(), models)

        self._licences.setEnabled(False)
        BackgroundCall(
            self,
            collect,
            done=self._show_licences,
            failed=lambda error: self._show_licences("", remark=str(error)),
        )

    def _show_licences(self, text: str, *, remark: str = "") -> None:
        self._licences.setEnabled(True)
        self._show_text(self._licences.text(), text, remark=remark)

    def _show_text(self, title: str, text: str, *, kind: str = "", remark: str = "") -> None:
        from assistant.channels.desktop.reading.file_viewer import TextViewer

        theme = self._context.theme
        viewer = TextViewer(
            title=title, text=text, theme=theme, kind=kind, remark=remark, parent=self.window()
        )
        viewer.link_clicked.connect(self._open_link)
        viewer.show()

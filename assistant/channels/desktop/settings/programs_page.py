"""The settings window's page about the programs on this machine that may reach Parley."""

from assistant.channels.desktop.settings.field_page import FieldPage, PageParagraph, section_fields
from assistant.channels.desktop.settings.fields import SettingsStore
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _


def programs_page(*, theme: Theme, store: SettingsStore) -> FieldPage:
    """Whether other programs reach Parley, and where."""
    return FieldPage(
        name="programs",
        title=lambda: _("Other programs"),
        icon=Icon.PROGRAMS,
        parts=(
            PageParagraph(
                lambda: _(
                    "Scripts and coding agents on this computer can put their questions to you"
                    " here: through a local HTTP API, and through parley mcp and parley ask,"
                    " which use it. They can answer questions too, but never confirm what a tool"
                    " is about to do."
                )
            ),
            *section_fields("api", theme=theme, store=store),
        ),
    )

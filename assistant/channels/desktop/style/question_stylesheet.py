"""The part of the style sheet that only the dialogs of questions use."""

from string import Template
from typing import Final

from assistant.channels.desktop.style import scale as sizes
from assistant.channels.desktop.style.tokens import Tokens

_SHEET: Final = Template("""
QFrame#settled { background: $surface; border: 2px solid $success; border-radius: ${round}px; }
QFrame#settled[flash="true"] { background: $success; }
QFrame#settled[flash="true"] QLabel { color: $on_primary; }
QFrame#settled[tone="warning"] { border-color: $amber; background: $notice_warning; }
QFrame#settled[tone="plain"] { border-color: $border; }
QFrame#preview { background: $surface; border: 1px solid $border; border-radius: ${round}px; }
QFrame#earlier { background: $surface; border: 1px solid $border; border-radius: ${corner}px; }
QFrame[role="upcoming"] { background: transparent; border: 1px dashed $border;
    border-radius: ${corner}px; }
QFrame[role="folded"], QFrame[role="upcoming"], QFrame#settled, QFrame#earlier,
QFrame#confirm_banner, QFrame#amends_banner { margin: 0 2px; }
QFrame#amends_banner { background: $notice_info; border: none; border-left: 2px solid $sky;
    border-radius: ${corner}px; }
QLabel#countdown { color: $text_secondary; font-size: ${small}px; font-weight: 600; }
QLabel#countdown[urgent="true"] { color: $warning; }
QLabel#message { background: transparent; border: none; padding: 0; color: $danger; }
QLineEdit[invalid="true"]:focus, QPlainTextEdit[role="field"][invalid="true"],
QPlainTextEdit[role="field"][invalid="true"]:focus {
    border: 2px solid $danger; padding: 6px 9px;
}
""")


def question_stylesheet(tokens: Tokens, scale: float) -> str:
    """Return the style sheet of a question's dialog, laid over the application's."""
    return _SHEET.substitute(tokens.named(), **sizes.CORNERS, small=round(sizes.SMALL_PX * scale))

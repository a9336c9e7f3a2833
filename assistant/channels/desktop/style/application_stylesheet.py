"""The application's style sheet, made from tokens."""

from string import Template
from typing import Final

from assistant.channels.desktop.style import scale as sizes
from assistant.channels.desktop.style.tokens import Tokens
from assistant.questions.model.asker import MARK_COLOURS, MARKS

_SHEET: Final = Template("""
QMainWindow, QWidget#page { background: $window; }
QDialog { background: $elevated; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 6px 10px;
    font-size: ${small}px; }
QLabel { background: transparent; color: $text; }
QLabel[role="secondary"] { color: $text_secondary; }
QLabel[role="description"] { color: $description; font-size: ${small}px; }
QFrame[role="mark"] { border: none; min-width: 10px; max-width: 10px;
    min-height: 10px; max-height: 10px; }
QLabel[role="title"] { font-size: ${title}px; font-weight: 600; }
QLabel[role="heading"] { font-size: ${heading}px; font-weight: 600; }
QLabel[role="headline"] { font-size: ${headline}px; font-weight: 600; }
QLabel[role="section"] { color: $text_secondary; font-size: ${small}px; font-weight: 600; }
QLabel[role="failed"] { color: $danger; font-size: ${small}px; }
QLabel[role="success"] { color: $success; }
QLabel[role="chosen"] { color: $success; font-weight: 600; }
QLabel[standing="asked"] { color: $primary; font-weight: 600; }
QLabel[role="chip"] {
    background: $chip; color: $on_chip; font-weight: 600; font-size: ${caption}px;
    border: 1px solid $chip_edge; border-radius: ${chip_round}px; padding: 3px 10px;
}
QLabel[role="kbd"] {
    background: $raised; color: $text_secondary; font-size: ${caption}px;
    border-radius: ${tight}px; padding: 2px 7px;
}

QScrollArea, QScrollArea > QWidget > QWidget#column { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 8px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 2px; }
QScrollBar::handle { background: $border; border-radius: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::handle:hover { background: $text_muted; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QPushButton {
    background: $surface; color: $text; border: 1px solid $border; border-radius: ${corner}px;
    padding: 7px 16px; min-height: 20px; font-weight: 500;
}
QPushButton, QToolButton { outline: none; }
QPushButton:hover { background: $raised; }
QPushButton:pressed { background: $border; }
QPushButton:focus { border: 2px solid $primary; padding: 6px 15px; }
QPushButton:disabled { color: $text_muted; background: transparent; }
QPushButton[role="primary"] {
    background: $primary; color: $on_primary; border: 1px solid $primary; font-weight: 600;
}
QPushButton[role="primary"]:hover { background: $primary_hover; }
QPushButton[role="primary"]:focus { border: 2px solid $text; }
QPushButton[role="primary"]:disabled {
    background: $raised; color: $text_muted; border: 1px solid $border;
}
QPushButton[role="danger"] {
    background: $danger; color: $on_danger; border: 1px solid $danger; font-weight: 600;
}
QPushButton[role="danger"]:focus { border: 2px solid $text; }
QPushButton[role="danger"]:disabled {
    background: $raised; color: $text_muted; border: 1px solid $border;
}
QPushButton[role="risky"] { color: $danger; }
QPushButton[role="risky"]:hover { border: 1px solid $danger; }
QPushButton[role="risky"]:focus { border: 2px solid $danger; }
QPushButton[role="risky"]:disabled { color: $text_muted; }
QPushButton[role="link"] {
    background: transparent; border: 1px solid transparent; color: $text_secondary;
    padding: 4px 8px; font-size: ${small}px; border-radius: ${tight}px;
}
QPushButton[role="link"]:hover { color: $text; background: $raised; }
QPushButton[role="link"]:focus {
    border: 2px solid $primary; padding: 3px 7px; color: $text; border-radius: ${tight}px;
}
QPushButton[role="way"] {
    background: transparent; color: $text_secondary; font-size: ${small}px; font-weight: 400;
    padding: 2px 8px; border-radius: ${corner}px;
}
QPushButton[role="way"]:hover { background: $raised; color: $text; }
QPushButton[role="way"]:focus { border: 2px solid $primary; padding: 1px 7px; color: $text; }
QToolButton {
    background: transparent; border: 2px solid transparent; border-radius: ${corner}px;
    padding: 5px; color: $text;
}
QToolButton:hover { background: $raised; }
QToolButton:pressed, QToolButton:checked { background: $raised; }
QToolButton:focus { border: 2px solid $primary; }
QToolButton[role="send"] {
    background: $primary; border: none; border-radius: 18px; padding: 7px;
}
QToolButton[role="send"]:hover { background: $primary_hover; }
QToolButton[role="send"]:disabled { background: $raised; }
QToolButton[role="send"]:focus { border: 2px solid $text; padding: 5px; }
QToolButton[role="stop"] {
    background: $surface; border: 1px solid $border; border-radius: 18px; padding: 6px;
}
QToolButton[role="stop"]:hover { border: 1px solid $danger; }
QToolButton[role="stop"]:focus { border: 2px solid $primary; padding: 5px; }
QToolButton[role="live"] { background: $primary_soft; border: 2px solid $primary; }
QToolButton[role="fold"] {
    padding: 0; text-align: left; color: $text_secondary; font-weight: 600;
    font-size: ${small}px; border: 1px solid transparent; border-radius: ${tight}px;
}
QToolButton[role="fold"]:checked { background: transparent; }
QToolButton[role="fold"]:hover { background: transparent; color: $text; }
QToolButton[role="fold"]:focus { border: 1px solid $primary; }
QToolButton[role="quiet"] { padding: 2px; border-width: 1px; border-radius: ${tight}px; }
QToolButton[role="note"] {
    padding: 0; color: $description; font-size: ${caption}px; border-width: 1px;
    border-radius: ${tight}px;
}
QToolButton[role="note"]:checked, QToolButton[role="note"]:hover { background: transparent; }
QToolButton[role="note"]:hover { color: $text; }
QToolButton[role="suggestion"] {
    background: $surface; border: 1px solid $border; border-radius: ${round}px;
    padding: 11px 18px;
}
QToolButton[role="suggestion"]:hover { background: $raised; }
QToolButton[role="suggestion"]:focus { border: 2px solid $primary; padding: 10px 17px; }
QToolButton#answer {
    background: $surface; border: 1px solid $border; border-radius: ${corner}px;
    padding: 5px 14px; font-weight: 500;
}
QToolButton#answer:hover { background: $raised; }
QToolButton#answer:focus { border: 2px solid $primary; padding: 4px 13px; }

QLineEdit, QComboBox, QPlainTextEdit[role="field"], QDoubleSpinBox, QTimeEdit {
    background: $surface; color: $text; border: 1px solid $control; border-radius: ${corner}px;
    padding: 7px 10px; min-height: 20px;
    selection-background-color: $primary; selection-color: $on_primary;
}
QLineEdit:focus, QComboBox:focus, QPlainTextEdit[role="field"]:focus, QDoubleSpinBox:focus,
QTimeEdit:focus {
    border: 2px solid $primary; padding: 6px 9px;
}
/* Hidden here: under a style sheet the button symbol "none" leaves the text no room at all. */
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {
    background: transparent; border: none; padding: 0; min-height: 0;
}
QLineEdit[invalid="true"], QComboBox[invalid="true"], QPlainTextEdit[invalid="true"] {
    border: 2px solid $danger; padding: 6px 9px;
}
QLineEdit:disabled, QComboBox:disabled { color: $text_muted; }
QComboBox::drop-down { border: none; width: 28px; }
QComboBox::down-arrow { image: none; width: 0; height: 0; }
QComboBox QAbstractItemView {
    background: $elevated; color: $text; border: 1px solid $border;
    border-radius: ${corner}px; padding: 4px; outline: none;
    selection-background-color: $raised; selection-color: $text;
}
QComboBox QAbstractItemView::item { min-height: 30px; padding: 2px 8px; border-radius: ${tight}px; }
QRadioButton { color: $text; spacing: 8px; padding: 4px; border-radius: ${tight}px; }
QRadioButton:focus { border: 2px solid $primary; padding: 2px; }
QRadioButton:disabled { color: $text_muted; }
QRadioButton::indicator {
    width: 12px; height: 12px; border: 2px solid $control; border-radius: 8px;
    background: $surface;
}
QRadioButton::indicator:checked {
    width: 6px; height: 6px; border: 5px solid $primary; background: $on_primary;
}
QRadioButton::indicator:disabled { border-color: $border; }
QSlider:horizontal { min-height: 22px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $border; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $primary; }
QSlider::handle:horizontal {
    background: $primary; width: 16px; height: 16px; margin: -6px 0; border-radius: 8px;
}
QSlider:focus { border: 2px solid $primary; border-radius: ${tight}px; }
QProgressBar {
    background: $raised; border: none; border-radius: 3px; max-height: 6px; min-height: 6px;
}
QProgressBar::chunk { background: $primary; border-radius: 3px; }

QFrame#header { background: $window; border: none; border-bottom: 1px solid $border; }
QFrame#composer { background: $surface; border: 1px solid $border; border-radius: ${pill}px; }
QFrame#composer[focused="true"] { border: 1px solid $primary; }
QFrame#composer[dropping="true"] { border: 2px dashed $primary; }
QFrame#composer QScrollArea, QWidget#attached_files { background: transparent; }
QFrame[role="file"] { background: $raised; border: 1px solid $border; border-radius: ${corner}px; }
QFrame[role="file"][refused="true"] { border: 1px solid $danger; }
QFrame#composer QTextEdit {
    background: transparent; border: none; color: $text; padding: 0; font-size: ${reading}px;
    selection-background-color: $primary; selection-color: $on_primary;
}
QFrame#caption { background: $raised; border: none; border-radius: ${round}px; }
QFrame#pending { background: $surface; border: 1px solid $purple; border-radius: ${round}px; }
QFrame#undo { background: $elevated; border: 1px solid $border; border-radius: ${round}px; }
QFrame#pending_panel { background: $window; border: none; }
QFrame#pending_panel[place="beside"] { border-left: 1px solid $border; }
QFrame#pending_panel[place="above"] { border-bottom: 1px solid $border; }
QFrame#history_panel { background: $elevated; border: none; border-right: 1px solid $border; }
QFrame#history_panel QStackedWidget, QFrame#history_panel QWidget#column {
    background: transparent;
}
QListView[role="rows"] { background: transparent; border: none; outline: none; }
QListView[role="rows"] QLineEdit#rename { padding: 2px 8px; border: 2px solid $primary; }
QLineEdit[role="search"] { background: $window; padding: 6px 4px; }
QLineEdit[role="search"]:focus { padding: 5px 3px; }
QToolButton#model { padding-right: 20px; }
QToolButton#model::menu-indicator {
    subcontrol-origin: padding; subcontrol-position: center right; right: 6px;
}
QToolButton#more::menu-indicator, QToolButton#history_more::menu-indicator { image: none; }
QFrame[role="pending_row"] {
    background: $surface; border: 1px solid $border; border-radius: ${round}px;
}
QFrame[role="pending_row"][lit="true"] { border: 1px solid $primary; background: $primary_soft; }
QFrame[role="pending_row"][lit="true"] > QLabel { color: $on_primary_soft; }
QFrame[role="pending_row"][lit="true"] > QLabel[role="chip"] { color: $primary; }
QToolButton#questions[lit="true"] { background: $primary_soft; border: 2px solid $primary; }
QPushButton#undo_answer {
    background: transparent; border: 1px solid transparent; color: $primary; font-weight: 600;
    padding: 4px 10px;
}
QPushButton#undo_answer:hover { text-decoration: underline; }
QPushButton#undo_answer:focus { border: 1px solid $primary; }
QPushButton#pending_answer { padding: 5px 13px; }
QPushButton#pending_answer:focus { padding: 4px 12px; }
QToolButton#pending_more::menu-indicator { image: none; }
QToolButton[role="answering"] {
    color: $on_chip; font-weight: 600; font-size: ${caption}px; padding: 1px 9px;
    border: 1px solid $chip_edge; border-radius: ${chip_round}px; background: $chip;
}
QToolButton[role="answering"]:hover, QToolButton[role="answering"]:focus {
    border: 1px solid $primary;
}
QMenu {
    background: $elevated; color: $text; border: 1px solid $border;
    border-radius: ${corner}px; padding: 6px;
}
QMenu::item { padding: 7px 20px 7px 12px; border-radius: ${tight}px; }
QMenu::separator { height: 1px; background: $border; margin: 5px 8px; }
QMenu::item:selected { background: $raised; }
QWidget#bars { background: $window; }
QFrame#setup { background: $surface; border: 1px solid $border; border-radius: ${round}px; }
QFrame[role="notice"] { border: none; border-left: 2px solid $sky; border-radius: ${corner}px;
    background: $notice_info; }
QFrame[role="notice"][severity="warning"] { border-left-color: $amber; background: $notice_warning; }
QFrame[role="notice"][severity="error"] { border-left-color: $red; background: $notice_error; }
QFrame[role="notice"] QLabel { color: $text; }

QFrame[role="user"] { background: $primary_soft; border: none; border-radius: ${bubble}px; }
QFrame[role="user"][ghost="true"] {
    background: transparent; border: 1px dashed $primary;
}
QFrame[role="reply"] { border: none; border-left: 2px solid $blue; border-radius: 1px; }
QFrame[role="thinking"] {
    background: $thinking; border: none; border-left: 2px solid $amber; border-radius: ${corner}px;
}
QFrame[role="thinking"] QLabel, QFrame[role="thinking"] QToolButton { color: $on_thinking; }
QFrame[role="tool"] {
    background: $surface; border: 1px solid $border; border-left: 2px solid $green;
    border-radius: ${corner}px;
}
QFrame[role="tool"][went="wrong"] { border-left: 2px solid $red; }
QFrame[role="tool"][went="nowhere"] { border-left: 2px solid $border; }
QFrame[role="tool_result"] {
    background: $surface; border: 1px solid $border; border-left: 2px solid $blue;
    border-radius: ${corner}px;
}
QFrame[role="error"] {
    background: $notice_error; border: none; border-left: 2px solid $red; border-radius: ${corner}px;
}
QFrame[role="error"] QLabel { color: $text; }
QFrame[role="info"] {
    background: transparent; border: none; border-left: 2px solid $sky; border-radius: 1px;
}
QFrame[role="complete"] { background: transparent; border: none;
    border-left: 2px solid $blue; border-radius: 1px; }
QToolButton[role="image"] {
    background: $surface; border: 1px solid $border; border-radius: 8px; padding: 3px;
}
QToolButton[role="image"]::menu-indicator { image: none; }
QToolButton[role="image"]:hover, QToolButton[role="image"]:focus { border: 1px solid $primary; }
QFrame[role="question"] {
    background: $surface; border: 1px solid $border; border-left: 2px solid $purple;
    border-radius: ${corner}px;
}
QFrame[role="branch"] { background: transparent; border: 1px dashed $border; border-radius: ${corner}px; }
QFrame[role="code"] { background: $code; border: 1px solid $border; border-radius: ${corner}px; }
QFrame[role="code"] QPlainTextEdit {
    background: transparent; border: none; color: $text; font-size: ${code_px}px;
    selection-background-color: $primary; selection-color: $on_primary;
}
QTextBrowser {
    background: transparent; border: none; color: $text;
    selection-background-color: $primary; selection-color: $on_primary;
}
QFrame[role="user"] QTextBrowser { color: $on_primary_soft; }

QFrame#confirm_banner { background: $notice_warning; border: none;
    border-left: 2px solid $amber; border-radius: ${corner}px; }
QFrame#settled { background: $surface; border: 2px solid $success; border-radius: ${round}px; }
QFrame[role="card"] { background: transparent; border: 2px solid transparent;
    border-radius: ${round}px; }
QFrame[role="card"][invalid="true"] { border: 2px solid $danger; }
QFrame[role="folded"] { background: $surface; border: 1px solid $border; border-radius: ${corner}px; }

QLabel[role="warning"] { color: $warning; font-size: ${small}px; }
QLabel[role="description"][fill="near"] { color: $warning; }
QLabel[role="description"][fill="over"] { color: $danger; font-weight: 600; }
QProgressBar[fill="near"]::chunk { background: $warning; }
QProgressBar[fill="over"]::chunk { background: $danger; }
QTabBar { background: transparent; border: none; }
QTabBar::tab {
    background: transparent; color: $text_secondary; border: none;
    border-bottom: 2px solid transparent; padding: 8px 4px 6px 4px; margin-right: 14px;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; font-weight: 600; border-bottom: 2px solid $primary; }
QTabBar:focus { border: none; }
QTabBar::tab:selected:focus { background: $primary_soft; color: $on_primary_soft; }
QListWidget[role="choices"] {
    background: $surface; color: $text; border: 1px solid $border; border-radius: ${corner}px;
    padding: 4px; outline: none;
}
QListWidget[role="choices"]:focus { border: 2px solid $primary; padding: 3px; }
QListWidget[role="choices"]::item { padding: 7px 10px; border-radius: ${tight}px; color: $text; }
QListWidget[role="choices"]::item:hover { background: $raised; }
QListWidget[role="choices"]::item:selected {
    background: $primary_soft; color: $on_primary_soft;
}
QSplitter::handle { background: transparent; width: 10px; height: 10px; }

QListWidget#pages {
    background: transparent; border: none; outline: none; padding: 8px; font-size: ${body}px;
}
QListWidget#pages::item { padding: 4px 10px; border-radius: ${corner}px; color: $text_secondary; }
QListWidget#pages::item:hover { background: $raised; color: $text; }
QListWidget#pages::item:selected { background: $raised; color: $text; }
QListWidget#pages::item:selected:focus { border: 2px solid $primary; padding: 2px 8px; }
QListWidget#pages::item:disabled { background: transparent; padding: 0 10px 4px 10px; }
QFrame#settings_head { background: $window; border: none; border-bottom: 1px solid $border; }
QFrame#sidebar { background: $window; border: none; border-right: 1px solid $border; }
QFrame[role="panel"] { background: $surface; border: 1px solid $border; border-radius: ${round}px; }
QFrame[role="choice"] {
    background: $surface; border: 1px solid $border; border-radius: ${round}px; margin: 1px;
}
QFrame[role="choice"][chosen="true"] { border: 1px solid $primary; }
QFrame[role="choice"][focused="true"] { border: 2px solid $primary; margin: 0; }
QFrame[role="choice"] > QRadioButton:focus { border: none; padding: 4px; }
""")

_TEXT: Final = {
    "caption": sizes.CAPTION_PX,
    "small": sizes.SMALL_PX,
    "body": sizes.BODY_PX,
    "reading": sizes.READING_PX,
    "title": sizes.TITLE_PX,
    "heading": sizes.HEADING_PX,
    "headline": sizes.HEADLINE_PX,
    "code_px": sizes.SMALL_PX,
}


def _values(tokens: Tokens, scale: float) -> dict[str, str | int]:
    return {
        **tokens.named(),
        **sizes.CORNERS,
        **{name: round(size * scale) for name, size in _TEXT.items()},
        "primary_hover": _mixed(tokens.primary, tokens.text if tokens.dark else "#000000", 0.14),
        "chip_edge": tokens.border if tokens.dark or tokens.high_contrast else tokens.chip,
        "chip_round": round(4 + 6 * scale),  # above half the height, Qt rounds nothing
    }


def _mixed(first: str, second: str, share: float) -> str:
    channels = (
        round(int(first[i : i + 2], 16) * (1 - share) + int(second[i : i + 2], 16) * share)
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02X}" for channel in channels)


def stylesheet(tokens: Tokens, scale: float) -> str:
    """Return the style sheet of the whole application."""
    marks = (
        f'QFrame[role="mark"][mark="{number}"] {{ background: {tokens.marks[number % MARK_COLOURS]};'
        f" border-radius: {5 if number < MARK_COLOURS else 1}px; }}\n"
        for number in range(MARKS)
    )
    return _SHEET.substitute(_values(tokens, scale)) + "".join(marks)

"""Qt's own words, as in the menus of text fields and in its dialogs, in the interface's language."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

from assistant.locale import InterfaceLanguage, current_language

_FILES: Final[dict[InterfaceLanguage, str]] = {"ko": "qtbase_ko", "zh": "qtbase_zh_CN"}
_NAME: Final = "qt_texts"


def translate_qt(application: QCoreApplication) -> None:
    """Have Qt say its own words in the interface's language, from the catalogues it comes with."""
    for old in application.findChildren(QTranslator, _NAME):
        application.removeTranslator(old)
        old.setParent(None)
    file = _FILES.get(current_language())
    if file is None:
        return
    translator = QTranslator(application)
    translator.setObjectName(_NAME)
    if translator.load(file, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(translator)

"""A bar of tabs in the window's style."""

from PySide6.QtWidgets import QTabBar


def tab_bar(name: str, tabs: int) -> QTabBar:
    """Return a bar of tabs without words yet."""
    bar = QTabBar()
    bar.setObjectName(name)
    bar.setDrawBase(False)
    bar.setExpanding(False)
    for _tab in range(tabs):
        bar.addTab("")
    return bar

"""A bar of tabs in the window's style."""

from PySide6.QtWidgets import QTabBar


def tab_bar(name: str, *titles: str) -> QTabBar:
    """Return a bar of tabs with these titles."""
    bar = QTabBar()
    bar.setObjectName(name)
    bar.setDrawBase(False)
    bar.setExpanding(False)
    for title in titles:
        bar.addTab(title)
    return bar

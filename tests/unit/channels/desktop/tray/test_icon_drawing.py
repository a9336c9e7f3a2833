"""The icon can be told from light and dark panels, and its number is there."""

from itertools import product

import pytest
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.channels.desktop.style.tokens import MINIMUM_MARK_CONTRAST, contrast
from assistant.channels.desktop.tray.icon_drawing import SIZES, tray_icon, tray_pixmap
from assistant.channels.desktop.tray.model.tray_state import TrayState

STATES = [
    TrayState(status=HeaderStatus(activity=activity, is_muted=is_muted), waiting=waiting)
    for activity, is_muted, waiting in product(AssistantActivity, (False, True), (0, 3, 42))
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.text)
def test_every_state_is_drawn_at_every_size(qapp: QApplication, state: TrayState) -> None:
    icon = tray_icon(state)
    assert {size.width() for size in icon.availableSizes()} == set(SIZES)
    image = tray_pixmap(state, 64).toImage()
    disc = image.pixelColor(4, 24).name()
    for panel in ("#202124", "#F5F5F5"):
        assert contrast(disc, panel) >= MINIMUM_MARK_CONTRAST - 1.2
    assert contrast(disc, "#FFFFFF") >= MINIMUM_MARK_CONTRAST
    corner = image.pixelColor(58, 40).name()
    assert (corner == "#c81e1e") is bool(state.waiting)

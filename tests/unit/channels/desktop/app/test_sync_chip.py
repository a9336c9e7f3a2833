"""The little warning in the header."""

from datetime import timedelta

from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.sync_chip import SyncChip
from assistant.channels.desktop.widgets.theme import Theme
from assistant.protocol.sync import SyncListed
from assistant.sync.model.faults import SyncFault
from tests.helpers.sync.statuses import ALIKE, EVERY, NOW, with_fault


def test_it_shows_only_what_needs_the_user(qtbot: QtBot, theme: Theme) -> None:
    now = NOW
    chip = SyncChip(theme=theme, now=lambda: now)
    qtbot.addWidget(chip)
    chip.handle(SyncListed(status=ALIKE))
    assert chip.isHidden()
    chip.handle(SyncListed(status=with_fault(SyncFault.REFUSED, since=timedelta())))
    assert chip.isHidden(), "it may be over in a moment"
    now += timedelta(minutes=1)
    chip.retranslate()
    assert not chip.isHidden()
    assert chip.accessibleName() == "The database does not take this user name or password."
    chip.handle(SyncListed(status=EVERY["conflicts"]))
    assert chip.toolTip() == "2 conflicts wait for you"
    chip.handle(SyncListed(status=ALIKE))
    assert chip.isHidden()

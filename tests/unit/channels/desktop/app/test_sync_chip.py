"""The little warning in the header."""

from datetime import timedelta

from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.sync_chip import SyncChip
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.protocol.sync import SyncListed
from assistant.sync.model.faults import SyncFault
from tests.helpers.clock import ManualClock
from tests.helpers.sync.statuses import ALIKE, EVERY, NOW, with_fault
from tests.unit.channels.desktop.contexts import make_context


def test_it_shows_only_what_needs_the_user(qtbot: QtBot, theme: Theme, home: Home) -> None:
    clock = ManualClock(NOW)
    chip = SyncChip(make_context(theme, home, clock=clock))
    qtbot.addWidget(chip)
    chip.handle(SyncListed(status=ALIKE))
    assert chip.isHidden()
    chip.handle(SyncListed(status=with_fault(SyncFault.REFUSED, since=timedelta())))
    assert chip.isHidden(), "it may be over in a moment"
    clock.advance(60)
    chip.retranslate()
    assert not chip.isHidden()
    assert chip.accessibleName() == "The database does not take this user name or password."
    chip.handle(SyncListed(status=EVERY["conflicts"]))
    assert chip.toolTip() == "2 conflicts wait for you"
    chip.handle(SyncListed(status=ALIKE))
    assert chip.isHidden()

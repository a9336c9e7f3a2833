"""The window of rows shows what the transcript would."""

from assistant.channels.desktop.conversation.model.rows import (
    ReplyRow,
    RoundRow,
    TurnEndRow,
    UserRow,
)
from tests.helpers.rows_view import RowsView


def test_a_turn_leaves_its_rows_and_a_restart_replaces_the_words() -> None:
    view = RowsView()
    view.add_user("Time?", spoken=False)
    view.begin_turn("t", number=1, sent=None)
    view.append_reply("t", "It is no")
    view.restart_reply("t")
    view.append_reply("t", "Noon.")
    view.end_turn("t", stop_reason="end_turn")
    rows = view.rows.all
    assert [type(row) for row in rows] == [RoundRow, UserRow, ReplyRow, TurnEndRow]
    assert [row.text for row in rows if isinstance(row, ReplyRow)] == ["Noon."]

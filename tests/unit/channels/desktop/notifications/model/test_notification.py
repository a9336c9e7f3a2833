"""How a service is told of a notification, by what it can do."""

import pytest

from assistant.channels.desktop.notifications.model.notification import (
    OPEN,
    Notification,
    NotificationButton,
    ServiceAbilities,
)

ONE = Notification(
    key="k",
    title="Parley asks",
    body="<b>Is 1 < 2 & 3?</b>",
    choices="Yes · No",
    buttons=(
        NotificationButton(key="option 1", caption="Yes"),
        NotificationButton(key=OPEN, caption="Open"),
    ),
)


@pytest.mark.parametrize(
    ("names", "body", "actions"),
    [
        (
            {"actions", "body", "body-markup"},
            "&lt;b&gt;Is 1 &lt; 2 &amp; 3?&lt;/b&gt;",
            ["option 1", "Yes", "default", "Open"],
        ),
        ({"actions", "body"}, "<b>Is 1 < 2 & 3?</b>", ["option 1", "Yes", "default", "Open"]),
        ({"body"}, "<b>Is 1 < 2 & 3?</b>\nYes · No", []),
        (set[str](), "<b>Is 1 < 2 & 3?</b>\nYes · No", []),
    ],
)
def test_a_service_is_told_what_it_can_show(names: set[str], body: str, actions: list[str]) -> None:
    abilities = ServiceAbilities(names=frozenset(names))
    assert abilities.body(ONE) == body
    assert abilities.actions(ONE) == actions

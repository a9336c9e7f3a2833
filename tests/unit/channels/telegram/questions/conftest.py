from collections.abc import Iterator

import pytest

from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser


@pytest.fixture
def telegram() -> Iterator[TelegramServer]:
    with TelegramServer() as server:
        yield server


@pytest.fixture
def ada(telegram: TelegramServer) -> TelegramUser:
    return telegram.user("Ada")

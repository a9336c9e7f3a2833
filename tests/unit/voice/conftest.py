from collections.abc import Iterator

import pytest

from tests.helpers.audio.fake_devices import Hang


@pytest.fixture
def hang() -> Iterator[Hang]:
    hang = Hang()
    yield hang
    hang.release()

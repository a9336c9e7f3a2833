"""One browser for all tests of a worker; a tab and a desk for each."""

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from tests.helpers.web.browser import PageStage, Tab, chromium, missing


@pytest.fixture(scope="session")
def browser() -> Iterator[Chrome]:
    if reason := missing():
        pytest.skip(reason)
    with chromium() as browser:
        yield browser


@pytest.fixture
def tab(browser: Chrome) -> Tab:
    tab = Tab(browser)
    tab.show_at(1200)
    return tab


@pytest.fixture
def stage() -> Iterator[PageStage]:
    with PageStage() as stage:
        yield stage

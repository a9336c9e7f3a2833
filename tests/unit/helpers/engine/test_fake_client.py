from assistant.protocol.client import EngineClient
from assistant.protocol.conversation import Say, Stop
from assistant.protocol.events import EngineEvent
from assistant.protocol.turns import ReplySegmentFinished
from tests.helpers.engine.fake_client import FakeEngineClient


def test_it_is_an_engine_client_that_remembers_commands() -> None:
    fake = FakeEngineClient()
    client: EngineClient = fake
    client.submit(Say(text="hello"))
    client.submit(Stop())
    assert fake.submitted == [Say(text="hello"), Stop()]


def test_listeners_hear_events_in_order_until_they_end_their_subscription() -> None:
    fake = FakeEngineClient()
    heard: list[EngineEvent] = []
    end = fake.subscribe(heard.append)
    first, second = ReplySegmentFinished(turn_id="a"), ReplySegmentFinished(turn_id="b")
    fake.emit(first, second)
    end()
    end()
    fake.emit(first)
    assert heard == [first, second]
    assert fake.listener_count == 0

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from assistant.voice.devices.pacers import FreePacing, HeldPacing, settle_on
from assistant.voice.devices.protocols import Pacer


def test_time_is_held_until_everybody_let_go() -> None:
    held = HeldPacing()
    pacer: Pacer = held
    release = pacer.hold()
    with pacer.busy(), pacer.busy():
        assert held.is_held
        assert held.wait(0) is False
    assert held.is_held
    release()
    assert not held.is_held
    assert held.wait(0) is True


def test_letting_go_twice_counts_once() -> None:
    held = HeldPacing()
    first = held.hold()
    held.hold()
    first()
    first()
    assert held.is_held


def test_time_is_let_go_by_an_error_too() -> None:
    held = HeldPacing()
    try:
        with held.busy():
            raise ZeroDivisionError
    except ZeroDivisionError:
        pass
    assert not held.is_held


def test_whoever_waits_is_woken() -> None:
    held = HeldPacing()
    release = held.hold()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(held.wait, 10)
        release()
        assert waiting.result(10) is True


def test_where_time_cannot_be_held_nothing_happens() -> None:
    pacer: Pacer = FreePacing()
    with pacer.busy():
        pacer.hold()()


async def test_a_loop_is_settled_when_what_it_was_given_has_begun() -> None:
    loop = asyncio.get_running_loop()
    settle = settle_on(loop)
    held = HeldPacing()
    is_done = asyncio.Event()
    tasks: set[asyncio.Task[None]] = set()

    async def work() -> None:
        with held.busy():
            await is_done.wait()

    async def begin() -> None:
        await asyncio.sleep(0)
        tasks.add(asyncio.create_task(work()))

    def deliver() -> None:
        tasks.add(asyncio.create_task(begin()))

    def other_thread() -> bool:
        loop.call_soon_threadsafe(deliver)
        while not settle():
            pass  # a busy machine may keep the loop from going round
        return held.is_held

    assert await asyncio.to_thread(other_thread)
    is_done.set()
    await asyncio.gather(*tasks)
    assert not held.is_held


async def test_a_loop_that_is_kept_from_going_round_is_not_settled() -> None:
    settle = settle_on(asyncio.get_running_loop())
    is_asked, answers = threading.Event(), list[bool]()

    def ask() -> None:
        is_asked.set()
        answers.append(settle())

    thread = threading.Thread(target=ask)
    thread.start()
    is_asked.wait(5)
    thread.join(5)  # blocks the loop
    assert answers == [False]


def test_a_loop_that_does_not_run_is_settled() -> None:
    loop = asyncio.new_event_loop()
    settle = settle_on(loop)
    assert settle() is True
    loop.close()
    assert settle() is True

"""Takes pictures of chats over Telegram, in a real browser, for the documentation.

    .venv/bin/python scripts/chat_screenshots.py --out docs/screenshots/telegram form:ko:light
    .venv/bin/python scripts/chat_screenshots.py --out /tmp/chats

A picture is named by state, language and theme; without names, all are taken. Each chat is one with
the program itself, over the strict fake of Telegram's service. Needs Chromium and its driver.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from question_samples import TEXTS, Samples

from assistant.home import Home
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, _, use_language
from assistant.protocol.conversation import Say
from assistant.protocol.timers import TimerRang
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.model.question import Question, QuestionSet
from assistant.timer import Timer, TimerKind
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.telegram.chat_page import chat_page
from tests.helpers.telegram.running_channel import RunningChannel, polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser
from tests.helpers.telegram.world import ShownMessage
from tests.helpers.web.browser import Tab, chromium, missing

WIDTH = 400
USER_SAYS = {
    "en": "Set up my online shop, please.",
    "ko": "온라인 가게를 만들어 줘.",
    "zh": "请帮我搭建网上商店。",
}
MODEL_SAYS = {
    "en": "Done. The shop uses **SQLite** and is in `shop/`.",
    "ko": "다 됐어요. 가게는 **SQLite**를 쓰고 `shop/`에 있어요.",
    "zh": "完成了。商店使用 **SQLite**，位于 `shop/`。",
}
PASTA = {"en": "pasta", "ko": "파스타", "zh": "意大利面"}


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A chat under way."""

    bot: RunningChannel
    ada: TelegramUser
    language: InterfaceLanguage
    samples: Samples

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something holds that a message or call tells of."""
        await self.bot.until(condition)

    async def asked(self) -> ShownMessage:
        """Have the user say something; return the message of the question that the model asks."""
        self.ada.send(USER_SAYS[self.language])
        return await self.shown()

    async def shown(self) -> ShownMessage:
        """Return the message of a question, once it stands there."""
        await self.until(lambda: any(message.buttons for message in self.ada.chat.from_bot))
        return next(message for message in self.ada.chat.from_bot if message.buttons)

    async def tap(self, message: ShownMessage, *labels: str) -> None:
        """Tap buttons, each once the one before has shown."""
        for label in labels:
            before = message.n_edits
            self.ada.tap(message, label)
            await self.until(lambda before=before: message.n_edits > before)


async def asked(scene: Scene) -> None:
    """A question as it comes."""
    await scene.asked()


async def ticked(scene: Scene) -> None:
    """Two options ticked."""
    message = await scene.asked()
    await scene.tap(message, "TypeScript", "Tailwind")


async def form_under_way(scene: Scene) -> None:
    """A form whose first question has its answer, with a follow-up."""
    message = await scene.asked()
    await scene.tap(message, scene.samples.words.options[0][0], "GitHub")


async def form_reviewed(scene: Scene) -> None:
    """A form before it is sent."""
    message = await scene.asked()
    labels = scene.samples.words.options
    await scene.tap(message, labels[1][0], f"⏭️ {_('Leave out')}", _("Yes"))


async def settled(scene: Scene) -> None:
    """A question that has its answer, and the reply."""
    message = await scene.asked()
    scene.ada.tap(message, "SQLite")
    await scene.until(lambda: not message.buttons and len(scene.ada.chat.texts) > 1)
    await scene.bot.handled()


async def own_words(scene: Scene) -> None:
    """A question whose user writes an answer of their own."""
    message = await scene.asked()
    scene.ada.tap(message, _("✏️ Type your own"))
    await scene.until(lambda: scene.ada.chat.from_bot[-1].forced_reply is not None)


async def ways_out(scene: Scene) -> None:
    """The ways not to answer."""
    await scene.tap(await scene.asked(), "⋯")


async def away(scene: Scene) -> None:
    """A question of the desk, and a timer that rings."""
    await scene.bot.running.do(Say(text=USER_SAYS[scene.language]))
    await scene.shown()
    wanted = Timer(
        kind=TimerKind.TIMER,
        label=PASTA[scene.language],
        due_at=scene.bot.running.core.plan.clock.now() + timedelta(seconds=0.05),
        zone="UTC",
        length_s=600.0,
    )
    await scene.bot.running.core.timers.add(wanted)
    await scene.bot.running.until(TimerRang)
    await scene.until(lambda: len(scene.ada.chat.texts) > 1)


State = Callable[[Scene], Awaitable[None]]
Asked = Callable[[Samples], QuestionSet]


def _one(make: Callable[[Samples], Question]) -> Asked:
    return lambda samples: QuestionSet(id="one", questions=(make(samples),))


STATES: dict[str, tuple[Asked, State]] = {
    "single": (_one(lambda samples: samples.database()), asked),
    "preview": (
        _one(lambda samples: samples.database(options=samples.options(2, preview=True))),
        asked,
    ),
    "letters": (_one(lambda samples: samples.players()), asked),
    "boolean": (_one(lambda samples: samples.shall()), asked),
    "text": (_one(lambda samples: samples.name()), asked),
    "several": (_one(lambda samples: samples.features()), ticked),
    "form": (lambda samples: samples.form(), form_under_way),
    "review": (lambda samples: samples.form(), form_reviewed),
    "settled": (_one(lambda samples: samples.database()), settled),
    "own-words": (_one(lambda samples: samples.database()), own_words),
    "ways-out": (_one(lambda samples: samples.database()), ways_out),
    "away": (_one(lambda samples: samples.database()), away),
}


async def _hasty(seconds: float) -> None:
    await asyncio.sleep(seconds / 100)


async def page_of(name: str, language: InterfaceLanguage, *, is_dark: bool) -> str:
    """Return a chat in a state, as a page."""
    make, reach = STATES[name]
    samples = Samples(TEXTS[language])
    questions = make(samples)
    given: dict[str, Any] = {"questions": [dump_question(one) for one in questions.questions]}
    if questions.title:
        given["title"] = questions.title
    model = ScriptedModel(
        script=[uses_tool("ask_user_question", given), says(MODEL_SAYS[language])]
    )
    use_language(language)
    after_s = 0 if name == "away" else -1
    with TelegramServer() as telegram, tempfile.TemporaryDirectory() as folder:
        ada = telegram.user("Ada", language=language)
        home = Home(root=Path(folder) / "home", models=Path(folder) / "models")
        home.root.mkdir()
        home.settings_file.write_text(f'[ui]\nlanguage = "{language}"\n', "utf-8")
        async with polling(
            home,
            telegram,
            ada,
            model=model,
            pause=_hasty,
            ring_timers=True,
            escalation={"phone_after_s": after_s},
        ) as bot:
            await reach(Scene(bot=bot, ada=ada, language=language, samples=samples))
            return chat_page(ada.chat, is_dark=is_dark)


def main() -> None:
    """Take them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("names", nargs="*", metavar="STATE:LANGUAGE:THEME")
    arguments = parser.parse_args()
    out: Path = arguments.out
    if reason := missing():
        sys.exit(reason)
    languages: dict[str, InterfaceLanguage] = {one: one for one in INTERFACE_LANGUAGES}
    every = product(STATES, INTERFACE_LANGUAGES, ("light", "dark"))
    names: list[str] = arguments.names or [":".join(parts) for parts in every]
    out.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        tab = Tab(browser)
        for name in names:
            state, wanted, theme = name.split(":")
            language = languages[wanted]
            page = Path(folder) / "chat.html"
            html = asyncio.run(page_of(state, language, is_dark=theme == "dark"))
            page.write_text(html, "utf-8")
            tab.show_at(WIDTH, is_dark=theme == "dark", height=200)
            browser.get(page.as_uri())
            height: int = tab.browser.execute_script(  # pyright: ignore[reportUnknownMemberType]
                "return document.documentElement.scrollHeight;"
            )
            tab.show_at(WIDTH, is_dark=theme == "dark", height=height)
            tab.browser.save_screenshot(  # pyright: ignore[reportUnknownMemberType]
                str(out / f"{name.replace(':', '-')}.png")
            )


if __name__ == "__main__":
    main()

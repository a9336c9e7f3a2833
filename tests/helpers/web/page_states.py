"""Every state that a question's page can be in, each reached as a person reaches it.

For checks of what pages look like, and for pictures of them.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from assistant.locale import InterfaceLanguage
from assistant.questions.model.question import Channel, Option, Question, QuestionKind, QuestionSet
from tests.helpers.questions.builders import chose
from tests.helpers.web.browser import PageStage, Tab

Lead = Callable[[PageStage, Tab], object]
"""Brings a page that was just opened into a state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageState:
    """A state of a page."""

    questions: QuestionSet
    lead: Lead = lambda _stage, _tab: None
    before: tuple[QuestionSet, ...] = ()
    """Answered first, with the second option."""
    beside: tuple[QuestionSet, ...] = ()
    """Asked at the same time."""


_WORDS: Final[dict[InterfaceLanguage, dict[str, str]]] = {
    "en": {
        "store": "Where should the notes be kept?",
        "store_header": "Storage",
        "store_context": "It can be changed later; what was written moves along.",
        "sqlite_about": "One file on this machine. Nothing to run.",
        "sqlite_preview": "**One file**\n\n```\nnotes.db   2.1 MB\n```\n\n- nothing to run\n- one writer",
        "postgres_about": "A server of your own, for several devices at once.",
        "postgres_preview": "**A server**\n\n- many writers\n- wants care",
        "files": "Markdown files",
        "files_about": "Readable with any editor.",
        "parts": "What would you like to be told of?",
        "parts_header": "Notices",
        "mail": "Mail",
        "mail_about": "Once a day",
        "phone": "Phone",
        "phone_about": "Only what is urgent",
        "window": "Window",
        "window_about": "At once",
        "name": "What should the notebook be called?",
        "name_header": "Name",
        "sure": "Begin with an example in it?",
        "sure_header": "Example",
        "port": "Which port does the server listen on?",
        "port_header": "Port",
        "title": "A new notebook",
        "source": "notebook",
        "cache": "Cache",
        "own": "A folder that is synchronized",
        "note": "for the time being",
    },
    "ko": {
        "store": "메모를 어디에 보관할까요?",
        "store_header": "저장소",
        "store_context": "나중에 바꿀 수 있고, 쓴 내용은 함께 옮겨집니다.",
        "sqlite_about": "이 컴퓨터의 파일 하나. 따로 실행할 것이 없습니다.",
        "sqlite_preview": "**파일 하나**\n\n```\nnotes.db   2.1 MB\n```\n\n- 실행할 것 없음\n- 쓰기는 하나씩",
        "postgres_about": "여러 기기에서 함께 쓰는 나만의 서버.",
        "postgres_preview": "**서버**\n\n- 동시에 여러 쓰기\n- 관리가 필요함",
        "files": "마크다운 파일",
        "files_about": "어떤 편집기로도 읽을 수 있습니다.",
        "parts": "어떤 알림을 받을까요?",
        "parts_header": "알림",
        "mail": "메일",
        "mail_about": "하루에 한 번",
        "phone": "휴대폰",
        "phone_about": "급한 것만",
        "window": "창",
        "window_about": "바로",
        "name": "노트 이름을 무엇으로 할까요?",
        "name_header": "이름",
        "sure": "예제를 넣어 시작할까요?",
        "sure_header": "예제",
        "port": "서버가 어느 포트를 쓰나요?",
        "port_header": "포트",
        "title": "새 노트",
        "source": "notebook",
        "cache": "캐시",
        "own": "동기화되는 폴더",
        "note": "당분간만",
    },
    "zh": {
        "store": "笔记保存在哪里？",
        "store_header": "存储",
        "store_context": "以后可以更改，已写的内容会一起迁移。",
        "sqlite_about": "本机上的一个文件，无需运行任何程序。",
        "sqlite_preview": "**一个文件**\n\n```\nnotes.db   2.1 MB\n```\n\n- 无需运行\n- 单一写入",
        "postgres_about": "自己的服务器，可供多台设备同时使用。",
        "postgres_preview": "**服务器**\n\n- 可同时写入\n- 需要维护",
        "files": "Markdown 文件",
        "files_about": "任何编辑器都能打开。",
        "parts": "希望收到哪些通知？",
        "parts_header": "通知",
        "mail": "邮件",
        "mail_about": "每天一次",
        "phone": "手机",
        "phone_about": "仅限紧急事项",
        "window": "窗口",
        "window_about": "立即",
        "name": "笔记本叫什么名字？",
        "name_header": "名称",
        "sure": "先放入一个示例吗？",
        "sure_header": "示例",
        "port": "服务器监听哪个端口？",
        "port_header": "端口",
        "title": "新建笔记本",
        "source": "notebook",
        "cache": "缓存",
        "own": "同步的文件夹",
        "note": "暂时这样",
    },
}


def states(language: InterfaceLanguage) -> dict[str, PageState]:
    """Return the states, with questions in a language."""
    words = _WORDS[language]
    store, parts, name, sure = _questions(words)
    port = Question(
        id="port", kind=QuestionKind.TEXT, text=words["port"], header=words["port_header"]
    )
    form = _set(
        store.model_copy(update={"follow_ups": {"postgres": (port,)}}),
        parts,
        name,
        sure,
        title=words["title"],
    )
    again = sure.model_copy(update={"id": "sure2", "header": words["cache"]})
    timed = _set(store, timeout_s=600.0)
    return {
        "choice": PageState(questions=_set(store, source=words["source"])),
        "own-words": PageState(
            questions=_set(store), lead=lambda _stage, tab: _own_words(tab, words)
        ),
        "several": PageState(questions=_set(parts), lead=lambda _stage, tab: tab.press(" ")),
        "text-wrong": PageState(questions=_set(name), lead=lambda _stage, tab: _wrong(tab)),
        "yes-no": PageState(questions=_set(sure, timeout_s=300.0)),
        "none-fits": PageState(
            questions=_set(parts), lead=lambda _stage, tab: tab.named("none_fit").click()
        ),
        "form": PageState(questions=form, lead=lambda _stage, tab: _into_form(tab)),
        "review": PageState(questions=_set(sure, again), lead=lambda _stage, tab: _to_review(tab)),
        "earlier-round": PageState(
            questions=_set(parts, round=2, total_rounds=3),
            before=(_set(store, id="set0"),),
            lead=lambda _stage, tab: tab.until(".rounds summary").click(),
        ),
        "two-waiting": PageState(
            questions=_set(sure), beside=(_set(again.model_copy(update={"id": "x"}), id="set2"),)
        ),
        "answered": PageState(
            questions=_set(store), lead=lambda _stage, tab: _press_to_end(tab, "1")
        ),
        "elsewhere": PageState(questions=_set(store), lead=_answer_elsewhere),
        "cancelled": PageState(
            questions=_set(store),
            lead=lambda _stage, tab: (tab.named("cancel").click(), tab.until("main.over")),
        ),
        "timed-out": PageState(
            questions=timed.model_copy(update={"timeout_s": 0.3}), lead=_wait_end
        ),
        "gone": PageState(
            questions=_set(store), beside=(_set(name, id="set2"),), lead=_come_too_late
        ),
    }


@contextmanager
def reached(tab: Tab, state: PageState) -> Generator[None]:
    """Open a page and bring it into a state; it is taken away when the context is left."""
    with PageStage(can_reopen=True) as stage:
        for questions in state.before:
            stage.put(questions)
            answer = chose("postgres", question_id="store")
            stage.call(stage.desk.respond(questions.id, answer, Channel.DESKTOP))
        puts = [stage.put(questions) for questions in (state.questions, *state.beside)]
        tab.open(puts[0].address)
        state.lead(stage, tab)
        yield
        for put in puts:
            put.response.cancel()


def _questions(words: dict[str, str]) -> tuple[Question, Question, Question, Question]:
    store = Question(
        id="store",
        kind=QuestionKind.SINGLE,
        text=words["store"],
        header=words["store_header"],
        context=words["store_context"],
        options=(
            Option(
                id="sqlite",
                label="SQLite",
                description=words["sqlite_about"],
                recommended=True,
                preview=words["sqlite_preview"],
            ),
            Option(
                id="postgres",
                label="PostgreSQL",
                description=words["postgres_about"],
                preview=words["postgres_preview"],
            ),
            Option(id="files", label=words["files"], description=words["files_about"]),
        ),
        allow_other=True,
    )
    parts = Question(
        id="parts",
        kind=QuestionKind.MULTI,
        text=words["parts"],
        header=words["parts_header"],
        options=tuple(
            Option(
                id=one,
                label=words[one],
                description=words[f"{one}_about"],
                recommended=one == "phone",
            )
            for one in ("mail", "phone", "window")
        ),
        allow_other=True,
        min_choices=1,
    )
    name = Question(
        id="name", kind=QuestionKind.TEXT, text=words["name"], header=words["name_header"]
    )
    sure = Question(
        id="sure", kind=QuestionKind.BOOLEAN, text=words["sure"], header=words["sure_header"]
    )
    return store, parts, name, sure


def _set(*questions: Question, **changes: object) -> QuestionSet:
    return QuestionSet(id="set", questions=questions).model_copy(update=changes)


def _own_words(tab: Tab, words: dict[str, str]) -> None:
    tab.named("add_note").click()
    tab.until_focused("note_text")
    tab.press(words["note"])
    tab.named("custom_input_single").click()
    tab.until_focused("custom_input_text")
    tab.press(words["own"])


def _wrong(tab: Tab) -> None:
    tab.named("confirm").click()
    tab.until(".card.wrong")


def _into_form(tab: Tab) -> None:
    tab.press("2")
    tab.until_focused("text_input")
    tab.press("5432", "\n")
    tab.until_focused("multi_choice_set_parts_mail")


def _to_review(tab: Tab) -> None:
    tab.press("1")
    tab.until_focused("multi_choice_set_sure2_true")
    tab.press("2")
    tab.until_focused("submit_form_set")


def _press_to_end(tab: Tab, key: str) -> None:
    tab.press(key)
    tab.until("main.over")


def _answer_elsewhere(stage: PageStage, tab: Tab) -> None:
    answer = chose("postgres", question_id="store")
    stage.call(stage.desk.respond("set", answer, Channel.DESKTOP))
    tab.until("main.over")


def _wait_end(_stage: PageStage, tab: Tab) -> None:
    tab.until("main.over")


def _come_too_late(stage: PageStage, tab: Tab) -> None:
    address = tab.browser.current_url
    _answer_elsewhere(stage, tab)
    tab.browser.get(address)
    tab.until("main.over")

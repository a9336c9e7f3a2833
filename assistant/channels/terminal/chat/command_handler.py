"""What the commands of the terminal do: they ask the engine, and show what it tells."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, assert_never

from assistant.channels.terminal.chat.message_files import MessageFiles
from assistant.channels.terminal.chat.path_completions import path_completions
from assistant.channels.terminal.console.output import ConversationOutput, LineTone
from assistant.channels.terminal.text.folder_lines import folder_line, parse_folder_words
from assistant.channels.terminal.text.past_answers import past_answer_lines, revision
from assistant.channels.terminal.text.slash_commands import (
    SlashCommand,
    SlashInvocation,
    UnknownSlash,
    completions,
    help_lines,
)
from assistant.channels.terminal.text.unanswered_questions import list_lines, reopening
from assistant.clock import Clock, SystemClock
from assistant.coding_agents.model.board_text import nothing_runs, session_line
from assistant.coding_agents.model.session_board import SessionBoard
from assistant.decision_log.decision_query import DecisionQuery
from assistant.decision_log.decision_words import decision_lines, nothing_found
from assistant.locale import _
from assistant.memory.model.scope import MemoryScope
from assistant.moment_words import moment_words
from assistant.protocol.coding_agents import AgentSessionsListed, ListAgentSessions
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened, NewConversation, RetryReply, Stop
from assistant.protocol.decisions import DecisionsListed, ListDecisions, OpenDecision
from assistant.protocol.events import EngineEvent
from assistant.protocol.folders import FoldersListed
from assistant.protocol.history import (
    ConversationsListed,
    ConversationSummary,
    HistoryFound,
    ListConversations,
    OpenConversation,
    SearchHistory,
)
from assistant.protocol.memory import FactKept, MemoryRead, ReadMemory, Remember, UndoMemory
from assistant.protocol.models import FetchModelFiles, ModelSwitched, SwitchModel
from assistant.protocol.questions import (
    AnswersListed,
    ListAnswers,
    ListQuestions,
    PastAnswer,
    QuestionClosed,
    QuestionsListed,
    QuestionStanding,
    UndoAnswer,
)
from assistant.protocol.sync import ListSync, SyncListed, SyncNow
from assistant.protocol.telegram import ListTelegram, ShowLinkCode, TelegramListed, report_lines
from assistant.protocol.timers import (
    ListTimers,
    RingingStopped,
    StopRinging,
    TimerRang,
    TimersListed,
    timer_title,
)
from assistant.questions.model.answer_revision import is_models_question
from assistant.questions.model.question import Answered, YouDecide
from assistant.sync.model.status_text import status_report

Submit = Callable[[Command], Awaitable[None]]
"""Hands a command to the engine."""

LISTED: Final = 15
"""Conversations and finds that are shown."""
_SCOPES = (MemoryScope.PERSONAL, MemoryScope.AGENT, MemoryScope.WORKSPACE)


class SlashCommandHandler:
    """Carries out commands of the user's. Called with every event too.

    Args:
        page: Where answers to commands are written.
        submit: Hands a command to the engine.
        leave: Ends the program.
        clock: Tells the moment; the machine's if None.
    """

    def __init__(
        self,
        *,
        page: ConversationOutput,
        submit: Submit,
        leave: Callable[[], None],
        clock: Clock | None = None,
    ) -> None:
        self._clock = clock or SystemClock()
        self._page = page
        self._submit = submit
        self._leave = leave
        self.files: Final = MessageFiles(page=page)
        """What goes with the next message."""
        self._worded: Final[Mapping[SlashCommand, Callable[[str], Awaitable[None]]]] = {
            SlashCommand.ATTACH: self.files.do,
            SlashCommand.OPEN: self._open,
            SlashCommand.MODEL: self._use_model,
            SlashCommand.QUESTIONS: self._ask_again,
            SlashCommand.ANSWERS: self._change_answer,
            SlashCommand.REMEMBER: self._remember,
            SlashCommand.FOLDERS: self._folders,
            SlashCommand.SYNC: self._sync,
            SlashCommand.TELEGRAM: self._telegram,
            SlashCommand.FETCH: self._fetch,
        }
        self._models: tuple[str, ...] = ()
        self._model = ""
        self._listed: tuple[Command | None, ...] = ()
        """What opens each number of the last list; None for what cannot be opened yet."""
        self._questions: QuestionsListed | None = None
        """The questions without an answer, as they were told last."""
        self._numbered: tuple[Command | None, ...] | None = None
        """What asks each question of the last list of them again."""
        self._answers: AnswersListed | None = None
        """The answers that were given, as they were told last."""
        self._changeable: Sequence[PastAnswer] | None = None
        """The answers of the last list of them."""
        self._undoable: list[Command] = []
        """What takes back what was done in this conversation; the last is first."""
        self._ringing: set[str] = set()
        self._wanted: set[type[EngineEvent]] = set()
        """What was asked for. Lists are sent again whenever they change; that is not shown."""

    def complete(self, begun: str) -> list[tuple[str, str]]:
        """Return what the beginning of a line may become, each with its meaning."""
        attach = f"{SlashCommand.ATTACH.value} "
        if begun.startswith(attach):
            paths = path_completions(begun.removeprefix(attach))
            return [(f"{attach}{path}", "") for path in paths]
        return completions(begun, self._models)

    def __call__(self, event: EngineEvent) -> None:
        """Take note of an event; show what a command asked for."""
        match event:
            case ConversationOpened():
                self._models, self._model = event.models, event.model
                self.files.takes = event.takes
                self._undoable.clear()
                self._changeable = None
            case ModelSwitched():
                self._model = event.model
                self.files.takes = event.takes
            case QuestionClosed(response=Answered() | YouDecide()) if is_models_question(
                event.questions
            ):
                self._undoable.append(UndoAnswer(questions_id=event.questions.id))
            case FactKept():
                self._undoable.append(UndoMemory(change_id=event.change_id))
            case QuestionsListed():
                self._questions = event
            case AnswersListed():
                self._answers = event
            case TimerRang():
                self._ringing.add(event.timer.timer_id)
            case RingingStopped():
                self._ringing.discard(event.timer_id)
            case (
                ConversationsListed()
                | HistoryFound()
                | MemoryRead()
                | TimersListed()
                | AgentSessionsListed()
                | FoldersListed()
                | SyncListed()
                | TelegramListed()
                | DecisionsListed()
            ):
                if type(event) in self._wanted:
                    self._wanted.discard(type(event))
                    self._show(event)
            case _:
                pass

    async def do(self, given: SlashInvocation | UnknownSlash) -> None:
        """Carry out a command."""
        if isinstance(given, UnknownSlash):
            if given.name[1:].isdecimal():
                told = _("There is nothing to choose with {name} now.")
            else:
                told = _("There is no command {name}. /help lists them.")
            self._say(told.format(name=given.name))
            return
        worded = self._worded.get(given.command)
        if worded is not None:
            await worded(given.words)
        elif given.command is SlashCommand.HELP:
            for line in help_lines():
                self._say(line)
        elif given.command is SlashCommand.QUIT:
            self._leave()
        elif given.command is SlashCommand.UNDO:
            await self._undo()
        else:
            await self._ask(given.command, given.words)

    # Commands.

    async def _ask(self, slash: SlashCommand, words: str) -> None:
        """Hand on what the engine does, and have shown what it tells then."""
        match slash:
            case SlashCommand.HISTORY:
                kind = HistoryFound if words else ConversationsListed
                self._wanted.add(kind)
                await self._submit(SearchHistory(query=words) if words else ListConversations())
            case SlashCommand.DECISIONS:
                self._wanted.add(DecisionsListed)
                await self._submit(ListDecisions(words=words, limit=LISTED))
            case SlashCommand.MEMORY:
                self._wanted.add(MemoryRead)
                await self._submit(ReadMemory())
            case SlashCommand.TIMERS:
                self._wanted.add(TimersListed)
                await self._submit(ListTimers())
            case SlashCommand.AGENTS:
                self._wanted.add(AgentSessionsListed)
                await self._submit(ListAgentSessions())
            case SlashCommand.NEW:
                await self._submit(NewConversation())
            case SlashCommand.AGAIN:
                await self._submit(RetryReply())
            case _:
                await self._submit(StopRinging() if self._ringing else Stop())

    async def _open(self, number: str) -> None:
        if not await self._open_from(self._listed, number):
            self._say(
                _("Write a number of the last list of /history, /decisions or /questions: /open 2")
            )

    async def tell_unanswered(self, *, turn_id: str | None = None) -> None:
        """Tell in a line of the questions that only `/questions` shows; nothing if none is so.

        Args:
            turn_id: The turn that goes on now; it asks its questions by itself.
        """
        await self._submit(ListQuestions())
        listed = () if self._questions is None else self._questions.questions
        waiting = sum(
            one.standing is not QuestionStanding.OPEN
            and (turn_id is None or one.origin.turn_id != turn_id)
            for one in listed
        )
        if waiting:
            self._say(
                _("Questions without an answer: {n}. /questions lists them.").format(n=waiting)
            )

    async def _ask_again(self, number: str) -> None:
        """List the questions without an answer, or ask one of the list again."""
        if number and self._numbered is not None:
            listed = self._numbered
        else:
            await self._submit(ListQuestions())
            if self._questions is None:  # it was told why
                return
            listed = tuple(reopening(one) for one in self._questions.questions)
            self._numbered = listed
            if not number:
                self._listed = listed
                self._show_questions(self._questions)
                return
        if not await self._open_from(listed, number):
            self._say(_("Write the number of a question that /questions lists: /questions 2"))

    async def _change_answer(self, words: str) -> None:
        """List the answers that were given, or have one of the list changed."""
        number, _space, way = words.partition(" ")
        if self._changeable is None or not number:
            await self._submit(ListAnswers())
            if self._answers is None:  # it was told why
                return
            self._changeable = self._answers.answers
            if not number:
                self._show_answers(self._answers)
                return
        place = int(number) - 1 if number.isdecimal() else -1
        if not 0 <= place < len(self._changeable):
            self._say(_("Write the number of an answer that /answers lists: /answers 2"))
            return
        command = revision(self._changeable[place], way.strip())
        if command is None:
            self._say(
                _("Write /answers {n} back to go on anew from this question.").format(n=number)
            )
        else:
            await self._submit(command)

    async def _open_from(self, listed: Sequence[Command | None], number: str) -> bool:
        """Open what has a number in a list; returns whether there is such a number."""
        place = int(number) - 1 if number.isdecimal() else -1
        if not 0 <= place < len(listed):
            return False
        command = listed[place]
        if command is None:
            self._say(_("This question waits for the answer to another one."))
        else:
            await self._submit(command)
        return True

    async def _use_model(self, name: str) -> None:
        if not name:
            for model in self._models:
                self._page.aside(f"{'●' if model == self._model else '○'} {model}", LineTone.NOTE)
        elif name in self._models:
            await self._submit(SwitchModel(model=name))
        else:
            self._say(_("There is no model {name}. /model lists them.").format(name=name))

    async def _fetch(self, name: str) -> None:
        await self._submit(FetchModelFiles(name=name))

    async def _undo(self) -> None:
        if self._undoable:
            await self._submit(self._undoable.pop())
        else:
            self._say(_("There is nothing to take back."))

    async def _remember(self, fact: str) -> None:
        if fact:
            await self._submit(Remember(scope=MemoryScope.PERSONAL, fact=fact))
        else:
            self._say(_("Write after /remember what is to be remembered."))

    async def _folders(self, words: str) -> None:
        command = parse_folder_words(words)
        if command is None:
            self._say(_("Write /folders, /folders add PATH [write] or /folders remove NAME."))
            return
        self._wanted.add(FoldersListed)
        await self._submit(command)

    async def _sync(self, words: str) -> None:
        if words not in {"", "now"}:
            self._say(_("Write /sync, or /sync now. The rest is done by `parley sync`."))
            return
        self._wanted.add(SyncListed)
        await self._submit(SyncNow() if words else ListSync())

    async def _telegram(self, words: str) -> None:
        if words not in {"", "link"}:
            self._say(_("Write /telegram, or /telegram link."))
            return
        self._wanted.add(TelegramListed)
        await self._submit(ShowLinkCode() if words else ListTelegram())

    # What is shown.

    def _say(self, text: str) -> None:
        self._page.aside(text, LineTone.NOTE)

    def _show(
        self,
        event: ConversationsListed
        | HistoryFound
        | MemoryRead
        | TimersListed
        | AgentSessionsListed
        | FoldersListed
        | SyncListed
        | TelegramListed
        | DecisionsListed,
    ) -> None:
        match event:
            case ConversationsListed():
                self._show_conversations(event)
            case HistoryFound():
                self._show_found(event)
            case MemoryRead():
                self._show_memory(event)
            case TimersListed():
                self._show_timers(event)
            case AgentSessionsListed():
                self._show_board(event.board)
            case FoldersListed():
                self._show_folders(event)
            case SyncListed():
                for line in status_report(event.status, self._clock.now()):
                    self._say(line)
            case DecisionsListed():
                self._show_decisions(event)
            case TelegramListed():
                for line in report_lines(event, self._clock.now()):
                    self._say(line)
            case _:
                assert_never(event)

    def _show_board(self, board: SessionBoard) -> None:
        for session in board.by_need:
            line = f"  {session_line(session, self._clock.now())}"
            self._page.aside(line, LineTone.NOTE, mark=session.asker.mark)
        if not board.sessions:
            self._say(nothing_runs())

    def _show_questions(self, event: QuestionsListed) -> None:
        if not event.questions:
            self._say(_("No question waits for an answer."))
            return
        for line, mark in list_lines(event):
            self._page.aside(line, LineTone.NOTE, mark=mark)
        self._say(_("/questions 1 asks the first one again."))

    def _show_answers(self, event: AnswersListed) -> None:
        if not event.answers:
            self._say(_("You have not answered a question in this conversation."))
            return
        for line in past_answer_lines(event):
            self._say(line)
        self._say(_("/answers 1 changes the first one; /answers 1 back goes on anew from it."))

    def _show_conversations(self, event: ConversationsListed) -> None:
        shown = event.conversations[:LISTED]
        self._listed = tuple(OpenConversation(conversation_id=one.conversation_id) for one in shown)
        if not shown:
            self._say(_("There is no earlier conversation."))
        for number, one in enumerate(shown, 1):
            self._say(
                f"{number:>3}  {_summary(one, is_current=one.conversation_id == event.current)}"
            )

    def _show_found(self, event: HistoryFound) -> None:
        shown = event.hits[:LISTED]
        self._listed = tuple(
            OpenConversation(conversation_id=hit.conversation_id, message_id=hit.message_id)
            for hit in shown
        )
        if not shown:
            self._say(_("Nothing was found for {words}.").format(words=event.query))
        for number, hit in enumerate(shown, 1):
            self._say(f"{number:>3}  {hit.said_at.astimezone():%Y-%m-%d}  {hit.title}")
            self._page.aside(f"     {hit.snippet}")

    def _show_decisions(self, event: DecisionsListed) -> None:
        self._listed = tuple(OpenDecision(questions_id=one.id) for one in event.decisions)
        if not event.decisions:
            self._say(nothing_found(DecisionQuery(words=event.asked.words)))
        for number, one in enumerate(event.decisions, 1):
            question, *rest = decision_lines(one, self._clock.now())
            self._say(f"{number:>3}  {question}")
            for line in rest:
                self._page.aside(f"   {line}")
        if event.next is not None:
            self._say(_("There are more. Search them: /decisions WORDS"))

    def _show_memory(self, event: MemoryRead) -> None:
        names = {
            MemoryScope.PERSONAL: _("About you"),
            MemoryScope.AGENT: _("About this persona"),
            MemoryScope.WORKSPACE: _("About this work"),
        }
        files = {file.scope: file for file in event.files}
        for scope in _SCOPES:
            file = files.get(scope)
            text = file.text.strip() if file is not None else ""
            self._say(names[scope])
            for line in (text or _("(nothing)")).splitlines():
                self._page.aside(f"  {line}")

    def _show_timers(self, event: TimersListed) -> None:
        if not event.timers:
            self._say(_("No timer is set."))
        for timer in event.timers:
            is_counted = timer.length_s is not None
            when = moment_words(timer.shown_at, self._clock.now(), seconds=is_counted)
            ringing = " ⏰" if timer.is_ringing else ""
            self._say(f"{when}  {timer_title(timer.kind, timer.label)}{ringing}")

    def _show_folders(self, event: FoldersListed) -> None:
        if event.problem:
            self._say(event.problem)
        elif not event.folders:
            self._say(_("No folder of your own is open to tools."))
        for entry in event.folders:
            self._say(folder_line(entry))


def _summary(one: ConversationSummary, *, is_current: bool) -> str:
    here = "● " if is_current else ""
    return f"{one.updated_at.astimezone():%Y-%m-%d %H:%M}  {here}{one.title}"

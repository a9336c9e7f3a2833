"""Starts the agents that the user wants started, and sees to them until they end. Engine loop only."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

from assistant.background_tasks import BackgroundTasks
from assistant.coding_agents.acp.agent_connection import (
    AgentConnection,
    AgentEars,
    AgentError,
    AgentProgram,
)
from assistant.coding_agents.hooks.hook_events import PermissionAsked
from assistant.coding_agents.hooks.permission_request import PermissionRequest
from assistant.coding_agents.hooks.verdicts import Denied, Verdict
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import AgentSession, TaskClosed, TaskTold
from assistant.coding_agents.tasks.agent_task import (
    MAX_QUEUED,
    AgentTask,
    AgentTold,
    ProcessEnded,
    StopWanted,
    TaskFailed,
    TaskNews,
    TurnEnded,
    WordsQueued,
    WordsSent,
)
from assistant.coding_agents.tasks.order import FolderError, TaskOrder
from assistant.engine.coding_agents.agent_questions import AgentQuestions
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.engine.coding_agents.project_folders import ProjectFolders
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.locale import _, joined
from assistant.protocol.coding_agents import CloseAgentTask, StopAgentTask
from assistant.questions.model.asker import Asker

TELL_S: Final = 0.3
"""Between two looks at what an agent tells; it says every word by itself."""
IDLE_S: Final = 1_800.0
"""How long an agent that is done waits for more words; then its process ends."""

FindProgram = Callable[[CodingAgent], AgentProgram]
"""Returns what is started for an agent; raises AgentError if it is not installed. Blocks."""
OpenAgent = Callable[[AgentProgram, Path, AgentEars], AbstractAsyncContextManager[AgentConnection]]
"""Starts an agent in a folder."""


class AgentTasks:
    """The agents that Parley has started; several at once.

    Args:
        sessions: Hears how they stand.
        questions: Puts what they ask.
        find: Finds what is started.
        open_agent: Starts it.
    """

    def __init__(
        self,
        *,
        sessions: AgentSessions,
        questions: AgentQuestions,
        find: FindProgram,
        open_agent: OpenAgent,
    ) -> None:
        self._sessions = sessions
        self._questions = questions
        self._find = find
        self._open_agent = open_agent
        self._runs: dict[str, _Run] = {}
        self._works = BackgroundTasks(owner="coding agent")

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(StopAgentTask, self._stop)
        commands.register(CloseAgentTask, self._close)

    async def check(self, agent: CodingAgent) -> None:
        """Look whether an agent can be started.

        Raises:
            AgentError: If it is not installed.
        """
        await asyncio.to_thread(self._find, agent)

    async def start(self, order: TaskOrder) -> Asker:
        """Start an agent and give it what it is to do; returns its session once it is at it.

        Cancelling ends it.

        Raises:
            AgentError: If it cannot be started.
        """
        program = await asyncio.to_thread(self._find, order.agent)
        run = _Run(order, self._sessions)
        work = self._works.spawn(self._work(run, program), order.agent.value)
        try:
            return await asyncio.shield(run.begun)
        except asyncio.CancelledError:
            work.cancel()
            raise

    async def stop(self, session: AgentSession) -> bool:
        """Have a session stop what it does; returns whether it did anything."""
        run = self._runs.get(session.asker.session)
        if run is None or not run.task.state.is_under_way:
            return False
        run.take(StopWanted())
        if run.connection is not None:
            await run.connection.stop()
        return True

    def tell(self, session: AgentSession, words: str) -> bool:
        """Tell a session more: now if it is done, else once it is; returns whether it takes it."""
        run = self._runs.get(session.asker.session)
        if run is None or not run.task.is_open or len(run.task.queued) >= MAX_QUEUED:
            return False
        run.take(WordsQueued(words=words))
        run.more.set()
        return True

    async def aclose(self) -> None:
        """End all agents."""
        await self._works.cancel_all()

    async def _stop(self, command: StopAgentTask) -> None:
        run = self._runs.get(command.session)
        session = None if run is None else self._sessions.board.find(run.asker)
        if session is not None:
            await self.stop(session)

    async def _close(self, command: CloseAgentTask) -> None:
        run = self._runs.get(command.session)
        if run is not None and run.work is not None:
            run.work.cancel()
            await asyncio.wait([run.work])
        for session in self._sessions.board.sessions:
            if session.task is not None and session.asker.session == command.session:
                self._sessions.hear(TaskClosed(asker=session.asker))

    async def _work(self, run: "_Run", program: AgentProgram) -> None:
        """Start an agent, and give it words until nobody has any more."""
        run.work = asyncio.current_task()

        async def decide(request: PermissionRequest) -> Verdict | None:
            asked = PermissionAsked(asker=run.asker, request=request)
            verdict = await self._questions.decide(asked)
            if isinstance(verdict, Denied) and verdict.words:
                # The protocol has no place for them beside the refusal.
                run.take(WordsQueued(words=verdict.words))
            return verdict

        ears = AgentEars(told=run.take, decide=decide)
        try:
            async with self._open_agent(program, run.order.folder, ears) as connection:
                run.begin(connection)
                self._runs[connection.session_id] = run
                await self._serve(run, connection)
        except AgentError as error:
            if run.begun.done():
                run.take(TaskFailed(problem=joined(error.message, error.hint)))
            else:
                run.begun.set_exception(error)
        finally:
            self._runs.pop(run.asker.session, None)
            run.begun.cancel()
            run.take(ProcessEnded())
            run.tell()

    async def _serve(self, run: "_Run", connection: AgentConnection) -> None:
        words = run.order.words
        while True:
            run.take(WordsSent(words=words))
            if not run.begun.done():
                run.begun.set_result(run.asker)
            ending = await connection.prompt(words)
            if not run.task.queued:
                run.take(TurnEnded(ending=ending))
                run.more.clear()
                try:
                    async with asyncio.timeout(IDLE_S):
                        await run.more.wait()
                except TimeoutError:
                    return
            words = run.task.queued[0]


class TaskStarter:
    """Implements `AgentStarter`.

    Args:
        tasks: Starts agents.
        projects: Knows where they may work.
    """

    def __init__(self, *, tasks: AgentTasks, projects: ProjectFolders) -> None:
        self._tasks = tasks
        self._projects = projects

    async def order(self, agent: CodingAgent, project: str, words: str) -> TaskOrder:
        await self._tasks.check(agent)
        return TaskOrder(agent=agent, folder=await self._projects.find(project), words=words)

    async def start(self, order: TaskOrder) -> Asker:
        """Start an agent where it was said; the folder is looked at again.

        Raises:
            AssistantError: If it cannot be started, or another folder is in its place.
        """
        if await self._projects.find(str(order.folder)) != order.folder:
            raise FolderError(
                _("{folder} is another folder than the one you saw. Nothing was started.").format(
                    folder=order.folder
                )
            )
        asker = await self._tasks.start(order)
        await self._projects.used(order.folder)
        return asker


class _Run:
    """One agent that was started."""

    def __init__(self, order: TaskOrder, sessions: AgentSessions) -> None:
        self.order: Final = order
        self.begun: Final[asyncio.Future[Asker]] = asyncio.get_running_loop().create_future()
        self.more: Final = asyncio.Event()
        """Set when there are more words."""
        self.connection: AgentConnection | None = None
        self.work: asyncio.Task[None] | None = None
        self.asker = Asker(agent=order.agent.traits.title, project=order.folder.name)
        self.task = AgentTask(agent=order.agent, folder=str(order.folder), words=order.words)
        self._sessions = sessions
        self._telling: asyncio.TimerHandle | None = None

    def begin(self, connection: AgentConnection) -> None:
        """Know what the agent calls the session."""
        self.connection = connection
        named = self.asker.model_copy(update={"session": connection.session_id})
        self.asker = self._sessions.numbered(named)

    def take(self, news: TaskNews) -> None:
        """Take what happened; the board hears of it, of what the agent tells not at once."""
        self.task = self.task.after(news)
        if not isinstance(news, AgentTold):
            self.tell()
        elif self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(TELL_S, self.tell)

    def tell(self) -> None:
        """Tell the board how it stands."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        if self.connection is not None:
            self._sessions.hear(TaskTold(asker=self.asker, task=self.task))

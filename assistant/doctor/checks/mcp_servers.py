"""The MCP servers at addresses: whether they answer, and whether they want the user to sign in."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, ok, warning
from assistant.errors import AssistantError
from assistant.llm.api_keys import KeyStore
from assistant.locale import _
from assistant.mcp_server import HttpTarget, ServerConfig
from assistant.tools.mcp.configuration_file import ConfigurationFile
from assistant.tools.mcp.connector import McpConnector
from assistant.tools.mcp.server_log import ServerLog

ANSWER_S: Final = 10.0


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {"mcp": lambda: check_servers(context)}


def check_servers(context: CheckContext) -> CheckVerdict:
    """Whether the servers at addresses can be used. Starts no programs."""
    configuration = ConfigurationFile(context.home.servers_file).read()
    if configuration.problems:
        return warning(configuration.problems[0])
    enabled = [server for server in configuration.servers if server.is_enabled]
    remote = [server for server in enabled if isinstance(server.target, HttpTarget)]
    if not remote:
        return ok(_("There is no MCP server at an address"))
    problems = [problem for problem in asyncio.run(_problems(context, remote)) if problem]
    if problems:
        return warning(" ".join(problems), hint=_("See Settings, MCP servers."))
    return ok(_("The MCP servers at addresses answer"))


async def _problems(context: CheckContext, servers: list[ServerConfig]) -> list[str]:
    connect = McpConnector(
        log=lambda _name: ServerLog(context.home.logs / "mcp-doctor.log"),
        keys=KeyStore(keys_file=context.home.keys_file, environment=context.environment),
        environment=context.environment,
    )

    async def problem(config: ServerConfig) -> str:
        try:
            async with asyncio.timeout(ANSWER_S), connect(config, _nobody):
                return ""
        except AssistantError as error:
            text = error.message
        except TimeoutError:
            text = _("It did not answer in time.")
        return _("{server}: {problem}").format(server=config.name, problem=text)

    return list(await asyncio.gather(*(problem(config) for config in servers)))


async def _nobody(_params: Mapping[str, Any]) -> None:
    """Decline every elicitation."""

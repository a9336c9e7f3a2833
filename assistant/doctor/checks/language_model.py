"""The key store and the language model. No request that costs anything is sent."""

import asyncio
import ipaddress
import socket
import ssl
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import aclosing
from typing import Final, assert_never
from urllib.parse import urlsplit

from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, failed, ok, warning
from assistant.failure_reason import failure_reason
from assistant.llm.api_keys import (
    ANTHROPIC,
    STORE_TIMEOUT_S,
    VARIABLES,
    ApiKey,
    KeyPlace,
    KeyStore,
)
from assistant.llm.messages_api.messages import user_text
from assistant.llm.messages_api.model_client import ModelRequest, SystemPart, TextReceived
from assistant.llm.model_choice.choice import (
    DEFAULT_BASE_URL,
    STARTER_PROMPT,
    LocalServer,
    UseAnthropic,
    UseLocal,
    UseStarter,
    choose_model,
    same_server,
    service_root,
)
from assistant.llm.model_choice.starter_choice import StarterModel
from assistant.llm.server_discovery import WELL_KNOWN_URLS, probe
from assistant.llm.starter.client import StarterClient
from assistant.llm.starter.model_files import reason_text
from assistant.llm.starter.starter_selector import StarterSelector
from assistant.locale import _

CONNECT_TIMEOUT_S: Final = 3.0
LOCAL_TIMEOUT_S: Final = 2.0
"""More patient than at a start: somebody wants to know."""
WORD_TIMEOUT_S: Final = 120.0
"""The largest built-in model reads its prompt for over a minute where both cores are busy."""


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {
        "keys": lambda: check_keys(context),
        "model": lambda: check_model(context),
    }


def check_keys(context: CheckContext) -> CheckVerdict:
    """Where the key is, and whether the system's key store answers."""
    key = _key(context)
    variable = VARIABLES[ANTHROPIC]
    if key is not None and key.place is KeyPlace.ENVIRONMENT:
        return ok(_("The key is in the environment variable {name}").format(name=variable))
    if key is not None and key.place is KeyPlace.STORE:
        return ok(_("The key is in the system's key store"))
    if key is not None:
        return ok(
            _("The key is in the file {file}").format(file=str(context.home.keys_file)),
            hint=_("Only you can read that file. A key store of the system would be safer."),
        )
    return ok(_("There is no key; none is needed for a local or the built-in model"))


def check_model(context: CheckContext) -> CheckVerdict:
    """Which model these settings choose, and whether it answers."""
    llm = context.settings.llm
    key = _key(context) if llm.profile in {"auto", "anthropic"} else None
    urls: tuple[str, ...] = ()
    if llm.profile == "local":
        urls = (llm.local_url,)
    elif llm.profile == "auto" and key is None:
        urls = (llm.local_accepted, llm.local_url, *WELL_KNOWN_URLS)
    servers = tuple(
        server
        for url in dict.fromkeys(service_root(each) for each in urls if each)
        if (server := probe(url, model=llm.local_model, timeout_s=LOCAL_TIMEOUT_S)) is not None
    )
    choice = choose_model(
        wanted=llm.profile,
        has_key=key is not None,
        servers=servers,
        local_url=llm.local_url,
        local_model=llm.local_model,
        local_accepted=llm.local_accepted,
    )
    match choice.use:
        case UseAnthropic():
            return _anthropic(llm.base_url, model=llm.model, has_key=key is not None)
        case UseLocal() as local:
            return _local(local, servers)
        case UseStarter():
            hint = _("For a better model, add an API key or a local model server in the settings.")
            if choice.offer is not None:
                hint = _("{model} at {address} could answer instead: accept it in the window.")
                hint = hint.format(model=choice.offer.model, address=choice.offer.base_url)
            return asyncio.run(_starter(context, hint))
        case _:
            assert_never(choice.use)


def _key(context: CheckContext) -> ApiKey | None:
    store = KeyStore(
        keys_file=context.home.keys_file,
        environment=context.environment,
        timeout_s=STORE_TIMEOUT_S,
    )
    return asyncio.run(store.get(ANTHROPIC))


def _anthropic(base_url: str, *, model: str, has_key: bool) -> CheckVerdict:
    address = base_url or DEFAULT_BASE_URL
    if not has_key:
        return failed(
            _("There is no key for {address}.").format(address=address),
            hint=_(
                "Add it in the window's settings or set {name}, or run: parley config set"
                " llm.profile auto"
            ).format(name=VARIABLES[ANTHROPIC]),
        )
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return failed(
            _("{address} is not the address of a model service.").format(address=repr(address)),
            hint=_("Correct it with: parley config set llm.base_url ADDRESS"),
        )
    way = route(address)
    try:
        connect(way)
    except OSError as error:
        host = urlsplit(way).hostname
        return failed(
            _("{host} cannot be reached: {error}.").format(host=host, error=reason(error)),
            hint=_(
                "Check the network. Until then the built-in model answers with: parley config set"
                " llm.profile starter"
            ),
        )
    return ok(
        _("{model}: there is a key, and {host} can be reached (no request was sent)").format(
            model=model, host=urlsplit(way).hostname
        )
    )


def route(address: str) -> str:
    """The URL that a request to `address` connects to: a proxy's, or its own."""
    parts = urlsplit(address)
    if _is_loopback(parts.hostname or "") or urllib.request.proxy_bypass(parts.netloc):
        return address
    proxies = urllib.request.getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy:
        return address
    return proxy if "://" in proxy else f"http://{proxy}"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def connect(address: str) -> None:
    """Connect to a URL's host, with TLS if it is https, and send nothing.

    Raises:
        OSError: If the name is unknown, nobody answers in `CONNECT_TIMEOUT_S`, or the certificate
            is not trusted.
    """
    parts = urlsplit(address)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    with socket.create_connection((parts.hostname, port), timeout=CONNECT_TIMEOUT_S) as plain:
        if parts.scheme == "https":
            context = ssl.create_default_context()
            with context.wrap_socket(plain, server_hostname=parts.hostname):
                pass


def reason(error: OSError) -> str:
    """In a few words."""
    if isinstance(error, TimeoutError):
        return _("no answer")
    if isinstance(error, ssl.SSLCertVerificationError):
        return error.verify_message
    return failure_reason(error)


def _local(local: UseLocal, servers: tuple[LocalServer, ...]) -> CheckVerdict:
    if not local.is_answering:
        return failed(
            _("The model server at {address} does not answer.").format(address=local.base_url),
            hint=_("Start it, or run: parley config set llm.profile auto"),
        )
    offered = [
        model.name
        for server in servers
        if same_server(server.base_url, local.base_url)
        for model in server.models
    ]
    text = _("{model} at {address}").format(model=local.model.name, address=local.base_url)
    if local.model.name not in offered:
        return failed(
            _("The server at {address} has no model {model}.").format(
                address=local.base_url, model=local.model.name
            ),
            hint=_("Choose one with: parley config set llm.local_model NAME ({names})").format(
                names=", ".join(offered) or "—"
            ),
        )
    if not local.model.tools:
        return warning(text, hint=_("This model cannot use tools, so it cannot ask you questions."))
    return ok(text)


async def _starter(context: CheckContext, hint: str) -> CheckVerdict:
    selector = StarterSelector.for_setting(
        context.settings.llm.starter_model, folder=context.home.models
    )
    choice = await selector.choose()
    client = StarterClient(
        model=choice.run,
        timeout_s=WORD_TIMEOUT_S,
        clock=context.clock,
    )
    started = context.clock.monotonic()
    try:
        word = await _first_word(client)
    finally:
        await client.aclose()
    took = context.clock.monotonic() - started
    if not word:
        return failed(
            _("The built-in model says nothing."),
            hint=_("Fetch it again with: parley models get {name}").format(name=choice.run.name),
        )
    return ok(
        _(
            "The built-in model {name} answers ({reason}); loaded and first word in {seconds:.1f} s"
        ).format(name=choice.run.name, reason=reason_text(choice), seconds=took),
        hint=hint if choice.fetch is None else f"{_fetch_hint(choice.fetch)} {hint}",
    )


def _fetch_hint(better: StarterModel) -> str:
    return _("Fetch it with: parley models get {name}").format(name=better.name)


async def _first_word(client: StarterClient) -> str:
    request = ModelRequest(
        system=(SystemPart(text=STARTER_PROMPT),), messages=(user_text("Hello"),)
    )
    async with aclosing(client.stream(request)) as events:
        async for event in events:
            if isinstance(event, TextReceived) and event.text.strip():
                return event.text.strip()
    return ""

"""Which proxy a page is fetched through: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`.

Where the environment names none, macOS and Windows give that of the system's settings.
"""

from urllib.request import getproxies, proxy_bypass

from assistant.errors import ToolError
from assistant.tools.system.model.addresses import OpenableAddress


def environment_proxy(address: OpenableAddress) -> str | None:
    """The proxy for a page; None if it is fetched without one.

    Raises:
        ToolError: If the proxy is of a kind that is not spoken.
    """
    proxies = getproxies()
    proxy = proxies.get(address.scheme) or proxies.get("all")
    named = address.host if address.port is None else f"{address.host}:{address.port}"
    if not proxy or proxy_bypass(named):
        return None
    if "://" not in proxy:
        proxy = f"http://{proxy}"
    if not proxy.lower().startswith(("http://", "https://")):
        kind = proxy.partition(":")[0]
        raise ToolError(
            f"The proxy of this machine is a {kind} proxy; pages are only fetched through HTTP ones."
        )
    return proxy

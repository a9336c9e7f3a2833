"""What a browser does with the address it is started with."""

import httpx2


async def page_behind(link: str) -> str:
    """Follow a link that leads to a page once; return the page's address."""
    async with httpx2.AsyncClient(trust_env=False, timeout=5) as http:
        answer = await http.get(link)
    assert answer.status_code == 303, answer.text
    return str(answer.url.join(answer.headers["location"]))

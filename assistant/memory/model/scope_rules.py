"""Which memory a fact belongs to, judged by its words alone. Pure.

How the assistant is to behave belongs to the persona, what concerns the work to the workspace,
everything else to the user. The model chooses by itself; this is for what the user says.
"""

import re
from typing import Final

from assistant.memory.model.scope import MemoryScope

_AGENT: Final = re.compile(
    r"^(?:to |that )?(?:you(?:'re| are| should| must| will| need| have| can)\b|your\b"
    r"|(?:always |never |please |don'?t |do not )*(?:answer|reply|respond|speak|talk|write|use|explain"
    r"|be (?:brief|short|polite|concise|formal|casual|direct|honest|kind)|keep (?:your|it|answers)"
    r"|summari[sz]e|greet|address)\b)"
    r"|\bwhen (?:you|i (?:ask|say))\b|\byour (?:name|answers|replies|tone|voice)\b"
    r"|^(?:너는|넌|네가|당신은|항상 존댓말|존댓말|반말)|(?:답변|대답|답)(?:은|을|할|해|하)|(?:대답|답변)\s*해|말투|존댓말|반말"
    r"|로 (?:말|답|대답|설명)해|짧게 (?:말|답|대답)"
    r"|^(?:你(?:要|应该|必须|是|得|的)|回答|回复|说话)|回答(?:时|我|要)|回复(?:时|我|要)|用[^，。]{1,6}(?:回答|回复|说话)"
    r"|(?:说话|语气)",
    re.IGNORECASE,
)
_WORK: Final = re.compile(
    r"\b(?:projects?|repo(?:sitory)?|code ?base|deadlines?|releases?|deploy(?:s|ed|ment|ments)?"
    r"|servers?|databases?|branch(?:es)?|sprints?|milestones?|workspace|builds?|staging|production"
    r"|clients?|customers?|stakeholders?|our (?:team|api|app|product|site|website|company|office)"
    r"|we use|we deploy|we ship|the (?:team|api|app|product|site|website|meeting|budget|report))\b"
    r"|프로젝트|저장소|코드베이스|마감|릴리스|출시|배포|서버|데이터베이스|브랜치|스프린트|우리\s*(?:팀|회사|제품|서비스)"
    r"|고객사|작업\s*공간|예산"
    r"|项目|仓库|代码库|截止|发布|上线|部署|服务器|数据库|分支|冲刺|我们(?:团队|公司|用|的)|客户|工作区|预算",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(
    r"^(?:i|i'm|i am|i've|my (?:name|birthday|wife|husband|partner|son|daughter|kids?|children|dog|cat"
    r"|mother|father|mom|dad|brother|sister|favou?rite))\b"
    r"|^(?:나는|난|내가|저는|전|제가|내 (?:이름|생일|아내|남편|딸|아들|동생|취미)|제 (?:이름|생일))"
    r"|^(?:我(?!们))",
    re.IGNORECASE,
)
_NAMED_WORK: Final = re.compile(r"\b(?:project|workspace)s?\b|프로젝트|项目", re.IGNORECASE)


def scope_of(fact: str) -> MemoryScope:
    """Return the memory that a fact belongs to."""
    if _AGENT.search(fact):
        return MemoryScope.AGENT
    if _PERSON.search(fact):
        return MemoryScope.WORKSPACE if _NAMED_WORK.search(fact) else MemoryScope.PERSONAL
    return MemoryScope.WORKSPACE if _WORK.search(fact) else MemoryScope.PERSONAL

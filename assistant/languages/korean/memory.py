"""What is said in Korean of what to remember."""

from typing import Final

from assistant.languages.language import MemoryWords, RequestPattern, words

_FAVOUR_ENDING: Final = (
    r"(?:\s*(?:줘요?|줘라|주세요|주십시오|주라|줄래요?|주겠니|주겠어요?|주시겠어요|주실래요"
    r"|줄\s*수\s*있(?:어요?|니|나요|을까요?)|주실\s*수\s*있(?:나요|어요|을까요)|주면\s*(?:좋겠어요?|돼요?|고맙겠어요?)"
    r"|둬요?|둬라|두세요|두십시오|두렴|두자|놔요?|놓으세요|달라|주길\s*바라요?))"
)
_BY_ALL_MEANS: Final = r"(?:(?:꼭|좀|잘|반드시|제발|계속|항상|앞으로|절대|절대로|부디|이거|이걸|그거|그걸|이것|그것|이건|그건|이\s*사실을?)\s*)*"
_REMEMBER: Final = rf"(?:(?:기억|메모|명심)\s*해{_FAVOUR_ENDING}|외워{_FAVOUR_ENDING}|(?:기억|명심)\s*(?:하세요|하십시오|해라|하도록\s*해|하렴))"
_NOT_FORGET: Final = r"(?:잊|까먹|잊어버리|잊어먹)지\s*(?:마|말아|말고|말아요|마요|마세요|마십시오|말아\s*줘요?|말아\s*주세요|말\s*것)"
_DO_REMEMBER: Final = rf"(?:{_REMEMBER}|{_NOT_FORGET})"
_QUOTE: Final = (
    r"(?P<quote>이?라고|다고|라는\s*(?:것을?|걸|거|사실을?|점을?)|다는\s*(?:것을?|걸|거|사실을?|점을?)"
    r"|는\s*(?:것을?|걸|거|점을?)|한\s*(?:것을?|걸|거)|을|를|은|는)?"
)
_FAVOUR: Final = r"(?:줄래요?|줄\s*수\s*있\S*|주시겠어요|주실래요|주실\s*수\s*있\S*|주겠\S*)$"
"""Ends a question that asks a favour: 기억해 줄래?"""
_POINTED: Final = rf"{_BY_ALL_MEANS}(?:내가|제가)?\s*(?:방금|아까|지금)?\s*(?:한\s*말|말한\s*거|말한\s*것|말한\s*걸|이거|이걸|그거|그걸|이것|그것)?"
_REMEMBER_IT: Final = rf"(?:{_DO_REMEMBER}|(?:기억|명심)\s*해)"
_MEMORY_REQUESTS: Final = (  # The request ends the sentence; people set spaces differently.
    RequestPattern(pattern=rf"{_BY_ALL_MEANS}{_REMEMBER_IT}", favour=_FAVOUR),
    RequestPattern(pattern=rf"{_BY_ALL_MEANS}{_REMEMBER_IT}\s*[,:：，.\-–—]+\s*(?P<fact>.+)"),
    RequestPattern(
        pattern=rf"(?P<fact>.+?){_QUOTE}[\s,]+{_BY_ALL_MEANS}{_DO_REMEMBER}",
        favour=_FAVOUR,
        pointing=_POINTED,
    ),
    RequestPattern(
        pattern=rf"(?P<fact>.+?)(?P<quote>이?라고|다고|라는\s*(?:것을?|걸|거|점을?)|다는\s*(?:것을?|걸|거|점을?))[\s,]+{_BY_ALL_MEANS}(?:기억|명심)\s*해",
        favour=_FAVOUR,
        pointing=_POINTED,
    ),
)

MEMORY: Final = MemoryWords(
    mention="기억|잊|까먹|명심|메모|외워",
    requests=_MEMORY_REQUESTS,
    quotes={
        "다": "다",
        "는것": "는 것",
        "는걸": "는 것",
        "는거": "는 것",
        "는점": "는 것",
        "한": "한 것",
    },
    weak="잊|까먹|명심|메모",
    own=r"(?:나|저|우리)(?=[는은가를의 ])|(?:난|전|내|제|내가|제가)\s",
    lasting="항상|앞으로|언제나|매번|다음부터",
    agent=(
        r"^(?:너는|넌|네가|당신은|항상 존댓말|존댓말|반말)|(?:답변|대답|답)(?:은|을|할|해|하)|(?:대답|답변)\s*해|말투|존댓말|반말"
        r"|로 (?:말|답|대답|설명)해|짧게 (?:말|답|대답)"
    ),
    work=(
        r"프로젝트|저장소|코드베이스|마감|릴리스|출시|배포|서버|데이터베이스|브랜치|스프린트|우리\s*(?:팀|회사|제품|서비스)"
        r"|고객사|작업\s*공간|예산"
    ),
    personal=r"^(?:나는|난|내가|저는|전|제가|내 (?:이름|생일|아내|남편|딸|아들|동생|취미)|제 (?:이름|생일))",
    named_work="프로젝트",
    stop_words=words("나는 난 내가 나의 내 저는 전 제가 저의 제 우리 우리는 그리고 것 것을 걸"),
)

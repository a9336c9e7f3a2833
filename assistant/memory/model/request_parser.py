"""What the user's own words want remembered, in English, Korean and Chinese. Pure.

Only a request counts: "remember that I like tea", "커피를 좋아한다고 기억해 줘", "请记住我喜欢茶". Whoever asks
what is remembered, tells of their own memory, or has such words translated requests nothing. Only
ever give this words that the user said or typed; what tools, files and web pages say is material.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from assistant.memory.model.facts import as_fact
from assistant.memory.model.request import MemoryRequest, RequestedFact
from assistant.memory.model.scope_rules import scope_of

LONG: Final = 1_000
"""Characters from which a message is likely to hold foreign text: then only its first and last
sentence are looked at."""


_QUOTED: Final = re.compile(
    r"\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|`[^`\n]*`|《[^》\n]*》"
)
_BLOCK: Final = re.compile(r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)|^[ \t]*>[^\n]*$")
_END: Final = re.compile(r"(?<=[.!?])(?=\s)|(?<=[。！？])|\n+")
_EDGE: Final = " \t\n.,;:!?。，；：！？、…~"

# English. The request begins the sentence, behind a few polite words.

_EN_LEAD: Final = (
    r"(?:(?:hey|hi|hello|ok|okay|oh|well|so|and|also|but|yes|no|now|right|parley|then"
    r"|by the way|btw|one more thing|from now on)[,:]? )*"
)
_EN_POLITE: Final = (
    r"(?:please |kindly |just |always |do |try to |make sure to |be sure to |you (?:should|must) "
    r"|i (?:want|need) you to |i(?:'d| would) like you to |let's )*"
)
_EN_CAN: Final = r"(?:can|could|would|will) you (?:please |kindly )?"
_EN_VERB: Final = (
    r"(?:remember|memori[sz]e|keep in mind|bear in mind|(?:don'?t|do not|never)(?: ever)? forget"
    r"|make a (?:mental )?note|take a note)"
)
_EN_FOR: Final = (
    r"(?: (?:for me|for later|for next time|for the future|forever|always|please|too))*"
)
_EN_JOINT: Final = r"(?:(?: (?:this|the following|of this|it))?\s*[:,–—-]+ ?(?:that )?| that,? | to | of | about | )"
_EN_REQUEST: Final = re.compile(
    rf"{_EN_LEAD}{_EN_POLITE}{_EN_VERB}{_EN_FOR}(?P<joint>{_EN_JOINT})(?P<fact>.+)", re.IGNORECASE
)
_EN_ASKED: Final = re.compile(
    rf"{_EN_LEAD}{_EN_CAN}{_EN_VERB}{_EN_FOR}(?P<joint>\s*[:,]+ ?| that,? | to )(?P<fact>.+)",
    re.IGNORECASE,
)
_EN_THAT: Final = (
    r"(?: (?:this|that|it|these|those|all (?:of )?(?:this|that)|me saying (?:this|that)))?"
)
_EN_BARE: Final = re.compile(
    rf"{_EN_LEAD}(?:{_EN_CAN}|{_EN_POLITE}){_EN_VERB}{_EN_THAT}{_EN_FOR}", re.IGNORECASE
)
_EN_BEHIND: Final = re.compile(
    rf"(?P<fact>.+?)[,;:–—-]+ (?:so |and |but )?(?:please )?{_EN_VERB}(?: (?:this|that|it))?{_EN_FOR}",
    re.IGNORECASE,
)
_EN_OTHER: Final = re.compile(
    r"(?:(?:when|how|if|whether|why|where|what|who|which|whose|me|us|him|her|them|back|the (?:time|day"
    r"|way|one|first time|last time)|that (?:time|day|night|one|guy|movie|song|place)|any|anything"
    r"|our (?:last|previous)|to be|his|their)\b)",
    re.IGNORECASE,
)

# Korean. The request ends the sentence; spaces are set differently by different people.

_KO_GIVE: Final = (
    r"(?:\s*(?:줘요?|줘라|주세요|주십시오|주라|줄래요?|주겠니|주겠어요?|주시겠어요|주실래요"
    r"|줄\s*수\s*있(?:어요?|니|나요|을까요?)|주실\s*수\s*있(?:나요|어요|을까요)|주면\s*(?:좋겠어요?|돼요?|고맙겠어요?)"
    r"|둬요?|둬라|두세요|두십시오|두렴|두자|놔요?|놓으세요|달라|주길\s*바라요?))"
)
_KO_MUST: Final = r"(?:(?:꼭|좀|잘|반드시|제발|계속|항상|앞으로|절대|절대로|부디|이거|이걸|그거|그걸|이것|그것|이건|그건|이\s*사실을?)\s*)*"
_KO_VERB: Final = rf"(?:(?:기억|메모|명심)\s*해{_KO_GIVE}|외워{_KO_GIVE}|(?:기억|명심)\s*(?:하세요|하십시오|해라|하도록\s*해|하렴))"
_KO_FORGET: Final = r"(?:잊|까먹|잊어버리|잊어먹)지\s*(?:마|말아|말고|말아요|마요|마세요|마십시오|말아\s*줘요?|말아\s*주세요|말\s*것)"
_KO_DO: Final = rf"(?:{_KO_VERB}|{_KO_FORGET})"
_KO_PARTICLE: Final = (
    r"(?P<quote>이?라고|다고|라는\s*(?:것을?|걸|거|사실을?|점을?)|다는\s*(?:것을?|걸|거|사실을?|점을?)"
    r"|는\s*(?:것을?|걸|거|점을?)|한\s*(?:것을?|걸|거)|을|를|은|는)?"
)
_KO_REQUEST: Final = re.compile(rf"(?P<fact>.+?){_KO_PARTICLE}[\s,]+{_KO_MUST}{_KO_DO}")
_KO_PLAIN: Final = re.compile(
    rf"(?P<fact>.+?)(?P<quote>이?라고|다고|라는\s*(?:것을?|걸|거|점을?)|다는\s*(?:것을?|걸|거|점을?))"
    rf"[\s,]+{_KO_MUST}(?:기억|명심)\s*해"
)
_KO_AHEAD: Final = re.compile(
    rf"{_KO_MUST}(?:{_KO_DO}|(?:기억|명심)\s*해)\s*[,:：，.\-–—]+\s*(?P<fact>.+)"
)
_KO_BARE: Final = re.compile(rf"{_KO_MUST}(?:{_KO_DO}|(?:기억|명심)\s*해)")
_KO_OTHER: Final = re.compile(
    rf"{_KO_MUST}(?:내가|제가)?\s*(?:방금|아까|지금)?\s*(?:한\s*말|말한\s*거|말한\s*것|말한\s*걸|이거|이걸|그거|그걸|이것|그것)?"
)
_KO_FAVOUR: Final = re.compile(
    r"(?:줄래요?|줄\s*수\s*있\S*|주시겠어요|주실래요|주실\s*수\s*있\S*|주겠\S*)$"
)

# Chinese. The request begins the sentence, or stands behind it.

_ZH_LEAD: Final = (
    r"(?:(?:那么?|好的?|嗯|对了|另外|还有|以后|今后|从现在起|顺便)[，,：: ]?)*"
    r"(?:(?:请你?|麻烦你?|拜托你?|帮我|给我|替我|你要|你得|你应该|你必须|一定要|务必|千万|永远|要|我要你|我想让你|我希望你)\s*)*"
)
_ZH_VERB: Final = (
    r"(?:记住|牢记|记得|记一下|记下来?|记好|别忘(?:了|记)?|不要忘(?:了|记)?|不能忘(?:了|记)?)"
)
_ZH_JOINT: Final = (
    r"(?:这(?:一点|件事|个)|以下(?:内容|这点)?|下面这?(?:些|点|句)?)?\s*[，,：:—-]*\s*"
)
_ZH_REQUEST: Final = re.compile(rf"{_ZH_LEAD}{_ZH_VERB}{_ZH_JOINT}(?P<fact>.+)")
_ZH_ASKED: Final = re.compile(
    rf"{_ZH_LEAD}(?:你)?(?:能不能|能|可以|可不可以)(?:请)?(?:帮我|给我|替我)?{_ZH_VERB}{_ZH_JOINT}(?P<fact>.+?)"
    r"(?:吗|么|好吗)?"
)
_ZH_TAKEN: Final = re.compile(
    rf"{_ZH_LEAD}(?:把|将)(?P<fact>.+?)(?:这(?:一点|件事))?(?:记住|记下来?|牢记|记好|记在心里)(?:吧|一下)?"
)
_ZH_THIS: Final = r"(?:这(?:一点|件事|个|些)?|它|我说的话?|我刚才说的话?)?"
_ZH_BARE: Final = re.compile(rf"{_ZH_LEAD}{_ZH_VERB}{_ZH_THIS}(?:吧|哦|啊|一下)?")
_ZH_BEHIND: Final = re.compile(
    rf"(?P<fact>.+?)[，,；;：:—-]+\s*{_ZH_LEAD}{_ZH_VERB}{_ZH_THIS}(?:吧|哦|啊|一下)?"
)
_ZH_OTHER: Final = re.compile(
    r"(?:当时|那次|那时|那天|怎么|什么|谁|哪|为什么|小时候|我们上次|上次|过|(?:了|的|不|没|没有|他|她|我|你)$|吗|么)"
)


# Among other sentences some requests are about the task at hand, and not to be remembered.

_GREETING: Final = 12
"""Weight of a sentence that may be no more than a greeting."""
_EN_TO: Final = re.compile(rf"{_EN_LEAD}{_EN_POLITE}{_EN_VERB}{_EN_FOR} to .+", re.IGNORECASE)
_WEAK: Final = re.compile(
    r"\b(?:forget|in mind|note)\b|잊|까먹|명심|메모|(?:别|不要|不能)忘", re.IGNORECASE
)
_OWN: Final = re.compile(
    r"(?:i|we|my|our|you|your)\b|(?:나|저|우리)(?=[는은가를의 ])|(?:난|전|내|제|내가|제가)\s|我|你",
    re.IGNORECASE,
)
_LASTING: Final = re.compile(
    r"\b(?:always|never(?! forget)|from now on|in (?:the )?future|every time|each time|whenever"
    r"|next time)\b|항상|앞으로|언제나|매번|다음부터|总是|以后|每次|永远|今后",
    re.IGNORECASE,
)


def parse_memory_request(text: str) -> MemoryRequest | None:
    """Return what words want remembered, or None if they request nothing of the kind.

    Args:
        text: What the user said or typed.
    """
    sentences = _sentences(text)
    weighty = [number for number, sentence in enumerate(sentences) if _weight(sentence) > _GREETING]
    wanted: list[str] = []
    is_pointing = False
    for number, sentence in enumerate(sentences):
        fact = _requested(sentence)
        if fact is None:
            continue
        if not fact:
            fact = _pointed_at(sentences, number)
            is_pointing = is_pointing or fact is None
        if not fact or fact in wanted:
            continue
        is_alone = not any(other != number for other in weighty)
        if is_alone or not _is_for_now(sentence, fact):
            wanted.append(fact)
    if not wanted and not is_pointing:
        return None
    return MemoryRequest(
        facts=tuple(RequestedFact(fact=fact, scope=scope_of(fact)) for fact in wanted)
    )


def _weight(sentence: str) -> int:
    """Return about how many letters of English a sentence is."""
    return len(sentence) + sum(not character.isascii() for character in sentence)


def _pointed_at(sentences: Sequence[str], number: int) -> str | None:
    """Return what "remember that" points at: the sentence before it, or after it at the beginning.

    Returns:
        None if there is none; empty if it is a request itself.
    """
    beside = number + 1 if number == 0 and len(sentences) > 1 else number - 1
    if beside < 0 or _is_question(sentences[beside]):
        return None
    if _requested(sentences[beside]) is not None:
        return ""
    return as_fact(sentences[beside].strip(_EDGE))


def _is_for_now(sentence: str, fact: str) -> bool:
    """Whether a request among other sentences is about the task at hand: "remember to add tests"."""
    if _LASTING.search(sentence):
        return False
    if _EN_TO.fullmatch(sentence.strip(_EDGE)):
        return True
    return _WEAK.search(sentence) is not None and _OWN.match(fact) is None


def _sentences(text: str) -> list[str]:
    """Cut words into the sentences to look at; code and quoted lines are left out."""
    text = _BLOCK.sub("\n", unicodedata.normalize("NFC", text).replace("’", "'")).strip()
    if len(text) <= LONG:
        return _cut(text)
    ends = (_cut(text[:LONG])[:1], _cut(text[-LONG:])[-1:])
    return [sentence for end in ends for sentence in end if len(sentence) < LONG]


def _cut(text: str) -> list[str]:
    """Cut words into sentences, never inside quotation marks."""
    quoted = [(found.start(), found.end()) for found in _QUOTED.finditer(text)]
    sentences: list[str] = []
    begun = 0
    for found in _END.finditer(text):
        if any(start < found.start() < end for start, end in quoted):
            continue
        sentences.append(text[begun : found.start()])
        begun = found.end()
    sentences.append(text[begun:])
    return [sentence.strip() for sentence in sentences if sentence.strip(_EDGE)]


def _requested(sentence: str) -> str | None:
    """Return the fact that a sentence requests to remember; empty if it only points at it."""
    is_question = _is_question(sentence)
    words = sentence.strip(_EDGE)
    for read in (_english, _korean, _chinese):
        fact = read(words, is_question)
        if fact is not None:
            return as_fact(fact.strip(_EDGE)) if fact else ""
    return None


def _is_question(sentence: str) -> bool:
    return sentence.rstrip(" \t\"'”").endswith(("?", "？"))


def _english(words: str, is_question: bool) -> str | None:
    asked = _EN_ASKED.fullmatch(words)
    if asked is not None:
        return _english_fact(asked)
    if _EN_BARE.fullmatch(words):
        return "" if not is_question or words.lower().startswith(("can", "could", "will")) else None
    if is_question:
        return None
    found = _EN_REQUEST.fullmatch(words)
    if found is not None:
        return _english_fact(found)
    behind = _EN_BEHIND.fullmatch(words)
    return behind.group("fact") if behind is not None else None


def _english_fact(found: re.Match[str]) -> str | None:
    fact = found.group("fact")
    joint = found.group("joint").strip()
    if joint.startswith((":", ",")) or joint.endswith(":"):
        return fact
    if joint == "that":
        # "that one time" is a memory of theirs; "that when I say tea I mean green tea" is a fact
        fact_of_theirs = _EN_OTHER.match(f"that {fact}")
        return None if fact_of_theirs else fact
    return None if _EN_OTHER.match(fact) else fact


def _korean(words: str, is_question: bool) -> str | None:
    if _KO_BARE.fullmatch(words):
        return None if is_question and not _is_korean_favour(words) else ""
    ahead = _KO_AHEAD.fullmatch(words)
    if ahead is not None:
        return None if is_question else ahead.group("fact")
    if is_question and not _is_korean_favour(words):
        return None
    found = _KO_REQUEST.fullmatch(words) or _KO_PLAIN.fullmatch(words)
    if found is None:
        return None
    fact, quote = found.group("fact").strip(), found.group("quote") or ""
    if _KO_OTHER.fullmatch(fact):
        return ""
    return _korean_statement(fact, quote)


def _is_korean_favour(words: str) -> bool:
    """Whether a question is a favour that is asked: 기억해 줄래?"""
    return (
        re.search(
            r"(?:줄래요?|줄\s*수\s*있\S*|주시겠어요|주실래요|주실\s*수\s*있\S*|주겠\S*)$", words
        )
        is not None
    )


def _korean_statement(fact: str, quote: str) -> str:
    """Return the statement in front of 기억해 줘: 좋아한다고 becomes 좋아한다, 커피라고 커피."""
    quote = re.sub(r"\s", "", quote)
    if quote.startswith("다"):
        return f"{fact}다"
    if quote.startswith("는") and len(quote) > 1:
        return f"{fact}는 것"
    if quote.startswith("한"):
        return f"{fact}한 것"
    return fact


def _chinese(words: str, is_question: bool) -> str | None:
    if not re.search(r"[\u4e00-\u9fff]", words):
        return None
    asked = _ZH_ASKED.fullmatch(words)
    if asked is not None:
        return None if _ZH_OTHER.match(asked.group("fact")) else asked.group("fact")
    if is_question:
        return None
    if _ZH_BARE.fullmatch(words):
        return ""
    taken = _ZH_TAKEN.fullmatch(words)
    if taken is not None:
        return "" if re.fullmatch(_ZH_THIS, taken.group("fact")) else taken.group("fact")
    found = _ZH_REQUEST.fullmatch(words)
    if found is not None:
        fact = found.group("fact")
        is_other = _ZH_OTHER.match(fact) or fact.endswith(("吗", "么", "没有"))
        return None if is_other else fact
    behind = _ZH_BEHIND.fullmatch(words)
    return behind.group("fact") if behind is not None else None

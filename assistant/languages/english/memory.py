"""What is said in English of what to remember."""

from typing import Final

from assistant.languages.language import MemoryWords, RequestPattern, words

_LEAD: Final = (
    r"(?:(?:hey|hi|hello|ok|okay|oh|well|so|and|also|but|yes|no|now|right|parley|then"
    r"|by the way|btw|one more thing|from now on)[,:]? )*"
)
_POLITE: Final = (
    r"(?:please |kindly |just |always |do |try to |make sure to |be sure to |you (?:should|must) "
    r"|i (?:want|need) you to |i(?:'d| would) like you to |let's )*"
)
_CAN_YOU: Final = r"(?:can|could|would|will) you (?:please |kindly )?"
_REMEMBER: Final = (
    r"(?:remember|memori[sz]e|keep in mind|bear in mind|(?:don'?t|do not|never)(?: ever)? forget"
    r"|make a (?:mental )?note|take a note)"
)
_FOR_LATER: Final = (
    r"(?: (?:for me|for later|for next time|for the future|forever|always|please|too))*"
)
_THIS: Final = r"(?: (?:this|the following|of this|it))?"
_MEMORY_OF_THEIRS: Final = r"that (?:time|day|night|one|guy|movie|song|place)\b"
""" "Remember that one time" is a memory, "that when I say tea I mean green tea" a fact."""
_OTHER: Final = (
    r"(?P<other>(?=(?:when|how|if|whether|why|where|what|who|which|whose|me|us|him|her|them|back"
    r"|the (?:time|day|way|one|first time|last time)|any|anything|our (?:last|previous)|to be|his"
    rf"|their)\b|{_MEMORY_OF_THEIRS}))?"
)
_JOINT: Final = (
    rf"(?:\s*[:,][:,–—-]* ?(?:that )?|{_THIS}\s*[:,–—-]*:(?! ?that ) ?| (?!{_MEMORY_OF_THEIRS})that "
    rf"|(?:{_THIS}\s*[:,–—-]+ ?(?:that )?| that, | to | of | about | ){_OTHER})"
)
_ASKED_JOINT: Final = rf"(?:\s*[:,]+ ?| (?!{_MEMORY_OF_THEIRS})that |(?: that, | to ){_OTHER})"
_POINTED: Final = (
    r"(?: (?:this|that|it|these|those|all (?:of )?(?:this|that)|me saying (?:this|that)))?"
)
_MEMORY_REQUESTS: Final = (  # The request begins the sentence, behind a few polite words.
    RequestPattern(
        pattern=rf"{_LEAD}{_CAN_YOU}{_REMEMBER}{_FOR_LATER}{_ASKED_JOINT}(?P<fact>.+)", favour=""
    ),
    RequestPattern(
        pattern=rf"{_LEAD}(?:{_CAN_YOU}|{_POLITE}){_REMEMBER}{_POINTED}{_FOR_LATER}",
        favour="^(?:can|could|will)",
    ),
    RequestPattern(pattern=rf"{_LEAD}{_POLITE}{_REMEMBER}{_FOR_LATER}{_JOINT}(?P<fact>.+)"),
    RequestPattern(
        pattern=rf"(?P<fact>.+?)[,;:–—-]+ (?:so |and |but )?(?:please )?{_REMEMBER}(?: (?:this|that|it))?{_FOR_LATER}"
    ),
)

MEMORY: Final = MemoryWords(
    mention="remember|memori|mind|forget|note",
    requests=_MEMORY_REQUESTS,
    for_now=rf"{_LEAD}{_POLITE}{_REMEMBER}{_FOR_LATER} to .+",
    weak=r"\b(?:forget|in mind|note)\b",
    own=r"(?:i|we|my|our|you|your)\b",
    lasting=(
        r"\b(?:always|never(?! forget)|from now on|in (?:the )?future|every time|each time|whenever"
        r"|next time)\b"
    ),
    agent=(
        r"^(?:to |that )?(?:you(?:'re| are| should| must| will| need| have| can)\b|your\b"
        r"|(?:always |never |please |don'?t |do not )*(?:answer|reply|respond|speak|talk|write|use|explain"
        r"|be (?:brief|short|polite|concise|formal|casual|direct|honest|kind)|keep (?:your|it|answers)"
        r"|summari[sz]e|greet|address)\b)"
        r"|\bwhen (?:you|i (?:ask|say))\b|\byour (?:name|answers|replies|tone|voice)\b"
    ),
    work=(
        r"\b(?:projects?|repo(?:sitory)?|code ?base|deadlines?|releases?|deploy(?:s|ed|ment|ments)?"
        r"|servers?|databases?|branch(?:es)?|sprints?|milestones?|workspace|builds?|staging|production"
        r"|clients?|customers?|stakeholders?|our (?:team|api|app|product|site|website|company|office)"
        r"|we use|we deploy|we ship|the (?:team|api|app|product|site|website|meeting|budget|report))\b"
    ),
    personal=(
        r"^(?:i|i'm|i am|i've|my (?:name|birthday|wife|husband|partner|son|daughter|kids?|children|dog|cat"
        r"|mother|father|mom|dad|brother|sister|favou?rite))\b"
    ),
    named_work=r"\b(?:project|workspace)s?\b",
    stop_words=words(
        "the a an is are was were be am to of in on at for and or but that this it its i my me mine you"
        " your he she his her they their we our us user users person persons s m ve re want wants have has"
        " had with as by from so please remember always no not called named name"
    ),
    articles=words("a an the"),
)

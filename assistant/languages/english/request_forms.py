"""How English words requests that leave nothing open, or something."""

from typing import Final

from assistant.languages.request_forms import LANGUAGE_NAMES, RequestForms

_SELF: Final = r"(?: (?:me|us))?"
_POINTS: Final = r"(?:this|that|it|these|those|them|him|her|something|anything|everything|one)(?: (?:for|to) (?:me|us)|(?: \w+)? in .+| again| please)?$"
_SOME: Final = r"(?:a|an|another|one|one more|some|any|any other|the|your)"
_MANY: Final = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|[1-9]\d?|another (?:two|three))"
)
_ABOUT: Final = r"(?:some|a few|a couple of|several|a list of|a short list of) [\w-]+(?: [\w-]+){0,3}? (?:for|of|about|on|to|that|with|from|in)"
_TIME: Final = r"(?:more )?(?:min|minute|sec|second|hour|hr|day|week|month)s?\b"
_PIECES: Final = (
    r"(?:haikus?|limericks?|jokes?|puns?|riddles?|poems?|rhymes?|sonnets?|story|stories|fairy tales?|tales?|fables?"
    r"|facts?|trivia|tongue[ -]twisters?|anecdotes?|lullaby|song|quotes?|compliments?|proverbs?|sayings?)"
)
_TEXTS: Final = (
    r"(?:e-?mails?|mails?|letters?|messages?|texts?|cards?|replies|reply|response|wishes|wish|toast|speech|invitation"
    r"|post|tweet|caption|paragraph|essay|article|review|summary|introduction|intro|description|slogan|headline|ad"
    r"|advert|apology|complaint|announcement|scene|dialogue|function|script|program|query|regex|formula)"
)
_OCCASIONS: Final = (
    r"(?:thank[ -]you|thanks|birthday|christmas|new year|wedding|anniversary|congratulat\w+|get[ -]well|welcome|farewell|goodbye"
    r"|apology|condolence|sympathy|resignation|sick(?: leave| note)?|out[ -]of[ -]office|graduation|valentine\S*|easter|retirement)"
)
_THINGS: Final = (
    r"(?:recipes?|synonyms?|antonyms?|definitions?|meaning|pros and cons|advantages|disadvantages|examples?|tips|ideas|names?|titles?|slogans?"
    r"|summary|overview|biography|history|formula|function|script|regex|code|word|words|translation|instructions|explanation|quote|quotes|opening line"
    r"|headline|capital|plural|opposite|(?:to[ -]do|packing|shopping|check) ?list|checklist)"
)
_MINE: Final = r".*\b(?:should|shall|would|i|i'm|me|my|we|us|our|mine|better|best)\b"
_WRITE: Final = r"(?:write|draft|compose|create|prepare|come up with|invent|think of)"
_EXPLAIN: Final = r"(?:explain|describe|define|outline|summari[sz]e|sum up|paraphrase|spell|pronounce|compare|recite)"

REQUEST_FORMS: Final = RequestForms(
    before=(
        r"(?:(?:please|hey|hi|hello|ok|okay|now|then|so|and|well|uh|um|parley|just|quickly),? )*"
        r"(?:(?:can|could|will|would) you (?:please |just |maybe )?|(?:i want|i need|i'd like|i would like) you to )?"
    ),
    after=r"(?:,? (?:please|pls|plz|thanks|thank you|for me|for us|now|quickly))*",
    complete=(
        # A piece that is one whatever it is about.
        rf"(?:(?:{_WRITE}|make|do|tell|give|sing|recite|say|share|crack|read|make up|ask|show|let me hear|let's hear|i want|i need|i'd like){_SELF} )?(?:{_SOME} |{_MANY} )?"
        rf"(?:(?!(?:for|to|about|with|of|my|that|this)\b)[\w'-]+ ){{0,3}}?{_PIECES}(?: (?:about|on|of|for|with|in|from|to|that|who|where|please)\b.*)?",
        r"(?:make|cheer) (?:me|us) (?:laugh|smile|up)|entertain (?:me|us)|sing(?: (?:me|us|for me))?|say something [\w ]+",
        rf"tell (?:me|us) (?:(?:more |something |anything )?(?:about|on) (?!{_POINTS}).+|(?:something|anything) [\w ]+|(?:how|why|what|who|when|where|which|whether|if) (?!{_MINE}).+|how to .+)",
        r"teach (?:me|us) .{3,}",
        # What is to be told of an object that is named.
        rf"{_EXPLAIN}(?: to (?:me|us))? (?!{_POINTS}).{{3,}}",
        rf"(?:name|list|give(?: me| us)?|tell(?: me| us)|suggest|write(?: me| us)?|think of|come up with|invent|propose) (?:{_MANY} (?!{_TIME})|{_ABOUT} ).{{3,}}",
        rf"list (?!{_POINTS}|my\b|our\b).{{3,}}",
        rf"(?:(?:(?:{_WRITE}|make|give|tell|show|i need|i want|i'd like|what is|what's|what are){_SELF} )?(?:{_SOME} |{_MANY} )?(?:(?!my\b|this\b|that\b)[\w'-]+ ){{0,2}}?{_THINGS} (?:for|of|to|about|on|that|between|with|from|in|into) (?!(?:me|us|it|this|that|him|her|them)$).+)",
        rf"{_MANY} (?!{_TIME})[\w'-]+(?: [\w'-]+){{0,2}} (?:for|of|about|from|in|that|to) .+",
        rf"translate (?!{_POINTS}).+ (?:in|into|to) \w+(?: \w+)?",
        r"what does .+ mean(?: in \w+)?|what(?:'s| is) the (?:meaning|definition|difference|opposite|plural|synonym) (?:of|between) .+",
        rf"[\w' ]{{2,40}} in {LANGUAGE_NAMES}",
        # A question about the world, and not about what the user should do.
        rf"(?:what(?:'s| is| are| was| were| does| do| did| causes| makes| happens)|who(?:'s| is| was| are| were| \w+ed)|why (?:is|are|do|does|did|was|can|can't)|how (?:many|much|far|old|tall|big|long|high|deep|fast|heavy|do|does|did|is|are|was|can)|when (?:is|was|did|does|do|are|were)|where (?:is|are|was|does|do|did)|what (?!should|shall|to|about|if)\w+s) (?!{_MINE}).{{3,}}",
        r"how (?:do|can|could|would) (?:i|you|we|one|people) (?!help\b|choose\b|decide\b).{3,}",
        r"how do (?:you|i|we) (?:say|spell|pronounce) .+",
        # A text whose occasion or content is named.
        rf"(?:{_WRITE}{_SELF} )?(?!(?:send|forward|share)\b|(?:text|post|tweet|mail|e-?mail|message) (?!to\b|for\b|about\b))(?:(?:a|an|another|the|some|my|our) )?(?:[\w-]+ ){{0,4}}?{_TEXTS}\b.* (?:about|on|that|which|saying|telling|asking|explaining|thanking|wishing|inviting|apologi[sz]ing|congratulating|because|so that|describing|reminding|cancell?ing|declining|accepting)\b .+",
        rf"{_WRITE}{_SELF} (?:a|an|another|the|some|my) (?:[\w-]+ ){{0,4}}?{_TEXTS} (?:to|for) (?:(?:my|the|a|our|his|her) )?[\w'-]+(?: [\w'-]+)? (?:for|i|i'll|i'm|we|we'll) .+",
        rf"{_WRITE}{_SELF} (?:a|an|another|some) (?:[\w-]+ ){{0,2}}?(?:happy )?{_OCCASIONS}(?: [\w-]+)? (?:for|to) .+",
        rf"{_WRITE}{_SELF} (?:a|an|another|the|some|my) (?:[\w-]+ ){{0,2}}?{_OCCASIONS} (?:[\w-]+ ){{0,1}}?(?:{_TEXTS}|notes?)\b.*",
        rf"{_WRITE}{_SELF} (?:a|an) (?:[\w-]+ ){{0,4}}?(?:slogan|headline|function|script|program|query|regex|formula|paragraph|essay|description|toast)\b.* (?:to|for) (?!(?:me|us|this|that|it)$).+",
        # A text to work with.
        r"(?:translate|rewrite|rephrase|reword|paraphrase|shorten|simplify|improve|fix|correct|proofread|edit|polish|check|convert|change|turn|make|summari[sz]e|sum up|explain|answer|reply|respond|continue|complete|finish)\b[^:\n]{0,80}[:\n]\s*\S.+",
    ),
    open=(
        r"(?:can you |could you |please )*help(?: (?:me|us))? (?:to |with )?(?:choos|pick|decid|plan|find|select|nam|writ|draft)\w*\b.*",
        r"(?:so |and |well )?(?:which|what (?:kind|sort|type|colou?r|brand|size)) .*\b(?:should|shall|would|suits?|fits?|best|right|better|good)\b.*",
        r"(?:what|where|when|who|how(?! (?:long|many|much|often|far))|which)\b.* (?:should|shall) (?:i|we) (?!call you).*|(?:should|shall) (?:i|we) .+|.+ what (?:should|shall) (?:i|we) .+",
        r"(?:plan|organi[sz]e) (?:me |us )?(?:a|an|my|our|the) .+|(?:make|create|build|design|set up)(?: me| us)? (?:a|an) (?:[\w-]+ )?(?:plan|schedule|itinerary|programme|menu|routine)\b(?: for (?:me|us))?",
        r"(?:recommend|suggest)(?: (?:me|us))? (?:a|an|some|something|any)\b.*|(?:find|get) (?:me|us) (?:a|an|some|something) (?:good|nice|nearby)\b.*",
        r"(?:i|we)(?:'m| am|'re| are)? (?:can't decide|cannot decide|can't choose|don't know (?:what|which|where)|not sure (?:what|which|where)|want to (?:start|learn|take up|try|buy|get)|need (?:a|an|some) (?:new|good)|looking for) .+",
        rf"(?:write|draft|compose|create)(?: (?:me|us))? (?:a|an|some|something|the)(?: (?:{_TEXTS}|cover letter))?(?: (?:for|to) (?:me|us|my \w+|the \w+))?",
    ),
    pointing=rf"(?:translate|explain|summari[sz]e|rewrite|rephrase|correct|fix|improve|check|shorten|proofread)(?: {_POINTS})?",
)

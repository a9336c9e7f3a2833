"""English. Pure."""

from typing import Final

from assistant.languages.language import phrases
from assistant.languages.sentences.sentence_table import (
    IntentName,
    SentenceTable,
    SpokenLengths,
    SpokenNumbers,
    SpokenSums,
)

_UNITS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINAL_UNITS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()


def _cardinals() -> dict[str, int]:
    found = {word: n for n, word in enumerate(_UNITS)}
    for tens, ten in enumerate(_TENS, start=2):
        found[ten] = tens * 10
        found |= {f"{ten} {_UNITS[n]}": tens * 10 + n for n in range(1, 10)}
    return found | {"fourty": 40}


def _ordinals() -> dict[str, int]:
    found = {word: n for n, word in enumerate(_ORDINAL_UNITS, start=1)}
    found |= {"twentieth": 20, "thirtieth": 30, "thirty first": 31}
    return found | {f"twenty {_ORDINAL_UNITS[n - 1]}": 20 + n for n in range(1, 10)}


_RULES: Final = {
    # Words.
    "what_is": "(what's|what is)",
    "what_was": "(what was|what's)",
    "det": "[a|an|the|my|our|another|that|this|those|these|one]",
    "the": "(the|my|our|that|this|a|an)",
    "my": "(my|the|our|any|all|all my|all the|all of my)",
    "set": "(set|get|get me|get going|kick off|fire up|gimme|schedule|program|pop on|stick on|throw on|put|put me|switch on|turn on|activate|do me|do|start|make|create|put on|begin|run|add|give me|set me|start me|set up|new|i need|i want|i'd like)",
    "show": "(show|show me|list|read|read me|read out|tell me|give me|display|what are|what're)",
    "remove": "(remove|drop|scrap|ditch|kill off|delete|cancel|stop|clear|kill|turn off|switch off|get rid of|end|dismiss|shut off|disable)",
    "open": "(open|open up|load up|load|pull up|start|start up|launch|run|fire up|bring up)",
    "tell": "(tell me|say|give me|check|show me|let me know|do you know|do you have|have you got|i want to know|i'd like to know|i need to know)",
    "is_it": "(is it|it is|it's)",
    "now": "(now|right now|currently|at the moment|at present|just now|exactly)",
    "remind": "(remind me|remember to remind me|give me a reminder|set a reminder|set me a reminder|create a reminder|add a reminder|make a reminder|make me a reminder|schedule a reminder|i need a reminder|i want a reminder|put a reminder|put in a reminder)",
    # Moments.
    "part": "[in the|this|at] (morning{part:am}|afternoon{part:pm}|evening{part:pm}|night{part:night})|a m{part:am}|am{part:am}|p m{part:pm}|pm{part:pm}",
    "clock": """
        [exactly] half past {hour}{past:30}
        [a] quarter past {hour}{past:15}
        [a] quarter after {hour}{past:15}
        [a] quarter (to|of|till|before) {hour}{to:15}
        {past} [minutes] (past|after) {hour}
        {to} [minutes] (to|till|before) {hour}
        (noon|midday|12 noon|twelve noon){hour:12}{part:noon}
        (midnight|12 midnight|twelve midnight){hour:0}
        {hour} [:] [oh|o] {past} [sharp]
        half {hour}{past:30}
        {hour} [o'clock|oclock|o clock|sharp]
    """,
    "corrected_clock": "[{other} <correct>] <clock>",
    "correct": "(no|no sorry|sorry|i mean|no wait|wait no|make that|make it|no make it|no make that|actually|actually make it|or rather|rather|uh no|no i mean|sorry i mean|correction|wait|oh no|i meant|no actually)",
    "weekday": "(monday{weekday:0}|tuesday{weekday:1}|wednesday{weekday:2}|thursday{weekday:3}|friday{weekday:4}|saturday{weekday:5}|sunday{weekday:6}|mon{weekday:0}|tue{weekday:1}|tues{weekday:1}|wed{weekday:2}|thu{weekday:3}|thurs{weekday:3}|fri{weekday:4}|sat{weekday:5}|sun{weekday:6})",
    "some_day": "(monday|tuesday|wednesday|thursday|friday|saturday|sunday)",
    "weekdays": "(mondays{weekday:0}|tuesdays{weekday:1}|wednesdays{weekday:2}|thursdays{weekday:3}|fridays{weekday:4}|saturdays{weekday:5}|sundays{weekday:6})",
    "month": "(january{month:1}|february{month:2}|march{month:3}|april{month:4}|may{month:5}|june{month:6}|july{month:7}|august{month:8}|september{month:9}|october{month:10}|november{month:11}|december{month:12}|jan{month:1}|feb{month:2}|mar{month:3}|apr{month:4}|jun{month:6}|jul{month:7}|aug{month:8}|sep{month:9}|sept{month:9}|oct{month:10}|nov{month:11}|dec{month:12})",
    "day": """
        (the day after tomorrow|day after tomorrow|overmorrow){day:2}
        (tomorrow|tmrw|tmr|tomorow){day:1}
        today{day:0}
        tonight{day:0}{part:pm}
        <weekday> next week{week:1}
        next week [on] <weekday>{week:1}
        [on|this|this coming|coming] <weekday>
        [on] [the] {dom} of <month>
        [on] <month> [the] {dom}
        [on] {dom} <month>
    """,
    "repeat": """
        (every day|each day|daily|everyday){every:day}
        (every morning|each morning){every:day}{part:am}
        (every evening|every night|each evening|each night){every:day}{part:pm}
        (every weekday|on weekdays|each weekday|weekdays|every workday|on workdays|monday to friday|from monday to friday|monday through friday){every:weekday}
        (at the weekend|on weekends|every weekend|at weekends|on the weekend){every:weekend}
        (every|each) <weekday>{every:day}
        on <weekdays>{every:day}
    """,
    "adjective": "(daily{every:day}|weekday{every:weekday}|weekend{every:weekend}|everyday{every:day})",
    "time": "[at|for|around|by] <corrected_clock> [<part>]",
    "when": """
        <time> [<day>] [<part>]
        <day> [<part>] <time>
        <time> <repeat>
        <repeat> <time>
    """,
    "after": "(in|after|in about|within|in exactly) {length} [from now|time]|{length} from now",
    # Lists.
    "then": "[so|and] [please] [can you|could you|will you|would you] [please]",
    "a_list": "(my|the|our|a|that) <list_name> list|<list_name> list|(the|my|our|that) list",
    "list_name": """
        (to do|to-do|todos|to dos){list:todo}
        {list}
    """,
    "on": "(on|to|onto|on to|in|into)",
}

_TIMERS: Final = "(timer|timers|countdown)"

SENTENCES: Final = SentenceTable(
    code="en",
    rules=_RULES,
    before=(
        "hey there|hello there|good morning|good evening|ok so|listen|pls|plz|hey|hi|hello|ok|okay|so|well|please|parley|jarvis|hey jarvis|alexa|now|and|then|also|alright|"
        "all right|right|actually|just|quickly|quick|oh|yo|excuse me|sorry|thanks|good|great|"
        "(can|could|would|will) you [please|just|kindly|maybe|quickly] [go ahead and|help me]|can u|could u|"
        "(would|are) you [be] able to|is it possible to|i'd appreciate it if you could|would it be possible to|"
        "do me a favor|do me a favour|can you please|"
        "would you mind|i want you to|i'd like you to|i would like you to|i need you to|"
        "go ahead and|kindly|do me a favor and|do me a favour and|let's|can i get you to|"
        "(can|could) i (have|get)|(can|could) we (have|get)|be so kind and|be a dear and|you can|"
        "i was wondering if you could|do you think you could|if you could"
    ),
    after=(
        "please|pls|plz|thanks|thank you|thanks a lot|thank you very much|cheers|for me|for us|now|"
        "right now|right away|would you|will you|could you|can you|if you can|if you could|"
        "if you would|if you don't mind|if possible|okay|ok|parley|jarvis|mate|buddy|then|again|"
        "thx|ty|asap|as soon as possible|my friend|dear|love|man|dude|would ya|will ya|for today|when you can|when you get a chance|as well|too|quickly|real quick|immediately|at once"
    ),
    courtesy="please|pls|plz|thanks|thank you|thanks a lot|thank you very much|parley|jarvis",
    polite=phrases("please|pls|plz|kindly"),
    fillers=phrases("uh|uhh|um|umm|er|erm|hmm|hm|uhm|eh"),
    corrections=phrases(
        "no sorry|no wait|wait no|i mean|scratch that|no make it|no make that|uh no|oh no|i meant|"
        "sorry i mean|no actually|actually no|or rather|no sorry i mean|make that|make it|no|sorry|"
        "rather|correction|wait|actually"
    ),
    takes_back=phrases(
        "no sorry|no wait|wait no|i mean|scratch that|no make it|no make that|uh no|oh no|i meant|"
        "no actually|actually no|or rather|cancel that|never mind|nevermind|make that|no i|sorry i"
    ),
    numbers=SpokenNumbers(
        cardinals=_cardinals(),
        hundreds=phrases("hundred"),
        thousands=phrases("thousand|k"),
        millions=phrases("million"),
        joins=phrases("and"),
        points=phrases("point|dot"),
        ones=phrases("a|an"),
        ordinals=_ordinals(),
    ),
    lengths=SpokenLengths(
        units={
            **dict.fromkeys("s sec secs second seconds".split(), 1),
            **dict.fromkeys("m min mins minute minutes".split(), 60),
            **dict.fromkeys("h hr hrs hour hours".split(), 3600),
            **dict.fromkeys("day days".split(), 86_400),
            **dict.fromkeys("week weeks".split(), 604_800),
        },
        whole={
            **dict.fromkeys(("half an hour", "half hour", "a half hour", "half a hour"), 1800.0),
            **dict.fromkeys(
                ("quarter of an hour", "a quarter of an hour", "quarter hour", "a quarter hour"),
                900.0,
            ),
            **dict.fromkeys(("three quarters of an hour", "three quarter hour"), 2700.0),
            **dict.fromkeys(("half a minute", "half minute"), 30.0),
            **dict.fromkeys(("half a day",), 43_200.0),
        },
        half_after=phrases("and a half|and half|and one half"),
        half_before=phrases("and a half|and half|and one half"),
        joins=phrases("and"),
    ),
    sums=SpokenSums(
        operators={
            "plus": "+",
            "added to": "+",
            "minus": "-",
            "less": "-",
            "take away": "-",
            "times": "*",
            "multiplied by": "*",
            "multiplied with": "*",
            "multiply by": "*",
            "x": "*",
            "by": "*",
            "divided by": "/",
            "divide by": "/",
            "over": "/",
            "to the power of": "**",
            "to the power": "**",
            "raised to the power of": "**",
            "raised to": "**",
        },
        after={"squared": "**2", "cubed": "**3"},
        before={
            "minus": "-",
            "the square root of": "sqrt",
            "square root of": "sqrt",
            "root of": "sqrt",
            "√": "sqrt",
        },
        forms={
            "{a} (percent|per cent|%) of {b}": "{a} / 100 * {b}",
            "(add|add up|add together|sum) {a} (and|to|plus|with) {b}": "{a} + {b}",
            "[the] sum of {a} and {b}": "{a} + {b}",
            "(subtract|take|take away) {a} from {b}": "{b} - {a}",
            "the difference between {a} and {b}": "{a} - {b}",
            "multiply {a} (by|with|and|times) {b}": "{a} * {b}",
            "the product of {a} and {b}": "{a} * {b}",
            "divide {a} by {b}": "{a} / {b}",
            "half of {a}": "{a} / 2",
            "[a] half of {a}": "{a} / 2",
            "[a] third of {a}": "{a} / 3",
            "[a] quarter of {a}": "{a} / 4",
            "(twice|double) {a}": "2 * {a}",
            "(three times|triple) {a}": "3 * {a}",
            "{a} (percent|per cent|%) off [of] {b}": "{b} - {a} / 100 * {b}",
            "{b} (minus|less) {a} (percent|per cent|%)": "{b} - {a} / 100 * {b}",
            "{b} plus {a} (percent|per cent|%)": "{b} + {a} / 100 * {b}",
        },
    ),
    and_words=phrases("and|plus|as well as|and also|and some"),
    dots=phrases("dot|point"),
    applications={
        **dict.fromkeys(
            ("file manager", "the file manager", "my files", "files", "file explorer", "the files"),
            "files",
        ),
        **dict.fromkeys(
            ("text editor", "my text editor", "the text editor", "editor"), "text editor"
        ),
        **dict.fromkeys(("calculator", "the calculator", "my calculator"), "calculator"),
        **dict.fromkeys(
            (
                "browser",
                "my browser",
                "the browser",
                "web browser",
                "the web browser",
                "my web browser",
                "internet browser",
            ),
            "web browser",
        ),
        **dict.fromkeys(("the terminal", "a terminal", "console", "the console"), "terminal"),
        **dict.fromkeys(
            ("settings", "the settings", "system settings", "control panel"), "settings"
        ),
        **dict.fromkeys(("calendar", "my calendar", "the calendar", "calendar app"), "calendar"),
        **dict.fromkeys(
            (
                "mail",
                "my mail",
                "email",
                "my email",
                "mail program",
                "the mail program",
                "email client",
                "mail client",
                "mail app",
                "email app",
            ),
            "mail",
        ),
        **dict.fromkeys(("camera", "the camera", "webcam"), "camera"),
        **dict.fromkeys(("music player", "the music player", "my music player"), "music"),
        **dict.fromkeys(("video player", "the video player"), "videos"),
        **dict.fromkeys(("photos", "my photos", "photo viewer", "image viewer"), "photos"),
        **dict.fromkeys(("system monitor", "task manager", "the task manager"), "system monitor"),
        **dict.fromkeys(("app store", "the app store", "software center"), "software"),
        **dict.fromkeys(("paint", "the screenshot tool", "screenshot tool"), "screenshot"),
        "maps": "maps",
        "contacts": "contacts",
        "clock app": "clocks",
        "the clock app": "clocks",
        "weather app": "weather",
        "the weather app": "weather",
    },
    articles=phrases("the|my|our|a|an|some|any|more"),
    excluded=phrases(
        "i|you|he|she|it|we|they|me|him|her|us|them|who|what|when|where|why|how|which|said|says|say|"
        "is|are|was|were|be|been|am|do|does|did|have|has|had|can|could|will|would|should|not|no|a|an|the|"
        "and|or|but|if|that|this|these|those|set|start|stop|make|put|add|for|with|about|every|some|any|"
        "another|one|german|french|english|general|because|so|than|then|there|here|please|from|to|at|of|"
        "today|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|daily|weekday|weekend|"
        "time|timer|alarm|reminder|read|tell|don't|dont|didn't|didnt|go|goes|went|ringing|on|off|second|"
        "my|our|your|his|their|down|up|out|off|in|first|other|same|all|both|each|best|top|short|long|write|linked|mailing|price|class"
    ),
    never_items=phrases(
        "i|you|he|she|it|we|they|me|him|her|us|them|myself|who|what|when|where|why|how|which|that|this|"
        "is|are|was|were|am|do|does|did|can|could|will|would|should|not|don't|if|because|set|remind|please|"
        "said|says|these|those|everything|something|anything|name|names|number|numbers|emphasis|insult"
    ),
    fact_starts=phrases("i|im|ive|we|weve"),
    fact_verbs=phrases(
        "is|are|was|were|has|have|had|likes|loves|hates|lives|works|needs|wants|'s|isn't"
    ),
    default_list="shopping",
    sentences={
        IntentName.STOP: """
            (stop|stop it|cut it out|zip it|that will do|that'll do|stop stop|knock it off|stop that|stop now|stop there|stop talking|stop speaking|be quiet|quiet|shut up|hush|silence|enough|that's enough|that is enough|cancel|cancel that|never mind|nevermind|pause|be silent|shush) [(stop|that's enough|that is enough|enough|stop it|stop talking)]
        """,
        IntentName.GET_TIME: """
            <what_is> the [current|exact|local] time [<now>]
            what time <is_it> [<now>] [here]
            [what's the|the] [current] time [<now>]
            what's the hour
            what hour is it
            [<tell>] what time <is_it> [<now>]
            [<tell>] what the [current] time is [<now>]
            [<tell>] (the|the current|the exact) time [<now>]
            how late is it
            got the time [<now>]
            what time <is_it> [over] there in {place}
            time check
            what does the clock say
            what time <is_it> [<now>] in {place} [<now>]
            [<tell>] what time <is_it> [<now>] in {place} [<now>]
            <what_is> the [current|local] time [<now>] in {place} [<now>]
            [current|local] time in {place} [<now>]
            what time is it over in {place}
        """,
        IntentName.GET_DATE: """
            (what|which) (day|date|day of the week) is [it] today
            (what|which) (day|date|day of the week|weekday) is it
            (what|which) (day|date|day of the week) <is_it> [today|<now>]
            <what_is> [the] [today's|current] (date|day) [today|<now>]
            <what_is> today's (date|day)
            [<tell>] (the date|today's date) [today]
            what's today
            <what_is> <day>
            what is today
            [<tell>] what [day|date] [it is] today [is]
            [<tell>] (what|which) (day|date) <is_it> [today]
            today's date
            date [today]
            (is it|is today) <some_day> [or <some_day>] [today]
            <what_is> [the] (date|day) [on] <day>
            (what|which) (day|date|day of the week|weekday) (is|will it be|is it) [on] <day>
            <what_is> <day>'s date
            <what_is> tomorrow's date{day:1}
            (what|which) (day|date) was [it] yesterday{day:-1}
            (what|which) (day|date) is [it] tomorrow{day:1}
            <what_is> yesterday's date{day:-1}
            <what_was> [the] (date|day) yesterday{day:-1}
            (what|which) month (<is_it>|are we in|is this) [<now>]
            (what|which) day (are we on|is this)
            (what|which) year (<is_it>|do we have|are we in|is this) [<now>]
        """,
        IntentName.CALCULATE: """
            [what's|what is|what are|what does|how much is|how much are|how much does|how many is|how much|calculate|calc|tell me what|compute|work out|evaluate|solve|tell me|figure out|what do you get for|what would be|whats|do you know what|can you tell me what] {expression} [=|equal|equals|is|make|makes|come to|comes to|be] [what|how much]
        """,
        IntentName.SET_TIMER: """
            <set> <det> [new] [countdown] timer [for|of|to|lasting|with|at] {length}
            <set> <det> [new] [countdown] timer [for|of|to|lasting] {length} [for|called|named|labelled|labeled|for the|for my] <det> {label}
            <set> <det> [new] timer (for|called|named) {label} (for|of) {length}
            <set> <det> [new] timer (called|named|labelled|labeled) {label} [for|of] {length}
            <set> <det> {label} timer [on] (for|of|to|at) {length}
            <set> <det> {label} timer [on] {length}
            (put|turn|switch) <det> {label} timer on for {length}
            (put|turn|switch) <det> timer on for {length}
            <set> <det> [new] {length} [long] [countdown] timer
            <set> <det> [new] {length} [long] timer (for|called|named|labelled|labeled) <det> {label}
            <set> <det> {length} {label} timer
            (countdown|count down) [for|of] {length}
            timer please [for] {length}
            (pop|put|stick|whack|turn|switch) <det> timer on for {length}
            (set|start) <det> timer (that goes off|to go off|that rings|to ring) in {length}
            (start|run) the clock for {length}
            <set> <det> timer for [the|my] {label} {length}
            (give me a shout|give me a nudge|nudge me|shout|holler) <after>
            another timer [for] {length} [for|called|named|for the|for my] <det> {label}
            another timer [for] {length}
            (ring|beep|buzz) <after>
            [a] [new] [countdown] timer [for|of|to] {length}
            timer (called|named|for) <det> {label} [for] {length}
            timer [for] {length} (called|named|for) <det> {label}
            <det> {label} timer [for] {length}
            [a] {length} [long] [countdown] timer
            [a] {length} timer (for|called|named) <det> {label}
            [a] {length} {label} timer
            time {length} [for|for the|for my] <det> {label}
            time {length}
            time me [for] {length}
            (start|begin|do|run) [counting down|a countdown|counting|timing] [from|for|of] {length}
            [new|<set> [a] [new]] timer [for] {length} (name it|call it|and call it|and name it|label it|and label it) {label}
            (do|have|run|get) a timer [for|of] {length}
            time <det> {label} for {length}
            [please] count down [from] {length}
            [a|start a|do a] countdown (of|from|for) {length}
            <set> <det> {length} countdown
            <set> <det> countdown (of|from|for|to) {length}
            let me know (when|once|after) {length} (is up|are up|is over|are over|have passed|has passed|has gone by|are done|is done|have gone by)
            let me know in {length}
            (tell|alert|ping|notify|buzz|beep) me (when|once|after|in) {length} [is up|are up|is over|are over|have passed|has passed]
            (give me|set me|put) {length} on the (clock|timer)
            set me {length}
            set <det> (timer|clock) (for|to) {length}
            {length} (on the clock|on the timer)
            wake me [up] <after>{kind:alarm}
            <set> <det> alarm <after>{kind:alarm}
            <after> wake me [up]{kind:alarm}
            alarm <after>{kind:alarm}
            set {length}
        """,
        IntentName.WAKE_UP: """
            (wake me [up]|get me up|get me out of bed|i (want|need|have|would like|'d like) to (get up|wake up|be up)|make sure i'm up|wake us [up]) <when> [[and] (can|could|will) you set an alarm|set an alarm|so set an alarm|so set an alarm please|please set an alarm|[and] wake me up]
            i (need|have|want) to (get up|wake up|be up) <when> [so] [please] [can you|could you] (wake me [up]|set an alarm)
            <day> wake me [up] <time>
        """,
        IntentName.SET_ALARM: """
            <set> <det> [new] alarm [clock] <when>
            <set> <det> <adjective> alarm [clock] <time>
            <set> <det> {label} alarm <when>
            [a|an|new] alarm [clock] [for|on] <when>
            <set> <det> <corrected_clock> [<part>] alarm [<day>]
            <set> <det> alarm [clock] [for|on] <day> [<part>] <time>
            <set> <det> alarm [clock] (called|named|labelled|labeled) {label} <when>
            <set> <det> alarm <when> (called|named|labelled|labeled|for) <det> {label}
            <corrected_clock> [<part>] alarm [<day>]
            (sound|ring) (an|the) alarm <when>
            <day> set an alarm <time>
            (put|turn|switch) <det> alarm on <when>
            <set> <det> alarm to (wake me|wake me up|get up|get me up) <when>
        """,
        IntentName.SET_REMINDER: """
            <remind> <after>
            <remind> for <when> (to|that|about|of|for) {text}
            <remind> <when> (to|that|about|of|for) {text}
            <remind> <after> (to|that|about|of|for) {text}
            <remind> (to|that|about|of|for) {text} <when>
            <remind> (to|that|about|of|for) {text} <after>
            <remind> <day> [<part>] (to|that|about|of|for) {text} <time>
            <when> <remind> (to|that|about|of|for) {text}
            <after> <remind> (to|that|about|of|for) {text}
            [new|add|set|set a|add a|create a|make a] reminder [to|about|for] {text} <when>
            [new|add|set|set a|add a|create a|make a] reminder [to|about|for] {text} <after>
            [new|add|set|set a|add a|create a|make a] reminder <when> [to|about] {text}
            [new|add|set|set a|add a|create a|make a] reminder <after> [to|about] {text}
            <when> tell me to {text}
            <after> tell me to {text}
            tell me <when> to {text}
            tell me <after> to {text}
            tell me to {text} <when>
            tell me to {text} <after>
            (don't|do not) let me forget [to|about|that] {text} <when>
            (don't|do not) let me forget [to|about|that] {text} <after>
            (don't|do not) let me forget <when> [to|about|that] {text}
            nudge me <when> (to|about) {text}
            nudge me <after> (to|about) {text}
            remind me {text} <when>
            remind me {text} <after>
            i need (to be reminded|a reminder) (to|about|that) {text} <when>
            i need (to be reminded|a reminder) (to|about|that) {text} <after>
        """,
        IntentName.LIST_TIMERS: """
            <show> <my> [active|running|current|set] (timers|alarms|reminders|timer|alarm)
            (what|which) [active|running|current] (timers|alarms|reminders) (do i have|have i got|have i set|are set|are there|are running|are active|are on) [set|running|on|active|today|tomorrow|coming up|left|pending|for today|for tomorrow]
            what (timer|alarm|reminder) (do i have|have i got|is set|is running) [set|running]
            (do i have|have i got|are there) any (timers|alarms|reminders) [set|running|on|active]
            [my] (timers|alarms|reminders)
            how (much time|long) [is|do i have|have i got|does] [left|remaining] [on|for|in] <det> (timer|alarm) [left|have left|remaining|have] [left]
            how (much time|long) is left [on|for|in] <det> (timer|alarm)
            how (much time|long) is left [on|for|in] <det> {label} timer
            how (much time|long) (does|has) <det> {label} timer (have|got) [left]
            how (much time|long) is left (on|for) <det> {label}
            how (much time|long) (does|has) <det> timer (have|got) [left]
            how (much time|long) (do i have|have i got) left on (my|the) [{label}] timer
            how (much time|long|much longer|much time is) [is] (left|remaining|to go)
            how (long|much longer) (till|until|before) (the|my) (timer|alarm) [rings|goes off|is up|ends|is done]
            how (long|much longer) (till|until|before) (the|my) {label} timer [rings|goes off|is up|ends|is done]
            <what_is> left on (the|my) [{label}] timer
            when (is|does) (the|my) [next] (alarm|timer|reminder) [set|ring|go off|set for|end|due]
            when (is|will) (the|my) [next] (alarm|timer|reminder) (set|ring|go off|set for|end|due)
            (what|when) is my next (alarm|reminder|timer)
            what time is my [next] alarm [set for|set]
            how (is|are) (my|the) [{label}] (timer|timers) [doing]
            how's (my|the) [{label}] (timer|timers) [doing]
            (do i have|have i got|is there) (a|an|any) (timer|alarm|reminder|alarms|reminders) [set] [for] [today|tomorrow|tonight]
            (what's|what is) my next (alarm|reminder|timer)
            how many (minutes|seconds|hours) [are] (left|remaining|to go)
            how much longer [on|for] <det> [{label}] (timer|alarm)
            [how much|how much is the] time (left|remaining)
            (is|are) there (a|any|the|my) (timer|timers|alarm|alarms) (set|running|on)
            (is|are) (a|any|the|my) (timer|timers|alarm|alarms) (set|running|on)
            (check|check on) (the|my) (timer|timers|alarm|alarms)
        """,
        IntentName.CANCEL_TIMER: """
            <remove> (all|all my|all the|all of my|all of the|every) (timers{kind:timer}|alarms{kind:alarm}|reminders{kind:reminder}|timer{kind:timer}|alarm{kind:alarm}|reminder{kind:reminder}){all:yes}
            <remove> (the|my) (timers{kind:timer}|alarms{kind:alarm}|reminders{kind:reminder}){all:yes}
            <remove> <det> (timer{kind:timer}|alarm{kind:alarm}|alarm clock{kind:alarm}|reminder{kind:reminder}|countdown{kind:timer})
            (turn|switch|shut) (the|my|that) (timer{kind:timer}|alarm{kind:alarm}) off
            <remove> <det> (alarm{kind:alarm}|reminder{kind:reminder}) [for|at] <corrected_clock> [<part>]
            <remove> <det> <corrected_clock> [<part>] (alarm{kind:alarm}|reminder{kind:reminder})
            <remove> <det> {label} (timer{kind:timer}|alarm{kind:alarm}|reminder{kind:reminder})
            <remove> <det> (timer{kind:timer}|alarm{kind:alarm}|reminder{kind:reminder}) (for|called|named) <det> {label}
            (turn|switch|shut) <det> {label} (timer{kind:timer}|alarm{kind:alarm}) off
            <remove> <det> reminder (to|about) {label}{kind:reminder}
            <remove> <det> reminder (to|about) {text}{kind:reminder}
            (turn|switch|shut) all [of] [the|my] (timers{kind:timer}|alarms{kind:alarm}|reminders{kind:reminder}) off{all:yes}
            i don't need <det> (timer{kind:timer}|alarm{kind:alarm}|reminder{kind:reminder}) (anymore|any more|any longer)
            (forget|never mind|nevermind) [about] (the|my|that) {label} (timer{kind:timer}|alarm{kind:alarm}|reminder{kind:reminder})
            (forget|never mind|nevermind) [about] (the|my|that) (timer{kind:timer}|alarm{kind:alarm}|reminder{kind:reminder})
        """,
        IntentName.READ_NOTES: """
            <show> <my> [last|latest|recent] notes
            (show|read) [me] [my] notes
            (show|read) [me] <det> [last|latest] note
            (what|which) notes (do i have|have i got|are there|have i made|did i make|have i taken)
            (what|which) notes (do i have|have i got|are there|have i made) (about|on|for) {query}
            (do i have|have i got|are there) any notes
            (do i have|have i got|are there) any notes (about|on|for) {query}
            <show> <my> notes (about|on|for) {query}
            (show|read|open) [me] (my|the) note (about|on|for|called) {query}
            (show|read|open) [me] (my|the) {query} note
            what did i (note|write) [down] (about|on) {query}
            (search|look in|look through|go through) my notes for {query}
            (what's|what is|what do i have|what have i got) in my notes
            (find|look up|get|search for|open|show|show me) [all] [of] my notes (about|on|for|with) {query}
            open my notes
            what (do|does) my (notes|note) say
            (go|run|look) through my notes
            (is there|do i have|have i got) (a|any) (note|notes) (about|on|for) {query}
            (find|look up|get|search for) [me] (my|the) note (about|on|for|called) {query}
            (find|look up|get|search for) [me] (my|the) {query} note
            my notes
        """,
        IntentName.DELETE_NOTE: """
            <remove> (the|my|that) note (about|on|called|named|for|with) <det> {label}
            <remove> (the|my|that) {label} note
            (throw away|trash) (the|my|that) note (about|on|called|named|for) {label}
            (throw away|trash) (the|my|that) {label} note
        """,
        IntentName.ADD_NOTE: """
            (take|make|add|write|create|leave|start) [me] [a|another|down a] [new|quick] note [saying|that says|that|to self|which says] !from !in !of !on !about !for !to !with {text}
            note : {text}
            note that {text}
            note [down] {fact}
            make a mental note that {text}
            (take|put|make|write) [down] a note for me {text}
            (take|make|add|write|create|leave) [me] <det> note to {text}
            (jot|note) down <det> {text}
            write (this|that|it) down {text}
            (jot|note) [this|that|it] down [that] {text}
            (save|new|quick) note {text}
            note to self {text}
            take this down {text}
            (add|put|write|save) [this] [in|to|into] my notes [that] {text}
            (add|put|write|save) {text} (in|to|into) my notes
        """,
        IntentName.SHOW_LIST: """
            <what_is> on (my|the|our) <list_name> list
            <what_is> on (my|the|our) list
            what do i (have|need) on (my|the|our) [<list_name>] list
            what have i got on (my|the|our) [<list_name>] list
            what (do|did) i (have|put|need|still need) on (my|the|our) [<list_name>] list
            (show|read|open|tell) [me] <det> <list_name> list
            (show|read|open|tell) [me] (my|the|our) list
            read [me|out] [out] <det> <list_name> list
            what's left on (my|the|our) [<list_name>] list
            what's still on (my|the|our) [<list_name>] list
            (show|read|list) [me] [all] [of] my lists
            what do (i|we) [still] need to (buy|get) [at the store|at the shop|from the store]{list:shopping}
            (what|which) lists (do i have|are there|have i got)
            my <list_name> list
            do (i|we) have anything [left] on (my|the|our) [<list_name>] list
            tell me what's on (my|the|our) [<list_name>] list
            (have i|have we) got anything [left] on (my|the|our) [<list_name>] list
            is (there anything|anything) on (my|the|our) [<list_name>] list
        """,
        IntentName.REMOVE_FROM_LIST: """
            (remove|delete|take|cross|tick|check|strike|scratch|get|drop) {items} (off|from|off of|out of) (my|the|our) <list_name> list
            (remove|delete|take|cross|tick|check|strike|scratch|get|drop) {items} (off|from|off of|out of) <det> list
            (cross|tick|check|strike) off {items} (on|from|off) (my|the|our) <list_name> list
            (cross|tick|check|strike) off {items} (on|from|off) <det> list
            (cross|tick|check|strike) (off {items}|{items} off)
            (i've got|i have|i got|i bought|i've bought|we've got|we have|got) [the] {items} [so] [you can|please] (cross|take|tick|check) (it|them|that|those) off [of] (my|the|our) [<list_name>] list
            i (already|just) (bought|got|have) {items} [so] (take|cross|tick) (it|them) off [of] (my|the|our) [<list_name>] list
            mark {items} (as done|done|as bought|as complete|as completed)
            [mark] {items} (as done|done|is done|as bought) on (my|the|our) [<list_name>] list
        """,
        IntentName.ADD_TO_LIST: """
            (i|we) (need|have|got|want) to (buy|get|pick up) {items} <then> (put|add) (it|them|that|those) <on> (my|the|our) [<list_name>] list
            (add|put) {items} <on> <det> (todo{list:todo}|to do{list:todo}|todos{list:todo}|shopping{list:shopping}|groceries{list:groceries}|grocery{list:groceries}) [list]
            (add|put|write|stick|place|include|append) {items} <on> (my|the|our|a) <list_name> list
            (add|put|write|stick|place|include|append) {items} <on> <det> list
            (add|put|write) <on> (my|the|our) <list_name> list {items}
            (we're|we are|i'm|i am) [almost|nearly] out of {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) <list_name> list
            (we're|we are|i'm|i am) [almost|nearly] out of {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) list
            (we|i) need {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) <list_name> list
            (we|i) need {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) list
            (we|i) need {items} on (my|the|our) <list_name> list
            (we've|we have|i've|i have) (run out of|no more) {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) [<list_name>] list
            (shopping{list:shopping}|groceries{list:groceries}|todo{list:todo}|to do{list:todo}) : {items}
            add to <det> <list_name> list [:] {items}
            (get|have) {items} <on> (my|the|our) <list_name> list
            new item (on|for) (my|the|our) <list_name> list {items}
            <list_name> list [:] add {items}
        """,
        IntentName.RECALL: """
            what do you (remember|know|have stored|have saved) about me{all:yes}
            what (have|did) you (remember|remembered|stored|saved|noted|kept) [about me]{all:yes}
            what do you remember
            (show|tell) me what you (remember|know) about me{all:yes}
            what do you (remember|know) about my {query}
            what did i tell you about <det> {query}
            what did i (ask|tell) you to remember [about <det> {query}]
            do you (remember|know) my {query}
            (tell|remind) me what i told you about <det> {query}
            what have i told you about <det> {query}
            what have i told you about (me|myself){all:yes}
            (show|read) [me] your (memory|memories)
            where did i say i {query}
        """,
        IntentName.FORGET: """
            forget (what|everything|all) i (told|said|have told) [to] [you] about <det> {text}
            (delete|erase|forget|wipe) (what|everything|all) you know about my {label}
            (erase|wipe) my {label} from (memory|your memory)
            forget (everything|all|all you know|everything you know|what you know) about my {text}
            forget [about] my {label}
            forget that {text}
            forget the fact that {text}
            (delete|remove|erase) <det> {text} from [your] memory
            (stop remembering|don't remember|do not remember|no longer remember) <det> {text}
        """,
        IntentName.REMEMBER: """
            remember that {text}
            remember for me [that] {fact}
            remember this {text}
            [please] remember : {text}
            remember !for !to !when !how !if !what !who !where !why {fact}
            [just] (so you know|for your information|fyi|by the way|just so you know) {fact} [so|please] remember (that|it|this)
            [just] (so you know|for your information|fyi|by the way|just so you know) {fact} [so|please] remember
            {fact} [so|please] remember (that|this)
            {fact} please remember
            (keep in mind|bear in mind|make sure you remember|don't forget|do not forget) that {text}
            memorize that {text}
        """,
        IntentName.LAST_REQUEST: """
            what (did|have) i [just] (ask|asked|say|said|request|requested) [you] [just|last|before|a moment ago|before that|a minute ago|earlier|just now|to do]
            what did i [just] (ask|tell|say to) you [to do] [just|last|before|a moment ago|just now]
            repeat what i [just] said
            what was it [that] i (asked|said|asked you|told you)
            what did i ask for [just now|earlier]
            (say|repeat|read back) my last (question|request|message) [again]
            what was my (last|previous) (question|request|message|command|sentence)
            (what's|repeat|tell me) my (last|previous) (question|request|message|command)
            what was the last thing i (said|asked|asked you|told you|requested)
        """,
        IntentName.SET_VOLUME: """
            [set|turn|change|put|make|bring|adjust] [the|your|my] (volume|sound|loudness|sound level|volume level) [up|down] [to|at|on] {level} [percent|per cent|%]
            (turn|bring|set|put) it [up|down] to {level} (percent|per cent|%)
            (volume|sound) (to|at) (max|maximum|full|the max|the maximum){level:100}
            (set|turn|put) [the|your] (volume|sound) [up] (to|at|on) (max|maximum|full|the max|the maximum){level:100}
            [set|turn] [the] volume to half{level:50}
            (full|max|maximum) volume{level:100}
            half volume{level:50}
            {level} (percent|per cent|%) volume
        """,
        IntentName.VOLUME_UP: """
            [a bit|a little|much|a lot|even] louder
            (speak|talk|say it|make it|be|play) [a bit|a little|much|a lot] (louder|up)
            speak up
            (turn|crank|pump) [it|the volume|the sound|your volume|yourself|that] up [a bit|a little|some more|more|a lot|a notch|a little bit]
            turn up [the] (volume|sound) [a bit|a little|more|a lot]
            turn up [a bit|a little]
            vol up
            (volume|sound) (higher|up a bit|up a little)
            volume up [a bit|a little]
            (increase|raise|bring up) [the|your] (volume|sound) [a bit|a little]
            (you're|you are|it's|it is|that's|that is) [a bit|a little|way] too (quiet|soft|silent|low)
            (i can't|i can hardly|i can barely|i cannot) hear you
            more volume
        """,
        IntentName.VOLUME_DOWN: """
            [a bit|a little|much|a lot|even] (quieter|softer|more quietly)
            (speak|talk|make it|be|play) [a bit|a little|much|a lot] (quieter|softer|more quietly|more softly|lower)
            turn [it|the volume|the sound|your volume|yourself|that] down [a bit|a little|some more|more|a lot|a notch|a little bit]
            turn down [the] (volume|sound) [a bit|a little|more|a lot]
            vol down
            (volume|sound) (lower|down a bit|down a little)
            (you're|you are) shouting
            tone it down
            volume down [a bit|a little]
            (decrease|lower|reduce|bring down) [the|your] (volume|sound) [a bit|a little]
            (you're|you are|it's|it is|that's|that is) [a bit|a little|way] too loud
            (not so|not as|less) loud
            less volume
            keep your voice down
            lower your voice
        """,
        IntentName.OPEN_ADDRESS: """
            (open|open up|head to|head over to|go to|visit|navigate to|browse to|show me|take me to|bring up|load|pull up) [the] [website|site|page|address|web page] {address} [in|on] <det> [browser|web browser]
            (open|open up|head to|head over to|go to|visit|navigate to|browse to|show me|take me to|bring up|load|pull up) [the] [website|site|page|address|web page] {address}
        """,
        IntentName.OPEN_APPLICATION: """
            <open> <det> {application} [app|application|program] [for me]
            <open> [the] (app|application|program) [called] {application}
            switch to {application}
            (i want|i'd like|i need) to (open|use|start) [the|my] {application}
            get me [the|my] {application}
        """,
        IntentName.WHO_ARE_YOU: """
            who are you
            what are you
            (what's|what is) your name
            (do you have a|have you got a) name
            who (made|built|created|wrote|developed|programmed|designed|trained) you
            who (is|are) your (maker|makers|creator|creators|developer|developers)
            are you (chatgpt|chat gpt|gpt|siri|alexa|claude|gemini|cortana|copilot|qwen|llama|bixby|google assistant|google|openai|an ai|a bot|a robot|human|a human|a person|a real person|real|a language model|an ai model|a machine|an assistant|a computer)
            (what|which) [language|ai] model are you
            (what|which) (model|ai|llm) (is this|are you using|do you use|runs you|is answering|answers|am i talking to|am i speaking to)
            who am i (talking|speaking) to
            what (should|do|can) i call you
            (who's|who is) behind you
            introduce yourself
            tell me (about yourself|who you are)
            (where|who) do you come from
            (what|which) company (made|built|created|trained) you
            what (kind|sort) of (assistant|ai|model) are you
        """,
        IntentName.DECLINE: """
            <what_is> the weather [like|going to be like|gonna be like] [today|tomorrow|tonight|outside|now|right now|this weekend|this week|next week|on <weekday>|for tomorrow|for today|this afternoon|this evening|in the morning|tomorrow morning]
            <what_is> the weather [like|forecast] [today|tomorrow|tonight|this weekend] in {place} [today|tomorrow|tonight|this weekend|next week|now]
            (how's|how is|how will) the weather [be|going to be|looking] [today|tomorrow|tonight|this weekend|outside] [in {place}] [today|tomorrow|tonight|this weekend]
            [the|today's|tomorrow's] weather [forecast|report] [for|in] [today|tomorrow|this week|the weekend|{place}] [today|tomorrow]
            (will|is) it (rain|raining|snow|snowing|sunny|hot|cold|warm|windy|going to rain|going to snow|gonna rain|be sunny|be hot|be cold|be warm|be windy|freezing|cloudy) [outside] [today|tomorrow|tonight|now|this afternoon|this evening|this weekend|later|on <weekday>] [in {place}]
            do i need (an umbrella|a jacket|a coat|sunscreen) [today|tomorrow|tonight|outside]
            (what's|what is|what's the|how's the|what is the) temperature [outside|today|tomorrow|now|right now] [in {place}]
            how (cold|hot|warm) is it [outside|today|right now|in {place}]
            (what's|what is) [in|on] the news [today|this morning|tonight|this evening|right now]
            (what's|what is|what are|tell me|read me|give me|show me|any) [the] [latest|today's|newest|morning] (news|headlines|news headlines) [today|this morning|tonight|of the day|about {place}]
            (what's|what is) happening in (the world|{place})
            what happened in the (news|world) today
            (call|phone|ring|dial) <det> {someone}
            give <det> {someone} a (call|ring)
            (call|get|order|book) me (a|an) (taxi|cab|uber|lyft|ride)
            (call|get|order|book) (a|an) (taxi|cab|uber|lyft|ride) [for me|for us|to {place}|home|to the airport]
            (send|write) <det> (email|mail|e-mail|message|text|text message|sms|whatsapp|letter) to {someone} [saying|that says|that|telling|about|and tell|to say] {anything}
            (send|write) <det> (email|mail|e-mail|message|text|text message|sms|whatsapp) to {someone}
            send {someone} <det> (email|mail|e-mail|message|text|text message|sms|whatsapp) [saying|that says|that|about] [{anything}]
            (text|message|whatsapp|email|e-mail) {someone} (that|saying|to say|to tell|and say|and tell) {anything}
            tell {someone} (that|i'm|i am|i'll|we're|we'll) {anything} by (text|email|message)
            (text|message|email|e-mail|whatsapp) (my|mom|mum|dad|mother|father|grandma|him|her|them) [{anything}]
            (reply|answer) to {someone}'s (email|message|text|mail)
            (check|read) [me] my (email|emails|mail|mails|inbox|messages|texts) [for me]
            do i have [any] [new] (email|emails|mail|messages|texts)
            <what_is> the [latest|current|final|live] score [of|in|for|at] [the] {anything}
            <what_is> the (score|result) [now|right now]
            how much (is|are|does) {anything} (right now|today|at the moment|currently|cost today)
            [the] (stock price|share price) of {anything}
            [what's|what is] [the] [latest|current|new] {anything} price [today|now]
            how's the (dow|nasdaq|dax|stock market|market|s&p) [doing] [today|now]
            (the cheapest|cheapest|find the cheapest|find me the cheapest) (flight|flights|hotel|hotels|ticket|tickets) [{anything}]
            invite {someone} to {anything}
            (check|read) [me] [out] [my|the|any] [new|latest|unread] (email|emails|mail|mails|messages|texts)
            (call|get|order|book) me (a|an) (taxi|cab|uber|lyft|ride) [to|from|home|for] [{anything}]
            who (won|is winning|is playing) [the] [game|match|race|election|{anything} game|{anything} match|{anything} race] [today|yesterday|last night|tonight|right now]
            did {someone} win [today|yesterday|last night|tonight|the game|the match]
            [what's|what is|how's|how is] [the] {anything} (stock|stock price|share price|shares|stocks) [today|now|right now|doing|doing today|at|trading at|price]
            (what's|what is|how much is) [the] [price of|current price of] (bitcoin|ethereum|gold|silver|oil|gas|petrol|diesel) [today|now|right now|worth]
            (what's|what is) the price of {anything} (today|now|right now|at the moment)
            how much (is|are|does|do) (a|the) (flight|flights|ticket|tickets|train ticket|plane ticket|hotel|hotel room|room) {anything}
            (book|reserve|buy|find) (a|me a|me|some) (flight|flights|ticket|tickets|table|hotel|hotel room|room|train|train ticket|seat) [{anything}]
            [what's|what is|whats] [the] [current] (exchange rate|conversion rate) [of|for|from|between] {anything}
            (order|buy) [me|us] [a|an|some|the] {anything} (online|from amazon|on amazon|from {place})
            order [me|us] (a|an|some) [large|small|medium] (pizza|burger|sushi|coffee|curry|kebab|food|takeaway|takeout|dinner|lunch|meal) [{anything}]
            order (pizza|sushi|food|takeaway|takeout|dinner|lunch|groceries) [{anything}]
            (is there|how's|how is|what's|what is) [the|any|much|a lot of] traffic [like] [on|to|in|from] [{anything}]
            (is|are) [the] {anything} [still] (open|closed) [today|now|right now|on <weekday>|tomorrow|tonight|at the moment|yet]
            (when|what time) does [the] {anything} (open|close) [today|tomorrow|tonight]
            when's the next (bus|train|tram|flight|metro|subway) [leave|leaving|go|coming] [to|from] [{anything}]
            (when|what time) (is|does|leaves) the next (bus|train|tram|flight|metro|subway) [leave|leaving|to {place}|go|from {place}] [to {place}]
            (is|are) (my|the) (flight|train|bus|package|parcel|order|delivery) [{anything}] (on time|delayed|late|cancelled|shipped|delivered|here)
            where is my (package|parcel|order|delivery|uber|taxi|phone)
            (post|tweet|share|upload|publish) [this|that|it|{anything}] (on|to) (twitter|x|facebook|instagram|tiktok|linkedin|reddit|social media|mastodon|youtube|my blog) [for me]
            play [me] [the] [latest|newest|new] (song|album|track|music|something|single|video) [by|from|of] {anything}
            play [me] [some|a|the|any] [{anything}] (music|song|songs|radio|jazz|playlist|podcast|album|audiobook|movie|film|video) [{anything}]
            (search|google|look up|search up|look) [the] (web|internet|online|google|net) [for] {anything}
            (search|look) (online|on the internet|on google|on the web) for {anything}
            (search|look) for {anything} (online|on the internet|on the web|on google)
            (what's|what is) [on] (on tv|on television|on netflix|in the cinema|in cinemas|at the movies|on the telly) [tonight|today|tomorrow|now|this evening]
            (find|recommend|suggest|show) [me] [a|an|some|the] [good|nearest|closest|nearby|cheap|best] {anything} (near me|nearby|around here|close by|in the area|near here)
            (where is|where's) the (nearest|closest) {anything}
            (turn|switch) (on|off) the (lights|light|lamp|tv|television|heating|heater|air conditioning|fan|oven|radio|thermostat) [in the {place}]
            turn (the|my) (heating|heater|air conditioning|thermostat|lights|tv) (up|down|on|off)
            google {anything} (in|to|for|near|from) {anything}
            look up {anything}
            order (more|some|a|an|new) {anything}
            (who's|who is) winning [the] {anything}
            (email|text|message) {someone} (the|my|a|that|about) {anything}
            (what's|what is) happening in the world [today]
            is it going to be (sunny|rainy|hot|cold|warm|windy|nice|cloudy|snowy) [today|tomorrow|tonight|this weekend]
            (turn|switch) the (lights|light|lamp|tv|television|heating|heater|air conditioning|fan|oven|radio) (on|off)
        """,
    },
    replies={
        "time": "It's {time}.",
        "time_in": "In {place} it's {time} on {date}.",
        "date": "Today is {date}.",
        "date_of": "That's {date}.",
        "result": "That's {value}.",
        "about": "That's about {value}.",
        "timer_set": "Timer set for {length}.",
        "timer_set_named": "Timer “{label}” set for {length}.",
        "alarm_set": "Alarm set for {time}, {day}.",
        "alarm_repeats": "Alarm set for {time}, {days}.",
        "reminder_at": "I'll remind you at {time}, {day}: {text}",
        "reminder_in": "I'll remind you in {length}: {text}",
        "no_timers": "Nothing is set.",
        "timer": "timer",
        "alarm": "alarm",
        "reminder": "reminder",
        "left": "{name}: {length} left.",
        "rings_at": "{name}: {time}, {day}.",
        "ringing": "{name}: ringing now.",
        "cancelled": "Cancelled: {names}.",
        "which_one": "There are several. Tell me which one.",
        "noted": "Noted: {text}",
        "no_notes": "There are no notes.",
        "notes": "Your notes: {names}.",
        "note_deleted": "The note “{name}” is in the trash.",
        "added": "Added to the list “{list}”: {items}.",
        "known_items": "On the list “{list}” already: {items}.",
        "list": "On the list “{list}”: {items}.",
        "list_empty": "The list “{list}” is empty.",
        "lists": "Your lists: {names}.",
        "no_lists": "There are no lists.",
        "ticked": "Ticked off: {items}.",
        "remembered": "I'll remember that.",
        "recalled": "I remember: {facts}",
        "nothing_recalled": "I remember nothing about that.",
        "forgotten": "I've forgotten that.",
        "last_request": "You asked: “{text}”",
        "no_last_request": "You haven't asked me anything before this.",
        "stopped": "Okay.",
        "volume": "The volume is {level} percent.",
        "loudest": "That's as loud as I can speak. The rest is the volume of the computer.",
        "opened": "Opening {name}.",
        "who": "I'm Parley, an open voice and text assistant on this computer. What I can't do by myself a small built-in language model answers.",
        "decline": "I can't do that without a larger model or the internet. An API key or a model server with tools would help: add one in the settings.",
        "failed": "That didn't work.",
        "refused": "All right, I left it.",
        "not_found": "I found nothing that fits.",
        "unknown_place": "I don't know what time it is in {place}.",
        "unknown_application": "I found no application called {name}.",
        "every_day": "every day",
        "weekdays": "on weekdays",
        "today": "today",
        "tomorrow": "tomorrow",
    },
)

"""English. Pure."""

from typing import Final

from assistant.languages.language import phrases
from assistant.languages.sentence_table import (
    IntentName,
    OpenRequest,
    SentenceTable,
    SpokenLengths,
    SpokenNames,
    SpokenNumbers,
    SpokenReasons,
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
    return found | {"fourty": 40} | dict.fromkeys(("a couple of", "couple of"), 2)


def _ordinals() -> dict[str, int]:
    found = {word: n for n, word in enumerate(_ORDINAL_UNITS, start=1)}
    found |= {"twentieth": 20, "thirtieth": 30, "thirty first": 31}
    return found | {f"twenty {_ORDINAL_UNITS[n - 1]}": 20 + n for n in range(1, 10)}


_RULES: Final = {
    # Words.
    "what_is": "(what's|what is)",
    "what_was": "(what was|what's)",
    "wish": "[(i'd like|i would like|i want|i need|i wish|we need|we want|we'd like|can i|could i|may i|can we|could we|let me|let us|i wanna) to|can i|could i|may i|can we|could we|let me|let us|i wanna]",
    "det": "[a|an|the|my|our|their|there|another|that|this|those|these|one]",
    "the": "(the|my|our|that|this|a|an)",
    "my": "(my|the|our|any|all|all my|all the|all of my)",
    "set": "(<wish> (set|setting|get|get me|get going|kick off|fire up|gimme|schedule|program|switch on|turn on|activate|do me|do|start|starting|make|making|create|put|putting|begin|run|add|give me|set me|start me|set up|setting up|have|(pop|stick|throw|put|chuck|whack|bung|slap|turn|switch|stick me|pop me|put me) [on]|book me)|new|i need|i want|i'd like|i would like|i'll have|i'll take|we need|we want|how about|can i get|can i have|i could use|we could use)",
    # What a recogniser writes for "set" where its s runs into the word before it: "hey jarvis, set".
    "misheard_set": "(at|to)",
    # What people get up for: nothing else between "alarm for" and a time is certain to be no day.
    "errand": "(work{label:work}|school{label:school}|gym{label:gym}|church{label:church}|class{label:class}|training{label:training}|practice{label:practice}|yoga{label:yoga}|pills{label:pills}|pill{label:pill}|meds{label:meds}|medicine{label:medicine}|medication{label:medication}|tablets{label:tablets}|meeting{label:meeting}|train{label:train}|bus{label:bus}|flight{label:flight}|appointment{label:appointment}|interview{label:interview}|exam{label:exam}|run{label:run}|walk{label:walk}|baby{label:baby}|dog{label:dog}|kids{label:kids})",
    "show": "(<wish> (show|show me|showing me|list|read|read me|read me back|read back|read out|read me out|tell me|give me|gimme|display|see|hear|view|pull up|bring up|open|open up|go through|go over|run through|check|have a look at|take a look at|look at)|what are|what're|let's see|let's hear|let me know)",
    "remove": "(<wish> (remove|removing|drop|scrap|ditch|kill off|delete|deleting|cancel|cancelling|canceling|stop|stopping|clear|clearing|kill|turn off|turning off|switch off|switching off|get rid of|end|dismiss|shut off|shut down|disable|lose|erase|wipe|undo|unset|call off|abort|bin|trash|axe|throw away|throw out|chuck out|chuck|take off|take out|silence|mute|quit))",
    "open": "(<wish> (open|opening|open up|load up|load|pull up|start|starting|start up|launch|launching|run|fire up|bring up|boot up|boot|spin up|use|get into))",
    "tell": "(tell me|telling me|telling us|say|give me|gimme|check|show me|let me know|do you know|do you have|have you got|i want to know|i'd like to know|i would like to know|i need to know|may i know|can i know|could i know|can i ask|may i ask|any idea|may i have|can i have|could i have)",
    "is_it": "(is it|it is|it's)",
    "now": "(now|right now|currently|at the moment|at present|just now|exactly)",
    "remind": "(remind me|remind us|reminding me|prompt me|remember to remind me|<wish> (give me|get|have|set|set me|set up|create|add|make|make me|schedule|put|put in|put up|be given|leave me) a reminder|a reminder|i (need|want|would like|'d like) (a reminder|to be reminded|reminding)|we need a reminder|don't forget to remind me|make sure to remind me|make sure you remind me)",
    # Moments.
    "part": "[in the|at] (morning{part:am}|afternoon{part:afternoon}|evening{part:evening}|night{part:night})|a m{part:am}|am{part:am}|p m{part:pm}|pm{part:pm}",
    "clock": """
        [exactly] half past {hour}{past:30}
        [a] quarter past {hour}{past:15}
        [a] quarter after {hour}{past:15}
        [a] quarter (to|of|till|before) {hour}{to:15}
        {past} [minutes] past {hour}
        {past} minutes after {hour}
        {to} (minutes|minute) (to|of|till|before) {hour}
        (five{to:5}|5{to:5}|ten{to:10}|10{to:10}|twenty{to:20}|20{to:20}|twenty five{to:25}|25{to:25}) (to|till|before) {hour}
        (five{past:5}|5{past:5}|ten{past:10}|10{past:10}|twenty{past:20}|20{past:20}) after {hour}
        (noon|midday|12 noon|twelve noon){hour:12}{part:noon}
        (midnight|12 midnight|twelve midnight){hour:0}{part:tonight}
        {digital} [sharp]
        {hour} {minute} [sharp]
        {hour} (oh|o) {past} [sharp]
        half {hour}{past:30}
        {hour} [o'clock|oclock|o clock] [sharp]
    """,
    "corrected_clock": "[{other} <correct>] <clock>",
    "correct": "(no|no sorry|sorry|i mean|no wait|wait no|make that|make it|no make it|no make that|actually|actually make it|or rather|rather|uh no|no i mean|sorry i mean|correction|wait|oh no|i meant|no actually) [for|at]",
    "weekday": "(monday{weekday:0}|tuesday{weekday:1}|wednesday{weekday:2}|thursday{weekday:3}|friday{weekday:4}|saturday{weekday:5}|sunday{weekday:6}|mon{weekday:0}|tue{weekday:1}|tues{weekday:1}|wed{weekday:2}|thu{weekday:3}|thurs{weekday:3}|fri{weekday:4}|sat{weekday:5}|sun{weekday:6})",
    "some_day": "(monday|tuesday|wednesday|thursday|friday|saturday|sunday)",
    "weekdays": "(mondays{weekday:0}|tuesdays{weekday:1}|wednesdays{weekday:2}|thursdays{weekday:3}|fridays{weekday:4}|saturdays{weekday:5}|sundays{weekday:6})",
    "month": "(january{month:1}|february{month:2}|march{month:3}|april{month:4}|may{month:5}|june{month:6}|july{month:7}|august{month:8}|september{month:9}|october{month:10}|november{month:11}|december{month:12}|jan{month:1}|feb{month:2}|mar{month:3}|apr{month:4}|jun{month:6}|jul{month:7}|aug{month:8}|sep{month:9}|sept{month:9}|oct{month:10}|nov{month:11}|dec{month:12})",
    "day": """
        (the day after tomorrow|day after tomorrow|overmorrow){day:2}
        (tomorrow|tmrw|tmr|tomorow){day:1}
        today{day:0}
        tonight{day:0}{span:tonight}
        later today{day:0}
        this (morning{span:am}|afternoon{span:afternoon}|evening{span:evening}|night{span:tonight}){day:0}
        later tonight{day:0}{span:tonight}
        <weekday> next week{week:1}
        next week [on] <weekday>{week:1}
        [on|this|this coming|coming] <weekday>
        [on] [the] {dom} of <month>
        [on] <month> [the] {dom}
        [on] {dom} <month>
        [on] the {dom} [of (this|the) month]
        [on] next <weekday>{week:1}
        <weekday> week{week:1}
    """,
    "repeat": """
        (every day|each day|daily|everyday){every:day}
        (every weekday|weekday|each weekday) morning{every:weekday}{span:am}
        (every|each) <weekday> (morning{span:am}|afternoon{span:afternoon}|evening{span:evening}|night{span:tonight}){every:day}
        (every morning|each morning){every:day}{span:am}
        (every evening|each evening){every:day}{span:evening}
        (every night|each night){every:day}{span:tonight}
        (every weekday|on weekdays|each weekday|weekdays|every workday|on workdays|monday to friday|from monday to friday|monday through friday){every:weekday}
        (at the weekend|on weekends|every weekend|at weekends|on the weekend|weekends){every:weekend}
        (every|each) <weekday>{every:day}
        on <weekdays>{every:day}
    """,
    "adjective": "(early|(recurring|repeating){every:day}|morning|late|wake up|daily{every:day}|weekday{every:weekday}|weekend{every:weekend}|everyday{every:day})",
    "time": "[at|for|around|about|@] <corrected_clock> [<part>]|in the (morning{part:am}|afternoon{part:afternoon}|evening{part:evening}) at <corrected_clock>|(at|for|around) {hhmm} [<part>]|{hhmm} <part>",
    "when": """
        [later] this (morning{span:am}|afternoon{span:afternoon}|evening{span:evening}){day:0} <time>
        (at|by) (lunchtime|lunch time){hour:12}{part:noon} [<day>]
        [for] <day> (at|by) (lunchtime|lunch time){hour:12}{part:noon}
        (on|for|by) <day> [<part>] <time>
        for <repeat> <time>
        <time> [[for] <day>] [<part>]
        <day> [<part>] <time>
        <time> <repeat>
        <repeat> <time>
    """,
    "after": "(in|after|in about|in around|within|in exactly|in like|in another) {length} [from now|time]|{length} from now",
    # Lists.
    "then": "[so|and] [please] [can you|could you|will you|would you] [please]",
    "a_list": "(my|the|our|a|that) <list_name> list|<list_name> list|(the|my|our|that) list",
    "roughly": "(about|around|roughly|approximately|exactly|at least|like|just|another|precisely)",
    "would_you": "[please] [can you|could you|will you|would you] [please]",
    "its_list": "(<det> [<list_name>] list|<det> (shopping{list:shopping}|groceries{list:groceries}|grocery{list:groceries}))",
    "list_name": """
        (to do|to-do|todos|to dos){list:todo}
        {list}
    """,
    "on": "(on|to|onto|on to|in|into|too)",
    "device": "(light|lights|lamp|lamps|tv|telly|television|heating|heater|radiator|air con|air conditioning|ac|fan|oven|radio|thermostat|kettle|coffee machine|coffee maker|washing machine|dishwasher|vacuum|hoover|stove|hob|iron|stereo|speakers|projector|sprinklers|wifi|bluetooth|flashlight|torch|camera|hot water|boiler|garage door|front door|back door|doors)",
    "goods": "(bitcoin|bitcoins|ethereum|gold|silver|oil|gas|petrol|diesel|crude|crude oil|crypto|dogecoin|platinum)",
    "ride": "(taxi|cab|uber|lyft|ride|rickshaw|auto rickshaw|ola|minicab)",
    "moment": "[today|tomorrow|tonight|outside|out|out there|<now>|this weekend|this week|next week|the weekend|at the weekend|[on|for|this] <weekday>|this afternoon|this evening|this morning|in the morning|tomorrow morning|tomorrow afternoon|later|later today|later on|for today|for tomorrow|for the weekend|for this week|for [the] rest of the (day|week)|yesterday|last night|over the weekend|at all]",
    "known_site": "(youtube{address:https://www.youtube.com}|google{address:https://www.google.com}|gmail{address:https://mail.google.com}|google maps{address:https://maps.google.com}|google docs{address:https://docs.google.com}|google drive{address:https://drive.google.com}|wikipedia{address:https://www.wikipedia.org}|reddit{address:https://www.reddit.com}|facebook{address:https://www.facebook.com}|instagram{address:https://www.instagram.com}|amazon{address:https://www.amazon.com}|netflix{address:https://www.netflix.com}|linkedin{address:https://www.linkedin.com}|github{address:https://github.com})",
    "site": "[the] [website|site|page|address|web page|webpage|url|web site|web address|link]",
    "go_to": "(<wish> (open|opening|open up|opening up|head to|head over to|go to|go on|go on to|going to|visit|visiting|navigate to|browse|browse to|surf to|show me|take me to|take me onto|bring me to|bring up|load|load up|pull up|get me|get me to|get me onto|get me on|check out|jump to|see|look at|launch))",
    "named": "(!that !this !it !me !everything !anything !anymore)",
    "i_said": "((i|i've|i have|did i|have i|i had) [ever|just|once] (say|said|tell|told|mention|mentioned|told you|tell you|say to you|said to you|mentioned to you|asked you to remember))",
    "keep": "(remember|keep [it] in mind|bear [it] in mind|make sure you remember|don't forget|do not forget|never forget|memorize|memorise|commit to memory|make a mental note|store|save|learn|remembering|hold on to)",
    "dont_forget": "((don't|do not|never) let me forget|help me [to] remember|make sure [that] (i remember|i don't forget|i do not forget|i do|i get|i)|see that i|be sure i|ensure [that] i|make me remember)",
    "new_reminder": "(<set> [a|an|my|the|another|new] [new] reminder|[a|an|my|another|new] reminder)",
    "nudge": "(give me a (nudge|shout|reminder|ping|prod|poke|heads up|prompt|buzz)|nudge me|ping me|alert me|prompt me|prod me|poke me|notify me|holler|shout|buzz me|warn me)",
    "no_need": "(anymore|any more|any longer|now|after all|thanks)",
    "recalled": "(do i have|have i got|are there|is there|have i (made|taken|written)|did i (make|take|write))",
    "done": "(as done|done|as bought|as complete|as completed|completed|complete|as finished|finished|off|bought)",
    "ran_out": "((i|we) (need|want|have to buy|need to buy|need to get|have to get|must get|must buy|should get|should buy|need more|need some|need some more|want some|could do with|could use)|(we're|we are|i'm|i am) [almost|nearly|all|completely|just] (out of|low on|running low on|short of|running out of|short on)|(we've|we have|i've|i have) [just|almost|nearly] (run out of|no more|got no|got no more|no|finished|used up)|there's no [more]|there is no [more]|out of|need|running low on|low on|no more)",
    "take_off": "(<wish> (remove|removing|delete|deleting|take|taking|cross|crossing|tick|ticking|check|strike|striking|scratch|get !rid|drop|dropping|knock|pull|wipe|clear|erase|scrub|scrap|scratch out|cross out|strike out|get rid of|lose|bin|leave|rub))",
    "put": "(<wish> (add|at|ad|adding|put|putting|pop|chuck|stick|throw|whack|bung|slap|toss|shove|write|place|include|including|append|jot|note|enter|insert|drop|get|getting|have|see|save|mark|write down|note down|jot down|put down))",
    "it": "(it|them|that|those|this|some|one|more)",
    "sounding": "(it|yourself|that|this|your voice|[the|your|my] <sound>)",
    "sound": "(volume|sound|audio|volume level|sound level)",
    "degree": "[just] [bit|little|tiny bit|a tiny bit|a wee bit|wee bit|a smidge|a fraction|bit more|little bit|quite a bit|loads|one step|a step|two notches|again|a bit|a little|a little bit|a touch|a tad|a notch|slightly|some|some more|more|much|even|a lot|way|a couple of notches|one notch|a bit more|a little more]",
    "span": "(this week|next week|this weekend|at the weekend|this morning|this afternoon|this evening|later|later on|coming up|ahead)",
    "relation": "(wife|husband|partner|girlfriend|boyfriend|fiance|mum|mom|mother|dad|father|parents|brother|sister|son|daughter|kids|children|grandma|grandpa|grandmother|grandfather|aunt|uncle|cousin|boss|manager|colleague|colleagues|team|friend|friends|best friend|neighbour|neighbor|neighbours|neighbors|flatmate|roommate|landlord|teacher|doctor|dentist)",
    "timer_kinds": "(timers|alarms|reminders|timer|alarm|reminder|countdowns|countdown)",
    "timer_kind": "(timer{kind:timer}|timers{kind:timer}|alarm{kind:alarm}|alarms{kind:alarm}|alarm clock{kind:alarm}|reminder{kind:reminder}|reminders{kind:reminder}|countdown{kind:timer})",
}

_TIMERS: Final = "(timer|timers|countdown)"

SENTENCES: Final = SentenceTable(
    code="en",
    rules=_RULES,
    before=(
        "hey there|hello there|shh|ssh|good morning|good evening|ok so|listen|pls|plz|hey|hi|hello|ok|okay|so|well|please|parley|jarvis|hey jarvis|alexa|now|and|then|also|alright|"
        "all right|right|actually|just|quickly|quick|oh|yo|excuse me|sorry|thanks|thank you|good|great|"
        "(can|could|would|will) you [please|just|kindly|maybe|quickly] [go ahead and|help me]|can u|could u|"
        "(would|are) you [be] able to|is it possible to|i'd appreciate it if you could|would it be possible to|"
        "do me a favor|do me a favour|can you please|"
        "would you mind|i want you to|i'd like you to|i would like you to|i need you to|"
        "go ahead and|kindly|do me a favor and|do me a favour and|let's|can i get you to|"
        "(can|could) i (have|get)|(can|could) we (have|get)|be so kind and|be a dear and|you can|"
        "i was wondering if you could|do you think you could|if you could|i wonder if you (could|would)|would you be so kind as to|be so good as to|be a (dear|love|star|pal|sport) and|please be|would it be ok to|[is there] any chance (you could|you can|of)|i think you (should|can)|might you|you could|you should|if you don't mind|if you wouldn't mind|if it's not too much trouble|when you (get a chance|have a moment|have a second|have a minute)|sorry to (bother|trouble) you [but]|help me [to]|hi there|good afternoon|hiya|oi|ah|ooh|yes|yeah|yep|my dear|be|right then|okay then|ok then|alright then|by the way|and also|one more thing|quick question|you know what|tell you what|computer|assistant|mate|friend|bro|sir|ok google|hey google|hey siri|siri|hey you|i (need|want|would like|'d like) you to please|be an angel and|do us a favour and|hang on|hold on|(could|may|can) i trouble you for|do the needful and|remember to|don't forget to|make sure (to|you)|be sure to|(get|have) me|if you would|i'll have|i'd love|oh|do|come on|go on|maybe|(it'd|it would) be (great|nice|lovely|good|helpful) if you (could|would)|(i'd|i would) be (grateful|glad|happy) if you (could|would)|(can|could|may) i ask you to|(would|will) you please|do you mind|feel free to|can ya|could ya|would ya|before i forget|while i remember|while you're at it|how about|what about|sweetie|darling|love|buddy|dude|guys|alright so|i'm (going to|gonna) need [you to]|i'll need [you to]|i am (requesting|asking) you to|request you to"
    ),
    after=(
        "please|pls|plz|thanks|thank you|thanks a lot|thank you very much|cheers|for me|for us|now|"
        "right now|right away|would you|will you|could you|can you|if you can|if you could|"
        "if you would|if you don't mind|if possible|okay|ok|parley|jarvis|mate|buddy|then|again|"
        "thx|ty|asap|as soon as possible|my friend|dear|love|man|dude|would ya|will ya|when you can|when you get a chance|as well|too|quickly|real quick|immediately|at once|tell me|i want to know|if that's (ok|okay|alright)|if it's not too much trouble|when you (have a moment|have a second|have a minute)|hun|honey|sweetheart|sir|madam|bro|boss|yaar|ta|alright|go|starting now|from now|[please] and thank you|thanks (mate|love|dear|buddy|so much)|ta (love|very much)|cheers (mate|love)|will ya|can't you|won't you|(that'd|that would) be (great|lovely|nice|good)|pronto|straight away|this instant|sweetie|darling|ma'am|before i forget|while you're at it|while i remember|just in case|real fast|okay then|alright then|if you'd be so kind|na|only|(i can't|i can barely|i can hardly) hear [you|it|a thing]|(it's|you're|that's|it is|you are) [way|a bit|far|much] too (loud|quiet)|i (don't|do not) need it [anymore|any more|now]|i'm in a meeting|if you will|or something|you know|no rush|much appreciated|bless you|thank you so much|thanks so much|many thanks|thanks very much|there's a (dear|love|good lad|good boy|good girl)|my dear|computer|assistant|if you please|if you may|can ya|would you mind|first|quick|yeah|right"
    ),
    courtesy=(
        "please|pls|plz|thanks|thank you|thanks a lot|thank you very much|parley|jarvis|"
        "[please] and thank you|thanks so much|thank you so much|many thanks|cheers|would you|will you|"
        "could you|can you|will ya|would ya|if you could|if you can|if you don't mind|if you would"
    ),
    polite=phrases("please|pls|plz|kindly"),
    fillers=phrases("uh|uhh|um|umm|er|erm|hmm|hm|uhm|eh"),
    corrections=phrases(
        "no sorry|no wait|wait no|i mean|scratch that|no make it|no make that|uh no|oh no|i meant|"
        "sorry i mean|no actually|actually no|or rather|no sorry i mean|make that|make it|no|sorry|"
        "rather|correction|wait|actually"
    ),
    after_correction=phrases("for"),
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
            **dict.fromkeys(
                ("half an hour", "1/2 hour", "half hour", "a half hour", "half a hour"), 1800.0
            ),
            **dict.fromkeys(
                ("quarter of an hour", "a quarter of an hour", "quarter hour", "a quarter hour"),
                900.0,
            ),
            **dict.fromkeys(
                ("three quarters of an hour", "three quarter hour", "three quarter of an hour"),
                2700.0,
            ),
            **dict.fromkeys(
                ("an hour and a quarter", "one hour and a quarter", "1 hour and a quarter"), 4500.0
            ),
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
            "subtract": "-",
            "and then plus": "+",
            "times by": "*",
            "multiplied": "*",
            "divided": "/",
            "upon": "/",
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
            "negative": "-",
            "the cube root of": "cbrt",
            "cube root of": "cbrt",
            "the square root of": "sqrt",
            "square root of": "sqrt",
            "the root of": "sqrt",
            "square root": "sqrt",
            "root": "sqrt",
            "root of": "sqrt",
            "√": "sqrt",
        },
        forms={
            "{a} (percent|per cent|%|pc|percentage) (of|on) {b} [dollars|euros|pounds|bucks|quid]": "{a} / 100 * {b}",
            "(add|add up|add together|sum) {a} (and|to|plus|with) {b}": "{a} + {b}",
            "(add|add up|add together|sum) {a} and {b} and {c}": "{a} + {b} + {c}",
            "(tip|a tip of) {a} (percent|per cent|%) (on|for) {b} [dollars|euros|pounds]": "{a} / 100 * {b}",
            "(add|add up|add together|sum|sum up|total|total up) {a} {b} and {c}": "{a} + {b} + {c}",
            "[the] (sum|total) of {a} {b} and {c}": "{a} + {b} + {c}",
            "[the] (sum|total) of {a} (and|plus) {b}": "{a} + {b}",
            "[the] (average|mean) of {a} and {b}": "({a} + {b}) / 2",
            "[the] (average|mean) of {a} {b} and {c}": "({a} + {b} + {c}) / 3",
            "{a} and {b} (come to|makes|make|add up to|together|altogether|added together|in total|combined)": "{a} + {b}",
            "{a} together with {b}": "{a} + {b}",
            "[a] {a} (percent|per cent|%) (tip|gratuity|service charge) (on|for|of) {b} [dollars|euros|pounds|bucks|quid]": "{a} / 100 * {b}",
            "[a] tip of {a} (percent|per cent|%) on {b}": "{a} / 100 * {b}",
            "(what percent|what percentage|which percentage) of {b} is {a}": "{a} / {b} * 100",
            "{a} is what (percent|percentage) of {b}": "{a} / {b} * 100",
            "{a} as a percentage of {b}": "{a} / {b} * 100",
            "{a} lots of {b}": "{a} * {b}",
            "{a} (split|shared|divided) (between|among|amongst|by) {b} [people|ways|of us|friends]": "{a} / {b}",
            "(split|share|divide) {a} (by|into) {b} [people|of us|friends|parts]": "{a} / {b}",
            "{a} split {b} ways": "{a} / {b}",
            "(split|share|divide) {a} (dollars|euros|pounds|bucks|quid) (between|among|amongst|by) {b} [people|of us|friends]": "{a} / {b}",
            "(split|share) {a} (between|among|amongst) {b} [people|of us|friends]": "{a} / {b}",
            "(split|share) {a} {b} ways": "{a} / {b}",
            "two thirds of {a}": "2 * {a} / 3",
            "three quarters of {a}": "3 * {a} / 4",
            "[a|one] (fifth) of {a}": "{a} / 5",
            "[a|one] (tenth) of {a}": "{a} / 10",
            "half {a}": "{a} / 2",
            "halve {a}": "{a} / 2",
            "(square|the square of) {a}": "{a} ** 2",
            "(cube|the cube of) {a}": "{a} ** 3",
            "{a} (percent|per cent|%) discount (on|off|from|for) {b}": "{b} - {a} / 100 * {b}",
            "{b} with [a] {a} (percent|per cent|%) (off|discount)": "{b} - {a} / 100 * {b}",
            "take {a} (percent|per cent|%) off [of] {b}": "{b} - {a} / 100 * {b}",
            "(increase|raise) {b} by {a} (percent|per cent|%)": "{b} + {a} / 100 * {b}",
            "(decrease|reduce|lower) {b} by {a} (percent|per cent|%)": "{b} - {a} / 100 * {b}",
            "(subtract|subtracting|take|take away|deduct|minus) {a} [away] from {b}": "{b} - {a}",
            "(take|knock) {a} off {b}": "{b} - {a}",
            "the difference between {a} and {b}": "{a} - {b}",
            "multiply {a} (by|with|and|times) {b}": "{a} * {b}",
            "the product of {a} and {b}": "{a} * {b}",
            "divide {a} by {b}": "{a} / {b}",
            "half of {a}": "{a} / 2",
            "[a] half of {a}": "{a} / 2",
            "[a|one] third of {a}": "{a} / 3",
            "[a|one] (quarter|fourth) of {a}": "{a} / 4",
            "(twice|double) {a}": "2 * {a}",
            "(three times|triple) {a}": "3 * {a}",
            "{a} (percent|per cent|%) off [of] {b}": "{b} - {a} / 100 * {b}",
            "{b} (minus|less) {a} (percent|per cent|%)": "{b} - {a} / 100 * {b}",
            "{b} plus {a} (percent|per cent|%)": "{b} + {a} / 100 * {b}",
        },
    ),
    and_words=phrases(
        r"and|plus|as well as|and also|and also some|and some|and then|and maybe|\+|&|n"
    ),
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
        "my|our|your|his|their|down|up|out|off|in|first|other|same|all|both|each|best|top|short|long|write|linked|mailing|price|class|hours|minutes|seconds|hundred|i'm|i've|i'll|it's|that's|there's|we're|we've|he's|she's|they're|now|anymore|from|"
        "around|like|exactly|roughly|approximately|precisely|more|least"
    ),
    never_items=phrases(
        "i|you|he|she|it|we|they|me|him|her|us|them|myself|who|what|when|where|why|how|which|that|this|"
        "is|are|was|were|am|do|does|did|can|could|will|would|should|not|don't|if|because|set|remind|please|"
        "anymore|said|says|who's|whos|what's|whats|where's|it's|that's|he's|she's|there's|i'm|they're|let's|"
        "won't|can't|doesn't|these|those|nothing|none|neither|nor|except|excluding|but|everything|something|anything|name|names|number|numbers|emphasis|insult|add|adding"
    ),
    fact_starts=phrases("i|im|ive|we|weve"),
    fact_verbs=phrases(
        "is|are|was|were|has|have|had|likes|loves|hates|lives|works|needs|wants|prefers|goes|comes|starts|ends|"
        "costs|opens|closes|owes|takes|speaks|leaves|arrives|lands|doesn't|aren't|'s|isn't"
    ),
    names=SpokenNames(
        measures=phrases(
            "half|halves|quarter|quarters|third|thirds|point|minus|plus|negative|positive|times|twice|"
            "thrice|double|triple|dozen|dozens|several|few|couple|less|fewer|about|roughly|approximately|"
            "nearly|almost|barely|odd|maybe|perhaps|another|other|every|each|next|last|previous|following|"
            "coming|ago|hence|soon|early|earlier|late|later|sharp|sometime|sometimes|yesterday|daily|"
            "nightly|hourly|weekly|fortnightly|monthly|yearly|annually|weekend|weekends|weekday|weekdays|"
            "workday|workdays|month|months|year|years|decade|century|moment|moments|while|fortnight|o'clock|"
            "oclock|sunset|sunrise|dawn|dusk|daybreak|nightfall|lunchtime|bedtime|christmas|xmas|easter|"
            "halloween|thanksgiving|hanukkah|chanukah|ramadan|eid|diwali|passover|carnival|advent|epiphany|"
            "pentecost|whitsun|valentine's|birthday|anniversary|holiday|holidays|vacation|summer|winter|"
            "autumn|spring|january|february|march|april|june|july|august|september|october|november|"
            "december|utc|gmt|est|edt|cst|cdt|pst|pdt|mst|mdt|cet|cest|eet|bst|ist|jst|kst|zulu|timezone|"
            "never|not|no|without|minimum|maximum|max|min|tops|flat|straight|only|left|extra|long|longer|more|most|least|total|oh|time|eastern|pacific|central|local|usual"
        ),
        never_first=phrases(
            "called|named|labelled|labeled|titled|at|in|on|by|for|from|to|of|with|after|before|until|till|since|during|within|between|among|"
            "around|over|under|past|near|off|into|onto|up|down|out|through|per|via|than|as|like|and|or|but|"
            "nor|so|yet|if|unless|when|while|because|whether|either|neither|both|except|besides|instead|"
            "then|again|now|exactly|just|only|already|still|today|tomorrow|tonight|morning|afternoon|"
            "evening|night|me|us|please|later|is|are|was"
        ),
        never_last=phrases(
            "at|by|for|from|to|of|with|after|before|until|till|since|during|between|than|per|via|as|like|"
            "and|or|but|nor|so|if|unless|when|because|whether|either|neither|both|except|instead|exactly|"
            "just|a|an|the|my|our|this|that|today|tomorrow|tonight"
        ),
        manners=phrases(
            "quick|short|little|silent|quiet|loud|gentle|soft|vibrating|musical|visual|recurring|repeating|repeated|repeat|"
            "random|big|small|huge|tiny|shorter|bigger|smaller|similar|different|wrong|bad|old|broken|"
            "forgotten|current|previous|fake|fire|smoke|burglar|false"
        ),
        nothing=phrases(
            "nothing|nothing at all|nothing special|no|nope|none|don't|i don't know|i dont know|don't know|"
            "dont know|no idea|i have no idea|not sure|i'm not sure|whatever|anything|something|i forgot|"
            "never mind|you decide|"
            "it|them|him|her|this|that|these|those|this one|that one|all of it|all of that|this thing|that thing"
        ),
        limits=phrases(
            "except|excepting|excluding|unless|until|till|yesterday|ago|either|neither|instead|every|each|daily|nightly|hourly|weekly|monthly|yearly|next week|next month|next year|last week|last month|last year|this month|this year"
        ),
    ),
    open_requests=(
        OpenRequest(
            sentences="""
                <set> <det> [new|another|second|third|separate] (timer|countdown)
                <set> <det> [new|another] timer for <det> {label}
                <set> <det> {label} timer
                (timer|new timer)
            """,
            question="How long should the timer run?",
            options=("5 minutes", "10 minutes", "30 minutes"),
        ),
        OpenRequest(
            sentences="""
                <set> <det> [new|another] alarm [clock] [for|on] [<day>]
                (wake|get) (me|us) up [early] [<day>] [<part>]
                wake (me|us) [early] <day> [<part>]
                (alarm|new alarm) [for] [<day>]
            """,
            question="At what time?",
            options=("6:30 am", "7:00 am", "8:00 am"),
        ),
        OpenRequest(
            sentences="""
                <remind> [again] [for] <when>
                <remind> [again] <after>
                <remind> [again] in {minutes}
                <remind> for {length}
                <when> <remind>
                <after> <remind>
                <new_reminder> [for|at|on] <when>
                <new_reminder> <after>
                <new_reminder> for {length}
            """,
            question="",
            options=("Call someone", "Take my medicine", "Take a break"),
            answers=("{}", "to {}"),
        ),
        OpenRequest(
            sentences="""
                <remind> <day> (to|about) {text}
                <remind> <day> that {fact}
                <remind> (to|about) {text} <day>
            """,
            question="At what time shall I remind you?",
            options=("At 9 am", "At noon", "At 6 pm"),
            excluded=phrases("every|each|when|whenever|if|whether|until|before|after|as"),
        ),
        OpenRequest(
            sentences="""
                <remind> (to|about) {text}
                <remind> that {fact}
                <set> [a|another|new] reminder (to|about|for) {text}
                <dont_forget> to {text}
            """,
            question="When shall I remind you?",
            options=("In an hour", "At 6 pm", "Tomorrow at 9 am"),
            answers=("{}", "in {}"),
            excluded=phrases(
                "every|each|when|whenever|if|whether|until|before|after|as|today|tomorrow|tonight|week|"
                "weekend|month|year|later|soon|morning|afternoon|evening|monday|tuesday|wednesday|thursday|"
                "friday|saturday|sunday|in|at|how|what|which|why|who|where"
            ),
        ),
    ),
    reasons=SpokenReasons(
        before=(
            "(i'm|i am|we're|we are|it's|it is) {anything}|"
            "(i've|i have|we've|we have|i|we) [got|have] (a|an|the|my|our|some|no|two|three) {anything}|"
            "(i|we) (just|already|need|want|must|put|gotta|feel|can't|cannot|don't|didn't) {anything}|"
            "there (is|are) {anything}|there's {anything}|"
            "(the|my|our|his|her|their) {someone} (is|are|needs|need|starts|start|has|have|was|will be|takes|leaves|comes) {anything}|"
            "(the|my|our) {someone}'s {anything}"
        ),
        after=(
            "(i'm|i am|we're|we are|it's|it is|i've got|we've got|i have|we have) {anything}|"
            "(because|cause|'cause|cos|since) {anything}|so (i|we|it|the|that|my) {anything}|"
            "(the|my|our) {someone} (is|are) {anything}"
        ),
        excluded=phrases(
            "said|says|say|saying|told|tell|tells|ask|asks|asked|if|when|whether|why|how|what|which|who|whose|"
            "should|would|could|might|may|never|not|forgot|forget|heard|hear|saw|think|thought|wish|hope|wonder|"
            "wondering|unless|until|you|your|he|she|they|song|called|named|labelled|labeled|titled|kidding|joking|"
            "actually|instead|rather|wait|sorry|no|or|but|then|also|and|sure|afraid|supposed|able|same"
        ),
        never_last=phrases(
            "to|a|an|the|my|our|his|her|their|and|already|just|only|always|often|usually|sometimes|accidentally|"
            "recently|still|also|now|finally|even|ever|been|of|for|with|in|on|at|by|from|as|is|are|was|has|have|had|"
            "can|will|must|do|does|did|let|make|i|we|it|this|that|don't|didn't|can't|cannot"
        ),
        orders=(
            "[so|and|then] [please] (set|start|put|add|remind|wake|turn|open|launch|cancel|stop|delete|remove|take|cross|tick|"
            "give|time|get|stick|pop|chuck|write|note|make|speak|lower|raise|remember|show|read|could you|can you|"
            "would you|will you|you can|you could|please|what time|what's the time|how much time|how long) {anything}"
        ),
    ),
    spellings=phrases(
        "timer|timers|alarm|alarms|reminder|reminders|remind|minute|minutes|seconds|shopping|grocery|groceries|"
        "tomorrow|tonight|morning|afternoon|evening|volume|louder|quieter|firefox|calculator|browser|remember|"
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekday|every|cancel|delete|remove|notes|please"
    ),
    # What the American and British lists of SCOWL, size 80, have beside a word above.
    spelled_right=phrases(
        "afternoons|aimer|aimers|alar|alars|alarum|alarums|alary|avery|bowser|browder|browner|browse|browsed|"
        "browsers|browses|calculators|cancels|cancer|cannel|carcel|chancel|chopping|corning|cotes|delate|"
        "deleted|deletes|deplete|dimer|dimers|dotes|eery|emery|evenings|eventing|ever|everly|evert|firebox|"
        "fridays|grocer|grocers|hopping|horning|lauder|lease|loader|lotes|louden|louver|lowder|mimer|mimers|"
        "minuet|minuets|minuses|minuted|minuter|minutest|moaning|mondays|mooning|morling|mornings|motes|"
        "mourning|munday|nates|netes|nites|nodes|noes|nomes|nones|nopes|noses|note|noted|noter|noters|notus|"
        "noyes|pease|pleas|pleased|pleaser|pleases|potes|premove|quieted|quieten|quieters|quilter|quinter|"
        "quitter|rancel|rebind|refind|remainder|remainders|remand|remembers|remend|reminded|reminds|remint|"
        "remote|removed|remover|removes|revery|rewind|rewinder|rewinders|rewove|rimer|rimers|rotes|saturdays|"
        "second|seconde|secondes|secondi|secondo|severy|shipping|shoppings|slopping|sopping|sorning|souder|"
        "stopping|sunda|sundae|sundas|sundays|sundry|sunray|swopping|tamer|tamers|thursdays|tiber|tier|tiers|"
        "tiger|tigers|tiler|tilers|timber|timbers|time|timed|times|timex|timor|timur|titer|titers|tomorrows|"
        "tonights|totes|trimer|trimers|trowser|tuesdays|veery|very|volumed|volumes|volute|votes|wednesdays|"
        "weekdays|whopping"
    ),
    default_list="shopping",
    sentences={
        IntentName.STOP: """
            (stop|enough already|i've heard enough|i have heard enough|mute yourself|stop please|quiet down|quieten down|settle down|stop right (there|now)|that's all|no more|halt|shut your mouth|shut it now|not another word|you can be quiet|stop ((chatting|yapping|rambling|babbling|droning on|blabbing) [on])|stop the talking|stop your talking|that's plenty|enough please|okay enough|pipe down|hush up|quiet now|stop reading|stop reading that|stop reading it out|put a sock in it|button it|give it a rest|shh|shhh|sh|shut it|enough now|enough talking|no more talking|forget it|leave it|drop it|stop please stop|that's enough talking|you can stop|can it|stop it|cut it out|zip it|that will do|that'll do|stop stop|knock it off|stop that|stop now|stop there|stop talking|stop speaking|be quiet|quiet|shut up|hush|silence|enough|that's enough|that is enough|cancel|cancel that|never mind|nevermind|pause|be silent|shush) [(stop|that's enough|that is enough|enough|stop it|stop talking)]
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
            [<tell>] the time (is what|please) [<now>]
            what time (you have|have you got|do you have|do you make it|have we got|is the time|are we at) [<now>]
            (what's|what does|what is) (the|your) clock (say|saying)
            what time now
            (could|can|would) (i|we) (have|get) the time
            [i need] the time <now>
            [<tell>] how late it is
            what o'clock <is_it> [<now>]
            (what's|what is|whats) [the] time now
            (<tell>|remind me) what time (it is|<is_it>) [<now>]
            (i've got no|i don't have a|i don't have my|i forgot my|i lost my) watch [on|with me] what time is it
            <what_is> the [current|local] time [<now>] (over in|in|over there in) {place} [<now>]
            <tell> the [current|local] time [<now>] in {place}
            (what time's it|what's the time rn|what's the hour now|time right now|time now)
            how late is it in {place}
            do you happen to (know|have) (what time it is|the time)
            what time do we have
            what time <is_it> for {someone} in {place}
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
            what day (are|have) we [got] [today]
            (what|which) (date|day) (are we (on|at)|have we got|do we have) [today|<now>]
            [<tell>] (what|which) (month|year) (it is|<is_it>|we are in|this is) [<now>]
            [<tell>] (what|which) (day|date) <day> is
            (what|which) (date|day) (does|do) <day> fall [on]
            when is <day>
            what's the (day|date) (it is|today is)
            today is (what|which) (day|date)
            (what's|what is) (it|today) (today|the date|the day) [today]
            <what_is> the (month|year|weekday|day of the week) [today|<now>]
            [<tell>] today's (date|day)
            <tell> the day [today]
            (<tell>|remind me) what (day|date) (it is|<is_it>|we're on) [today|<now>]
            (what|which) day of the (month|week) (<is_it>|are we on|is today) [today]
            (what|which) [day|date] is <day>
            (what's|what is) the (date|day) (on|of|for) <day>
            (what's|what is|what will be) the (date|day) in {ahead}
            (what|which) (date|day) (is|will it be|is it) in {ahead}
            <what_is> the (date|day) {ahead} (from now|from today)
            (what|which) (date|day|day of the week) (was|is) (it) [on] <day>
            what day's (today|it)
            what (day|date) [is] today [again|please]
        """,
        IntentName.CALCULATE: """
            [what's|what is|what are|what does|i (need|want|would like|'d like) to know what|what is the (value|total|sum) of|what am i left with if i|if i|what if i|how much is|how much are|how much does|how many is|how much|give me|find|find me|find out|what will be|what'll|what would|what do you get (when|if) you|what do you get when|what do i get if i|what happens if you|if (you|i|we)|can you do|do|quick (maths|math|sum)|do the (maths|math|sum)|what's the (result|answer) (of|to)|the result of|calculating|calculate|calc|tell me what|compute|work out|evaluate|solve|tell me|figure out|what do you get for|what would be|whats|do you know what|can you tell me what] {expression} [=|equal|equals|is|make|makes|come to|comes to|be] [what|how much|what do (i|you|we) get|what's that|what is that|what does that make|how much is that|how much is (each|it|that each)|what does each (pay|get)|how much (each|does each (pay|get))]
            (i want to know|i'd like to know|i need to know) {expression}
            (what do|what does|how much do|how much does) {expression} (make|come to|equal|give|get)
            [if|when|say|let's say] (we|i|you|they) {expression} (how much|what) (is|does|do|will) (it|that|each|everyone|everybody|each person|we each|we) [each|per person|per head|be|come to|get|pay|have to pay|owe] [each|per person|per head]
        """,
        IntentName.SET_TIMER: """
            <set> (a|my) (second|third|separate) timer [for] {length}
            <set> (a|my) (second|third|separate) timer [for] {length} for [the|my] {label}
            <set> (one more|an extra|yet another) timer [for] {length}
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
            <set> <det> [new] {length} [long] timer to {text}
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
            <set> another [one] (for|of) {length}
            (ring|beep|buzz) <after>
            [a] [new] [countdown] timer [for|of|to] {length}
            [a|another] timer (called|named|for) <det> {label} [for|of|:] {length}
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
            [please] count [me] down [from] {length}
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
            <set> <det> [new] [countdown|kitchen] timer [please|running|going] [for|of|to|lasting|with|at] {length}
            <set> <det> {label} timer [running|going] [for|of|to|lasting|at] {length}
            <set> <det> [new] [countdown|kitchen] timer [going|running|on] [for|of|to] {length} [for|for the|for my|called|named|labelled|labeled|it's for|to] <det> {label}
            timer (set|going|on) for {length}
            <set> {length} [for|on] [the|my] (timer|clock|countdown)
            (set|start|run|do) {length} for <det> {label}
            <set> <det> alarm [clock] for {length} [from now]{kind:alarm}
            <set> {length} timer [for|called|named] <det> {label}
            (i need|i want|i'd like|give me|gimme|i've got|can i have|let's have) {length} (on|for|with) (the|a) (timer|clock|countdown)
            (gimme|give me|put|set|i want|i need) {length} on the (clock|timer) [for|for the] <det> {label}
            {length} for (the|my) {label} please
            {length} (timer|countdown) [starting now|from now]
            time <det> {label} (for|at) {length}
            time (me|us|this|it) [for|at|over] {length}
            (time|clock) {length} (for|on) <det> {label}
            (start|begin|do|run|commence) [a] [{label}] (countdown|timer|count down) [of|for|from|at] {length}
            (start|begin|commence) {length} (countdown|timer|from now|now)
            (tell|alert|ping|notify|buzz|beep|warn|shout|let) (me|us) [know] (when|once|after|in|if|as soon as) {length} [is up|are up|is over|are over|have passed|has passed|has gone by|are done|is done|have gone by|has elapsed|have elapsed|is gone|are gone|are finished|later]
            (ring|beep|buzz|ding|bleep|alert|alert me|chime|ping) (in|after|for) {length} [from now|time]
            <det> {label} timer [please] [:] {length}
            (timer|countdown) (on|for|of|at|:) {length} [for] <det> {label}
            (timer|countdown) for <det> {label} [of|at|:|please] {length}
            (set|start) <det> (time|timing|timers|time her) (for|four|of) {length}
            <set> <det> timer four {length}
            <set> it for {length}
            (let me know|tell me|shout|give me a shout|say) (when|once|after) it's been {length}
            count [down|out|off|to] [from] {length}
            (keep|track) [the] time for {length}
            (put|set|pop|stick|whack|bung) {length} on [for [the|my] {label}]
            <after> let me know
            <set> (my|the) (usual|normal|regular|standard) {length} [{label}] timer
            (for|in) {length} <set> <det> timer
            [<set>] <det> timer please [for] {length}
            (give us|gimme) a (shout|nudge|buzz) <after>
            (ring|buzz|ping|bell) me <after>
            timer [:] {length} [for] <det> {label} please
            <misheard_set> <det> [{label}] timer (for|four|of) {length}
            <misheard_set> <det> alarm for {length}{kind:alarm}
            <set> <det> {length} timer (for|called|named|on|to do) <det> {label}
            <set> <det> timer (running|off) for {length}
            <set> (up|off) <det> timer (for|of) {length}
            <set> <det> [new] {length} [long] timer [and] (call it|name it|label it) {label}
            <set> <det> (stopwatch|stop watch|countdown timer|stopwatch countdown|kitchen timer|countdown clock) [for|of|to|at] {length}
            give (me|us) {length} for <det> {label}
            <set> <det> {length} timer (going|running)
            <set> <det> [new] timer for (me|us) [for] {length}
            [just] [a] (quick|short|little) {length} timer
            <set> [a] (quick|short|little) {length} timer
            <set> [a] (quick|short|little) timer (for|of) {length}
            [<set> [a|the]] timer [for] {minutes}
            wake (me|us) [up] in {minutes}{kind:alarm}
            i (want to|need to|would like to|'d like to|will|'ll) (nap|sleep|rest|lie down) for {length} [so|and] [please] [can you|could you] [please] (set a timer|set an alarm{kind:alarm}|wake me [up]{kind:alarm})
            let me (nap|sleep|rest) for {length}{kind:alarm}
            <set> <det> timer (it should be|it needs to be|make it) {length}
            (the|my) {label} (needs|need|takes|take|has to cook for|have to cook for) {length} [so|and] [please] [can you|could you] (set|start) (a|the) timer
            <set> <det> [new] [countdown] timer [for] <roughly> {length}
            <set> <det> [new] timer [for] <roughly> {length} for <det> {label}
            timer [for] <roughly> {length}
            (another|one more|second) {length} timer
            (another|one more|second) timer (for|of) {length}
            <after> (tell|alert|notify|ping|buzz|warn) me
            give (me|us) a (heads up|warning|signal|sign) <after>
            give (me|us) a {length} warning
            (remind|tell|alert) me (when|once) {length} (is|are|has|have) (up|over|passed|gone|gone by|done)
            (let me know|tell me|alert me|shout) (when|once|after) it (has|'s) been {length}
            i (need|have|want) to {someone} for {length} [so|and] [please] [can you|could you] (set|start) a timer
            timer {label} {length}
            (the|my|our) {label} (is|are) in [the (oven|pan|pot|water|freezer|fridge|microwave|washing machine)] [<now>] [so|and] [that's|give it|give them|set|put|start|it needs] {length} [on the (timer|clock)|timer]
            (have|let) {someone} (cook|boil|bake|rest|simmer) for {length} [and] set a timer
            (give me|give us|wait|let) [me have] {length} [and|and then|then|before you] (buzz|ring|ping|beep|shout|nudge|call|alert|tell|warn) [me|us]
            (in|after) {length} [please] (ring|buzz|beep|ping|shout|alert me|buzz me|ring me|ping me)
            (make|have) (it|that) [a] {length} timer
        """,
        IntentName.WAKE_UP: """
            (wake me [up]|get me up|get me out of bed|i (want|need|have|would like|'d like) to (get up|wake up|be up)|make sure i'm up|wake us [up]) [by] <when> [[and] (can|could|will) you set an alarm|set an alarm|so set an alarm|so set an alarm please|please set an alarm|[and] wake me up]
            i (need|have|want) to (get up|wake up|be up) [by] <when> [so] [please] [can you|could you] (wake me [up]|set an alarm)
            <day> wake me [up] <time>
            (i'd like|i would like|i want|i need) (a wake up call|waking up|waking) [by] <when>
            [<day>] (i (have to|must|gotta|should|need to|want to|have got to|would like to)|i've got to|i've to|i'd like to|i'll need to|i'm getting|we have to|we need to) (be woken|be woken up|get up|be up|wake up|be awake|rise|be out of bed) [by] <when> [so|and|please] [please] [can you|could you|will you] [please] (wake me|wake me up|set an alarm|set the alarm|set my alarm|get me up)
            (i (have to|must|gotta|want to|need to|would like to)|i've got to|i'd like to|i'll need to) (be woken|be woken up|wake up|be up|get up|be awake) [by] <when>
            (make sure|ensure|see that|see to it) [that] (i'm|i am|we're|we are|i) [am] (awake|up|out of bed|get up|wake up) [by|at] <when>
            (get|wake|rouse|waking) (me|us|everyone) [up] [by] <when>
            (get|wake) (me|us) out of bed [by] <when>
            <when> wake (me|us) [up]
            (give|get) me a wake up call [by] <when>
            wake up call [by] <when>
            (let me|i want to|i'd like to|i would like to) (sleep|sleep in|lie in|nap|rest) (until|till) [by] <when>
            (don't|do not) let me (sleep|sleep in|lie in|oversleep) (past|after|beyond) [by] <when>
            (don't|do not) let me oversleep wake me [up] [by] <when>
            wake (me|us) [up] [bright and] early [by] <when>
            (can i get|could i get|i'd like|give me|i need) a wake up call [by] <when>
            [i] (need to|gotta|have to|got to|must|wanna) (get up|wake up|be up|be awake|be out of bed) [by] <when>
            wake (me|us) [up] (no later than|not later than) <time> [<day>]
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
            <set> <det> [new] [morning] alarm [clock] [to|at] <when> [for <det> {label}]
            <set> <det> [new] [morning] alarm [clock] (to go off|to ring|to sound|going off|ringing|so it rings|to wake me [up]|that rings|that goes off) <when>
            (let|have|make|get) <det> alarm [clock] [to] (go off|ring|sound|ring me|wake me) <when>
            (sound|ring|raise) <det> alarm <when>
            alarm [clock] [please] [to|set to|set for] <when>
            <when> alarm [please]
            [<set>] <det> <day> <corrected_clock> [<part>] alarm
            (set|put) <det> clock (for|to) <when>
            <set> <det> {label} alarm [clock] [to|for] <when>
            [<set>] <det> alarm [clock] for <det> <errand> <when>
            <misheard_set> <det> alarm (for|four|at) <when>
            <set> <det> alarm [clock] [to] {hhmm} [<day>]
            alarm [clock] [to] {hhmm} [<day>]
            <adjective> alarm [clock] <when>
            <errand> alarm [clock] <when>
            <day> <adjective> alarm <time>
            <adjective> alarm <day> <time>
            <when> (set|put on|i need|i want) (an|the|my) alarm
            <set> <det> alarm [clock] [for|on] <day> [<part>] [for|at|to] <time>
            <set> <det> alarm [clock] [for|on] <repeat> [at] <time>
            <repeat> <set> <det> alarm <time>
            <set> <det> [new] alarm for (me|us) <when>
            (ring|beep|buzz|ding|go off) <when>
        """,
        IntentName.SET_REMINDER: """
            <remind> in {minutes} (to|that|about) {text}
            <remind> <repeat> (to|that|about|of|for) {text} <time>
            <remind> [on] <day> <part> (to|that|about|of|for) {text} <time>
            <remind> (to|that|about|of) {text} in {minutes}
            <remind> for <when> (to|that|about|of|for) {text}
            <remind> <when> (to|that|about|of|for) {text}
            <remind> <after> (to|that|about|of|for) {text}
            <remind> (to|that|about|of|for) {text} <when>
            <remind> (to|that|about|of|for) {text} <after>
            <remind> <day> [<part>] (to|that|about|of|for) {text} <time>
            <when> <remind> (to|that|about|of|for) {text}
            <after> <remind> (to|that|about|of|for) {text}
            [new|add|set|set a|add a|create a|make a] reminder (called|named|titled) {text} <when>
            [new|add|set|set a|add a|create a|make a] reminder [to|about|for] {text} <when>
            [new|add|set|set a|add a|create a|make a] reminder [to|about|for] {text} <after>
            [new|add|set|set a|add a|create a|make a] reminder <when> (to|about) {text}
            [new|add|set|set a|add a|create a|make a] reminder <after> (to|about) {text}
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
            remind me !in !on !at !by !every !for !each {text} <when>
            remind me !in !on !at !by !every !for !each {text} <after>
            i need (to be reminded|a reminder) (to|about|that) {text} <when>
            i need (to be reminded|a reminder) (to|about|that) {text} <after>
            <remind> <day> <part> [at] <corrected_clock> [<part>] (to|that|about|of|for) {text}
            <remind> <when> - {text}
            <remind> <when> : {text}
            <remind> <after> (to|that|about|of|for|:) {text}
            <remind> <after> {task}
            <nudge> <when> (to|that|about) {text}
            <nudge> <after> (to|that|about) {text}
            <nudge> (to|about) {text} <when>
            <nudge> (to|about) {text} <after>
            <when> <nudge> (to|about) {text}
            <after> <nudge> (to|about) {text}
            <when> <remind> (to|that|about|of|for) {text}
            <after> <remind> (to|that|about|of|for) {text}
            <after> <remind> {task}
            <dont_forget> [to|about|that] {text} <when>
            <dont_forget> [to|about|that] {text} <after>
            <when> <dont_forget> [to|about|that] {text}
            <set> [a|my|the|another|new] [new] reminder [for|at] <when> (to|about|that|:|saying|which says|called) {text}
            <set> [a|my|the|another|new] [new] reminder <after> (to|about|that|:|saying) {text}
            <set> [a|my|the|another|new] [new] reminder [to|about|that|for|saying] {text} <when>
            <set> [a|my|the|another|new] [new] reminder [to|about|that|for|saying] {text} <after>
            [a|an|the] reminder <when> (to|about|that|for|:) {text}
            <new_reminder> [for|at] <when> {task}
            [a|an|the] reminder <after> (to|about|that|for|:) {text}
            <new_reminder> <after> {task}
            [a|an|the] reminder [to|about|that|for|:] {text} <when>
            (i (must not|mustn't|can't|cannot) forget|i (need|have|want|ought)|i've got|i (must|should)) [to remember to|to not forget to|to] {text} <when> [so|and|please] [can you|could you|will you] [please] remind me [please|of that|about it|to do that|to]
            (i (must not|mustn't|can't|cannot) forget|i (need|have|want|ought)|i've got|i (must|should)) [to remember to|to not forget to|to] {text} <after> [so|and|please] [can you|could you|will you] [please] remind me [please|of that|about it|to do that|to]
            <remind> too {text} <when>
            <remind> <when> too {text}
            <remind> <repeat> <time> (to|that|about) {text}
            <remind> (to|that|about) {text} <repeat> <time>
            <remind> [<day>] [at] <corrected_clock> <part> {task}
            <remind> [at] <corrected_clock> <part> <day> {task}
            (i'd like|i would like|i want|i need|i have) to be reminded <when> (to|about|that|of) {text}
            (i'd like|i would like|i want|i need) to be reminded <after> (to|about|that|of) {text}
            (i'd like|i would like|i want|i need) to be reminded (to|about|that|of) {text} <when>
            (let me know|tell me|text me|notify me|alert me) <when> that {text}
            (let me know|tell me|notify me|alert me) <after> that {text}
            remind me when it's <time> (to|that) {text}
            (i (must not|mustn't|can't|cannot) forget|i (need|have|want|ought)|i've got|i (must|should)) [to remember to|to not forget to|to] {text} [on] <day> [so|and|please] [can you|could you|will you|would you] [please] remind me [of that|about it|to do that|about that] <time>
            (i (must not|mustn't|can't|cannot) forget|i (need|have|want|ought)|i've got|i (must|should)) [to remember to|to not forget to|to] {text} [so|and|please] [can you|could you|will you|would you] [please] remind me [of that|about it|to do that|about that] <when>
            (i (must not|mustn't|can't|cannot) forget|i (need|have|want|ought)|i've got|i (must|should)) [to remember to|to not forget to|to] {text} [so|and|please] [can you|could you|will you|would you] [please] remind me [of that|about it|to do that|about that] <after>
            [<set>] [a|an|my] <corrected_clock> [<part>] reminder (to|for|about|that) {text}
            <when> <would_you> <remind> (to|that|about|of|for) {text}
            <after> <would_you> <remind> (to|that|about|of|for) {text}
            (let me know|message me|text me) <when> to {text}
            (let me know|message me|text me) <after> to {text}
            <remind> (to|that|about|of) {text} <after> or so
            i (have|need|want) to {text} <after> [so|and] [please] [can you|could you] (give me a heads up|warn me|let me know|nudge me|ping me|tell me)
            i (have|need|want) to {text} <when> [so|and] [please] [can you|could you] (give me a heads up|warn me|let me know|nudge me|ping me)
            <remind> weekly on <weekday>{every:day} <time> (to|that|about|of) {text}
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
            <show> <my> [active|running|current|set|existing|pending] <timer_kinds> [please|again|status|that are running|that are set|now]
            [<tell>] (what|which) [active|running|current|other] <timer_kinds> (do i have|have i got|have i set|did i set|have i|are set|are there|are running|are active|are on|are going|are ticking|are pending|i have|i've got|i have set|there are|is on|is set|is running|we have|have we got|do we have|are left) [set|running|on|active|going|coming up|left|pending|up] [<now>] [for|on] [<day>|<span>]
            (do|have|did) (i|we) (have|got|set) (a|an|any|some|my) [other|more] [{label}] <timer_kinds> [set|running|on|active|going|pending|left|up] [<now>] [for|on] [<day>|<span>]
            (is|are) [there] (a|an|any|the|my|some|our) [other|more] [{label}] <timer_kinds> [still] (set|running|on|active|going|ticking|done|finished|over|up|pending|left|going on|about|counting down) [<now>] [for|on] [<day>]
            (is|are) [there] (a|an|any) <timer_kinds> [<now>] [for|on] [<day>]
            any (other|more) <timer_kinds> [on|set|running|going|left|active]
            any <timer_kinds> [on|set|running|going|left|active|pending|up] [<now>] [for] [<day>]
            [<tell>] how (much time|long|much longer|much more time|many minutes|many seconds|many hours|much) [time] (is|are|do i have|have i got|has it got|does it have|have we got|do we have|is there|i have|there is) [still] (left|remaining|to go|to wait) [<now>]
            [<tell>] how (much time|long|much longer|much more time|many minutes|many seconds|many hours|much) [time] (is|are|do i have|have i got|has it got|have we got|do we have|is there|are there|does|has) [still] [left|remaining|to go|have|got] [left] (on|for|in|until|till|with) <det> [{label}] <timer_kinds> [have|got] [left|to go|remaining]
            [<tell>] how (much|long|much time|many minutes|much longer) [time] (does|has|will|is) <det> [{label}] <timer_kinds> [still] (have|got|need|take|go|left|has|run) [left|to go|remaining|to run|for]
            how (much longer|long|much time) [is it|to go|left|remaining|is there] (for|on|till|until|before|to) <det> [{label}] <timer_kinds> [rings|goes off|is up|ends|is done|go off|to ring|to go off|to finish|finishes|is finished|'s done|'s up|is over]
            how (much time|long|many minutes) (is|are) [still] left (on|for|with) (the|my|our) {label}
            [<tell>] when (does|do|will|is|are|did) (my|the|our) [next] [{label}] <timer_kinds> [going to|to|due to|supposed to] (ring|go off|end|due|finish|done|up|over|stop|set|set for|be done|be up|sound|go|beep)
            when('s|s| is| are) (my|the|our) [next] [{label}] <timer_kinds> [set for|set|due]
            [<tell>] (what time|when) (is|are) (my|the) [next] [{label}] <timer_kinds> [set|set for|set to|for] [<day>]
            <what_is> (left|remaining) (on|of) <det> [{label}] <timer_kinds>
            <what_is> the (time|remaining time|time left) (left|remaining|on) [on] <det> [{label}] <timer_kinds>
            (what's|what is|how's|how is|how are) <det> [{label}] <timer_kinds> (at|doing|on|looking|coming along|getting on|status|up to)
            <det> [{label}] <timer_kinds> status
            (status|state) of <det> [{label}] <timer_kinds>
            (check|check on|look at) <det> [{label}] <timer_kinds>
            have i set (a|an|any) [{label}] <timer_kinds> [for|on] [<day>]
            (time|minutes|how much) (left|remaining) (on|for) <det> [{label}] <timer_kinds>
            <show> [me] [active|running|current] (timers|alarms|reminders)
            how many <timer_kinds> (do i have|have i got|have i set|are there|are set|are running|are on|are going) [set|running|on|going|left]
            (what's|what is|what are|when's|when is|what was) <det> [{label}] <timer_kinds> (set for|set to|set at|set|due)
            what (does|do) <det> [{label}] <timer_kinds> say
            how (far along|close) is <det> [{label}] <timer_kinds>
            how much time (left|remaining|is left|is remaining) (on|for|in) <det> [{label}] <timer_kinds>
            [<tell>] (what|which) time <det> [{label}] (alarm|timer|reminder) is [set] [for]
            <tell> about <my> (timers|alarms|reminders)
            what (have i|do i|i) (got|have) [set|on|going|running] (for|in the way of|as) <timer_kinds>
            <show> <my> <timer_kinds> (i have|i've got|i set|that i have|that i've set|i have set)
            [<tell>] how (many|much) (minutes|seconds|hours|time) [are|is] [there] [still] (left|remaining|to go) (on|for|in) <det> [{label}] <timer_kinds>
            (is|are) (my|the|our|any|all) [{label}] <timer_kinds> (done|finished|over|up|set|on|running|ringing) [yet|already|now]
            (do|have|did) (i|we|you) (have|got|set|have got) (a|an|any|some|my|the) [other|more] [{label}] <timer_kinds> [set|running|on|active] [for|on] [<day>] [<part>] [<time>]
            (is|are) (my|the|our|an|a|any) [{label}] <timer_kinds> (set|on) (for|to|at) <when>
            what time (will|does|do|did|is) (my|the|our|i set (my|the|an)) [next] [{label}] <timer_kinds> [going to|set to] [go off|ring|end|finish|sound|for|set for]
            what time did i set (my|the|an|that) <timer_kinds> [for|to]
            what (do i need to|should i|am i supposed to|have i got to) be reminded (of|about)
            what (have you got to|do you have to|are you going to|will you) remind me (of|about) [<day>]
            do i have [any] (timers|alarms|reminders) [set] [for] [<day>] [<part>]
            did (you|i) [already|actually|really] (set|start|make) (the|my|an|a|that) [{label}] <timer_kinds>
            what did i (ask|tell|want) you to remind me (of|about)
            (timer|alarm|reminder) check
            (list|show|show me) all [my|the] (timers|alarms|reminders) and (timers|alarms|reminders)
            (when|what time) (do you|will you|are you going to) (wake me|wake me up) [<day>]
            (when|what time) am i (getting up|waking up|being woken) [<day>]
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
            (<remove>|forget|forget about|never mind|nevermind|never mind about|ignore|no need for) (all|all my|all the|all of my|all of the|every) [active|running] <timer_kind>{all:yes}
            (<remove>|forget|forget about|never mind|nevermind|never mind about|ignore|no need for) <det> <timer_kind> [<no_need>]
            (<remove>|forget|forget about|never mind|nevermind|never mind about|ignore|no need for) <det> (alarm{kind:alarm}|reminder{kind:reminder}) (for|at|on|set for) [<day> [at]] <corrected_clock> [<part>] [<day>]
            (forget|forget about|never mind|nevermind|never mind about|no need for) <det> (alarm{kind:alarm}|reminder{kind:reminder}) (for|on) <day> [<no_need>]
            <remove> [my|the|that] [tomorrow's|today's] (wake up call|wakeup call){kind:alarm} [for] [tomorrow|today] [<no_need>]
            (<remove>|forget|forget about|never mind|nevermind|never mind about) <det> <corrected_clock> [<part>] (alarm{kind:alarm}|reminder{kind:reminder})
            (<remove>|forget|forget about|never mind|nevermind|never mind about|no need for) <det> {label} <timer_kind> [<no_need>]
            (<remove>|forget|forget about|never mind|nevermind|never mind about|no need for) <det> <timer_kind> (for|called|named|about|to) <det> {label} [<no_need>]
            (<remove>|forget|never mind) <det> reminder (to|about|that) {text}{kind:reminder}
            (turn|switch|shut|take|knock|call) <det> [{label}] <timer_kind> off
            (turn|switch|shut|take|knock|call) off <det> [{label}] <timer_kind>
            i (don't|do not|no longer|won't) (need|want) <det> [{label}] <timer_kind> [<no_need>]
            i (don't|do not|no longer|won't) (need|want) <det> (alarm{kind:alarm}|reminder{kind:reminder}) [for|on] <day> [<no_need>]
            i (don't|do not|no longer|won't) (need|want) (tomorrow's|today's|tonight's) (alarm{kind:alarm}|reminder{kind:reminder}) [<no_need>]
            no (more|need for [a|the]) [{label}] <timer_kind> [<no_need>]
            [the|my] [{label}] (timer{kind:timer}|alarm{kind:alarm}) (off|stop|cancel|cancelled|delete)
            (stop|kill|end) the (clock|countdown|beeping|ringing|buzzing){kind:timer}
            (we|you|i) (can|could) (lose|drop|cancel|stop|kill|turn off|scrap|forget) <det> [{label}] <timer_kind>
            (make|get) (the|that) (alarm{kind:alarm}|timer{kind:timer}) [to] (stop|shut up|be quiet|go away)
            <remove> (tomorrow's|today's|tonight's|this morning's|monday's|tuesday's|wednesday's|thursday's|friday's|saturday's|sunday's) (alarm{kind:alarm}|reminder{kind:reminder}|alarms{kind:alarm}|reminders{kind:reminder})
            <remove> <det> (alarm{kind:alarm}|reminder{kind:reminder}) (for|on) <day>
            stop (ringing|beeping|buzzing|that ringing|that beeping|that noise){kind:alarm}
            (shut|make|get) <det> [{label}] (alarm{kind:alarm}|timer{kind:timer}) up
            <remove> (everything|all of it) on <det> (timers{kind:timer}|timer{kind:timer}){all:yes}
            <remove> every (single|last) <timer_kind>{all:yes}
            i've changed my mind about <det> [{label}] <timer_kind>
            <remove> <det> [{label}] <timer_kind> [that] (i|i've|we|we've|you) [just] (set|made|created|started)
            <remove> <det> reminder [to|about|that|:] {text}{kind:reminder}
            (no|drop the) (alarm{kind:alarm}|reminder{kind:reminder}) [for] (tomorrow|today|tonight) [morning|evening]
            (don't|do not|no need to|you don't (have|need) to|you needn't) wake (me|us) [up] [<day>] [<part>] [after all|any more|anymore]{kind:alarm}
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
            what (do|does|did) my (notes|note) say (about|on|for) <det> {query}
            (go|run|look) through my notes
            (is there|do i have|have i got) (a|any) (note|notes) (about|on|for) {query}
            (find|look up|get|search for) [me] (my|the) note (about|on|for|called) {query}
            (find|look up|get|search for) [me] (my|the) {query} note
            my notes
            <show> [out|back|all] [of] (my|the|all my|all the|any) [last|latest|recent|saved] (notes|note) [to me|with me|out loud|aloud|back to me|again|out]
            <show> what's in (my|the) notes
            [<tell>] (what's|what is|what's written|what do i have|what have i got|what did i (write|put|have)|what i (have|wrote)) (in|on) (my|the) (notes|notebook)
            [<tell>] what (have i|did i|i|i've|i have) (written down|write down|note down|noted down|noted|jotted down|jot down|wrote down|take down|taken down) [earlier|today|so far|recently|before|yesterday|last week|this week|this morning|last night]
            [<tell>] what (have i|did i|i|i've|i have) (written down|write down|note down|noted down|noted|jotted down|jot down|wrote down|note|write|jot) (about|on|for) <det> {query}
            <recalled> (a|any|some) (note|notes) [saved|written down]
            <recalled> (a|any|some) (note|notes) [saved|written down] (about|on|for|with) <det> {query}
            <show> [all] [of] (my|the|any|that) (note|notes) (about|on|for|called|with|mentioning) <det> {query}
            (find|look up|get|search for|search|fetch) [me] [all] [of] (my|the|any|that) (note|notes) (about|on|for|called|with|mentioning) <det> {query}
            what (do|does|did) (my|the|that) (note|notes) (about|on|for) <det> {query} say
            what (do|does|did) (my|the|that) {query} note say
            what (do|does|did) (my|the|that) (last|latest) note say
            (search|look in|look through|go through|check) (my|the) notes (for|about) <det> {query}
            <show> (the|my) (last|latest|newest|most recent) note
            notes
            (any|a) (note|notes) (about|on|for|with) <det> {query}
            <show> notes
            <show> [me] [my|the] (note|notes) (about|on|for|with) <det> {query}
            what (are|were) (my|the) [last|latest|recent|saved] notes
            how many notes (do i have|have i got|are there)
            <show> <my> notes (i have|i've got|i made|that i have|i've made|i have made|i took|i've taken|there are)
            <show> what (i|i've|i have) (noted|written|wrote|noted down|written down|wrote down|jotted down) [earlier|today|so far|recently|before]
            <show> what (i|i've|i have) (noted|written|wrote|noted down|written down|wrote down|jotted down) (about|on|for) <det> {query}
            (what's|what is|what was|what does it say|what did i (write|put|say)) in (my|the) (note|notes) (about|on|for) <det> {query}
            (what's|what is|what was) (my|the) (last|latest|newest|most recent) note
            (what|which) notes (did i|have i) (make|made|write|written|take|taken|add|added) [today|yesterday|recently|this week|lately|so far]
            (have|did) (i|we) (written|write|noted|note|jotted|jot|put|got) [down] (anything|something) [down] (about|on|for) <det> {query}
        """,
        IntentName.DELETE_NOTE: """
            <remove> (the|my|that) note (about|on|called|named|for|with) <det> {label}
            <remove> (the|my|that) {label} note
            (throw away|trash) (the|my|that) note (about|on|called|named|for) {label}
            (throw away|trash) (the|my|that) {label} note
            (<remove>|forget|cross out|cross off|scratch|scratch out|take out|tear up|strike|rub out|clear out) <det> [last|old|little] note (about|on|called|named|for|with|titled|regarding|concerning) <det> {label}
            (<remove>|forget|cross out|cross off|scratch|scratch out|take out|tear up|strike|rub out) <det> note (that says|saying|which says|where i said|where i wrote|that|that reads) {text}
            (<remove>|forget|cross out|cross off|scratch|take out|tear up) <det> {label} note
            i (don't|do not|no longer) need <det> note (about|on|called|named|for|with) <det> {label} [anymore|any more|any longer|now]
            i (don't|do not|no longer) need <det> {label} note [anymore|any more|any longer|now]
            i'm done with <det> note (about|on|called|named|for) <det> {label}
            <remove> (the|my|that) note [that] (i|i've|we) (made|wrote|took|left|added|saved) (about|on|for) <det> {label}
        """,
        IntentName.ADD_NOTE: """
            (take|make|add|write|create|leave|start) [me] [a|another|down a] [new|quick] note [saying|that says|that|to self|which says] !from !in !of !on !about !for !to !with !called !named !titled {text}
            note : {text}
            note that {text}
            note [down] !for !to !when !how !if !what !who !where !why {fact}
            make a mental note that {text}
            (take|put|make|write) [down] a note for me {text}
            (take|make|add|create) [me] <det> note to !my !the !a !an !her !his !our !mr !mrs !your {text}
            (jot|note|scribble|pen) down [that|this|the fact that] {text}
            write (this|that|it) down {text}
            (jot|note) [this|that|it] down [that] {text}
            (save|new|quick) note {text}
            note to self {text}
            take this down {text}
            (add|put|write|save) [this] [in|to|into] my notes [that] {text}
            (add|put|write|save) {text} (in|to|into) my notes
            <wish> (jot|note|write|scribble|pen|jotting|writing|noting) down that {text}
            <wish> (jot|note|write|scribble|pen|jotting|writing|noting|take) down [this] {fact}
            <wish> (write|jot|note|scribble|type|get|pen|take) this down [for me] [:] [that] {text}
            (make|take|have|add|making|taking|adding|create|write|leave|save|keep|drop|stick|put|pop|get|do|record|store|do me|start) [me] (a|another|one|the following|this|my|us a|me a) [new|quick|short|little|brief|mental] note [down|in|here|there|on file] (that|saying|saying that|says|that says|which says|to say|to say that|reading|:|to self|for me|for me that|titled|called|named) {text}
            (make|take|add|create|save|keep) (a|another) [new|quick|short|little|brief] note [to self|to myself|for me|for myself] [:] {fact}
            (make|take|keep|making) [a] [quick] note (of this|of it|of the fact|of that|of the following) [that] {text}
            (stick|pop|put|drop|leave|add|get) (a|another) [quick] note (in|on|down|there) [my notes] [that|saying|saying that] {text}
            (a|one|another|new|quick) note [:] (that|saying|says) {text}
            (<put>|record|store|add to) [down] (in|on|into|to) (my|the) (notes|notebook) [that|:] {text}
            to my notes add [that] {text}
            (i'd like|i want|i need) (a|to leave a|to make a|to take a|to add a) [quick] note (that|saying|to say|which says) {text}
            (i'd like|i want|i need|let me|can i|let's) [to] (make|take|add|leave) a [quick] note {fact}
            (i'd like|i want|i need|let me|can i|let's) [to] (note|jot|write) [down] [that] {fact}
            note (to myself|to self|for me|for myself|for later) [:] [that] {text}
            (note|take note) [that|down that] !for !to !when !how !if !what !who !where !why {fact}
            take note (that|of this) {text}
            (store|save|record) [this|the following] (as a note|in a note|as note|in my notes) [:] [that] {text}
            (store|save|record) {text} as a note
            right (down|this down) [that] !for !to !when !how !if !what !who !where !why {fact}
            (make|take|write|add) down a [quick] note [that|saying|:] {text}
            (take|get|make) down a [quick] note [that|saying|:] {text}
            (put|stick|pop|leave|drop|save) (a|this) [quick] note [that|saying|:] !for !to !when !how !if !what !who !where !why {fact}
            (make|take|add|create|write) (a|another) [quick] note [:] !for !to !when !how !if !what !who !where !why {fact}
            (i need to|let me|i want to|i'd like to) (write|note|jot|take) something down [:] {text}
            put down that {fact}
            (memo|notes) : {text}
            (take|make|add|write) a [quick] memo [that|saying|:] {text}
            (record|save|keep|write) a [quick] (note|memo) [that|saying|:] {fact}
            (put|write|add|stick) [it] in my notes that {text}
            (make|take|write|add|create) [me] (a|another) [quick|short] note (called|titled|named) {text}
            (make|take|keep|making) [a] [quick] note of (this|the following) [:] {text}
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
            <show> [me] [out|back] <its_list> [with me|to me|out loud|aloud]
            [<tell>] (what's|what is|what's there|what have (i|we) [got]|what (do|did) (i|we) [still] (have|put|need|got)|what (is|are) [still|left]|what (things|items) are [still|left]) [left|still|already] (on|in) <its_list>
            [<tell>] what is [left|still] (on|in) <its_list>
            <what_is> on [the list] for (shopping{list:shopping}|groceries{list:groceries})
            [<tell>] what (do|did|should|must|have|am|are) (i|we) [still] (need|have|want|got|supposed|meant|going|to) [to] (buy|get|pick up|shop for) [at the store|at the shop|from the store|from the shop|from the shops|at the shops|at the supermarket|from the supermarket|today]{list:shopping}
            [<tell>] what (i|we) [still] (need|have) to (buy|get|pick up) [at the store|at the shop|from the store|from the shop|from the shops|today]{list:shopping}
            what (do|did) (i|we) [still] need (from|at) the (shop|shops|store|supermarket|market){list:shopping}
            (what's|what is) (to buy|left to buy|there to buy|still to buy){list:shopping}
            (is there|do (i|we) have|have (i|we) got|have i|is) (anything|something|much|any) [left|else|still] (on|in) <its_list>
            (is|are) [there] {items} [already|still] on <its_list> [already|yet|still|now]
            (do|should) (i|we) [still] (need|have) to (buy|get|pick up) (anything|something) [else] [today|from the shop|from the shops|at the shop|at the shops|from the store|at the store]{list:shopping}
            how many (things|items) are [there] [left] on <its_list>
            [<det>] (shopping{list:shopping}|grocery{list:grocery}|to do{list:todo}|todo{list:todo}|packing{list:packing}) list
            how (does|is) <its_list> (look|looking)
            <show> [me] [out|back] everything on <its_list>
            <show> (the (things|items|stuff)|what i put) on <its_list>
            (show|read|tell) [me|us] <its_list> (out|back|aloud|out loud) [to me]
            what (all|else|stuff|things|items) (is|are) [there] [left|still] on <its_list>
            [<tell>] (what's|what is) [left|still] on <its_list> (today|now|right now|at the moment|for today)
            (do|have) (i|we) (have|got|put) {items} [already|still] on <its_list>
            did (i|we|you) [already] (add|put) {items} <on> <its_list>
            (list|show|show me|read|read me) (my|the|all my) (todos|to dos|tasks){list:todo}
            (what are|what're) (my|the) (todos|to dos|tasks) [for today|today]{list:todo}
            what (did i|have i) (put|add|added) (on|to) <its_list>
        """,
        IntentName.REMOVE_FROM_LIST: """
            <take_off> off {items} (from|on|in) <its_list>
            <take_off> (off|out) {items} (from|on|in) <its_list>
            <take_off> {items} (off|from|off of|out of) (my|the|our) <list_name> list
            <take_off> {items} (off|from|off of|out of) <det> list
            (cross|tick|check|strike) off {items} (on|from|off) (my|the|our) <list_name> list
            (cross|tick|check|strike) off {items} (on|from|off) <det> list
            (cross|tick|check|strike) (off {items}|{items} off)
            (i've got|i have|i got|i bought|i've bought|we've got|we have|got) [the] {items} [so] [you can|please] (cross|take|tick|check) (it|them|that|those) off [of] (my|the|our) [<list_name>] list
            i (already|just) (bought|got|have) {items} [so] (take|cross|tick) (it|them) off [of] (my|the|our) [<list_name>] list
            mark {items} (as done|done|as bought|as complete|as completed)
            [mark] {items} (as done|done|is done|as bought) on (my|the|our) [<list_name>] list
            <take_off> {items} (off|from|off of|out of) <its_list>
            (from|off|on) <its_list> <take_off> [off] {items}
            <its_list> [:] <take_off> {items}
            (mark|check) {items} <done> [on|in|from] <its_list>
            (i've|i have|we've|we have|i|we) [just|already] (got|have|bought|picked up|have got|got hold of|found|done|finished) {items} [so|and] [please] [can you|could you|you can|will you] [please] (take|cross|tick|check|scratch|strike|remove|knock) <it> (off|from|off of) [of] <its_list>
            (i've|i have|we've|we have|i|we) [just|already] (got|have|bought|picked up|have got) {items} [so|and] [please] [can you|could you|you can] [please] (cross|tick|check|scratch|strike) (off <it>|<it> off)
            (i|we) (don't|do not|no longer) need {items} [any more|anymore] [so|and] [please] [can you|could you|you can] [please] (take|cross|tick|check|scratch|strike|remove|knock) <it> (off|from) [of] <its_list>
            (i|we) (don't|do not|no longer) need {items} on <its_list> [any more|anymore]
            {items} (can come|comes|can go|should come) off <its_list>
            no more {items} on <its_list>
            <wish> (remove|delete|cross out|strike out|scratch out|cross off|tick off|check off|get rid of|scrap|erase|lose) {items} (on|in) <its_list>
            <det> {items} off <its_list>
            (i've|i have|we've|we have|i|we) [just|already] (got|have|bought|picked up|have got) {items} [so|and] [please] [can you|could you|you can] [please] (remove|delete|drop|take|cross|tick|check) <it> [off|out]
            (i've|i have|we've|we have|i|we) [just|already] (got|have|bought|picked up|have got|got hold of|found|done|finished) {items} [so|and] [please] [can you|could you|you can|will you] [please] (remove|delete|drop|take|cross|tick|check) <it> from <its_list>
        """,
        IntentName.ADD_TO_LIST: """
            <put> {items} down <on> <its_list>
            (i|we) (need|have|got|want) to (buy|get|pick up) {items} <then> (put|add) (it|them|that|those) <on> (my|the|our) [<list_name>] list
            <put> {items} <on> <det> (todo{list:todo}|to do{list:todo}|todos{list:todo}|shopping{list:shopping}|groceries{list:groceries}|grocery{list:groceries}) [list]
            <put> {items} <on> (my|the|our|a) <list_name> list
            <put> {items} <on> <det> list
            (add|put|write) <on> (my|the|our) <list_name> list {items}
            (we're|we are|i'm|i am) [almost|nearly] out of {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) <list_name> list
            (we're|we are|i'm|i am) [almost|nearly] out of {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) list
            (we|i) need {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) <list_name> list
            (we|i) need {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) list
            (we|i) need {items} on (my|the|our) <list_name> list
            (we've|we have|i've|i have) (run out of|no more) {items} <then> (put|add) (it|them|that|some) <on> (my|the|our) [<list_name>] list
            (shopping{list:shopping}|groceries{list:groceries}|todo{list:todo}|to do{list:todo}) : {items}
            (shopping{list:shopping}|groceries{list:groceries}|grocery{list:groceries}|todo{list:todo}|to do{list:todo}|packing{list:packing}) list : {items}
            add to <det> <list_name> list [:] {items}
            new item (on|for) (my|the|our) <list_name> list {items}
            <list_name> list [:] add {items}
            <put> {items} down <on> <its_list>
            <ran_out> {items} [so|and] [please] [can you|could you|will you|would you|can we|let's|you can] [please] (put|add|pop|stick|chuck|throw|write|get|have) [some|it|them|that|those|more] [down] <on> <its_list>
            <ran_out> {items} <on> <its_list>
            <on> <its_list> <put> {items}
            <its_list> [:] <put> {items}
            <put> <on> <its_list> [:] {items}
            new (item|entry|thing) (on|for|in) <its_list> [:] {items}
            {items} (goes|go|should go|needs to go|need to go|has to go) <on> <its_list>
            {items} (on|onto|to|for) (my|the|our) (shopping{list:shopping}|groceries{list:groceries}|grocery{list:grocery}) list
            [and] {items} (on|onto|to) (my|the|our) list (too|as well|please|also)
            <ran_out> {items} [so|and] [please] [can you|could you|will you|would you|can we|let's|you can] [please] (put|add|pop|stick|chuck|throw|write|get|have) <on> <its_list>
            <its_list> (also|please) <put> {items}
            <put> {items} (on|to) (shopping{list:shopping}|grocery{list:grocery}) please
            <wish> (add|create|make|put in) (a|another|one more) [new] (task|todo|to do|to do item){list:todo} (:|to|called) {items}
            (add|new) [a] [new] (task :|todo|to do|to do item){list:todo} [:|to] {items}
            (i|we) (need|want) {items} <on> <its_list>
            (don't|do not) forget [the|to buy|to get] {items} (put|add) (it|them|that|those|some) <on> <its_list>
            (start|create|make|begin|set up|write) [me|us] (a|my|the|another) [new] (shopping{list:shopping}|grocery{list:groceries}|packing{list:packing}|to do{list:todo}|todo{list:todo}) list (with|:|and (add|put)|including|containing) {items} [on it|to it]
            <put> the following <on> <its_list> [:] {items}
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
            [<tell>] what [else] (do|have|did) (you|i) (remember|know|stored|saved|have stored|have saved|stored in memory|recall|keep in memory|have in memory|got in memory) (about|on|of) me{all:yes}
            [<tell>] what [else] (you) (remember|know|have stored|have saved|recall) (about|of) me{all:yes}
            (list|show|show me|tell me|give me) (everything|all|all the things|all that|what) (you|i) (remember|know about me|have stored|have remembered|asked you to remember|told you|told you to remember|have saved about me){all:yes}
            what [else|all] (have|did) i (asked|ask|told|tell|wanted|want) you to (remember|keep in mind){all:yes}
            what (things|facts|all) (do|have) you (remember|remembered|stored) [about me]{all:yes}
            what (have|did) you (remembered|remember|stored|learned|learnt) [about me]{all:yes}
            (what's|what is|what do you have|what have you got) (in|stored in|saved in) your memory [about me]{all:yes}
            [<tell>] (do|can|could) you (remember|recall) my {query}
            (do|can) you (remember|recall|know) (anything|something|what i said|what i told you|what) (about|on|of) (my|me and my|our) {query}
            (do|can) you (remember|recall) (where|when|what|who|which|how many) (i|my|we|our) !said !asked !told {query}
            (tell|remind) me (what|where|when|which) <i_said> (about|on|of|regarding) <det> {query}
            (do|can|could) you [still] (remember|recall|tell me) (what|where|when|which) <i_said> (about|on|of|regarding) <det> {query}
            what <i_said> (about|on|of|regarding) <det> {query}
            (tell|remind) me what (you know|you remember|do you know|you have stored|is stored) (about|on|of) (my|me and my|our) {query}
            what (do|have) you (remember|recall|have stored|stored|have saved|saved|have noted) (about|on|of) (my|our) {query}
            (remind|tell) me what i (said|told you|told) about <det> {query}
            remind me (what|where|when|who) my {query} (is|was|are)
            do you (remember|know|recall) (what|who|when|where) my {query} (is|was|are|is called|are called|is named)
            what (have|do) you [got|have] (stored|saved|remembered|noted|on record|on file) about (me{all:yes}|my {query})
            (do you|can you) [still] (remember|recall) (me telling you|that i told you|i told you) about <det> {query}
            (do|can) you (remember|recall|know) anything about me{all:yes}
        """,
        IntentName.FORGET: """
            forget (what|everything|all) i (told|said|have told) [to] [you] about <det> <named> {text}
            (delete|erase|forget|wipe) (what|everything|all) you know about my {label}
            (erase|wipe) my {label} from (memory|your memory)
            forget (everything|all|all you know|everything you know|what you know) about my {text}
            forget [about] my {label}
            forget that <named> {text}
            forget the fact that {text}
            (delete|remove|erase) <det> <named> {text} from [your] memory
            (stop remembering|don't remember|do not remember|no longer remember) <det> <named> {text}
            forget [about] [everything|all|what|the thing|the things|the fact|the part|the bit|whatever|anything] [that] (i|i've|i have) (told|said|mentioned|asked) [you] [to] [you] [to remember] (about|of|regarding) <det> <named> {text}
            forget (the thing|the things|everything|anything|the fact|all|the part|the bit) (about|of) <det> <named> {text}
            forget about my {text}
            (remove|delete|erase|wipe|clear|scrub|drop|take) (from|out of) [your|the] memory [that|the fact that|the fact|:] <named> {text}
            (remove|delete|erase|wipe|scrub) <det> <named> {text} (from|out of) [your|the] memory
            (stop remembering|don't remember|do not remember|no longer remember|you needn't remember|you don't need to remember|you don't have to remember|you can stop remembering|no need to remember|unlearn|unremember) [that|what] <det> <named> {text} [any more|anymore|any longer]
            (delete|erase|remove|wipe|clear|drop) (what|everything|all|all that|anything|whatever) you (know|remember|have stored|have|stored|have saved) (about|on|of) (my|the) {label}
            (delete|erase|remove|wipe|clear) (the|that|your) (memory|fact|memories) (about|of|that) [my] {text}
            forget (where|when|who) my {label} (is|was|are)
        """,
        IntentName.REMEMBER: """
            remember that !song !time !day !one !film !movie !show !girl !boy !guy !night !book !game !band !thing !scene !episode {text}
            remember for me [that] {fact}
            remember this {text}
            [please] remember : {text}
            remember !for !to !when !how !if !what !who !where !why {fact}
            [just] (so you know|for your information|fyi|by the way|just so you know) {fact} [so|please] remember (that|it|this)
            [just] (so you know|for your information|fyi|by the way|just so you know) {fact} [so|please] remember
            {fact} [so|please] remember (that|this)
            {fact} please remember
            (keep in mind|bear in mind|make sure you remember|don't forget|do not forget) that {text}
            (memorize|memorise|commit to memory) that {text}
            <keep> [this|the fact] that {fact}
            <keep> (this|the following) [:] {fact}
            (keep in mind|bear in mind|keep it in mind|make sure you remember|memorize|memorise|commit to memory|store|remember|don't forget|do not forget|never forget) [this] [:] !for !to !when !how !if !what !who !where !why {fact}
            [just] (for future reference|for the future|for next time|for your memory|for your records) [:] {fact}
            [just] (for future reference|for the future|for next time) remember [that] {fact}
            (add|save|commit|put|store) (to|in|into) [your] memory [that|:] {fact}
            (i want|i'd like|i need) you to know [that] {fact}
            {fact} [so|please|and] [please] (keep that in mind|keep it in mind|bear that in mind|don't forget|don't forget that|don't forget it|make a mental note)
            remember [something|this] for (me|next time|later|the future|future) [that|:] !for !to !when !how !if !what !who !where !why {fact}
            i (want|need) you to (know|remember) [that] {fact}
            (there's|here's) something to remember {fact}
            (my|our) {fact} (remember|keep) (that|it|this) for (me|later|next time)
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
            what (did i|have i|was i|was it [that] i|was it i) [just|last] (ask|asked|say|said|asked for|ask for|request|requested|asking|saying|asking for|said last|ask last) [you] [for|to do] [just|last|just now|now|before|a moment ago|a minute ago|a second ago|earlier|previously|before that|then]
            (tell me|do you remember|can you remember|remind me|remind me of|repeat|repeat back|say again|read back|do you know|what was|what's) (what|the thing|the last thing) (i|i've|i have|i was) [just|last] (ask|asked|say|said|asked for|request|requested|asking|saying|asking for) [you] [for|to do] [just|last|just now|now|before|a moment ago|a minute ago|a second ago|earlier|previously]
            [what's|what is|what was|tell me|repeat|say|repeat me|give me|go back to] my (last|previous|earlier) (question|request|message|command|sentence|query|words|instruction|thing) [again|to you|please|once more]
            (what's|what is|what was|tell me|repeat) the (last|previous) (thing|question|request|command|message) (i|that i|i've) (said|asked|asked you|told you|requested|asked for|sent|sent you|gave you|made|typed|said to you)
            (what's|what was) my question [again|just now]
            repeat (my words|what i said|what i just said|my question|my request) [back] [to me]
        """,
        IntentName.SET_VOLUME: """
            [<wish> (set|turn|change|put|make|bring|adjust|move|take|setting|turning|putting|changing)] [the|your|my] (volume|sound|loudness|sound level|volume level|speaker|speakers|voice) [[up|down] (to|at|on)] {level} [percent|per cent|%]
            (turn|bring|set|put) it [up|down] to {level} (percent|per cent|%)
            (volume|sound) (to|at) (max|maximum|full|the max|the maximum){level:100}
            (set|turn|put) [the|your] (volume|sound) [up] (to|at|on) (max|maximum|full|the max|the maximum){level:100}
            [set|turn] [the] volume to half{level:50}
            (full|max|maximum) volume{level:100}
            half volume{level:50}
            {level} (percent|per cent|%) volume
            (turn|bring|set|put|take|move|dial) <sounding> (up|down) to {level} [percent|per cent|%]
            (set|turn|put|bring|make|take|dial) [the|your|my] <sound> [all the way] [up] (to|at|on) [its|the] (max|maximum|full|full volume|highest|loudest){level:100}
            (turn|crank|put|bring) (yourself|[the|your|my] <sound>) (all the way|right|fully) up{level:100}
            <sound> [to|at] (max|maximum|full){level:100}
            (set|turn|put|bring|make) [the|your|my] <sound> [down|up] (to|at|on) half [volume]{level:50}
            (as loud as (you can|possible|you can go|it goes)|[at] full blast){level:100}
            [i'd like|i want|i need] [the|your] <sound> (to be|at|on|to) {level} [percent|per cent|%]
            (make|set|put|have) it [at|to|on] {level} (percent|per cent|%) volume
            [at|to] {level} (percent|per cent|%) volume
            <sound> (all the way|right|fully) up{level:100}
            (volume|sound) half{level:50}
            (set|turn|put) [the|your] <sound> [down] (to|at|on) (min|minimum|the minimum|the lowest){level:10}
        """,
        IntentName.VOLUME_UP: """
            <degree> louder <degree>
            (speak|talk|say it|read|make <sounding>|be|play|get|go|sound|speaking|talking) <degree> (louder|up) <degree>
            speak up <degree>
            (turn|crank|pump|bump|jack|push|kick|turning) <sounding> up <degree>
            (bring|put|move|take|lift|raise) ([the|your|my] <sound>|yourself|your voice) up <degree>
            (turn|crank|pump|bump|bring|push|jack|turning) up [the|your|my] (<sound>|voice) <degree>
            turn up <degree>
            vol up
            <sound> (higher|up <degree>)
            (increase|raise|boost|up|lift|amplify|bump|increasing|raising) [the|your|my] (<sound>|voice) <degree>
            (you're|you are|it's|it is|that's|that is) <degree> too (quiet|soft|silent|low)
            (i can't|i can hardly|i can barely|i cannot) hear you [properly|very well|well]
            <degree> more volume
            with more volume
            raise your voice <degree>
            (i need|i want|i'd like|can i have|let's have|make) (it|you|that|the <sound>) [to be] <degree> (louder|higher)
            [a] (higher|louder) (volume|voice|sound)
            (in|with) a louder voice
            <degree> too (quiet|soft)
            say (that|it) (louder|again louder|again but louder)
        """,
        IntentName.VOLUME_DOWN: """
            <degree> (quieter|softer|more quietly) <degree>
            (speak|talk|say it|read|make <sounding>|be|play|get|go|sound|speaking|talking) <degree> (quieter|softer|more quietly|more softly|lower|less loud|quietly|softly) <degree>
            (turn|dial|turning|knock) <sounding> down <degree>
            turn <degree> down
            (bring|put|move|take) ([the|your|my] <sound>|yourself|your voice) down <degree>
            (turn|dial|bring|turning|knock) down [the|your|my] (<sound>|voice) <degree>
            vol down
            <sound> (lower|down <degree>)
            (you're|you are) (shouting|yelling)
            (don't|do not|stop) (shout|shouting|yell|yelling) [at me]
            tone it down <degree>
            (decrease|lower|reduce|drop|soften|lessen|decreasing|lowering|reducing) [the|your|my] (<sound>|voice) <degree>
            (you're|you are|it's|it is|that's|that is) [being] <degree> too loud [for me]
            (not|don't be|don't speak|don't talk|do not be) (so|as|too|that) loud
            <degree> less (loud|volume|noise)
            keep (your voice|the noise|the volume|it) down <degree>
            (use|in) (a|your) (lower|quieter|softer|indoor|inside) voice
            (i need|i want|i'd like|can i have|let's have|make) (it|you|that|the <sound>) [to be] <degree> (quieter|softer|lower)
            [a] (lower|quieter|softer) (volume|voice|sound)
            <degree> too loud
            (you're|you are|it's|it is|that's|that is|you sound|that sounds) (a bit|a little|a little bit|rather|quite|very|really|so|pretty|awfully) loud [for me]
            (you're|you are|that's|that is) hurting my ears
            say (that|it) (quieter|softly|quietly|more quietly)
            lower [please]
        """,
        IntentName.OPEN_ADDRESS: """
            (open|open up|head to|head over to|go to|visit|navigate to|browse to|show me|take me to|bring up|load|pull up) [the] [website|site|page|address|web page] {address} [in|on] <det> [browser|web browser]
            (open|open up|head to|head over to|go to|visit|navigate to|browse to|show me|take me to|bring up|load|pull up) [the] [website|site|page|address|web page] {address}
            <go_to> <site> [at|called|of] {address} [website|site|page] [(in|on|with|using) <det> [browser|web browser|internet]]
            (open|open up|go to|go on|take me to|load|load up|bring up|pull up|launch|start|visit|head to|get me on|get me to) <known_site> [website|site|page] [(in|on) <det> (browser|web browser|firefox|chrome)]
            (open|open up|go to|visit|load|pull up|bring up) <site> {address} (in|with|using) (firefox|chrome|chromium|edge|safari)
        """,
        IntentName.OPEN_APPLICATION: """
            <open> <det> {application} [app|application|program] [for me]
            <open> [the] (app|application|program) [called] {application}
            switch to {application}
            (i want|i'd like|i need) to (open|use|start) [the|my] {application}
            get me [the|my] {application}
            (get|have|get me|have me) <det> {application} [app|application|program] (open|up|running|started|opened|launched|going|up and running)
            (show me|take me to|go to|go into|get me into|get me|i need|i want|i'd like|give me) <det> {application} (app|application|program|window)
            (can i|could i|i'd like to|i want to|i need to|let me|let's|i wanna) (use|open|start|launch|run|have|see|get into) <det> {application} [app|application|program]
            <wish> <open> <det> {application} [app|application|program]
            (would|will) you <open> <det> {application} [app|application|program]
            <det> {application} (open|start|launch)
            start <det> {application} up
            (fire|boot|start|bring|load|pull) <det> {application} up
            (i need|i want|i'd like|give me) (the|my) {application}
            <open> (the|my) {application} (browser|editor|terminal|player|client|window)
            (show me|go to) (the|my) {application} (window|app)
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
            (what's|what is|tell me|say|what was|may i know|may i have|can i know) your [good|full|own|real|proper|first] name
            [your|the] name please
            what (are|do) (you|they|people|we) (called|call you|call yourself|named|known as)
            what (can|should|do|shall|may|must) (i|we|people) call you
            who am i (talking|speaking|chatting) (to|with)
            (tell|tell me|say) (a bit|a little|something|more|all|a little bit) about yourself
            (tell me|say) (who|what) you are
            what (exactly|actually) are you
            who (exactly|actually|the hell|on earth) are you
            who are you (exactly|then|really|anyway)
            what (is|'s) this (assistant|thing|program|app|software) [called]
            (are you|is this) [really|actually|just|only] (an ai|a bot|a robot|human|a human|a person|a real person|real|a machine|a computer|a program|alive|a chatbot)
            what can you do [for me|to help|to help me]
            what (things|kinds of things|kind of things|sort of things|sorts of things|all|else|stuff) can you do [for me]
            what are you (able to do|capable of|good for|good at)
            who (were|are) you (made|built|created|written|developed|programmed) by
            (how|what) can you help [me] [with]
            (what's|what is) parley
            help
            what do you do
            (what am i able to|what can i) (ask|say|say to you|ask you|do with you) [to do]
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
            send <det> (email|mail|e-mail|message|text|text message|sms|whatsapp) to {someone} [saying|that says|that|telling|about|and tell|to say] {anything}
            send <det> letter to {someone} [{anything}]
            send <det> (email|mail|e-mail|message|text|text message|sms|whatsapp) to {someone}
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
            (what's|what is|whats|how's|how is|what will|tell me|give me|check|show me|any idea about) the [weather|local|five day|weekly|long range] (forecast|weather|weather report) [be] [like|going to be like|looking like|looking] <moment> [in {place}|for {place}|here|there] <moment>
            (is it|will it|is it going to|will it be|is there any chance of|any chance of|is there going to be|gonna|it's gonna) (rain|snow|raining|snowing|rain or snow|sunshine|a storm|thunder|thunderstorms|showers|hail) <moment> [in {place}] <moment>
            (will|is|should|do|would) (i|we) need (an|a|my|the|any) (umbrella|raincoat|coat|jacket|sunscreen|sun cream|brolly|sunglasses|jumper) <moment>
            how (hot|cold|warm|windy|wet|humid|cool|chilly) (is it|will it be|is it going to be|does it get|was it) <moment> [in {place}] <moment>
            (what's|what is|how much is|tell me|give me|check) [the] [current|latest|today's] [price|rate|value|cost|going rate] [of|for] [a|an|one|some] <goods> [price|rate] [today|<now>|worth|trading at|going for|at|worth today|this week]
            how much (does|do|is|are) [a|an|one] <goods> (worth|cost|going for|trading at|sell for) [today|<now>]
            (call|get|order|book|hail|fetch|find|arrange|send|send for|phone for|ring for) [me|us|for me|my wife|mum] (a|an) <ride> [to|from|home|for|at|into|back] [{anything}]
            <wish> (a|an) (taxi|cab|uber|lyft) [to|from|home|for|at|into] [{anything}]
            i (need|want|'d like) (a|an) (taxi|cab|uber|lyft) [to|from|home|for|at|into] [{anything}]
            (phone|ring|ring up|dial|phone up|call up|facetime|video call|skype) <det> {someone} [for me|<now>|at home|at work|on speaker]
            (make|place) a [phone] call to <det> {someone}
            put me through to <det> {someone}
            (send|write and send|draft and send|shoot|drop|fire off) [off] <det> [quick] (email|mail|e-mail|message|text|text message|sms|whatsapp|whatsapp message|dm) to <det> {someone} [{anything}]
            (send|shoot|drop) <det> {someone} <det> [quick] (email|mail|e-mail|message|text|text message|sms|whatsapp|whatsapp message|dm) [{anything}]
            (text|message|whatsapp|email|e-mail|mail|dm|ping) {someone} (that|saying|to say|to tell|and say|and tell|to let|i'm|i am|i'll|we're|on whatsapp|on signal|on telegram|on messenger|on teams|on slack) [{anything}]
            (reply|respond|answer|write back) to <det> {someone} (email|message|text|mail|emails|messages)
            (reply|respond|answer|write back) to <det> (email|message|text|mail|messages|emails|last email|last message) [from {someone}] [{anything}]
            (read|check|show|open) [me|out] <det> (email|emails|message|messages|mail|text|texts) from <det> {someone}
            (any|have i got any|do i have any|are there any|did i get any) [new] (email|emails|mail|mails|messages|texts) [today|from {someone}]
            <what_is> the [latest|current|final|live] (score|result) [of|in|for|at] [the] {anything}
            what was the [final] (score|result) [[of|in|for|at] [the] {anything}] (today|yesterday|last night|tonight|<now>|this weekend|last weekend|at the weekend|this morning|this afternoon|last week)
            what was the [final] (score|result) (of|in) the (match|game|race)
            (did|have|has) [the] {someone} (win|won|lose|lost|score|scored|play|played|beat {anything}|win against {anything}) (today|yesterday|last night|tonight|<now>|this weekend|last weekend|at the weekend|this morning|this afternoon|last week)
            did [the] {someone} (win|lose) [the|their] (match|game|cup|race)
            (who's|who is|who) (won|win|playing|plays) [in|at] [the] {anything} (today|yesterday|last night|tonight|<now>|this weekend|last weekend|at the weekend|this morning|this afternoon|last week)
            (who's|who is) (winning|leading|ahead) [in|at] [the] {anything}
            (how did|how are|how have) [the] {someone} (do|doing|done|get on|play|played) (today|yesterday|last night|tonight|this weekend|at the weekend|in the match|in the game)
            (what's|what is|how's|how is) [the] {anything} (stock|stock price|share price|stocks|shares) [doing|at|trading at|price] [today|<now>]
            (how much|what) (is|are) {anything} (stock|shares|share) (worth|trading at|at|going for) [today|<now>]
            (what's|what is|check|tell me|give me|show me) the (stock price|share price|price|value) of {anything} (stock|shares|today|now|right now|at the moment)
            (what's|what is|how much is|tell me) the [current|latest|today's] (exchange rate|conversion rate|dollar rate|rate) [of|for|from|between|today] [{anything}]
            (book|reserve) [me|us] (a|an|some|two|three|four) [cheap|return|single|window] (flight|flights|ticket|tickets|table|hotel|hotel room|room|train|train ticket|train tickets|seat|seats|appointment|doctor's appointment|dentist appointment|haircut|cinema ticket|cinema tickets) [{anything}]
            (buy|get|find) [me|us] (a|an|some|two|three|four) [cheap|return|single] (flight|flights|train ticket|train tickets|plane ticket|plane tickets|hotel room|cinema tickets) [{anything}]
            (arrange|get) [me|us] (a|an) (appointment|doctor's appointment|dentist appointment|haircut) [{anything}]
            make (a|an|me a|me an|us a) (reservation|booking|appointment) [{anything}]
            order [me|us] [a|an|some|two] [large|small|medium|takeaway] (pizza|pizzas|burger|burgers|sushi|curry|kebab|food|takeaway|takeout|chinese|biryani|groceries|dominos) [delivered|to|for|from|online|with|home|please] [{anything}]
            get (me|us) (a|an|some) (pizza|takeaway|takeout|kebab|curry|burger) [delivered]
            order (me|us|a|an|some|in|another) {anything}
            (how's|how is|what's|what is|how bad is|is there) [the|any|much] traffic [like|looking|situation|report|on] [<moment>] [{anything}]
            (is|are) (there|the) [any] (traffic|delays|roadworks|accidents|jams|traffic jams) [on|in|to|from|at] [{anything}]
            (how long|how much time) (will it take|does it take|is the drive|is it going to take) [me|us] to (get to|drive to|reach) {anything} (now|right now|in this traffic|with traffic|today)
            (when|what time) (is|does|'s|are) [the] next (bus|train|tram|flight|metro|subway|tube|ferry|coach) [{anything}]
            when's [the] next (bus|train|tram|flight|metro|subway|tube|ferry|coach) [{anything}]
            (what's|what is|what are|what's in|what's on|what is on|read|read me|read out|give me|tell me|show me|any|catch me up on|let me hear|play me) [in|on] [the] [latest|today's|newest|morning|breaking|local|world|sports|top|main|big|evening|cricket] (news|headlines|news headlines|news stories) [today|this morning|tonight|of the day|about {anything}|<now>|from {anything}|in {anything}|please]
            (what's|what is|how's|how is) {anything} (trading at|trading for|doing on the stock market)
            <what_is> the (football|soccer|cricket|rugby|tennis|basketball|baseball|hockey|nba|nfl|ipl|f1|golf|match|game|test match|lottery|election) (score|scores|result|results) [<moment>]
            what were the [latest] (football|cricket|rugby|tennis|basketball|hockey|nba|nfl|match) (scores|results) [<moment>]
            (turn|switch|put) (on|off) <det> [{anything}] <device> [in <det> {anything}]
            (turn|switch|put) <det> [{anything}] <device> (on|off|up|down|to {anything}) [in <det> {anything}]
            (turn|switch) (up|down) <det> [{anything}] (heating|heat|heater|thermostat|radiator|air con|air conditioning|ac|lights|tv|telly|television)
            (dim|brighten) <det> [{anything}] (light|lights|lamp|lamps) [to {anything}|a bit|down|a little]
            (set|change|make|turn) <det> [{anything}] (thermostat|heating|heater|oven|lights|light|lamp|ac|air conditioning|temperature) (to|on|at|red|blue|green|warm|warmer|cooler|colder|brighter|dimmer) [{anything}]
            (lock|unlock) <det> [{anything}] (door|doors|window|windows|car|gate|house)
            (open|close|raise|lower) <det> [{anything}] (blinds|curtains|shutters|garage|garage door|gate)
            (start|run|stop|empty|turn on) <det> [{anything}] (washing machine|dishwasher|dryer|tumble dryer|vacuum|vacuum cleaner|hoover|roomba|robot|coffee machine|coffee maker|kettle|oven|car)
            (is|are|did i leave) <det> [{anything}] <device> [still|left] (on|off|locked|closed)
            <what_is> the (pollen count|air quality|uv index|water temperature|humidity|wind speed|snow depth) <moment> [in {place}]
            (pay|transfer|send) <det> [{anything}] (bill|bills|rent|invoice|money|fine) [to {anything}|for {anything}]
            (transfer|send|pay) [{anything}] (dollars|euros|pounds|quid|bucks) to {anything}
            (record|take|shoot|film) (a|another|some) [quick] (video|photo|picture|selfie|film|photos|pictures) [of {anything}]
            (what's|what is|what have i got|what do i have|show me what's|tell me what's|is there anything|anything|do i have anything) (on|in) [my|the|our] (calendar|schedule|agenda|diary) <moment>
            (what's|what is|show me|read me|open up) my (schedule|agenda|diary) [for] <moment>
            (put|add|schedule|enter|create|book|make) (a|an|the|my) {anything} (in|to|into|on) [my|the|our] (calendar|schedule|agenda|diary) [{anything}]
            (schedule|arrange|organise|organize) (a|an|the) (meeting|call|appointment|lunch|dinner|interview|video call) [with {anything}|for {anything}|on {anything}|at {anything}]
            (when is|when's|what time is|where is|where's) my next (meeting|appointment|flight|train)
            (find|where's|where is|locate|ring|track) my (phone|keys|wallet|car|headphones|airpods|tablet|watch)
            (show|find) me [some|a] (pictures|photos|images|videos|a video|a picture) of {anything}
            (put on|play|stream) [some|a|my|the] (music|radio|jazz|rock|classical|pop|song|songs|favourite song|favorite song|playlist|podcast|netflix|spotify|film|movie) [{anything}]
            (skip|pause|resume|repeat) (this|the) (song|track|music|podcast|video)
            (order|buy) (me|us) {anything} from {anything}
            (track|where's|where is) my (package|parcel|order|delivery)
            (book|get|find|reserve) (me|us) a {anything} (for|at|on) (tonight|tomorrow|<some_day>|two|three|four|five|six|seven|eight)
            (print|scan|fax) (this|that|it|my {anything}|the {anything})
            (take|drive) (me|us) to [the] (airport|hospital|station|work)
            call (an ambulance|the police|the fire brigade)
            (put|add|enter) {someone} (in|to|into|on) (my|the|our) (calendar|schedule|agenda|diary) [{anything}]
            (do i have|have i got) [any|a] (meetings|meeting|appointments|appointment|events) <moment>
            [play|skip to] [the] (next|previous|last) (song|track)
            (who is|who's) (at|ringing) the (door|doorbell)
            [get|give me|show me|find] [the] (directions|route|way) (to|home) [{anything}]
            navigate [me] (to|home) [{anything}]
            convert {anything} (dollars|euros|pounds|yen|won|rupees|francs|dollar|euro) (to|into|in) {anything}
            (what|which) (movies|films) are (playing|on|showing|out) <moment> [{anything}]
            (shut down|restart|reboot|turn off|switch off|log out of|hibernate|lock) (the|my|this) (computer|pc|laptop|machine|screen)
            (increase|raise|lower|reduce|decrease|turn up|turn down|set|change) the [screen] brightness [to {anything}]
            (print|scan) (a|the|this|my) (document|page|letter|file|photo)
            when does (the|my) [next|{someone}] (bus|train|tram|flight|ferry) (come|leave|arrive|go|depart|land)
            tell (my|our) <relation> (that|i'm|i am|i'll|i will|we're|we are|we'll|we will|to) {anything}
            let (my|our) <relation> know [that] {anything}
            ask (my|our) <relation> (whether|if|when|to) {anything}
            (make|get) (the|this|my|our) (room|house|flat|apartment|kitchen|bedroom|bathroom|living room|office) [a bit|a little|much] (warmer|cooler|colder|brighter|darker)
            (change|move|cancel|reschedule|postpone|confirm) (my|our) [{someone}] (appointment|booking|reservation|flight|subscription|delivery) [(to|for|on|from|until) {anything}]
            (find|get|rent|show) (me|us) [a|an] (cheap|cheaper) (hotel|flight|restaurant|car|room|flat|apartment|train) {anything}
            (rent|hire) (me|us) (a|an) (car|van|bike|bicycle|flat|room) [{anything}]
            (call|phone|ring) (the|my|our) {someone} and {anything}
            (check|see) (whether|if) (my|the|our) (flight|train|bus|package|parcel|order|delivery|bank|account|salary) {anything}
            (is|was|has) (my|the|our) (package|parcel|delivery|order) [already] (here|there|arrived|come|delivered|shipped) [yet|today]
            (what's|what is) (trending|viral) [(on|in) {anything}|today|<now>]
            who (just|has just) (rang|called|knocked|texted|emailed|phoned|rang at) [me|{anything}]
            what (do|does) (the|a|an) (latest|newest|new|cheapest) {anything} cost
            is it going to be (sunny|rainy|hot|cold|warm|windy|nice|cloudy|snowy|dry|wet) (in|at|on) {anything}
            (will it be|is it) (sunny|rainy|hot|cold|warm|windy|nice|cloudy|snowy|dry|wet) (in|at|on) {place} (today|tomorrow|tonight|this weekend|<now>)
            order (the same|my usual|the usual) {anything}
            (get|buy) [me|us] (tickets|two tickets|a ticket|three tickets|four tickets) {anything}
            (water|feed|walk) (my|the|our) (plants|flowers|garden|dog|cat|fish|dogs|cats) [{anything}]
            (reply|respond|answer) to (the|my) (last|latest|newest) (mail|email|message|text) [{anything}]
            (join|start|leave) my [next] (meeting|call|video call|zoom call)
            (answer|pick up|hang up) the phone
            who is (the|our) [current] (president|prime minister|chancellor|king|queen|pope|mayor|governor|world champion|ceo) [of {anything}] (right now|now|currently|at the moment|today)
            (did|has) my (salary|wages|pay|refund|parcel|package|order|delivery) (arrive|arrived|come|come in|come through|ship|shipped) [yet|already|today]
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
        "alarm_set": "Alarm set for {day} at {time}.",
        "alarm_repeats": "Alarm set for {time}, {days}.",
        "reminder_at": "I'll remind you {day} at {time}: {text}",
        "reminder_in": "I'll remind you in {length}: {text}",
        "task_at": "At {time}. What shall I remind you of?",
        "task_on": "{day} at {time}. What shall I remind you of?",
        "task_in": "In {length}. What shall I remind you of?",
        "no_timers": "Nothing is set.",
        "timer": "timer",
        "alarm": "alarm",
        "reminder": "reminder",
        "left": "{name}: {length} left.",
        "rings_at": "{name}: {day} at {time}.",
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

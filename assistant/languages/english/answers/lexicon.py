"""The words of English."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from assistant.languages.asides import asides, endings, hedges, limits
from assistant.languages.extremes import extremes
from assistant.languages.language import (
    NUMBER,
    AlarmCommands,
    Backchannels,
    FarewellReplies,
    Language,
    MemoryWords,
    NumberWords,
    Pronunciation,
    QuestionWords,
    ReadOnReplies,
    RequestPattern,
    SentenceBreaks,
    StopCommands,
    TurnEndings,
    phrases,
    words,
)
from assistant.languages.lexicon import (
    CommandKind,
    Lexicon,
    PhraseMeaning,
    PhraseTag,
    WritingScript,
    commands,
    tagged,
)
from assistant.languages.question_request import QuestionRequest

_CARDINALS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen twenty"
).split()
_ORDINALS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_SUFFIXES: Final = {1: "st", 2: "nd", 3: "rd"}
_MARKS: Final = ("number", "option", "choice", "answer", "no", "item", "variant", "numbers")
_LETTER_MARKS: Final = ("letter", "option", "choice", "answer", "variant")
_LETTERS: Final = "abcdefghijklmnopqrst"
_BARE_LETTERS: Final = "bcdefgh"
_LETTER_NAMES: Final = {
    "ay": "a", "bee": "b", "be": "b", "see": "c", "sea": "c", "cee": "c", "dee": "d", "ee": "e",
    "eff": "f", "ef": "f", "gee": "g", "aitch": "h", "jay": "j", "kay": "k", "el": "l", "ell": "l",
    "em": "m", "en": "n", "oh": "o", "pee": "p", "pea": "p", "cue": "q", "queue": "q", "are": "r",
    "ess": "s", "tee": "t", "tea": "t", "you": "u", "vee": "v", "ex": "x", "why": "y",
    "zee": "z", "zed": "z",
}  # fmt: skip
"""How recognisers write the names of letters."""

_NUMBERS: Final = NumberWords(
    cardinals={n: (word,) for n, word in enumerate(_CARDINALS)},
    ordinals={
        n: (word, f"{n}{_SUFFIXES.get(n, 'th')}") for n, word in enumerate(_ORDINALS, start=1)
    },
    last=frozenset({"last"}),
)


def _numbers() -> dict[str, PhraseMeaning]:
    found: dict[str, PhraseMeaning] = {}
    for n, word in enumerate(_CARDINALS):
        for said in (word, str(n)):
            found |= tagged(PhraseTag.NUMBER, said, value=n)
            # "five, no fifteen" is no "number fifteen".
            marks = [mark for mark in _MARKS if said.isdecimal() or mark != "no"]
            found |= tagged(PhraseTag.MARKED, *(f"{mark} {said}" for mark in marks), value=n)
            if n > 1:
                every = (
                    f"all {said}",
                    f"all {said} of them",
                    f"all the {said}",
                    f"the {said} of them",
                )
                found |= tagged(PhraseTag.ALL, *every, value=n)
                ends = ("first", "top"), ("last", "bottom", "final")
                found |= tagged(PhraseTag.FIRST_OF, *(f"{end} {said}" for end in ends[0]), value=n)
                found |= tagged(PhraseTag.LAST_OF, *(f"{end} {said}" for end in ends[1]), value=n)
    for n, forms in _NUMBERS.ordinals.items():
        for said in forms:
            found |= tagged(PhraseTag.ORDINAL, said, value=n)
            if n > 1:
                ends = ("to last", "to the last", "from last", "last", "from the end")
                found |= tagged(PhraseTag.FROM_END, *(f"{said} {end}" for end in ends), value=n)
                found |= tagged(PhraseTag.FROM_END, f"{said} from the bottom", value=n)
    for n, letter in enumerate(_LETTERS, start=1):
        found |= tagged(PhraseTag.LETTER, *(f"{mark} {letter}" for mark in _LETTER_MARKS), value=n)
    for name, letter in _LETTER_NAMES.items():
        if letter in _LETTERS:
            marked = (f"{mark} {name}" for mark in _LETTER_MARKS)
            found |= tagged(PhraseTag.LETTER, *marked, value=_LETTERS.index(letter) + 1)
    for letter in _BARE_LETTERS:
        found |= tagged(PhraseTag.LETTER, letter, value=_LETTERS.index(letter) + 1, is_weak=True)
    # The article; a letter only if nothing but letters was said.
    found |= {"a": PhraseMeaning(tag=PhraseTag.LETTER, value=1, is_weak=True, is_doubtful=True)}
    found |= tagged(PhraseTag.LETTER, "a please|a thanks|a thank you", value=1)
    # A pronoun after whatever it stands for.
    found |= {"one": PhraseMeaning(tag=PhraseTag.NUMBER, value=1, is_weak=True)}
    return found


def _positions() -> dict[str, PhraseMeaning]:
    return {
        **_numbers(),
        **tagged(
            PhraseTag.ORDINAL, "top one|topmost|at the top|very first|first one listed", value=1
        ),
        **tagged(PhraseTag.ORDINAL, "latter of the first two", value=2),
        **tagged(
            PhraseTag.FROM_END,
            "last|final|bottom one|at the bottom|at the end|very last|lastly",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END, "last but one|penultimate|next to last|one before the last", value=2
        ),
        **tagged(PhraseTag.FROM_END, "one before last|before last", value=2),
        **tagged(PhraseTag.ORDINAL, "former", value=1),
        **tagged(PhraseTag.FROM_END, "latter", value=1),
        **tagged(PhraseTag.LAST_OF, "last couple", value=2),
        **tagged(PhraseTag.FIRST_OF, "first couple", value=2),
        **tagged(
            PhraseTag.MIDDLE,
            "medium one|the medium one|medium sized|medium sized one|mid sized|mid sized one|average sized",
            value=1,
        ),
        **tagged(PhraseTag.MIDDLE, "middle|in the middle|middle one|center one|centre one"),
        **tagged(PhraseTag.MIDDLE, "one in the middle|in the center|in the centre"),
        **tagged(
            PhraseTag.RECOMMENDED,
            "recommended|recommended one|recommended option|recommendation|your recommendation",
            "one you recommend|what you recommend|whatever you recommend|one you recommended",
        ),
        **tagged(
            PhraseTag.THAT, "that one|this one|that|that is it|thats it|thats the one|it|this"
        ),
        **tagged(PhraseTag.OTHER_ONE, "other one|the other one|the other"),
        **tagged(
            PhraseTag.ALL,
            "every single one|every single one of them|every last one|all of it|all|all of them|all of these|all of those|everything|every one|every one of them",
            "all the options|all options|the lot|all of the above|the whole lot|each of them",
        ),
        **tagged(
            PhraseTag.ALL, "both|both of them|both of these|both of those|both options", value=2
        ),
        **tagged(
            PhraseTag.LEAST,
            "smallest|smallest one|lowest|lowest number|fewest|earliest|earliest one|shortest|oldest|oldest one|oldest version|least|minimum|as few as possible|as early as possible",
        ),
        **tagged(
            PhraseTag.GREATEST,
            "biggest|biggest one|biggest number|largest|highest|highest number|most|latest|latest one|longest|newest|newest one|newest version|latest version|maximum|max|as many as possible|as late as possible|as long as possible|as big as possible|as much as possible|most you can have",
        ),
        **tagged(PhraseTag.ALL, "everywhere|everyone|everybody|daily|every day|each day|all days"),
        **tagged(PhraseTag.NONE, "none|nothing|not any|none at all|nothing at all"),
        **tagged(
            PhraseTag.MIDDLE, "middle two|two in the middle|two middle ones|middle ones", value=2
        ),
        **tagged(
            PhraseTag.LEAST,
            "older|older one|the older one|oldest|oldest one|oldest version|older version|the earlier version",
            value=1,
        ),
        **tagged(
            PhraseTag.GREATEST,
            "newer|newer one|newest|newest one|newest version|newer version|most recent|most recent one|more recent|more recent one|the new one|new one|latest version|most up to date",
            value=1,
        ),
        **tagged(
            PhraseTag.NONE,
            "nobody|no one|none of it|neither of them|neither of the two|neither one|not a single one|nothing thanks",
        ),
    }


def _joins() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.AND,
            "+|and|plus|also|and so is|and so are|so is|as well as|along with|together with|and also|then|&|with",
        ),
        **tagged(PhraseTag.TO, "to|through|thru|till|until|up to|~"),
        **tagged(
            PhraseTag.NOT,
            "doesnt|does not|cant|cannot|can not|couldnt|wouldnt|shouldnt|arent|wasnt|not|dont|do not|dont want|do not want|dont like|do not like|never|isnt|is not|wont",
            "not want|anything except for|hate|avoid|id rather not|rather not|drop|remove|forget about",
            "definitely not|certainly not|absolutely not|but not|and not|except not|no to|not going with",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "except|except for|all but|everything but|all except|everything except|apart from",
            "everything except for|all except for|anything but|excluding|other than|leave out",
            "everything apart from|all apart from|minus|save for|everything other than|all without",
            "every one but|every one except|anything except|anything other than|all of them but",
            "all of them except|all besides|everything besides|besides",
        ),
        **tagged(PhraseTag.BUT, "but|rather|instead"),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "is out|are out|can wait|could wait|will have to wait|can stay as it is",
        ),
        **tagged(
            PhraseTag.CORRECTION,
            "wait|actually|i mean|sorry|scratch that|correction|or rather|hang on|hold on|make that",
            "i meant",
        ),
    }


def _clauses() -> dict[str, PhraseMeaning]:
    return {
        **tagged(PhraseTag.OR, "or|or maybe|or perhaps"),
        **tagged(
            PhraseTag.AFFIRM,
            "make it|just|only|i want|i would like|id like|i need|ill take|ill have|lets use|use|go with|lets go with|id go with|lets do|take|pick|choose|give me|now its|its now|lets have",
            "i do want|i converted it to|were staying",
            "it has to be|its got to be|it must be|it will have to be|i could go for|i could really go for|i could do with|i could kill for|ive been craving|im craving|i feel like|im up for|im down for|i vote for|my votes for|my vote is for|im leaning towards|id lean towards|im leaning toward|let us go with",
        ),
        **tagged(
            PhraseTag.SO,
            "so|so now|so lets|so make it|therefore|hence|thats why|which means|so its|so just|so lets go with",
        ),
        **tagged(
            PhraseTag.BECAUSE,
            "because|cause|since|due to|given that|for now|for now at least|for the moment|for the time being|although|even though|even if",
        ),
        **tagged(
            PhraseTag.CONDITION,
            "if|unless|otherwise|provided|providing|as long as|in case|depends|depending on|it depends|only if|assuming|or else|when|whichever|whoever",
            "after|before|above|below|under|at least|at most|more than|less than|or more|or less|and up|between|while|until|maybe if|whenever|until then",
        ),
        **tagged(
            PhraseTag.PAST,
            "used to|was|were|were going to|was going to|had|i had|at the moment|currently|so far|last time|previously|originally|at first|i thought|would have been|until now|last week|last year|already had",
        ),
        **tagged(
            PhraseTag.EXCESS,
            "is too|are too|was too|its too|thats too|way too|far too|a bit too|a little too|is a bit|is way too",
        ),
        **tagged(
            PhraseTag.EXCESS,
            "is too many|are too many|is too much|too many|too much|too few|is too few|too big|too small|is too small|is too big|too old|too new|too early|too late|too slow|too fast|too long|too short|too expensive|too risky",
        ),
        **tagged(
            PhraseTag.MODIFIER,
            "can go|must go|has to go|have to go|should go|got to go|need to go|needs to go",
            "half|half of|half a|half an|and a half|quarter|quarter of an|double|twice|almost|nearly|one size up from|a size up from|one up from|instead of half",
        ),
        **tagged(
            PhraseTag.OBJECTION,
            "objection|objections|complaints|doubt|doubts|concerns|concern|issue|issues|wrong with|against|argue with",
        ),
        **tagged(
            PhraseTag.NOT,
            "without|instead of|rather than|over|as opposed to|not the|cant stand|hates|burned by|been burned by|dont have|do not have|dont have a|dont have an|no longer|discard|throw away|throw out|hold the|off|sick of|tired of|no more|fed up with|neither|nor|none of the|anything without",
        ),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "is out|are out|is off|hates it|hate it|doesnt work|dont work|wont do|wont work|is no good|is taken|its taken|is overkill|makes me sick",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "anywhere but|anywhere except|anyone but|anybody but|anyone except|any but|any except|any day but|any day except|anything but the|everyone but|everyone except|everybody but|everybody except",
        ),
        **tagged(PhraseTag.BUT, "but|rather|instead|though|however|but actually"),
        **tagged(
            PhraseTag.CORRECTION,
            "no wait|oops|no make that|no make it|no sorry|sorry no|no hang on|my bad|no scratch that|on second thought|on second thoughts|uh no|no i mean|no i meant|hmm no|oh no",
        ),
        **tagged(PhraseTag.NO, "no", is_article=True),
        **tagged(
            PhraseTag.NO, "dont|do not|i dont|i do not|please dont", is_article=True, is_weak=True
        ),
        **tagged(PhraseTag.AND, "also|as well|too|too please|also please", is_weak=True),
        **tagged(PhraseTag.NOT, "without", is_weak=True),
        **tagged(
            PhraseTag.AFFIRM, "is plenty|is enough|will do|that will do|should do|ill go with"
        ),
        **tagged(PhraseTag.EXCESS, "is not enough|isnt enough|not enough|arent enough|is too few"),
        **tagged(
            PhraseTag.ALL,
            "the rest|everything else|all the others|the others|the whole thing|all seven",
            *(f"the other {count}" for count in ("two", "three", "four", "five", "six")),
        ),
        **tagged(PhraseTag.FILLER, "@|pls|plz|thx|ty"),
        **tagged(
            PhraseTag.WORKDAYS,
            "weekdays|weekday|working days|work days|workdays|during the week|business days|on weekdays|the working week|every weekday",
        ),
        **tagged(
            PhraseTag.WEEKEND,
            "weekend|weekends|at the weekend|on the weekend|on weekends|at weekends|the weekend",
        ),
        **tagged(
            PhraseTag.FILLER,
            "onto|straight|always|honestly|still|already|some|tonight|everybody|ask|safer|simple|simpler|you have|youve got|you got|any day",
        ),
        **tagged(PhraseTag.NOT, "not with|not with a|not with the"),
        **tagged(
            PhraseTag.BECAUSE, "so i can|so that i|so that|so i dont|so we can|so i get|so it"
        ),
        # Thinking aloud, before the answer.
        **tagged(
            PhraseTag.UNSURE,
            "let me think|let me see|i need to think|give me a moment|give me a second|hmm let me see|just a second|one second|a second|one moment|just a moment|a moment|one sec|just a sec",
            is_weak=True,
        ),
        **tagged(
            PhraseTag.PAST,
            "i was going to say|i was about to say|i almost said|i was gonna say|i nearly said",
        ),
        **tagged(
            PhraseTag.PAST,
            "usually|normally|i usually|i normally|normally i|usually i|last time|i always",
        ),
        **tagged(PhraseTag.CORRECTION, "strike that|correction|my mistake|let me correct that"),
    }


def _yes_or_no() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.YES,
            "fine by me|fine with me|k|kk|aye|ship it|lgtm|good to go|its good to go|i suppose so|all good|ill allow it|do so|you bet|totally|for sure|hell yes|hell yeah|heck yes|yes indeed|i think so|i dont see why not|see why not|cant see why not|i see no reason not to|no reason not to|y|go on then|yess|yesss|yas|yeh|yea sure|surely|roger|roger that|👍|👌|✅|🙆|it does|it is indeed|we are|they do|he does|she does|you can|you may|i have|we have",
        ),
        **tagged(
            PhraseTag.NO,
            "dont bother|n|nay|not on your life|no chance|not a chance|forget it|absolutely no|leave it|leave them|it doesnt|it does not|it isnt|they dont|they arent|we arent|we wont|i havent|we havent|id rather you didnt|rather you didnt|let it be|i dont think we should|👎|❌|🙅|hard no|hard pass|not happening|not in a million years",
        ),
        **tagged(PhraseTag.QUESTION, "are you sure|really sure"),
        **tagged(PhraseTag.NO, "not sure about that no|dont you dare|it isnt|it is not|its not"),
        **tagged(
            PhraseTag.YES,
            "yse|yess|ye|i did|we did|lets|let us|id be happy with that|love it|i love it|i like it|i really like it|im happy with it|im happy",
        ),
        **tagged(PhraseTag.YES, "please|pretty please", is_weak=True),
        **tagged(PhraseTag.YES, "i do|we do", is_doubtful=True),  # "you don't?" - "i do"
        **tagged(
            PhraseTag.NO, "unfortunately not|sadly not|im afraid not|not anymore|not any more"
        ),
        **tagged(
            PhraseTag.NO, "never had one|i never had one|i never did|no longer|not any longer"
        ),
        **tagged(
            PhraseTag.YES,
            "i wouldnt say no|wouldnt say no|couldnt say no|cant say no|i cant say no|no objection|no objections at all",
        ),
        # Verbs that rule an option out; here the question may be about just that.
        **tagged(
            PhraseTag.UNKNOWN,
            "drop|remove|leave out|discard|throw away|throw out|avoid|hold the|forget about",
        ),
        # "You are welcome" answers thanks.
        **tagged(PhraseTag.UNSURE, "youre welcome|you are welcome|my pleasure|dont mention it"),
        **tagged(
            PhraseTag.NO,
            "i dont need|we dont need|i dont need a|i dont need an|i dont need any|we dont need any|i wont need|we wont need|i dont want|we dont want|i dont want a|i dont want you to|lets not|let us not|lets not do that",
            "not necessary|no need|theres no need|there is no need|not needed|that wont be necessary|it wont be necessary|unnecessary|thats not necessary|no need to|no need for that",
        ),
        **tagged(
            PhraseTag.YES,
            "i see no problem|no problem with that|i have no problem with that|nothing against it|im all for it",
        ),
        **tagged(
            PhraseTag.YES,
            *(
                f"{head} {praise}"
                for head in (
                    "that would be",
                    "thatd be",
                    "it would be",
                    "that sounds",
                    "sounds",
                    "thats",
                    "that is",
                )
                for praise in (
                    "great",
                    "nice",
                    "lovely",
                    "good",
                    "perfect",
                    "helpful",
                    "awesome",
                    "wonderful",
                    "fantastic",
                    "brilliant",
                    "ideal",
                    "excellent",
                    "super",
                    "very kind",
                    "kind of you",
                )
            ),
            *(
                f"{head} {verb}"
                for head in ("i", "we", "he", "she", "they", "you")
                for verb in (
                    "did",
                    "have one",
                    "have some",
                    "already have",
                    "already did",
                    "already do",
                    "already have one",
                    "sure do",
                    "certainly do",
                    "certainly would",
                )
            ),
            "precisely|gladly|with pleasure|exactly that|thats it|that is it|thats the one|that is the one|yes that one|the very one|you got it|youve got it|spot on|bingo|id love to|i would love to|id love that|id like that|i would like that|id appreciate that|i would appreciate that|id appreciate it|permission granted|granted|be my guest|count me in|im in|im up for it|im game|it was|they were|there is|there are|i was|i was hoping youd ask|if you would|naturally|undoubtedly|without a doubt|no question|of course you can|of course you may|sure you can|sure why not|okie dokie|righto|you know it|damn right|hell yes|amen|checks out|looks good|looks right|sounds about right|good idea|great idea|good call|good thinking|thatll be fine|that will be fine|got it yes",
        ),
        **tagged(
            PhraseTag.NO,
            *(
                f"{head} {verb}"
                for head in ("i", "we", "he", "she", "they", "you", "it", "there")
                for verb in (
                    "didnt",
                    "did not",
                    "havent",
                    "have not",
                    "wasnt",
                    "was not",
                    "werent",
                    "dont",
                    "do not",
                    "never did",
                    "never have",
                    "never had",
                    "never had one",
                    "dont have one",
                    "dont have any",
                    "cant",
                    "cannot",
                    "may not",
                    "shouldnt",
                    "shant",
                    "hasnt",
                    "doesnt",
                )
            ),
            "thats not it|that is not it|not it|not that one|not this one|not the one|thats not the one|never|denied|refused|permission denied|no you cant|no you may not|no you cannot|not interested|im not interested|no interest|not a fan|i can do it myself|ill do it myself|i will do it myself|i can do that myself|ill handle it|i can manage|ill manage|by no means|under no circumstances|out of the question|over my dead body|fat chance|i doubt it|ill pass|i will pass|count me out|id prefer not to|i would prefer not to|prefer not to|i prefer not to|why would i|not if i can help it|no such thing|there isnt|there arent|not that i know of|not that im aware of|not to my knowledge|afraid not|im afraid not|nothing doing|nuh uh|no siree|thats a no|thats a hard no|its a no|no from me|no dice|i disagree|nobody asked for that|not for me|not for now|save yourself the trouble|dont trouble yourself",
        ),
    }


def _function_words() -> dict[str, PhraseMeaning]:
    """Return what surrounds a choice and does not change it: particles, hedges, politeness."""
    return tagged(
        PhraseTag.FILLER,
        "by|from the top|from the bottom up|from the left|counting from the top|myself",
        "please and thank you|if you please|if you dont mind|if you wouldnt mind",
        "if its no trouble|if its not too much trouble|if it isnt too much trouble",
        "if thats ok|if thats okay|if thats alright|if thats all right|if thats possible",
        "if its possible|if possible|if you can|if you could|if i may|if i can",
        "would be lovely|would be nice|would be great|would be perfect|would be good",
        "would be fine|would be best|would be ideal|would be better|will be fine|will be good",
        "will be great|will be perfect|is good|is great|is fine|is perfect|is nice|is best",
        "is better|is lovely|is okay|is ok|is all i need|is all i want|are fine|are good",
        "looks good|looks fine|looks nice|looks best|looks great|looks like|it looks like",
        "it looks like its|seems good|seems fine|seems right|seems best|sounds fine",
        "sounds nice|sounds lovely|sounds perfect|works best|works for us|works well|suits us",
        "suits me best|fits|fits best|fits me|fits me best|i reckon|i figure|i feel",
        "i feel like|i fancy|i could go for|im thinking|i was thinking|im leaning towards",
        "leaning towards|im inclined to say|let me have|let me get|let me go with|let me take",
        "let us have|lets get|ill get|ill try|ill stick with|stick with|sticking with",
        "lets stick with|ill opt for|opt for|im opting for|ill settle for|settle for",
        "settle on|ill choose|ill pick|gotta be|got to be|its got to be|has to be",
        "it has to be|itll be|it will be|thatll be|that would be|that will be|its gonna be",
        "gonna be|gonna go with|gonna take|gonna have|im gonna go with|im gonna have",
        "im gonna take|im going to go with|im going to have|im going to take|i wanna",
        "i wanna have|i wanna go with|wanna|im having|i am having|im picking|im choosing",
        "im taking|i went with|i chose|i picked|i decided on|ive decided on|ive picked",
        "ive chosen|my favourite is|my favorite is|id be happy with|happy with|im happy with",
        "fine with|im fine with|put me down|sign me up for|count me in for|put it down as",
        "set it to|make mine|mine would be|mines|call it|one of those|is what i want",
        "is what id like|is what i need|is the one|is the one i want|is the one for me",
        "is my choice|is my pick|is my answer|id kill for|id kill for a|i could kill for",
        "i could murder|i could use|to be honest|tbh|imo|imho|frankly|obviously|clearly",
        "basically|simply|naturally|by far|hands down|without a doubt|no doubt|for sure",
        "as usual|as always|like always|today|this morning|this evening|this afternoon",
        "right now|right away|though|anyway|anyways|anyhow|either way|after all|in the end",
        "all in all|on the whole|in that case|in this case|personally|certainly|of course its",
        "mate|man|dude|buddy|pal|sir|madam|maam|my friend|dear|guys|folks|haha|hahaha|lol|yay",
        "wow|ooh|aha|hmmm|ummm|uhh|umm|cheers|ta|much appreciated|appreciate it",
        "i appreciate it|nice|cool|awesome|lovely|perfect|wonderful|brilliant|you know what",
        "i told you|i already told you|i already said|i said already|as i said|like i said",
        "i just said|i just told you|i keep saying|ive told you|ive already said",
        "to start with|to begin with|for starters|for today|for tonight|with me",
        "called|named|marked|labelled|labeled|size|colour|color",
        "",
        "now|that is|the one in",
    )


def _words() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.YES,
            "yes|yeah|yep|yup|yea|ya|sure|ok|okay|absolutely|definitely|of course|sounds good|go ahead",
            "do it|please do|correct|right|thats right|affirmative|why not|no problem|certainly|fine",
            "go for it|sure thing|by all means|yes please|sounds great|sounds right|thats fine|exactly",
            "that works|works for me|i do|i would|lets do it|lets do that|indeed|uh huh|mm hmm|mhm",
            "all right|alright|that is correct|thats correct|i agree|agreed|very well|good|great",
            "not a problem|true|positive|i am|it is|they are|we do|we should|please go ahead|yes i do",
        ),
        **tagged(
            PhraseTag.NO,
            "nope|nah|not really|no thanks|no thank you|negative|no way|not at all|id rather not",
            "uh uh|of course not|not today|i dont think so|false|incorrect",
            "thats wrong|wrong|not this time|better not|i would not|i wouldnt|no dont|im good|hell no",
            "absolutely not|definitely not|certainly not|dont do it|do not do it|dont do that",
            "i dont want that|i dont want to|it isnt|its not|it is not|not correct|not true",
        ),
        **tagged(
            PhraseTag.UNSURE,
            "i dont know|not sure|im not sure|no idea|i have no idea|i do not know|dunno|i am not sure",
            "hard to say|i need to think|give me a moment|give me a second|hmm let me see",
            "just a second|one second|wait a second|hold on a second|a second|one moment|just a moment|a moment",
            "wait a moment|hang on a second|hold on a moment|one sec|a sec|just a sec|i cant decide|maybe|perhaps|possibly",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "what|what is|whats|what was|what are|what about|which|which is|which one|why|why is|how",
            "how is|how does|how much|how many|who|when|where|is|is there|are|are there|does|do you|do they|do these|do we|do i|did|can",
            "could|would|should|what does|what do|does it|is it|can it|will it|whether|what happens",
            "which one is|what kind|what if|whos|wheres|what were|how come|remind me what",
            is_weak=True,
        ),
        **tagged(
            PhraseTag.FILLER,
            "from|first of all|first off|second of all|the first time|the second time|the|an|um|uh|er|erm|hm|hmm|mm|ah|oh|eh|well|so|just|please|thanks|thank you|like|you know",
            "i|id|ill|im|me|we|us|my choice is|my answer is|my pick is|it is going to be|it would be",
            "i want|i would like|id like|i d like|i choose|i pick|i take|ill take|i will take|give me",
            "i say|i said|id say|i think|i guess|i suppose|i believe|i prefer|id prefer|i would prefer",
            "id go with|i would go with|i go with|ill go with|i will go with|lets go with|go with|go for",
            "lets go for|ill go for|id go for|lets|let us|use|take|pick|choose|select|try|lets use|want",
            "lets take|lets try|lets pick|we could use|we should use|should be|would be|will be|must be",
            "can i have|could i have|can i get|could i get|may i have|can we use|could we use|can we have|could we do|can we do|could i do|can i do|lets go|could we take|can we take|could you pick|can you pick",
            "could you take|can you take|can you use|could you use|can we go with|could we go with",
            "i would choose|i would pick|i would take|i like|id love|i love|id choose|id pick|id take",
            "would like|would prefer|prefer|how about|option|options|choice|choices|number|numbers|answer",
            "the one|the ones|ones|the one with|the ones with|one called|the one called",
            "the one that says|for|of|in|on|at|be|best|better|probably|really|actually its|its|thing",
            "works|work|works for me|suits me|is fine for me|sounds good to me|put me down for|i vote for|my vote is|my vote goes to|id rather have|lets say|say|for me|for now|this time|hey|okay so|well then|only|also please|stuff|to use|to go with",
            "do|lets do|let us do|we do|do the|make it|add|include|tick|check|about|a bit|id do|ill do|i do|"
            "go|going with|im going with|i am going with|i am going for|im going for|out of those",
            "out of these|of those|of these|of them|them|these|those|mine is|list|in the list|position",
            "very much|kindly|i think its|i think it is|it should be|it must be|must go with|want to use",
        ),
        **tagged(PhraseTag.FILLER, "in front of|in front of the|outside the|near|near the|inside the|by the|over at|down at|meet at"),
        **tagged(PhraseTag.FILLER, "there are|theres|there is|of us|were|we are|its going to be|itll be"),
    }  # fmt: skip


def _commands() -> dict[str, PhraseMeaning]:
    return {
        **commands(
            CommandKind.REPEAT,
            "remind me what the options were|remind me of the options",
            "run that by me again|run it by me again|say those again|say them again|repeat those|sorry what|what sorry|i missed that|i missed it|missed that|what was that again|say what|huh|repeat|repeat that|repeat it|repeat please|repeat the question|repeat the options|say again",
            "say that again|say it again|come again|one more time|once more|read that again|read again",
            "read it again|read them again|read the options again|what were the options|i beg your pardon",
            "what are the options|what are my options|what were they|what did you say|pardon|pardon me",
            "i didnt catch that|i did not catch that|i didnt hear|i didnt hear you|i didnt get that",
            "read the options|read the question|read the question again|list them again|what was that",
            "can you repeat|can you repeat that|could you repeat|could you repeat that|start over",
            "what was the question|whats the question|what are they|excuse me|what are the choices",
            "can you say that again|could you say that again|would you repeat that|read out",
        ),
        **commands(CommandKind.REPEAT, "read", is_weak=True),
        **commands(CommandKind.REPEAT, "again", is_weak=True),
        **commands(CommandKind.LATER, "not today", is_weak=True),
        **commands(
            CommandKind.SLOWER,
            "slower|slower please|slow down|more slowly|speak slower|speak more slowly|a bit slower",
            "too fast|not so fast|thats too fast|youre too fast|say it slower|say it slowly|slowly",
            "can you slow down|could you slow down|read slower|read it slower|read more slowly",
        ),
        **commands(
            CommandKind.EXPLAIN,
            "explain|describe|tell me about|tell me more about|tell me more|more about|details about",
            "more details|details|whats the deal with|what does it mean|what does that mean|elaborate",
            "explain the|can you explain|could you explain|more information|more info|more info about",
            "more information about|say more about|read the description of|whats meant by|elaborate on",
            "what do you mean by|what is meant by|what do they mean|explain them|what do you mean",
            "i want to know more about|i want to know about|id like to know more about|describe the",
            "tell me what|what about|mean|means|meaning|meaning of|the meaning of|stand for|stands for",
        ),
        **commands(
            CommandKind.COMPARE,
            "what is different about|whats different about|different about",
            "compare|whats the difference|what is the difference|the difference|difference|differences",
            "whats the difference between|what is the difference between|difference between|how do they",
            "how do they differ|explain the difference|explain the difference between|how different is",
            "what are the differences|what are the differences between|compare the|comparison|versus|vs",
            "the difference between|tell me the difference|tell me the difference between|contrast",
            "compare to|compares to|compare with|compared to|compared with|different between|is different between|what is different between|whats different between|different from|is different from|how does it compare|which is better|differ|differ from|differs from|how do they compare",
        ),
        **commands(
            CommandKind.BACK,
            "go back|previous question|previous|back to the previous question|last question|step back",
            "go back please|take me back|go back to the last question|change my last answer|undo",
            "go back one|back up|return to the previous question|the previous question|one back",
        ),
        **commands(CommandKind.BACK, "back", is_weak=True),
        **commands(
            CommandKind.SKIP,
            "skip|skip it|skip this|skip that|skip this one|skip this question|next question|move on",
            "skip the question|leave it empty|leave it blank|leave this one|no answer|skip please",
            "go to the next question|lets skip|lets skip it|lets skip this|lets move on|leave it out",
        ),
        **commands(CommandKind.SKIP, "pass", is_weak=True),
        **commands(
            CommandKind.MORE,
            "more options|next page|keep going|read more|more please|what else|whats next|go on|carry on",
            "read on|are there more|any more|next ones|next options|what else is there",
            "continue|read the rest|anything else",
        ),
        **commands(CommandKind.MORE, "more|next", is_weak=True),
        **commands(
            CommandKind.CANCEL,
            "forget about it|just forget it",
            "cancel|cancel it|cancel that|cancel this|never mind|nevermind|forget it|abort|quit|stop it",
            "stop asking|drop it|leave me alone|end this|stop this|forget the whole thing|call it off",
            "stop please|please stop|lets stop|lets cancel|stop the question|i want to stop|stop there",
            "cancel the question|exit|get out|cancel please",
        ),
        **commands(CommandKind.CANCEL, "stop", is_weak=True),
        **commands(
            CommandKind.DECIDE,
            "your pick|it doesnt really matter|doesnt really matter|it really doesnt matter|im fine with anything|im fine with any|im good with anything|go ahead and choose|you go ahead and choose|go ahead and pick|you go ahead|i trust you|i trust your judgement|i trust your judgment|do whatever you want|do what you want|do as you like|do what you think is best|you decide|you choose|you pick|up to you|your choice|your call|its up to you|i dont care",
            "i do not care|i dont mind|i do not mind|no preference|i have no preference|surprise me",
            "whatever you think|whatever you like|whatever you want|whichever one",
            "whichever you like|whichever you think is best|whatever you think is best|any of them",
            "either one|either is fine|any is fine|doesnt matter|it doesnt matter|you can decide",
            "you can choose|you can pick|decide for me|pick for me|choose for me|you tell me|any one",
            "what would you choose|you make the choice|you make the call|pick one|choose one|just pick",
            "just pick one|just choose one|pick one for me|choose one for me|let you decide|i leave it",
            "i leave it to you|ill leave it to you|i let you decide|ill let you decide|dont care",
            "anything is fine|they are all fine|all the same to me|dealers choice|random",
        ),
        **commands(CommandKind.DECIDE, "any|either|whatever|whichever|anything", is_weak=True),
        **commands(
            CommandKind.LATER,
            "give me a minute|give me a sec|in a bit|in a minute|let me check|let me ask|let me think about it|let me sleep on it|get back to you|remind me|remind me next week|ask me after|ask me again|ask me again tomorrow|after lunch|let me read it first|let me look first|let me see first|wait until|wait till|i need to think about it|i need more time",
            "let me get back to you|ill get back to you|let me get back to you on that|not at the moment|at the moment no|ill tell you later|i will tell you later|ask me another day|maybe another time|later on|some time later|ask me later|later|not now|ask again later|ask me again later|remind me later|maybe later",
            "another time|some other time|ask me another time|not right now|i will answer later",
            "ill answer later|ask me tomorrow|lets do it later|lets do that later|come back to it later",
            "come back to this later|ask later|lets come back to it|ill decide later|decide later",
            "i will decide later|postpone|put it off|snooze|in a while|not yet|later please",
        ),
        **commands(
            CommandKind.OTHER,
            "no thanks|no thank you|nothing for me|im good thanks|nothing thanks|n a|nothing for me thank you|nothing for me thanks|none for me",
            "none of these are any good|none of them are any good|none of those are any good|none of them is any good|none are any good|not any good|none of them are good",
            "none of these work|none of them work|none of those work|none works|a different day|another day|some other day|none of these works|none of them|none of those|none of these|none of the above|none of it|neither|neither of them",
            "neither one|neither of those|neither of these|neither of the two|something else|some other",
            "none of the options|none fit|none fits|none of them fit|none of them fits|another option",
            "something different|nothing fits|nothing of that|none of that|not any of them|let me explain",
            "none of these options|none of those options|not any of those|not any of these|my own|my own answer",
            "i have another idea|something other|a different one|a different option|another one",
            "i want something else|id like something else|i dont want any of them|i dont like any of them",
            "i dont want any of these|i dont like any of these|i dont want any of those|others",
        ),
        **commands(CommandKind.OTHER, "other|else|different|another", is_weak=True),
        **commands(
            CommandKind.DECIDE,
            *(f"{word}{rest}" for word in ("wherever", "whenever", "whoever", "however", "whatever", "whichever") for rest in (" you like", " you want", " you think", " is fine", " suits you", " works", " is best", " you prefer", " is easiest", " is easier", " one")),
            "wherever|whenever|flip a coin|youre the expert|you are the expert|you know best|dealers choice|doesnt make a difference",
        ),
        **commands(
            CommandKind.LATER,
            "let me sleep on it|ill sleep on it|i need to sleep on it|let me check first|let me ask first|i have to ask first|i need to ask first|ill do it tomorrow|ill do it next week|ask me tomorrow|ask me tonight|ask me next week|remind me later|ill get back to you|get back to you|let me get back to you",
        ),
    }  # fmt: skip


def _clock(hour: int, minute: int) -> Iterator[str]:
    """Yield how a time is said beside its numbers."""
    hour = hour % 12 or 12
    if minute == 0:
        yield f"{_CARDINALS[hour]} o clock"
        yield f"{_CARDINALS[hour]} oclock"
        yield f"{hour} oclock"
    elif minute == 30:
        yield f"half past {_CARDINALS[hour]}"
        yield f"half past {hour}"
        yield f"half {_CARDINALS[hour]}"
    elif minute == 15:
        yield f"quarter past {_CARDINALS[hour]}"
        yield f"a quarter past {_CARDINALS[hour]}"
    elif 0 < minute <= 20:
        yield f"{_CARDINALS[minute]} past {_CARDINALS[hour]}"
    elif minute == 45:
        yield f"quarter to {_CARDINALS[hour % 12 + 1]}"
        yield f"a quarter to {_CARDINALS[hour % 12 + 1]}"
    elif minute >= 40:
        yield f"{_CARDINALS[60 - minute]} to {_CARDINALS[hour % 12 + 1]}"


_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def _compound(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said; a year also by its halves."""
    if n < 100:
        tens, ones = divmod(n, 10)
        yield _TENS[tens - 2] + (f" {_CARDINALS[ones]}" if ones else "")
    elif n < 1000:
        hundreds, rest = divmod(n, 100)
        head = f"{_CARDINALS[hundreds]} hundred"
        if rest >= 10:  # "three fifty"
            yield from (f"{_CARDINALS[hundreds]} {said}" for said in _under_hundred(rest))
        heads = (head, "a hundred") if hundreds == 1 else (head,)
        for said in _under_hundred(rest):
            yield from (f"{one} {said}" for one in heads)
            yield from (f"{one} and {said}" for one in heads)
        if not rest:
            yield from heads
    else:
        halves = divmod(n, 100)
        for first in _under_hundred(halves[0]):
            yield from (f"{first} {last}" for last in _under_hundred(halves[1]))
        thousands, rest = divmod(n, 1000)
        head = f"{_CARDINALS[thousands]} thousand"
        yield from (f"{head} {last}" for last in _under_hundred(rest)) if rest else (head,)


def _under_hundred(n: int) -> Iterator[str]:
    if 0 < n <= 20:
        yield _CARDINALS[n]
    elif 20 < n < 100:
        yield from _compound(n)


@cache
def _answers() -> Lexicon:
    return Lexicon(
        script=WritingScript.WORDS,
        # Later ones win: a phrase that is a command is never a filler.
        phrases={
            **asides("en"),
            **_function_words(),
            **_words(),
            **_joins(),
            **_clauses(),
            **_positions(),
            **_commands(),
            **extremes("en"),
            **hedges("en"),
            **limits("en"),
            **endings("en"),
        },
        for_yes_or_no={
            **_yes_or_no(),
            **tagged(
                PhraseTag.YES,
                "continue|go on|carry on|keep going|proceed|please continue|as soon as possible|asap|as soon as you can|the sooner the better|sounds good to me|sounds great|works for me|fine by me",
            ),
            **commands(
                CommandKind.LATER,
                "next week|next month|next year|wait until next week|wait until next month",
                is_weak=True,
            ),
            **tagged(PhraseTag.NO, "no thanks|no thank you|no thx|not today|not today thanks"),
            **tagged(PhraseTag.FILLER, "over|off|discard|throw away|throw out|hold the"),
        },
        homophones={
            "won": 1,
            "to": 2,
            "too": 2,
            "tu": 2,
            "for": 4,
            "fore": 4,
            "ate": 8,
            "free": 3,
            "tree": 3,
        },  # fmt: skip
        sounds_like={
            "wan": 1,
            "juan": 1,
            "tool": 2,
            "doom": 2,
            "do": 2,
            "tune": 2,
            "chew": 2,
            "threw": 3,
            "thee": 3,
            "fork": 4,
            "fort": 4,
            "force": 4,
            "floor": 4,
            "fall": 4,
            "bye": 5,
            "hive": 5,
            "pive": 5,
            "fife": 5,
            "sick": 6,
            "sex": 6,
            "heaven": 7,
            "devon": 7,
            "tiven": 7,
            "hate": 8,
            "ape": 8,
            "aid": 8,
            "hade": 8,
            "nye": 9,
            "nein": 9,
            "mine": 9,
            "nigh": 9,
            "night": 9,
            "then": 10,
            "den": 10,
            "pen": 10,
            "tan": 10,
        },  # fmt: skip
        number_words={**_NUMBERS.cardinals, 0: ("zero", "oh", "o")},
        compound_number=_compound,
        clitic="s",
        inflections=frozenset(("", "s", "es", "d", "ed", "ing")),
        point_words=("point", "dot"),
        label_variants=(
            *((rf"(?i)^{hour}:(\d\d) ?p\.?m\.?$", rf"{hour + 12}:\1") for hour in range(1, 12)),
            (r"(?i)^30 min(?:ute)?s?$", "half an hour"),
            (r"(?i)^15 min(?:ute)?s?$", "quarter of an hour"),
            (r"(?i)^1 hour$", "an hour"),
            (r"(?i)^1 hour$", "60 minutes"),
            (r"(?i)^60 min(?:ute)?s?$", "1 hour"),
            (r"(?i)^90 min(?:ute)?s?$", "an hour and a half"),
            (r"(?i)^2 hours$", "120 minutes"),
            (r"(?i)^small$", "s"),
            (r"(?i)^medium$", "m"),
            (r"(?i)^large$", "l"),
            (r"(?i)^extra[ -]?large$", "xl"),
            (r"(?i)^extra[ -]?small$", "xs"),
            (r"(?i)^word(?: document)?$", "docx"),
            (r"(?i)^excel(?: \w+)?$", "xlsx"),
            (r"(?i)^plain text$", "txt"),
            (r"(?i)^markdown$", "md"),
            (r"(?i)^powerpoint$", "pptx"),
            (r"(?i)^jpe?g$", "jpg"),
            (r"(?i)^mum$", "mom"),
            (r"(?i)^grandma$", "granny"),
            (r"(?i)^dad$", "daddy"),
            *(
                (r"(?i)^delete(?: it)?$", said)
                for said in ("get rid of it", "remove it", "bin it", "trash it", "throw it away")
            ),
            *(
                (r"(?i)^(?:do not|don.?t) delete(?: it)?$", said)
                for said in (
                    "keep it",
                    "leave it",
                    "leave it alone",
                    "leave it as it is",
                    "dont remove it",
                )
            ),
        ),
        clock=_clock,
        before_amounts=words("at around for in about after before"),
        rewrites=(
            # "rather tea than coffee" denies the coffee.
            (r"(?i)\brather ((?:\w+ ){1,3})than ", r"\1not "),
            # "as hot as possible" is the hottest.
            (
                r"(?i)\bas (?!early\b|late\b|few\b|many\b|soon\b|much\b|long\b|well\b)(\w{3,}) as"
                r" (?:possible|it gets|it can be|they come|you can|you can make it)\b",
                r"\1est",
            ),
            # "Could we maybe try it?" asks for it.
            (
                r"(?i)^((?:um |uh |well |so |ok |okay )*)(?:could|can|may) (?:we|i)"
                r"(?: maybe| perhaps| possibly| please| just)* (?:try|go for|go with|go to|do|have|take|get|book"
                r"|use|pick|choose|order|play)\b(?! (?:a|another|one) (?:look|question|minute|second|moment))(?=[^,]*\?$)"
                r"([^?]*)\?$",
                r"\1let us go with\2",
            ),
            # What is named is pointed at again: "it is closer, so that".
            (r"(?i)(?<=\w )so that(?: one)?\W*$", "therefore that one"),
            (
                r"(?i)\b(?:so|so let'?s|so we(?:'ll| can| could| should)) (?:go|meet|eat|sit|stay) there\W*$",
                "therefore that one",
            ),
            # "do all of them, would you" asks nothing.
            (r"(?i)(?<=\w),? (?:would|could|will|can) you(?: please)?\W*$", " please"),
        ),
        letter_names=_LETTER_NAMES,
        either_way=r"(?i),? or not\b(?=\W*$)",
        rest=("the rest", "everything else", "all the others", "the other"),
        objections=r"\b(?:do|would) you mind\b|\bany objections?\b|\bobject to\b",
        symbol_words={"+": "plus", "#": "sharp", "&": "and", "%": "percent", "@": "at"},
    )


_ALARM_COURTESY: Final = r"(?:please|ok|okay|hey|oh|yes|yeah|all right|alright|thanks|thank you|now|just|can you|could you|will you)"
_RINGING: Final = (
    r"(?:it|that|this|the|my|ringing|timer|timers|alarm|alarms|reminder|noise|sound|beeping)"
)
_STOP_ALARM: Final = (
    rf"(?:{_ALARM_COURTESY} )*"
    rf"(?:(?:stop|end|silence|dismiss|mute|cancel|shut off|turn off|switch off)(?: {_RINGING})*"
    rf"|(?:turn|switch|shut)(?: {_RINGING})+ off"
    r"|off|enough|that s enough|quiet|be quiet|shut up|i m up|i m awake|i am up|i am awake)"
    rf"(?: {_ALARM_COURTESY})*"
)
_SNOOZE: Final = (
    rf"(?:{_ALARM_COURTESY} )*snooze(?: {_RINGING})*(?: for)?(?: {NUMBER} min(?:ute)?s?)?(?: {_ALARM_COURTESY})*",
    rf"(?:{_ALARM_COURTESY} )*(?:give me )?{NUMBER} more min(?:ute)?s?(?: {_ALARM_COURTESY})*",
    rf"(?:{_ALARM_COURTESY} )*(?:remind|wake|tell|ring) me(?: up)?(?: again)? in {NUMBER} min(?:ute)?s?"
    rf"(?: {_ALARM_COURTESY})*",
    rf"(?:{_ALARM_COURTESY} )*(?:(?:remind|tell) me(?: again)? )?(?:again )?later(?: {_ALARM_COURTESY})*",
    rf"(?:{_ALARM_COURTESY} )*not now(?: {_ALARM_COURTESY})*",
)

_MAY_I: Final = r"(?:(?:please|can i|could i|may i|i want to|i'd like to|i would like to|let me) )?"
_CHANGE: Final = r"(?:change|revise|correct|amend|edit)"
_ANSWER_CHANGES: Final = (
    rf"{_MAY_I}{_CHANGE} my (?:last )?answers?(?: please)?",
    rf"{_MAY_I}{_CHANGE} (?:my|the) answer (?:to|for|of) (?:question|number|question number)"
    rf" {NUMBER}(?: please)?",
    rf"{_MAY_I}{_CHANGE} (?:my|the) answer (?:to|for|of) (?:the|my) {NUMBER} question(?: please)?",
    rf"{_MAY_I}{_CHANGE} (?:my|the) {NUMBER} answer(?: please)?",
    rf"{_MAY_I}{_CHANGE} (?:my )?answer (?:number )?{NUMBER}(?: please)?",
)

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

_BEFORE_REQUEST: Final = (
    r"(?:(?:and|but|so|well|ok|okay|wait|hold on|sorry|um|uh|hm|hmm|yes|no|actually|first|please) )*"
    r"(?:(?:can|could|would|will) you (?:please )?|id like you to |i want you to |let me hear )?"
)
_TAIL: Final = (
    r"(?: (?:please|again|once more|one more time|now|so far|already|then|first|for me))*"
)
_GIVE: Final = (
    r"(?:tell me|give me|read|read out|read me|read out loud|explain|say|what is|whats|what are"
    r"|what was|i need|i want|id like|lets hear|is there|is there any|do you have|let me hear)"
)
_NOTE: Final = (
    r"(?:background|background information|background info|context|notes?|introduction|explanation)"
)
_OF_THIS: Final = r"(?: (?:to|for|of|behind|on|about) (?:this|it|that|the question|this question))?"
_CHOICES: Final = r"(?:(?:the|all|all the|all of the|those) (?:options|choices|answers|possibilities)|my (?:options|choices))"
_HERE: Final = (
    r"(?: (?:before|so far|already|until now|up to now|here|earlier|yet|again|in this one))*"
)
_QUESTION_REQUESTS: Final = {
    QuestionRequest.ABOUT: (
        rf"{_BEFORE_REQUEST}(?:tell me |remind me )?what(?: is|s| was)?"
        r" (?:this|that|it|the question|this question|the form|this form|the decision|this decision)"
        rf"(?: (?:is|was))?(?: all)?(?: about| for){_TAIL}",
        rf"{_BEFORE_REQUEST}what are you asking(?: me)?(?: about| for)?{_TAIL}",
        rf"{_BEFORE_REQUEST}what am i (?:deciding|choosing)(?: here| about)?{_TAIL}",
        rf"{_BEFORE_REQUEST}(?:what is|whats) the (?:topic|subject){_OF_THIS}{_TAIL}",
        rf"{_BEFORE_REQUEST}why are you asking(?: me)?(?: this| that)?{_TAIL}",
    ),
    QuestionRequest.NOTE: (
        rf"{_BEFORE_REQUEST}{_GIVE}(?: (?:the|a|any|some|more|some more|all the|a bit of|the whole)) {_NOTE}"
        rf"{_OF_THIS}{_TAIL}",
        rf"{_BEFORE_REQUEST}{_GIVE} {_NOTE}{_OF_THIS}{_TAIL}",
        rf"{_BEFORE_REQUEST}what does the note say{_TAIL}",
        rf"{_BEFORE_REQUEST}the {_NOTE}{_OF_THIS}{_TAIL}",
    ),
    QuestionRequest.OPTIONS: (
        rf"{_BEFORE_REQUEST}(?:read|read out|read me|repeat|list|say|tell me|give me|run through)"
        rf" {_CHOICES}{_TAIL}",
        rf"{_BEFORE_REQUEST}what (?:are|were) {_CHOICES}{_TAIL}",
        rf"{_BEFORE_REQUEST}(?:which|what) (?:options|choices|answers) (?:are there|were there|do i have|did i have){_TAIL}",
        rf"{_BEFORE_REQUEST}what can i (?:choose|pick|choose from|pick from){_TAIL}",
    ),
    QuestionRequest.CHOSEN: (
        rf"{_BEFORE_REQUEST}(?:tell me |remind me )?(?:what|which|which one|which ones|which option)"
        rf" (?:did|have|had|do) i (?:already )?(?:choose|chose|chosen|pick|picked|select|selected"
        rf"|say|said|answer|answered|take|taken|tick|ticked){_HERE}",
        rf"{_BEFORE_REQUEST}(?:tell me |remind me )?(?:what|which|which one) i"
        rf" (?:chose|picked|selected|said|answered|took){_HERE}",
        rf"{_BEFORE_REQUEST}(?:what|which|which one|which ones)(?: is|s| are)"
        rf" (?:already |now |currently )*(?:chosen|selected|picked|ticked|preselected){_HERE}",
        rf"{_BEFORE_REQUEST}(?:what is|whats|what was|what are|what were|read|tell me)"
        rf" my (?:answers?|choice|selections?|picks?){_HERE}",
    ),
    QuestionRequest.BEFORE: (
        rf"{_BEFORE_REQUEST}(?:what|which) (?:was|is) the (?:question before(?: this| that)?(?: one)?"
        rf"|(?:previous|last|earlier|preceding) (?:question|one)|one before(?: this)?){_TAIL}",
        rf"{_BEFORE_REQUEST}(?:whats) the (?:question before(?: this)?(?: one)?|(?:previous|last) question){_TAIL}",
        rf"{_BEFORE_REQUEST}(?:read|read me|repeat|tell me|remind me of) the"
        rf" (?:question before(?: this)?(?: one)?|(?:previous|last|earlier) question){_TAIL}",
        rf"{_BEFORE_REQUEST}what did you ask(?: me)? (?:before|first|last|earlier|just now|before this){_TAIL}",
    ),
    QuestionRequest.KEEP: (
        rf"{_BEFORE_REQUEST}(?:(?:i will|ill|lets|i would|id) )?(?:just )?(?:keep|leave)"
        rf" (?:it|that|this|them|those|what is (?:there|chosen|selected)|whats (?:there|chosen|selected)"
        rf"|the (?:default|selection|choice)|my (?:selection|choice))"
        rf"(?: (?:as it is|as is|like that|like this|that way|the way it is|at that|so))*{_TAIL}",
        rf"{_BEFORE_REQUEST}(?:(?:i will|ill|lets) )?(?:stick|stay|go) with"
        rf" (?:it|what is chosen|whats chosen|the (?:default|selection|(?:chosen|selected|preselected) ones?)){_TAIL}",
        rf"{_BEFORE_REQUEST}(?:take )?(?:the default|the (?:chosen|selected|preselected) ones?"
        rf"|what is chosen|whats chosen)(?: one)?{_TAIL}",
        rf"{_BEFORE_REQUEST}(?:leave it )?as it is{_TAIL}",
    ),
}

_ANSWER_CORRECTIONS: Final = phrases(
    """
        actually|no actually|actually no wait|no wait|wait no|wait|no sorry|sorry no|sorry|i meant|sorry i meant|no i meant
        i mean|no i mean|oops|oh no|scratch that|no scratch that|correction|or rather|on second thought|on second thoughts
        my mistake|my bad|hold on|hang on|no hang on|change it to|change that to|switch to|switch it to|make it|make that
        no make it|no make that|id rather have|i would rather have|oh actually|oh wait|uh no|hmm no|hmm actually
    """
)


ENGLISH: Final = Language(
    code="en",
    answers=_answers,
    question_requests=_QUESTION_REQUESTS,
    turn_endings=TurnEndings(
        sounds=words("and or but because although unless whereas um umm uh uhm er erm hmm hm mm"),
        always=words("if the a an my your our their its every very into onto per plus"),
        statement=words(
            "for with of to from at by about than between during until without through against "
            "among towards upon via like which whose"
        ),
        asking=words("what what's who who's whom where where's which whose how"),
        bare=words("as i we they he she when while his get make set add find"),
        starters=phrases(
            "can you|could you|would you|will you|can i|could i|may i|can i have|could i have|"
            "may i have|can we|i want|i want to|i need|i need to|i'd like|i'd like to|i would like|"
            "i would like to|give me|tell me|show me|make me|get me|let's|what is|what's|how is|"
            "how do i|where is|who is|is there|are there|set a timer|and then|i think|"
            "i was wondering|may i have it|can i have it|i'd like it|i would like it"
        ),
        letter_nouns=words("option letter answer choice plan number"),
        is_marked=True,
    ),
    agreements=phrases("yes|yep|yeah|yup|sure|ok|okay|alright|all right|right|of course"),
    courtesy=phrases("please|thanks|thank you|now|then|um|uh"),
    backchannels=Backchannels(
        listening=phrases(
            "yeah yeah|okey|kay|i see|got it|gotcha|understood|nice|cool|wow|ah|oh|aha|indeed|"
            "really|interesting|makes sense|that makes sense|fair enough|thank you|thanks|"
            "thank you very much|very good|very nice|wonderful|amazing|i know|i understand|oh wow|"
            "oh really|oh okay|you"
        ),
        answering=phrases(
            "yea|ya|absolutely|definitely|fine|exactly|go on|true|good|great|perfect"
        ),
    ),
    stop_commands=StopCommands(
        stop=phrases(
            "stop|stop it|stop that|stop talking|stop speaking|stop there|stop now|stop please|"
            "please stop|just stop|be quiet|quiet|shut up|hush|silence|enough|thats enough|"
            "that is enough|thats enough now|thats all|pause|hold on|hold on a second|hang on|"
            "wait|wait a second|wait a minute|wait a moment|one moment|one second|just a moment|"
            "just a second|just a minute|give me a second|hold it|cancel|cancel that|never mind|"
            "nevermind|cut it out|you can stop|you can stop now|stop reading|halt|no stop|no wait|"
            "no more"
        ),
        courtesy=phrases(
            "hey|parley|jarvis|hey jarvis|alexa|just|sorry|excuse me|for a moment|for a second|"
            "now please"
        ),
    ),
    farewell_replies=FarewellReplies(
        goodbye=phrases(
            "no thats all|no that is all|no thanks thats all|no im done|"
            "bye|goodbye|good bye|bye bye|good night|see you|see you later|thats all|"
            "that is all|nothing else|nothing more|end the conversation|end conversation|"
            "end the session|lets end the conversation|we can end the conversation|"
            "you can end the conversation|im done|i am done|were done|we are done"
        ),
        end=phrases(
            "yes please|correct|please do|do it|go ahead|end|end it|lets end|lets end it|"
            "we can end|we can end it|you can end it|finish|finish it|lets finish|stop|"
            "lets stop|we can stop|close it|quit|exit|thats it|that is it|done"
        ),
        keep=phrases(
            "no|nope|nah|not yet|not now|no way|dont|do not|dont end|dont end it|do not end it|"
            "dont stop|dont end the conversation|do not end the conversation|please dont|continue|"
            "lets continue|go on|keep going|keep on|carry on|lets keep going|lets go on|stay|"
            "keep talking|wait|hold on|one moment|just a moment|one second|just a second|"
            "i have more|not done|im not done|i am not done|still here|im still here|"
            "i am still here"
        ),
        courtesy=phrases("thank you very much|thanks a lot|well|oh|so|then please|the|and|i think"),
    ),
    read_on_replies=ReadOnReplies(
        read_on=phrases(
            "go on|go ahead|continue|carry on|keep going|keep reading|read on|read it|"
            "read the rest|the rest|more|tell me more|yes please|please do|yes go on|do|"
            "go for it|all of it|and then|absolutely|definitely"
        ),
        end=phrases(
            "no|nope|nah|no thanks|no thank you|no need|not now|don't|do not|not necessary|"
            "that's enough|that is enough|enough|that's fine|i'm good|leave it|skip it|"
            "never mind|i'll read it|i will read it|i'll read it myself|i can read it|"
            "no its fine|no that's fine"
        ),
    ),
    sample="The quick brown fox jumps over the lazy dog.",
    sentence_breaks=SentenceBreaks(
        breaths=words(
            "and but or so because that which who when while where if with from before after until"
            " since although though unless including between during without"
        ),
        never_last=words(
            "dr mr mrs ms mx prof gen rep sen gov capt lt col sgt rev hon st mt messrs e.g eg i.e ie vs cf viz"
        ),
        before_number=words(
            "no nos fig figs eq p pp vol ch sec art approx ca v ver est min max tel ext"
            " jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun"
        ),
        may_be_last=words(
            "etc inc ltd co corp jr sr al dept univ bros a.m p.m am pm ph.d m.d b.c a.d b.c.e c.e"
        ),
    ),
    pronunciation=Pronunciation(
        money={
            "$": "{n} dollar|{n} dollars",
            "€": "{n} euro|{n} euros",
            "£": "{n} pound|{n} pounds",
            "¥": "{n} yen",
            "₩": "{n} won",
        },
        cents={
            "$": "and {n} cents",
            "€": "and {n} cents",
            "£": "and {n} pence",
        },
        magnitudes={
            "k": "thousand",
            "K": "thousand",
            "M": "million",
            "B": "billion",
            "bn": "billion",
            "T": "trillion",
        },
        units={
            "km/h": "{n} kilometer per hour|{n} kilometers per hour",
            "mph": "{n} mile per hour|{n} miles per hour",
            "KB/s": "{n} kilobyte per second|{n} kilobytes per second",
            "MB/s": "{n} megabyte per second|{n} megabytes per second",
            "GB/s": "{n} gigabyte per second|{n} gigabytes per second",
            "Mbps": "{n} megabit per second|{n} megabits per second",
            "kWh": "{n} kilowatt hour|{n} kilowatt hours",
            "kW": "{n} kilowatt|{n} kilowatts",
            "km²": "{n} square kilometer|{n} square kilometers",
            "m²": "{n} square meter|{n} square meters",
            "m³": "{n} cubic meter|{n} cubic meters",
            "m/s": "{n} meter per second|{n} meters per second",
            "km": "{n} kilometer|{n} kilometers",
            "cm": "{n} centimeter|{n} centimeters",
            "mm": "{n} millimeter|{n} millimeters",
            "kg": "{n} kilogram|{n} kilograms",
            "mg": "{n} milligram|{n} milligrams",
            "ml": "{n} milliliter|{n} milliliters",
            "ms": "{n} millisecond|{n} milliseconds",
            "ft": "{n} foot|{n} feet",
            "lb": "{n} pound|{n} pounds",
            "lbs": "{n} pound|{n} pounds",
            "oz": "{n} ounce|{n} ounces",
            "KB": "{n} kilobyte|{n} kilobytes",
            "MB": "{n} megabyte|{n} megabytes",
            "GB": "{n} gigabyte|{n} gigabytes",
            "TB": "{n} terabyte|{n} terabytes",
            "°C": "{n} degree Celsius|{n} degrees Celsius",
            "°F": "{n} degree Fahrenheit|{n} degrees Fahrenheit",
        },
        powers=(" squared", " cubed"),
        months=(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ),  # fmt: skip
        rules=(
            (r"\b(Dr|Mr|Mrs|Ms|Prof|St|Gen|Sgt|Capt|Lt|Rev|Jr|Sr|vs)\.(?=\s)", r"\1"),
            (r"\b[Nn]o\.\s?(?=\d)", "number "),
            (r"(?<!\w)#(?=\d)", "number "),
            (r"\b([CF])#", r"\1 sharp"),
            (r"(?<=\d)\s?~\s?(?=\d)", " to "),
            (r"(?<!\w)~(?=\d)", "about "),
            (r"(?<![\d-])(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\d-])", r"\1 to \2"),
            (r"\b((?:1[89]|20)\d\d)\s?[-–]\s?((?:1[89]|20)\d\d)\b(?!-)", r"\1 to \2"),
            (r"\band/or\b", "and or"),
            (r"\b24/7\b", "twenty-four seven"),
            (r"(?<![\d./])1/2(?![\d/]|\.\d)", "one half"),
            (r"(?<![\d./])1/3(?![\d/]|\.\d)", "one third"),
            (r"(?<![\d./])2/3(?![\d/]|\.\d)", "two thirds"),
            (r"(?<![\d./])1/4(?![\d/]|\.\d)", "one quarter"),
            (r"(?<![\d./])3/4(?![\d/]|\.\d)", "three quarters"),
            (r"(?i)\be\.g\.", "for example"),
            (r"(?i)\bi\.e\.", "that is"),
        ),
    ),
    common_words=words(
        "the of and to is it you that was for are with his they this have from one had but not"
        " what all were when your can there an each which she how their if will other about out"
        " then them these so some her would him has more could did who been its now my than i'm"
        " it's don't i'll you're that's let's here's yes i he we a an as in on at no or by do does be"
        " me go up am us over also just like only very any may should could get got make use used"
        " new see here want need let sure well good great okay thanks please die too man"
    ),
    hallucinations=phrases(
        "thank you|thank you very much|thanks for watching|thank you for watching|please subscribe|you|bye|bye bye|so|oh|okay|the end|subtitles by the amara org community"
    ),
    numbers=_NUMBERS,
    answer_corrections=_ANSWER_CORRECTIONS,
    denials=phrases("no|nope"),
    alarm_commands=AlarmCommands(
        stop=_STOP_ALARM,
        snooze=_SNOOZE,
        amounts={"a": 1, "a few": 5, "a couple of": 2, "thirty": 30},
    ),
    answer_changes=_ANSWER_CHANGES,
    memory=MemoryWords(
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
    ),
    time_units={
        1: words("s sec secs second seconds"),
        60: words("m min mins minute minutes"),
        3600: words("h hr hrs hour hours"),
        86_400: words("d day days"),
        604_800: words("w week weeks"),
    },
    question_words=QuestionWords(
        recommended=("(recommended)",),
        other=phrases("other"),
        secret=(
            r"\b(?:password|passphrase|passcode|secret|api[ _-]?key|access[ _-]?token|auth[ _-]?token"
            r"|private[ _-]?key|credit[ _-]?card|cvv|cvc|pin)\b"
        ),
        forbidding=r"\b(?:do not|don['’]t|never|not|without|no)\b",
        either_or=r"\b(?:either\b.*\bor|\w+,? or(?! not\b)) \w+",
    ),
)

"""What everyday English answers open and close with, and what answers a question alone."""

from assistant.languages.lexicon import (
    CommandKind,
    PhraseMeaning,
    PhraseTag,
    commands,
    tagged,
)


def around_choice() -> dict[str, PhraseMeaning]:
    """Return what stands around a choice and says nothing: thanks, wishes, habits."""
    return {
        **tagged(
            PhraseTag.FILLER,
            "thanks a lot|thanks so much|thanks very much|many thanks|same as always|same as usual",
            "the usual|as ever|gonna go|gonna go for|wanna have|wanna go for|wanna go with|def",
            "deffo|defo|prob|probs|nothing beats|nothing beats a|all the way|every time|each time",
            "more than anything|the answer is|answer is|a cup of",
            "a bit of|can you do|can you do the|could you do",
            "could you make it|can you make it|would you make it|would it be possible to have|xx",
            "xxx|tx|tnx|thnx|thank u|4 me|my wife wants|my husband wants|the kids want",
            "everyone wants|everybody wants|we all want|we fancy|all of us want|sounds best to me",
            "sounds good to us|oh go on then|go on then",
            "if its no trouble|if its not too late",
            "id be up for|happy with the|happy to take|the obvious choice is|no contest",
            "hands down the|the winner is|im team|team|sticking with the|same again",
        ),
    }


def plain_replies() -> dict[str, PhraseMeaning]:
    """Return what chooses all or nothing, puts off, asks back, or leaves the choice."""
    return {
        **tagged(
            PhraseTag.AFFIRM,
            "nothing but|nothing but the|nothing other than|nothing except|nothing except the",
            "i could use|i only need|i just need",
        ),
        **tagged(
            PhraseTag.NONE,
            "i dont need anything|i dont need any of that|i dont need any",
            "i dont need any of them|we dont need anything",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "what do you recommend|what would you recommend|what would you suggest",
            "what do you suggest|help|help me|i need help",
        ),
        **commands(
            CommandKind.LATER,
            "let me sleep on it|ill sleep on it|ill let you know|let me check first",
            "ill get back to you|ask me tomorrow|ill tell you later",
        ),
    }


def plain_answers() -> dict[str, PhraseMeaning]:
    """Return what is a yes or a no where nothing else is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "okey|oki|okie|perfect|do that|if you could|if you could please|that would be perfect",
            "thatd be perfect|if you like|if you want|if you dont mind|if its no trouble|i guess so",
            "i suppose so|i suppose|i guess|might as well|may as well|right now|right away",
            "straight away|now please|yes now|make it so|100|deffo|defo|def|yes actually",
            "actually yes|pls do|plz do|please yes|yes pls|yes plz|about time|high time",
            "its about time|please go on|ok do it|ok go|ok then|ok thanks|yeah go on|yeah go ahead",
            "yeah do it|yes do|please and thank you|much appreciated|yeah alright|oh go on",
            "oh go on then|yes go for it|thanks yes|thank you yes|i dont see a problem|be so kind",
            "that would help|thatd help|thatll do nicely",
        ),
        **tagged(PhraseTag.YES, "pls|plz", is_weak=True),
        **tagged(
            PhraseTag.NO,
            "im fine|im fine thanks|im fine thank you|no im fine|no im fine thanks|no im good",
            "im good thanks|im good thank you|its fine as it is|its fine like this",
            "its fine the way it is|no its fine|no its ok|no its okay",
            "nty|no ty|maybe not|perhaps not|probably not|oh no|hmm no|uh no|um no",
            "ah no|no actually|actually no|no sorry|sorry no|sorry but no|afraid not|keep it open",
            "keep it closed|keep it on|keep it off|no keep it|leave it on|leave it off",
            "leave it open|leave it closed|leave it for now|leave it be|leave it alone",
            "leave it like that|leave it as is|no leave it|not for me thanks|not really no",
            "nah leave it|nah dont|nah not now|no way man|i already have|ive already done it",
            "already done|done already|no dont bother|please leave it|not tonight|not this evening",
            "i dont feel like it|dont feel like it|id prefer it open|no good|no never mind",
            "never mind",
        ),
        **tagged(
            PhraseTag.UNSURE,
            "thats fine as it is",
        ),
    }

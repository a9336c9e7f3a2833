"""Verbs of opposite actions in English, and how they are denied."""

from typing import Final

from assistant.languages.action_words import ActionWords

_KEEP: Final = "keep*|leave|leaving|let them be|let it be|retain*|preserve*|hold on to|hang on to"
_DELETE: Final = (
    "delet*|remov*|erase*|get rid of|throw_away|throw_out|wipe*|trash*|bin them|bin it|discard*|"
    "dump*|scrap*|toss*|clear them|clear it|destroy*|kill*|chuck_out|chuck_away|ditch*"
)

ACTION_WORDS: Final = ActionWords(
    pairs=(
        (_DELETE, _KEEP),
        ("overwrit*|replac*|rewrit*", _KEEP + "|copy|rename|another name"),
        ("cancel*|call_off|abort*", "keep*|continue|carry on|go through with"),
        ("sav*|store|back_up", "discard*|throw_away|lose"),
        (
            "turn_on|switch_on|enabl*|activat*|put_on|turning_on",
            "turn_off|switch_off|disabl*|deactivat*|leave_off|keep_off|shut_off|turning_off|put_out",
        ),
        ("turn_up|louder|rais*|increas*", "turn_down|quieter|lower*|decreas*|reduc*"),
        ("open*", "clos*|shut*|leave_closed|keep_closed"),
        ("start*|begin*|launch*|run", "stop*|end|halt*|paus*"),
        ("restart*|reboot*", "wait|keep_running|leave_running"),
        ("send*|mail*|post|publish*|submit*", "hold it|hold off|keep_back|wait"),
        ("install*|updat*|upgrad*", "uninstall*|wait|keep the old*|leave_as it is"),
        ("add*|includ*", "leave_out|leave out|omit*|exclud*|skip*|" + _DELETE),
        ("accept*|approv*|allow*|permit*|merg*", "reject*|declin*|den*|refus*|block*|forbid*"),
        ("lock*", "unlock*|leave_open|leave_unlocked"),
        ("share*|publish*", "keep_private|keep_to myself"),
        ("subscrib*|sign_up|join*", "unsubscrib*|leave|opt_out"),
        ("mute*|silenc*", "unmute*|leave_on"),
        ("connect*", "disconnect*|unplug*"),
        ("buy*|order*|book*|reserv*", "hold off|wait"),
        ("show*|display*", "hide*|hidden"),
        ("chang*|modif*|edit*|mov*|reset*", _KEEP),
        ("archiv*|put_in the archive|put_into the archive", "unarchiv*"),
    ),
    denial_before=(
        r"(?:\bdon'?t|\bdo not|(?<!why )\bnot|\bnever|\bno need to|\bwon'?t|\bwithout|\bneedn'?t"
        r"|\bshouldn'?t|\bwouldn'?t|\bavoid|\bcan'?t|\bcannot|\bdidn'?t|\bisn'?t|\baren'?t)(?: \w+){0,2} $"
    ),
    consent=(
        r"\b(?:go (?:right )?ahead|feel free|be my guest|no problem|no worries|by all means|fine by me"
        r"|fine with me|that'?s (?:fine|ok|okay|alright)|you can|do it|please do|not a problem|go for it"
        r"|(?:don'?t|wouldn'?t|do not|would not|doesn'?t) (?:really )?(?:mind|bother|care|disturb)(?: me)?)\b"
    ),
    nouns=r"\b(?:the|an?|my|our|your)\s+\w+",
    objects=r"\b(?:it|them|that|all|those|these|him|her|the)\b",
    aversion=(
        r"\b(?:hat\w+|stand|bear|like|sick of|tired of|fed up with|bored of|allergic to) (?:it|them|that|those|this|these|him|her)\b|\b(?:awful|terrible|disgusting|allergic|sick of|tired of)\b"
    ),
    adverse=r"\b(?:hat\w*|allergic|awful|terrible|sick of|tired of|dislik\w*|can'?t|cannot|never|don'?t|doesn'?t|not|isn'?t|aren'?t|won'?t|without|instead|avoid|used to|had|already have|already got|enough|yesterday|last time|wish|worse|bad|only|just|no|but)\b",
    leaving=r"\bleav(?:e|ing)\b(?! (?:it (?:at|on|with)|me|us)\b)",
    choosing_before=(
        r"\b(?:love|loves|prefer|prefers|wants|fancy|show me|look at|in the mood for|belongs? (?:in|on|to))"
        r"(?: (?:a|an|the|some|my|our))* *$|"
        r"\b(?:(?:i'?ll|let'?s|lets|i'?d|we'?ll|i|we|please|can (?:i|we)|could (?:i|we)|just|so"
        r"|i'?m|we'?re|i am|we are|you can|you could|we should|i should|then|and)"
        r"(?: (?:like|love|to|probably|just|rather|definitely|going|gonna|please|better|now))*"
        r" (?:take|have|go (?:with|for|to)|going (?:with|for)|choose|choosing|pick|use|using|say|do"
        r"|try|want|like|prefer|get|talk to|speak (?:to|with)|stick with|settle (?:for|on)"
        r"|start with|begin with|wait (?:until|till|for)|play|book|order|make it|set it to|meet at|lean towards?|leaning towards?|vote for)"
        r"|(?:^|[,.;] *|\b(?:please|just|so|then|and|well|ok|okay|uh|um|oh) )(?:give me|get me|make it|make mine|bring me|put me down for|book me|sign me up for|call"
        r"|take|use|choose|pick|go (?:with|for)|play|book|ring|phone|set it to|start with))"
        r"(?: (?:a|an|the|some|to|have|that|cup|of|glass|my|our|it))* *$"
        r"|^(?:my|our) $"
        r"|(?:(?:^|\b(?:please|just|so|then|now|but|you|i'?ll|i will|let'?s|lets)) *(?!have\b|had\b)\w+"
        r"|\b(?:leave|put|give|send|take|drop|keep|bring)) (?:it|them)"
        r"(?: (?:up|down|over|all|there|back|straight))?"
        r"(?: (?:in|on|onto|into|to|with|at|under|by|from|out of|off|via|through|for))?(?: (?:a|an|the|my|our))? *$"
        r"|\b(?:send|drop|text|show|read|bring|get|make|play|buy|book|order) (?:me|us|him|her|it|them)"
        r"(?: (?:a|an|the|some|by|as|in|to))* *$"
    ),
    choosing_after=(
        r"^ (?:it is|then|please|thanks|thank you|sounds (?:good|great|fine|best|perfect)"
        r"|works(?: for me| best| fine)?|would be (?:great|good|nice|fine|best|perfect|lovely)"
        r"|is (?:fine|good|great|enough|best|perfect|ok|okay)|will do(?: nicely)?|suits me"
        r"|for me|for us)(?: (?:then|please|thanks|thank you|for me))* *$"
        r"|^ (?:looks|sounds|seems|feels|tastes|is)(?! .*\b(?:bad|worse|worst|awful|terrible|wrong|ugly|boring|too"
        r"|less|not|out|off|taken|gone|away|here|there|full|closed|broken|free|ready|sick)\b) (?:much |a lot |far |way |the )?(?:more \w+|\w+er|best|good|great|nice|perfect|fun)(?: to me)? *$"
        r"|^ would be (?:nicer|better|easier|best|great|nice|safer|more \w+) (?:for|with) (?:the|my|our|us|me)(?: \w+)? *$"
    ),
    comment=r"(?:since|i|we|they|he|she|it|there|my|our|you|that|this)(?:'\w+|\b)",
    dissent=(
        r"\b(?:please don'?t|(?:i'?d )?(?:rather|prefer) (?:if )?you (?:didn'?t|not)|i'?d prefer not|rather not"
        r"|don'?t do (?:it|that)|better not|please not|not now|don'?t(?! mind| care| bother)"
        r"|(?:i|do|would|really|kind of) mind|bothers me|disturbs me|i do(?= *$))\b"
    ),
)

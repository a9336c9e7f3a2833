"""What everyday German answers open and close with, and what answers a question alone."""

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
            "danke dir|danke schön|danke sehr|danke euch|vermutlich|nen|ne tasse|eine tasse",
            "ein glas|ein stück|eine scheibe|einen teller|eine portion|wenns recht ist|wenns geht",
            "wenns möglich ist|wenns ginge|wenn es recht ist",
            "ist mein liebling|ist mein favorit",
            "ist meine lieblingssorte|liebe ich|mag ich am liebsten|bevorzugt|es muss|es wird",
            "es wird wohl|ich dachte an|ich dachte eher an|ich hab doch|hab ich doch gesagt",
            "hab ich gesagt|gesagt|irgendwie|nichts geht über|einen schönen|eine schöne|ein schönes",
            "ich probiere|ich probiere mal|ich probier|ich probier mal|ich versuche|ich versuch mal",
            "wieder|wieder mal|mal wieder|meinetwegen|meinetwegen den|von mir aus|von mir aus den",
            "lol|pls|plz|alle wollen|wir wollen|meine frau will|mein mann will|die kinder wollen",
            "unbedingt den|bin für|ich bin für|da nehm ich|da nehme ich|dann nehm ich|ich nehm mal",
            "ich nehm dann|ginge auch|geht klar|is gut|is okay|is super|wär gut|wär super|wär schön",
            "wär toll|würd ich sagen|würde ich sagen|würd ich nehmen|würde ich nehmen",
            "würde mir reichen|reicht mir|reicht völlig|reicht vollkommen|tut es auch|tuts auch",
            "ganz klar|ganz klar der|ohne zweifel|zur abwechslung|zur abwechslung mal|ausnahmsweise",
            "ausnahmsweise mal",
        ),
    }


def plain_replies() -> dict[str, PhraseMeaning]:
    """Return what chooses all or nothing, puts off, asks back, or leaves the choice."""
    return {
        **tagged(
            PhraseTag.ALL,
            "pack alles ein|pack alles|nimm alles mit|nimm alles|alles einpacken",
            "alles mitnehmen|alles rein",
        ),
        **tagged(
            PhraseTag.NONE,
            "ich brauche nichts|ich brauche gar nichts|ich brauch nichts|brauche nichts",
            "wir brauchen nichts",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "was empfiehlst du|was würdest du empfehlen|was würdest du nehmen",
            "was schlägst du vor|welches ist|welcher ist|welche ist|hilfe|hilf mir",
        ),
        **commands(
            CommandKind.DECIDE,
            "such was aus|such du was|such mir was aus|keine präferenz|keine vorliebe",
            "entscheidet ihr|entscheiden sie|mach wie du denkst|mach wie du meinst",
        ),
        **commands(
            CommandKind.LATER,
            "muss ich mir überlegen|muss ich überlegen|muss ich noch überlegen",
            "das überlege ich mir noch|überleg ich mir noch|ich überlege es mir",
            "ich überlegs mir|später nochmal|später noch mal|sag ich dir später",
            "sage ich dir später",
        ),
    }


def plain_answers() -> dict[str, PhraseMeaning]:
    """Return what is a yes or a no where nothing else is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "oke|okee|okidoki|perfekt|definitiv|mach halt|mach zu|mach auf|mach an|mach aus",
            "ja mach|ja mach zu|ja mach an|ja mach aus|wenn du willst|wenn du magst",
            "wenn du möchtest|wenn du meinst|wenns geht|ich denke schon|denke schon|denk schon",
            "ich glaub schon|glaub schon|ja schon|sofort|jetzt gleich|jetzt|jetzt sofort",
            "gleich jetzt|bitte jetzt|bitte sofort|jawoll|ich meine ja|wird zeit",
            "höchste zeit|ja wär gut|ja wäre gut|ja das wär gut|ja das wäre gut|wär gut|wäre gut",
            "ja tu das|tu das|tu es ruhig|sei so lieb|sei so gut|gern doch|gerne doch|bitte danke",
            "ja nur zu|na mach|mach nur|mach das mal|ja mach mal",
            "kannst du gern machen|ja kannst du machen|ja unbedingt|ja klar doch",
        ),
        **tagged(PhraseTag.YES, "mach", is_weak=True),
        **tagged(
            PhraseTag.NO,
            "lass|lass so|lass es so|lass es sein|lass es offen|lass es zu|lass es an|lass es aus",
            "lass es gut sein|lass das|lass mal|lass mal gut sein|lass an|lass aus|lass offen",
            "lass zu|nein lass|nein lass an|nee lass|ne lass|nein passt so|nein passt schon",
            "nee passt schon|nein alles gut|nee alles gut|sicher nicht|bestimmt nicht",
            "überhaupt nicht|neiin|neiiin|äh nein|ähm nein|öh nein|hm nein|tut mir leid nein",
            "sorry nein|nein sorry|nein tut mir leid|leider nein|leider nicht|vielleicht nicht",
            "vielleicht lieber nicht|wohl nicht|wahrscheinlich nicht|glaube nicht|glaub nicht",
            "ich glaub nicht|denke nicht|denk nicht|ich denk nicht|keine lust|hab keine lust",
            "nein keine lust|muss jetzt nicht sein|nee muss nicht sein|ist nicht nötig danke",
            "nein ist gut so|ist gut so|is gut so|so ist es gut|bleibt so|bleib so|soll so bleiben",
            "nein schon gut|nee schon gut|nein mach ich selbst|hab ich schon|habe ich schon",
            "schon erledigt|hat sich erledigt|bloß nicht jetzt|jetzt lieber nicht",
            "heute lieber nicht|heute nicht mehr|nein heute nicht",
        ),
        **tagged(
            PhraseTag.UNSURE,
            "passt so|es passt so|alles gut|passt schon so|passt schon|schon gut",
        ),
    }

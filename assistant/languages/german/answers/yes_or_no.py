"""What answers a question of yes or no in German."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def yes_or_no() -> dict[str, PhraseMeaning]:
    """Return what means something else where only yes or no is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "na gut|jo klar|passt schon|passt für mich|meinetwegen|logo|yes|jepp|jup|yep|y|j|jaa|jaaa|geht klar|aber sicher|aber klar|aber ja|sehr wohl|ist in ordnung|ja doch|soll mir recht sein|bitte|👍|👌|✅|ich bitte darum|mach ruhig|tu es|los gehts|immer|okidoki|oki|kein ding|von mir aus gerne|spricht nichts dagegen|nichts dagegen|passt mir|kannst du machen|darfst du",
        ),
        **tagged(
            PhraseTag.NO,
            "nö danke|auf keinen|lass mal|lass gut sein|lass sie|lass das lieber|behalte sie|bloß nicht|n|👎|❌|nope|nicht doch|vergiss es|keinesfalls|mach es nicht|lieber nicht|besser nicht|niemals|nie im leben|um gottes willen|brauchst du nicht|brauche ich nicht|nicht nötig|muss nicht sein",
        ),
        **tagged(PhraseTag.QUESTION, "bist du sicher|sind sie sicher|bist du dir sicher|wirklich"),
        **tagged(
            PhraseTag.NO,
            "gar nicht|untersteh dich|braucht es nicht|nicht nötig|auf gar keinen fall|auf keinen fall|behalten|ne|heute nicht",
        ),
        **tagged(
            PhraseTag.YES,
            "nur zu|raus damit|schick ab|ja schick ab|da hab ich nichts gegen|hab ich nichts gegen|nichts gegen|schick raus|weg damit",
        ),
        **tagged(PhraseTag.YES, "da sag ich nicht nein|ich sage nicht nein|da sage ich nicht nein"),
        **tagged(PhraseTag.YES, "doch", is_doubtful=True),
        # Verbs that rule an option out; here the question may be about just that.
        **tagged(
            PhraseTag.UNKNOWN,
            "überschreibe|überschreiben|verwirf|verwerfen|wirf|wegwerfen|weglassen|weg|raus|lass weg",
        ),
        # "You are welcome" answers thanks.
        **tagged(PhraseTag.UNSURE, "gern geschehen|gerne geschehen|keine ursache|nichts zu danken"),
        **tagged(
            PhraseTag.NO, "nein danke|nein vielen dank|danke nein|nichts danke|für mich nichts"
        ),
        **tagged(
            PhraseTag.NO,
            "nicht nötig|ist nicht nötig|das ist nicht nötig|nicht notwendig|ist nicht notwendig|muss nicht sein|das muss nicht sein|brauchts nicht|brauche ich nicht|braucht es nicht|nicht erforderlich",
        ),
        **tagged(
            PhraseTag.YES,
            "ich habe nichts dagegen|hab nichts dagegen|nichts dagegen|spricht nichts dagegen|warum auch nicht|von mir aus|meinetwegen",
        ),
        **tagged(
            PhraseTag.YES,
            *(
                f"{head} {praise}"
                for head in (
                    "das wäre",
                    "wäre",
                    "das ist",
                    "klingt",
                    "das klingt",
                    "hört sich",
                    "find ich",
                    "finde ich",
                )
                for praise in (
                    "toll",
                    "gut",
                    "super",
                    "schön",
                    "nett",
                    "klasse",
                    "prima",
                    "perfekt",
                    "hilfreich",
                    "lieb",
                    "gut an",
                    "super an",
                )
            ),
            *(
                f"{verb} {who}"
                for verb in ("hab", "habe", "bin", "will", "darfst", "kannst", "weiß")
                for who in ("ich", "du")
            ),
            *(
                f"{verb} {rest}"
                for verb in ("hab ich", "habe ich", "haben wir", "ich hab", "ich habe", "wir haben")
                for rest in (
                    "schon",
                    "eins",
                    "einen",
                    "eine",
                    "bereits",
                    "doch",
                    "schon eins",
                    "schon einen",
                    "schon eine",
                )
            ),
            "dürfen sie|können sie|haben wir|sind wir|genau die|genau der|genau das|genau den|ja genau|ja die|ja der|ja das|die da|der da|das ist sie|das ist er|das ist es|das isses|exakt|präzise|haargenau|so ist es|ganz genau|gute idee|tolle idee|super idee|guter plan|bitte sehr|bitte gern|bitte darum|ich bitte darum|da freu ich mich|freut mich|mit vergnügen|liebend gern|liebend gerne|aber gern|aber gerne|aber sicher|aber ja|aber klar|na klar|na sicher|na gut|na schön|na dann los|unbedingt|zweifellos|ohne frage|keine frage|sicherlich|erlaubt|ist erlaubt|genehmigt|erlaubnis erteilt|dafür|ich bin dafür|bin dabei|ich bin dabei|das stimmt|stimmt so|das passt|gerne doch|warum eigentlich nicht|bitte ja|gerne ja|wär toll|wär super|wär nett",
        ),
        **tagged(
            PhraseTag.NO,
            *(
                f"{verb} nicht"
                for verb in (
                    "hab ich",
                    "habe ich",
                    "haben wir",
                    "bin ich",
                    "will ich",
                    "möchte ich",
                    "darfst du",
                    "dürfen sie",
                    "kannst du",
                    "können sie",
                    "mag ich",
                    "brauche ich",
                    "brauch ich",
                    "brauchst du",
                    "brauchen sie",
                    "das stimmt",
                    "stimmt",
                    "die",
                    "der",
                    "das",
                    "ist er",
                    "ist sie",
                    "ist es",
                )
            ),
            *(
                f"{verb} {none}"
                for verb in (
                    "hab ich",
                    "habe ich",
                    "ich hab",
                    "ich habe",
                    "haben wir",
                    "wir haben",
                    "brauch ich",
                    "brauche ich",
                    "ich brauche",
                    "noch",
                )
                for none in (
                    "keins",
                    "keinen",
                    "keine",
                    "keines",
                    "noch keins",
                    "noch keinen",
                    "noch keine",
                )
            ),
            "nein darfst du nicht|nein dürfen sie nicht|nein die andere|nein der andere|nein das andere|noch nie|nie|niemals|nicht dass ich wüsste|abgelehnt|verweigert|verboten|kein interesse|kein bedarf|keine lust|dagegen|ich bin dagegen|ungern|eher ungern|eher nicht|wohl kaum|kaum|mitnichten|nie im leben|im leben nicht|vergiss es|vergessen sie es|lass gut sein|lassen sie gut sein|das lass mal|das mach ich selbst|mach ich selbst|ich mach das selbst|das mache ich selbst|kann ich selbst|schaff ich allein|das schaff ich allein|ist nicht nötig|nicht notwendig|unnötig|überflüssig|muss nicht|das muss nicht sein|ohne mich|nein hab ich nicht|das ist sie nicht|das ist es nicht|das ist er nicht",
        ),
    }

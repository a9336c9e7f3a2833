"""What everyday Korean answers open and close with, and what answers a question alone."""

from assistant.languages.asides import SOFTENING
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
            "아무래도|가당기네|가당기네요|이당기네|가땡기네요|같은데|같은데요|인데|도괜찮아|도괜찮아요|도괜찮을듯|가괜찮아|가괜찮아요|가괜찮을듯|이괜찮아|이괜찮아요|최고",
            "최고야|최고지|가최고|가최고지|이최고|이최고지|혹시|타고가자|타고갈게|타고갈게요|타고갈래|타고갈래요|타고가고싶어|타고가고싶어요|타고가|타고갈거야|타고갑시다",
            "타자|타야지|탈래|탈래요|탈게|탈게요|타고싶어|타고싶어요|로가지뭐|으로가지뭐|먹자|먹어야지|먹고싶다|마시자|마실거야|사자|사야지|살래|살게|볼래|볼래요",
            "보자|보고싶어|보고싶어요|들을래|들을래요|듣고싶어|들을게|입을래|입을게|갈까봐|할까봐|할까해|할까해요|하려고|하려고요|먹으려고|가려고|가려고요|당첨|로픽",
            "픽|원픽|무난하게|무난하니|가무난|이무난|부탁드릴게요|부탁드립니다용|주시면돼요|주시면됩니다|주시면감사하겠습니다|주라|줭|주셈|주십쇼|고고|고고씽",
        ),
        **tagged(PhraseTag.UNSURE, "아마|아마도", value=SOFTENING),
    }


def plain_replies() -> dict[str, PhraseMeaning]:
    """Return what chooses all or nothing, puts off, asks back, or leaves the choice."""
    return {
        **tagged(
            PhraseTag.QUESTION,
            "뭐가더|뭐가더싸|뭐가더좋아|뭐가제일|어떤게더|어느게더|도와줘|도움말",
        ),
        **commands(
            CommandKind.DECIDE,
            "다알아서해|네맘대로|니맘대로|골라봐|아무거나골라줘|추천대로",
        ),
        **commands(
            CommandKind.LATER,
            "고민해볼게|고민해볼게요|고민좀해볼게|고민좀|좀더생각해볼게|생각좀해볼게|생각좀|나중에말할게|나중에알려줄게|이따말할게",
        ),
    }


def plain_answers() -> dict[str, PhraseMeaning]:
    """Return what is a yes or a no where nothing else is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "그럼|해줘|해주라|해줘용|그러면고맙지|그럼고맙지|고마워|고마워요|감사합니다|지금바로|바로해줘|빨리|빨리해줘|빨리요|얼른|얼른요|얼른해줘|그럴까",
            "그럴까요|그렇게할까|좋을것같아|좋을것같아요|좋은데|좋은데요|그게좋겠다|그게좋겠어|그게좋겠어요|그게낫겠다|해주면좋지|해주면좋겠어|해주면좋겠어요|해줬으면좋겠어",
            "부탁할까|부탁드릴게|부탁드릴게요|하는걸로|하는걸로해|하는걸로하자|하는걸로할게|네그럼요|네당연하죠|응당연하지|응그래줘|네그래주세요|어해줘|응해줘|네해주세요",
            "예해주세요|네알겠어요|ㅇㅇ부탁|웅부탁해|그치|그쵸|당근이지|콜|오케이콜",
        ),
        **tagged(
            PhraseTag.NO,
            "아냐|아냐아냐|아니아니|전혀|전혀아니야|음아니|음아니요|어아니|어아니요|글쎄아니|글쎄아니요|미안아니야|미안한데아니야|죄송하지만아니요",
            "오늘은됐어|오늘은됐어요|오늘은괜찮아|오늘은괜찮아요|지금은됐어|지금은됐어요|지금은괜찮아|지금은괜찮아요|이번엔됐어|이번엔괜찮아|안그래도되는데|그냥놔둬요",
            "그냥내버려둬|내버려둬|내버려두세요|열어둬|열어둬요|열어두세요|열어놔|열어놓으세요|켜둬|켜둬요|켜두세요|켜놔|꺼둬도돼|그대로놔둬|그대로놔두세요|그대로가좋아",
            "지금이좋아|이대로좋아|이대로가좋아|안할거야|안할거예요|하고싶지않아|하고싶지않아요|하는건싫어|하는건싫어요|닫는건싫어|됐다니까|아니됐다|아니그냥놔둬|아니놔둬",
            "아니냅둬|아니하지마|아니요하지마세요|별로야|별로예요|별론데|글쎄별로|안땡겨|귀찮아|됐고|이미했어|이미했어요|벌써했어|했어이미",
        ),
    }

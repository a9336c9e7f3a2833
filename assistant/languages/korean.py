"""The words of Korean. Spaces inside a phrase are optional."""

from collections.abc import Iterator
from functools import cache
from typing import Final

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

_UNITS: Final = "일이삼사오육칠팔구"
_NATIVE: Final = (
    "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열 열하나 열둘 열셋 열넷 열다섯 열여섯 열일곱 열여덟"
    " 열아홉 스물"
).split()
"""Counting numbers, from 1."""
_COUNTING: Final = (
    "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두 열세 열네 열다섯 열여섯 열일곱 열여덟 열아홉"
    " 스무"
).split()
"""The same before a counter, from 1."""
_FIRST_ENDS: Final = ("앞", "앞의", "앞에", "앞에서", "처음", "처음의", "첫", "위", "위의", "위에")
_LAST_ENDS: Final = ("마지막", "마지막의", "뒤", "뒤의", "뒤에", "뒤에서", "끝", "끝의", "아래")


def _sino(n: int) -> str:
    """Return the Sino-Korean number from 1 to 20."""
    tens, ones = divmod(n, 10)
    head = {0: "", 1: "십", 2: "이십"}[tens]
    return head + (_UNITS[ones - 1] if ones else "")


_NUMBERS: Final = NumberWords(
    cardinals={n: (_COUNTING[n - 1], _NATIVE[n - 1], _sino(n)) for n in range(1, 21)},
    ordinals={1: ("첫", "첫째"), **{n: (f"{_NATIVE[n - 1]}째",) for n in range(2, 21)}},
    last=frozenset({"마지막"}),
)


def _numbers() -> dict[str, PhraseMeaning]:
    found: dict[str, PhraseMeaning] = tagged(PhraseTag.NUMBER, "영|공|0")
    for n in range(1, 21):
        native, counting, sino, digits = _NATIVE[n - 1], _COUNTING[n - 1], _sino(n), str(n)
        found |= tagged(PhraseTag.NUMBER, native, sino, digits, value=n)
        for said in (sino, digits):
            marked = (f"{said}번", f"{said}번째", f"번호{said}", f"옵션{said}", f"{said}번옵션")
            found |= tagged(PhraseTag.MARKED, *marked, f"선택지{said}", f"{said}번선택지", value=n)
        ordinals = [f"{counting}번째", f"{native}째", f"{counting}번쨰"]
        if n > 1:  # 제일 is "most"
            ordinals.append(f"제{sino}")
        if n == 1:
            ordinals += ["첫번째", "첫째", "첫", "첫번쨰"]
        found |= tagged(PhraseTag.ORDINAL, *ordinals, value=n)
        for place in (f"{counting}번째", f"{digits}번째", f"{native}째"):
            ends = ("뒤에서", "끝에서", "밑에서", "아래에서")
            found |= tagged(PhraseTag.FROM_END, *(f"{end}{place}" for end in ends), value=n)
        if n > 1:
            for count in (f"{counting}개", f"{native}", f"{digits}개", f"{counting}가지"):
                found |= tagged(
                    PhraseTag.FIRST_OF, *(f"{end}{count}" for end in _FIRST_ENDS), value=n
                )
                found |= tagged(
                    PhraseTag.LAST_OF, *(f"{end}{count}" for end in _LAST_ENDS), value=n
                )
            every = (f"{native}다", f"{native}모두", f"{counting}개다", f"{counting}개모두")
            found |= tagged(PhraseTag.ALL, *every, f"{digits}개다", f"{digits}개모두", value=n)
    # "이번" is also "this time"; "이 번", with the space, is rewritten to "2번" before.
    found["이번"] = PhraseMeaning(tag=PhraseTag.MARKED, value=2, is_doubtful=True)
    found |= tagged(
        PhraseTag.MARKED, "이번으로|이번이요|이번요|이번을|이번걸로|이번거|이번할게요", value=2
    )
    for n, letter in enumerate(("에이", "비", "씨", "디"), start=1):
        found |= tagged(PhraseTag.LETTER, letter, value=n, is_weak=True)
    for n, letter in enumerate("abcdefgh", start=1):
        found |= tagged(PhraseTag.LETTER, letter, value=n, is_weak=True)
        found |= tagged(PhraseTag.LETTER, f"{letter}번", f"옵션{letter}", value=n)
    return found


def _positions() -> dict[str, PhraseMeaning]:
    return {
        **_numbers(),
        **tagged(
            PhraseTag.ORDINAL,
            "맨처음|제일처음|맨위|제일위|맨앞|제일앞|처음|처음거|가장위|가장앞",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END,
            "마지막|맨마지막|제일마지막|맨끝|제일끝|맨뒤|제일뒤|맨아래|제일아래|맨밑|끝|가장아래|가장뒤",
            value=1,
        ),
        **tagged(PhraseTag.FROM_END, "마지막에서두번째|끝에서둘째|마지막바로앞|마지막전", value=2),
        **tagged(PhraseTag.LAST_OF, "뒤에거두개|아래두개", value=2),
        **tagged(
            PhraseTag.FROM_END,
            "뒤에거|뒤에것|뒤엣거|뒤에걸로|뒤쪽|후자|아래거|아래쪽|밑에거",
            value=1,
        ),
        **tagged(
            PhraseTag.ORDINAL, "앞에거|앞에것|앞엣거|앞에걸로|앞쪽|전자|위에거|위쪽|위에것", value=1
        ),
        **tagged(
            PhraseTag.LEAST,
            "제일작은거|제일작은|제일작은수|가장작은|가장작은거|제일적은|제일적은거|가장적은|최소|최소로|최소한|제일짧은|제일짧은거|가장짧은|제일이른|제일이른시간|가장이른|제일빠른시간|제일빨리|제일오래된|제일낮은|가장낮은|제일옛날|제일빠른시간으로",
        ),
        **tagged(
            PhraseTag.GREATEST,
            "제일큰거|제일큰|제일큰수|가장큰|가장큰거|제일많은|제일많은거|가장많은|최대|최대로|최대한|최대한많이|제일긴|제일긴거|가장긴|제일늦은|제일늦은시간|가장늦은|제일최신|최신|최신버전|제일높은|가장높은|제일새거|가장최신",
        ),
        **tagged(
            PhraseTag.ALL,
            "매일|날마다|전부다해|다불러|다해|다넣어|다넣어줘|다요|전부요|모두요|모두다요|전부다요|나머지다|나머지전부",
        ),
        **tagged(PhraseTag.MIDDLE, "가운데|중간|한가운데|중앙"),
        **tagged(
            PhraseTag.RECOMMENDED,
            "추천|추천한거|추천하는거|추천해준거|추천항목|추천옵션|추천해주신거",
        ),
        **tagged(
            PhraseTag.THAT,
            "그거|그것|이거|이것|그걸로|이걸로|그게|이게|그건|방금거|방금그거|지금거|지금그거",
        ),
        **tagged(PhraseTag.OTHER_ONE, "나머지하나|다른하나|나머지거|나머지|다른쪽|반대쪽"),
        **tagged(
            PhraseTag.ALL,
            "전부|전부다|모두|모두다|다|싹다|몽땅|전체|모든거|모든것|모조리|죄다|다전부|모두전부",
        ),
        **tagged(
            PhraseTag.NONE, "없어|없음|없습니다|없어요|없는데|아무것도|없다|없네|없네요|없는거같아"
        ),
        **tagged(PhraseTag.MIDDLE, "가운데두개|가운데둘|중간두개|중간에두개|가운데것두개", value=2),
    }


def _joins() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.AND,
            "+|하고|랑|이랑|과|와|그리고|및|또|그다음|그리고또|&|도|거하고|거랑",
        ),
        **tagged(PhraseTag.TO, "부터|에서|~"),
        **tagged(PhraseTag.NOT, "안|절대"),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "힘들어|힘들어요|힘들것같아요|어려워|어려워요|못가|못가요|안되|안되는데|안돼는데|곤란해|곤란해요|안될것같아|안될것같아요",
            "말고|아니고|아니라|아니야|아니에요|아닙니다|아니요그거|싫어|싫어요|싫고|싫은데|말고요|아닌",
            "별로야|별로예요|별로|안돼|안돼요|안할래|안할래요|안할게요|하지마|하지마세요|아닌거|아닌걸로",
            "아닌것|아님|말아줘|싫습니다|필요없어|필요없어요|거말고|건싫어|건아니야",
        ),
        **tagged(
            PhraseTag.EXCEPT_BEFORE,
            "빼고|제외하고|제외|빼고는|제외한|제외하고는|뺀|빼놓고|외에|외에는|빼|빼줘|이외에|빼주세요",
            "제외해줘|제외해주세요|만빼고|만제외하고|거빼고",
        ),
        **tagged(PhraseTag.BUT, "대신|그대신|하지만|그런데|근데"),
        **tagged(
            PhraseTag.CORRECTION,
            "아니아니|아니다|아니잠깐|잠깐|잠깐만|잠깐만요|아참|정정|다시말하면|아니그게아니라",
        ),
    }


def _clauses() -> dict[str, PhraseMeaning]:
    return {
        **tagged(PhraseTag.OR, "또는|이나|아니면|거나|혹은|든|이든|든지|이든지"),
        **tagged(
            PhraseTag.AFFIRM,
            "넣고|넣어|넣어줘|넣어주세요|넣어서|해줘|그냥|그냥은|로갈게|로갈게요|만|만요|주세요|줘|하고싶어|가좋겠어|가좋겠어요|이좋겠어|이좋겠어요|오늘은|이번엔|이번에는|지금은|남겨줘|남겨주세요|차라리|만해줘|만해주세요|이고",
        ),
        **tagged(
            PhraseTag.SO,
            "그래서|그러니까|그러면|그럼|니까|이니까|으니까|라서|이라서|니까그냥|때문에|었으니까|했으니까|아서|어서|해서",
        ),
        **tagged(PhraseTag.BECAUSE, "왜냐하면|왜냐면|일단은그렇고|나중에"),
        **tagged(
            PhraseTag.CONDITION,
            "만약|만약에|혹시|경우에|경우|때만|오면|있으면|없으면|되면|안되면|아니면안|이상|이하|이후|이전|후에|전에|쯤이면|에따라|따라|달라|봐서|봐야|한해서|가능하면|된다면|한다면|라면|이라면|다면",
        ),
        **tagged(
            PhraseTag.PAST,
            "원래|예전에|예전엔|전에는|저번에|지난번|지난번에|지난주에|작년|작년에|어제|아까는|했었|썼었|좋아하는데|좋아하지만|하려다가|으로하려다가|로하려다가|하려다|싶긴한데|싶지만|싶은데|고싶긴한데|갔으니까|갔었",
        ),
        **tagged(
            PhraseTag.EXCESS,
            "너무|너무적어|너무많아|너무커|너무작아|너무비싸|너무길어|너무짧아|너무일러|너무늦어|너무새거|너무느려|너무적으니까|너무많으니까|너무길고|너무일러서|너무늦어서|너무많아서|작을것같아|작을것같아서|클것같아|클것같아서|불안해|불안하니까|불편해|불편해서|부담스러워|무서워|복잡해|느려서|비싸서",
        ),
        **tagged(PhraseTag.LINK, "은|는|이|가"),
        **tagged(PhraseTag.MODIFIER, "반|절반|두배|거의|반시간"),
        **tagged(PhraseTag.OBJECTION, "이의|반대|불만|프라블럼|문제될거|이견|반대의견"),
        **tagged(PhraseTag.NOT, "안|절대|절대로|못|아무것도안"),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "말고|말고요|말고는|아니고|아니라|아닌|버려|버리고|버려줘|버려주세요|됐고|만아니면|만아니면돼|만아니면돼요|만아니면됩니다|은됐고|는됐고|안돼|안돼요|안할래|안해|필요없고|필요없어|필요없어요|싫고|싫은데|싫어|싫어요|싫어서|빼고싶어|하지마|하지마세요|하지말고|넣지마|넣지말고|넣지마세요|지마|지마세요|지말고|지말아줘|지말아주세요|지않기|지않을래|지않을게요|꽉찼어|안열려|안열려서|아닌데|아니에요|없이|없이요|덮어써|덮어쓰기",
        ),
        **tagged(
            PhraseTag.EXCEPT_BEFORE,
            "빼고|빼고다|빼고전부|빼고모두|제외하고|제외|제외한|빼고나머지|빼고나머지다|말고나머지|말고나머지다|말고다|말고전부|말고나머지는|외에는다|빼고는다|빼고다해줘|만빼고|만빼고다|빼",
        ),
        **tagged(PhraseTag.EXCEPT_BEFORE, "빼줘|빼주세요|빼고요|빼고주세요"),
        **tagged(
            PhraseTag.BUT,
            "대신|그대신|하지만|그런데|근데|는데|은데|지만|긴한데|이긴한데|다만|인데|이지만|좋은데|괜찮은데",
        ),
        **tagged(
            PhraseTag.CORRECTION,
            "아니아니|아니다|아니잠깐|아참|정정|다시말하면|아니그게아니라|아니근데|어아니|아아니|아니그냥|음아니|에이아니",
        ),
        **tagged(PhraseTag.AND, "도|도요", is_weak=True),
        **tagged(
            PhraseTag.AFFIRM,
            "충분해|충분해요|면충분해|면충분해요|면충분합니다|면돼|면돼요|면됩니다|이면돼요|이면충분해요|이면충분합니다",
        ),
        **tagged(PhraseTag.EXCESS, "부족해|부족해요|모자라|모자라요|부족하니까"),
        **tagged(
            PhraseTag.FILLER,
            "ㄱㄱ|ㄱ|ㅎㅎ|ㅎㅎㅎ|ㅋㅋ|ㅋㅋㅋ|ㅋ|ㅎ|ㅠㅠ|ㅜㅜ|ㅇㅇ|한잔|버전|버전으로|씨|님|한테|에게|쪽이야|쪽으로|팀|시켜|부탁|개|개요|개로|명으로|잔|아직",
        ),
        **tagged(PhraseTag.ALL, "둘다요|둘다|둘다로", value=2),
        **tagged(PhraseTag.QUESTION, "얼마나|출근했어|비어있어|남았어"),
        **tagged(PhraseTag.WORKDAYS, "평일|평일만|평일에|평일에만|주중|주중에|평일인데"),
        **tagged(PhraseTag.WEEKEND, "주말|주말에|주말만|주말에만"),
        **tagged(PhraseTag.FILLER, "@|솔직히|여전히"),
        **tagged(PhraseTag.NOT_BEFORE, "지않고|하지않고|않고|지않는|않는|지않을|안하고"),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "않기|않음|않기로|안함|안하기|마|마세요|마요|말아|말아줘|말아주세요|말기|말자",
        ),
    }


def _yes_or_no() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.YES,
            "ㅇㅇ|ㅇㅋ|ㅇ|ㄱㄱ|ㄱ|고고|ㅇㅇㄱㄱ|웅|네네|넹|넵넵|네ㅔ|넴|y|ok|okay|좋죠|좋지|그럽시다|그럴게요|그러지뭐|그러든가|그렇게해요|물론입니다|당근|당연히요|오키|오키오키|옙|예스|이의없습니다|이의없어요|문제없습니다|상관없습니다|하셔도돼요|해도돼|해도돼요|해도됩니다|하세요|해요|해|하는게좋겠어요|하는게좋겠네요|하는게좋겠어|필요해|필요해요|보내주세요|진행하세요|진행합시다|승인|허락할게|알겠습니다|알겠어요|알았어|맞네|맞네요|맞죠|괜찮을것같아요|저야좋죠|👍|👌|✅|🙆|응괜찮아|네괜찮아요|네괜찮습니다|그러도록해|부탁할게|부탁할게요|어그래",
        ),
        **tagged(
            PhraseTag.NO,
            "ㄴㄴ|ㄴ|노노|놉|아뇨아뇨|아니아니요|안돼|안돼요|안됩니다|안되지|안되죠|하지마|하지마요|하지마세요|하지말아요|하지말자|하지마라|싫어|싫어요|싫은데요|관둬|냅둬|냅둬요|냅두세요|그냥둬|그냥둬요|그냥두세요|그냥놔둬|놔둬|그대로둬|그대로두세요|필요없어|필요없어요|필요없습니다|안해도돼|안해도돼요|안해도됩니다|안그래도돼|n|no|👎|❌|🙅|아니지|절대안돼요|절대하지마|안괜찮아|안괜찮아요|괜찮지않아|반대야|반대예요|그건좀|곤란해요|곤란합니다|안될것같아요|됐거든|말아주세요|말자|아직안돼|아직안돼요",
        ),
        **tagged(PhraseTag.QUESTION, "진짜|정말|정말요|확실해|진짜요"),
        **tagged(
            PhraseTag.YES,
            "예그렇게해주시면감사하겠습니다|그래주세요|그렇게해주시면|해주시면감사하겠습니다|해주시면|주세요|네주세요|보내|보내줘|보내요|보내주셈|덮어써|덮어써주세요",
        ),
        **tagged(
            PhraseTag.NO,
            "지우지마|지우지마세요|삭제하지마|삭제하지마세요|안주셔도돼요|안보내도돼|안보내도될것같아요|보내지마|보내지마세요|버려주세요|버려줘|그냥두자",
        ),
        **tagged(PhraseTag.UNSURE, "나쁘지않네|나쁘지않네요|나쁘지않아"),
    }


def _words() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.YES,
            "네|예|응|어|어어|그래|그래요|그럼|그럼요|맞아|맞아요|맞습니다|좋아|좋아요|좋습니다|당연하지",
            "당연하죠|당연히|물론|물론이죠|물론이지|물론이에요|그렇게해줘|그렇게해주세요|그렇게해|해줘",
            "해주세요|하자|할게|할게요|오케이|오케|콜|옳아|옳아요|그렇지|그렇죠|그렇습니다|넵|넹|예스|ㅇㅇ",
            "문제없어|문제없어요|진행해|진행해줘|진행해주세요|계속해줘|부탁해|부탁해요",
            "부탁드려요|부탁드립니다|그러자|그러죠|그러세요|그렇게하자|그렇게할게요|네그래요|참",
        ),
        **tagged(
            PhraseTag.NO,
            "아니|아니요|아뇨|아니오|아닌데|아닌데요|노|안해|안해요|안할거야|하지말아줘|하지말아주세요",
            "그러지마|그러지마세요|아니그러지마|절대아니야|절대안돼|거짓",
            "사양할게요|사양합니다|원하지않아|원하지않아요|그만두자|하지말자|그건아니야|그건아니에요",
        ),
        **tagged(
            PhraseTag.UNSURE,
            "모르겠어|모르겠어요|모르겠습니다|잘모르겠어|잘모르겠어요|모르겠는데|모르겠는데요|잘모르겠는데|잘모르겠는데요|잘모르겠습니다|글쎄|글쎄요|고민이네|몰라|몰라요",
            "생각해볼게|생각해볼게요|생각좀해볼게|고민돼|고민중이야|아마|아마도",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "뭐|뭐야|뭐예요|뭐에요|뭐지|뭐죠|뭔데|뭔가요|뭐였지|뭐였죠|뭐였어|뭐였더라|무엇|무엇인가요",
            "왜|왜요|어떤|어떤거|어떻게|어떤가요|몇개|누가|언제|어디|어느|어느게|어느거|어느것",
            "무슨|무슨뜻|인가요|인가|입니까|뭐가|뭘|있어|있나요|있어요|일까|일까요|는뭐",
        ),
        **tagged(
            PhraseTag.FILLER,
            "제일좋아|제일좋아요|제일좋습니다|가장좋아|가장좋아요|좋네요|괜찮네요|괜찮겠네요|갑시다",
            "넣어|넣어줘|넣어주세요|담아줘|추가해줘|추가해주세요|넣을게요|꺼|꺼로|꺼요|껄로|꺼로요|둘중에|둘중에서|셋중에|셋중에서|넷중에|그|저|저기|저기요|그러니까|뭐랄까|그냥|그러면|나는|저는|나|난|전|제|내|제가",
            "내가|우리|걸|거|것|게|건|거로|걸로|것으로|거요|걸로요|게요|것이|거가|거를|거는|것을|선택|옵션",
            "선택할게|선택할게요|선택해|선택해줘|선택해주세요|선택하겠습니다|선택합니다|고를게|고를게요",
            "고르겠습니다|골라줘|골라주세요|로할게|로할게요|할래|할래요|하겠습니다|하겠어요|합니다|해|줘",
            "주세요|줘요|주십시오|가자|갈게|갈게요|가겠습니다|가죠|가줘|쓰자|쓸게|쓸게요|써줘|써주세요",
            "사용할게요|사용해줘|사용해주세요|사용하자|사용|원해|원해요|원합니다|주라|갖다줘|부탁|제일|가장",
            "좋을것같아|좋을것같아요|좋을거같아|좋을거같아요|좋겠어|좋겠어요|좋겠습니다|나을것같아",
            "나을것같아요|나을거같아|나을거같아요|좋은것같아요|좋은거같아요|것같아|것같아요|거같아|거같아요",
            "이번에|이번에는|이번엔|하는게|하는걸로|쪽|쪽으로|쪽이|번|번호|항목|항목으로|정답은|답은|답|바로",
            "좀|그중에|중에|중에서|그중에서|여기서|있는|있는거|있는걸로|하면|하면돼|하면될것같아요|될것같아",
            "될것같아요|될거같아요|이렇게|으로해|로해|로해줘|로해주세요|으로해줘|으로해주세요|고|일단|우선",
            "될까요|되나요|되나|돼요|하나만|하는|그거는|정도|그쪽|결정|결정할게요|하기로|하기로할게요|골랐어|골랐어요|고를래",
            "하고싶어|하고싶어요|쓰고싶어|쓰고싶어요|싶어|싶어요|원하는건|내선택은|제선택은|만",
        ),
        # Proposes or asks.
        "어때": PhraseMeaning(tag=PhraseTag.QUESTION, is_weak=True, is_doubtful=True),
        "어때요": PhraseMeaning(tag=PhraseTag.QUESTION, is_weak=True, is_doubtful=True),
        # Interjections, which no particle follows: 아이 is no "ah" with one.
        **tagged(PhraseTag.FILLER, "음|흠|자|아|에|어머|오|와우", is_weak=True),
    }  # fmt: skip


def _particles() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.SUFFIX,
            "로|으로|을|를|요|이요|이에요|예요|에요|입니다|야|이야|죠|이죠|지|만|까지|이랑요|하고요|랑요",
            "로요|으로요|로만|으로만|째|은요|는요|로는|으로는|이라고|라고|이고|네요|이네요|군요|인데|인데요",
            "인걸로|인거로|인거|으로다가",
        ),
        **tagged(PhraseTag.SUFFIX, "은|는|이|가|의|에|들|님|란|이란|이면|면", is_weak=True),
    }  # fmt: skip


def _commands() -> dict[str, PhraseMeaning]:
    return {
        **commands(
            CommandKind.REPEAT,
            "다시|다시말해줘|다시말해주세요|다시한번|다시한번말해줘|다시한번말해주세요|한번더|한번만더",
            "다시읽어줘|다시읽어주세요|다시들려줘|다시들려주세요|못들었어|못들었어요|뭐라고|뭐라고요",
            "뭐라고했어|뭐라고했어요|잘못들었어요|다시한번읽어줘|반복|반복해줘|반복해주세요|다시얘기해줘",
            "다시얘기해주세요|또말해줘|한번더말해줘|한번더말해주세요|못알아들었어요|뭐뭐있어|뭐가있었지",
            "다시말씀해주세요|한번더말씀해주세요|다시한번말씀해주세요|네뭐라고요|다시불러줘|읽어줘|읽어주세요",
            "뭐뭐있었지|뭐뭐있었어|선택지다시|옵션다시",
        ),
        **commands(
            CommandKind.SLOWER,
            "천천히|더천천히|천천히말해줘|천천히말해주세요|좀천천히|조금천천히|너무빨라|너무빨라요|느리게",
            "더느리게|조금더천천히|천천히읽어줘|천천히읽어주세요|천천히해줘|좀더천천히",
        ),
        **commands(
            CommandKind.EXPLAIN,
            "설명|설명해줘|설명해주세요|자세히|자세히말해줘|자세히알려줘|자세히알려주세요|더알려줘|알려줘",
            "알려주세요|에대해알려줘|에대해설명해줘|에대해서설명해줘|에대해서알려줘|더자세히|무슨뜻이야",
            "무슨뜻이에요|뭔지알려줘|뭔지설명해줘|좀더설명해줘|에대해말해줘|자세히설명해줘|자세히설명해주세요",
            "에대해|에대해서|더설명해줘|무슨의미야|무슨의미예요|뜻이뭐야",
        ),
        **commands(
            CommandKind.COMPARE,
            "차이|차이가뭐야|차이가뭐예요|차이가뭐에요|차이점|차이점이뭐야|차이점이뭐예요|비교|비교해줘",
            "비교해주세요|차이를알려줘|차이알려줘|뭐가달라|뭐가달라요|뭐가다른가요|뭐가다르지|차이는|차이점은",
            "차이가뭔가요|차이점알려줘|차이설명해줘|어떻게달라|어떻게달라요|의차이",
        ),
        **commands(
            CommandKind.BACK,
            "뒤로|이전|이전으로|이전질문|이전질문으로|앞으로돌아가|돌아가|돌아가줘|돌아가자|뒤로가|뒤로가줘",
            "뒤로가기|이전으로돌아가|전질문|앞질문|이전질문으로돌아가줘|전으로|뒤로가자|이전으로가줘",
        ),
        **commands(
            CommandKind.SKIP,
            "건너뛰기|건너뛰어|건너뛰자|건너뛸게|건너뛸게요|건너뛰어줘|넘어가|넘어가자|넘어갈게요|넘겨|패스",
            "넘겨줘|스킵|다음질문|넘어가줘|패스할게|패스할게요|스킵할게|스킵해줘|다음질문으로|건너뛰어주세요",
        ),
        **commands(
            CommandKind.MORE,
            "더|더있어|더읽어줘|계속|계속해|계속읽어줘|다음|또있어|또뭐있어|더보여줘|나머지는|다음거|더없어",
            "계속읽어|더들려줘|나머지도읽어줘",
        ),
        **commands(
            CommandKind.CANCEL,
            "취소|취소해|취소해줘|취소해주세요|취소할게|취소할게요|그만|그만해|그만해줘|그만둬|그만하자|중지",
            "중단|멈춰|멈춰줘|관둬|됐어그만|그만할래|그만할래요|그만할게요|없던일로|없던일로해줘|스톱|중지해줘",
        ),
        **commands(
            CommandKind.DECIDE,
            "알아서해줘요|알아서해주세요|좋을대로해|좋을대로하세요|하고싶은대로|하든지말든지|그쪽에서골라|골라줘|추천해줘|추천해주세요|아무거나요|아무거나로|아무거나다|상관없습니다|아무거나괜찮아요|몰루|알아서골라|대신골라주세요|대신정해주세요|대신선택해주세요|대신선택해줘",
            "다괜찮아|다괜찮아요|뭐든괜찮아|뭐든괜찮아요|뭐든좋아|뭐든좋아요|다좋아|다좋아요",
            "알아서해|알아서해줘|알아서해주세요|알아서|네가정해|네가정해줘|니가정해|네가골라|네가골라줘",
            "네가선택해|네가결정해|당신이정해|당신이골라줘|마음대로|마음대로해|맘대로|맘대로해|아무거나|상관없어",
            "상관없어요|아무래도좋아|아무거나괜찮아|아무거나좋아|좋을대로|좋을대로해|편한대로|알아서골라줘",
            "알아서정해줘|알아서정해|알아서결정해|알아서결정해줘|알아서선택해줘|정해줘|네가알아서해|결정해줘",
            "추천대로|추천하는대로|추천대로해줘|정해주세요|대신골라줘|대신정해줘|아무거나골라줘|아무거나해줘",
        ),
        **commands(
            CommandKind.LATER,
            "생각좀해볼게|생각좀해볼게요|생각해볼게|생각해볼게요|상의해볼게|상의해볼게요|물어볼게|물어볼게요|물어보고|확인해볼게|확인해볼게요|조금있다가|조금있다가요|조금이따가|이따가요|좀이따|저장하고나서|잠깐만요|잠깐만|잠시만|잠시만요|잠깐|기다려|기다려봐|나중에요|밥먹고|점심먹고|끝나고",
            "지금은좀그래|지금은좀그래요|지금은좀|나중에알려줄게|나중에알려줄게요",
            "다시물어봐|다시물어봐줘|이따가다시물어봐|이따가다시물어봐줘|이따다시물어봐|이따다시물어봐줘|좀있다가|좀이따가|나중에말할게|나중에말할게요|나중에|나중에할게|나중에할게요|나중에물어봐|나중에물어봐줘|나중에다시|나중에다시물어봐|이따가",
            "나중에다시물어봐줘|이따|다음에|다음에할게|다음에할게요|지금말고|지금은안돼|아직|있다가|지금은말고",
            "나중에답할게|나중에답할게요|나중에하자|나중에대답할게|이따할게|이따가할게|이따물어봐|나중에결정할게",
            "나중에물어봐주세요|나중에다시물어봐주세요|나중에정할게",
        ),
        **commands(
            CommandKind.OTHER,
            "둘다싫은데|저는괜찮아요|전괜찮아요|필요없어요|필요없어|안필요해|아무것도필요없어|없어도돼|없어도돼요|안할래요|안할래|하지않을래|안해도돼|안해도돼요|사양할게요|이중에는없어|이중에없어|노노됐어|됐어요|됐어|안들을래|아무도안|다안돼|다안돼요|다안되요|다른날|다른날로|다안맞아|다안맞아요",
            "둘다별로예요|둘다별로야|다별로예요|다별로야|전부별로예요|전부별로야|다른거|다른것|다른걸로|딴거|기타|직접입력|직접말할게|다른거로|해당없음|해당사항없음|둘다아니야",
            "다아니야|다싫어|다별로|전부아니야|모두아니야|아무것도아니야|하나도없어|맞는게없어|맘에드는게없어",
            "마음에드는게없어|둘다싫어|둘다별로|전부싫어|그중에없어|없어다른거|다른옵션|다른선택지|다른방법",
            "다아니에요|전부아니에요|둘다아니에요|모두아니에요|원하는게없어|원하는게없어요|마음에드는게없어요",
            "여기없어|여기없어요|맞는게없어요|다른거할래|다른걸로할게|직접말할게요|적당한게없어|다싫어요",
        ),
    }  # fmt: skip


_PLACES: Final = ("", "십", "백", "천")


def _compound(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said: by places, and digit by digit."""
    digits = [(place, n // 10**place % 10) for place in (3, 2, 1, 0)]
    yield "".join(
        ("" if digit == 1 and place else "영일이삼사오육칠팔구"[digit]) + _PLACES[place]
        for place, digit in digits
        if digit
    )
    yield "".join("영일이삼사오육칠팔구"[int(digit)] for digit in str(n))

    if n < 100:
        tens, ones = divmod(n, 10)
        head = "스물 서른 마흔 쉰 예순 일흔 여든 아흔".split()[tens - 2]
        yield head + (_NATIVE[ones - 1] if ones else "")
        yield head + (_COUNTING[ones - 1] if ones else "")


_LETTER_NAMES: Final = {
    "에이": "a", "비": "b", "씨": "c", "시": "c", "디": "d", "이": "e", "에프": "f", "지": "g",
    "에이치": "h", "아이": "i", "제이": "j", "케이": "k", "엘": "l", "엠": "m", "엔": "n", "오": "o",
    "피": "p", "큐": "q", "알": "r", "아르": "r", "에스": "s", "티": "t", "유": "u", "브이": "v",
    "더블유": "w", "엑스": "x", "와이": "y", "제트": "z", "지트": "z",
}  # fmt: skip
_ENGLISH: Final = (
    "원 투 쓰리 포 파이브 식스 세븐 에이트 나인 텐 일레븐 트웰브 서틴 포틴 피프틴 식스틴 세븐틴"
    " 에이틴 나인틴 투엔티"
).split()
"""English numbers, as in the names of versions."""
_SAID: Final = {
    n: (*forms, _ENGLISH[n - 1], *(("스리",) if n == 3 else ()))
    for n, forms in _NUMBERS.cardinals.items()
}


@cache
def _answers() -> Lexicon:
    return Lexicon(
        script=WritingScript.SYLLABLES,
        # Later ones win.
        phrases={**_words(), **_joins(), **_clauses(), **_positions(), **_commands()},
        for_yes_or_no={
            **_yes_or_no(),
            **tagged(PhraseTag.YES, "해|있어|있어요|계속|계속해|계속해줘|계속해주세요|진행"),
            **tagged(
                PhraseTag.NO,
                "없어|없어요|안돼|안돼요|싫어|싫어요|하지마|하지마요|하지마세요|안해도돼",
            ),
            **commands(CommandKind.LATER, "분뒤에|시간뒤에|내일|내일아침에|다음주|다음주에"),
            **tagged(PhraseTag.UNSURE, "괜찮아|괜찮아요|괜찮습니다|됐어|됐어요|됐습니다"),
        },
        suffixes=_particles(),
        endings=(
            ("니까", PhraseTag.SO),
            ("서", PhraseTag.SO),
            ("길래", PhraseTag.SO),
            ("때문에", PhraseTag.SO),
            ("다가", PhraseTag.PAST),
            ("는데", PhraseTag.BUT),
            ("은데", PhraseTag.BUT),
            ("한데", PhraseTag.BUT),
            ("지만", PhraseTag.BUT),
            ("지마", PhraseTag.NOT_BEFORE),
            ("지말고", PhraseTag.NOT_BEFORE),
            ("지말아", PhraseTag.NOT_BEFORE),
            ("지않", PhraseTag.NOT_BEFORE),
            ("면", PhraseTag.CONDITION),
            ("든지", PhraseTag.CONDITION),
        ),
        letter_names=_LETTER_NAMES,
        counters="명개인번층대권단년월일분시주회가",
        number_words=_SAID,
        compound_number=_compound,
        point_words=("점", "쩜", "포인트"),
        label_variants=(
            (r"(?:오전|오후|저녁|아침|밤)\s*(?=\d)", ""),
            (r"(?<=시)\s*30분", "반"),
            (r"(?<=\d)명", "인용"),
            (r"(?<=\d)명", ""),
            (r"(?<=\d)번(?=\s)", ""),
            (r"^([월화수목금토일])$", r"\1요일"),
            (r"^30분$", "반 시간"),
            (r"것", "거"),
        ),
        objections="싫으세요|싫으신가요|반대하|이의 있",
        symbol_words={"+": "플러스", "#": "샵", "&": "앤드", "%": "퍼센트"},
        rewrites=(
            (r"(?<!\S)이 번(?=$|\s|[^\w\s]|이요|요|으로|하고|이랑|과|은|을|째|이 )", "2번"),
            (r"(\d)\s*번째", r"\1번째"),
        ),
    )


_STOP_ALARM: Final = (
    r"(?:이제|좀|제발|오케이|네|응|야)*(?:(?:알람|알림|타이머|소리|벨|이거|저거|그거)(?:을|를|은|는|좀)?)*"
    r"(?:이제|좀|제발)*"
    r"(?:그만(?:해|해줘|해주세요|해요|하세요|울려|울려줘)?|멈춰(?:줘|주세요|요)?|꺼(?:줘|주세요|요|라|줄래)?"
    r"|끄자|중지(?:해|해줘|해주세요)?|정지(?:해|해줘|해주세요)?|해제(?:해|해줘|해주세요)?|스톱|스탑"
    r"|조용(?:히)?(?:해|해줘|해주세요)?|됐어(?:요)?|일어났어(?:요)?)(?:이제|좀|제발|고마워|고마워요)*"
)
_RING_AGAIN: Final = r"(?:다시)?(?:알려|깨워|울려)?(?:줘|주세요|줄래)?"
_SNOOZE: Final = (
    rf"(?:스누즈|다시알림)(?:{NUMBER}분)?(?:해|해줘|해주세요)?",
    rf"(?:나중에|이따가?|(?:조금|좀)(?:이따가?|있다가?))(?:요)?{_RING_AGAIN}",
    rf"{NUMBER}분(?:만)?(?:더|뒤에|후에|이따가?|있다가?)(?:요)?{_RING_AGAIN}",
    r"(?:조금|잠깐)만더(?:요)?(?:잘게|잘게요)?",
)

_CHANGE: Final = (
    r"(?:바꿀래|바꿀래요|바꿔|바꿔줘|바꿔주세요|바꿔요|바꾸자|바꿀게|바꿀게요|바꾸고싶어|바꾸고싶어요"
    r"|바꾸고싶습니다|바꾸기|변경|변경해줘|변경해주세요|변경할래|변경할래요|변경하고싶어|변경하고싶어요"
    r"|수정|수정해줘|수정해주세요|수정할래|수정할래요|수정하고싶어|수정하고싶어요|고칠래|고칠래요"
    r"|고치고싶어|고치고싶어요)"
)
_ANSWER: Final = r"(?:답|대답|답변)(?:을|를|은|는)?"
_ANSWER_CHANGES: Final = (  # without the spaces, which people set differently
    rf"(?:내|제|아까|방금)?{_ANSWER}{_CHANGE}",
    rf"{NUMBER}(?:번|번째)?질문(?:의|에대한)?{_ANSWER}{_CHANGE}",
    rf"질문{NUMBER}(?:번)?(?:의|에대한)?{_ANSWER}{_CHANGE}",
    rf"{NUMBER}(?:번|번째)(?:내)?{_ANSWER}{_CHANGE}",
)

_FAVOUR_ENDING: Final = (
    r"(?:\s*(?:줘요?|줘라|주세요|주십시오|주라|줄래요?|주겠니|주겠어요?|주시겠어요|주실래요"
    r"|줄\s*수\s*있(?:어요?|니|나요|을까요?)|주실\s*수\s*있(?:나요|어요|을까요)|주면\s*(?:좋겠어요?|돼요?|고맙겠어요?)"
    r"|둬요?|둬라|두세요|두십시오|두렴|두자|놔요?|놓으세요|달라|주길\s*바라요?))"
)
_BY_ALL_MEANS: Final = r"(?:(?:꼭|좀|잘|반드시|제발|계속|항상|앞으로|절대|절대로|부디|이거|이걸|그거|그걸|이것|그것|이건|그건|이\s*사실을?)\s*)*"
_REMEMBER: Final = rf"(?:(?:기억|메모|명심)\s*해{_FAVOUR_ENDING}|외워{_FAVOUR_ENDING}|(?:기억|명심)\s*(?:하세요|하십시오|해라|하도록\s*해|하렴))"
_NOT_FORGET: Final = r"(?:잊|까먹|잊어버리|잊어먹)지\s*(?:마|말아|말고|말아요|마요|마세요|마십시오|말아\s*줘요?|말아\s*주세요|말\s*것)"
_DO_REMEMBER: Final = rf"(?:{_REMEMBER}|{_NOT_FORGET})"
_QUOTE: Final = (
    r"(?P<quote>이?라고|다고|라는\s*(?:것을?|걸|거|사실을?|점을?)|다는\s*(?:것을?|걸|거|사실을?|점을?)"
    r"|는\s*(?:것을?|걸|거|점을?)|한\s*(?:것을?|걸|거)|을|를|은|는)?"
)
_FAVOUR: Final = r"(?:줄래요?|줄\s*수\s*있\S*|주시겠어요|주실래요|주실\s*수\s*있\S*|주겠\S*)$"
"""Ends a question that asks a favour: 기억해 줄래?"""
_POINTED: Final = rf"{_BY_ALL_MEANS}(?:내가|제가)?\s*(?:방금|아까|지금)?\s*(?:한\s*말|말한\s*거|말한\s*것|말한\s*걸|이거|이걸|그거|그걸|이것|그것)?"
_REMEMBER_IT: Final = rf"(?:{_DO_REMEMBER}|(?:기억|명심)\s*해)"
_MEMORY_REQUESTS: Final = (  # The request ends the sentence; people set spaces differently.
    RequestPattern(pattern=rf"{_BY_ALL_MEANS}{_REMEMBER_IT}", favour=_FAVOUR),
    RequestPattern(pattern=rf"{_BY_ALL_MEANS}{_REMEMBER_IT}\s*[,:：，.\-–—]+\s*(?P<fact>.+)"),
    RequestPattern(
        pattern=rf"(?P<fact>.+?){_QUOTE}[\s,]+{_BY_ALL_MEANS}{_DO_REMEMBER}",
        favour=_FAVOUR,
        pointing=_POINTED,
    ),
    RequestPattern(
        pattern=rf"(?P<fact>.+?)(?P<quote>이?라고|다고|라는\s*(?:것을?|걸|거|점을?)|다는\s*(?:것을?|걸|거|점을?))[\s,]+{_BY_ALL_MEANS}(?:기억|명심)\s*해",
        favour=_FAVOUR,
        pointing=_POINTED,
    ),
)

_PLEASE: Final = (
    r"(?:봐|봐요|줘|줘요|주세요|줄래|줄래요|주실래요|주시겠어요|줄수있어|줄수있어요|주라)?"
)
_SAY: Final = rf"(?:알려|말해|읽어|들려|설명해|얘기해|이야기해|말씀해|불러){_PLEASE}"
_ONCE_MORE: Final = r"(?:다시|한번|한번더|다시한번|좀|또|전부|모두|먼저|자세히)*"
_IS: Final = r"(?:야|예요|에요|이야|이에요|인가요|인데|인데요|지|지요|죠|이지|이죠|입니까|인지|냐|이냐|더라)?"
_WAS: Final = r"(?:였|이었)(?:지|지요|죠|어|어요|나|나요|더라|더라고|습니까)"
_THIS_QUESTION: Final = r"(?:이거|이건|이게|이것|이것은|그거|그건|이질문|이질문은|이질문이|질문|질문이|지금)?(?:은|는|이|가)?"
_QUESTION_REQUESTS: Final = {
    QuestionRequest.ABOUT: (
        rf"{_THIS_QUESTION}(?:뭐|무엇|뭘|무슨일|어떤것|어떤거)에(?:대한|관한|대해|관해)"
        rf"(?:거|것|질문|얘기|이야기|내용|묻는거|물어보는거)?{_IS}",
        rf"{_THIS_QUESTION}(?:무슨|어떤)(?:질문|얘기|이야기|내용|일){_IS}",
        r"(?:지금)?(?:뭘|뭐를|무엇을|뭐|왜)(?:묻는|물어보는|물어)(?:거|것|건)?(?:야|예요|에요|이야|지|죠|인가요|인데)?",
        rf"(?:무슨|어떤)(?:질문|내용)인지{_ONCE_MORE}{_SAY}",
    ),
    QuestionRequest.NOTE: (
        rf"(?:이|질문|그)?(?:의)?(?:배경설명|배경정보|배경지식|배경|맥락|메모|노트|참고사항|안내문|전체설명|질문설명|상황)"
        rf"(?:을|를|은|는|도)?{_ONCE_MORE}{_SAY}",
        r"(?:배경|맥락|메모|상황)(?:은|는|이|가)?(?:뭐|무엇|뭔데|어떻게돼|어떻게되)(?:야|예요|에요|요|지|죠|나요|인가요)?",
        r"(?:메모|배경설명|배경|설명)(?:이|가|은|는)?(?:있어|있어요|있나요)",
    ),
    QuestionRequest.OPTIONS: (
        rf"(?:선택지|옵션|보기|항목)(?:들)?(?:을|를|만|은|는)?{_ONCE_MORE}{_SAY}",
        rf"다시(?:선택지|옵션|보기|항목)(?:들)?(?:을|를|만)?{_SAY}",
        r"(?:선택지|옵션|보기|항목)(?:들)?(?:을|를)?(?:다시|한번더|다시한번)",
        rf"(?:선택지|옵션|보기|항목)(?:들)?(?:이|가|은|는|에)?(?:뭐|뭐뭐|뭐가|무엇|어떤게|어떤것이|무엇이)"
        rf"(?:{_WAS}|있(?:어|어요|지|죠|나요|었지|었어|었죠|더라)|{_IS})",
    ),
    QuestionRequest.CHOSEN: (
        r"(?:내가|제가|나|저|난|전)?(?:지금|지금까지|아까|방금|전에|이미|여기서|여태)*"
        r"(?:뭐|뭘|뭐를|무엇을|무엇|어떤거|어떤걸|어떤것을|어느거|어느걸|몇번|몇번을)(?:로|라고)?"
        r"(?:골랐|선택했|정했|답했|대답했|택했|말했)(?:지|지요|죠|어|어요|더라|나|나요|었지|습니까)",
        r"(?:지금|이미|벌써)?(?:뭐가|뭐|무엇이|어떤게|어느게)(?:지금|이미|벌써)?(?:선택|체크)(?:돼|되어|됐|되)"
        r"(?:있어|있어요|있지|있죠|있나요|어|어요|지|죠|나요)?",
        rf"(?:내|제)(?:답|대답|답변|선택)(?:은|는|이|가)?(?:뭐|무엇)(?:{_WAS}|{_IS})",
    ),
    QuestionRequest.BEFORE: (
        rf"(?:이전|앞|아까|방금|바로전|바로앞|그전|전|지난|앞선|직전)(?:의)?질문(?:은|는|이|가)?"
        rf"(?:뭐|무엇|뭐라고)(?:{_WAS}|했(?:지|어|어요|죠|더라)|{_IS})",
        rf"(?:이전|앞|아까|방금|바로전|바로앞|그전|전|지난|앞선|직전)(?:의)?질문(?:을|를|만)?{_ONCE_MORE}{_SAY}",
        r"(?:아까|방금|전에|앞에서)(?:는)?(?:뭐|뭘|무엇을|뭐라고)(?:물어봤|물었|질문했)(?:지|지요|죠|어|어요|더라|나요)",
    ),
    QuestionRequest.KEEP: (
        r"(?:그냥)?그대로(?:둬|둬요|둬줘|둬주세요|두세요|두자|둘게|둘게요|할게|할게요|해|해줘|해주세요|하자|갈게|갈게요|가|가자"
        r"|놔둬|놔둬요|놔두세요|유지|유지해|유지해줘|유지해주세요|로|요)?",
        r"바꾸지(?:마|마요|마세요|말아줘|말자|않을게|않을게요)",
        r"(?:이미)?(?:선택|체크)된(?:거|것|걸)(?:로|으로|대로)?(?:할게|할게요|해|해줘|해주세요|하자|요)?",
        r"기본(?:값|으로|값으로|값대로)(?:할게|할게요|해|해줘|해주세요|하자|요)?",
    ),
}

KOREAN: Final = Language(
    code="ko",
    answers=_answers,
    question_requests=_QUESTION_REQUESTS,
    turn_endings=TurnEndings(
        sounds=words(
            "그리고 그런데 근데 그래서 하지만 또는 혹은 아니면 왜냐하면 그러면 만약 만약에 및 음 으음 "
            "저기 그게 뭐냐"
        ),
        always=words("어 좀"),
        starters=phrases("나는|저는|내가|제가|혹시|오늘|내일"),
        endings=(
            "를",
            "을",
            "에서",
            "하고",
            "이랑",
            "한테",
            "에게",
            "부터",
            "처럼",
            "는데",
            "면서",
            "니까",
            "려고",
            "지만",
            "거나",
        ),
        complete=words("마을 가을 노을"),
        least=3,
    ),
    agreements=phrases("네|넵|예|응|그래|그래요|좋아|좋아요|맞아|맞아요"),
    courtesy=phrases("고마워|이제|제발"),
    backchannels=Backchannels(
        listening=phrases(
            "어|어어|음|흠|넹|네 네|아|아아|오|와|그래그래|그렇구나|그렇군|그렇군요|그렇지|그렇죠|"
            "그러게|그러네|맞습니다|알겠어|알겠어요|알겠습니다|알았어|알았어요|좋네|좋네요|아하|"
            "진짜|진짜요|정말|정말요|고마워|고마워요|감사합니다|계속해요|헐|대박|아 네|아 그래|"
            "아 그렇구나|물론이죠"
        ),
        answering=phrases("응응|네네|계속해|계속|물론|오케이"),
    ),
    stop_commands=StopCommands(
        stop=phrases(
            "그만|그만해|그만해요|그만 좀|그만 좀 해|그만 좀 해요|그만 좀 해줘|그만해줘|"
            "그만해주세요|그만하세요|그만 말해|그만 말해줘|그만 얘기해|이제 그만|멈춰|멈춰요|"
            "멈춰줘|멈춰주세요|멈추세요|멈춰 봐|조용|조용히|조용히 해|조용히 해줘|조용히 해주세요|"
            "조용히 하세요|조용히 좀 해|정지|중지|중단|중단해|스톱|스탑|됐어|됐어요|됐습니다|"
            "이제 됐어|잠깐|잠깐만|잠깐만요|잠시만|잠시만요|잠깐 멈춰|기다려|기다려줘|"
            "기다려주세요|말하지 마|말하지 마세요|입 다물어|취소|취소해|취소해줘|취소해주세요"
        ),
        courtesy=phrases("좀|야|저기|미안|죄송|죄송해요"),
    ),
    farewell_replies=FarewellReplies(
        end=phrases(
            "넹|어|종료|종료해|종료해요|종료해줘|종료해주세요|종료할게|종료할게요|종료하자|"
            "종료합시다|대화 종료|대화를 종료해줘|대화를 종료해주세요|대화 종료해줘|끝|끝내|"
            "끝내요|끝내자|끝내줘|끝내주세요|끝낼게|끝낼게요|끝낼래|그만|그만해|그만해요|그만하자|"
            "그만할게|그만할게요|그만할래|안녕|안녕히 계세요|잘 가|잘 있어|됐어|됐어요|이제 됐어|"
            "이제 됐어요|다 했어|다 했어요"
        ),
        keep=phrases(
            "아니|아니야|아니오|아니요|아뇨|아직|아직이야|아직이요|아직 아니야|아직 아니에요|계속|"
            "계속해|계속해요|계속해줘|계속해주세요|계속하자|계속할게|계속할게요|계속할래|잠깐|"
            "잠깐만|잠깐만요|잠시만|잠시만요|기다려|기다려줘|기다려주세요|종료하지 마|"
            "종료하지 마세요|끝내지 마|끝내지 마세요|더 있어|더 있어요|싫어|싫어요"
        ),
        courtesy=phrases("고마워요|고맙습니다|감사해요|감사합니다|그럼|음"),
    ),
    sample="오늘은 날씨가 아주 좋아요.",
    sentence_breaks=SentenceBreaks(
        clause_chars=10,
    ),
    pronunciation=Pronunciation(
        money={"$": "{n}달러", "€": "{n}유로", "£": "{n}파운드", "¥": "{n}엔", "₩": "{n}원"},
        units={
            "km/h": "시속 {n}킬로미터",
            "m/s": "초속 {n}미터",
            "km²": "{n}제곱킬로미터",
            "m²": "{n}제곱미터",
            "m³": "{n}세제곱미터",
            "km": "{n}킬로미터",
            "cm": "{n}센티미터",
            "mm": "{n}밀리미터",
            "kg": "{n}킬로그램",
            "ml": "{n}밀리리터",
            "KB": "{n}킬로바이트",
            "MB": "{n}메가바이트",
            "GB": "{n}기가바이트",
            "°C": "섭씨 {n}도",
            "°F": "화씨 {n}도",
            "%": "{n}퍼센트",
        },
        powers=(" 제곱", " 세제곱"),
    ),
    hallucinations=phrases(
        "시청해주셔서 감사합니다|"
        "시청해 주셔서 감사합니다|"
        "구독과 좋아요 부탁드립니다|"
        "mbc 뉴스|"
        "감사합니다"
    ),
    wake_spellings={
        "hey jarvis": ("헤이 자비스", "헤이 자르비스"),
        "alexa": ("알렉사",),
        "hey mycroft": ("헤이 마이크로프트",),
        "hey rhasspy": ("헤이 라스피",),
    },
    numbers=_NUMBERS,
    alarm_commands=AlarmCommands(stop=_STOP_ALARM, snooze=_SNOOZE, amounts={"삼십": 30}),
    answer_changes=_ANSWER_CHANGES,
    memory=MemoryWords(
        mention="기억|잊|까먹|명심|메모|외워",
        requests=_MEMORY_REQUESTS,
        quotes={
            "다": "다",
            "는것": "는 것",
            "는걸": "는 것",
            "는거": "는 것",
            "는점": "는 것",
            "한": "한 것",
        },
        weak="잊|까먹|명심|메모",
        own=r"(?:나|저|우리)(?=[는은가를의 ])|(?:난|전|내|제|내가|제가)\s",
        lasting="항상|앞으로|언제나|매번|다음부터",
        agent=(
            r"^(?:너는|넌|네가|당신은|항상 존댓말|존댓말|반말)|(?:답변|대답|답)(?:은|을|할|해|하)|(?:대답|답변)\s*해|말투|존댓말|반말"
            r"|로 (?:말|답|대답|설명)해|짧게 (?:말|답|대답)"
        ),
        work=(
            r"프로젝트|저장소|코드베이스|마감|릴리스|출시|배포|서버|데이터베이스|브랜치|스프린트|우리\s*(?:팀|회사|제품|서비스)"
            r"|고객사|작업\s*공간|예산"
        ),
        personal=r"^(?:나는|난|내가|저는|전|제가|내 (?:이름|생일|아내|남편|딸|아들|동생|취미)|제 (?:이름|생일))",
        named_work="프로젝트",
        stop_words=words("나는 난 내가 나의 내 저는 전 제가 저의 제 우리 우리는 그리고 것 것을 걸"),
    ),
    place_counters=words("번"),
    time_units={
        1: words("초"),
        60: words("분"),
        3600: words("시간"),
        86_400: words("일"),
        604_800: words("주 주일"),
    },
    question_words=QuestionWords(
        recommended=("(추천)",),
        other=phrases("기타|직접 입력"),
        secret="비밀번호|암호",
        forbidding="마세요|마십시오",
        either_or="아니면|또는|혹은",
    ),
)

"""Places in a list, in Korean."""

from typing import Final

from assistant.languages.korean.numbers import COUNTING, NATIVE, sino_korean
from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged

_FIRST_ENDS: Final = ("앞", "앞의", "앞에", "앞에서", "처음", "처음의", "첫", "위", "위의", "위에")
_LAST_ENDS: Final = ("마지막", "마지막의", "뒤", "뒤의", "뒤에", "뒤에서", "끝", "끝의", "아래")


def _numbers() -> dict[str, PhraseMeaning]:
    found: dict[str, PhraseMeaning] = tagged(PhraseTag.NUMBER, "영|공|0")
    for n in range(1, 21):
        native, counting, sino, digits = NATIVE[n - 1], COUNTING[n - 1], sino_korean(n), str(n)
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
        is_title = letter == "씨"
        found |= tagged(PhraseTag.LETTER, letter, value=n, is_weak=True, is_doubtful=is_title)
    for n, letter in enumerate("abcdefgh", start=1):
        found |= tagged(PhraseTag.LETTER, letter, value=n, is_weak=True)
        found |= tagged(PhraseTag.LETTER, f"{letter}번", f"옵션{letter}", value=n)
    return found


def positions() -> dict[str, PhraseMeaning]:
    """Return what points at places in the list."""
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
            "제일적게|가장적게|제일작은거|제일작은|제일작은수|가장작은|가장작은거|제일적은|제일적은거|가장적은|최소|최소로|최소한|제일짧은|제일짧은거|가장짧은|제일이른|제일이른시간|가장이른|제일빠른시간|제일빨리|제일오래된|제일낮은|가장낮은|제일옛날|제일빠른시간으로",
        ),
        **tagged(
            PhraseTag.GREATEST,
            "제일많이|가장많이|제일큰거|제일큰|제일큰수|가장큰|가장큰거|제일많은|제일많은거|가장많은|최대|최대로|최대한|최대한많이|제일긴|제일긴거|가장긴|제일늦은|제일늦은시간|가장늦은|제일최신|최신|최신버전|제일높은|가장높은|제일새거|가장최신",
        ),
        **tagged(
            PhraseTag.ALL,
            "구석구석|구석구석다|매일|날마다|전부다해|다불러|다해|다넣어|다넣어줘|다요|전부요|모두요|모두다요|전부다요|나머지다|나머지전부",
        ),
        **tagged(PhraseTag.MIDDLE, "가운데|중간|한가운데|중앙"),
        **tagged(
            PhraseTag.RECOMMENDED,
            "추천|추천한거|추천하는거|추천해준거|추천항목|추천옵션|추천해주신거",
        ),
        **tagged(
            PhraseTag.THAT,
            "거기로|거기서|거기|그리로|그쪽으로|그곳으로|그집으로|그거|그것|이거|이것|그걸로|이걸로|그게|이게|그건|방금거|방금그거|지금거|지금그거",
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
        **tagged(
            PhraseTag.LEAST,
            "더오래된거|오래된거|옛날거|예전거|구버전|더낮은버전|낮은버전|가장오래된거|제일오래된거",
            value=1,
        ),
        **tagged(
            PhraseTag.GREATEST,
            "더새거|새거|새것|더최신|최신거|최신|최신버전|새버전|더높은버전|높은버전|신버전|최근거|제일새거|가장최신|제일최신",
            value=1,
        ),
        **tagged(
            PhraseTag.LEAST,
            "제일짧은거|가장짧은거|제일짧게|제일작은거|가장작은거|제일적은거|가장적은거|제일이른거|가장이른거|제일빠른거|가장빠른시간|제일빠른시간",
        ),
        **tagged(
            PhraseTag.GREATEST,
            "제일긴거|가장긴거|제일길게|제일큰거|가장큰거|제일많은거|가장많은거|제일늦은거|가장늦은거|가장늦은시간|제일늦은시간",
        ),
        **tagged(PhraseTag.NONE, "아무도|아무도초대안해|아무것도안해|하나도안해|아무도안불러"),
        **tagged(PhraseTag.NONE, "하나도|한개도|한명도|한장도|한군데도|아무데도|아무도안"),
        **tagged(
            PhraseTag.ALL,
            "하나도빠짐없이|하나도빼지말고|하나도빼놓지말고|빠짐없이|남김없이|있는거다|있는거전부|통째로|몽땅다|싹다해줘"
            "|싹다요|다들|모두들|전부해줘|전부해주세요|다해주세요|전부로|전체다|여기저기다|어디든다|온집안|집전체",
        ),
    }

"""Korean. Pure.

Blanks are where people leave them: a template's may be missing, and `_` is one that must be there.
"""

from typing import Final

from assistant.languages.language import phrases
from assistant.languages.sentence_table import (
    IntentName,
    OpenRequest,
    SentenceTable,
    SpokenLengths,
    SpokenNumbers,
    SpokenSums,
)

_NATIVE: Final = "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉".split()
_BEFORE_UNITS: Final = "한 두 세 네 다섯 여섯 일곱 여덟 아홉".split()
_TENS: Final = "열 스물 서른 마흔 쉰 예순 일흔 여든 아흔".split()
_DIGITS: Final = {"영": 0, "공": 0, "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "륙": 6, "칠": 7, "팔": 8, "구": 9}  # fmt: skip


def _cardinals() -> dict[str, int]:
    found = dict(_DIGITS)
    for tens, ten in enumerate(("", *_TENS)):
        if ten:
            found[ten] = tens * 10
        for ones in (_NATIVE, _BEFORE_UNITS):
            found |= {f"{ten}{one}": tens * 10 + n for n, one in enumerate(ones, start=1)}
    return found | {"스무": 20}


def _cities() -> str:
    """Return a template of places that are taken for one without "now"."""
    cities = (
        "서울|부산|도쿄|동경|오사카|베이징|북경|상하이|상해|홍콩|타이베이|대만|싱가포르|방콕|하노이|호찌민|"
        "자카르타|마닐라|뉴델리|두바이|모스크바|이스탄불|런던|파리|베를린|로마|마드리드|바르셀로나|암스테르담|취리히|"
        "프라하|카이로|나이로비|뉴욕|보스턴|워싱턴|시카고|엘에이|로스앤젤레스|샌프란시스코|시애틀|하와이|호놀룰루|"
        "밴쿠버|토론토|멕시코시티|상파울루|시드니|멜버른|오클랜드|미국|영국|일본|중국|독일|프랑스|이탈리아|스페인|"
        "베트남|태국|인도|호주|캐나다|러시아"
    )
    return "\n".join(f"{{place:{city}}}{city}" for city in cities.split("|"))


def _own_facts() -> str:
    """Return a template of what people have told of themselves: "my birthday"."""
    nouns = (
        "이름|생일|생신|번호|전화번호|차 번호|계좌번호|사물함 번호|비밀번호|비번|주소|혈액형|나이|키|몸무게|"
        "신발 사이즈|발 사이즈|옷 사이즈|사이즈|알레르기|기념일|결혼기념일|취미|고향|직업|별명|자리"
    ).split("|")
    lines = [f"<my_own>_{{query:{noun}}}{noun}" for noun in nouns]
    lines += [f"<my_own>_{{query}}_{{suffix: {noun}}} {noun}" for noun in nouns]
    return "\n".join(lines)


_RULES: Final = {
    # Endings of verbs.
    "give": "[<please>|라|요|ㄱ|ㄱㄱ]",
    "please": "(<core>|(봐|놔|둬|놓아) [<core>]|봐요|봐라|보세요|보렴|볼래[요]|볼까|놔요|놔라|놓으세요|둬요|둬라|두세요|두렴|둘래)",
    "ask": "[부탁|부탁해|부탁해요|부탁드려요|부탁드립니다|부탁할게|부탁할게요]",
    "do": "(해|하|하여|해서) <give>",
    "set": "(맞춰|맞추어|맞쳐|마춰|설정|설정해|설정해서|켜|시작|시작해|스타트|돌려|걸어|재|만들어|생성|생성해|추가|추가해|등록|등록해|세팅|세팅해|셋팅|셋팅해|작동시켜|가동|가동해|실행해|실행|틀어|잡아|예약해|예약|울려|울리게 [설정] 해|울리도록 [설정] 해|세|해|놓아|띄워) <give> <ask>|<ask>|고고|ㄱ|ㄱㄱ",
    "tell": "(알려|말해|말씀해|얘기해|이야기해|가르쳐|불러|읊어|일러) <give> <ask>",
    "show": "(보여|알려|읽어|말해|말씀해|불러|확인|확인해|체크|체크해|띄워|들려|찾아|보|얘기해|이야기해|나열해|읊어|출력해|열어) <give> <ask>",
    "cancel": "(취소|취소해|꺼|끄|끄기|삭제|삭제해|지워|없애|중지|중지해|정지|정지해|멈춰|해제|해제해|그만|그만해|그만 울려|종료해|종료|제거해|꺼버려|지워버려|중단|중단해) <give> <ask>",
    "what": "(뭐야|뭐예요|뭐에요|뭐지|뭐죠|뭔가요|무엇인가요|뭐니|뭡니까|뭐더라|무엇이야|뭔지 <tell>|뭐였지|뭐였더라|뭐였어)",
    "is": "[이야|야|예요|이에요|에요|인가요|인가|이지|지|지요|죠|이죠|니|이니|입니까|이었지|였지|인지 <tell>|일까|일까요|임|였어|이었어|였어요|냐|이냐|더라|이더라|였더라]",
    "now": "[지금|현재|이제|오늘|벌써|도대체]",
    "topic": "[은|는|을|를|도|좀]",  # not 이 and 만, which are numbers too
    "subject": "[은|는|이|가|을|를|도|만|좀]",
    "to": "[짜리|간|동안|정도|쯤|만] [으로|로|에|에다|에다가|을|를|만|이요|요|좀]",
    # Moments.
    "part": "(아침{part:am}|오전{part:am}|새벽{part:am}|낮{part:noon}|점심{part:noon}|오후{part:pm}|저녁{part:pm}|밤{part:night})[에]",
    "clock": """
        {hour} 시 {past} 분
        {hour} 시 반{past:30}
        {hour} 시 {to} 분 전
        {hour} 시 !간 [정각]
        {hour} : {past}
        정오{hour:12}{part:noon}
        자정{hour:0}
    """,
    "corrected_clock": "[{other} 시 <correct>] <clock>",
    "correct": "(아니|아니야|아니다|아니 아니|아 아니|말고|미안|앗)",
    "weekday": "(월요일{weekday:0}|화요일{weekday:1}|수요일{weekday:2}|목요일{weekday:3}|금요일{weekday:4}|토요일{weekday:5}|일요일{weekday:6})",
    "some_day": "(월요일|화요일|수요일|목요일|금요일|토요일|일요일)",
    "day": """
        (모레|내일 모레){day:2}
        글피{day:3}
        (내일|낼){day:1}
        오늘{day:0}
        다음 주 <weekday>{week:1}
        [이번|이번 주|돌아오는|오는] <weekday>
        {month} 월 {dom} 일
        [이번 달] {dom} 일
    """,
    "days": "<day>[에|에는|날|은]",
    "repeat": """
        매일{every:day}
        매일 아침{every:day}{part:am}
        매일 저녁{every:day}{part:pm}
        (평일마다|평일|주중|주중에|평일에|월요일부터 금요일까지){every:weekday}
        (주말마다|주말|주말에){every:weekend}
        매주 <weekday>{every:day}
        <weekday>마다{every:day}
    """,
    "time": "[이따|이따가] [<part>] <corrected_clock>[에|쯤|쯤에|에다|으로|로]",
    "when": """
        <days> <time>
        <repeat> <time>
        <time>
    """,
    "after": "[지금부터|앞으로] {length}[만] (뒤에|후에|뒤|후|이따가|이따|있다가|있다|지나면|지나고|되면|지나서)",
    "my": "[내|나의|제|우리|저의]",
    "a_list": "<my> (<list_name>) (목록|리스트|명단)",
    "list_name": "(할 일|할일){list:할 일}|쇼핑{list:쇼핑}|(장보기|장 보기){list:장보기}|{list}",
    "list_word": "(목록|리스트)",
    "kind": "(타이머{kind:timer}|알람{kind:alarm}|알림{kind:reminder}|리마인더{kind:reminder})",
    "note": "(메모|노트|필기|메모들|메모장)",
    "clause": "(라고|이라고|다고|하라고)",
    "own_fact": _own_facts(),
    "city": _cities(),
    "core": "(줘[요|라|잉|용]|주세요|주세용|주셔요|주라|주렴|주십시오|주시죠|주시지요|주실래[요]|줄래[요|여]|주겠니|주겠나|주겠어[요]|주시겠어[요]|주시겠습니까|줄 수 (있어[요]|있니|있나[요]|있냐|있을까[요]|있겠니)|주실 수 (있어[요]|있나[요]|있을까[요]|있으세요|있습니까|있으신가요)|(주면|주시면|줬으면|주셨으면) (좋겠어[요]|좋겠는데[요]|좋겠네[요]|좋겠습니다|돼[요]|고맙겠어[요]|고마워[요]|감사하겠습니다|감사해요|안 될까[요]|안 돼[요])|다오|달라[고])",
    "know": "(알아|알아요|아니|아세요|아시나요|아나|알고 있어|알 수 있을까|알 수 있을까요|알 수 있어|궁금해|궁금해요|궁금하네|알고 싶어|알고 싶어요)",
    "exist": "(있어[요]|있지[요]|있죠|있나[요]|있니|있냐|있더라|있었지|있었더라|있습니까|있을까|있는지 (<show>|<know>))",
    "things": "(뭐|뭐뭐|뭐 뭐|뭐가|뭐뭐가|뭐 뭐가|무엇이|무엇|어떤 거|어떤 것|어떤 게|어떤 것들이|몇 개|몇 개나|몇 가지)",
    "told": "(했|했었|그랬|물어봤|물었|말했|얘기했|이야기했|부탁했|시켰|요청했|질문했|말씀드렸)(어[요]|지[요]|죠|나[요]|더라|더라고|니|냐|는지 [다시] <tell>|습니까)",
    "wondered": "(뭐였|무엇이었)(어[요]|지[요]|죠|나[요]|더라)|<what>",
    "me": "(내가|제가|나)",
    "lately": "(방금|방금 전에|아까|아까 전에|조금 전에|좀 전에|전에|마지막으로|바로 전에|직전에|금방)",
    "then": """
        <when>
        <after>
    """,
    "measure": "[하나|하나만|하나 더|한 개|한 개만|새로|새로 하나]",
    "alarm": "[새] (알람|자명종)",
    "timers": "(타이머|알람|알림|리마인더|타이머들|알람들|알림들|자명종|모닝콜)",
    "been_set": "(맞춰 놓은|맞춰 둔|맞춘|맞춰진|맞춰져 있는|설정된|설정한|설정해 둔|설정해 놓은|설정되어 있는|설정돼 있는|예약된|예약한|예약해 둔|예약해 놓은|예약되어 있는|등록된|등록한|등록해 둔|켜진|켜 둔|켜 놓은|켜져 있는|걸어 둔|걸어 놓은|걸려 있는|남은|남아 있는|돌아가는|돌아가고 있는|작동 중인|실행 중인|울릴)",
    "is_set": "(맞춰져 있|맞춰 놨|맞춰 뒀|설정돼 있|설정되어 있|설정해 놨|설정해 뒀|켜져 있|돌아가고 있|돌아가|돌고 있|걸려 있|예약돼 있|예약되어 있|돼 있|되어 있|해 놨|해 뒀|맞췄|잡혀 있)(어[요]|지[요]|죠|나[요]|니|냐|더라|는지 <show>)",
    "is_left": "(남았|남아 있)(어[요]|지[요]|죠|나[요]|니|냐|더라|는지 <show>|습니까)",
    "remind": """
        [좀|다시] (<tell>|상기시켜 <give>|리마인드 [<do>|<give>]|(알림|알람|리마인더) <topic> [<set>]|일깨워 <give>|깨우쳐 <give>|기억나게 해 <give>|챙겨 <give>)
        [좀] (잊지|까먹지|잊어버리지) (않게|않도록|말게|말라고) [좀] (<tell>|상기시켜 <give>|챙겨 <give>|해 <give>|리마인드 <do>|알림 [<set>])
    """,
    "duty": """
        {suffix:기}(으라고|라고)
        {suffix:다}다고
        {suffix:는 거}(는 거|는 걸|는 것|는 것을|는거)
        {suffix:기}(기|기를|도록)
    """,
    "noted": "[내가] [어제|오늘|아까|방금|지난번에] [내가] (적어 둔|적어 놓은|적은|쓴|써 둔|써 놓은|남긴|남겨 둔|저장한|저장해 둔|메모한|메모해 둔|메모해 놓은|기록한|기록해 둔|기록해 놓은|받아 적은)",
    "write": "[좀] (적어|써|기록해|남겨|메모해|저장해|받아 적어|추가해|넣어) <please>",
    "erase": "[좀|다|그냥] (삭제|삭제해|지워|없애|버려|치워|제거|제거해|날려) <give> <ask>",
    "bare_list": """
        (할 일|할일|투두|투두 리스트){list:할 일}
        (살 거|살 것|살 것들|사야 할 거|사야 할 것|사야 될 거|사야 될 것|사야 되는 거|구매할 것|장바구니){list:쇼핑}
        (장 볼 거|장 볼 것){list:장보기}
    """,
    "fixed_list": """
        <my> <bare_list> [목록|리스트]
        <my> (쇼핑{list:쇼핑}|장보기{list:장보기}|장 볼{list:장보기}) [목록|리스트]
        <my> (목록|리스트)
    """,
    "free_list": "<my> {list}_(목록|리스트|명단)",
    "put": "[좀|또] (추가|추가해|넣어|집어넣어|적어|올려|써|더해|담아|포함해|포함시켜|등록해|기록해) <give> <ask>",
    "take": "[좀|이제] (빼|삭제|삭제해|지워|제거|제거해|없애|체크|체크해|지워도 돼|빼도 돼|치워|완료|완료해|완료 처리해|완료로 (표시|체크|처리)해|완료 표시해) <give> <ask>",
    "bought": """
        (은|는|을|를|이|가|도)_[이미|벌써|이제|다] (샀|사 왔|끝났|했|끝냈|구했)(어[요]|음|다|으니까|으니) [이제]
        [이미|벌써|이제|다] (샀|사 왔|끝났|했|끝냈|구했)(어[요]|음|다|으니까|으니) [이제]
        (은|는|이|가|도)_[이제] (필요 없|안 사도 되)(어[요]|으니까|니까|으니)
    """,
    "wanted": "[다|거의|이제|벌써] (사야 되니까|사야 하니까|사야 돼[요]|사야 해[요]|사야겠다|사야겠어|필요하니까|필요해[요]|떨어졌으니까|떨어졌어[요]|없으니까|없어[요]|먹었어)",
    "keep": "[꼭|이거|이걸|좀|잘] ((기억해|외워|기억하고 있어) <please>|알아 (둬|놔|두세요|둬라|둬 <core>))",
    "ended": "({suffix:이야}이야|{suffix:야}야|{suffix:예요}예요|{suffix:이에요}이에요|{suffix:입니다}입니다|{suffix:있어}있어|{suffix:없어}없어|{suffix:좋아해}좋아해|{suffix:싫어해}싫어해|{suffix:먹어}먹어|{suffix:했어}했어|{suffix:었어}었어|{suffix:았어}았어)",
    "lose": "[이제|그만|좀|다|그냥] (잊어|잊어버려|까먹어|기억하지 마|기억하지 말아|기억에서 [완전히] (지워|삭제해|없애|빼)|기억 (삭제|삭제해))",
    "wh_said": "(뭐|뭐라|뭐라고|언제라고|언제|어디라고|어디에|어디|누구라고|누구|몇이라고|몇 번이라고|얼마라고|어떻게 된다고) (했|했었|그랬|말했|얘기했)(어[요]|지[요]|죠|더라|나[요])",
    "wh_is": """
        (뭐였|언제였|어디였|누구였|몇이었|몇 번이었|얼마였)(지[요]|더라|어[요]|죠|나)
        (뭐|언제|어디|누구|몇 번|얼마)(야|지|예요|더라)
        몇(이야|이지|이더라)
    """,
    "little": "[조금만|조금|좀|더|살짝|많이|약간|확|훨씬] [조금|더|만 더]",
    "sound": "(볼륨|보륨|소리|음량|목소리|말소리|사운드|스피커 [소리|볼륨])[을|를|좀|만|도|이|가]",
    "louder": "(키워|올려|높여|크게 [<do>|말해 <give>|얘기해 <give>|들려 <give>|틀어 <give>]|높게 [<do>]|업|업 <do>) <give> <ask>",
    "quieter": "(줄여|낮춰|내려|작게 [<do>|말해 <give>|얘기해 <give>|들려 <give>|틀어 <give>]|낮게 [<do>]|조용하게 [<do>]|다운|다운 <do>) <give> <ask>",
    "open": "(열어|열|켜|키|실행|실행해|실행시켜|띄워|시작|시작해|틀어|작동시켜|구동해|열기|오픈|오픈해) <give> <ask>",
    "site": """
        (네이버{address:https://www.naver.com}|구글{address:https://www.google.com}|유튜브{address:https://www.youtube.com}|깃허브{address:https://github.com}|위키백과{address:https://ko.wikipedia.org}|위키피디아{address:https://ko.wikipedia.org}) [닷컴|닷 컴|점 컴|사이트|홈페이지|웹사이트]
        (다음{address:https://www.daum.net}) (사이트|홈페이지|닷넷)
    """,
    "exactly": "(으로|로|에|까지|정도로|정도|만큼|만)",
    "stop_soon": "(이제|야|자|그냥|좀|다|제발|알았어|알겠어|오케이|응)",
    "stop_word": "(그만|그만 좀|그만하|그만해|멈춰|멈추|조용|조용히 [좀] [해]|조용히 하|정지|중지|중단|스톱|스탑|정지해|중지해|스톱해|스탑해|됐어|됐다|됐고|쉿|쉬잇|취소|입 다물어|입 닫아|입 닥쳐|닥쳐|말하지 마|떠들지 마|시끄러워|충분해|거기까지) [<give>|세요|십시오|하세요|하십시오]",
    "for": "{suffix:기}(게|려고|기 위해|는 동안|는 데|도록)",
    "quote": "(거|것|걸|것을|거는|점|사실)[을]",
    "hard_to_hear": "[소리가|목소리가|말이|볼륨이] [너무|잘|하나도|진짜] (작아[서|요]|작다|작은데|작네|안 들려[서|요]|안 들리는데|안 들리네|안 들리니까|안 들립니다|조용해)",
    "too_loud": "[소리가|목소리가|볼륨이] [너무|진짜|좀] (커[서|요]|크다|크네|크니까|큰데|시끄러워[서|요]|시끄럽다|시끄러우니까|시끄러운데|시끄럽네)",
    "you": "(너|넌|너는|당신|당신은|네가|니가|너 지금|너 혹시|혹시 너|그쪽은)",
    "made": "(만들었|만든 거|개발했|제작했|만든 건|개발한 거)(어[요]|니|지[요]|나[요]|죠|냐|야|예요|습니까)",
    "fine": "(돼[요]|되니|될까[요]|되나[요]|되지|돼야 돼|하니|하나[요]|해[요]|할까[요])",
    "wake_alarm": """
        (기상|아침|모닝) 알람
        모닝콜
    """,
    "known": "(알아[요]|알지|아니|알고 있(어[요]|니|지|나[요])|기억해[요]|기억하니|기억하나요|기억하고 있(어[요]|니|지|나[요])|기억나)",
    "remembers": "(기억해|기억하니|기억하고 있(어[요]|니|지|나[요])|기억해 뒀어|기억해 놨어)",
    "my_own": "(내|나의|우리|제|저의|저희)",
    "anyday": "(<day>|지금|현재|이번 주|이번 주말|다음 주|다음 주말|주말|요즘|밖|바깥|아침|오전|오후|저녁|밤|어제|그제) [아침|오전|오후|저녁|밤] [에|의|은|는]",
    "how": "(어때[요]|어떨까[요]|어떤가[요]|어떠니|어떻게 돼[요]|어떻게 되나요|어떤지 <tell>|어떨 것 같아|좋아|나빠|심해|괜찮아|<tell>|<show>|예보|예보 <tell>|몇 도 <is>|얼마 <is>)",
    "sky": "(날씨|기온|온도|일기예보|기상|미세먼지|체감온도|습도|강수 확률|공기질)",
}

SENTENCES: Final = SentenceTable(
    code="ko",
    is_spaced=False,
    rules=_RULES,
    before=(
        "(자비스|헤이 자비스|팔리|파를리|파알리|헤이|저기|저기요|야|음|어|아|그|좀|혹시|미안한데|미안하지만|"
        "죄송한데|있잖아|그럼|그러면|자|이제|그리고|안녕|안녕하세요|오케이|응|네|제발|지금|빨리|얼른|근데|"
        "나 좀|나한테|나에게|저한테|저에게|날|나를|알렉사|아무튼|일단|참|잠깐|맞다)_"
    ),
    after=(
        "부탁해|부탁해요|부탁드려요|부탁드립니다|고마워|고마워요|감사해요|감사합니다|제발|좀|지금|빨리|얼른|"
        "당장|바로|자비스|팔리|알았지|응|그래|오케이|해 줘|좀 해 줘|요|이요"
    ),
    courtesy="부탁해|부탁해요|부탁드려요|고마워|고마워요|감사합니다|제발",
    polite=phrases("좀|제발"),
    fillers=phrases("음|어어|어|아|으음|저기|그게|뭐냐|꼭"),
    corrections=phrases("아니|아니 아니|아 아니|아니다|아니라|말고|아니야|미안|앗"),
    takes_back=phrases("아니 아니|아 아니|아니다|아니라|말고|취소하고|아니야"),
    numbers=SpokenNumbers(
        cardinals=_cardinals(),
        points=phrases("점|쩜"),
        digits=_DIGITS,
    ),
    lengths=SpokenLengths(
        units={"초": 1, "분": 60, "시간": 3600, "일": 86_400, "주": 604_800, "주일": 604_800},
        whole={"반 시간": 1800.0, "하루": 86_400.0},
        half_after=phrases("반"),
        joins=phrases("하고|이랑"),
    ),
    sums=SpokenSums(
        operators={
            "더하기": "+",
            "플러스": "+",
            "빼기": "-",
            "마이너스": "-",
            "곱하기": "*",
            "나누기": "/",
            "엑스": "*",
            "원 더하기": "+",
            "원 빼기": "-",
        },
        after={"의 제곱": "**2", "의 세제곱": "**3", "원": ""},
        before={"루트": "sqrt", "√": "sqrt"},
        forms={
            "{a} [원] 의 {b} (퍼센트|프로|%)": "{a} / 100 * {b}",
            "{a} 의 {b} (제곱|승)": "{a} ** {b}",
            "{a} 의 (절반|반)": "{a} / 2",
            "{a} 의 제곱근": "sqrt({a})",
            "{a} 의 두 배": "2 * {a}",
            "{a} 의 {b} 분의 (일|1)": "{a} / {b}",
            "{a} (에|에다|에다가|와|과|이랑|랑|하고) {b} [을|를] (더하면|더해|더한 값|합하면|합치면)": "{a} + {b}",
            "{a} (와|과|이랑|랑|하고) {b} 의 합": "{a} + {b}",
            "{a} 에서 {b} [을|를] (빼면|빼|뺀 값|뺀 거)": "{a} - {b}",
            "{a} (에|에다|에다가|와|과|이랑|랑|하고|을|를) {b} [을|를|로|으로] (곱하면|곱해|곱한 값)": "{a} * {b}",
            "{a} (와|과|이랑|랑|하고) {b} 의 곱": "{a} * {b}",
            "{a} (을|를) {b} (로|으로) (나누면|나눠|나눈 값|나눈 몫)": "{a} / {b}",
        },
    ),
    and_words=frozenset(
        {r"하고(?=\s)", r"(?:이)?랑(?=\s)", r"와(?=\s)", r"(?<!사)(?<!학)과(?=\s)", "그리고"}
    ),
    dots=phrases("닷|점"),
    applications={
        "파이어폭스": "firefox",
        "크롬": "chrome",
        "크롬 브라우저": "chrome",
        "사파리": "safari",
        "엣지": "edge",
        "스포티파이": "spotify",
        "브이엘씨": "vlc",
        "김프": "gimp",
        "잉크스케이프": "inkscape",
        "블렌더": "blender",
        "리브레오피스": "libreoffice",
        "워드": "word",
        "엑셀": "excel",
        "파워포인트": "powerpoint",
        "포토샵": "photoshop",
        "슬랙": "slack",
        "디스코드": "discord",
        "줌": "zoom",
        "팀즈": "teams",
        "스카이프": "skype",
        "텔레그램": "telegram",
        "카카오톡": "kakaotalk",
        "카톡": "kakaotalk",
        "스팀": "steam",
        "노션": "notion",
        "옵시디언": "obsidian",
        "비주얼 스튜디오 코드": "visual studio code",
        "브이에스 코드": "visual studio code",
        "썬더버드": "thunderbird",
        "아웃룩": "outlook",
        "계산기": "calculator",
        "파일 관리자": "files",
        "파일 탐색기": "files",
        "탐색기": "files",
        "메모장": "text editor",
        "텍스트 편집기": "text editor",
        "편집기": "text editor",
        "브라우저": "web browser",
        "웹 브라우저": "web browser",
        "인터넷 브라우저": "web browser",
        "인터넷": "web browser",
        "터미널": "terminal",
        "콘솔": "terminal",
        "설정": "settings",
        "시스템 설정": "settings",
        "제어판": "settings",
        "달력": "calendar",
        "캘린더": "calendar",
        "메일": "mail",
        "메일 앱": "mail",
        "이메일": "mail",
        "카메라": "camera",
        "음악 플레이어": "music",
        "동영상 플레이어": "videos",
        "사진": "photos",
        "사진 앱": "photos",
        "작업 관리자": "system monitor",
        "시계 앱": "clocks",
        "지도": "maps",
        "한글 오피스": "hwp",
    },
    articles=phrases("내|우리|저의|나의|제|그|이"),
    excluded=phrases(
        "샀어|샀으|떨어|어떻게|왜|누가|누구|언제|어디|무슨|무엇|뭐|뭘|얼마|몇|때문|그녀|라고|다고|는데|지만|니까|려고|타이머|알람|"
        "알림|메모|목록|리스트|설정|시작|취소|아니|없|있|하면|해서|관리하|관리를|관리법|방법|시간을|나는|내가|너는|네가|할까|하는"
    ),
    never_items=phrases(
        "샀어|샀으|떨어졌|없어|있어|어떻게|왜|누가|누구|언제|어디|무슨|뭐|뭘|이거|그거|저거|이것|그것|나를|너를|라고|다고|타이머|알람|목록|리스트|니까"
    ),
    fact_starts=phrases(
        "나 |나는|난 |저 |저는|전 |내가|제가|내 |제 |우리|저희|아내|남편|엄마|아빠"
    ),
    fact_verbs=phrases(
        "이야|야 |예요|입니다|있어|없어|했어|았어|었어|좋아해|싫어해|이다|했다|는 거|인 거|던 거|은 거"
    ),
    open_requests=(
        OpenRequest(
            sentences="[새] 타이머 <topic> <measure> [좀] <set>",
            question="타이머를 얼마 동안 맞출까요?",
            options=("5분", "10분", "30분"),
        ),
        OpenRequest(
            sentences="""
                [<days>] [아침에|아침|일찍] <alarm> <topic> <measure> [좀] <set>
                [<days>] [아침에|아침|일찍] [나|날|나를|저] [좀] 깨워 <give> <ask>
            """,
            question="몇 시로 할까요?",
            options=("오전 6시 30분", "오전 7시", "오전 8시"),
        ),
        OpenRequest(
            sentences="{text}{suffix:기}(으라고|라고) [좀] (알려|상기시켜|얘기해|말해) <give>",
            question="언제 알려 드릴까요?",
            options=("한 시간 뒤에", "오후 6시에", "내일 오전 9시에"),
            excluded=phrases(
                "누구|뭐|무엇|어디|언제|왜|어떻게|몇|시에|분|오늘|내일|모레|매일|마다|주말|요일|아침|저녁|오전|오후|때|면"
            ),
        ),
    ),
    default_list="쇼핑",
    sentences={
        IntentName.STOP: """
            [<stop_soon>] <stop_word> [<stop_word>] [<stop_word>]
            말 [좀] (그만해|그만|그만 해|멈춰) [<give>]
            [<stop_word>] [이제|제발] 그만 [좀] (말해|얘기해|떠들어|읽어|해|하) <give> [<stop_word>]
            잠깐 (스톱|멈춰|그만|정지|멈춰 봐)
            [<stop_soon>] (그만|더 안|더는 안) (말해|얘기해|읽어|읽어 줘|해) 도 (돼[요]|됩니다|괜찮아[요])
        """,
        IntentName.GET_TIME: """
            <now> [시간|시각] [이|은] 몇 시 [몇 분] [쯤|정도|즈음] <now> <is> [<know>]
            <now> 몇 시 [몇 분] [쯤|정도|즈음|이나] <now> (됐|되었|된|됬)(어[요]|지[요]|죠|나[요]|니|냐|습니까|는지 (<tell>|<know>)|을까[요]|거야)
            <now> (시간|시각)[이|은] [지금] (어떻게 돼[요]|어떻게 되나요|어떻게 되지|어떻게 됩니까|어떻게 됐어)
            <now> (시간|시각) <topic> (<show>|<what>|<know>)
            <now> 몇 (시인지|신지|시쯤인지) [좀] (<tell>|<show>|<know>)
            (현재|지금) (시간|시각)
            [지금|벌써] 몇 시
            시계 [좀] (봐|보) <give>
            (시간|시각) 좀
            (지금|현재) {place}[은|는] 몇 시 <is>
            {place}[은|는] (지금|현재) 몇 시 <is>
            <now> <city>[은|는] <now> 몇 시 <is>
            (지금|현재) {place} (시간|시각)[은|이] (몇 시 <is>|<what>|<tell>)
            {place} (지금|현재) (시간|시각) <topic> [<what>|<tell>]
            <now> <city> <now> (시간|시각) [은|이|을|좀] [몇 시 <is>|<what>|<tell>|어떻게 돼]
        """,
        IntentName.GET_DATE: """
            <now> (며칠|몇 월 며칠|무슨 요일|몇 월 며칠 무슨 요일|며칠 무슨 요일) <is>
            오늘[은|이] (며칠|몇 월 며칠|무슨 요일|몇 월 며칠 무슨 요일|며칠 무슨 요일) <is>
            오늘 (날짜|요일|며칠)[가|이] [<topic>] [<what>|<show>|<tell>|어떻게 (돼|돼요|되나요|되지|되죠|됩니까)]
            (날짜|오늘 날짜|요일|오늘 요일) <topic> <tell>
            오늘 <some_day> <is> [<some_day> <is>]
            어제[가|는|이] (며칠|몇 월 며칠|무슨 요일|몇 일) <is>{day:-1}
            <days>[은|는|이] (며칠|몇 월 며칠|무슨 요일|몇 일) <is>
            (지금|올해)[가|는|이] (몇 년|몇 년도|몇 월) <is>
            [이번 달|이번 달이|지금] 몇 월 <is>
            오늘[은|이] 무슨 날 <is> [몇 월 며칠] [<is>]
            오늘이 (무슨 요일|며칠)인지 <tell>
            <days>[은|는|이|가] (며칠|몇 월 며칠|무슨 요일|몇 일)인지 (<tell>|<know>)
            [오늘|지금] (날짜|요일) [하고|랑|이랑] [요일|날짜|시간] <topic> (<show>|<what>)
            <now>[이|은] (며칠|몇 월 며칠|무슨 요일|몇 일)[인지|이었지|이더라|이더라고] (<tell>|<know>)
            <now> 몇 일 <is>
        """,
        IntentName.CALCULATE: """
            {expression} [은|는|이|가|을|를] [얼마|몇|<what>|계산|계산해|값|답|뭐] [<is>] [<give>]
            {expression} [은|는|이|가|을|를] (얼마|몇|답)[은|이] [<is>|<what>|나와|돼|되지|되나|<tell>]
            {expression} [=|이꼴] [얼마|몇] [<is>]
            {expression} (계산|계산해|알려|풀어|구해) <give>
            (계산|계산해) <give> {expression}
            {expression} [은|는|이|가|을|를|만|하면] [얼마나|얼마|몇|뭐|값|답|결과] [은|는|이|가|을|를] [<is>|<what>|돼|돼요|되지|되나|되나요|될까|나와|나오지|나올까]
            {expression} [은|는|이|가|을|를|좀|만] (계산|계산해|풀어|구해|알려|해|더하|빼|해결해) <give> <ask>
            (계산|계산해|계산 좀 해|암산해) <give> <ask> {expression} [은|는|얼마야|뭐야]
        """,
        IntentName.SET_TIMER: """
            [타이머] {length} <to> 타이머 <topic> <set>
            타이머 <topic> {length} <to> [<set>]
            {length} <to> (재|세|카운트다운해|카운트해|카운트다운|기다려) <give>
            {length} <to> {label} 타이머 <topic> [<set>]
            {label} 타이머 <topic> {length} <to> [<set>]
            {label}_타이머 {length} <to> [<set>]
            타이머 <set> {length}
            타이머 {length} 이름은 {label}[으로|로] [<set>]
            {label}(게|기 위해|려고|는 데|을|를)_{length} <to> (재|세) <give>
            {length} (지나면|되면|후에|뒤에|있다가|이따가) (알려|말해|울려|불러) <give>
            {length}[만] (잘 테니까|잘게|잘 거니까|자게|자고 싶으니까|잘래) 깨워 <give>{kind:alarm}
            {length} (뒤에|후에|있다가|이따가|지나면) (깨워|알람 <set>|일어나게 해) <give>{kind:alarm}
            카운트다운 {length} [<set>]
            {length} 카운트다운 [<set>]
            {length} <to> <measure> 타이머 <topic> <measure> [더] [<set>]
            타이머 <topic> <measure> {length} <to> <measure> [<set>]
            {length} <to> (재|세|세어|카운트다운해|카운트해|카운트다운|기다려|측정해) <give> <ask>
            {label}<for>_{length} <to> 타이머 <topic> <measure> [더] [<set>]
            {label}<for>_{length} <to> (재|세|세어) <give>
            {label}_{length} <to> (재|세|세어) <give>
            {label}_{length} <to> 타이머 <topic> [<set>]
            {label}[을|를|은|는]_[지금|방금|이제] (넣었|올렸|돌렸|안쳤|시작했)(으니까|거든[요]|는데|어[요])_{length} <to> (타이머 <topic> <measure> <set>|(재|세) <give>)
            <after> [나를|나|날|저] [좀] (알려|말해|울려|불러|얘기해|신호 해|신호해|알람 <set>|알림 <set>|울리게 해|울리도록 해|타이머 <set>) <give> <ask>
        """,
        IntentName.WAKE_UP: """
            <when> [나|나를|날|저|저를|우리] [좀|꼭] (깨워|일어나게 해|일어나도록 해|깨우|일으켜|기상시켜|기상하게 해) <give> <ask>
            (나|저|날|나를|저를|나 좀|저 좀) <when> [좀|꼭] (깨워|일어나게 해|깨우) <give> <ask>
            [나|저|내가|제가] <when> (일어나야 해|일어나야 돼|일어나야 하니까|일어나야 되니까|일어나야 되는데|일어나야 하는데|일어나고 싶어|일어날 거야|일어날 수 있게|나가야 해|일어나야 돼요|일어나야 해요|일어나야 합니다) [좀] [깨워 <give>|알람 [좀] <set>]
            <wake_alarm> <topic> <measure> <when> <to> [<set>]
            <when> <wake_alarm> <topic> <measure> [<set>]
        """,
        IntentName.SET_ALARM: """
            <when> [에|으로|로] <alarm> <topic> <measure> [<set>]
            <alarm> <topic> <measure> [좀] <when> <to> [<set>]
            <days> <alarm> <topic> <measure> <time> <to> [<set>]
            <alarm> <topic> <measure> <set> <when> <to>
            <when>[에|으로|로] (울리는|울리게) <alarm> <topic> <set>
        """,
        IntentName.SET_REMINDER: """
            <then> {text}이라고 [좀] <tell>
            <then> {text}<duty> <remind>
            {text}<duty>_<then> <remind>
            <then> {label}_(알림|리마인더) <topic> <measure> [<set>]
            <then> {label}_(알려|상기시켜|리마인드 해) <please>
            {label}_(알림|리마인더) <topic> <measure> <then> <to> <set>
            (알림|리마인더) <topic> [추가|추가해|설정|등록] <set> <then> {label}
            (알림|리마인더) [추가|추가해|설정|등록] <then> {label}
            <then> {text}(를|을)_[좀] (상기시켜 <give>|리마인드 <do>)
            <then> {text}{suffix:기}(으라고|라고)_해 <please>
        """,
        IntentName.LIST_TIMERS: """
            [지금|현재] <timers> <subject> [시간] (얼마나|몇 분|몇 분이나|몇 초|얼마|몇 시간) [더] (<is_left>|남은 거야|있어야 돼|있으면 돼|있어야 해|기다려야 돼)
            <my> [지금] [<been_set>] [모든|전체] <timers> [목록|리스트|현황|상태] <subject> [전부|모두|다] [<show>|<things> <exist>|<exist>]
            (<been_set>|내) <timers> <subject> <what>
            [지금] (남은 시간|남은 시간 좀) <subject> (<show>|<what>|얼마야|얼마나 돼|얼마지)
            [지금|내가] [<been_set>] <timers> <subject> <things> (<exist>|<is_set>|<is_left>)
            [지금|내가|<days>] <timers> <subject> (몇 시로|몇 시에|언제로|몇 시|언제) (<is_set>|<exist>|울려|울리지|울리나|울려요|끝나|끝나지|<is>)
            [다음|내] <timers> <subject> (언제|몇 시에|몇 시) [울려|울리지|울리나|울려요|끝나|끝나지|<is>]
            [지금|<days>] <timers> <subject> (맞춰져 있|설정돼 있|설정되어 있|켜져 있|돌아가고 있|돌고 있|걸려 있|잡혀 있)(어[요]|지[요]|나[요]|니|냐)
            [시간|타이머] (얼마나|몇 분|몇 분이나) [더] <is_left>
            [오늘|내일] <timers> <subject> (<exist>|<things> (<exist>|<is_set>))
            {label}_타이머 <subject> (얼마|얼마나|몇 분|몇 분이나) [더] <is_left>
            {label} 타이머 <subject> (얼마나|몇 분) [더] <is_left>
        """,
        IntentName.CANCEL_TIMER: """
            (타이머{kind:timer}|알람{kind:alarm}|알림{kind:reminder}) <topic> (전부|모두|다|전부 다|모두 다|싹 다) <cancel>{all:yes}
            (모든|전체) (타이머{kind:timer}|알람{kind:alarm}|알림{kind:reminder}) <topic> [다] <cancel>{all:yes}
            [내|그|이] <kind> <topic> [좀] <cancel>
            <corrected_clock> [<part>] <kind> <topic> [좀] <cancel>
            [<part>] <corrected_clock>(에|의) <kind> <topic> [좀] <cancel>
            {label}_<kind> <topic> [이제] (필요 없어|필요 없으니까|안 써도 돼) [<cancel>]
            <kind> <topic> [이제] (필요 없어|필요 없으니까|안 써도 돼) <cancel>
            {label}_<kind> <topic> [좀] <cancel>
            <kind> <topic> [이제] (됐어|됐으니까|됐고|그만|필요 없어|필요 없으니까|시끄러워) [이제|좀] <cancel>
            {label}_<kind> <topic> [이제] (됐어|됐으니까|그만|그만해|필요 없어) [<cancel>]
            (아까|방금|조금 전에) [내가] (맞춘|설정한|켠|맞춰 놓은|맞춰 둔) <kind> <topic> [좀] <cancel>
            [울리는|지금 울리는|지금] <kind> <topic> [좀] <cancel>
        """,
        IntentName.READ_NOTES: """
            <my> [마지막|최근|최근에 쓴|가장 최근|모든|저장된] <note> <topic> [목록|내용|다|전부|모두|좀] (읽어|보여|들려|말해|확인|확인해|알려|불러) <give> <ask>
            <my> <note> <topic> [목록|다|전부] (<wondered>|[<things>] <exist>|뭐라고 돼 있어)
            <my> <note> [목록|리스트]
            <note>[에|에는] [<things>|뭐라고] (<exist>|적혀 있어|적혀 있지|써 있어|쓰여 있어|적었지|적어 놨지|적어 뒀지|들어 있어)
            <noted> (거|것|게|걸|내용|메모|노트)[들] <topic> [다|전부|모두|좀] (보여|읽어|들려|말해|알려|확인해) <give> <ask>
            <noted> (거|것|게|내용|메모|노트)[들] <topic> [<things>] (<exist>|<wondered>)
            내가 (뭐라고|뭘|뭐|무슨) [메모] (메모했|적었|적어 놨|적어 뒀|메모해 뒀|메모해 놨|써 놨)(어[요]|지[요]|더라|죠|나)
            {query}_<note> (있어|있나|있니|있나요|있지)
            [내가] {query}에 (대해|대해서|대한|관해) (적어 둔|적어 놓은|메모한|쓴|적은|메모해 둔) (거|것|메모|게|노트) [있어|있나|있니|있나요|있어요|뭐야|보여 <give>|읽어 <give>|찾아 <give>]
            내가 {query}에 (대해|대해서|관해) 뭐라고 (적어 놨지|적어 뒀지|적었지|메모했지|메모했어|적어 놨어|적었어|썼지)
            {query}_<note> <topic> [좀] (찾아|보여|읽어|검색해|확인해) <give> <ask>
            {query}에 (대한|관한) <note> <topic> [좀] (찾아|보여|읽어|검색해|확인해) <give> <ask>
        """,
        IntentName.DELETE_NOTE: """
            <note> 중에[서] {label}[에 대한] (거|것|걸|메모)[를|을] <erase>
            {label}에 (대한|관한) <note> <topic> <erase>
            {label}_[관련] <note>[은|는] <topic> [이제] [필요 없어|필요 없으니까|필요 없으니|안 봐도 되니까] <erase>
            {label}_(적어 둔|적어 놓은|메모한|메모해 둔|써 둔) (거|것|걸|내용) <topic> <erase>
            {label}_<note> <topic> [이제] (지워도 돼|삭제해도 돼|필요 없어)
        """,
        IntentName.ADD_NOTE: """
            (메모|노트) <topic> [좀] (해|하나 해|추가|추가해|적어|작성해|남겨|저장|저장해|써) <give> !야 !두 !둔 !놓 {text}
            (이거|이것|이것 좀|이거 좀|다음 내용|이렇게) [메모|노트] (적어|메모해|써|받아 적어|기록해|메모 <do>) <give> {text}
            (새|새로운) (메모|노트) {text}
            (메모|노트) : {text}
            {text}라고 (메모 [좀] <do>|메모해 <give>|적어 <give>|기록해 <give>|노트에 적어 <give>|메모 남겨 <give>|메모에 적어 <give>)
            {text}_<note>(에|에다|에다가|로) <write>
            {text}_(메모 [좀] <do>|메모해 <give>|메모에 적어 <give>|메모 남겨 <give>|노트에 적어 <give>)
            (메모|메모장|노트)에 {text}라고 (써|적어|기록해|남겨) <give>
            (메모|노트)에 !뭐 !무 !어 {text}_(써|적어|기록해|남겨) <please>
            (적어|받아 적어|메모해|기록해) <please> {text}
            [새|새로운] <note> [하나] [좀] (추가|추가해|작성|작성해|저장|저장해|남겨|적어|써) <please> {text}
            <note> (추가|작성|남기기)_{text}
            (메모할게|메모할게요|적을게|메모 좀 할게)_{text}
            <note> 하나[만] [좀] (해|적어|남겨|써) <please> {text}
            {text}{suffix:다}다고_메모 [해]
            <note>에 [좀] (적어|써|남겨|기록해) <please> {text}
            {text}{suffix:다}다고_[<note>에|<note>로] <write>
            {text}(이라고|라고)_[<note>에|<note>로] <write>
        """,
        IntentName.SHOW_LIST: """
            (<bare_list>|<my> <bare_list> (목록|리스트)|<my> (<list_name>) (목록|리스트|명단)) <topic> [전부|다|모두] (보여|읽어|알려|불러|말해|확인|확인해|열어) <give> <ask>
            <my> <list_word> <topic> [전부|다|모두|좀] (보여|읽어|알려|불러|말해|확인|확인해) <give> <ask>
            (<a_list>|<my> <bare_list> [목록|리스트]|<my> <list_word>)[에|에는] [지금|아직|또] <things> (<exist>|들어 있어|들어 있지|들었어|들었지|<is_left>|적혀 있어|적혀 있지)
            (<a_list>|<my> <bare_list>) [은|는] (뭐야|뭐지|뭐가 있어)
            [오늘|내일|아직] <my> <bare_list>[이|가|은|는] [아직|또] [뭐|뭐가|뭐 뭐|뭐뭐|얼마나|몇 개] (<is_left>|<exist>)
            [오늘|내일] <my> <bare_list> [목록|리스트] <topic> [보여|알려|읽어|불러|말해] <give> <ask>
            [오늘] <my> <bare_list> <subject> <wondered>
            [오늘|이제|아직|또] 뭐 [더] (사야|사면) (되지|하지|돼|해|되더라|하더라|되나|하나|되니|됐지){list:쇼핑}
            (무슨|어떤) <list_word>[이|가] <exist>
        """,
        IntentName.REMOVE_FROM_LIST: """
            {items}<bought> <fixed_list>에서 <take>
            (<fixed_list>|<free_list>)에서 {items}(을|를|은|는|도)_<take>
            (<fixed_list>|<free_list>)에서 {items}_<take>
            {items}(을|를|은|는|도)_(<fixed_list>|<free_list>)에서 <take>
            {items}_<fixed_list>에서 <take>
            {items}_완료로 표시해 <give>
            {items}<bought> <take>
            {items}_샀으니까 [<my>] <list_word>에서 <take>
        """,
        IntentName.ADD_TO_LIST: """
            (<fixed_list>|<free_list>)에[다|다가] {items}(을|를|도|이랑|랑)_<put>
            (<fixed_list>|<free_list>)에[다|다가] {items}_<put>
            <fixed_list>에[다|다가] {items}(추가해|넣어|담아) <please>
            {items}_좀 (<fixed_list>|<free_list>)에[다|다가] <put>
            {items}(을|를|도)_(<fixed_list>|<free_list>)에[다|다가] <put>
            {items}_<fixed_list>에[다|다가] <put>
            (<bare_list>|장보기{list:장보기}|쇼핑{list:쇼핑}) [추가] : {items}
            <fixed_list>[에] (추가|추가해) <give>_{items}
            {items}(도|을|를|이|가)_<wanted> <fixed_list>에[다|다가] <put>
            {items}_<wanted> <fixed_list>에[다|다가] <put>
            (할 일|할일) : {items}{list:할 일}
        """,
        IntentName.FORGET: """
            {text}_(얘기|이야기|말)[는|은|을|를] <lose> <give> <ask>
            <me> (말한|얘기한|알려 준) {text}[은|는|을|를] <lose> <give>
            (내|제|우리)_{text}[은|는|을|를|이|가] <lose> <give> <ask>
            {text}에 (대해|대해서|대한) [거|건|것|것은|내용은|기억은|기억|말은|한 말은|정보] <lose> <give> <ask>
            {text}에 대한 (기억|정보)[을] (삭제|삭제해|지워|없애) <give> <ask>
            {text}{suffix:다는 거}다는 (거|것|걸|얘기|말|사실)[은|는|을|를] <lose> <give> <ask>
            {text}{suffix:다고 한 거}다고 (한|했던) (거|것|걸|말)[은|는|을|를] <lose> <give> <ask>
            {text}[은|는|을|를]_<lose> <please> <ask>
        """,
        IntentName.REMEMBER: """
            {fact}(이라고|라고)_<keep>
            {fact}{suffix:다}다고_<keep>
            {fact}(이라는|라는)_<quote>_<keep>
            {fact}{suffix:는 거}(는 거|는 것|는 걸|는 것을|는거)_<keep>
            {fact}{suffix:다}다는_<quote>_<keep>
            {fact}{suffix: 거}_<quote>_<keep>
            {fact}(니까|이니까)_<keep>
            기억해 <give> : {fact}
            기억해 <please> {fact}
            기억해 !야 !두 !둔 !놓 {fact}
            (잊지 마|잊지 마세요|잊지 말아 줘|잊지 말고 기억해 <give>) {fact}
            {fact}_<keep>
            {fact}<ended>_[이거|꼭|이거 꼭] 기억해
            {fact}_[이거|꼭] (잊지 마|잊지 말아 줘|잊지 마세요)
        """,
        IntentName.LAST_REQUEST: """
            (<me> <lately>|<lately> <me>) [너한테|네게|당신한테] (뭐라고|뭐라|뭐|뭘|무엇을|무슨 말을|무슨 질문을|뭐 해 달라고|뭘 해 달라고|뭐 하라고|뭘 하라고) <told>
            <lately> (뭐라고|뭐라|뭐|뭘) <told> <me>
            <lately> (뭐라고|뭐|뭘) (물어봤|물었|부탁했|시켰)(어[요]|지[요]|죠|더라)
            <me> [너한테] (뭐라고|뭐라|뭐 해 달라고|뭘 해 달라고|무슨 말을|무슨 질문을) <told>
            <me> [너한테] (뭐|뭘|무엇을) (물어봤|물었|부탁했|시켰|요청했|질문했|말했)(어[요]|지[요]|죠|나[요]|더라|니|냐|는지 [다시] <tell>)
            ([<me>] <lately>|<me>) [<me>] (한|물어본|말한|얘기한|부탁한|시킨|요청한|질문한|했던) (거|것|게|건|질문|말|부탁|명령|요청)[이|은|가|을] (<wondered>|[다시|좀] <tell>)
            내 (마지막|지난|이전|직전|방금) (질문|말|요청|부탁|명령)[이|은|가] (<wondered>)
        """,
        IntentName.RECALL: """
            [너] [너는] (나|저|내)에 (대해|대해서|관해|관해서) [지금까지|또] (뭐|뭘|무엇을|뭐 뭐|뭐뭐|어떤 걸|아는 거|아는 것|얼마나) [있어|좀] <known>
            [너] (나|저|내)에 (대해|대해서|관해) (뭐|뭘|무엇을|뭐 뭐|뭐뭐|어떤 걸) <known>
            (나|저)에 (대해|대해서|관해) [네가|너가|니가] (기억하는|아는|알고 있는|기억하고 있는) (거|것|걸|것을|게) [다|전부|모두|좀] (<show>|<wondered>|[<things>] <exist>)
            [네가|너가|지금까지] (기억하는|기억하고 있는|기억한) (거|것|걸|것을|게|내용) [다|전부|모두|좀] (<show>|<wondered>|[<things>] <exist>)
            [너|너는] [지금까지] (뭐|뭘|무엇을|뭐뭐) <remembers>
            <me> (뭘|뭐를|무엇을|뭐) (기억하라고|기억해 달라고) <told>
            [<me>] (기억하라고|기억해 달라고|외우라고) (한|했던|부탁한) (거|것|게|건) <subject> (<wondered>|[<things>] <exist>|다 <show>)
            <own_fact> <subject> (<wh_said>|<wh_is>|(기억해|기억나|알고 있어|기억하고 있어|기억하니|알아[요]))
            <my_own>_{query} <subject> <wh_said>
            (내가|제가) (좋아하는|싫어하는|다니는) {query} <subject> (<wh_is>|<wh_said>)
            <my_own>_{query} <subject> (뭐였지|뭐였더라|뭐였어)
            <my_own>_{query}에 (대해|대해서|관해) (뭐|뭘) <known>
            <my_own>_{query}에 (대해|대해서|관해) <wh_said>
            <me> {query}에 (대해|대해서|관해) <wh_said>
            <me> (어디에|어디|언제|누구를|누구한테|뭘) {query} (했다고|한다고|한다 그랬|했다 그랬) <told>
            {query}에 (대해|대해서) [네가|너가] 기억하는 (거|것) (<exist>|<wondered>)
            <me> <own_fact> [얘기|말] (했나|했어|해 줬나|해 줬어|말해 줬나|말해 줬어|알려 줬나|알려 줬지|말했나)
        """,
        IntentName.SET_VOLUME: """
            (볼륨|소리|음량) [크기|레벨|수준]<topic>_{level} [퍼센트|퍼|프로|%|단계] [<exactly>] [정도로] [<set>|올려 <give>|낮춰 <give>|줄여 <give>|키워 <give>|높여 <give>|내려 <give>|바꿔 <give>|조절해 <give>|조정해 <give>|<do>|이요|요]
            (볼륨|소리|음량) <topic> (최대로|최대|최고로|끝까지|제일 크게|가장 크게){level:100} [올려 <give>|<do>|키워 <give>|맞춰 <give>|설정해 <give>]
            (볼륨|소리|음량) <topic> (절반으로|반으로|절반|중간으로){level:50} [줄여 <give>|<do>|맞춰 <give>|설정해 <give>|낮춰 <give>]
        """,
        IntentName.VOLUME_UP: """
            [<hard_to_hear>] <sound> <topic> <little> <louder>
            [<hard_to_hear>] <little> (크게|큰 소리로|큰 목소리로) [말해|얘기해|이야기해|말씀해|들려|해|말] <give> <ask>
            [<hard_to_hear>] <sound> <topic> <little> (크게|높게|더)
            <little> 소리 <topic> <louder>
            <hard_to_hear>
        """,
        IntentName.VOLUME_DOWN: """
            [<too_loud>] <sound> <topic> <little> <quieter>
            [<too_loud>] <little> (작게|조용하게|작은 소리로|작은 목소리로|조용히|조용조용|조용조용히|나지막이|살살) (말해|얘기해|이야기해|말씀해|말) <give> <ask>
            [<too_loud>] <little> (작게|조용하게|작은 소리로) [해] <give> <ask>
            <little> 소리 <topic> <quieter>
            <too_loud> [<little>] (줄여|낮춰|내려) <give> <ask>
            (소리가|목소리가|볼륨이) 너무 (커|크다|커요|시끄러워|크네|시끄럽다)
            너무 (커|시끄러워|크다|커요|시끄러워요|시끄럽다)
        """,
        IntentName.OPEN_ADDRESS: """
            {address} [사이트|페이지|홈페이지] [을|를|에|로|으로] [좀] (열어|가|접속해|이동해|들어가|보여|띄워|켜) <give>
            {address} [사이트|페이지|홈페이지] (열어|접속|이동|열기)
            ({address}|<site>) [사이트|페이지|홈페이지] [을|를|에|로|으로] [좀] (열어|가|가자|접속|접속해|이동해|이동|들어가|들어가자|보여|띄워|켜|방문해|열기) <give> <ask>
            (브라우저에서|브라우저로|인터넷에서|인터넷으로|크롬에서|크롬으로|파이어폭스에서) ({address}|<site>) [사이트|페이지|홈페이지] [을|를|에|로|으로] [좀] (열어|가|접속|접속해|이동해|들어가|띄워|켜) <give> <ask>
        """,
        IntentName.OPEN_APPLICATION: """
            {application} [앱|프로그램|어플|창|화면|애플리케이션] <topic> <open>
            (앱|프로그램|어플) {application} <topic> <open>
            {application}[으로|로] (들어가|가) <please>
        """,
        IntentName.WHO_ARE_YOU: """
            <you> [대체|도대체|진짜|정말] (누구|누구시|뭐|뭐 하는 애|뭐하는 애|정체가 뭐|뭐 하는 놈|뭐 하는 거|뭐 하는 프로그램|뭐 하는 비서) (<is>|십니까|신가요|세요|시죠)
            (너|넌|너의|네|니|당신|그쪽) [의] (이름|성함)[은|이] [<what>|뭐|뭐라고 했지|뭐라고 그랬지|어떻게 돼|어떻게 되나요|어떻게 되세요|뭐라고] [<is>]
            누구(세요|신가요|십니까|시죠|야|니|냐)
            <you> [혹시|진짜|정말] (챗지피티|chatgpt|지피티|gpt|시리|빅스비|제미나이|클로드|클로바|구글|로봇|인공지능|ai|사람|인간|기계|언어 모델|컴퓨터|진짜 사람|알렉사) <is> [기계|사람|로봇|인간|ai|인공지능|컴퓨터] [<is>]
            이름[이|은] <what>
            (누가|어디서|어느 회사가|어느 회사에서) (너|널|너를|당신을) <made>
            (너|널|너를|당신을|넌|너는) (누가|어디서|어느 회사가|어느 회사에서) <made>
            (너|너를|널|당신을|당신|널 뭐라고|제가|내가) [너를|널|당신을] (뭐라고|어떻게|뭐라) (부르면|불러야|부를까|불러) [<fine>]
            [<you>] (뭐|뭘|무엇을|어떤 걸|어떤 일을|무슨 일을|뭐뭐|어떤 것을) [도와] (할 수 있|해 줄 수 있|줄 수 있|할 줄 알)(어[요]|니|나[요]|지[요]|는데|아[요]|냐|습니까)
            [네|너] (자기소개|소개) [좀] (해|부탁해|부탁|하) <give> <ask>
            [<you>] (무슨|어떤) (모델|인공지능|ai|언어 모델|프로그램) <is>
        """,
        IntentName.DECLINE: """
            [<day>|지금|이번 주|이번 주말|다음 주|주말] [{place}] [<day>|지금|이번 주|주말] 날씨[는|가|도] [어때|어떨까|어떄|어떻게 돼|어떤지 <tell>|<tell>|어떨 것 같아|좋아|추워|더워|어떠니|어때요|어떤가요|예보|예보 <tell>|보여 <give>]
            [<day>|지금|이번 주말|밖에|주말에] [{place}] [에] (비|눈) (와|올까|오나|오니|와요|오나요|온대|내려|올 것 같아|와서 우산 필요해)
            [<day>|지금] [{place}] (미세먼지|공기|대기질)[는|가] [어때|심해|나빠|<tell>]
            [<day>] 우산 (가져가야 돼|챙겨야 돼|필요해|필요할까|가져가야 해|챙겨야 해|가져가야 할까|필요하니|챙겨야 할까|가져갈까)
            [<day>|지금|밖에|지금 밖에|바깥] [{place}] (몇 도|기온|온도)[은|이] [<is>|<what>|몇 도야|어때|얼마야]
            (<day>|지금|밖에|밖이|밖) [밖에|밖이|밖] (추워|더워|추울까|더울까|춥니|덥니)
            [오늘|오늘의|최신|아침|주요|지금|최근|요즘] [주요|최신] (뉴스|소식|헤드라인|기사) [뭐|무슨|좀|<topic>] [있어|<what>|<tell>|읽어 <give>|<show>|있니|있나]
            [지금|현재|요즘|오늘] {anything} (시세|주가|환율|가격|기름값|최저가|유가) [은|가|이|는] [얼마|지금] [<is>|<what>|<tell>|어때|야]
            [지금|현재|요즘|오늘] (기름값|유가|환율|금값|집값|코스피|코스닥|비트코인|나스닥|다우) [은|가|이|는|지금] [지금] [얼마|어때|<tell>] [<is>]
            {anything} (비행기표|항공권|기차표|호텔|숙소|티켓|표) [값|가격] [은|는] (얼마|얼마나 해|얼마 해) [<is>]
            {someone}에 (전화해|전화 걸어) <give>
            [<day>] (맑아|맑을까|흐려|흐릴까)
            [<day>] 얼마나 (추워|더워)
            [{anything}] (뉴스|소식) (있어|있나|알려 <give>)
            {someone}(한테|에게) {anything} (메일로|문자로|카톡으로) (보내|전송해) <give>
            {anything} 골 (넣었어|넣었나|넣었니)
            {anything} (주문해|배달시켜|사) <please>
            {anything} 몇 시까지 (하는지|여는지|해|열어) [<tell>|찾아 <give>]
            [{anything}] (택시|콜택시|카카오 택시|우버|대리운전|대리) [좀|하나] (불러|잡아|호출해) <give>
            {someone}(한테|에게|께) [지금|좀] (전화|전화 좀) (해|걸어|연결해) <give>
            {someone}(한테|에게|께) (전화해|전화 걸어|전화 좀 해) <give>
            {someone}(한테|에게|께) {anything}(라고|다고) (문자|메시지|카톡|메일|이메일|문자 메시지|톡|답장) [좀] (보내|해) <give>
            {someone}(한테|에게|께) (문자|메시지|카톡|메일|이메일|문자 메시지|톡|답장) [좀] (보내|해) <give>
            [어제|오늘|지금|방금|지난주|지난] [{anything}] (경기|야구|축구|농구|경기에서|시합|배구) [경기] [에서] (누가 이겼어|누가 이겼지|어떻게 됐어|몇 대 몇이야|결과|점수|스코어|결과 <tell>|누가 이기고 있어|몇 대 몇)
            [{anything}] (피자|치킨|짜장면|햄버거|음식|배달|커피|초밥|족발|점심|저녁) [{anything}] (시켜|주문해|배달시켜|주문|배달) <give>
            {anything} (예약|예약해) <give>
            [{anything}] (길|도로|차) [지금|많이|안] (막혀|막히나|막히니|밀려|막혀요|막힐까)
            (다음|이번) (버스|지하철|기차|전철|열차) [은|는] (언제|몇 시에) [와|오지|와요|출발해|있어|오나|오나요]
            [지금|오늘] {anything} [지금|아직] (열었어|닫았어|문 열었어|문 닫았어|영업해|영업하나|영업 중이야|열려 있어|문 여나|열었을까)
            [거실|방|주방|부엌|침실|안방|화장실|현관] (불|전등|조명|에어컨|티비|텔레비전|보일러|난방|선풍기|히터) <topic> [좀] (켜|꺼|끄|틀어|올려|낮춰) <give>
            [{anything}] (노래|음악|신곡|재즈|라디오|팟캐스트|앨범|플레이리스트) [좀|하나] (틀어|재생해|재생|들려) <give>
            {anything} (인터넷에서|인터넷으로|구글에서|네이버에서|웹에서) [좀] (검색해|찾아|알아봐|검색) <give>
            (인터넷에서|구글에서|네이버에서|웹에서) {anything} [좀] (검색해|찾아|알아봐|검색) <give>
            [오늘|지금|오늘 저녁|이따] (티비|텔레비전|tv|넷플릭스|극장) [에서|에] [뭐|무슨 영화|무슨 프로] (해|하지|하나|방송해|나와|있어|하니)
            (근처|주변|가까운|여기 근처) {anything} [좀|어디|하나] (찾아|추천해|알려|어디 있어|어디야|있어) <give>
            [새|새로 온|온|내|오늘 온] (메일|이메일|문자|메시지|카톡|편지함) (좀|있어|왔어|온 거 있어|읽어|확인해|보여|좀 읽어|있나) <give>
            {anything}(에|를|을) (트위터|페이스북|인스타|인스타그램|유튜브|블로그|틱톡|엑스|소셜 미디어)(에|에다) (올려|게시해|공유해|포스팅해) <give>
            (이거|이걸|이 사진|사진) [좀] (트위터|페이스북|인스타|인스타그램|유튜브|블로그|틱톡|엑스)(에|에다) (올려|게시해|공유해|포스팅해) <give>
            [내가 탈|내|제가 탈] (비행기|기차|버스|택배|열차|항공편) [제시간에|언제] (와|오나|도착해|연착됐어|지연됐어|출발해|왔어|어디쯤이야)
            {anything}에 {someone} 초대해 <give>
            [<anyday>] [{place}] [<anyday>] <sky> [(랑|이랑|하고) <sky>] [은|는|이|가|도|좀] [<how>] [<anyday>]
            [<anyday>] [{place}] [<anyday>] (비|눈|비나 눈|소나기) [가|는|이|도|좀] [<anyday>] [많이] (와[요]|올까[요]|오나[요]|오니|온대[요]|온다니|내려[요]|내릴까[요]|내린대|올 것 같아[요]|오려나|그쳤어|그칠까)
            [<anyday>] (기름값|휘발유값|유가|환율|금값|금 시세|집값|코스피|코스닥|비트코인|이더리움|나스닥|다우|달러|엔화|유로) [시세|가격|환율|지수] [은|는|이|가|지금|요즘|오늘] [요즘|지금|오늘] (얼마|몇|<how>|<tell>) [<is>|정도 <is>|나 해]
            [<anyday>] {anything} (시세|주가|환율|가격|최저가) [은|는|이|가] [요즘|지금|오늘] [얼마 [<is>|정도 <is>]|<how>|올랐어|떨어졌어|얼마나 해]
            {someone}(한테|에게|께) [{anything}] (문자|메시지|카톡|메일|이메일|문자 메시지|톡|답장) [좀|하나] (써서 보내|작성해서 보내|보내|전송해) <give> <ask>
            {someone}(한테|에게|께|에|와|랑|이랑) [영상|음성] (전화|통화|영상통화) [좀] [해|걸어|연결해|연결|하고 싶어] <please>
            [<anyday>] [{anything}] (경기|시합|게임|야구|축구|농구|배구) [은|는|가|이] [결과|점수|스코어] [은|는|가|이] (어떻게 됐(어[요]|지|나[요]|니)|결과 <tell>|점수 <tell>|몇 대 몇 <is>|누가 (이겼|이기고 있)(어[요]|지|나[요]|니))
            [<anyday>] [{anything}] (교통 상황|교통정보|교통량|도로 상황|길 상황|도로 사정) [은|는|이|좀] [<how>]
            {anything} (예매|예매해|예약|예약해|끊어|잡아) <please> <ask>
            {anything} (배달|주문|배달 주문) [좀] (해|시켜|부탁) <give> <ask>
            [<anyday>] [주요|최신|새로운] (뉴스|소식|헤드라인|속보|기사) [좀|<topic>] (<tell>|<show>|<what>|<things> <exist>|요약해 <give>|정리해 <give>|틀어 <give>)
            [다음|이번|{anything}] (버스|지하철|기차|전철|열차|막차|첫차) [은|는] (언제|몇 시에|몇 분 뒤에|몇 분 후에) (와[요]|오지|오나[요]|오니|출발해[요]|있어[요]|도착해[요]|끊겨)
        """,
    },
    replies={
        "time": "지금은 {time}입니다.",
        "time_in": "{place}은(는) 지금 {date} {time}입니다.",
        "date": "오늘은 {date}이에요.",
        "date_of": "{date}이에요.",
        "result": "{value}입니다.",
        "about": "약 {value}입니다.",
        "timer_set": "{length} 타이머를 맞췄어요.",
        "timer_set_named": "‘{label}’ 타이머를 {length}으로 맞췄어요.",
        "alarm_set": "{day} {time}에 알람을 맞췄어요.",
        "alarm_repeats": "{days} {time}에 알람을 맞췄어요.",
        "reminder_at": "{day} {time}에 알려 드릴게요: {text}",
        "reminder_in": "{length} 뒤에 알려 드릴게요: {text}",
        "no_timers": "맞춰 둔 것이 없어요.",
        "timer": "타이머",
        "alarm": "알람",
        "reminder": "알림",
        "left": "{name}: {length} 남았어요.",
        "rings_at": "{name}: {day} {time}.",
        "ringing": "{name}: 지금 울리고 있어요.",
        "cancelled": "취소했어요: {names}.",
        "which_one": "여러 개가 있어요. 어느 것인지 말해 주세요.",
        "noted": "메모했어요: {text}",
        "no_notes": "메모가 없어요.",
        "notes": "메모: {names}.",
        "note_deleted": "‘{name}’ 메모를 휴지통으로 옮겼어요.",
        "added": "‘{list}’ 목록에 추가했어요: {items}.",
        "known_items": "‘{list}’ 목록에 이미 있어요: {items}.",
        "list": "‘{list}’ 목록: {items}.",
        "list_empty": "‘{list}’ 목록이 비어 있어요.",
        "lists": "목록: {names}.",
        "no_lists": "목록이 없어요.",
        "ticked": "목록에서 지웠어요: {items}.",
        "remembered": "기억할게요.",
        "recalled": "기억하고 있는 것: {facts}",
        "nothing_recalled": "그것에 대해 기억하는 것이 없어요.",
        "forgotten": "잊었어요.",
        "last_request": "이렇게 물으셨어요: “{text}”",
        "no_last_request": "그 전에는 물어보신 것이 없어요.",
        "stopped": "네.",
        "volume": "음량은 {level}퍼센트예요.",
        "loudest": "제가 낼 수 있는 가장 큰 소리예요. 나머지는 컴퓨터의 음량이에요.",
        "opened": "{name}을(를) 열게요.",
        "who": "저는 이 컴퓨터에서 도는 공개 소스 음성·문자 비서 Parley예요. 제가 직접 못 하는 것은 작은 내장 언어 모델이 답해요.",
        "decline": "더 큰 모델이나 인터넷 없이는 할 수 없어요. 설정에서 API 키나 도구를 쓰는 모델 서버를 추가하면 도움이 돼요.",
        "failed": "잘 되지 않았어요.",
        "refused": "네, 그대로 둘게요.",
        "not_found": "맞는 것을 찾지 못했어요.",
        "unknown_place": "{place}의 시간은 모르겠어요.",
        "unknown_application": "{name} 프로그램을 찾지 못했어요.",
        "every_day": "매일",
        "weekdays": "평일",
        "today": "오늘",
        "tomorrow": "내일",
    },
)

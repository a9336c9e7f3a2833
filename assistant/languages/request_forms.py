"""What a request's form tells: that nothing is left to ask, or that the user has to choose. Pure.

"Tell me a joke" and "explain photosynthesis" are complete; "help me choose a trip" and "write a letter"
leave open what only the user knows. A small model takes one for the other. What no form fits is left
to the model.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

LONGEST: Final = 600
"""So many characters of a request are looked at: what follows is a text to work with."""


class RequestForm(Enum):
    """What the form of a request tells."""

    COMPLETE = "complete"
    """It has all that it needs."""
    OPEN = "open"
    """It leaves something to the user's taste, needs or plans, or says nothing of its subject."""
    POINTING = "pointing"
    """Its subject is what was said or shown before: "explain this"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestForms:
    """How one language words requests: patterns of whole ones, without case and end marks."""

    complete: tuple[str, ...]
    open: tuple[str, ...]
    pointing: str
    before: str = ""
    """What may stand before each and means nothing: "could you"."""
    after: str = ""
    """The same behind it: "please"."""


_EN_SELF: Final = r"(?: (?:me|us))?"
_EN_POINTS: Final = r"(?:this|that|it|these|those|them|him|her|something|anything|everything|one)(?: (?:for|to) (?:me|us)|(?: \w+)? in .+| again| please)?$"
_EN_SOME: Final = r"(?:a|an|another|one|one more|some|any|any other|the|your)"
_EN_MANY: Final = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|[1-9]\d?|another (?:two|three))"
)
_EN_ABOUT: Final = r"(?:some|a few|a couple of|several|a list of|a short list of) [\w-]+(?: [\w-]+){0,3}? (?:for|of|about|on|to|that|with|from|in)"
_EN_TIME: Final = r"(?:more )?(?:min|minute|sec|second|hour|hr|day|week|month)s?\b"
_EN_PIECES: Final = (
    r"(?:haikus?|limericks?|jokes?|puns?|riddles?|poems?|rhymes?|sonnets?|story|stories|fairy tales?|tales?|fables?"
    r"|facts?|trivia|tongue[ -]twisters?|anecdotes?|lullaby|song|quotes?|compliments?|proverbs?|sayings?)"
)
_EN_TEXTS: Final = (
    r"(?:e-?mails?|mails?|letters?|messages?|texts?|cards?|replies|reply|response|wishes|wish|toast|speech|invitation"
    r"|post|tweet|caption|paragraph|essay|article|review|summary|introduction|intro|description|slogan|headline|ad"
    r"|advert|apology|complaint|announcement|scene|dialogue|function|script|program|query|regex|formula)"
)
_EN_OCCASIONS: Final = (
    r"(?:thank[ -]you|thanks|birthday|christmas|new year|wedding|anniversary|congratulat\w+|get[ -]well|welcome|farewell|goodbye"
    r"|apology|condolence|sympathy|resignation|sick(?: leave| note)?|out[ -]of[ -]office|graduation|valentine\S*|easter|retirement)"
)
_EN_THINGS: Final = (
    r"(?:recipes?|synonyms?|antonyms?|definitions?|meaning|pros and cons|advantages|disadvantages|examples?|tips|ideas|names?|titles?|slogans?"
    r"|summary|overview|biography|history|formula|function|script|regex|code|word|words|translation|instructions|explanation|quote|quotes|opening line"
    r"|headline|capital|plural|opposite|(?:to[ -]do|packing|shopping|check) ?list|checklist)"
)
_EN_TONGUES: Final = r"(?:english|french|spanish|german|italian|japanese|korean|chinese|mandarin|portuguese|russian|latin|dutch|greek|polish|swedish|turkish|arabic|hindi)"
_EN_MINE: Final = r".*\b(?:should|shall|would|i|i'm|me|my|we|us|our|mine|better|best)\b"
_EN_WRITE: Final = r"(?:write|draft|compose|create|prepare|come up with|invent|think of)"
_EN_EXPLAIN: Final = r"(?:explain|describe|define|outline|summari[sz]e|sum up|paraphrase|spell|pronounce|compare|recite)"

_KO_POINTS: Final = r"(?:이거|그거|저거|이것|그것|저것|이걸|그걸|저걸|이게|그게|뭔가|여기|이 ?(?:글|문장|말|메일|편지|단어|기사|문서)(?!:))"
_KO_DO: Final = r"(?: ?(?:좀|한번|한 번|짧게|간단히|간단하게|쉽게|자세히))* ?"
_KO_GIVE: Final = r" ?(?:줘|줘요|주세요|줄래|줄래요|주라|주실래요|주시겠어요|줄 수 있어|줄 수 있나요|줄 수 있어요|봐|봐요|보세요|라|다오|달라)"
_KO_WRITE: Final = r"(?:써|적어|지어|만들어|작성해|짜)"
_KO_PIECES: Final = r"(?:농담|개그|하이쿠|수수께끼|퀴즈|시|동시|시조|삼행시|이야기|얘기|동화|우화|노래|속담|명언|상식|유머|넌센스|칭찬|사실)"
_KO_SOME: Final = (
    r"(?:을|를)?(?: ?(?:하나|하나만|한 ?(?:편|수|개|마디|가지|곡|구절)|아무거나|더|또))*"
)
_KO_TEXTS: Final = r"(?:편지|이메일|메일|글|메시지|문자|카드|인사말|인사|답장|초안|문구|축하 ?글|소개글|후기|사과문|안내문|공지|연설|연설문|초대장|쪽지|코드|함수|스크립트|프로그램|에세이|수필|기사|슬로건|홍보글|대본)"
_KO_COUNT: Final = r"(?:두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무|몇|\d{1,2}) ?(?:개|가지|마리|명|곳|편|줄|문장|권|곡|단어|마디)"

_ZH_BEFORE: Final = r"(?:请|请你|麻烦|麻烦你|你|能|能不能|能否|可以|可不可以|帮我|帮忙|给我|给我们|替我|为我|再|来|快|那|好|嗯|嘿|你好)?[，, ]?"
_ZH_SOME: Final = (
    r"(?:再)?(?:一|几|些|两|三|四|五|1|2|3|4|5)?(?:个|首|段|篇|则|句|条|封|张|份|支|行|短|点)*"
)
_ZH_PIECES: Final = r"(?:笑话|段子|俳句|诗|诗歌|古诗|故事|谜语|童话|寓言|绕口令|冷知识|脑筋急转弯|成语故事|歌|名言|谚语|小知识|趣闻|对联|打油诗)"
_ZH_TEXTS: Final = r"(?:信|邮件|电子邮件|消息|短信|短文|留言|贺卡|卡片|祝福|祝福语|致辞|发言|演讲|演讲稿|文章|作文|话|回复|便条|通知|道歉信|感谢信|邀请函|广告语|标语|口号|文案|评论|函数|代码|程序|脚本)"
_ZH_POINTS: Final = r"(?:一下)?(?:这|那|它|此|他|她|下面|上面|以下|我的)"
_ZH_COUNT: Final = r"(?:两|二|三|四|五|六|七|八|九|十|几|\d{1,2})(?:个|种|条|颗|句|点|项|位|本|部|首|则|道|款|只|名)(?!小时|月|星期|礼拜|钟头)"

_JA_POINTS: Final = r"(?:これ|それ|あれ|この|その|あの|ここ|何か)"
_JA_GIVE: Final = r"(?:て|で)(?:ください|下さい|くれ|くれる|くれない|くれますか|くれませんか|もらえる|もらえますか|ほしい|ちょうだい|みて|よ)?"
_JA_PIECES: Final = r"(?:俳句|短歌|詩|冗談|ジョーク|なぞなぞ|クイズ|お話|話|物語|昔話|童話|歌|早口言葉|豆知識|名言|ことわざ|ダジャレ|川柳)"
_JA_TEXTS: Final = r"(?:手紙|メール|メッセージ|文章|文|カード|お礼状|挨拶|返信|返事|下書き|作文|スピーチ|キャッチコピー|紹介文|案内|関数|コード|スクリプト|プログラム)"

_DE_SELF: Final = r"(?: (?:mir|uns))?"
_DE_POINTS: Final = r"(?:das|dies|dieses|diesen|diese|es|ihn|sie|etwas|was)(?: (?:bitte|mal|für mich|mir|kurz|genauer))*$"
_DE_SOME: Final = (
    r"(?:ein|eine|einen|noch ein|noch eine|noch einen|irgendein|irgendeinen|irgendeine|was|etwas)"
)
_DE_MANY: Final = (
    r"(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|[1-9]\d?|ein paar|einige|mehrere)"
)
_DE_PIECES: Final = r"(?:haikus?|limericks?|witze?|rätsel|gedichte?|reim|geschichten?|gute-?nacht-?geschichte|märchen|fabel|zungenbrecher|lied|sprichwort|zitat|kompliment|fakten|fakt|anekdote)"
_DE_TEXTS: Final = r"(?:e-?mails?|mails?|brief|briefe|nachricht|karte|notiz|text|antwort|gruß|glückwunsch|rede|einladung|slogan|absatz|aufsatz|artikel|entschuldigung|beschwerde|funktion|skript|programm)"

_FR_SELF: Final = r"(?:[- ](?:moi|nous))?"
_FR_POINTS: Final = (
    r"(?:ça|cela|ceci|ce|cet|cette|le|la|les|quelque chose)(?: (?:pour moi|s'il te plaît|stp))*$"
)
_FR_SOME: Final = r"(?:un|une|encore un|encore une|un autre|une autre|du|de la|des)"
_FR_MANY: Final = r"(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|[1-9]\d?|quelques|plusieurs)"
_FR_PIECES: Final = r"(?:haïkus?|blagues?|poèmes?|poésie|devinettes?|énigmes?|histoires?|contes?|fables?|virelangues?|chanson|proverbes?|citations?|compliments?|anecdotes?|faits?)"
_FR_TEXTS: Final = r"(?:e-?mails?|mails?|courriels?|lettres?|messages?|mots?|cartes?|notes?|textes?|réponses?|discours|invitations?|slogans?|paragraphes?|articles?|excuses?|réclamation|fonctions?|scripts?|programmes?)"

_ES_SELF: Final = r"(?:me|nos|le)?"
_ES_POINTS: Final = r"(?:esto|eso|aquello|este|esta|ese|esa|lo|la|algo)(?: (?:por favor|para mí))*$"
_ES_SOME: Final = r"(?:un|una|otro|otra|algún|alguna|unos|unas)"
_ES_MANY: Final = r"(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|[1-9]\d?|algunos|algunas|varios|varias|unos|unas)"
_ES_PIECES: Final = r"(?:haikus?|chistes?|poemas?|poesías?|acertijos?|adivinanzas?|historias?|cuentos?|fábulas?|trabalenguas|canción|refrán|refranes|citas?|cumplidos?|anécdotas?|datos?|curiosidad|curiosidades)"
_ES_TEXTS: Final = r"(?:e-?mails?|mails?|correos?|cartas?|mensajes?|notas?|tarjetas?|textos?|respuestas?|discursos?|invitación|eslogan|párrafos?|artículos?|disculpa|queja|función|script|programa)"

REQUEST_FORMS: Final[Mapping[str, RequestForms]] = {
    "en": RequestForms(
        before=(
            r"(?:(?:please|hey|hi|hello|ok|okay|now|then|so|and|well|uh|um|parley|just|quickly),? )*"
            r"(?:(?:can|could|will|would) you (?:please |just |maybe )?|(?:i want|i need|i'd like|i would like) you to )?"
        ),
        after=r"(?:,? (?:please|pls|plz|thanks|thank you|for me|for us|now|quickly))*",
        complete=(
            # A piece that is one whatever it is about.
            rf"(?:(?:{_EN_WRITE}|make|do|tell|give|sing|recite|say|share|crack|read|make up|ask|show|let me hear|let's hear|i want|i need|i'd like){_EN_SELF} )?(?:{_EN_SOME} |{_EN_MANY} )?"
            rf"(?:(?!(?:for|to|about|with|of|my|that|this)\b)[\w'-]+ ){{0,3}}?{_EN_PIECES}(?: (?:about|on|of|for|with|in|from|to|that|who|where|please)\b.*)?",
            r"(?:make|cheer) (?:me|us) (?:laugh|smile|up)|entertain (?:me|us)|sing(?: (?:me|us|for me))?|say something [\w ]+",
            rf"tell (?:me|us) (?:(?:more |something |anything )?(?:about|on) (?!{_EN_POINTS}).+|(?:something|anything) [\w ]+|(?:how|why|what|who|when|where|which|whether|if) (?!{_EN_MINE}).+|how to .+)",
            r"teach (?:me|us) .{3,}",
            # What is to be told of an object that is named.
            rf"{_EN_EXPLAIN}(?: to (?:me|us))? (?!{_EN_POINTS}).{{3,}}",
            rf"(?:name|list|give(?: me| us)?|tell(?: me| us)|suggest|write(?: me| us)?|think of|come up with|invent|propose) (?:{_EN_MANY} (?!{_EN_TIME})|{_EN_ABOUT} ).{{3,}}",
            rf"list (?!{_EN_POINTS}|my\b|our\b).{{3,}}",
            rf"(?:(?:(?:{_EN_WRITE}|make|give|tell|show|i need|i want|i'd like|what is|what's|what are){_EN_SELF} )?(?:{_EN_SOME} |{_EN_MANY} )?(?:(?!my\b|this\b|that\b)[\w'-]+ ){{0,2}}?{_EN_THINGS} (?:for|of|to|about|on|that|between|with|from|in|into) (?!(?:me|us|it|this|that|him|her|them)$).+)",
            rf"{_EN_MANY} (?!{_EN_TIME})[\w'-]+(?: [\w'-]+){{0,2}} (?:for|of|about|from|in|that|to) .+",
            rf"translate (?!{_EN_POINTS}).+ (?:in|into|to) \w+(?: \w+)?",
            r"what does .+ mean(?: in \w+)?|what(?:'s| is) the (?:meaning|definition|difference|opposite|plural|synonym) (?:of|between) .+",
            rf"[\w' ]{{2,40}} in {_EN_TONGUES}",
            # A question about the world, and not about what the user should do.
            rf"(?:what(?:'s| is| are| was| were| does| do| did| causes| makes| happens)|who(?:'s| is| was| are| were| \w+ed)|why (?:is|are|do|does|did|was|can|can't)|how (?:many|much|far|old|tall|big|long|high|deep|fast|heavy|do|does|did|is|are|was|can)|when (?:is|was|did|does|do|are|were)|where (?:is|are|was|does|do|did)|what (?!should|shall|to|about|if)\w+s) (?!{_EN_MINE}).{{3,}}",
            r"how (?:do|can|could|would) (?:i|you|we|one|people) (?!help\b|choose\b|decide\b).{3,}",
            r"how do (?:you|i|we) (?:say|spell|pronounce) .+",
            # A text whose occasion or content is named.
            rf"(?:{_EN_WRITE}{_EN_SELF} )?(?!(?:send|forward|share)\b|(?:text|post|tweet|mail|e-?mail|message) (?!to\b|for\b|about\b))(?:(?:a|an|another|the|some|my|our) )?(?:[\w-]+ ){{0,4}}?{_EN_TEXTS}\b.* (?:about|on|that|which|saying|telling|asking|explaining|thanking|wishing|inviting|apologi[sz]ing|congratulating|because|so that|describing|reminding|cancell?ing|declining|accepting)\b .+",
            rf"{_EN_WRITE}{_EN_SELF} (?:a|an|another|the|some|my) (?:[\w-]+ ){{0,4}}?{_EN_TEXTS} (?:to|for) (?:(?:my|the|a|our|his|her) )?[\w'-]+(?: [\w'-]+)? (?:for|i|i'll|i'm|we|we'll) .+",
            rf"{_EN_WRITE}{_EN_SELF} (?:a|an|another|some) (?:[\w-]+ ){{0,2}}?(?:happy )?{_EN_OCCASIONS}(?: [\w-]+)? (?:for|to) .+",
            rf"{_EN_WRITE}{_EN_SELF} (?:a|an|another|the|some|my) (?:[\w-]+ ){{0,2}}?{_EN_OCCASIONS} (?:[\w-]+ ){{0,1}}?(?:{_EN_TEXTS}|notes?)\b.*",
            rf"{_EN_WRITE}{_EN_SELF} (?:a|an) (?:[\w-]+ ){{0,4}}?(?:slogan|headline|function|script|program|query|regex|formula|paragraph|essay|description|toast)\b.* (?:to|for) (?!(?:me|us|this|that|it)$).+",
            # A text to work with.
            r"(?:translate|rewrite|rephrase|reword|paraphrase|shorten|simplify|improve|fix|correct|proofread|edit|polish|check|convert|change|turn|make|summari[sz]e|sum up|explain|answer|reply|respond|continue|complete|finish)\b[^:\n]{0,80}[:\n]\s*\S.+",
        ),
        open=(
            r"(?:can you |could you |please )*help(?: (?:me|us))? (?:to |with )?(?:choos|pick|decid|plan|find|select|nam|writ|draft)\w*\b.*",
            r"(?:so |and |well )?(?:which|what (?:kind|sort|type|colou?r|brand|size)) .*\b(?:should|shall|would|suits?|fits?|best|right|better|good)\b.*",
            r"(?:what|where|when|who|how(?! (?:long|many|much|often|far))|which)\b.* (?:should|shall) (?:i|we) (?!call you).*|(?:should|shall) (?:i|we) .+|.+ what (?:should|shall) (?:i|we) .+",
            r"(?:plan|organi[sz]e) (?:me |us )?(?:a|an|my|our|the) .+|(?:make|create|build|design|set up)(?: me| us)? (?:a|an) (?:[\w-]+ )?(?:plan|schedule|itinerary|programme|menu|routine)\b(?: for (?:me|us))?",
            r"(?:recommend|suggest)(?: (?:me|us))? (?:a|an|some|something|any)\b.*|(?:find|get) (?:me|us) (?:a|an|some|something) (?:good|nice|nearby)\b.*",
            r"(?:i|we)(?:'m| am|'re| are)? (?:can't decide|cannot decide|can't choose|don't know (?:what|which|where)|not sure (?:what|which|where)|want to (?:start|learn|take up|try|buy|get)|need (?:a|an|some) (?:new|good)|looking for) .+",
            rf"(?:write|draft|compose|create)(?: (?:me|us))? (?:a|an|some|something|the)(?: (?:{_EN_TEXTS}|cover letter))?(?: (?:for|to) (?:me|us|my \w+|the \w+))?",
        ),
        pointing=rf"(?:translate|explain|summari[sz]e|rewrite|rephrase|correct|fix|improve|check|shorten|proofread)(?: {_EN_POINTS})?",
    ),
    "ko": RequestForms(
        before=r"(?:(?:저기|음|그럼|자|안녕|지금|빨리),? )*",
        after=r"(?: ?(?:고마워|부탁해|부탁해요|지금|빨리))*",
        complete=(
            rf"(?!{_KO_POINTS}|.*(?:라고|다고))(?:.{{1,30}} )?{_KO_PIECES}{_KO_SOME}{_KO_DO}(?:{_KO_WRITE}|말해|들려|해|알려|불러|내|추천해){_KO_GIVE}",
            rf"(?!{_KO_POINTS}).+(?:을|를|에 대해|에 대해서|에 관해|에 관해서|에 대하여|이란|란|게|지|처럼|듯|듯이|로|으로|만){_KO_DO}(?:설명|요약|정의|묘사|나열|비교|정리|소개){_KO_DO}해{_KO_GIVE}",
            rf"(?!{_KO_POINTS}|(?:내|우리|회의|메일|문서)\b).+ (?:설명|요약|정의|소개)(?:을|를)?{_KO_DO}해{_KO_GIVE}",
            rf"(?:.{{1,20}} )?{_KO_PIECES}{_KO_SOME}",
            rf"(?!{_KO_POINTS}|내 |우리 ).+(?:레시피|장단점|장점과 단점|줄거리|{_EN_TONGUES}|영어로|프랑스어로|일본어로|중국어로|독일어로|스페인어로|이탈리아어로|(?:하|끓이|만드|만들|삶|굽|쓰|외우|지우|푸|타|씻|고치|빼)는 ?(?:법|방법))",
            rf"(?!{_KO_POINTS}|.*(?:내 |우리 |나한테|나에게|저한테|저에게)).*(?:이란|란|이|가|은|는)? ?(?:뭐야|뭐예요|뭔가요|무엇인가요|무엇이야|뭐지|누구야|누구예요|누구인가요|어디야|어디예요|언제야|언제예요|몇 ?(?:개|명|마리|도|년|미터|킬로미터|일)(?:야|예요|인가요|이야)?)",
            rf"(?!{_KO_POINTS}).+(?:에 대해|에 대해서|에 관해|에 관해서)(?: .{{1,15}})?{_KO_DO}(?:말해|알려|가르쳐|얘기해|이야기해|써|소개해){_KO_GIVE}",
            rf"(?!{_KO_POINTS}).+(?:법|방법|차이|차이점|뜻|의미|레시피|이유|원리|유래|역사|특징|장단점|줄거리|수도|명언|단어|표현){_KO_DO}(?:을|를|좀)?{_KO_DO}(?:말해|알려|가르쳐|설명해){_KO_GIVE}",
            rf".*{_KO_COUNT}(?:를|을|만|로|으로)?{_KO_DO}(?:말해|알려|지어|추천해|써|적어|나열해|들어|생각해|만들어|제안해|꼽아|해|요약해|정리해|설명해)?{_KO_GIVE}",
            rf"(?!{_KO_POINTS}).+(?:을|를|은|는|라고|는 말을|란 말을)? ?\S+(?:어|말)로{_KO_DO}(?:번역|통역|바꿔|옮겨|말해|해|써)(?:을|를)?(?: ?해)?{_KO_GIVE}",
            r"(?!"
            + _KO_POINTS
            + r").+(?:무슨 뜻이야|무슨 뜻이에요|뜻이 뭐야|뜻이 뭐예요|차이가 뭐야|차이가 뭐예요|뭐라고 해|뭐라고 해요|어떻게 말해|어떻게 말해요)",
            rf".*(?:대한|대해|대해서|관한|다는|라는|냐는|자는|다고|라고|달라는|감사|축하|사과|환영|퇴사|위로|안부|조문|병가|휴가|결혼|생일|새해|크리스마스|하는|되는|뒤집는|정렬하는|구하는) ?(?:.{{1,12}} )?{_KO_TEXTS}(?:을|를)?(?: ?(?:하나|한 ?(?:통|장|편|줄|마디|개))){{0,2}}{_KO_DO}{_KO_WRITE}{_KO_GIVE}",
            rf".*(?:다고|라고|다는|라는|달라고|자고) .*(?:{_KO_TEXTS})(?:을|를)?{_KO_DO}{_KO_WRITE}{_KO_GIVE}",
            rf".+ (?:광고 ?)?(?:문구|슬로건|표어|카피)(?:을|를)?(?: 하나)?{_KO_DO}{_KO_WRITE}{_KO_GIVE}",
            rf"(?!{_KO_POINTS}|내 ).+ (?:이름|제목|별명|목록|체크리스트|표어|말 한마디)(?:을|를)?(?: ?(?:하나|하나만|한마디|좀))*{_KO_DO}(?:지어|정리해|만들어|해|적어|써){_KO_GIVE}(?<!골라 줘)",
            r"[^:\n]{0,60}(?:번역|요약|고쳐|고치|바꿔|바꾸|수정|교정|다듬|줄여|정리|설명|맞춤법|공손|자연스럽)[^:\n]{0,30}[:\n]\s*\S.+",
        ),
        open=(
            r".*(?:고르는|정하는|선택하는|찾는|짓는|쓰는|짜는|세우는|결정하는|계획하는) ?(?:거|것|걸|것을|데)? ?(?:좀)? ?(?:도와|도움).*|.*(?:골라|(?<!설)정해|추천해|추천 해) ?(?:줘|주세요|줄래|봐).*",
            r".*(?:뭐|무엇|무슨|어떤|어느|어디|어떻게)\S* .*(?:할까|살까|갈까|볼까|입을까|먹을까|배울까|좋을까|좋아|좋지|돼|되지|맞을까|맞아|하지|가지|먹지|입지|사지).*",
            r".*(?:뭐|뭘|어디로?|무엇을) ?(?:먹을까|살까|할까|볼까|입을까|먹지|사지|하지|입지|갈까|가지|사야 ?(?:돼|되지|하지|할까)).*|.*\S+(?:을|를|로)? ?\S*[ㄱ-힣]까 .*\S*까",
            r".*(?:계획|일정|계획표|식단|루틴|코스)(?:을|를)? ?(?:좀)? ?(?:세워|짜|만들어|정해) ?(?:줘|주세요|줄래|봐).*",
            r".*(?:취미|운동|악기|언어|공부).*(?:시작하고|배우고|갖고|가지고|하고) ?싶\S*|.*(?:못 정하겠|못 고르겠|모르겠).*|.*나한테 맞는.*",
            rf"(?:{_KO_TEXTS}|글)(?:을|를)?(?: ?(?:하나|한 ?통|한 ?장|좀))*{_KO_DO}{_KO_WRITE}{_KO_GIVE}",
        ),
        pointing=rf"{_KO_POINTS}(?:을|를|좀)?{_KO_DO}(?:번역|요약|설명|수정|교정|고쳐|바꿔)(?:을|를)? ?(?:해)?{_KO_GIVE}|(?:번역|요약) ?해{_KO_GIVE}",
    ),
    "zh": RequestForms(
        before=rf"(?:{_ZH_BEFORE}){{0,3}}",
        after=r"(?:[，, ]?(?:吧|呀|啊|哦|呗|吗|好吗|好不好|行吗|可以吗|谢谢|谢谢你|给我|给我听|听听|看看))*",
        complete=(
            rf"(?:写|讲|说|编|作|创作|出|唱|来|念|背|给(?:我|我们|孩子|大家)?(?:讲|说|写|编|出|唱|来)){_ZH_SOME}(?:关于.{{1,20}}的?)?[^这那它]{{0,12}}?{_ZH_PIECES}",
            rf"(?:解释|说明|介绍|描述|概括|总结|概述|定义|列举|列出|列|比较|对比|讲讲|说说|聊聊|讲解|科普|讲一讲|说一说|讲一下|说一下|谈谈)(?!{_ZH_POINTS})(?:一下)?(?!{_ZH_POINTS}).{{2,}}",
            rf"用.{{1,8}}(?:话|字|语言|方式|段)(?:来)?(?:解释|说明|介绍|描述|概括|总结|概述)(?!{_ZH_POINTS})(?:一下)?(?!{_ZH_POINTS}).{{2,}}",
            r"(?:告诉我|跟我说|教我|教教我|教一下)(?!这|那).*(?:怎么|如何|做|意思|区别|方法|步骤|原理|知识|事实|道理).*",
            rf"(?:说|讲|告诉我|分享){_ZH_SOME}.{{0,20}}(?:知识|事实|趣事|冷知识|典故)",
            rf"(?:给.{{1,20}})?(?:说|说出|想|想出|起|取|列|列出|列举|举|写|写出|讲|给|给出|给我|提|提供|出|来|编)(?:出|了)?{_ZH_COUNT}.{{1,}}",
            rf"(?:把|将)?(?!{_ZH_POINTS}).+(?:翻译|译|翻)(?:成|为|到).{{1,6}}",
            rf"(?!{_ZH_POINTS}).+(?:用.{{1,4}}(?:语|文|话)怎么(?:说|讲|写)|是什么意思|什么意思|的意思是什么|有什么区别|的区别是什么|有什么不同)",
            rf"(?:给.{{1,15}})?(?:写|起草|拟|拟写|编|想){_ZH_SOME}.{{0,10}}(?:关于|感谢|谢谢|祝福|祝贺|道歉|请假|生日|新年|结婚|婚礼|慰问|欢迎|告别|辞职|反转|排序|计算|表示|拒绝|邀请).{{0,30}}",
            rf"给.{{1,15}}(?:写|起草|拟|编){_ZH_SOME}.{{0,6}}{_ZH_TEXTS}[，, ]?(?:说|告诉|问|表示|表达|讲|解释|请求|让|请).{{2,}}",
            r"给.{1,15}(?:写|想|编|做|起)(?:一)?(?:个|句|条|段)?.{0,4}(?:广告语|标语|口号|文案|标题)",
            r"(?:用.{1,10})?写(?:一)?(?:个|段).{1,40}(?:函数|代码|程序|脚本|公式|正则)",
            rf"{_ZH_PIECES}",
            rf"(?!{_ZH_POINTS}).+(?:是什么|是谁(?:.{1, 4}的)?|在哪里|在哪儿|怎么做|怎么煮|怎么写|怎么读|怎么念|怎么弄|怎么用|的做法|的优缺点|的原理|的首都|为什么.*|有多远|有多高|有多大|多少钱?一.*|要几分钟|要多久|几条腿|多少天)(?<!我.是什么)",
            rf"(?:简单|简短|详细|通俗|用大白话)?(?:地)?(?:解释|说明|介绍|概括|总结)(?:一下)?(?!{_ZH_POINTS}).{{2,}}",
            r"(?:给|为)(?!我).{1,12}(?:起|取|想)(?:一)?(?:个)?.{0,4}(?:名字|名|标题|外号)",
            rf"(?:给我|说|送我|来|讲){_ZH_SOME}.{{0,8}}(?:的话|名言|谚语|鼓励|赞美)|考(?:考)?我.{{0,2}}{_ZH_PIECES}",
            r"(?:列|做|写|列出)(?:一)?(?:个|份|张).{2,20}(?:清单|列表)",
            rf"(?:给.{{1,15}})?(?:写|起草|拟|编){_ZH_SOME}{_ZH_TEXTS}[，, ]?(?:给.{{1,8}})?(?:说|告诉|问|表示|讲|解释|请求|请|通知).{{2,}}",
            r"[^：:\n]{0,40}(?:翻译|改|润色|总结|概括|缩短|简化|修改|纠正|检查|解释|续写|转换|变成|整理|写得)[^：:\n]{0,20}[：:\n]\s*\S.+",
        ),
        open=(
            r".*(?:帮|替)(?:我|我们)?(?:选|挑|决定|规划|计划|安排|拿主意|出主意|看看).*|.*(?:选|挑)(?:一)?(?:选|挑|个|款|件|本|部)?(?:吧)?",
            r".*(?:该|应该|适合|什么好|哪个好|哪款|哪种|哪辆|哪台|(?:吃|穿|买|做|学|干|送|玩)什么(?:好|呢|合适)|(?:我|我们|今天|今晚|晚上|中午|周末)(?:吃|穿|买|做|学|干|玩)(?:点)?什么|去哪).*",
            r".*(?:做|订|定|制定|安排|写)(?:一)?(?:个|份)?.{0,6}(?:计划|方案|行程|安排|食谱).*|.*(?:推荐).*",
            r"我(?:们)?(?:想|要)(?:学|买|换|培养|开始|找|养).*|.*(?:不知道|拿不定|纠结|犹豫).*|.+还是.+",
            rf"(?:写|起草){_ZH_SOME}(?:{_ZH_TEXTS}|东西)",
        ),
        pointing=rf"(?:翻译|解释|总结|概括|改|修改|润色|检查)(?:一下)?(?:{_ZH_POINTS}.{{0,3}})?",
    ),
    "ja": RequestForms(
        before=r"(?:(?:ねえ|あの|えっと|じゃあ|では|すみません|ちょっと|何か)[、, ]?)*",
        after=r"(?:[、 ]?(?:お願い|お願いします|ね|よ))*",
        complete=(
            rf"(?!{_JA_POINTS}).{{0,30}}?{_JA_PIECES}(?:を)?(?:一つ|ひとつ|1つ|一句|一編|一曲|もう一つ)?(?:を)?(?:書い|作っ|言っ|話し|聞かせ|教え|出し|歌っ|して|し|詠ん){_JA_GIVE}",
            rf"(?!{_JA_POINTS}).+(?:を|について|に|で|の違い|が何か){{1,2}}(?:簡単に|わかりやすく|短く|詳しく|もっと)*(?:説明し|要約し|定義し|紹介し|描写し|比較し|挙げ|列挙し|まとめ){_JA_GIVE}",
            rf"(?!{_JA_POINTS}).+(?:について|の違い|の意味|の方法|方|のレシピ|の理由|の仕組み)(?:を)?(?:簡単に|わかりやすく|短く|詳しく)*(?:教え|話し|説明し){_JA_GIVE}",
            rf"(?!{_JA_POINTS}).*(?:二|三|四|五|六|七|八|九|十|\d{{1,2}})(?:つ|個|匹|冊|人|文|行|曲)(?:を|で|に)?(?:書い|作っ|言っ|教え|挙げ|考え|つけ|出し|まとめ|要約し|説明し){_JA_GIVE}",
            rf"(?!{_JA_POINTS}).+を\w+語(?:に|で)(?:訳し|翻訳し|直し|言っ|し){_JA_GIVE}",
            r"(?!"
            + _JA_POINTS
            + r").+(?:は|って)\w+語で(?:何|なん)(?:と|て)(?:言う|いう|言います|いいます)(?:の|か|のですか)?|(?!"
            + _JA_POINTS
            + r").+(?:の意味は|とはどういう意味|ってどういう意味|の違いは)(?:何|なに|なん)?(?:ですか|か|なの)?",
            rf".*(?:という|といった|についての|に関する|お礼|お祝い|お詫び|謝罪|感謝|誕生日|結婚|退職|欠席|断る)の?(?:短い)?{_JA_TEXTS}(?:を)?(?:書い|作っ){_JA_GIVE}",
            r"[^：:\n]{0,40}(?:訳し|翻訳|要約|直し|書き直|言い換え|短く|丁寧|校正|説明|まとめ)[^：:\n]{0,20}[：:\n]\s*\S.+",
        ),
        open=(
            r".*(?:選ぶ|決める|探す|考える|書く|作る)の(?:を)?(?:手伝|助け).*|.*(?:選ん|決め|おすすめし)(?:て|で).*|.*(?:おすすめ|お勧め)(?:は|を|の).*",
            r".*(?:何|なに|どこ|どれ|どの|どんな|どっち|どちら)\S*(?:買|食べ|着|し|行|作|選|習|始め|見|飼)\S*(?:いい|べき|よう|おう|ろう|ばいい).*|.*(?:がいい|が合う|に合う|に向いて)\S*(?:かな|か|の|ですか|と思う)?|.*と.*(?:どっち|どちら).*",
            r".*(?:計画|予定|プラン|献立|メニュー)を?(?:立て|作っ|考え).*|.*(?:習い|始め|学び|買い|飼い)たい.*|.*(?:迷って|決められな|決まらな).*",
            rf"(?:{_JA_TEXTS})(?:を)?(?:書い|作っ){_JA_GIVE}",
        ),
        pointing=rf"{_JA_POINTS}(?:文章|文|単語)?(?:を)?(?:訳し|翻訳し|要約し|説明し|直し|書き直し){_JA_GIVE}|(?:翻訳|要約)し{_JA_GIVE}",
    ),
    "de": RequestForms(
        before=r"(?:(?:bitte|hey|hallo|ok|okay|jetzt|dann|also|und|parley),? )*(?:(?:kannst|könntest|würdest|magst) du (?:(?:mir|uns) )?(?:bitte |mal |kurz )*)?",
        after=r"(?:,? (?:bitte|danke|mal|für mich|erklären|schreiben|erzählen|übersetzen|nennen|zusammenfassen))*",
        complete=(
            rf"(?:(?:schreib|schreibe|erzähl|erzähle|sag|sage|gib|dichte|verfass|verfasse|sing|singe|erfinde|stell|stelle){_DE_SELF} )?(?:bitte |mal |doch )*(?:{_DE_SOME}|{_DE_MANY})(?: [\w-]+){{0,2}}? {_DE_PIECES}\b.*",
            rf"(?:erklär|erkläre|beschreib|beschreibe|definier|definiere|buchstabier|buchstabiere|vergleich|vergleiche){_DE_SELF} (?:bitte |mal |kurz )*(?!{_DE_POINTS}).{{3,}}",
            r"(?!(?:das|dies|dieses|es|ihn|sie) (?:erk|besch|def)).{3,} (?:erklären|beschreiben|definieren)",
            rf"fass(?:e)? (?!{_DE_POINTS}).{{3,}} zusammen",
            rf"(?:nenn|nenne|gib|sag|sage|zähl|zähle|schreib|schreibe|schlag|schlage|such|suche){_DE_SELF} {_DE_MANY} (?!(?:minute|sekunde|stunde|tag)\w*).{{3,}}",
            rf"übersetz(?:e)?{_DE_SELF} (?!{_DE_POINTS}).+ (?:ins|in|auf) \w+",
            r"wie (?:sagt|heißt|schreibt) (?:man )?.+|was (?:heißt|bedeutet) .+|was ist der unterschied .+",
            rf"(?:schreib|schreibe|verfass|verfasse|entwirf|formulier|formuliere|mach|mache){_DE_SELF} (?:ein|eine|einen)(?: [\w-]+){{0,3}}? (?:\w*{_DE_TEXTS})\b.*(?:,? dass|,? weil|,? die|,? der|,? um| über| zum| zur| wegen) .+",
            rf"(?:schreib|schreibe|verfass|verfasse){_DE_SELF} (?:ein|eine|einen)(?: [\w-]+){{0,2}}? (?:geburtstags|weihnachts|dankes|hochzeits|neujahrs|entschuldigungs|kündigungs)\w+\b.*",
            r"(?:übersetz|formulier|verbesser|korrigier|kürz|fass|mach|schreib|prüf)\w*\b[^:\n]{0,80}[:\n]\s*\S.+",
        ),
        open=(
            r"hilf (?:mir|uns),? .+|(?:kannst|könntest) du (?:mir|uns) .*helfen.*|.+ helfen",
            r"(?:welche|welcher|welches|welchen|was für (?:ein|eine|einen))\b.* (?:soll|sollte|sollen|sollten|passt|eignet|am besten|besser)\b.*",
            r"(?:was|wo|wohin|wann|wie|wen)\b.* (?:soll|sollte|sollen|sollten) (?:ich|wir)\b.*|(?:soll|sollte|sollen|sollten) (?:ich|wir) .+|was (?:koche|mache|esse|schenke|kaufe|ziehe) ich\b.*",
            r"plan(?:e)? .+|(?:mach|erstell|erstelle|schreib)(?: mir| uns)? (?:einen|eine) \w*(?:plan|programm|routine)\b.*|(?:empfiehl|schlag)(?: mir| uns)? (?:ein|eine|einen|etwas|was)\b.*",
            r"ich (?:kann mich nicht entscheiden|weiß nicht,? (?:was|welche\w*|wohin)|möchte .+ (?:lernen|anfangen|kaufen)|will .+ (?:lernen|anfangen|kaufen)|suche ein\w*|brauche ein\w*)\b.*",
            rf"(?:schreib|schreibe|verfass|verfasse){_DE_SELF} (?:ein|eine|einen|etwas|was)(?: {_DE_TEXTS})?(?: für mich)?",
        ),
        pointing=rf"(?:übersetz|übersetze|erklär|erkläre|verbesser|verbessere|korrigier|korrigiere|kürz|kürze){_DE_SELF}(?: {_DE_POINTS})?",
    ),
    "fr": RequestForms(
        before=r"(?:(?:s'il te plaît|s'il vous plaît|stp|salut|bonjour|ok|alors|et|parley),? )*(?:(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|est-ce que tu peux|j'aimerais que tu) (?:m'|me |nous )?)?",
        after=r"(?:,? (?:s'il te plaît|s'il vous plaît|stp|merci|pour moi))*",
        complete=(
            rf"(?:écris|écrire|écrivez|raconte|raconter|racontez|dis|dire|donne|donner|compose|composer|invente|chante|fais){_FR_SELF} (?:{_FR_SOME}|{_FR_MANY})(?: [\w-]+){{0,2}}? {_FR_PIECES}\b.*",
            rf"(?:explique|expliquer|expliquez|décris|décrire|définis|définir|résume|résumer|compare|comparer|épelle|épeler){_FR_SELF} (?!{_FR_POINTS}).{{3,}}",
            rf"(?:donne|cite|propose|dis|nomme|trouve|suggère|écris|liste){_FR_SELF} {_FR_MANY} (?!(?:minute|seconde|heure|jour)s?\b).{{3,}}",
            rf"(?:traduis|traduire|traduisez){_FR_SELF} (?!{_FR_POINTS}).+ en \w+",
            r"comment (?:dit-on|on dit|dire|s'écrit|écrit-on) .+|que (?:veut dire|signifie) .+|quelle est la différence .+",
            rf"(?:écris|écrire|rédige|rédiger|compose|prépare){_FR_SELF} (?:un|une|le|la)(?: [\w-]+){{0,2}}? {_FR_TEXTS}\b.* (?:pour (?:dire|lui dire|annoncer|remercier|demander|expliquer|inviter|m'excuser)|que|qui|disant|sur|à propos|au sujet|parce que)\b.+",
            rf"(?:écris|écrire|rédige|rédiger){_FR_SELF} (?:un|une)(?: [\w-]+){{0,2}}? {_FR_TEXTS} (?:d'anniversaire|de remerciements?|d'excuses?|de démission|de félicitations|de bienvenue|de condoléances|de noël)\b.*",
            r"(?:traduis|reformule|corrige|améliore|raccourcis|résume|simplifie|rends|réécris|vérifie)\b[^:\n]{0,80} ?[:\n]\s*\S.+",
        ),
        open=(
            r"aide(?:z)?[- ](?:moi|nous) .+|(?:m'|nous )?aider à .+",
            r"(?:quel|quelle|quels|quelles)\b.* (?:devrais|devrait|dois|doit|faut|choisir|acheter|prendre|convient|conviendrait|mieux)\b.*|.*(?:que|quoi|où|qu'est-ce que)\b.* (?:devrais|dois|devrions|devons|faut|pourrais)\b.*|(?:devrais|dois|devrions|faut)[- ].+",
            r"(?:planifie|organise|prépare|fais)(?:[- ](?:moi|nous))? (?:un|une|mon|ma|des|nos) (?:voyage|vacances|plan|programme|planning|fête|menu|week-end)\b.*|(?:recommande|conseille|suggère|propose)(?:[- ](?:moi|nous))? (?:un|une|quelque chose)\b.*",
            r"(?:je n'arrive pas à (?:choisir|me décider)|je ne sais pas (?:quoi|quel|quelle|où)|je sais pas (?:quoi|quel|quelle|où)|je (?:veux|voudrais) (?:apprendre|commencer|acheter|me mettre)|je cherche (?:un|une)|j'ai besoin d'(?:un|une))\b.*",
            rf"(?:écris|rédige){_FR_SELF} (?:un|une|quelque chose)(?: {_FR_TEXTS})?(?: pour moi)?",
        ),
        pointing=rf"(?:traduis|explique|résume|corrige|améliore|reformule){_FR_SELF}(?: {_FR_POINTS})?",
    ),
    "es": RequestForms(
        before=r"(?:(?:por favor|oye|hola|ok|vale|ahora|entonces|y|parley),? )*(?:(?:puedes|podrías|puede|me puedes|quiero que) (?:por favor )?)?",
        after=r"(?:,? (?:por favor|gracias|para mí))*",
        complete=(
            rf"(?:escribe|escribir|escríbe|cuenta|contar|cuénta|di|decir|dí|da|dar|compón|inventa|canta|haz){_ES_SELF} (?:{_ES_SOME}|{_ES_MANY})(?: [\w-]+){{0,2}}? {_ES_PIECES}\b.*",
            rf"(?:explica|explicar|explíca|describe|describir|descríbe|define|definir|resume|resumir|compara|deletrea){_ES_SELF} (?!{_ES_POINTS}).{{3,}}",
            rf"(?:da|dar|di|nombra|cita|menciona|propón|sugiere|escribe|enumera|dime|dame){_ES_SELF} {_ES_MANY} (?!(?:minuto|segundo|hora|día)s?\b).{{3,}}",
            rf"(?:traduce|traducir|tradúce){_ES_SELF} (?!{_ES_POINTS}).+ (?:al|a|en) \w+",
            r"cómo se (?:dice|escribe|deletrea|pronuncia) .+|qué (?:significa|quiere decir) .+|cuál es la diferencia .+",
            rf"(?:escribe|escribir|escríbe|redacta|redactar|redácta|prepara){_ES_SELF} (?:un|una|el|la)(?: [\w-]+){{0,2}}? {_ES_TEXTS}\b.* (?:para (?:decir|decirle|avisar|agradecer|pedir|explicar|invitar|disculparme)|que|diciendo|sobre|acerca|porque)\b.+",
            rf"(?:escribe|escríbe|redacta){_ES_SELF} (?:un|una)(?: [\w-]+){{0,2}}? (?:{_ES_TEXTS}|felicitación) (?:de cumpleaños|de agradecimiento|de disculpa|de renuncia|de felicitación|de bienvenida|de pésame|de navidad)\b.*",
            r"(?:traduce|reformula|corrige|mejora|acorta|resume|simplifica|haz|reescribe|revisa)\b[^:\n]{0,80}[:\n]\s*\S.+",
        ),
        open=(
            r"ayúda(?:me|nos) .+|(?:me |nos )?ayudar(?:me|nos)? a .+",
            r"(?:qué|cuál|cuáles|dónde|adónde|a dónde)\b.* (?:debería|deberíamos|debo|compro|cocino|hago|conviene|va mejor|mejor para mí)\b.*|(?:debería|deberíamos|debo) .+|qué (?:compro|cocino|hago|hacemos|regalo|ceno|me pongo)\b.*",
            r"(?:planea|planifica|organiza|prepara|haz)(?:me|nos)? (?:un|una|mi|mis|unas) (?:viaje|vacaciones|plan|programa|rutina|fiesta|menú)\b.*|(?:recomiénda|sugiére|aconséja)(?:me|nos) (?:un|una|algo|algún|alguna)\b.*|(?:recomienda|sugiere) (?:un|una|algo)\b.*",
            r"(?:no (?:puedo decidir|me decido|sé (?:qué|cuál|dónde|adónde))|quiero (?:aprender|empezar|comprar)|busco (?:un|una)|necesito (?:un|una))\b.*",
            rf"(?:escribe|escríbe|redacta){_ES_SELF} (?:un|una|algo)(?: {_ES_TEXTS})?(?: para mí)?",
        ),
        pointing=rf"(?:traduce|tradúce|explica|explíca|resume|corrige|corríge|mejora|reformula){_ES_SELF}(?: {_ES_POINTS})?",
    ),
}
_BLANKS: Final = re.compile(r"[^\S\n]+")
_END_MARKS: Final = ' \t\r\n.!?…~。！？¡¿"“”'


def request_form(text: str, language: str) -> RequestForm | None:
    """Return what the form of a request tells, or None if nothing.

    Args:
        text: What the user said.
        language: ISO 639-1 code of the user's language; of one without a table nothing is known.
    """
    if language not in REQUEST_FORMS:
        return None
    plain = unicodedata.normalize("NFKC", text[: 2 * LONGEST]).casefold().replace("\u2019", "'")
    plain = _BLANKS.sub(" ", plain).strip(_END_MARKS)[:LONGEST]
    patterns = _patterns(language)
    return next((form for form in RequestForm if patterns[form].fullmatch(plain)), None)


@cache
def _patterns(language: str) -> Mapping[RequestForm, re.Pattern[str]]:
    known = REQUEST_FORMS[language]
    forms = {
        RequestForm.COMPLETE: known.complete,
        RequestForm.OPEN: known.open,
        RequestForm.POINTING: (known.pointing,),
    }
    return {
        form: re.compile(
            f"(?:{known.before})(?:{'|'.join(f'(?:{each})' for each in patterns)})(?:{known.after})",
            re.DOTALL,
        )
        for form, patterns in forms.items()
    }

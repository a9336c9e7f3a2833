"""The forms of a text in which it is looked at. Pure."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_SPELLINGS: Final = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "´": "'",
        "²": "^2",
        "³": "^3",
        "−": "-",
        "½": " 1/2",
        "¼": " 1/4",
        "¾": " 3/4",
    }
)
_TRADITIONAL: Final = (
    "設開時間點鐘鬧計個幫給請說記錄筆備條讀寫刪單購買東頭聲調關閉啟動應該號幾兩週禮還後過來會話"
    "聽見這麼樣誰嗎對錢減總數啓現當報訴電視頻網頁訊簡發氣溫預風車運輸飛機醫藥歲喚們裡裏邊從將進"
    "務項訂鈴響遲憶於選遠測試顯閱檢畫圖瀏覽檔資夾雲曆郵樂錶鬆兒爾體麵沒學習語讓別無與處廳館漲價"
    "匯債紙導線況擋賽贏終滿頂輕麗廣場標誌緊師歡愛藍親媽門燈層樓億萬"
)
_SIMPLIFIED: Final = (
    "设开时间点钟闹计个帮给请说记录笔备条读写删单购买东头声调关闭启动应该号几两周礼还后过来会话"
    "听见这么样谁吗对钱减总数启现当报诉电视频网页讯简发气温预风车运输飞机医药岁唤们里里边从将进"
    "务项订铃响迟忆于选远测试显阅检画图浏览档资夹云历邮乐表松儿尔体面没学习语让别无与处厅馆涨价"
    "汇债纸导线况挡赛赢终满顶轻丽广场标志紧师欢爱蓝亲妈门灯层楼亿万"
)
_HAN: Final = dict(zip(_TRADITIONAL, _SIMPLIFIED, strict=True))
"""Characters of requests, as they are written in Taiwan and Hong Kong: the tables are in the other form."""
_NO_LENGTH: Final = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")


def cleaned(text: str) -> str:
    """Return a text with one spelling of each sign; what is taken down is cut out of it."""
    plain = unicodedata.normalize("NFKC", text.translate(_SPELLINGS))
    return " ".join(_NO_LENGTH.sub("", plain).split())


def fold(text: str) -> str:
    """Return a text without case and accents and in simplified characters, as long as it was."""
    return "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    lower = char.lower()
    if len(lower) != 1:
        return char
    if lower < "\u00c0" or lower > "\u024f":  # only letters of the Latin alphabet bear accents here
        return _HAN.get(lower, lower)
    return unicodedata.normalize("NFD", lower)[0]

"""What is said in Chinese to something that rings."""

from typing import Final

from assistant.languages.language import NUMBER, AlarmCommands

_STOP_ALARM: Final = (
    r"(?:好的?|好了|请|把|那|嘿)*(?:闹钟|计时器|定时器|提醒|声音|铃声|它|这个)?(?:给我)?"
    r"(?:停(?:下来?|止|一下|吧|了)?|关(?:掉|了|闭|上)?|别(?:再)?响了?|不要(?:再)?响了?|取消|安静(?:点|一点)?|够了"
    r"|我?起来了|我?醒了|知道了)(?:闹钟|计时器|定时器|提醒|声音|铃声)?(?:吧|了|啊|谢谢)*"
)
_RING_AGAIN: Final = r"(?:再)?(?:响|提醒我?|叫我?|说|叫醒我)?(?:吧)?"
_SNOOZE: Final = (
    rf"(?:稍后|晚点|等会儿?|待会儿?|过会儿?|一会儿)(?:再)?{_RING_AGAIN}",
    r"等一下再(?:响|提醒我?|叫我?|说)(?:吧)?",
    rf"(?:再睡|让我再睡|再等){NUMBER}分钟?(?:吧)?",
    rf"(?:过)?{NUMBER}分钟(?:后|以后|之后)?再?{_RING_AGAIN}",
    r"(?:贪睡|小睡)(?:一下)?",
)

ALARM_COMMANDS: Final = AlarmCommands(
    stop=_STOP_ALARM, snooze=_SNOOZE, amounts={"几": 5, "三十": 30}
)

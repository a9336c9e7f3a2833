"""What is said in Korean to something that rings."""

from typing import Final

from assistant.languages.language import NUMBER, AlarmCommands

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

ALARM_COMMANDS: Final = AlarmCommands(stop=_STOP_ALARM, snooze=_SNOOZE, amounts={"삼십": 30})

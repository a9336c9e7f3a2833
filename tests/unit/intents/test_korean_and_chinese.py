"""Korean and Chinese requests: what is understood, with which values, and what is not."""

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.intents.recogniser import recognise

NOW = datetime(2026, 3, 4, 10, 15)  # a Wednesday

UNDERSTOOD: list[tuple[str, str, dict[str, Any]]] = [
    ("십 분 타이머 맞춰 줘", "set_timer", {"duration_s": 600}),
    ("타이머 오 분 아니 십오 분으로 해 줘", "set_timer", {"duration_s": 900}),
    ("타이머 이십 분이요", "set_timer", {"duration_s": 1200}),
    ("볼륨 이십으로 해 줘", "set_volume", {"level": 20}),
    ("음 자비스, 한 시간 반 타이머 시작해 줄래?", "set_timer", {"duration_s": 5400}),
    ("라면타이머 4분맞춰줘", "set_timer", {"duration_s": 240, "label": "라면"}),
    ("내일 아침 일곱 시 반에 깨워 줘", "set_alarm", {"time": "07:30", "date": 1}),
    ("매일 아침 7시에 알람 맞춰줘", "set_alarm", {"time": "07:00", "days": [0, 1, 2, 3, 4, 5, 6]}),
    ("세 시에 치과에 전화하라고 알려 줘", "set_reminder",
     {"text": "치과에 전화하기", "time": "15:00", "date": 0}),
    ("두 시간 뒤에 회의 있다고 말해 줘", "set_reminder", {"text": "회의 있다", "duration_s": 7200}),
    ("타이머 얼마나 남았어?", "list_timers", {}),
    ("알람 다 꺼 줘", "cancel_timer", {"kind": "alarm", "all": "yes"}),
    ("지금 몇 시야", "get_time", {}),
    ("모레 무슨 요일이야", "get_date", {"date": 2}),
    ("십칠 곱하기 이십삼은 얼마야", "calculate", {"expression": "17 * 23"}),
    ("80의 15퍼센트는 얼마야", "calculate", {"expression": "80 / 100 * 15"}),
    ("장보기 목록에 우유하고 계란 추가해 줘", "add_to_list", {"items": ["우유", "계란"], "list": "장보기"}),
    ("쇼핑 목록 보여줘", "show_list", {"list": "쇼핑"}),
    ("목록에서 계란 빼 줘", "remove_from_list", {"items": ["계란"]}),
    ("메모: 비밀번호는 4711", "add_note", {"text": "비밀번호는 4711"}),
    ("나 땅콩 알레르기 있어 기억해 줘", "remember", {"text": "나 땅콩 알레르기 있어"}),
    ("내가 방금 뭐라고 했어", "last_request", {}),
    ("그만", "stop", {}),
    ("소리 좀 키워 줘", "volume_up", {}),
    ("볼륨 40퍼센트로 해 줘", "set_volume", {"level": 40}),
    ("파이어폭스 열어 줘", "open_application", {"application": "firefox"}),
    ("너는 누구야", "who_are_you", {}),
    ("몇 신지 좀 알려 줄래", "get_time", {}),
    ("파스타 넣었으니까 구 분 타이머 맞춰 줘", "set_timer", {"label": "파스타", "duration_s": 540}),
    ("컵라면 삼 분만 재 줘", "set_timer", {"label": "컵라면", "duration_s": 180}),
    ("12일 10시에 월세 내라고 알려 줘", "set_reminder", {"text": "월세 내기", "time": "10:00", "date": 8}),
    ("내일 알람 맞춰져 있어?", "list_timers", {"date": 1}),
    ("이제 그만 말해도 돼", "stop", {}),
    ("두부 샀어 빼 줘", "remove_from_list", {"items": ["두부"]}),
    ("혹시 지금 몇 시쯤 됐는지 아세요", "get_time", {}),
    ("천에서 삼백칠십오 빼 봐", "calculate", {"expression": "1000 - 375"}),
    ("구십의 삼분의 일", "calculate", {"expression": "90 / 3"}),
    ("양치하게 이 분만 세어 줘", "set_timer", {"label": "양치하기", "duration_s": 120}),
    ("낼 7시 20분에 알람 울리게 해 줘", "set_alarm", {"time": "07:20", "date": 1}),
    ("기상 알람 내일 여섯 시", "set_alarm", {"time": "06:00", "date": 1}),
    ("엄마한테 전화하라고 오후 네 시에 알려 줘", "set_reminder",
     {"text": "엄마한테 전화하기", "time": "16:00", "date": 0}),
    ("약 먹는 거 여덟 시에 까먹지 않게 알려 줘", "set_reminder", {"text": "약 먹는 거", "time": "20:00", "date": 0}),
    ("예약된 알림 뭐뭐 있어", "list_timers", {}),
    ("타이머 됐어 꺼", "cancel_timer", {"kind": "timer"}),
    ("자동차 엔진오일 갈았다고 적어 줘", "add_note", {"text": "자동차 엔진오일 갈았다"}),
    ("적어 둔 거 읽어 주세요", "read_notes", {}),
    ("전구 메모 이제 필요 없어 지워", "delete_note", {"label": "전구"}),
    ("사과하고 배 장바구니에 담아 줘", "add_to_list", {"items": ["사과", "배"], "list": "쇼핑"}),
    ("장볼 목록에 계란넣어줘", "add_to_list", {"list": "장보기", "items": ["계란"]}),
    ("살 거 뭐 있어", "show_list", {"list": "쇼핑"}),
    ("두부는 샀어 목록에서 지워 줘", "remove_from_list", {"items": ["두부"]}),
    ("할 일 목록에서 은행 가기 완료 처리해 줘", "remove_from_list", {"list": "할 일", "items": ["은행 가기"]}),
    ("우리 집 비밀번호는 구구일이야 기억해", "remember", {"text": "우리 집 비밀번호는 구구일이야"}),
    ("아내 생일이 시월 이일인 거 기억해 놔", "remember", {"text": "아내 생일이 시월 이일인 거"}),
    ("우리 딸 이름 뭐라고 했더라", "recall", {"query": "딸 이름"}),
    ("내 생일이 언제라고 했지", "recall", {"query": "생일"}),
    ("내 생일이 언제야?", "recall", {"query": "생일"}),
    ("제 차 번호가 뭐예요", "recall", {"query": "차 번호"}),
    ("우리 강아지 이름이 뭐야", "recall", {"query": "강아지 이름"}),
    ("부산에 산다는 거 잊어", "forget", {"text": "부산에 산다는 거"}),
    ("방금 내가 뭐라 그랬어", "last_request", {}),
    ("이제 그만 좀 말해 줄래", "stop", {}),
    ("소리가 너무 커 줄여 줘", "volume_down", {}),
    ("소리 팔십 퍼센트까지 올려 줘", "set_volume", {"level": 80}),
    ("설정 창 열어 주세요", "open_application", {"application": "settings"}),
    ("네이버 닷컴 열어", "open_address", {"address": "https://www.naver.com"}),
    ("당신은 누구십니까", "who_are_you", {}),
    ("타이머 이십오 분짜리로 하나 부탁해", "set_timer", {"duration_s": 1500}),
    ("내일은 여섯 시에 깨워 줘", "set_alarm", {"time": "06:00", "date": 1}),
    ("메모할게 내일 우유 사기", "add_note", {"text": "내일 우유 사기"}),
    ("청소 끝났어 할 일에서 빼 줘", "remove_from_list", {"items": ["청소"], "list": "할 일"}),
    ("내 주차 자리 어디야", "recall", {"query": "주차 자리"}),
    ("나 왼손잡이인 거 알아 둬", "remember", {"text": "나 왼손잡이인 거"}),
    ("방금 내가 한 말 다시 말해 줘", "last_request", {}),
    ("지금 리스본 몇 시야", "get_time", {"place": "리스본"}),
    ("뉴욕 시간 알려 줘", "get_time", {"place": "뉴욕"}),
    ("벌써 몇 시야", "get_time", {}),
    ("设一个十分钟的定时器", "set_timer", {"duration_s": 600}),
    ("定时五分钟不对十五分钟", "set_timer", {"duration_s": 900}),
    ("请帮我设个半小时的计时器，谢谢", "set_timer", {"duration_s": 1800}),
    ("设一个半小时的计时器", "set_timer", {"duration_s": 5400}),
    ("明天早上七点半叫我起床", "set_alarm", {"time": "07:30", "date": 1}),
    ("每天早上七点的闹钟", "set_alarm", {"time": "07:00", "days": [0, 1, 2, 3, 4, 5, 6]}),
    ("下午三点提醒我给牙医打电话", "set_reminder", {"text": "给牙医打电话", "time": "15:00", "date": 0}),
    ("二十分钟后提醒我关火", "set_reminder", {"text": "关火", "duration_s": 1200}),
    ("我有哪些闹钟", "list_timers", {}),
    ("取消所有闹钟", "cancel_timer", {"kind": "alarm", "all": "yes"}),
    ("现在几点了", "get_time", {}),
    ("今天星期几", "get_date", {}),
    ("十七乘以二十三等于多少", "calculate", {"expression": "17 * 23"}),
    ("三百五加二百", "calculate", {"expression": "350 + 200"}),
    ("八十的百分之十五是多少", "calculate", {"expression": "80 / 100 * 15"}),
    ("把牛奶和鸡蛋加到购物清单", "add_to_list", {"items": ["牛奶", "鸡蛋"], "list": "购物"}),
    ("购物清单上有什么", "show_list", {"list": "购物"}),
    ("记一下，钥匙在花盆下面", "add_note", {"text": "钥匙在花盆下面"}),
    ("请记住我不吃猪肉", "remember", {"text": "我不吃猪肉"}),
    ("我刚才问了什么", "last_request", {}),
    ("大声一点", "volume_up", {}),
    ("音量调到百分之四十", "set_volume", {"level": 40}),
    ("打开火狐", "open_application", {"application": "firefox"}),
    ("打开python点org", "open_address", {"address": "https://python.org"}),
    ("报个时", "get_time", {}),
    ("请问您是哪位", "who_are_you", {}),
    ("开个俩小时的计时", "set_timer", {"duration_s": 7200}),
    ("过半小时响一下", "set_timer", {"duration_s": 1800}),
    ("今晚七点给我上个闹钟", "set_alarm", {"time": "19:00", "date": 0}),
    ("明天清早六点一刻喊我起来", "set_alarm", {"time": "06:15", "date": 1}),
    ("到五点半跟我说一声该接孩子了", "set_reminder", {"text": "该接孩子了", "time": "17:30", "date": 0}),
    ("帮我记着八点钟要吃药到时候提醒我", "set_reminder", {"text": "要吃药", "time": "20:00", "date": 0}),
    ("闹钟定的几点", "list_timers", {}),
    ("把闹铃给我关了", "cancel_timer", {"kind": "alarm"}),
    ("备忘录里记上车子换过机油了", "add_note", {"text": "车子换过机油了"}),
    ("把笔记念给我听", "read_notes", {}),
    ("灯泡笔记删除", "delete_note", {"label": "灯泡"}),
    ("把停车那条笔记给我清掉", "delete_note", {"label": "停车"}),
    ("清单里添个咖啡", "add_to_list", {"items": ["咖啡"]}),
    ("今天要做什么待办", "show_list", {"list": "待办"}),
    ("旅行清单给我看看", "show_list", {"list": "旅行"}),
    ("卫生纸买好了从清单删了吧", "remove_from_list", {"items": ["卫生纸"]}),
    ("不用买土豆了从清单里拿掉", "remove_from_list", {"items": ["土豆"]}),
    ("我的生日是哪天来着", "recall", {"query": "生日"}),
    ("说说你对我的了解", "recall", {"all": "yes"}),
    ("忘了我女儿的名字吧", "forget", {"text": "女儿的名字"}),
    ("删除关于我血型的记忆", "forget", {"text": "血型"}),
    ("上一句我说的啥", "last_request", {}),
    ("不要再说了", "stop", {}),
    ("太大声了调低一点", "volume_down", {}),
    ("音量升到百分之八十", "set_volume", {"level": 80}),
    ("带我去openstreetmap.org", "open_address", {"address": "https://openstreetmap.org"}),
    ("有哪些笔记", "read_notes", {}),
    ("我的停车位在哪", "recall", {"query": "停车位"}),
    ("我喜欢什么颜色来着", "recall", {"query": "颜色"}),
    ("大点声音", "volume_up", {}),
    ("不要闹钟了", "cancel_timer", {"kind": "alarm"}),
    ("您贵姓", "who_are_you", {}),
    ("里斯本现在几点了", "get_time", {"place": "里斯本"}),
    ("东京几点", "get_time", {"place": "东京"}),
    ("設定一個十分鐘的計時器", "set_timer", {"duration_s": 600}),
    ("明天早上七點半叫我起床", "set_alarm", {"time": "07:30", "date": 1}),
    ("下午三點提醒我打電話給媽媽", "set_reminder", {"text": "打電話給媽媽", "time": "15:00", "date": 0}),
    ("把牛奶還有雞蛋加到購物清單", "add_to_list", {"items": ["牛奶", "雞蛋"], "list": "购物"}),
    ("現在幾點了", "get_time", {}),
    ("兩萬的百分之十五是多少", "calculate", {"expression": "20000 / 100 * 15"}),
    ("聲音調到四十", "set_volume", {"level": 40}),
    ("你是ChatGPT吗", "who_are_you", {}),
]  # fmt: skip

FOR_THE_MODEL = [
    "친구한테 늦는다고 문자 써 줘",
    "帮我写一封邮件告诉老师作业要晚交",
    "타이머는 어떻게 작동하는 거야",
    "어제 알람이 안 울렸어",
    "엄마가 알람 맞추라고 했어",
    "십 분 타이머 맞추지 마",
    "오 분 아니 십오 분",
    "삼십 분",
    "두 시간 동안 공부했어",
    "그거 목록에 넣어 줘",
    "나는 항상 엄마한테 전화하는 걸 기억해",
    "시간 관리는 어떻게 하는 게 좋을까",
    "메모 잘하는 법 알려 줘",
    "창문 열어 줘",
    "집합론 설명해 줘",
    "타이머 맞춰 줘",
    "타이머 오 분 더 늘려 줘",
    "메모해야 할 일이 많아",
    "기억해야 할 게 있어",
    "적어도 세 시간은 자야 해",
    "알람이 뭐야",
    "환율이 뭐야",
    "그 배우 이름 뭐라고 했더라",
    "방금 뭐라고 했어",
    "할 일이 너무 많아",
    "회의 몇 시야",
    "영업 시간 알려 줘",
    "한 시간 뒤 몇 시야",
    "노트에 뭐가 좋은지 적어 줘",
    "타이머 맞췄어",
    "알람 맞춰 놨어",
    "定时器和闹钟有什么区别",
    "昨天我的闹钟没响",
    "她说设一个定时器",
    "她说设一个十分钟的定时器",
    "不要设闹钟",
    "我昨天设了一个十分钟的定时器",
    "如果设一个十分钟的定时器会怎样",
    "把它加到清单里",
    "打开窗户",
    "记笔记为什么重要",
    "八点告诉我怎么做饭",
    "三点提醒我的意义是什么",
    "你知道我的意思吗",
    "别忘了你是谁",
    "忘了我吧",
    "清单是什么",
    "闹钟怎么关",
    "会议几点",
    "记得我吗",
    "我设了闹钟",
    "写到笔记里",
    "打开思路的方法",
    "记录片推荐",
    "怎么才能记住别人的名字",
    "记住单词的方法",
    "定时器再加五分钟",
    "集合论入门讲解",
    "设个定时器",
    "十分钟",
]


@pytest.mark.parametrize(("text", "name", "slots"), UNDERSTOOD)
def test_a_request_is_understood_with_its_values(
    text: str, name: str, slots: dict[str, Any]
) -> None:
    found = recognise(text, NOW)
    assert found is not None
    assert (found.name.value, dict(found.slots)) == (name, slots)


@pytest.mark.parametrize("text", FOR_THE_MODEL)
def test_what_is_not_understood_whole_is_for_the_model(text: str) -> None:
    assert recognise(text, NOW) is None


CLOSED = [
    text for text, _name, slots in UNDERSTOOD if not {"text", "items", "label"} & slots.keys()
]


@given(text=st.sampled_from(CLOSED), word=st.sampled_from(["뷁", "뚫훍송", "龘", "驫麤"]))
def test_a_word_nobody_knows_around_a_request_leaves_it_to_the_model(text: str, word: str) -> None:
    for changed in (f"{word} {text}", f"{text.rstrip('?')} {word}"):
        found = recognise(changed, NOW)
        assert found is None or word in str(found.slots)  # it is part of what is to be said


@given(text=st.sampled_from(UNDERSTOOD))
def test_blanks_between_han_and_at_the_ends_do_not_matter(
    text: tuple[str, str, dict[str, Any]],
) -> None:
    found = recognise(f"  {text[0]} 。", NOW)
    assert found is not None
    assert found.name.value == text[1]

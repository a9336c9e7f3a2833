"""Japanese requests: what is understood, with which values, and what is left to the model."""

from datetime import datetime
from typing import Any

import pytest

from assistant.intents.recogniser import recognise

NOW = datetime(2026, 3, 4, 10, 15)  # a Wednesday

UNDERSTOOD: list[tuple[str, str, dict[str, Any]]] = [
    ("十分のタイマーをセットして", "set_timer", {"duration_s": 600}),
    ("タイマー 5分", "set_timer", {"duration_s": 300}),
    ("すみません、三分タイマーをお願いします", "set_timer", {"duration_s": 180}),
    ("えっと五分じゃなくて十五分のタイマー", "set_timer", {"duration_s": 900}),
    ("一時間半のタイマーをかけてもらえますか", "set_timer", {"duration_s": 5400}),
    ("パスタのタイマーを8分でセットして", "set_timer", {"duration_s": 480, "label": "パスタ"}),
    ("タイマーを二十五分に設定してください", "set_timer", {"duration_s": 1500}),
    ("30分後に教えて", "set_reminder", {"duration_s": 1800}),
    ("九十秒計って", "set_timer", {"duration_s": 90}),
    ("1時間20分のタイマー", "set_timer", {"duration_s": 4800}),
    ("二時間後に起こして", "set_timer", {"duration_s": 7200, "kind": "alarm"}),
    ("明日の朝七時に起こして", "set_alarm", {"time": "07:00", "date": 1}),
    ("七時半に起こしてください", "set_alarm", {"time": "07:30", "date": 1}),
    ("目覚ましを6時45分にセットして", "set_alarm", {"time": "06:45", "date": 1}),
    ("午後三時にアラームをかけて", "set_alarm", {"time": "15:00", "date": 0}),
    ("アラームを夜九時に設定してくれる？", "set_alarm", {"time": "21:00", "date": 0}),
    ("平日の朝七時にアラームをセットして", "set_alarm", {"time": "07:00", "days": [0, 1, 2, 3, 4]}),
    ("金曜日の8時にアラーム", "set_alarm", {"time": "08:00", "date": 2}),
    ("午後三時に歯医者に電話するようにリマインドして", "set_reminder",
     {"text": "歯医者に電話する", "time": "15:00", "date": 0}),
    ("20分後に火を消すのを教えて", "set_reminder", {"text": "火を消す", "duration_s": 1200}),
    ("明日の9時にゴミ出しをリマインドして", "set_reminder", {"text": "ゴミ出し", "time": "09:00", "date": 1}),
    ("今夜八時に薬を飲むって思い出させて", "set_reminder", {"text": "薬を飲む", "time": "20:00", "date": 0}),
    ("タイマーあとどれくらい", "list_timers", {}),
    ("アラームを見せて", "list_timers", {}),
    ("タイマーの残り時間は？", "list_timers", {}),
    ("タイマーを止めて", "cancel_timer", {"kind": "timer"}),
    ("アラームを全部消して", "cancel_timer", {"kind": "alarm", "all": "yes"}),
    ("パスタのタイマーをキャンセルして", "cancel_timer", {"kind": "timer", "label": "パスタ"}),
    ("今何時", "get_time", {}),
    ("いま何時ですか？", "get_time", {}),
    ("時間教えて", "get_time", {}),
    ("ニューヨークは今何時", "get_time", {"place": "ニューヨーク"}),
    ("今日は何曜日", "get_date", {}),
    ("今日は何月何日ですか", "get_date", {}),
    ("明後日は何曜日？", "get_date", {"date": 2}),
    ("十七かける二十三は", "calculate", {"expression": "17 * 23"}),
    ("240の15%は？", "calculate", {"expression": "240 / 100 * 15"}),
    ("二百五ひく三十はいくつ", "calculate", {"expression": "205 - 30"}),
    ("12割る4を計算して", "calculate", {"expression": "12 / 4"}),
    ("メモ：暗証番号は4711", "add_note", {"text": "暗証番号は4711"}),
    ("牛乳を買うってメモして", "add_note", {"text": "牛乳を買う"}),
    ("メモを読んで", "read_notes", {}),
    ("水道屋のメモを消して", "delete_note", {"label": "水道屋"}),
    ("買い物リストに卵とバターと小麦粉追加", "add_to_list",
     {"items": ["卵", "バター", "小麦粉"], "list": "買い物"}),
    ("牛乳を買い物リストに入れておいて", "add_to_list", {"items": ["牛乳"], "list": "買い物"}),
    ("買い物リストに何が入ってる？", "show_list", {"list": "買い物"}),
    ("やることリストを見せて", "show_list", {"list": "やること"}),
    ("買い物リストから牛乳を消して", "remove_from_list", {"items": ["牛乳"], "list": "買い物"}),
    ("私がピーナッツアレルギーだって覚えておいて", "remember", {"text": "私がピーナッツアレルギーだ"}),
    ("私のこと何を覚えてる", "recall", {"all": "yes"}),
    ("私のアレルギーのことは忘れて", "forget", {"text": "アレルギー"}),
    ("さっき私何て聞いた", "last_request", {}),
    ("ストップ", "stop", {}),
    ("静かにして", "stop", {}),
    ("もうちょっと大きな声で", "volume_up", {}),
    ("音量下げて", "volume_down", {}),
    ("音量を四十パーセントにして", "set_volume", {"level": 40}),
    ("Firefoxを開いて", "open_application", {"application": "firefox"}),
    ("電卓を起動して", "open_application", {"application": "calculator"}),
    ("youtube.com を開いて", "open_address", {"address": "https://youtube.com"}),
    ("あなたは誰ですか", "who_are_you", {}),
    ("明日の東京の天気は？", "decline", {"place": "東京"}),
    ("お母さんに電話して", "decline", {}),
    ("タクシーを呼んで", "decline", {}),
]  # fmt: skip

FOR_THE_MODEL = [
    "タイマーはどうやって使うの",
    "アラームが鳴らなかった",
    "彼女が十分のタイマーをセットしてと言った",
    "十分のタイマーをセットしないで",
    "七時にアラームをかけるべきかな",
    "十分のタイマーをセットして、それから冗談を言って",
    "タイマーをセットして",
    "アンに電話するのをリマインドして",
    "戦争が始まったのは何時",
    "トマトを植えるのに一番いいのは何曜日",
    "リストは長い",
    "果物を十個リストにして",
    "春の詩を書いて",
    "ドアを開けて",
    "心を開いて",
    "いつもパスワードを忘れる",
    "誰がウィンドウズを作ったの",
    "アラームとタイマーの違いは何",
    "球の体積の求め方",
    "十分",
    "十七",
    "メモの取り方を教えて",
    "もっと大きな声で話すコツは",
    "十分のタイマーをセットしてを英語に訳して",
    "名前を覚えるコツは",
    "天気予報士になるには",
    "電話の発明者は誰",
    "時間とは何か",
    "リストから重複を消して",
    "リストに番号を追加して",
    "リストに列を追加して",
    "もっと大きくして",
    "もっと短くして",
    "5分で説明して",
]


@pytest.mark.parametrize(("text", "name", "slots"), UNDERSTOOD)
def test_a_request_is_understood_with_its_values(
    text: str, name: str, slots: dict[str, Any]
) -> None:
    found = recognise(text, NOW, prefer="ja")
    assert found is not None
    assert (found.name.value, found.language, dict(found.slots)) == (name, "ja", slots)


@pytest.mark.parametrize("prefer", ["ja", "en"])
@pytest.mark.parametrize("text", FOR_THE_MODEL)
def test_what_is_not_understood_whole_is_for_the_model(text: str, prefer: str) -> None:
    assert recognise(text, NOW, prefer=prefer) is None

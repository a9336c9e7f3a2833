"""What may be asked of a question aloud, in every language."""

import csv

import pytest

from assistant.languages import LANGUAGES
from assistant.languages.question_request import QuestionRequest
from assistant.questions.spoken.request_parser import parse_question_request
from benchmarks.data import read_table
from tests.helpers.languages import SHIPPED
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import SINGLE

_SAID: dict[str, dict[QuestionRequest, str]] = {
    "en": {
        QuestionRequest.ABOUT: (
            "What is this about?|What's this about?|So what's this all about?|Tell me what this is about"
            "|What is this question about?|Can you tell me what this is about, please?|What's it for?"
            "|What are you asking me?|Why are you asking?|What's the topic?|What am I deciding here?"
        ),
        QuestionRequest.NOTE: (
            "Tell me the background|Read the note|Yes, read the note|Please read the note.|Read me the notes"
            "|What's the background?|Give me some context|I need more context|What does the note say?"
            "|Could you read the note again?|Tell me the background of this question|Is there a note?"
            "|The background, please|I'd like some background information first"
        ),
        QuestionRequest.OPTIONS: (
            "Read the options again|Read me the options|What are the options?|What were my choices again?"
            "|Which options are there?|Repeat the choices, please|List all the options|What can I choose from?"
        ),
        QuestionRequest.CHOSEN: (
            "What did I choose?|What have I chosen so far?|What did I pick before?|Which one did I select?"
            "|What is chosen already?|What's selected?|What was my answer?|What are my answers so far?"
            "|Tell me what I chose|What is already chosen?"
        ),
        QuestionRequest.BEFORE: (
            "What was the question before?|What was the previous question?|What was the last question again?"
            "|What was the question before this one?|Read the previous question|What did you ask me before?"
        ),
        QuestionRequest.KEEP: (
            "Keep it|Leave it|Just keep it as it is|Leave it like that, please|I'll stick with the default"
            "|The default|Let's keep that|As it is|Ok, keep it|Go with what's chosen"
        ),
    },
    "ko": {
        QuestionRequest.ABOUT: (
            "이거 뭐에 대한 거야?|이게 무슨 질문이야?|무슨 질문이에요?|무엇에 관한 질문인가요?|이 질문은 뭐에 대한 거예요?"
            "|뭘 묻는 거야?|왜 물어보는 거예요?|무슨 내용이야?|무슨 얘기예요?"
        ),
        QuestionRequest.NOTE: (
            "배경을 알려 줘|배경 설명해 주세요|메모 읽어 줘|메모를 읽어 주세요.|배경이 뭐야?|상황을 먼저 설명해 줘"
            "|맥락 좀 알려 주세요|배경 설명 다시 들려줘|메모 있어?"
        ),
        QuestionRequest.OPTIONS: (
            "선택지 다시 읽어 줘|옵션을 다시 말해 줘|선택지가 뭐야?|옵션 다시|보기를 읽어 주세요|선택지가 뭐였지?"
            "|다시 선택지 읽어 줘|옵션이 뭐가 있어요?"
        ),
        QuestionRequest.CHOSEN: (
            "내가 뭐 골랐지?|제가 뭘 선택했죠?|아까 뭐라고 답했지?|지금까지 뭘 골랐어?|뭐가 선택되어 있어?"
            "|내 답이 뭐였지?|내가 몇 번을 골랐지?"
        ),
        QuestionRequest.BEFORE: (
            "이전 질문이 뭐였지?|앞 질문이 뭐였어요?|아까 질문이 뭐였죠?|이전 질문 다시 읽어 줘|방금 뭐라고 물어봤지?"
            "|바로 전 질문은 뭐였어?"
        ),
        QuestionRequest.KEEP: (
            "그대로 둬|그대로 할게요|그냥 그대로 둬 주세요|바꾸지 마|기본값으로 해 줘|선택된 걸로 할게|그대로요"
        ),
    },
    "zh": {
        QuestionRequest.ABOUT: (
            "这是关于什么的？|这个问题是关于什么的？|這個問題是關於什麼的？|你在问什么？|这是什么问题？|为什么问这个？"
            "|告诉我这是关于什么的|这是怎么回事？"
        ),
        QuestionRequest.NOTE: (
            "告诉我背景|读一下备注|请读备注。|讀一下備註|背景是什么？|给我讲讲背景|介绍一下背景情况|备注说了什么？"
            "|有没有说明？|再读一遍备注"
        ),
        QuestionRequest.OPTIONS: (
            "再读一遍选项|请再说一次选项|有哪些选项？|选项是什么？|把选项再念一遍|重复一下选项|都有什么选择？"
        ),
        QuestionRequest.CHOSEN: (
            "我选了什么？|我刚才选的是什么？|我已经选了哪个？|我之前回答了什么？|我的答案是什么？|现在选的是什么？"
            "|我選了什麼？"
        ),
        QuestionRequest.BEFORE: (
            "上一个问题是什么？|前一个问题是什么来着？|刚才的问题是什么？|你刚才问了什么？|再读一遍上一个问题|上一题是什么？"
        ),
        QuestionRequest.KEEP: "保持不变|就这样吧|不用改|用默认的|就保持原样吧|不变|就用默认值吧",
    },
    "ja": {
        QuestionRequest.ABOUT: (
            "これは何についてですか？|何の質問ですか？|この質問は何についてのことですか？|何を聞いているの？|これって何の話？"
            "|どういう質問ですか？|なぜ聞くのですか？"
        ),
        QuestionRequest.NOTE: (
            "背景を教えて|メモを読んでください|背景を説明してください。|メモを読み上げて|背景は何ですか？|経緯を聞かせて"
            "|もう一度メモを読んで|メモはありますか？"
        ),
        QuestionRequest.OPTIONS: (
            "選択肢をもう一度読んで|もう一度選択肢を読んでください|選択肢は何ですか？|選択肢を教えて|どんな選択肢がありますか？"
            "|選択肢は何でしたか？|選択肢をもう一度"
        ),
        QuestionRequest.CHOSEN: (
            "私は何を選びましたか？|さっき何を選んだっけ？|何が選ばれていますか？|私の答えは何でしたか？|今まで何を選んだの？"
            "|何と答えましたか？"
        ),
        QuestionRequest.BEFORE: (
            "前の質問は何でしたか？|さっきの質問は何だっけ？|一つ前の質問をもう一度読んで|前の質問を教えて|さっき何を聞きましたか？"
        ),
        QuestionRequest.KEEP: (
            "そのままでいい|そのままでお願いします|そのままで|変えないで|選ばれているものでいいです|デフォルトでお願いします"
        ),
    },
    "de": {
        QuestionRequest.ABOUT: (
            "Worum geht es?|Worum geht's hier?|Um was geht es denn hier?|Worum geht es bei dieser Frage?"
            "|Was ist das für eine Frage?|Wovon handelt die Frage?|Was fragst du mich da?|Warum fragst du das?"
        ),
        QuestionRequest.NOTE: (
            "Sag mir den Hintergrund|Lies die Notiz vor|Lies bitte die Notiz|Kannst du mir den Hintergrund erklären?"
            "|Was ist der Hintergrund?|Gibt es eine Notiz dazu?|Die Notiz bitte|Ich brauche mehr Kontext"
            "|Was steht in der Notiz?"
        ),
        QuestionRequest.OPTIONS: (
            "Lies die Optionen noch mal vor|Lies mir bitte die Optionen vor|Was sind die Möglichkeiten?"
            "|Welche Optionen gibt es?|Was waren noch mal die Optionen?|Die Optionen bitte noch einmal"
            "|Nenn mir die Antworten"
        ),
        QuestionRequest.CHOSEN: (
            "Was habe ich gewählt?|Was hab ich bisher ausgewählt?|Was ist schon ausgewählt?|Was war meine Antwort?"
            "|Was habe ich vorhin geantwortet?|Welche Option habe ich gewählt?"
        ),
        QuestionRequest.BEFORE: (
            "Was war die vorige Frage?|Was war die Frage davor?|Wie war die letzte Frage?|Lies die vorherige Frage noch mal"
            "|Was hast du mich vorher gefragt?|Wie lautete die Frage vorher?"
        ),
        QuestionRequest.KEEP: (
            "Lass es so|So lassen|Lass das bitte so|Es bleibt dabei|Behalte die Auswahl|Die Vorauswahl bitte|Bleib dabei"
        ),
    },
    "fr": {
        QuestionRequest.ABOUT: (
            "De quoi s'agit-il ?|Il s'agit de quoi ?|C'est à propos de quoi ?|Ça parle de quoi ?|Quel est le sujet ?"
            "|Qu'est-ce que tu me demandes ?|Pourquoi tu me demandes ça ?|C'est quoi cette question ?"
        ),
        QuestionRequest.NOTE: (
            "Dis-moi le contexte|Lis la note|Lis-moi la note, s'il te plaît|Quel est le contexte ?|Tu peux me lire la note ?"
            "|Donne-moi plus de contexte|Lis l'arrière-plan|Il y a une note ?|Que dit la note ?"
        ),
        QuestionRequest.OPTIONS: (
            "Relis les options|Lis-moi les options encore une fois|Quelles sont les options ?|Quels sont les choix ?"
            "|Répète les options|Les options encore une fois|Quelles étaient les possibilités ?"
        ),
        QuestionRequest.CHOSEN: (
            "Qu'est-ce que j'ai choisi ?|Qu'ai-je choisi ?|J'ai choisi quoi ?|Quelle est ma réponse ?"
            "|C'était quoi mon choix ?|Qu'est-ce qui est sélectionné ?|Qu'est-ce que j'ai répondu jusqu'ici ?"
        ),
        QuestionRequest.BEFORE: (
            "Quelle était la question précédente ?|C'était quoi la question d'avant ?|Relis la question précédente"
            "|Quelle était la dernière question ?|Qu'est-ce que tu m'as demandé avant ?"
        ),
        QuestionRequest.KEEP: (
            "Laisse comme ça|Laisse ça comme ça|Garde ça|Je reste là-dessus|Tel quel|Par défaut|On garde comme ça"
        ),
    },
    "es": {
        QuestionRequest.ABOUT: (
            "¿De qué se trata?|¿De qué se trata esto?|¿De qué va esta pregunta?|¿Sobre qué es esto?|¿Cuál es el tema?"
            "|¿Qué me estás preguntando?|¿Por qué me preguntas eso?"
        ),
        QuestionRequest.NOTE: (
            "Dime el contexto|Lee la nota|Léeme la nota, por favor|¿Cuál es el contexto?|¿Puedes leerme la nota?"
            "|Dame más contexto|Explícame el trasfondo|¿Hay una nota?|¿Qué dice la nota?"
        ),
        QuestionRequest.OPTIONS: (
            "Lee las opciones otra vez|Repite las opciones|¿Cuáles son las opciones?|¿Qué opciones hay?"
            "|Léeme las opciones de nuevo|Las opciones otra vez|Dime las alternativas"
        ),
        QuestionRequest.CHOSEN: (
            "¿Qué elegí?|¿Qué he elegido?|¿Qué he elegido hasta ahora?|¿Cuál es mi respuesta?|¿Qué está seleccionado?"
            "|¿Qué escogí antes?|¿Cuál fue mi elección?"
        ),
        QuestionRequest.BEFORE: (
            "¿Cuál era la pregunta anterior?|¿Cuál fue la última pregunta?|Lee la pregunta anterior"
            "|¿Qué me preguntaste antes?|Repite la pregunta anterior"
        ),
        QuestionRequest.KEEP: "Déjalo así|Lo dejo así|Tal cual|Así está bien|Déjalo como está|Me quedo con eso|Por defecto",
    },
    "it": {
        QuestionRequest.ABOUT: (
            "Di che si tratta?|Di cosa si tratta?|Di cosa parla questa domanda?|Qual è l'argomento?|A cosa serve?"
            "|Cosa mi stai chiedendo?|Perché me lo chiedi?|Di che cosa parla?"
        ),
        QuestionRequest.NOTE: (
            "Dimmi il contesto|Leggi la nota|Leggimi la nota, per favore|Qual è il contesto?|Puoi leggermi la nota?"
            "|Dammi più contesto|C'è una nota?|Cosa dice la nota?|Il contesto per favore"
        ),
        QuestionRequest.OPTIONS: (
            "Leggi di nuovo le opzioni|Ripeti le opzioni|Quali sono le opzioni?|Che opzioni ci sono?"
            "|Leggimi le opzioni ancora una volta|Le opzioni di nuovo|Dimmi le alternative|Quali erano le opzioni?"
        ),
        QuestionRequest.CHOSEN: (
            "Cosa ho scelto?|Che cosa ho scelto finora?|Qual è la mia risposta?|Cosa è selezionato?|Cos'è già selezionato?"
            "|Cosa ho risposto prima?|Quale opzione ho scelto?|Qual era la mia scelta?"
        ),
        QuestionRequest.BEFORE: (
            "Qual era la domanda precedente?|Qual era la domanda di prima?|Qual era l'ultima domanda?|Leggi la domanda precedente"
            "|Cosa mi hai chiesto prima?|Ripeti la domanda precedente"
        ),
        QuestionRequest.KEEP: (
            "Lascialo così|Lascia così|Lascia tutto com'è|Va bene così|Lo lascio così|Tengo questo|Non cambiare niente"
        ),
    },
}  # fmt: skip


@pytest.mark.requirement("Q-VOICE-10")
@pytest.mark.parametrize(
    ("language", "wanted", "heard"),
    [
        (language, request, heard)
        for language, table in _SAID.items()
        for request, sentences in table.items()
        for heard in sentences.split("|")
    ],
)
def test_a_request_is_understood(language: str, wanted: QuestionRequest, heard: str) -> None:
    assert parse_question_request(SINGLE, heard, language) is wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_request(language: str) -> None:
    assert set(LANGUAGES[language].question_requests()) == set(QuestionRequest)


def test_every_request_is_tried() -> None:
    assert set(_SAID) >= SHIPPED
    assert all(set(said) == set(QuestionRequest) for said in _SAID.values())


def test_no_answer_of_the_phrase_table_is_a_request() -> None:
    table = read_table("answers", "phrases.tsv")
    for row in csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        found = parse_question_request(SINGLE, row["heard"], row["lang"])
        if found is QuestionRequest.KEEP:
            continue  # counts only where the answer means nothing and something is chosen
        assert found is None or row["expected"].startswith("!repeat"), row


@pytest.mark.parametrize("language", _SAID)
def test_a_label_is_no_request(language: str) -> None:
    for sentences in _SAID[language].values():
        label = sentences.partition("|")[0]
        assert parse_question_request(choice(label, "B"), label, language) is None


def test_english_is_understood_in_every_language() -> None:
    assert parse_question_request(SINGLE, "Read the note.", "it") is QuestionRequest.NOTE
    assert parse_question_request(SINGLE, "Read the note.", "ko") is QuestionRequest.NOTE
    assert parse_question_request(SINGLE, "", "ko") is None

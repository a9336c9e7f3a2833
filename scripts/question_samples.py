"""What the questions of the pictures say, in each language."""

from dataclasses import dataclass

from assistant.locale import InterfaceLanguage
from assistant.questions.model.question import (
    Markers,
    Option,
    Question,
    QuestionKind,
    QuestionSet,
    TextFormat,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The sample texts of one language."""

    header: str
    question: str
    context: str
    options: tuple[tuple[str, str], ...]
    features: str
    feature_header: str
    feature_options: tuple[tuple[str, str], ...]
    date: str
    date_header: str
    shall: str
    shall_header: str
    follow: str
    follow_header: str
    follow_options: tuple[str, ...]
    name: str
    name_header: str
    players: str
    players_header: str
    player_options: tuple[str, ...]
    title: str
    own: str
    note: str
    permission: str
    similar: tuple[str, str]


TEXTS: dict[InterfaceLanguage, Words] = {
    "en": Words(
        header="Database",
        question="Which database should we use for this project?",
        context="Orders and customers are stored there. @orders.md says what is expected.",
        options=(
            ("PostgreSQL", "Robust relational DB, great for complex queries"),
            ("MongoDB", "Document DB, flexible schema"),
            ("SQLite", "Lightweight embedded database; one file, nothing to run"),
            ("MySQL", "Widely hosted, well known"),
            ("DuckDB", "Analysis of large tables on one machine"),
        ),
        features="Which features should we enable?",
        feature_header="Features",
        feature_options=(
            ("TypeScript", "Type safety and better IDE support"),
            ("ESLint + Prettier", "Code linting and formatting"),
            ("Testing (Vitest)", "Unit and component testing"),
            ("Tailwind CSS", "Utility-first CSS framework"),
        ),
        date="When does the shop open?",
        date_header="Opening",
        shall="Shall I write the privacy page as well?",
        shall_header="Privacy",
        follow="Which sign-in providers?",
        follow_header="Providers",
        follow_options=("Google", "GitHub", "Microsoft"),
        name="What shall the shop be called?",
        name_header="Name",
        players="How many may play at once?",
        players_header="Players",
        player_options=("2 players", "4 players", "8 players in 2 teams"),
        title="Before I set up the shop",
        own="CouchDB, we run it already",
        note="Only for the first year",
        permission="write_file wants to write 3 files in shop/.",
        similar=("Database for logs", "Database for tests"),
    ),
    "ko": Words(
        header="데이터베이스",
        question="이 프로젝트에 어떤 데이터베이스를 사용할까요?",
        context="주문과 고객 정보를 저장해요. 요구 사항은 @orders.md에 있어요.",
        options=(
            ("PostgreSQL", "복잡한 질의에 강한 관계형 데이터베이스"),
            ("MongoDB", "스키마가 유연한 문서 데이터베이스"),
            ("SQLite", "파일 하나로 충분하고 따로 실행할 것이 없는 가벼운 데이터베이스"),
            ("MySQL", "어디서나 호스팅할 수 있고 널리 쓰여요"),
            ("DuckDB", "한 대의 컴퓨터에서 큰 표를 분석해요"),
        ),
        features="어떤 기능을 켤까요?",
        feature_header="기능",
        feature_options=(
            ("TypeScript", "타입 안전성과 더 나은 편집기 지원"),
            ("ESLint + Prettier", "코드 검사와 서식"),
            ("Testing (Vitest)", "단위 테스트와 컴포넌트 테스트"),
            ("Tailwind CSS", "유틸리티 우선 CSS 프레임워크"),
        ),
        date="가게는 언제 문을 여나요?",
        date_header="개점일",
        shall="개인정보 처리방침 페이지도 만들까요?",
        shall_header="개인정보",
        follow="어떤 로그인 제공자를 쓸까요?",
        follow_header="제공자",
        follow_options=("Google", "GitHub", "Microsoft"),
        name="가게 이름을 무엇으로 할까요?",
        name_header="이름",
        players="한 번에 몇 명이 플레이할 수 있나요?",
        players_header="인원",
        player_options=("2명", "4명", "2팀으로 8명"),
        title="가게를 만들기 전에 몇 가지만 여쭤볼게요",
        own="이미 쓰고 있는 CouchDB",
        note="첫해에만 이렇게 할게요",
        permission="write_file이 shop/ 폴더에 파일 3개를 쓰려고 해요.",
        similar=("로그용 데이터베이스", "테스트용 데이터베이스"),
    ),
    "zh": Words(
        header="数据库",
        question="这个项目应该使用哪种数据库？",
        context="订单和客户都保存在那里。要求见 @orders.md。",
        options=(
            ("PostgreSQL", "功能强大的关系数据库，适合复杂查询"),
            ("MongoDB", "文档数据库，结构灵活"),
            ("SQLite", "轻量的嵌入式数据库；只有一个文件，无需运行服务"),
            ("MySQL", "托管广泛，众所周知"),
            ("DuckDB", "在一台机器上分析大表"),
        ),
        features="要启用哪些功能？",
        feature_header="功能",
        feature_options=(
            ("TypeScript", "类型安全，编辑器支持更好"),
            ("ESLint + Prettier", "代码检查与格式化"),
            ("Testing (Vitest)", "单元测试与组件测试"),
            ("Tailwind CSS", "实用优先的 CSS 框架"),
        ),
        date="商店什么时候开业？",
        date_header="开业",
        shall="隐私页面也要我写吗？",
        shall_header="隐私",
        follow="请选择要集成的 OAuth 提供商：",
        follow_header="提供商",
        follow_options=("Google", "GitHub", "Microsoft"),
        name="商店叫什么名字？",
        name_header="名称",
        players="一次可以有几个人玩？",
        players_header="人数",
        player_options=("2 人", "4 人", "2 队 8 人"),
        title="建店之前有几个问题",
        own="CouchDB，我们已经在用",
        note="只用第一年",
        permission="write_file 想在 shop/ 中写入 3 个文件。",
        similar=("日志数据库", "测试数据库"),
    ),
}

PREVIEW = """```sql
CREATE TABLE orders (
  id      bigserial PRIMARY KEY,
  placed  timestamptz NOT NULL
);
```

| | rows | reads |
|---|---|---|
| orders | 10 k | 2 ms |
| items | 80 k | 6 ms |
"""


class Samples:
    """The questions of one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def options(self, count: int = 3, *, preview: bool = False) -> tuple[Option, ...]:
        """Return so many databases."""
        return tuple(
            Option(
                id=str(number),
                label=label,
                description=description,
                recommended=number == 1,
                preview=f"**{label}**\n\n{PREVIEW}" if preview else None,
            )
            for number, (label, description) in enumerate(self.words.options[:count], start=1)
        )

    def database(self, count: int = 3, **changes: object) -> Question:
        """Return the question of one choice."""
        question = Question(
            id="db",
            kind=QuestionKind.SINGLE,
            text=self.words.question,
            header=self.words.header,
            context=self.words.context,
            options=self.options(count),
            allow_other=True,
        )
        return question.model_copy(update=changes)

    def features(self, **changes: object) -> Question:
        """Return the question of several choices."""
        question = Question(
            id="features",
            kind=QuestionKind.MULTI,
            text=self.words.features,
            header=self.words.feature_header,
            options=tuple(
                Option(id=str(number), label=label, description=description)
                for number, (label, description) in enumerate(self.words.feature_options, start=1)
            ),
            allow_other=True,
        )
        return question.model_copy(update=changes)

    def date(self) -> Question:
        """Return a question for words of a form."""
        return Question(
            id="date",
            kind=QuestionKind.TEXT,
            text=self.words.date,
            header=self.words.date_header,
            text_format=TextFormat.DATE,
            required=False,
        )

    def name(self) -> Question:
        """Return a question for words."""
        words = self.words
        return Question(
            id="name", kind=QuestionKind.TEXT, text=words.name, header=words.name_header
        )

    def shall(self, **changes: object) -> Question:
        """Return a question for yes or no."""
        question = Question(
            id="shall",
            kind=QuestionKind.BOOLEAN,
            text=self.words.shall,
            header=self.words.shall_header,
        )
        return question.model_copy(update=changes)

    def players(self) -> Question:
        """Return a question whose labels contain numbers."""
        return Question(
            id="players",
            kind=QuestionKind.SINGLE,
            text=self.words.players,
            header=self.words.players_header,
            options=tuple(
                Option(id=str(n), label=label)
                for n, label in enumerate(self.words.player_options, start=1)
            ),
            markers=Markers.LETTERS,
        )

    def followed(self) -> Question:
        """Return a question one of whose options asks another."""
        providers = Question(
            id="providers",
            kind=QuestionKind.MULTI,
            text=self.words.follow,
            header=self.words.follow_header,
            options=tuple(
                Option(id=label.lower(), label=label) for label in self.words.follow_options
            ),
        )
        return self.database(2, follow_ups={"1": (providers,)})

    def form(self) -> QuestionSet:
        """Return several questions."""
        return QuestionSet(
            id="form",
            title=self.words.title,
            questions=(self.followed(), self.date(), self.shall()),
        )

-- Times are UTC, ISO 8601 with milliseconds and Z, so that text order is time order.

CREATE TABLE conversations (
    sequence        INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL UNIQUE,
    title           TEXT NOT NULL,
    workspace       TEXT NOT NULL,
    agent           TEXT NOT NULL,
    profile         TEXT NOT NULL,
    model           TEXT NOT NULL,
    created_at      TEXT NOT NULL,
    updated_at      TEXT NOT NULL
) STRICT;

-- parent_uuid has no foreign key: a chain with a gap must stay readable.
CREATE TABLE messages (
    sequence        INTEGER PRIMARY KEY,
    uuid            TEXT NOT NULL UNIQUE,
    parent_uuid     TEXT,
    conversation_id TEXT NOT NULL
        REFERENCES conversations (conversation_id) ON DELETE CASCADE,
    turn_id         TEXT,
    role            TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    content         TEXT NOT NULL,
    status          TEXT NOT NULL CHECK (status IN ('complete', 'partial')),
    created_at      TEXT NOT NULL,
    meta            TEXT NOT NULL
) STRICT;

CREATE INDEX messages_by_conversation ON messages (conversation_id, sequence);

-- Questions and tool calls may belong to a session that is not a stored conversation.
CREATE TABLE questions (
    sequence        INTEGER PRIMARY KEY,
    questions_id    TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL,
    tool_use_id     TEXT,
    questions_json  TEXT NOT NULL,
    origin_json     TEXT NOT NULL,
    draft_json      TEXT NOT NULL,
    status          TEXT NOT NULL
        CHECK (status IN ('pending', 'answered', 'cancelled', 'timeout')),
    response_json   TEXT,
    asked_at        TEXT NOT NULL,
    deadline        TEXT,
    settled_at      TEXT,
    channel         TEXT
) STRICT;

CREATE INDEX questions_by_conversation ON questions (conversation_id, sequence);
CREATE INDEX questions_pending ON questions (sequence) WHERE status = 'pending';

-- Some servers repeat their call ids, so tool_use_id is not unique.
CREATE TABLE tool_calls (
    sequence        INTEGER PRIMARY KEY,
    tool_use_id     TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    turn_id         TEXT,
    name            TEXT NOT NULL,
    permission      TEXT NOT NULL,
    arguments       TEXT NOT NULL,
    outcome         TEXT NOT NULL,
    started_at      TEXT NOT NULL,
    seconds         REAL NOT NULL
) STRICT;

CREATE INDEX tool_calls_by_conversation ON tool_calls (conversation_id, sequence);

CREATE TABLE state (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

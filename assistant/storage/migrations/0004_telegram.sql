-- Where a conversation is held: empty for the surfaces of this machine, or a remote channel.
ALTER TABLE conversations ADD COLUMN channel TEXT NOT NULL DEFAULT '';

-- The users of Telegram who may talk to Parley, and the workspace and agent they talk to.
CREATE TABLE telegram_accounts (
    user_id         INTEGER PRIMARY KEY,
    chat_id         INTEGER NOT NULL UNIQUE,
    name            TEXT NOT NULL,
    workspace       TEXT NOT NULL,
    agent           TEXT NOT NULL,
    conversation_id TEXT,
    linked_at       TEXT NOT NULL
) STRICT;

-- What came from them. `content` is emptied once its effect is stored.
CREATE TABLE telegram_updates (
    update_id   INTEGER PRIMARY KEY,
    chat_id     INTEGER NOT NULL,
    content     TEXT NOT NULL,
    received_at TEXT NOT NULL,
    handled_at  TEXT
) STRICT;

CREATE INDEX telegram_updates_waiting ON telegram_updates (chat_id, update_id)
    WHERE handled_at IS NULL;

-- The last reply of each chat: the turn, and the messages that it is shown in.
CREATE TABLE telegram_replies (
    chat_id      INTEGER PRIMARY KEY,
    turn_id      TEXT NOT NULL,
    message_ids  TEXT NOT NULL,
    is_delivered INTEGER NOT NULL
) STRICT;

-- The keyboards of questions that were sent, so that they are removed once these are settled.
CREATE TABLE telegram_keyboards (
    token        TEXT NOT NULL PRIMARY KEY,
    chat_id      INTEGER NOT NULL,
    message_id   INTEGER NOT NULL,
    questions_id TEXT NOT NULL,
    version      INTEGER NOT NULL,
    part         INTEGER NOT NULL,
    sent_at      TEXT NOT NULL
) STRICT;

CREATE INDEX telegram_keyboards_by_question ON telegram_keyboards (questions_id);

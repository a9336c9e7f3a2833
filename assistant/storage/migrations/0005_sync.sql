-- The place of a message in its conversation, the same on each of the user's devices: milliseconds
-- of when it was made, or one more than the greatest stamp in the conversation when it was stored,
-- whichever is greater. What was stored before gets stamps in the order it was stored.
ALTER TABLE messages ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;

UPDATE messages SET stamp = placed.stamp FROM (
    SELECT sequence, place + max(made - place) OVER (
        PARTITION BY conversation_id ORDER BY place ROWS UNBOUNDED PRECEDING
    ) AS stamp FROM (
        SELECT sequence, conversation_id,
            row_number() OVER (PARTITION BY conversation_id ORDER BY sequence) AS place,
            coalesce(
                strftime('%s', created_at) * 1000 + CAST(substr(created_at, 21, 3) AS INTEGER), 0
            ) AS made
        FROM messages
    )
) AS placed WHERE placed.sequence = messages.sequence;

DROP INDEX messages_by_conversation;

CREATE INDEX messages_by_conversation ON messages (conversation_id, stamp, uuid);

CREATE INDEX messages_said ON messages (stamp, uuid) WHERE role = 'user';

-- From here on a stamp too.
UPDATE conversations SET
    leaf_at = (SELECT stamp FROM messages WHERE messages.sequence = conversations.leaf_at);

-- When the user renamed it, in milliseconds; 0 for a title made of the first words.
ALTER TABLE conversations ADD COLUMN title_at INTEGER NOT NULL DEFAULT 0;

DROP INDEX conversations_by_use;

CREATE INDEX conversations_by_use ON conversations (updated_at, created_at, conversation_id);

-- Questions stand in the order they were asked, which is not that of their arrival.
DROP INDEX questions_by_conversation;

DROP INDEX questions_pending;

CREATE INDEX questions_by_conversation ON questions (conversation_id, asked_at, sequence);

CREATE INDEX questions_pending ON questions (asked_at, sequence) WHERE status = 'pending';

-- What the server does not have as it is here, a row a record; a later change has a greater number.
CREATE TABLE sync_outbox (
    sequence   INTEGER PRIMARY KEY AUTOINCREMENT,
    kind       TEXT NOT NULL,
    key        TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    UNIQUE (kind, key)
) STRICT;

-- Conversations go first: messages of one that is not known wait on the other device.
CREATE INDEX sync_outbox_order ON sync_outbox (kind <> 'conversation', sequence);

-- What the server is known to have: a digest of the body, and the body itself where two versions
-- are merged field by field. Both are NULL of what was deleted. And the device that wrote it.
CREATE TABLE sync_records (
    kind    TEXT NOT NULL,
    key     TEXT NOT NULL,
    version INTEGER NOT NULL,
    digest  TEXT,
    base    TEXT,
    device_id TEXT NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

-- Settings, documents and updates of these, which have no table of their own.
CREATE TABLE sync_values (
    kind TEXT NOT NULL,
    key  TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT;

-- Messages and questions that came before their conversation.
CREATE TABLE sync_held (
    kind            TEXT NOT NULL,
    key             TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    body            TEXT NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT;

CREATE INDEX sync_held_by_conversation ON sync_held (conversation_id);

-- What two devices changed differently, until the user chose.
CREATE TABLE sync_conflicts (
    sequence    INTEGER PRIMARY KEY,
    conflict_id TEXT NOT NULL UNIQUE,
    kind        TEXT NOT NULL,
    key         TEXT NOT NULL,
    field       TEXT NOT NULL,
    ours        TEXT NOT NULL,
    theirs      TEXT NOT NULL
) STRICT;

-- Inserting here puts a record into the outbox, behind all others.
CREATE VIEW sync_changed AS SELECT kind, key FROM sync_outbox;

CREATE TRIGGER sync_changed_insert INSTEAD OF INSERT ON sync_changed BEGIN
    DELETE FROM sync_outbox WHERE kind = NEW.kind AND key = NEW.key;
    INSERT INTO sync_outbox (kind, key, changed_at) VALUES (
        NEW.kind, NEW.key, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)
    );
END;

-- The key `sync.recording` is there while changes go into the outbox: not before synchronising is
-- set up, and not while what came from other devices is stored.

CREATE TRIGGER sync_conversation_insert AFTER INSERT ON conversations
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('conversation', NEW.conversation_id);
END;

-- When it was last used follows from its messages.
CREATE TRIGGER sync_conversation_update AFTER UPDATE OF
    title, title_at, workspace, agent, profile, model, channel, leaf, leaf_at ON conversations
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('conversation', NEW.conversation_id);
END;

CREATE TRIGGER sync_conversation_delete AFTER DELETE ON conversations
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('conversation', OLD.conversation_id);
END;

CREATE TRIGGER sync_message_insert AFTER INSERT ON messages
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('message', NEW.uuid);
END;

CREATE TRIGGER sync_message_update AFTER UPDATE OF content, status, meta ON messages
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('message', NEW.uuid);
END;

CREATE TRIGGER sync_message_delete AFTER DELETE ON messages
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('message', OLD.uuid);
END;

-- A question travels if it belongs to a stored conversation and a model asked it: what confirms a
-- tool call is for the device that would run it, and so is what the program itself asks.
CREATE VIEW sync_questions AS SELECT questions.* FROM questions
JOIN conversations ON conversations.conversation_id = questions.conversation_id
WHERE CASE WHEN json_valid(questions_json)
    THEN coalesce(json_extract(questions_json, '$.purpose'), 'ask') = 'ask'
    AND coalesce(json_extract(questions_json, '$.door'), 'tool') NOT IN ('program', 'elicitation')
    END;

CREATE TRIGGER sync_question_insert AFTER INSERT ON questions
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording')
    AND EXISTS (SELECT 1 FROM sync_questions WHERE questions_id = NEW.questions_id) BEGIN
    INSERT INTO sync_changed VALUES ('question', NEW.questions_id);
END;

CREATE TRIGGER sync_question_update AFTER UPDATE ON questions
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording')
    AND EXISTS (SELECT 1 FROM sync_questions WHERE questions_id = NEW.questions_id) BEGIN
    INSERT INTO sync_changed VALUES ('question', NEW.questions_id);
END;

CREATE TRIGGER sync_question_delete BEFORE DELETE ON questions
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording')
    AND EXISTS (SELECT 1 FROM sync_questions WHERE questions_id = OLD.questions_id) BEGIN
    INSERT INTO sync_changed VALUES ('question', OLD.questions_id);
END;

CREATE TRIGGER sync_account_insert AFTER INSERT ON telegram_accounts
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('remote_account', CAST(NEW.user_id AS TEXT));
END;

CREATE TRIGGER sync_account_update AFTER UPDATE ON telegram_accounts
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('remote_account', CAST(NEW.user_id AS TEXT));
END;

CREATE TRIGGER sync_account_delete AFTER DELETE ON telegram_accounts
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('remote_account', CAST(OLD.user_id AS TEXT));
END;

CREATE TRIGGER sync_request_insert AFTER INSERT ON telegram_updates
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('remote_request', CAST(NEW.update_id AS TEXT));
END;

CREATE TRIGGER sync_request_update AFTER UPDATE ON telegram_updates
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('remote_request', CAST(NEW.update_id AS TEXT));
END;

CREATE TRIGGER sync_request_delete AFTER DELETE ON telegram_updates
WHEN EXISTS (SELECT 1 FROM state WHERE key = 'sync.recording') BEGIN
    INSERT INTO sync_changed VALUES ('remote_request', CAST(OLD.update_id AS TEXT));
END;

-- What was deleted leaves no words behind.

CREATE TRIGGER sync_conversation_forget AFTER DELETE ON conversations BEGIN
    UPDATE sync_records SET base = NULL
    WHERE kind = 'conversation' AND key = OLD.conversation_id AND base IS NOT NULL;
    DELETE FROM sync_conflicts WHERE kind = 'conversation' AND key = OLD.conversation_id;
END;

CREATE TRIGGER sync_question_forget AFTER DELETE ON questions BEGIN
    UPDATE sync_records SET base = NULL
    WHERE kind = 'question' AND key = OLD.questions_id AND base IS NOT NULL;
    DELETE FROM sync_conflicts WHERE kind = 'question' AND key = OLD.questions_id;
END;

-- What a person reads of a message, as the search knows it; NULL until it was read into the index.
ALTER TABLE messages ADD COLUMN words TEXT;

CREATE INDEX messages_unread ON messages (sequence) WHERE words IS NULL;

-- The end of the branch that the person chose, and the newest message there was then. What is
-- stored later is on the branch they were on, and is the present one again.
ALTER TABLE conversations ADD COLUMN leaf TEXT;

ALTER TABLE conversations ADD COLUMN leaf_at INTEGER;

CREATE INDEX conversations_by_use ON conversations (updated_at, sequence);

-- The index of `messages.words` by `messages.sequence`; holds no text of its own. What goes in has
-- been cut by storage/words.py.
CREATE VIRTUAL TABLE message_words USING fts5 (
    words,
    content = '',
    columnsize = 0,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co So'"
);

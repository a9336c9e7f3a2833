-- Questions of all conversations are listed by when they ended, some at a time.

CREATE INDEX questions_by_end ON questions (settled_at, sequence) WHERE settled_at IS NOT NULL;

-- Timers, alarms and reminders. Moments are UTC; `zone` is the one that `time_of_day` counts in.
CREATE TABLE timers (
    sequence      INTEGER PRIMARY KEY,
    timer_id      TEXT NOT NULL UNIQUE,
    kind          TEXT NOT NULL CHECK (kind IN ('timer', 'alarm', 'reminder')),
    label         TEXT NOT NULL,
    due_at        TEXT NOT NULL,
    zone          TEXT NOT NULL,
    length_s      REAL,
    time_of_day   TEXT,
    days          TEXT NOT NULL,
    snoozed_until TEXT,
    ringing_since TEXT,
    is_missed     INTEGER NOT NULL
) STRICT;

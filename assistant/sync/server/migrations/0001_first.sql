-- Records, devices and leases of the user's devices.
--
-- Every call of a device is one function, so that it is one transaction and one round trip, and a
-- connection that breaks leaves nothing half done.

CREATE TABLE parley.counter (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    newest bigint NOT NULL  -- the place of the newest change
);
INSERT INTO parley.counter (newest) VALUES (0);

CREATE TABLE parley.records (
    kind text NOT NULL,
    key text NOT NULL,
    version bigint NOT NULL,
    change bigint NOT NULL UNIQUE,
    device_id text NOT NULL,
    body bytea,  -- JSON, which may hold characters that PostgreSQL's text may not; NULL: deleted
    written_at timestamptz NOT NULL,
    PRIMARY KEY (kind, key)
);

CREATE TABLE parley.devices (
    device_id text PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    platform text NOT NULL,
    added_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    is_removed boolean NOT NULL DEFAULT false
);

CREATE TABLE parley.leases (
    name text PRIMARY KEY,
    device_id text NOT NULL,
    token bigint NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE TABLE parley.effects (
    effect text PRIMARY KEY,
    device_id text NOT NULL,
    lease text NOT NULL,
    token bigint NOT NULL,
    begun_at timestamptz NOT NULL
);

CREATE TABLE parley.claims (
    name text PRIMARY KEY,
    device_id text NOT NULL,
    claimed_at timestamptz NOT NULL
);

CREATE FUNCTION parley.now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp()';

-- Refuses a device that was removed (PY001) or never registered (PY002).
CREATE FUNCTION parley.check_device(caller text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    was_removed boolean;
BEGIN
    SELECT d.is_removed INTO was_removed FROM parley.devices d WHERE d.device_id = caller;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'device not registered' USING ERRCODE = 'PY002';
    ELSIF was_removed THEN
        RAISE EXCEPTION 'device removed' USING ERRCODE = 'PY001';
    END IF;
END $$;

CREATE FUNCTION parley.register(caller text, called text, runs_on text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    moment timestamptz := parley.now();
BEGIN
    INSERT INTO parley.devices AS d (device_id, name, platform, added_at, seen_at)
    VALUES (caller, called, runs_on, moment, moment)
    ON CONFLICT (device_id) DO UPDATE
        SET name = called, platform = runs_on, seen_at = moment WHERE NOT d.is_removed;
    PERFORM parley.check_device(caller);
END $$;

CREATE FUNCTION parley.list_devices(caller text) RETURNS SETOF parley.devices
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parley.check_device(caller);
    RETURN QUERY SELECT * FROM parley.devices d ORDER BY d.number;
END $$;

-- The lock on the counter makes the changes visible in their order, and lets no device that is
-- being removed write after it was.
CREATE FUNCTION parley.remove_device(caller text, removed text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM parley.counter FOR UPDATE;
    PERFORM parley.check_device(caller);
    UPDATE parley.devices d SET is_removed = true WHERE d.device_id = removed;
    UPDATE parley.leases l SET expires_at = parley.now()
    WHERE l.device_id = removed AND l.expires_at > parley.now();
    PERFORM pg_notify('parley', caller);
END $$;

CREATE TYPE parley.push_result AS (
    is_accepted boolean,
    version bigint,
    -- What is there instead of a record that was refused.
    change bigint,
    device_id text,
    body bytea,
    written_at timestamptz
);

-- Returns a row for each record, in their order.
CREATE FUNCTION parley.push(caller text, kinds text[], keys text[], bases bigint[], bodies bytea[])
RETURNS SETOF parley.push_result LANGUAGE plpgsql AS $$
DECLARE
    before bigint;
    latest bigint;
    sent record;
    stored parley.records;
    outcome parley.push_result;
    moment timestamptz;
BEGIN
    SELECT c.newest INTO before FROM parley.counter c FOR UPDATE;
    PERFORM parley.check_device(caller);
    latest := before;
    moment := parley.now();
    FOR sent IN
        SELECT * FROM unnest(kinds, keys, bases, bodies)
        WITH ORDINALITY AS s (kind, key, base, body, place) ORDER BY s.place
    LOOP
        SELECT * INTO stored FROM parley.records r WHERE r.kind = sent.kind AND r.key = sent.key;
        IF NOT FOUND OR (
            stored.body IS NOT NULL
            AND stored.body IS DISTINCT FROM sent.body
            AND stored.version = sent.base
        ) THEN
            latest := latest + 1;
            INSERT INTO parley.records (kind, key, version, change, device_id, body, written_at)
            VALUES (sent.kind, sent.key, sent.base + 1, latest, caller, sent.body, moment)
            ON CONFLICT (kind, key) DO UPDATE SET
                version = excluded.version, change = excluded.change,
                device_id = excluded.device_id, body = excluded.body,
                written_at = excluded.written_at;
            outcome := ROW(true, sent.base + 1, NULL, NULL, NULL, NULL)::parley.push_result;
        ELSIF stored.body IS NOT DISTINCT FROM sent.body THEN
            outcome := ROW(true, stored.version, NULL, NULL, NULL, NULL)::parley.push_result;
        ELSE
            outcome := ROW(false, stored.version, stored.change, stored.device_id,
                stored.body, stored.written_at)::parley.push_result;
        END IF;
        RETURN NEXT outcome;
    END LOOP;
    IF latest > before THEN
        UPDATE parley.counter c SET newest = latest;
        PERFORM pg_notify('parley', caller);
    END IF;
END $$;

CREATE FUNCTION parley.changes(caller text, place bigint, most integer)
RETURNS SETOF parley.records LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parley.check_device(caller);
    RETURN QUERY
        SELECT * FROM parley.records r WHERE r.change > place ORDER BY r.change LIMIT most;
END $$;

CREATE FUNCTION parley.acquire(caller text, wanted text, life interval)
RETURNS SETOF parley.leases LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parley.check_device(caller);
    RETURN QUERY
        INSERT INTO parley.leases AS l (name, device_id, token, expires_at)
        VALUES (wanted, caller, 1, parley.now() + life)
        ON CONFLICT (name) DO UPDATE SET
            device_id = caller,
            token = CASE WHEN l.expires_at > parley.now() THEN l.token ELSE l.token + 1 END,
            expires_at = parley.now() + life
        WHERE l.device_id = caller OR l.expires_at <= parley.now()
        RETURNING l.*;
END $$;

CREATE FUNCTION parley.renew(caller text, held text, under bigint, life interval)
RETURNS SETOF parley.leases LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parley.check_device(caller);
    RETURN QUERY
        UPDATE parley.leases l SET expires_at = parley.now() + life
        WHERE l.name = held AND l.device_id = caller AND l.token = under
            AND l.expires_at > parley.now()
        RETURNING l.*;
END $$;

CREATE FUNCTION parley.release(caller text, held text, under bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parley.check_device(caller);
    UPDATE parley.leases l SET expires_at = parley.now()
    WHERE l.name = held AND l.device_id = caller AND l.token = under
        AND l.expires_at > parley.now();
END $$;

CREATE FUNCTION parley.holder(caller text, held text) RETURNS SETOF parley.leases
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parley.check_device(caller);
    RETURN QUERY
        SELECT * FROM parley.leases l WHERE l.name = held AND l.expires_at > parley.now();
END $$;

-- The lock on the lease keeps others from taking it over before the effect is noted.
CREATE FUNCTION parley.begin_effect(caller text, held text, under bigint, what text)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parley.check_device(caller);
    PERFORM FROM parley.leases l
    WHERE l.name = held AND l.device_id = caller AND l.token = under
        AND l.expires_at > parley.now()
    FOR SHARE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO parley.effects (effect, device_id, lease, token, begun_at)
    VALUES (what, caller, held, under, parley.now()) ON CONFLICT DO NOTHING;
    RETURN (SELECT e.device_id = caller FROM parley.effects e WHERE e.effect = what);
END $$;

CREATE FUNCTION parley.claim(caller text, what text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parley.check_device(caller);
    INSERT INTO parley.claims (name, device_id, claimed_at) VALUES (what, caller, parley.now())
    ON CONFLICT DO NOTHING;
    RETURN (SELECT c.device_id = caller FROM parley.claims c WHERE c.name = what);
END $$;

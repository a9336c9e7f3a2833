-- A second notification of each push holds what was changed, if that is not much: a device that has
-- everything before it need not ask. Whoever may connect to the database may listen to any channel
-- of it, so only who may read these tables learns this one's name.

-- NULL where the server has no randomness for a secret name: before PostgreSQL 13. Then nothing is
-- announced.
ALTER TABLE parley.counter ADD COLUMN channel text;

DO $$ BEGIN
    IF current_setting('server_version_num')::integer >= 130000 THEN
        EXECUTE 'UPDATE parley.counter SET channel = ''parley_'' || gen_random_uuid()';
    END IF;
END $$;

CREATE FUNCTION parley.listen() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    secret text := (SELECT c.channel FROM parley.counter c);
BEGIN
    LISTEN parley;
    IF secret IS NOT NULL THEN
        EXECUTE format('LISTEN %I', secret);
    END IF;
END $$;

-- A notification takes less than 8,000 bytes, of which a base64 of n bytes has four thirds.
CREATE FUNCTION parley.announce() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    told text;
BEGIN
    IF (SELECT coalesce(sum(octet_length(r.body)), 0) < 6000
        FROM parley.records r WHERE r.change > OLD.newest)
    THEN
        SELECT json_build_object('after', OLD.newest, 'records', json_agg(
            json_build_array(
                r.kind, r.key, r.version, r.change, r.device_id, encode(r.body, 'base64'),
                (extract(epoch FROM r.written_at) * 1000000)::bigint
            ) ORDER BY r.change
        )) INTO told FROM parley.records r WHERE r.change > OLD.newest;
        IF octet_length(told) < 8000 THEN
            PERFORM pg_notify(NEW.channel, told);
        END IF;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER announce AFTER UPDATE OF newest ON parley.counter FOR EACH ROW
WHEN (NEW.channel IS NOT NULL AND NEW.newest BETWEEN OLD.newest + 1 AND OLD.newest + 32)
EXECUTE FUNCTION parley.announce();

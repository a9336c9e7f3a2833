-- A database can be encrypted while devices use it. From then on it is another generation: a
-- connection that began in the one before is refused (PY003), so that nothing readable comes any
-- more; its device connects anew and finds that it needs the passphrase.
ALTER TABLE parley.counter ADD COLUMN generation bigint NOT NULL DEFAULT 1;

DROP FUNCTION parley.listen();

-- Begins what a connection hears, and returns the generation in which it does.
CREATE FUNCTION parley.listen() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    secret text;
    present bigint;
BEGIN
    SELECT c.channel, c.generation INTO secret, present FROM parley.counter c;
    LISTEN parley;
    IF secret IS NOT NULL THEN
        EXECUTE format('LISTEN %I', secret);
    END IF;
    PERFORM set_config('parley.generation', present::text, false);
    RETURN present;
END $$;

CREATE FUNCTION parley.check_generation() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT c.generation::text FROM parley.counter c)
        <> coalesce(nullif(current_setting('parley.generation', true), ''), '1')
    THEN
        RAISE EXCEPTION 'encrypted meanwhile' USING ERRCODE = 'PY003';
    END IF;
END $$;

CREATE OR REPLACE FUNCTION parley.check_device(caller text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    was_removed boolean;
BEGIN
    PERFORM parley.check_generation();
    SELECT d.is_removed INTO was_removed FROM parley.devices d WHERE d.device_id = caller;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'device not registered' USING ERRCODE = 'PY002';
    ELSIF was_removed THEN
        RAISE EXCEPTION 'device removed' USING ERRCODE = 'PY001';
    END IF;
END $$;

-- What is not written under the lock of the counter is looked at once more when the table is free.
CREATE FUNCTION parley.check_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parley.check_generation();
    RETURN NEW;
END $$;

CREATE TRIGGER check_writer BEFORE INSERT OR UPDATE ON parley.devices
FOR EACH ROW EXECUTE FUNCTION parley.check_writer();

CREATE TRIGGER check_writer BEFORE INSERT ON parley.effects
FOR EACH ROW EXECUTE FUNCTION parley.check_writer();

CREATE TRIGGER check_writer BEFORE INSERT ON parley.claims
FOR EACH ROW EXECUTE FUNCTION parley.check_writer();

-- Undoing what was done to many records at once (server/platform/batches.ts).

-- Records one row under the batch that the transaction has opened. The trigger says what the primary key is and which
-- columns are generated.
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_key text[] := TG_ARGV[0]::text[];
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - TG_ARGV[1]::text[] END;
  became jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - TG_ARGV[1]::text[] END;
  this jsonb := coalesce(became, was);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, became -> o.key) INTO was, became
      FROM jsonb_each(was) o WHERE became -> o.key IS DISTINCT FROM o.value;
    IF was IS NULL THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO batch_changes (batch_id, table_name, act, key, before, after)
    VALUES (current_setting('lantern.batch')::uuid, TG_TABLE_NAME, lower(TG_OP),
      (SELECT jsonb_object_agg(k, this -> k) FROM unnest(is_key) k), was, became);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Puts the trigger on every table that has none yet, but for technical ones and those that hold secrets. Runs after
-- each migration.
CREATE FUNCTION record_batches() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  each record;
BEGIN
  FOR each IN
    SELECT c.relname AS name,
        (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey)) AS keys,
        coalesce((SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attgenerated <> ''), '{}') AS made
      FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
        AND c.relname NOT IN ('migrations', 'operations', 'audit_entries', 'mails', 'batches', 'batch_changes',
          'accounts', 'sign_ins', 'action_codes', 'attempts', 'signing_keys', 'set_up_codes')
        AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'record_batch')
  LOOP
    EXECUTE format(
      'CREATE TRIGGER record_batch AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW
         WHEN (current_setting(''lantern.batch'', true) <> '''') EXECUTE FUNCTION record_change(%L, %L)',
      each.name, each.keys, each.made);
  END LOOP;
END $$;
--> statement-breakpoint
-- Takes back the rows of a batch, the last first. A row that is not as the batch left it ends it with 55000; one that
-- others build on, or whose place is taken, with the database's own 23503 or 23505.
CREATE FUNCTION undo_batch(undone uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  change batch_changes;
  is_row text;
  as_left constant text := 'NOT EXISTS (SELECT FROM jsonb_each($2) a WHERE to_jsonb(t) -> a.key IS DISTINCT FROM a.value)';
  columns text;
  found integer;
BEGIN
  FOR change IN SELECT * FROM batch_changes WHERE batch_id = undone ORDER BY seq DESC LOOP
    SELECT string_agg(format('t.%I = (jsonb_populate_record(NULL::%I, $1)).%I', k, change.table_name, k), ' AND ')
      INTO is_row FROM jsonb_object_keys(change.key) k;
    SELECT string_agg(quote_ident(k), ', ') INTO columns FROM jsonb_object_keys(change.before) k;
    IF change.act = 'insert' THEN
      EXECUTE format('DELETE FROM %I t WHERE %s AND %s', change.table_name, is_row, as_left)
        USING change.key, change.after;
    ELSIF change.act = 'update' THEN
      EXECUTE format('UPDATE %1$I t SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(NULL::%1$I, $3)) WHERE %3$s AND %4$s',
        change.table_name, columns, is_row, as_left)
        USING change.key, change.after, change.before;
    ELSE
      EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %2$s FROM jsonb_populate_record(NULL::%1$I, $1)',
        change.table_name, columns)
        USING change.before;
    END IF;
    GET DIAGNOSTICS found = ROW_COUNT;
    IF found <> 1 THEN
      RAISE EXCEPTION 'a row of % was changed since', change.table_name USING ERRCODE = '55000';
    END IF;
  END LOOP;
END $$;

-- Who calls is kept in memory for a moment (server/access/identity/callers.ts). Whatever changes who that is says so,
-- by a call or by hand: to all processes once it is committed, and at once to the connection that wrote it.
-- The first argument is the column that leads to the account, the second what that column names.
CREATE FUNCTION tell_caller() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  version jsonb;
  who uuid;
BEGIN
  FOREACH version IN ARRAY ARRAY[to_jsonb(OLD), to_jsonb(NEW)] LOOP
    who := (version ->> TG_ARGV[0])::uuid;
    IF TG_ARGV[1] = 'person' THEN
      EXECUTE format('SELECT account_id FROM %I.persons WHERE id = $1', TG_TABLE_SCHEMA) INTO who USING who;
    ELSIF TG_ARGV[1] = 'student' THEN
      EXECUTE format('SELECT account_id FROM %I.badges WHERE student_id = $1', TG_TABLE_SCHEMA) INTO who USING who;
    END IF;
    IF who IS NOT NULL THEN
      PERFORM pg_notify('lantern_live', json_build_object('schema', TG_TABLE_SCHEMA, 'caller', who)::text);
      RAISE NOTICE USING ERRCODE = 'LN001', MESSAGE = who::text;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_callers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lantern_live', json_build_object('schema', TG_TABLE_SCHEMA, 'caller', '*')::text);
  RAISE NOTICE USING ERRCODE = 'LN001', MESSAGE = '*';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_changed AFTER UPDATE ON accounts FOR EACH ROW
  WHEN ((OLD.email, OLD.is_verified, OLD.display_name, OLD.is_disabled, OLD.language)
    IS DISTINCT FROM (NEW.email, NEW.is_verified, NEW.display_name, NEW.is_disabled, NEW.language)) EXECUTE FUNCTION tell_caller('id');
--> statement-breakpoint
CREATE TRIGGER tell_removed AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION tell_caller('id');
--> statement-breakpoint
-- A sign-in that only goes on is used anew every quarter of an hour, and stays whose it is.
CREATE TRIGGER tell_changed AFTER UPDATE ON sign_ins FOR EACH ROW
  WHEN (NEW.expires_at < OLD.expires_at OR (OLD.account_id, OLD.provider, OLD.auth_time, OLD.cookie_hash, OLD.cookie_expires_at, OLD.revoked_at)
    IS DISTINCT FROM (NEW.account_id, NEW.provider, NEW.auth_time, NEW.cookie_hash, NEW.cookie_expires_at, NEW.revoked_at)) EXECUTE FUNCTION tell_caller('account_id');
--> statement-breakpoint
CREATE TRIGGER tell_removed AFTER DELETE ON sign_ins FOR EACH ROW WHEN (OLD.revoked_at IS NULL) EXECUTE FUNCTION tell_caller('account_id');
--> statement-breakpoint
CREATE TRIGGER tell_added AFTER INSERT ON persons FOR EACH ROW WHEN (NEW.account_id IS NOT NULL) EXECUTE FUNCTION tell_caller('account_id');
--> statement-breakpoint
CREATE TRIGGER tell_changed AFTER UPDATE ON persons FOR EACH ROW
  WHEN ((OLD.account_id, OLD.name) IS DISTINCT FROM (NEW.account_id, NEW.name)) EXECUTE FUNCTION tell_caller('account_id');
--> statement-breakpoint
-- A student who signs in by a badge has no account of their own beside it.
CREATE TRIGGER tell_renamed AFTER UPDATE ON persons FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name AND NEW.account_id IS NULL) EXECUTE FUNCTION tell_caller('id', 'student');
--> statement-breakpoint
CREATE TRIGGER tell_removed AFTER DELETE ON persons FOR EACH ROW WHEN (OLD.account_id IS NOT NULL) EXECUTE FUNCTION tell_caller('account_id');
--> statement-breakpoint
CREATE TRIGGER tell_all AFTER INSERT OR UPDATE OR DELETE ON role_grants FOR EACH ROW EXECUTE FUNCTION tell_caller('person_id', 'person');
--> statement-breakpoint
CREATE TRIGGER tell_all AFTER INSERT OR UPDATE OR DELETE ON badges FOR EACH ROW EXECUTE FUNCTION tell_caller('account_id');
--> statement-breakpoint
CREATE TRIGGER tell_changed AFTER UPDATE ON students FOR EACH ROW
  WHEN (OLD.archived_at IS DISTINCT FROM NEW.archived_at) EXECUTE FUNCTION tell_caller('id', 'student');
--> statement-breakpoint
CREATE TRIGGER tell_all AFTER INSERT OR UPDATE OR DELETE ON second_factors FOR EACH ROW EXECUTE FUNCTION tell_caller('account_id');
--> statement-breakpoint
-- Whether staff need a second factor.
CREATE TRIGGER tell_all AFTER INSERT OR UPDATE OR DELETE ON setting_versions FOR EACH ROW EXECUTE FUNCTION tell_callers();

-- What is written for good: money, what was marked and graded, what was signed, and the record of changes. Whatever
-- is wrong is corrected by a row more. Records that are merged still move to another family, a payment changes its
-- status, and an address is forgotten: those are other columns.

-- Only undoing a batch takes such rows back (server/platform/batches.ts).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' AND current_setting('lantern.undoing', true) = 'on' THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION '% keeps its rows as they were written', TG_TABLE_NAME USING ERRCODE = '23000';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON charges FOR EACH ROW
  WHEN ((OLD.amount_cents, OLD.kind, OLD.on_day, OLD.due_on, OLD.created_at)
    IS DISTINCT FROM (NEW.amount_cents, NEW.kind, NEW.on_day, NEW.due_on, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON charges FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON charges EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON discounts FOR EACH ROW
  WHEN ((OLD.charge_id, OLD.rule, OLD.amount_cents, OLD.created_at)
    IS DISTINCT FROM (NEW.charge_id, NEW.rule, NEW.amount_cents, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON discounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON discounts EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON charge_reversals FOR EACH ROW
  WHEN ((OLD.charge_id, OLD.reason, OLD.on_day, OLD.created_at)
    IS DISTINCT FROM (NEW.charge_id, NEW.reason, NEW.on_day, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON charge_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON charge_reversals EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON charge_credits FOR EACH ROW
  WHEN ((OLD.charge_id, OLD.amount_cents, OLD.on_day, OLD.created_at)
    IS DISTINCT FROM (NEW.charge_id, NEW.amount_cents, NEW.on_day, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON charge_credits FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON charge_credits EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON charge_runs FOR EACH ROW
  WHEN ((OLD.kind, OLD.amount_cents, OLD.due_on, OLD.created_at)
    IS DISTINCT FROM (NEW.kind, NEW.amount_cents, NEW.due_on, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON charge_runs FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON charge_runs EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON invoices FOR EACH ROW
  WHEN ((OLD.number, OLD.lines, OLD.total_cents, OLD.issued_on, OLD.due_on, OLD.created_at)
    IS DISTINCT FROM (NEW.number, NEW.lines, NEW.total_cents, NEW.issued_on, NEW.due_on, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON invoices EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.number, OLD.method, OLD.amount_cents, OLD.received_on, OLD.created_at)
    IS DISTINCT FROM (NEW.number, NEW.method, NEW.amount_cents, NEW.received_on, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON payments EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON payment_reversals FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.reason, OLD.on_day, OLD.created_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.reason, NEW.on_day, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON payment_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON payment_reversals EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON allocations FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.charge_id, OLD.amount_cents, OLD.created_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.charge_id, NEW.amount_cents, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON allocations FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON allocations EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.amount_cents, OLD.created_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.amount_cents, NEW.created_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON refunds EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON attendance_revisions FOR EACH ROW
  WHEN ((OLD.code, OLD.note, OLD.recorded_at)
    IS DISTINCT FROM (NEW.code, NEW.note, NEW.recorded_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON attendance_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON attendance_revisions EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON grade_revisions FOR EACH ROW
  WHEN ((OLD.points, OLD.is_excused, OLD.note, OLD.status, OLD.reason, OLD.changed_at)
    IS DISTINCT FROM (NEW.points, NEW.is_excused, NEW.note, NEW.status, NEW.reason, NEW.changed_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON grade_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON grade_revisions EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON policy_versions FOR EACH ROW
  WHEN ((OLD.kind, OLD.number, OLD.text, OLD.native_text, OLD.published_at)
    IS DISTINCT FROM (NEW.kind, NEW.number, NEW.text, NEW.native_text, NEW.published_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON policy_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON policy_versions EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON consents FOR EACH ROW
  WHEN ((OLD.kind, OLD.level, OLD.version, OLD.signed_name, OLD.signed_at)
    IS DISTINCT FROM (NEW.kind, NEW.level, NEW.version, NEW.signed_name, NEW.signed_at)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON consents EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON audit_entries FOR EACH ROW
  WHEN ((OLD.at, OLD.actor, OLD.action, OLD.input, OLD.outcome)
    IS DISTINCT FROM (NEW.at, NEW.actor, NEW.action, NEW.input, NEW.outcome)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON audit_entries EXECUTE FUNCTION refuse_change();

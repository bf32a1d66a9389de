ALTER TABLE "payment_reversals" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure_cause" text;--> statement-breakpoint
-- What English sentences said until now becomes a cause. Reversals keep their sentences as written; a failed refund
-- keeps only the card provider's own words.
UPDATE "payment_reversals" SET "cause" = 'disputed' WHERE "reason" LIKE 'Objection of the card’s holder: %';--> statement-breakpoint
UPDATE "refunds" SET "failure_cause" = 'disputed', "failure" = substr("failure", length('Objection of the card’s holder: ') + 1)
WHERE "failure" LIKE 'Objection of the card’s holder: %';--> statement-breakpoint
UPDATE "refunds" SET "failure_cause" = 'refund-returned', "failure" = substr("failure", length('The bank did not take it: ') + 1)
WHERE "failure" LIKE 'The bank did not take it: %';--> statement-breakpoint
UPDATE "refunds" SET "failure_cause" = 'cards-off', "failure" = ''
WHERE "failure" = 'The school keeps no key of its account with the provider.';--> statement-breakpoint
UPDATE "refunds" SET "failure_cause" = 'refund-refused'
WHERE "failure_cause" IS NULL AND "status" = 'failed' AND "method" = 'card' AND "moved_by" IS NULL;--> statement-breakpoint
DROP TRIGGER keep_written ON charge_reversals;--> statement-breakpoint
UPDATE "charge_reversals" SET "cause" = 'refund-returned'
WHERE "cause" IS NULL AND "reason" LIKE 'The bank did not take it: %';--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON charge_reversals FOR EACH ROW
  WHEN ((OLD.charge_id, OLD.cause, OLD.reason, OLD.on_day, OLD.created_at)
    IS DISTINCT FROM (NEW.charge_id, NEW.cause, NEW.reason, NEW.on_day, NEW.created_at)) EXECUTE FUNCTION refuse_change();--> statement-breakpoint
DROP TRIGGER keep_written ON payment_reversals;--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON payment_reversals FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.cause, OLD.reason, OLD.on_day, OLD.created_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.cause, NEW.reason, NEW.on_day, NEW.created_at)) EXECUTE FUNCTION refuse_change();

CREATE TABLE "household_balances" (
	"household_id" uuid PRIMARY KEY NOT NULL,
	"charged_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"returning_cents" bigint NOT NULL,
	"due_on" date,
	"current_cents" bigint NOT NULL,
	"days30_cents" bigint NOT NULL,
	"days60_cents" bigint NOT NULL,
	"older_cents" bigint NOT NULL,
	"as_of" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stale_balances" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stale_balances_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"household_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "household_balances" ADD CONSTRAINT "household_balances_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "household_balances_as_of" ON "household_balances" USING btree ("as_of") WHERE due_on is not null;--> statement-breakpoint
CREATE INDEX "stale_balances_household" ON "stale_balances" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "charges_on_day" ON "charges" USING btree ("on_day") WHERE invoice_id is null;
--> statement-breakpoint
-- Whatever a household's balance is added up from marks it as out of date, in the same transaction, whether it is
-- written by a call, a batch being undone, or by hand. The argument is what leads to the household.
CREATE FUNCTION mark_stale_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF TG_ARGV[0] = 'household' THEN
      INSERT INTO stale_balances (household_id) VALUES (OLD.household_id);
    ELSE
      INSERT INTO stale_balances (household_id) SELECT household_id FROM charges WHERE id = OLD.charge_id;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF TG_ARGV[0] = 'household' THEN
      INSERT INTO stale_balances (household_id) VALUES (NEW.household_id);
    ELSE
      INSERT INTO stale_balances (household_id) SELECT household_id FROM charges WHERE id = NEW.charge_id;
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mark_stale AFTER INSERT OR UPDATE OR DELETE ON charges FOR EACH ROW EXECUTE FUNCTION mark_stale_balance('household');
--> statement-breakpoint
CREATE TRIGGER mark_stale AFTER INSERT OR UPDATE OR DELETE ON payments FOR EACH ROW EXECUTE FUNCTION mark_stale_balance('household');
--> statement-breakpoint
CREATE TRIGGER mark_stale AFTER INSERT OR UPDATE OR DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION mark_stale_balance('household');
--> statement-breakpoint
CREATE TRIGGER mark_stale AFTER INSERT OR UPDATE OR DELETE ON discounts FOR EACH ROW EXECUTE FUNCTION mark_stale_balance('charge');
--> statement-breakpoint
CREATE TRIGGER mark_stale AFTER INSERT OR UPDATE OR DELETE ON charge_credits FOR EACH ROW EXECUTE FUNCTION mark_stale_balance('charge');
--> statement-breakpoint
CREATE TRIGGER mark_stale AFTER INSERT OR UPDATE OR DELETE ON charge_reversals FOR EACH ROW EXECUTE FUNCTION mark_stale_balance('charge');
--> statement-breakpoint
CREATE TRIGGER mark_stale AFTER INSERT OR UPDATE OR DELETE ON allocations FOR EACH ROW EXECUTE FUNCTION mark_stale_balance('charge');
--> statement-breakpoint
INSERT INTO "stale_balances" ("household_id") SELECT "household_id" FROM "charges" UNION SELECT "household_id" FROM "payments" UNION SELECT "household_id" FROM "refunds";

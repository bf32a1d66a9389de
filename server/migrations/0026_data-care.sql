CREATE TABLE "job_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"error" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"n" integer PRIMARY KEY NOT NULL,
	"entries" integer NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "told_exports" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "record_faults" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"target_id" uuid NOT NULL,
	"name" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "seal" integer;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "digest" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sending_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "sha256" text GENERATED ALWAYS AS (encode(sha256(bytes), 'hex')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "rules" jsonb;--> statement-breakpoint
CREATE INDEX "job_failures_failed_at" ON "job_failures" USING btree ("failed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_open" ON "audit_entries" USING btree ("at") WHERE seal is null;--> statement-breakpoint
CREATE INDEX "audit_entries_seal" ON "audit_entries" USING btree ("seal");--> statement-breakpoint
CREATE INDEX "mails_sending" ON "mails" USING btree ("sending_id") WHERE sending_id is not null;
--> statement-breakpoint
-- Erasing a family takes what is personal out of rows that are otherwise kept as they were written; sums, days and
-- numbers stay (server/people/parents/erasingQueries.ts).
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  personal text[];
BEGIN
  IF TG_OP <> 'TRUNCATE' AND current_setting('lantern.undoing', true) = 'on' THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('lantern.erasing', true) = 'on' THEN
    personal := CASE TG_TABLE_NAME WHEN 'audit_entries' THEN '{input,actor,erased_at}' WHEN 'consents' THEN '{signed_name}'
      WHEN 'invoices' THEN '{lines}' WHEN 'grade_revisions' THEN '{note,reason}' WHEN 'attendance_revisions' THEN '{note}' END;
    IF personal IS NOT NULL AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% keeps its rows as they were written', TG_TABLE_NAME USING ERRCODE = '23000';
END $$;
--> statement-breakpoint
-- The trail belongs to its seal: nobody takes an entry out of one that covers it, or writes its digest anew.
CREATE TRIGGER keep_seal BEFORE UPDATE ON audit_entries FOR EACH ROW
  WHEN (OLD.seal IS NOT NULL AND (OLD.seal, OLD.digest, OLD.id, OLD.account_id, OLD.person_id, OLD.about)
    IS DISTINCT FROM (NEW.seal, NEW.digest, NEW.id, NEW.account_id, NEW.person_id, NEW.about)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_rows BEFORE DELETE ON audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_all BEFORE TRUNCATE ON audit_seals EXECUTE FUNCTION refuse_change();

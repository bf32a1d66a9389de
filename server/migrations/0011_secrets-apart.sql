CREATE TABLE "claim_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"claim_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"code_hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claim_codes" ADD CONSTRAINT "claim_codes_claim_id_family_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."family_claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_codes" ADD CONSTRAINT "claim_codes_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_codes_claim" ON "claim_codes" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "claim_codes_person" ON "claim_codes" USING btree ("person_id");--> statement-breakpoint
INSERT INTO "claim_codes" ("id", "claim_id", "person_id", "code_hash")
	SELECT gen_random_uuid(), k."id", p."id", c ->> 'hash' FROM "family_claims" k
	CROSS JOIN LATERAL jsonb_array_elements(k."codes") c JOIN "persons" p ON p."id" = (c ->> 'personId')::uuid;--> statement-breakpoint
ALTER TABLE "family_claims" DROP COLUMN "codes";--> statement-breakpoint
-- Copies of secrets that batches of the last day hold.
DELETE FROM "batch_changes" WHERE "table_name" IN ('known_devices', 'second_factors', 'recovery_codes', 'passkeys', 'spent_secrets',
	'sign_in_links', 'provider_links', 'provider_arrivals', 'oneroster_clients', 'oneroster_tokens');--> statement-breakpoint
DELETE FROM "batch_changes" WHERE "act" = 'delete' AND "table_name" IN ('push_subscriptions', 'calendar_feeds', 'secrets', 'lotteries');--> statement-breakpoint
UPDATE "batch_changes" SET "before" = "before" - array['endpoint', 'p256dh', 'secret', 'token_hash', 'sealed', 'ending', 'codes'],
	"after" = "after" - array['endpoint', 'p256dh', 'secret', 'token_hash', 'sealed', 'ending', 'codes']
	WHERE "table_name" IN ('push_subscriptions', 'calendar_feeds', 'secrets', 'lotteries', 'family_claims');--> statement-breakpoint
DELETE FROM "batch_changes" WHERE "act" = 'update' AND "before" = '{}';--> statement-breakpoint
DROP FUNCTION record_batches();--> statement-breakpoint
-- Puts the trigger on every table that takes part in batches and takes it off the others, as the tables declare it
-- (`unrecorded` in server/platform/tables.ts): "all", or the columns that are left out. Where some are, the removal of a
-- row is not recorded, since it could not be brought back whole. Runs at each start and changes only what differs.
CREATE FUNCTION record_batches(left_out jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  each record;
BEGIN
  FOR each IN
    SELECT f.* FROM (
      SELECT c.oid, c.relname::text AS name, coalesce(left_out -> c.relname::text = '"all"', false) AS is_apart,
          NOT left_out ? c.relname::text AS is_whole,
          (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
            WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey))::text AS keys,
          coalesce((SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
            AND (a.attgenerated <> '' OR coalesce(left_out -> c.relname::text ? a.attname::text, false))), '{}')::text AS without
        FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r') f
      LEFT JOIN pg_trigger t ON t.tgrelid = f.oid AND t.tgname = 'record_batch'
      -- Each argument of a trigger ends with a zero byte; 8 is the bit of DELETE.
      WHERE CASE WHEN t.oid IS NULL THEN NOT f.is_apart ELSE f.is_apart
        OR t.tgargs <> convert_to(f.keys, 'UTF8') || '\x00'::bytea || convert_to(f.without, 'UTF8') || '\x00'::bytea
        OR (t.tgtype & 8 <> 0) <> f.is_whole END
  LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS record_batch ON %I', each.name);
    CONTINUE WHEN each.is_apart;
    EXECUTE format(
      'CREATE TRIGGER record_batch AFTER INSERT OR UPDATE %s ON %I FOR EACH ROW
         WHEN (current_setting(''lantern.batch'', true) <> '''') EXECUTE FUNCTION record_change(%L, %L)',
      CASE WHEN each.is_whole THEN 'OR DELETE' ELSE '' END, each.name, each.keys, each.without);
  END LOOP;
END $$;

ALTER TABLE "meetings" ADD COLUMN "present_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "absent_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "meetings" m SET "present_count" = n.present, "absent_count" = n.absent
FROM (SELECT "meeting_id", count(*) FILTER (WHERE "is_present") AS present, count(*) FILTER (WHERE NOT "is_present") AS absent FROM "attendance" GROUP BY "meeting_id") n
WHERE m."id" = n."meeting_id";

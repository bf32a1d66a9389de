ALTER TABLE "charge_reversals" ALTER COLUMN "reason" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "charge_reversals" ADD COLUMN "cause" text;--> statement-breakpoint
-- What was said in English sentences until now is known by its cause; the sentences stay as they were written.
UPDATE "charge_reversals" v SET "cause" = x.cause
FROM (
  SELECT v."charge_id", CASE
    WHEN v."reason" = 'Left ' || s."name" THEN CASE e."status" WHEN 'transferred' THEN 'transferred' ELSE 'left' END
    WHEN v."reason" = 'Takes part in ' || s."name" || ' in another way' THEN 'retyped'
    WHEN v."reason" LIKE '% does not take place: %' THEN 'class-canceled'
    WHEN v."reason" = 'Not approved' THEN 'declined'
    WHEN v."reason" = 'The trial became an enrolment' THEN 'enrolled'
    WHEN v."reason" = 'The lesson was called off' THEN 'lesson-canceled'
    WHEN v."reason" = 'The visit was cancelled' THEN 'visit-canceled'
  END AS cause
  FROM "charge_reversals" v JOIN "charges" c ON c."id" = v."charge_id"
    LEFT JOIN "enrolments" e ON e."id" = c."enrolment_id" LEFT JOIN "sections" s ON s."id" = e."section_id"
) x WHERE x."charge_id" = v."charge_id" AND x.cause IS NOT NULL;--> statement-breakpoint
DROP TRIGGER keep_written ON charge_reversals;--> statement-breakpoint
CREATE TRIGGER keep_written BEFORE UPDATE ON charge_reversals FOR EACH ROW
  WHEN ((OLD.charge_id, OLD.cause, OLD.reason, OLD.on_day, OLD.created_at)
    IS DISTINCT FROM (NEW.charge_id, NEW.cause, NEW.reason, NEW.on_day, NEW.created_at)) EXECUTE FUNCTION refuse_change();

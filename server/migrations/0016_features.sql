-- A new school starts with no rule that nobody chose; one that is there keeps those that have held so far.
INSERT INTO "setting_versions" ("id", "kind", "value", "created_at")
SELECT gen_random_uuid(), held.kind, held.value::jsonb, school.created_at
FROM "school" school, (VALUES
	('pricing', '{"registrationFeeCents":0,"siblingPercent":10,"siblingProgrammeIds":[],"staffPercent":0,"classesPercent":0,"seniorFromAge":null,"seniorPercent":0,"prorations":[],"prorationBy":"weeks","earlyPercent":0,"order":["early","staff","senior","sibling","classes","scholarship","promo"],"stacking":"all","dueDays":14}'),
	('refunds', '{"tiers":[{"until":"days","number":1,"percent":100}],"processingFeeCents":0,"refundsBooks":true,"byFamilies":"tiers","transfers":"unused","transferFeeCents":0}'),
	('retention', '{"drafts":180,"mails":365,"addresses":365,"signIns":90,"operations":30}')
) AS held(kind, value)
WHERE NOT EXISTS (SELECT 1 FROM "setting_versions" v WHERE v.kind = held.kind);--> statement-breakpoint
-- What a school uses already stays on.
INSERT INTO "setting_versions" ("id", "kind", "value", "created_at")
SELECT gen_random_uuid(), 'features', jsonb_build_object('on', coalesce(jsonb_agg(used.feature), '[]')), now()
FROM (VALUES
	('trials', EXISTS (SELECT 1 FROM "visits") OR EXISTS (SELECT 1 FROM "sections" WHERE trial_cents IS NOT NULL OR day_cents IS NOT NULL)),
	('auditing', EXISTS (SELECT 1 FROM "enrolments" WHERE type = 'audit') OR EXISTS (SELECT 1 FROM "sections" WHERE audit_cents IS NOT NULL)),
	('windows', EXISTS (SELECT 1 FROM "registration_windows")),
	('lotteries', EXISTS (SELECT 1 FROM "lotteries")),
	('promoCodes', EXISTS (SELECT 1 FROM "promo_codes")),
	('oneroster', EXISTS (SELECT 1 FROM "oneroster_clients") OR EXISTS (SELECT 1 FROM "oneroster_ids"))
) AS used(feature, is_used)
WHERE used.is_used AND EXISTS (SELECT 1 FROM "school")
HAVING count(*) > 0;

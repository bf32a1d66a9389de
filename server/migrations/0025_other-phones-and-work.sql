ALTER TABLE "persons" ADD COLUMN "other_phones" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "teachers" ADD COLUMN "work" text DEFAULT '' NOT NULL;
ALTER TABLE "household_members" ADD COLUMN "relationship" text DEFAULT 'guardian' NOT NULL;--> statement-breakpoint
ALTER TABLE "household_members" ADD COLUMN "has_data_access" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "household_members" ADD COLUMN "may_pick_up" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "teachers" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "role_grants" ADD COLUMN "area" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
CREATE INDEX "enrolments_student" ON "enrolments" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "persons_birth_on" ON "persons" USING btree ("birth_on","id");
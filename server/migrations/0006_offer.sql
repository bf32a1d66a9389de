CREATE TABLE "applications" (
	"enrolment_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"question" text DEFAULT '' NOT NULL,
	"asked_by" uuid,
	"asked_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "family_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"person_id" uuid,
	"way" text NOT NULL,
	"status" text NOT NULL,
	"child_name" text DEFAULT '' NOT NULL,
	"birth_on" date,
	"phone" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"sought_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_prerequisites" (
	"course_id" uuid NOT NULL,
	"prerequisite_id" uuid NOT NULL,
	CONSTRAINT "course_prerequisites_course_id_prerequisite_id_pk" PRIMARY KEY("course_id","prerequisite_id"),
	CONSTRAINT "course_prerequisites_other" CHECK ("course_prerequisites"."course_id" <> "course_prerequisites"."prerequisite_id")
);
--> statement-breakpoint
CREATE TABLE "placements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"on_day" date NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"asked_by" uuid,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"charge_id" uuid,
	"enrolment_id" uuid,
	"code" text,
	"is_present" boolean,
	"roll_note" text DEFAULT '' NOT NULL,
	"recorded_by" uuid,
	"recorded_at" timestamp (3) with time zone,
	CONSTRAINT "visits_price" CHECK ("visits"."price_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "prerequisite_level" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "needs_placement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "age_cutoff" text;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "audit_cents" bigint;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "trial_cents" bigint;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "trial_needs_approval" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "day_cents" bigint;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "saved_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "started_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "form_answers" ADD COLUMN "section_id" uuid;--> statement-breakpoint
ALTER TABLE "form_fields" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "form_fields" ADD COLUMN "course_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "form_fields" ADD COLUMN "section_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_asked_by_persons_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_decided_by_persons_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_claims" ADD CONSTRAINT "family_claims_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_claims" ADD CONSTRAINT "family_claims_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_claims" ADD CONSTRAINT "family_claims_answered_by_persons_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_prerequisite_id_courses_id_fk" FOREIGN KEY ("prerequisite_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_decided_by_persons_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_asked_by_persons_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_decided_by_persons_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_recorded_by_persons_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_asked_by" ON "applications" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "applications_decided_by" ON "applications" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "family_claims_account" ON "family_claims" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "family_claims_person" ON "family_claims" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "family_claims_answered_by" ON "family_claims" USING btree ("answered_by");--> statement-breakpoint
CREATE INDEX "family_claims_status" ON "family_claims" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "family_claims_waiting" ON "family_claims" USING btree ("account_id","status") WHERE status in ('sent','asked');--> statement-breakpoint
CREATE INDEX "course_prerequisites_before" ON "course_prerequisites" USING btree ("prerequisite_id");--> statement-breakpoint
CREATE INDEX "placements_student" ON "placements" USING btree ("student_id","decided_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "placements_course" ON "placements" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "placements_decided_by" ON "placements" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "placements_at" ON "placements" USING btree ("decided_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "visits_once" ON "visits" USING btree ("student_id","section_id","on_day") WHERE status in ('asked','approved','converted');--> statement-breakpoint
CREATE INDEX "visits_section" ON "visits" USING btree ("section_id","on_day");--> statement-breakpoint
CREATE INDEX "visits_student" ON "visits" USING btree ("student_id","on_day");--> statement-breakpoint
CREATE INDEX "visits_day" ON "visits" USING btree ("on_day","id");--> statement-breakpoint
CREATE INDEX "visits_waiting" ON "visits" USING btree ("asked_at") WHERE status = 'asked';--> statement-breakpoint
CREATE INDEX "visits_asked_by" ON "visits" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "visits_decided_by" ON "visits" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "visits_recorded_by" ON "visits" USING btree ("recorded_by");--> statement-breakpoint
CREATE INDEX "visits_charge" ON "visits" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "visits_enrolment" ON "visits" USING btree ("enrolment_id");--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_saved_at" ON "drafts" USING btree ("saved_at","account_id");--> statement-breakpoint
CREATE INDEX "form_answers_section" ON "form_answers" USING btree ("section_id");
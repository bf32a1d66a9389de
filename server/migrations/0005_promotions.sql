CREATE TABLE "promotion_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"section_id" uuid,
	"reason" text NOT NULL,
	"percent" double precision,
	"is_changed" boolean DEFAULT false NOT NULL,
	"place_id" uuid
);
--> statement-breakpoint
CREATE TABLE "promotion_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_term_id" uuid NOT NULL,
	"to_term_id" uuid NOT NULL,
	"step" text NOT NULL,
	"raises_grades" boolean NOT NULL,
	"pass_percent" integer,
	"status" text NOT NULL,
	"hold_until" date,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reviewed_by" uuid,
	"applied_by" uuid,
	"applied_at" timestamp (3) with time zone,
	"batch_id" uuid
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "after" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "next_course_id" uuid;--> statement-breakpoint
ALTER TABLE "promotion_lines" ADD CONSTRAINT "promotion_lines_run_id_promotion_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."promotion_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_lines" ADD CONSTRAINT "promotion_lines_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_lines" ADD CONSTRAINT "promotion_lines_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_lines" ADD CONSTRAINT "promotion_lines_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_lines" ADD CONSTRAINT "promotion_lines_place_id_enrolments_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_runs" ADD CONSTRAINT "promotion_runs_from_term_id_terms_id_fk" FOREIGN KEY ("from_term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_runs" ADD CONSTRAINT "promotion_runs_to_term_id_terms_id_fk" FOREIGN KEY ("to_term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_runs" ADD CONSTRAINT "promotion_runs_created_by_persons_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_runs" ADD CONSTRAINT "promotion_runs_reviewed_by_persons_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_runs" ADD CONSTRAINT "promotion_runs_applied_by_persons_id_fk" FOREIGN KEY ("applied_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_lines_once" ON "promotion_lines" USING btree ("run_id","enrolment_id");--> statement-breakpoint
CREATE INDEX "promotion_lines_enrolment" ON "promotion_lines" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "promotion_lines_student" ON "promotion_lines" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "promotion_lines_section" ON "promotion_lines" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "promotion_lines_place" ON "promotion_lines" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "promotion_runs_from" ON "promotion_runs" USING btree ("from_term_id");--> statement-breakpoint
CREATE INDEX "promotion_runs_to" ON "promotion_runs" USING btree ("to_term_id");--> statement-breakpoint
CREATE INDEX "promotion_runs_created_by" ON "promotion_runs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "promotion_runs_reviewed_by" ON "promotion_runs" USING btree ("reviewed_by");--> statement-breakpoint
CREATE INDEX "promotion_runs_applied_by" ON "promotion_runs" USING btree ("applied_by");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_runs_open" ON "promotion_runs" USING btree ("from_term_id","to_term_id") WHERE status in ('draft', 'reviewed');--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_next_course_id_courses_id_fk" FOREIGN KEY ("next_course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courses_next" ON "courses" USING btree ("next_course_id");
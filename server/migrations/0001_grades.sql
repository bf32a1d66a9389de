CREATE TABLE "assessments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"section_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"on_day" date NOT NULL,
	"max_points" double precision NOT NULL,
	"status" text NOT NULL,
	"released_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "assessments_points" CHECK ("assessments"."max_points" > 0)
);
--> statement-breakpoint
CREATE TABLE "grade_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"section_id" uuid NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"weight_percent" integer NOT NULL,
	"drop_lowest" integer DEFAULT 0 NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "grade_categories_weight" CHECK ("grade_categories"."weight_percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "grade_plans" (
	"section_id" uuid PRIMARY KEY NOT NULL,
	"scale_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grade_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assessment_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"points" double precision,
	"is_excused" boolean NOT NULL,
	"note" text NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grade_scales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"steps" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grades" (
	"assessment_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"points" double precision,
	"is_excused" boolean NOT NULL,
	"note" text NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "grades_assessment_id_enrolment_id_pk" PRIMARY KEY("assessment_id","enrolment_id"),
	CONSTRAINT "grades_excused" CHECK (not "grades"."is_excused" or "grades"."points" is null)
);
--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_category_id_grade_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."grade_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_categories" ADD CONSTRAINT "grade_categories_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_plans" ADD CONSTRAINT "grade_plans_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_plans" ADD CONSTRAINT "grade_plans_scale_id_grade_scales_id_fk" FOREIGN KEY ("scale_id") REFERENCES "public"."grade_scales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_plans" ADD CONSTRAINT "grade_plans_changed_by_persons_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_revisions" ADD CONSTRAINT "grade_revisions_assessment_id_assessments_id_fk" FOREIGN KEY ("assessment_id") REFERENCES "public"."assessments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_revisions" ADD CONSTRAINT "grade_revisions_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_revisions" ADD CONSTRAINT "grade_revisions_changed_by_persons_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_assessment_id_assessments_id_fk" FOREIGN KEY ("assessment_id") REFERENCES "public"."assessments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_changed_by_persons_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assessments_section" ON "assessments" USING btree ("section_id","on_day");--> statement-breakpoint
CREATE INDEX "assessments_category" ON "assessments" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "grade_categories_section" ON "grade_categories" USING btree ("section_id","position");--> statement-breakpoint
CREATE INDEX "grade_plans_scale" ON "grade_plans" USING btree ("scale_id");--> statement-breakpoint
CREATE INDEX "grade_plans_changed_by" ON "grade_plans" USING btree ("changed_by");--> statement-breakpoint
CREATE INDEX "grade_revisions_grade" ON "grade_revisions" USING btree ("assessment_id","enrolment_id");--> statement-breakpoint
CREATE INDEX "grade_revisions_enrolment" ON "grade_revisions" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "grade_revisions_changed_by" ON "grade_revisions" USING btree ("changed_by");--> statement-breakpoint
CREATE UNIQUE INDEX "grade_scales_default" ON "grade_scales" USING btree ("is_default") WHERE is_default;--> statement-breakpoint
CREATE INDEX "grades_enrolment" ON "grades" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "grades_changed_by" ON "grades" USING btree ("changed_by");
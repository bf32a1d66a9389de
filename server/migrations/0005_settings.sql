CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"counts" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" jsonb NOT NULL,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"field_id" uuid NOT NULL,
	"student_id" uuid,
	"household_id" uuid,
	"term_id" uuid,
	"value" jsonb NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "form_answers_subject" CHECK (num_nonnulls("form_answers"."student_id", "form_answers"."household_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "form_fields" (
	"id" uuid PRIMARY KEY NOT NULL,
	"about" text NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"native_label" text DEFAULT '' NOT NULL,
	"help" text DEFAULT '' NOT NULL,
	"native_help" text DEFAULT '' NOT NULL,
	"options" jsonb NOT NULL,
	"is_required" boolean NOT NULL,
	"is_asked" boolean NOT NULL,
	"teachers_see" boolean NOT NULL,
	"term_id" uuid,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "settled_withdrawals" (
	"enrolment_id" uuid PRIMARY KEY NOT NULL,
	"on_day" date NOT NULL,
	"policy" jsonb NOT NULL,
	"fee_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"kind" text PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"title" text NOT NULL,
	"native_title" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"native_text" text DEFAULT '' NOT NULL,
	"asks_again" boolean NOT NULL,
	"published_by" uuid,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "version_id" uuid;--> statement-breakpoint
ALTER TABLE "setting_versions" ADD CONSTRAINT "setting_versions_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_field_id_form_fields_id_fk" FOREIGN KEY ("field_id") REFERENCES "public"."form_fields"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_answered_by_persons_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_fields" ADD CONSTRAINT "form_fields_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD CONSTRAINT "settled_withdrawals_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD CONSTRAINT "settled_withdrawals_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_kind_policies_kind_fk" FOREIGN KEY ("kind") REFERENCES "public"."policies"("kind") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_published_by_persons_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retention_runs_at" ON "retention_runs" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "setting_versions_kind" ON "setting_versions" USING btree ("kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "setting_versions_made_by" ON "setting_versions" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "form_answers_student" ON "form_answers" USING btree ("student_id","field_id","answered_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "form_answers_household" ON "form_answers" USING btree ("household_id","field_id","answered_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "form_answers_field" ON "form_answers" USING btree ("field_id");--> statement-breakpoint
CREATE INDEX "form_answers_term" ON "form_answers" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "form_answers_answered_by" ON "form_answers" USING btree ("answered_by");--> statement-breakpoint
CREATE INDEX "form_fields_term" ON "form_fields" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "settled_withdrawals_made_by" ON "settled_withdrawals" USING btree ("made_by");--> statement-breakpoint
CREATE UNIQUE INDEX "policy_versions_number" ON "policy_versions" USING btree ("kind","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "policy_versions_published_by" ON "policy_versions" USING btree ("published_by");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_kind_policies_kind_fk" FOREIGN KEY ("kind") REFERENCES "public"."policies"("kind") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_version_id_policy_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."policy_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_kind" ON "consents" USING btree ("kind","household_id");--> statement-breakpoint
CREATE INDEX "consents_version" ON "consents" USING btree ("version_id");--> statement-breakpoint
ALTER TABLE "school" DROP COLUMN "policy_version";--> statement-breakpoint
ALTER TABLE "school" DROP COLUMN "policy";--> statement-breakpoint
ALTER TABLE "school" DROP COLUMN "pricing";
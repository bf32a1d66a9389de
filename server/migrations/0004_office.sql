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
CREATE TABLE "confirmation_rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"due_on" date NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" uuid,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"round_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb,
	"changes" integer DEFAULT 0 NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "confirmations_round_id_household_id_pk" PRIMARY KEY("round_id","household_id")
);
--> statement-breakpoint
CREATE TABLE "student_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"expires_on" date,
	"added_by" uuid,
	"added_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "kept_apart" (
	"kind" text NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_apart_kind_one_id_other_id_pk" PRIMARY KEY("kind","one_id","other_id")
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
CREATE TABLE "import_files" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"headings" text PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"report" jsonb NOT NULL,
	"is_skipped" boolean DEFAULT false NOT NULL,
	"answer" text,
	CONSTRAINT "import_rows_import_id_n_pk" PRIMARY KEY("import_id","n")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"started_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"encoding" text,
	"delimiter" text,
	"sheet" text NOT NULL,
	"sheets" jsonb NOT NULL,
	"header_row" integer NOT NULL,
	"heading_rows" jsonb NOT NULL,
	"day_order" text,
	"day_example" jsonb,
	"region" text NOT NULL,
	"columns" jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"batch_id" uuid
);
--> statement-breakpoint
CREATE TABLE "oneroster_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oneroster_ids" (
	"kind" text NOT NULL,
	"sourced_id" text NOT NULL,
	"our_id" uuid NOT NULL,
	CONSTRAINT "oneroster_ids_kind_sourced_id_pk" PRIMARY KEY("kind","sourced_id")
);
--> statement-breakpoint
CREATE TABLE "oneroster_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oneroster_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "family_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"viewer_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
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
CREATE TABLE "default_views" (
	"person_id" uuid NOT NULL,
	"list" text NOT NULL,
	"view_id" uuid NOT NULL,
	CONSTRAINT "default_views_person_id_list_pk" PRIMARY KEY("person_id","list")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "persons_search";--> statement-breakpoint
ALTER TABLE "persons" drop column "search_text";--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "search_text" text GENERATED ALWAYS AS (sought(name, native_name, preferred_name, email, phone)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "about" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "after" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "next_course_id" uuid;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "version_id" uuid;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "custody_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "setting_versions" ADD CONSTRAINT "setting_versions_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmation_rounds" ADD CONSTRAINT "confirmation_rounds_started_by_persons_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_round_id_confirmation_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."confirmation_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_confirmed_by_persons_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_documents" ADD CONSTRAINT "student_documents_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_documents" ADD CONSTRAINT "student_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_documents" ADD CONSTRAINT "student_documents_added_by_persons_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_field_id_form_fields_id_fk" FOREIGN KEY ("field_id") REFERENCES "public"."form_fields"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_answered_by_persons_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_fields" ADD CONSTRAINT "form_fields_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_started_by_persons_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oneroster_clients" ADD CONSTRAINT "oneroster_clients_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oneroster_tokens" ADD CONSTRAINT "oneroster_tokens_client_id_oneroster_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oneroster_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_views" ADD CONSTRAINT "family_views_viewer_id_accounts_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_views" ADD CONSTRAINT "family_views_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD CONSTRAINT "settled_withdrawals_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD CONSTRAINT "settled_withdrawals_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_kind_policies_kind_fk" FOREIGN KEY ("kind") REFERENCES "public"."policies"("kind") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_published_by_persons_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retention_runs_at" ON "retention_runs" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "setting_versions_kind" ON "setting_versions" USING btree ("kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "setting_versions_made_by" ON "setting_versions" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "confirmation_rounds_started_at" ON "confirmation_rounds" USING btree ("started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "confirmation_rounds_started_by" ON "confirmation_rounds" USING btree ("started_by");--> statement-breakpoint
CREATE UNIQUE INDEX "confirmation_rounds_open" ON "confirmation_rounds" USING btree ((ended_at is null)) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "confirmations_household" ON "confirmations" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "confirmations_confirmed_by" ON "confirmations" USING btree ("confirmed_by");--> statement-breakpoint
CREATE INDEX "student_documents_student" ON "student_documents" USING btree ("student_id","added_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "student_documents_file" ON "student_documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "student_documents_added_by" ON "student_documents" USING btree ("added_by");--> statement-breakpoint
CREATE INDEX "form_answers_student" ON "form_answers" USING btree ("student_id","field_id","answered_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "form_answers_household" ON "form_answers" USING btree ("household_id","field_id","answered_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "form_answers_field" ON "form_answers" USING btree ("field_id");--> statement-breakpoint
CREATE INDEX "form_answers_term" ON "form_answers" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "form_answers_answered_by" ON "form_answers" USING btree ("answered_by");--> statement-breakpoint
CREATE INDEX "form_fields_term" ON "form_fields" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "import_rows_outcome" ON "import_rows" USING btree ("import_id","outcome","n");--> statement-breakpoint
CREATE INDEX "imports_created_at" ON "imports" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_started_by" ON "imports" USING btree ("started_by");--> statement-breakpoint
CREATE INDEX "imports_batch" ON "imports" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "oneroster_clients_created_by" ON "oneroster_clients" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "oneroster_ids_our" ON "oneroster_ids" USING btree ("our_id");--> statement-breakpoint
CREATE INDEX "oneroster_tokens_client" ON "oneroster_tokens" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oneroster_tokens_expires" ON "oneroster_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oneroster_uploads_created_at" ON "oneroster_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "family_views_viewer" ON "family_views" USING btree ("viewer_id");--> statement-breakpoint
CREATE INDEX "family_views_person" ON "family_views" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "settled_withdrawals_made_by" ON "settled_withdrawals" USING btree ("made_by");--> statement-breakpoint
CREATE UNIQUE INDEX "policy_versions_number" ON "policy_versions" USING btree ("kind","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "policy_versions_published_by" ON "policy_versions" USING btree ("published_by");--> statement-breakpoint
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
CREATE INDEX "default_views_view" ON "default_views" USING btree ("view_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("person_id","list","name");--> statement-breakpoint
CREATE INDEX "saved_views_list" ON "saved_views" USING btree ("list");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_next_course_id_courses_id_fk" FOREIGN KEY ("next_course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A school that is there already keeps its prices, and what its families have signed.
INSERT INTO "setting_versions" ("id", "kind", "value", "created_at") SELECT gen_random_uuid(), 'pricing', "pricing", "created_at" FROM "school";--> statement-breakpoint
INSERT INTO "policies" ("kind", "answer", "title", "native_title", "position", "created_at")
	SELECT p.*, s."created_at" FROM "school" s CROSS JOIN (VALUES
		('photo', 'levels', 'Photos of your children', '孩子的照片', 1),
		('medical', 'release', 'Emergency medical care', '紧急医疗', 2),
		('policy', 'agree', 'Rules of the school', '学校规定', 3)) p;--> statement-breakpoint
INSERT INTO "policy_versions" ("id", "kind", "number", "text", "asks_again", "published_at")
	SELECT gen_random_uuid(), p."kind", 1, CASE WHEN p."kind" = 'policy' AND s."policy" <> '' THEN s."policy" ELSE p."title" END, true, s."created_at"
	FROM "school" s CROSS JOIN "policies" p;--> statement-breakpoint
UPDATE "consents" SET "version_id" = v."id" FROM "policy_versions" v, "school" s
	WHERE v."kind" = "consents"."kind" AND ("consents"."kind" <> 'policy' OR "consents"."version" = s."policy_version");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_kind_policies_kind_fk" FOREIGN KEY ("kind") REFERENCES "public"."policies"("kind") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_version_id_policy_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."policy_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_about" ON "audit_entries" USING gin ("about");--> statement-breakpoint
CREATE INDEX "courses_next" ON "courses" USING btree ("next_course_id");--> statement-breakpoint
CREATE INDEX "consents_kind" ON "consents" USING btree ("kind","household_id");--> statement-breakpoint
CREATE INDEX "consents_version" ON "consents" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "persons_sought" ON "persons" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "school" DROP COLUMN "policy_version";--> statement-breakpoint
ALTER TABLE "school" DROP COLUMN "policy";--> statement-breakpoint
ALTER TABLE "school" DROP COLUMN "pricing";
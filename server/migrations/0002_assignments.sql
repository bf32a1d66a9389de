CREATE TABLE "assignment_files" (
	"assignment_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "assignment_files_assignment_id_file_id_pk" PRIMARY KEY("assignment_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"section_id" uuid NOT NULL,
	"title" text NOT NULL,
	"native_title" text DEFAULT '' NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"takes_text" boolean NOT NULL,
	"takes_files" boolean NOT NULL,
	"status" text NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"closes_at" timestamp (3) with time zone,
	"max_points" integer,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_files" (
	"submission_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "submission_files_submission_id_file_id_pk" PRIMARY KEY("submission_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "submission_turn_files" (
	"turn_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "submission_turn_files_turn_id_file_id_pk" PRIMARY KEY("turn_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "submission_turns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by" uuid,
	"text" text DEFAULT '' NOT NULL,
	"points" double precision,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"status" text DEFAULT 'assigned' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"turned_in_at" timestamp (3) with time zone,
	"is_late" boolean DEFAULT false NOT NULL,
	"points" double precision,
	"feedback" text DEFAULT '' NOT NULL,
	"returned_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assignment_files" ADD CONSTRAINT "assignment_files_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_files" ADD CONSTRAINT "assignment_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_created_by_persons_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_turn_files" ADD CONSTRAINT "submission_turn_files_turn_id_submission_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."submission_turns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_turn_files" ADD CONSTRAINT "submission_turn_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_turns" ADD CONSTRAINT "submission_turns_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_turns" ADD CONSTRAINT "submission_turns_by_persons_id_fk" FOREIGN KEY ("by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_accounts_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_files_file" ON "assignment_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "assignments_section" ON "assignments" USING btree ("section_id","due_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "assignments_due" ON "assignments" USING btree ("due_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "assignments_created_by" ON "assignments" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "submission_files_file" ON "submission_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "submission_turn_files_file" ON "submission_turn_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "submission_turns_submission" ON "submission_turns" USING btree ("submission_id","at");--> statement-breakpoint
CREATE INDEX "submission_turns_by" ON "submission_turns" USING btree ("by");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_assignment_enrolment" ON "submissions" USING btree ("assignment_id","enrolment_id");--> statement-breakpoint
CREATE INDEX "submissions_enrolment" ON "submissions" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "files_uploaded_by" ON "files" USING btree ("uploaded_by","created_at");
CREATE TABLE "absence_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"filed_by" uuid NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"section_id" uuid,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"filed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "absence_notices_days" CHECK ("absence_notices"."from_day" <= "absence_notices"."to_day")
);
--> statement-breakpoint
CREATE TABLE "own_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"archived_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"native_caption" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "event_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"capacity" integer NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"locks_at" timestamp (3) with time zone,
	"position" integer NOT NULL,
	CONSTRAINT "event_slots_capacity" CHECK ("event_slots"."capacity" > 0),
	CONSTRAINT "event_slots_order" CHECK ("event_slots"."starts_at" < "event_slots"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"native_title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"native_description" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"is_all_day" boolean NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"audience" jsonb NOT NULL,
	"status" text NOT NULL,
	"takes_rsvp" boolean DEFAULT false NOT NULL,
	"capacity" integer,
	"rsvp_closes_at" timestamp (3) with time zone,
	"is_public" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(title || ' ' || native_title || ' ' || place)) STORED NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_order" CHECK ("events"."starts_at" < "events"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "rsvps" (
	"event_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"answer" text NOT NULL,
	"party_size" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rsvps_event_id_household_id_pk" PRIMARY KEY("event_id","household_id"),
	CONSTRAINT "rsvps_party" CHECK ("rsvps"."party_size" > 0)
);
--> statement-breakpoint
CREATE TABLE "slot_signups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slot_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"status" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "message_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"native_subject" text DEFAULT '' NOT NULL,
	"native_body" text DEFAULT '' NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_recipients" (
	"notice_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"household_id" uuid,
	"student_ids" uuid[] NOT NULL,
	"facts" jsonb NOT NULL,
	"mail_id" uuid,
	"read_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "notice_recipients_notice_id_person_id_pk" PRIMARY KEY("notice_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"native_subject" text DEFAULT '' NOT NULL,
	"native_body" text DEFAULT '' NOT NULL,
	"audience" jsonb NOT NULL,
	"by_email" boolean DEFAULT true NOT NULL,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"needs_answer" boolean DEFAULT false NOT NULL,
	"is_native_stale" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"send_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"recalled_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(subject || ' ' || native_subject || ' ' || body || ' ' || native_body)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"side" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_reads" (
	"thread_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	CONSTRAINT "thread_reads_thread_id_person_id_pk" PRIMARY KEY("thread_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"household_id" uuid NOT NULL,
	"student_id" uuid,
	"section_id" uuid,
	"status" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "change_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid,
	"requested_by" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"status" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"person_id" uuid NOT NULL,
	"category" text NOT NULL,
	"mail" text NOT NULL,
	CONSTRAINT "notification_preferences_person_id_category_pk" PRIMARY KEY("person_id","category")
);
--> statement-breakpoint
CREATE TABLE "pick_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"student_id" uuid,
	"name" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"relationship" text DEFAULT '' NOT NULL,
	"rule" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date,
	"added_by" uuid,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charge_reversals" (
	"charge_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"on_day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charge_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"native_description" text DEFAULT '' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"due_on" date NOT NULL,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"balance_cents" bigint NOT NULL,
	"mails" integer NOT NULL,
	"sent_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"method" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"on_day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "own_code_id" uuid;--> statement-breakpoint
ALTER TABLE "attendance_revisions" ADD COLUMN "own_code_id" uuid;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "programmes" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "native_tagline" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "native_about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "student_id" uuid;--> statement-breakpoint
ALTER TABLE "household_members" ADD COLUMN "relationship" text DEFAULT 'guardian' NOT NULL;--> statement-breakpoint
ALTER TABLE "household_members" ADD COLUMN "has_data_access" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "household_members" ADD COLUMN "may_pick_up" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "native_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "medication" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "doctor_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "doctor_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "teachers" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "told_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "role_grants" ADD COLUMN "area" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "absence_notices" ADD CONSTRAINT "absence_notices_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence_notices" ADD CONSTRAINT "absence_notices_filed_by_persons_id_fk" FOREIGN KEY ("filed_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence_notices" ADD CONSTRAINT "absence_notices_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence_notices" ADD CONSTRAINT "absence_notices_answered_by_persons_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_slots" ADD CONSTRAINT "event_slots_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_created_by_persons_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_by_id_persons_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_signups" ADD CONSTRAINT "slot_signups_slot_id_event_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."event_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_signups" ADD CONSTRAINT "slot_signups_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_accounts_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_created_by_persons_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_author_id_persons_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_created_by_persons_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_subject_id_persons_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_requested_by_persons_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_answered_by_persons_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_ups" ADD CONSTRAINT "pick_ups_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_ups" ADD CONSTRAINT "pick_ups_student_id_persons_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_ups" ADD CONSTRAINT "pick_ups_added_by_persons_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_reversals" ADD CONSTRAINT "charge_reversals_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_runs" ADD CONSTRAINT "charge_runs_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_sent_by_persons_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absence_notices_student" ON "absence_notices" USING btree ("student_id","from_day","to_day");--> statement-breakpoint
CREATE INDEX "absence_notices_days" ON "absence_notices" USING btree ("from_day","id");--> statement-breakpoint
CREATE INDEX "absence_notices_filed_by" ON "absence_notices" USING btree ("filed_by");--> statement-breakpoint
CREATE INDEX "absence_notices_section" ON "absence_notices" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "absence_notices_answered_by" ON "absence_notices" USING btree ("answered_by");--> statement-breakpoint
CREATE UNIQUE INDEX "own_codes_name" ON "own_codes" USING btree ("name");--> statement-breakpoint
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
CREATE INDEX "pictures_position" ON "pictures" USING btree ("position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_token" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_live" ON "calendar_feeds" USING btree ("person_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "calendar_feeds_person" ON "calendar_feeds" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "event_slots_event" ON "event_slots" USING btree ("event_id","position");--> statement-breakpoint
CREATE INDEX "events_starts_at" ON "events" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "events_ends_at" ON "events" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "events_created_by" ON "events" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rsvps_household" ON "rsvps" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "rsvps_by" ON "rsvps" USING btree ("by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "slot_signups_live" ON "slot_signups" USING btree ("slot_id","person_id") WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "slot_signups_slot" ON "slot_signups" USING btree ("slot_id","status");--> statement-breakpoint
CREATE INDEX "slot_signups_person" ON "slot_signups" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "files_uploaded_by" ON "files" USING btree ("uploaded_by","created_at");--> statement-breakpoint
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
CREATE INDEX "grades_changed_by" ON "grades" USING btree ("changed_by");--> statement-breakpoint
CREATE INDEX "message_templates_name" ON "message_templates" USING btree ("name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_templates_live" ON "message_templates" USING btree (lower(name)) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "notice_recipients_person" ON "notice_recipients" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "notice_recipients_household" ON "notice_recipients" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "notice_recipients_mail" ON "notice_recipients" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "notices_at" ON "notices" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_created_by" ON "notices" USING btree ("created_by","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_search" ON "notices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "thread_messages_thread" ON "thread_messages" USING btree ("thread_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "thread_messages_author" ON "thread_messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "thread_messages_body" ON "thread_messages" USING gin (lower(body) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "thread_reads_person" ON "thread_reads" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "threads_at" ON "threads" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_status" ON "threads" USING btree ("status","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_household" ON "threads" USING btree ("household_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_student" ON "threads" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "threads_section" ON "threads" USING btree ("section_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_created_by" ON "threads" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "threads_subject" ON "threads" USING gin (lower(subject) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "change_requests_status" ON "change_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "change_requests_household" ON "change_requests" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "change_requests_subject" ON "change_requests" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "change_requests_answered_by" ON "change_requests" USING btree ("answered_by");--> statement-breakpoint
CREATE UNIQUE INDEX "change_requests_open" ON "change_requests" USING btree ("requested_by","kind",coalesce(subject_id, household_id)) WHERE status = 'filed' and kind <> 'guardian-add';--> statement-breakpoint
CREATE INDEX "change_requests_requested_by" ON "change_requests" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "pick_ups_household" ON "pick_ups" USING btree ("household_id","from_day");--> statement-breakpoint
CREATE INDEX "pick_ups_student" ON "pick_ups" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "pick_ups_added_by" ON "pick_ups" USING btree ("added_by");--> statement-breakpoint
CREATE INDEX "charge_runs_at" ON "charge_runs" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "charge_runs_made_by" ON "charge_runs" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "payment_reminders_household" ON "payment_reminders" USING btree ("household_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_reminders_sent_by" ON "payment_reminders" USING btree ("sent_by");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_household" ON "refunds" USING btree ("household_id");--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_own_code_id_own_codes_id_fk" FOREIGN KEY ("own_code_id") REFERENCES "public"."own_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_revisions" ADD CONSTRAINT "attendance_revisions_own_code_id_own_codes_id_fk" FOREIGN KEY ("own_code_id") REFERENCES "public"."own_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_student_id_persons_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_run_id_charge_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."charge_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_own_code" ON "attendance" USING btree ("own_code_id");--> statement-breakpoint
CREATE INDEX "attendance_revisions_own_code" ON "attendance_revisions" USING btree ("own_code_id");--> statement-breakpoint
CREATE INDEX "enrolments_student" ON "enrolments" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "consents_student" ON "consents" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "charges_run" ON "charges" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "persons_birth_on" ON "persons" USING btree ("birth_on","id");
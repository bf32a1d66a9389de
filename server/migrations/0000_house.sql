CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid,
	"person_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"operation_id" uuid,
	"address" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"is_secret" boolean DEFAULT false NOT NULL,
	"queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"caller" text NOT NULL,
	"operation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"input_hash" text NOT NULL,
	"answer" jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operations_caller_operation_id_pk" PRIMARY KEY("caller","operation_id")
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"meeting_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"code" text NOT NULL,
	"is_present" boolean NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"recorded_by" uuid,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attendance_meeting_id_enrolment_id_pk" PRIMARY KEY("meeting_id","enrolment_id")
);
--> statement-breakpoint
CREATE TABLE "attendance_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"meeting_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"code" text NOT NULL,
	"note" text NOT NULL,
	"recorded_by" uuid,
	"recorded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"programme_id" uuid NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"level" integer,
	"description" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meetings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"section_id" uuid NOT NULL,
	"session_date_id" uuid NOT NULL,
	"on_day" date NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"roll_taken_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "programmes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"capacity" integer
);
--> statement-breakpoint
CREATE TABLE "section_teachers" (
	"section_id" uuid NOT NULL,
	"teacher_id" uuid NOT NULL,
	CONSTRAINT "section_teachers_section_id_teacher_id_pk" PRIMARY KEY("section_id","teacher_id")
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"room_id" uuid,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"weekday" integer NOT NULL,
	"starts_at" text NOT NULL,
	"ends_at" text NOT NULL,
	"capacity" integer NOT NULL,
	"minimum" integer DEFAULT 0 NOT NULL,
	"age_from" integer,
	"age_to" integer,
	"tuition_cents" bigint NOT NULL,
	"books_cents" bigint NOT NULL,
	"needs_approval" boolean DEFAULT false NOT NULL,
	"crayon" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sections_capacity" CHECK ("sections"."capacity" > 0),
	CONSTRAINT "sections_times" CHECK ("sections"."starts_at" < "sections"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "school" (
	"is_school" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"tagline" text DEFAULT '' NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"zone" text NOT NULL,
	"currency" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"policy_version" text DEFAULT '1' NOT NULL,
	"policy" text DEFAULT '' NOT NULL,
	"pricing" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "school_once" CHECK ("school"."is_school")
);
--> statement-breakpoint
CREATE TABLE "set_up_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"registration_id" uuid,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"term_id" uuid NOT NULL,
	"account_id" uuid,
	"status" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" jsonb NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"registration_id" uuid,
	"status" text NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"photo_url" text,
	"password_hash" text,
	"password_updated_at" timestamp (3) with time zone,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "action_codes" (
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code_hash" text NOT NULL,
	"email" text NOT NULL,
	"new_email" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "action_codes_account_id_kind_pk" PRIMARY KEY("account_id","kind")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"blocks" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"auth_time" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"refresh_hash" text NOT NULL,
	"previous_refresh_hash" text,
	"rotated_at" timestamp (3) with time zone,
	"cookie_hash" text,
	"cookie_expires_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"private_jwk" text NOT NULL,
	"public_jwk" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"version" text NOT NULL,
	"signed_name" text NOT NULL,
	"signed_by" uuid,
	"signed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emergency_contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"relationship" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "household_members" (
	"household_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"contact_order" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "household_members_household_id_person_id_pk" PRIMARY KEY("household_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "households" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"invoice_id" uuid,
	"student_id" uuid,
	"enrolment_id" uuid,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"on_day" date NOT NULL,
	"due_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charges_amount" CHECK ("charges"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"label" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "discounts_amount" CHECK ("discounts"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"household_id" uuid NOT NULL,
	"term_id" uuid NOT NULL,
	"registration_id" uuid,
	"lines" jsonb NOT NULL,
	"total_cents" bigint NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "numbers" (
	"kind" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_reversals" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"on_day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"household_id" uuid NOT NULL,
	"method" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"payer" text DEFAULT '' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"received_on" date NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "guardianships" (
	"student_id" uuid NOT NULL,
	"guardian_id" uuid NOT NULL,
	"relationship" text NOT NULL,
	"has_data_access" boolean DEFAULT true NOT NULL,
	"may_pick_up" boolean DEFAULT true NOT NULL,
	"contact_order" integer DEFAULT 1 NOT NULL,
	"billing_percent" integer DEFAULT 100 NOT NULL,
	CONSTRAINT "guardianships_student_id_guardian_id_pk" PRIMARY KEY("student_id","guardian_id")
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"grade" text DEFAULT '' NOT NULL,
	"allergies" text DEFAULT '' NOT NULL,
	"medical" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "teachers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"on_day" date NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_dates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"on_day" date NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"weekdays" integer[] NOT NULL,
	"early_bird_on" date,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "persons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"preferred_name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"birth_on" date,
	"language" text DEFAULT 'en' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || ' ' || native_name || ' ' || preferred_name || ' ' || email || ' ' || phone)) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_recorded_by_persons_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_revisions" ADD CONSTRAINT "attendance_revisions_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_revisions" ADD CONSTRAINT "attendance_revisions_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_revisions" ADD CONSTRAINT "attendance_revisions_recorded_by_persons_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_programme_id_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."programmes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_session_date_id_session_dates_id_fk" FOREIGN KEY ("session_date_id") REFERENCES "public"."session_dates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_teachers" ADD CONSTRAINT "section_teachers_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_teachers" ADD CONSTRAINT "section_teachers_teacher_id_teachers_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."teachers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_codes" ADD CONSTRAINT "action_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_signed_by_persons_id_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_contacts" ADD CONSTRAINT "emergency_contacts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "household_members" ADD CONSTRAINT "household_members_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "household_members" ADD CONSTRAINT "household_members_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_guardian_id_persons_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_id_persons_id_fk" FOREIGN KEY ("id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teachers" ADD CONSTRAINT "teachers_id_persons_id_fk" FOREIGN KEY ("id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closures" ADD CONSTRAINT "closures_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_dates" ADD CONSTRAINT "session_dates_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_grants" ADD CONSTRAINT "role_grants_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_account" ON "audit_entries" USING btree ("account_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_queued_at" ON "mails" USING btree ("queued_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree ("to");--> statement-breakpoint
CREATE INDEX "operations_at" ON "operations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "attendance_enrolment" ON "attendance" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "attendance_recorded_by" ON "attendance" USING btree ("recorded_by");--> statement-breakpoint
CREATE INDEX "attendance_revisions_mark" ON "attendance_revisions" USING btree ("meeting_id","enrolment_id");--> statement-breakpoint
CREATE INDEX "attendance_revisions_enrolment" ON "attendance_revisions" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "attendance_revisions_recorded_by" ON "attendance_revisions" USING btree ("recorded_by");--> statement-breakpoint
CREATE INDEX "courses_programme" ON "courses" USING btree ("programme_id");--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_section_date" ON "meetings" USING btree ("section_id","session_date_id");--> statement-breakpoint
CREATE INDEX "meetings_session_date" ON "meetings" USING btree ("session_date_id");--> statement-breakpoint
CREATE INDEX "meetings_day" ON "meetings" USING btree ("on_day","section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rooms_name" ON "rooms" USING btree ("name");--> statement-breakpoint
CREATE INDEX "section_teachers_teacher" ON "section_teachers" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "sections_term" ON "sections" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "sections_course" ON "sections" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "sections_room" ON "sections" USING btree ("room_id");--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_seat" ON "enrolments" USING btree ("student_id","section_id") WHERE status in ('held','approval','active','completed');--> statement-breakpoint
CREATE INDEX "enrolments_section" ON "enrolments" USING btree ("section_id","status");--> statement-breakpoint
CREATE INDEX "enrolments_registration" ON "enrolments" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "registrations_household" ON "registrations" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "registrations_term" ON "registrations" USING btree ("term_id");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_fingerprint" ON "registrations" USING btree ("account_id","term_id","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_live" ON "waitlist_entries" USING btree ("student_id","section_id") WHERE status in ('waiting','offered');--> statement-breakpoint
CREATE INDEX "waitlist_entries_section" ON "waitlist_entries" USING btree ("section_id","status","priority" DESC NULLS LAST,"joined_at");--> statement-breakpoint
CREATE INDEX "waitlist_entries_registration" ON "waitlist_entries" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "action_codes_hash" ON "action_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "attempts_window" ON "attempts" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "sign_ins_account" ON "sign_ins" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_refresh" ON "sign_ins" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sign_ins_previous_refresh" ON "sign_ins" USING btree ("previous_refresh_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_cookie" ON "sign_ins" USING btree ("cookie_hash");--> statement-breakpoint
CREATE INDEX "consents_household" ON "consents" USING btree ("household_id","kind","signed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "consents_signed_by" ON "consents" USING btree ("signed_by");--> statement-breakpoint
CREATE INDEX "emergency_contacts_household" ON "emergency_contacts" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "household_members_person" ON "household_members" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "households_name" ON "households" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "allocations_payment" ON "allocations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "allocations_charge" ON "allocations" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "charges_household" ON "charges" USING btree ("household_id","due_on");--> statement-breakpoint
CREATE INDEX "charges_invoice" ON "charges" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "charges_student" ON "charges" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "charges_enrolment" ON "charges" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "discounts_charge" ON "discounts" USING btree ("charge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "invoices_household" ON "invoices" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "invoices_term" ON "invoices" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "invoices_registration" ON "invoices" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_number" ON "payments" USING btree ("number");--> statement-breakpoint
CREATE INDEX "payments_household" ON "payments" USING btree ("household_id","received_on");--> statement-breakpoint
CREATE INDEX "guardianships_guardian" ON "guardianships" USING btree ("guardian_id");--> statement-breakpoint
CREATE INDEX "students_household" ON "students" USING btree ("household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "closures_term_day" ON "closures" USING btree ("term_id","on_day");--> statement-breakpoint
CREATE UNIQUE INDEX "session_dates_term_day" ON "session_dates" USING btree ("term_id","on_day");--> statement-breakpoint
CREATE INDEX "session_dates_day" ON "session_dates" USING btree ("on_day");--> statement-breakpoint
CREATE INDEX "terms_starts_on" ON "terms" USING btree ("starts_on" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "persons_account" ON "persons" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "persons_email" ON "persons" USING btree ("email");--> statement-breakpoint
CREATE INDEX "persons_name" ON "persons" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "persons_search" ON "persons" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "role_grants_person" ON "role_grants" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "role_grants_live" ON "role_grants" USING btree ("person_id","role") WHERE ends_at is null;
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
CREATE TABLE "cancellations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"session_date_id" uuid,
	"section_id" uuid,
	"on_day" date NOT NULL,
	"reason" text NOT NULL,
	"native_reason" text DEFAULT '' NOT NULL,
	"remedy" text NOT NULL,
	"make_up_date_id" uuid,
	"make_up_on" date,
	"credit_cents" bigint NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	"made_by" uuid,
	"made_at" timestamp (3) with time zone NOT NULL,
	"restored_by" uuid,
	"restored_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "released_duties" (
	"cancellation_id" uuid NOT NULL,
	"sign_up_id" uuid NOT NULL,
	"was" text NOT NULL,
	CONSTRAINT "released_duties_cancellation_id_sign_up_id_pk" PRIMARY KEY("cancellation_id","sign_up_id")
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
CREATE TABLE "seat_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"child_key" text NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"is_extended" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leaving_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"to_section_id" uuid,
	"on_day" date NOT NULL,
	"back" text NOT NULL,
	"leaves_waits" boolean NOT NULL,
	"note" text NOT NULL,
	"agreed_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lotteries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"opens_at" timestamp (3) with time zone NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"confirm_hours" integer NOT NULL,
	"uses_priorities" boolean DEFAULT false NOT NULL,
	"priorities" text[] DEFAULT '{}' NOT NULL,
	"public_source" text DEFAULT '' NOT NULL,
	"secret" text,
	"commitment" text,
	"fingerprint" text,
	"public_value" text,
	"drawn_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lotteries_times" CHECK ("lotteries"."opens_at" < "lotteries"."closes_at")
);
--> statement-breakpoint
CREATE TABLE "lottery_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"ranks" uuid[] NOT NULL,
	"left_out" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"entered_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"won_section_id" uuid,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lottery_sections" (
	"lottery_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"code" text NOT NULL,
	"seats" integer,
	CONSTRAINT "lottery_sections_lottery_id_section_id_pk" PRIMARY KEY("lottery_id","section_id")
);
--> statement-breakpoint
CREATE TABLE "lottery_tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lottery_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"together" text NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"turn" integer
);
--> statement-breakpoint
CREATE TABLE "charge_credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"cancellation_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"on_day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_credits_amount" CHECK ("charge_credits"."amount_cents" <> 0)
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
CREATE TABLE "awards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid,
	"household_id" uuid,
	"term_id" uuid,
	"percent" integer,
	"amount_cents" bigint,
	"covers" text NOT NULL,
	"reason" text NOT NULL,
	"awarded_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "awards_worth" CHECK (("awards"."percent" is null) <> ("awards"."amount_cents" is null)),
	CONSTRAINT "awards_whose" CHECK (("awards"."student_id" is null) <> ("awards"."household_id" is null))
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"percent" integer,
	"amount_cents" bigint,
	"programme_ids" uuid[] DEFAULT '{}' NOT NULL,
	"valid_from" date,
	"valid_until" date,
	"most_uses" integer,
	"most_per_household" integer,
	"is_for_new_families" boolean NOT NULL,
	"is_combinable" boolean NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "promo_codes_worth" CHECK (("promo_codes"."percent" is null) <> ("promo_codes"."amount_cents" is null))
);
--> statement-breakpoint
CREATE TABLE "promo_uses" (
	"code_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "promo_uses_code_id_invoice_id_pk" PRIMARY KEY("code_id","invoice_id")
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
CREATE TABLE "registration_windows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"opens_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "window_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"email" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "prerequisite_level" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "needs_placement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "makes_up_id" uuid;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "age_cutoff" text;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "audit_cents" bigint;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "trial_cents" bigint;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "trial_needs_approval" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "day_cents" bigint;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "saved_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "started_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "type" text DEFAULT 'regular' NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "offered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "event_slots" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "form_answers" ADD COLUMN "section_id" uuid;--> statement-breakpoint
ALTER TABLE "form_fields" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "form_fields" ADD COLUMN "course_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "form_fields" ADD COLUMN "section_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "of_cents" bigint;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "percent" integer;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "native_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "requested_by" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "approved_by" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "moved_by" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_on" date;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD COLUMN "kind" text DEFAULT 'withdrawal' NOT NULL;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD COLUMN "to_enrolment_id" uuid;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD COLUMN "refund_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "native_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "is_extra" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_asked_by_persons_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_decided_by_persons_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_session_date_id_session_dates_id_fk" FOREIGN KEY ("session_date_id") REFERENCES "public"."session_dates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_make_up_date_id_session_dates_id_fk" FOREIGN KEY ("make_up_date_id") REFERENCES "public"."session_dates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_restored_by_persons_id_fk" FOREIGN KEY ("restored_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_duties" ADD CONSTRAINT "released_duties_cancellation_id_cancellations_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "public"."cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_duties" ADD CONSTRAINT "released_duties_sign_up_id_slot_signups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."slot_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_claims" ADD CONSTRAINT "family_claims_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_claims" ADD CONSTRAINT "family_claims_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_claims" ADD CONSTRAINT "family_claims_answered_by_persons_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_prerequisite_id_courses_id_fk" FOREIGN KEY ("prerequisite_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD CONSTRAINT "seat_holds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD CONSTRAINT "seat_holds_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaving_requests" ADD CONSTRAINT "leaving_requests_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaving_requests" ADD CONSTRAINT "leaving_requests_to_section_id_sections_id_fk" FOREIGN KEY ("to_section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaving_requests" ADD CONSTRAINT "leaving_requests_requested_by_persons_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaving_requests" ADD CONSTRAINT "leaving_requests_answered_by_persons_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lotteries" ADD CONSTRAINT "lotteries_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_entries" ADD CONSTRAINT "lottery_entries_ticket_id_lottery_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."lottery_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_entries" ADD CONSTRAINT "lottery_entries_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_entries" ADD CONSTRAINT "lottery_entries_won_section_id_sections_id_fk" FOREIGN KEY ("won_section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_sections" ADD CONSTRAINT "lottery_sections_lottery_id_lotteries_id_fk" FOREIGN KEY ("lottery_id") REFERENCES "public"."lotteries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_sections" ADD CONSTRAINT "lottery_sections_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_tickets" ADD CONSTRAINT "lottery_tickets_lottery_id_lotteries_id_fk" FOREIGN KEY ("lottery_id") REFERENCES "public"."lotteries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_tickets" ADD CONSTRAINT "lottery_tickets_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_credits" ADD CONSTRAINT "charge_credits_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_credits" ADD CONSTRAINT "charge_credits_cancellation_id_cancellations_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "public"."cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_decided_by_persons_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_awarded_by_persons_id_fk" FOREIGN KEY ("awarded_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_uses" ADD CONSTRAINT "promo_uses_code_id_promo_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_uses" ADD CONSTRAINT "promo_uses_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_asked_by_persons_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_decided_by_persons_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_recorded_by_persons_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_windows" ADD CONSTRAINT "registration_windows_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "window_addresses" ADD CONSTRAINT "window_addresses_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_asked_by" ON "applications" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "applications_decided_by" ON "applications" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "cancellations_day" ON "cancellations" USING btree ("session_date_id") WHERE section_id is null and restored_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "cancellations_lesson" ON "cancellations" USING btree ("session_date_id","section_id") WHERE restored_at is null;--> statement-breakpoint
CREATE INDEX "cancellations_session_date" ON "cancellations" USING btree ("session_date_id");--> statement-breakpoint
CREATE INDEX "cancellations_section" ON "cancellations" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "cancellations_make_up" ON "cancellations" USING btree ("make_up_date_id");--> statement-breakpoint
CREATE INDEX "cancellations_made_by" ON "cancellations" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "cancellations_restored_by" ON "cancellations" USING btree ("restored_by");--> statement-breakpoint
CREATE INDEX "released_duties_sign_up" ON "released_duties" USING btree ("sign_up_id");--> statement-breakpoint
CREATE INDEX "family_claims_account" ON "family_claims" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "family_claims_person" ON "family_claims" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "family_claims_answered_by" ON "family_claims" USING btree ("answered_by");--> statement-breakpoint
CREATE INDEX "family_claims_status" ON "family_claims" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "family_claims_waiting" ON "family_claims" USING btree ("account_id","status") WHERE status in ('sent','asked');--> statement-breakpoint
CREATE INDEX "course_prerequisites_before" ON "course_prerequisites" USING btree ("prerequisite_id");--> statement-breakpoint
CREATE UNIQUE INDEX "seat_holds_once" ON "seat_holds" USING btree ("account_id","section_id","child_key");--> statement-breakpoint
CREATE INDEX "seat_holds_section" ON "seat_holds" USING btree ("section_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "leaving_requests_open" ON "leaving_requests" USING btree ("enrolment_id") WHERE status = 'asked';--> statement-breakpoint
CREATE INDEX "leaving_requests_enrolment" ON "leaving_requests" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "leaving_requests_status" ON "leaving_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "leaving_requests_to" ON "leaving_requests" USING btree ("to_section_id");--> statement-breakpoint
CREATE INDEX "leaving_requests_requested_by" ON "leaving_requests" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "leaving_requests_answered_by" ON "leaving_requests" USING btree ("answered_by");--> statement-breakpoint
CREATE INDEX "lotteries_term" ON "lotteries" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "lotteries_created" ON "lotteries" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "lottery_entries_place" ON "lottery_entries" USING btree ("ticket_id","place");--> statement-breakpoint
CREATE INDEX "lottery_entries_student" ON "lottery_entries" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "lottery_entries_won" ON "lottery_entries" USING btree ("won_section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lottery_sections_code" ON "lottery_sections" USING btree ("lottery_id","code");--> statement-breakpoint
CREATE INDEX "lottery_sections_section" ON "lottery_sections" USING btree ("section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lottery_tickets_number" ON "lottery_tickets" USING btree ("lottery_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "lottery_tickets_family" ON "lottery_tickets" USING btree ("lottery_id","household_id") WHERE turn is null;--> statement-breakpoint
CREATE INDEX "lottery_tickets_household" ON "lottery_tickets" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "charge_credits_charge" ON "charge_credits" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "charge_credits_cancellation" ON "charge_credits" USING btree ("cancellation_id");--> statement-breakpoint
CREATE INDEX "placements_student" ON "placements" USING btree ("student_id","decided_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "placements_course" ON "placements" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "placements_decided_by" ON "placements" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "placements_at" ON "placements" USING btree ("decided_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "awards_student" ON "awards" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "awards_household" ON "awards" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "awards_term" ON "awards" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "awards_awarded_by" ON "awards" USING btree ("awarded_by");--> statement-breakpoint
CREATE INDEX "awards_at" ON "awards" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "promo_codes_code" ON "promo_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "promo_uses_invoice" ON "promo_uses" USING btree ("invoice_id");--> statement-breakpoint
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
CREATE UNIQUE INDEX "registration_windows_once" ON "registration_windows" USING btree ("term_id","audience");--> statement-breakpoint
CREATE UNIQUE INDEX "window_addresses_once" ON "window_addresses" USING btree ("term_id","email","audience");--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_makes_up_id_meetings_id_fk" FOREIGN KEY ("makes_up_id") REFERENCES "public"."meetings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_persons_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_persons_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_moved_by_persons_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD CONSTRAINT "settled_withdrawals_to_enrolment_id_enrolments_id_fk" FOREIGN KEY ("to_enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meetings_makes_up" ON "meetings" USING btree ("makes_up_id");--> statement-breakpoint
CREATE INDEX "drafts_saved_at" ON "drafts" USING btree ("saved_at","account_id");--> statement-breakpoint
CREATE INDEX "form_answers_section" ON "form_answers" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "discounts_source" ON "discounts" USING btree ("source_id") WHERE source_id is not null;--> statement-breakpoint
CREATE INDEX "refunds_status" ON "refunds" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_requested_by" ON "refunds" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "refunds_approved_by" ON "refunds" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "refunds_moved_by" ON "refunds" USING btree ("moved_by");--> statement-breakpoint
CREATE INDEX "settled_withdrawals_to" ON "settled_withdrawals" USING btree ("to_enrolment_id");
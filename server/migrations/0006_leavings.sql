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
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_persons_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_persons_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_moved_by_persons_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD CONSTRAINT "settled_withdrawals_to_enrolment_id_enrolments_id_fk" FOREIGN KEY ("to_enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_status" ON "refunds" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_requested_by" ON "refunds" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "refunds_approved_by" ON "refunds" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "refunds_moved_by" ON "refunds" USING btree ("moved_by");--> statement-breakpoint
CREATE INDEX "settled_withdrawals_to" ON "settled_withdrawals" USING btree ("to_enrolment_id");
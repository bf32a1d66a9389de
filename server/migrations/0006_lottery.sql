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
ALTER TABLE "lotteries" ADD CONSTRAINT "lotteries_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_entries" ADD CONSTRAINT "lottery_entries_ticket_id_lottery_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."lottery_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_entries" ADD CONSTRAINT "lottery_entries_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_entries" ADD CONSTRAINT "lottery_entries_won_section_id_sections_id_fk" FOREIGN KEY ("won_section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_sections" ADD CONSTRAINT "lottery_sections_lottery_id_lotteries_id_fk" FOREIGN KEY ("lottery_id") REFERENCES "public"."lotteries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_sections" ADD CONSTRAINT "lottery_sections_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_tickets" ADD CONSTRAINT "lottery_tickets_lottery_id_lotteries_id_fk" FOREIGN KEY ("lottery_id") REFERENCES "public"."lotteries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_tickets" ADD CONSTRAINT "lottery_tickets_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lotteries_term" ON "lotteries" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "lotteries_created" ON "lotteries" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "lottery_entries_place" ON "lottery_entries" USING btree ("ticket_id","place");--> statement-breakpoint
CREATE INDEX "lottery_entries_student" ON "lottery_entries" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "lottery_entries_won" ON "lottery_entries" USING btree ("won_section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lottery_sections_code" ON "lottery_sections" USING btree ("lottery_id","code");--> statement-breakpoint
CREATE INDEX "lottery_sections_section" ON "lottery_sections" USING btree ("section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lottery_tickets_number" ON "lottery_tickets" USING btree ("lottery_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "lottery_tickets_family" ON "lottery_tickets" USING btree ("lottery_id","household_id") WHERE turn is null;--> statement-breakpoint
CREATE INDEX "lottery_tickets_household" ON "lottery_tickets" USING btree ("household_id");
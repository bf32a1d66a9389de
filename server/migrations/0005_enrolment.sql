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
ALTER TABLE "enrolments" ADD COLUMN "type" text DEFAULT 'regular' NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "offered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "of_cents" bigint;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "percent" integer;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD CONSTRAINT "seat_holds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD CONSTRAINT "seat_holds_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_awarded_by_persons_id_fk" FOREIGN KEY ("awarded_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_uses" ADD CONSTRAINT "promo_uses_code_id_promo_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_uses" ADD CONSTRAINT "promo_uses_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_windows" ADD CONSTRAINT "registration_windows_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "window_addresses" ADD CONSTRAINT "window_addresses_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "seat_holds_once" ON "seat_holds" USING btree ("account_id","section_id","child_key");--> statement-breakpoint
CREATE INDEX "seat_holds_section" ON "seat_holds" USING btree ("section_id","expires_at");--> statement-breakpoint
CREATE INDEX "awards_student" ON "awards" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "awards_household" ON "awards" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "awards_term" ON "awards" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "awards_awarded_by" ON "awards" USING btree ("awarded_by");--> statement-breakpoint
CREATE INDEX "awards_at" ON "awards" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "promo_codes_code" ON "promo_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "promo_uses_invoice" ON "promo_uses" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "registration_windows_once" ON "registration_windows" USING btree ("term_id","audience");--> statement-breakpoint
CREATE UNIQUE INDEX "window_addresses_once" ON "window_addresses" USING btree ("term_id","email","audience");--> statement-breakpoint
CREATE INDEX "discounts_source" ON "discounts" USING btree ("source_id") WHERE source_id is not null;
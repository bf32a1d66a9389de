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
ALTER TABLE "meetings" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "makes_up_id" uuid;--> statement-breakpoint
ALTER TABLE "event_slots" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "native_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "is_extra" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_session_date_id_session_dates_id_fk" FOREIGN KEY ("session_date_id") REFERENCES "public"."session_dates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_make_up_date_id_session_dates_id_fk" FOREIGN KEY ("make_up_date_id") REFERENCES "public"."session_dates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_restored_by_persons_id_fk" FOREIGN KEY ("restored_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_duties" ADD CONSTRAINT "released_duties_cancellation_id_cancellations_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "public"."cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_duties" ADD CONSTRAINT "released_duties_sign_up_id_slot_signups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."slot_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_credits" ADD CONSTRAINT "charge_credits_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_credits" ADD CONSTRAINT "charge_credits_cancellation_id_cancellations_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "public"."cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cancellations_day" ON "cancellations" USING btree ("session_date_id") WHERE section_id is null and restored_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "cancellations_lesson" ON "cancellations" USING btree ("session_date_id","section_id") WHERE restored_at is null;--> statement-breakpoint
CREATE INDEX "cancellations_session_date" ON "cancellations" USING btree ("session_date_id");--> statement-breakpoint
CREATE INDEX "cancellations_section" ON "cancellations" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "cancellations_make_up" ON "cancellations" USING btree ("make_up_date_id");--> statement-breakpoint
CREATE INDEX "cancellations_made_by" ON "cancellations" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "cancellations_restored_by" ON "cancellations" USING btree ("restored_by");--> statement-breakpoint
CREATE INDEX "released_duties_sign_up" ON "released_duties" USING btree ("sign_up_id");--> statement-breakpoint
CREATE INDEX "charge_credits_charge" ON "charge_credits" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "charge_credits_cancellation" ON "charge_credits" USING btree ("cancellation_id");--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_makes_up_id_meetings_id_fk" FOREIGN KEY ("makes_up_id") REFERENCES "public"."meetings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meetings_makes_up" ON "meetings" USING btree ("makes_up_id");
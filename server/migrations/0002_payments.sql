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
ALTER TABLE "charges" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "native_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_reversals" ADD CONSTRAINT "charge_reversals_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_runs" ADD CONSTRAINT "charge_runs_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_sent_by_persons_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_runs_at" ON "charge_runs" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "charge_runs_made_by" ON "charge_runs" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "payment_reminders_household" ON "payment_reminders" USING btree ("household_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_reminders_sent_by" ON "payment_reminders" USING btree ("sent_by");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_household" ON "refunds" USING btree ("household_id");--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_run_id_charge_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."charge_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_run" ON "charges" USING btree ("run_id");
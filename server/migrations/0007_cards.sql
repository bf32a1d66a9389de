CREATE TABLE "card_checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"started_by" uuid NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"session_id" text,
	"intent_id" text,
	"url" text DEFAULT '' NOT NULL,
	"failure" text,
	"detail" text DEFAULT '' NOT NULL,
	"payment_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_checkouts_amount" CHECK ("card_checkouts"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "card_news" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_refunds" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout_charges" (
	"checkout_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	CONSTRAINT "checkout_charges_checkout_id_charge_id_pk" PRIMARY KEY("checkout_id","charge_id")
);
--> statement-breakpoint
CREATE TABLE "refused_news" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "card_checkouts" ADD CONSTRAINT "card_checkouts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_checkouts" ADD CONSTRAINT "card_checkouts_started_by_persons_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_checkouts" ADD CONSTRAINT "card_checkouts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_refunds" ADD CONSTRAINT "card_refunds_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_charges" ADD CONSTRAINT "checkout_charges_checkout_id_card_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."card_checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_charges" ADD CONSTRAINT "checkout_charges_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_checkouts_household" ON "card_checkouts" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "card_checkouts_started_by" ON "card_checkouts" USING btree ("started_by");--> statement-breakpoint
CREATE UNIQUE INDEX "card_checkouts_session" ON "card_checkouts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "card_checkouts_intent" ON "card_checkouts" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_checkouts_payment" ON "card_checkouts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "card_news_at" ON "card_news" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "card_refunds_provider" ON "card_refunds" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "checkout_charges_charge" ON "checkout_charges" USING btree ("charge_id");
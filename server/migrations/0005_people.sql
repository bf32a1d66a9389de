CREATE TABLE "confirmation_rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"due_on" date NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" uuid,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"round_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb,
	"changes" integer DEFAULT 0 NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "confirmations_round_id_household_id_pk" PRIMARY KEY("round_id","household_id")
);
--> statement-breakpoint
ALTER TABLE "confirmation_rounds" ADD CONSTRAINT "confirmation_rounds_started_by_persons_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_round_id_confirmation_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."confirmation_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_confirmed_by_persons_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmation_rounds_started_at" ON "confirmation_rounds" USING btree ("started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "confirmation_rounds_started_by" ON "confirmation_rounds" USING btree ("started_by");--> statement-breakpoint
CREATE UNIQUE INDEX "confirmation_rounds_open" ON "confirmation_rounds" USING btree ((ended_at is null)) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "confirmations_household" ON "confirmations" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "confirmations_confirmed_by" ON "confirmations" USING btree ("confirmed_by");
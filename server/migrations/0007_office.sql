CREATE TABLE "duty_exemptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"from_on" date NOT NULL,
	"to_on" date,
	"reason" text NOT NULL,
	"made_by" uuid,
	"made_at" timestamp (3) with time zone NOT NULL,
	"taken_back_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "room_parents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"section_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"from_on" date NOT NULL,
	"to_on" date,
	"appointed_by" uuid,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "event_slots" ADD COLUMN "points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "duty_exemptions" ADD CONSTRAINT "duty_exemptions_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_exemptions" ADD CONSTRAINT "duty_exemptions_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_parents" ADD CONSTRAINT "room_parents_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_parents" ADD CONSTRAINT "room_parents_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_parents" ADD CONSTRAINT "room_parents_appointed_by_persons_id_fk" FOREIGN KEY ("appointed_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duty_exemptions_household" ON "duty_exemptions" USING btree ("household_id","from_on");--> statement-breakpoint
CREATE INDEX "duty_exemptions_made_by" ON "duty_exemptions" USING btree ("made_by");--> statement-breakpoint
CREATE UNIQUE INDEX "room_parents_live" ON "room_parents" USING btree ("section_id","person_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "room_parents_person" ON "room_parents" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "room_parents_appointed_by" ON "room_parents" USING btree ("appointed_by");
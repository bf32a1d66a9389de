CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "event_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"capacity" integer NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"locks_at" timestamp (3) with time zone,
	"position" integer NOT NULL,
	CONSTRAINT "event_slots_capacity" CHECK ("event_slots"."capacity" > 0),
	CONSTRAINT "event_slots_order" CHECK ("event_slots"."starts_at" < "event_slots"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"native_title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"native_description" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"is_all_day" boolean NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"audience" jsonb NOT NULL,
	"status" text NOT NULL,
	"takes_rsvp" boolean DEFAULT false NOT NULL,
	"capacity" integer,
	"rsvp_closes_at" timestamp (3) with time zone,
	"is_public" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(title || ' ' || native_title || ' ' || place)) STORED NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_order" CHECK ("events"."starts_at" < "events"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "rsvps" (
	"event_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"answer" text NOT NULL,
	"party_size" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rsvps_event_id_household_id_pk" PRIMARY KEY("event_id","household_id"),
	CONSTRAINT "rsvps_party" CHECK ("rsvps"."party_size" > 0)
);
--> statement-breakpoint
CREATE TABLE "slot_signups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slot_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"status" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "told_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_dates" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_slots" ADD CONSTRAINT "event_slots_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_created_by_persons_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_by_id_persons_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_signups" ADD CONSTRAINT "slot_signups_slot_id_event_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."event_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_signups" ADD CONSTRAINT "slot_signups_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_token" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_live" ON "calendar_feeds" USING btree ("person_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "calendar_feeds_person" ON "calendar_feeds" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "event_slots_event" ON "event_slots" USING btree ("event_id","position");--> statement-breakpoint
CREATE INDEX "events_starts_at" ON "events" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "events_ends_at" ON "events" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "events_created_by" ON "events" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rsvps_household" ON "rsvps" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "rsvps_by" ON "rsvps" USING btree ("by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "slot_signups_live" ON "slot_signups" USING btree ("slot_id","person_id") WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "slot_signups_slot" ON "slot_signups" USING btree ("slot_id","status");--> statement-breakpoint
CREATE INDEX "slot_signups_person" ON "slot_signups" USING btree ("person_id");
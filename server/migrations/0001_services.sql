CREATE TABLE "own_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"native_name" text DEFAULT '' NOT NULL,
	"archived_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "own_code_id" uuid;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "programmes" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "own_codes_name" ON "own_codes" USING btree ("name");--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_own_code_id_own_codes_id_fk" FOREIGN KEY ("own_code_id") REFERENCES "public"."own_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_own_code" ON "attendance" USING btree ("own_code_id");
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"is_encrypted" boolean DEFAULT false NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE INDEX "backups_taken_at" ON "backups" USING btree ("taken_at" DESC NULLS LAST);
CREATE TABLE "job_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"error" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sending_id" uuid;--> statement-breakpoint
CREATE INDEX "job_failures_failed_at" ON "job_failures" USING btree ("failed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_sending" ON "mails" USING btree ("sending_id") WHERE sending_id is not null;
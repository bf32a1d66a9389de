CREATE TABLE "spent_attestations" (
	"key" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "spent_attestations_expiry" ON "spent_attestations" USING btree ("expires_at");
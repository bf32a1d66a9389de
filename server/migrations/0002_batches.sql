CREATE TABLE "batch_changes" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "batch_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"act" text NOT NULL,
	"key" jsonb NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"n" integer NOT NULL,
	"detail" text NOT NULL,
	"slices" jsonb NOT NULL,
	"account_id" uuid,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text
);
--> statement-breakpoint
ALTER TABLE "batch_changes" ADD CONSTRAINT "batch_changes_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_changes_batch" ON "batch_changes" USING btree ("batch_id","seq");--> statement-breakpoint
CREATE INDEX "batches_at" ON "batches" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);
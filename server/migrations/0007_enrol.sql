CREATE TABLE "type_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"to_type" text NOT NULL,
	"on_day" date NOT NULL,
	"difference_cents" bigint NOT NULL,
	"refund_cents" bigint NOT NULL,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "busy_times" (
	"id" uuid PRIMARY KEY NOT NULL,
	"teacher_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"starts_at" text NOT NULL,
	"ends_at" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "busy_times_order" CHECK ("busy_times"."starts_at" < "busy_times"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "promo_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "leaving_requests" ADD COLUMN "leaves" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "type_changes" ADD CONSTRAINT "type_changes_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "type_changes" ADD CONSTRAINT "type_changes_made_by_persons_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_teacher_id_teachers_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."teachers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "type_changes_enrolment" ON "type_changes" USING btree ("enrolment_id","created_at");--> statement-breakpoint
CREATE INDEX "type_changes_made_by" ON "type_changes" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "busy_times_teacher" ON "busy_times" USING btree ("teacher_id","weekday");
CREATE TABLE "leaving_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"to_section_id" uuid,
	"on_day" date NOT NULL,
	"back" text NOT NULL,
	"leaves_waits" boolean NOT NULL,
	"note" text NOT NULL,
	"agreed_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "native_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "requested_by" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "approved_by" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "moved_by" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_on" date;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD COLUMN "kind" text DEFAULT 'withdrawal' NOT NULL;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD COLUMN "to_enrolment_id" uuid;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD COLUMN "refund_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leaving_requests" ADD CONSTRAINT "leaving_requests_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaving_requests" ADD CONSTRAINT "leaving_requests_to_section_id_sections_id_fk" FOREIGN KEY ("to_section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaving_requests" ADD CONSTRAINT "leaving_requests_requested_by_persons_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaving_requests" ADD CONSTRAINT "leaving_requests_answered_by_persons_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "leaving_requests_open" ON "leaving_requests" USING btree ("enrolment_id") WHERE status = 'asked';--> statement-breakpoint
CREATE INDEX "leaving_requests_enrolment" ON "leaving_requests" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "leaving_requests_status" ON "leaving_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "leaving_requests_to" ON "leaving_requests" USING btree ("to_section_id");--> statement-breakpoint
CREATE INDEX "leaving_requests_requested_by" ON "leaving_requests" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "leaving_requests_answered_by" ON "leaving_requests" USING btree ("answered_by");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_persons_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_persons_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_moved_by_persons_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_withdrawals" ADD CONSTRAINT "settled_withdrawals_to_enrolment_id_enrolments_id_fk" FOREIGN KEY ("to_enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_status" ON "refunds" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_requested_by" ON "refunds" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "refunds_approved_by" ON "refunds" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "refunds_moved_by" ON "refunds" USING btree ("moved_by");--> statement-breakpoint
CREATE INDEX "settled_withdrawals_to" ON "settled_withdrawals" USING btree ("to_enrolment_id");
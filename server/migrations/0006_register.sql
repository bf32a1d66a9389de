CREATE TABLE "family_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"person_id" uuid,
	"way" text NOT NULL,
	"status" text NOT NULL,
	"child_name" text DEFAULT '' NOT NULL,
	"birth_on" date,
	"phone" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"sought_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "saved_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "started_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "form_answers" ADD COLUMN "section_id" uuid;--> statement-breakpoint
ALTER TABLE "form_fields" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "form_fields" ADD COLUMN "course_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "form_fields" ADD COLUMN "section_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "family_claims" ADD CONSTRAINT "family_claims_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_claims" ADD CONSTRAINT "family_claims_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_claims" ADD CONSTRAINT "family_claims_answered_by_persons_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "family_claims_account" ON "family_claims" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "family_claims_person" ON "family_claims" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "family_claims_answered_by" ON "family_claims" USING btree ("answered_by");--> statement-breakpoint
CREATE INDEX "family_claims_status" ON "family_claims" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "family_claims_waiting" ON "family_claims" USING btree ("account_id","status") WHERE status in ('sent','asked');--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_saved_at" ON "drafts" USING btree ("saved_at","account_id");--> statement-breakpoint
CREATE INDEX "form_answers_section" ON "form_answers" USING btree ("section_id");
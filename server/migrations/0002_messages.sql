CREATE TABLE "message_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"native_subject" text DEFAULT '' NOT NULL,
	"native_body" text DEFAULT '' NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_recipients" (
	"notice_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"household_id" uuid,
	"student_ids" uuid[] NOT NULL,
	"facts" jsonb NOT NULL,
	"mail_id" uuid,
	"read_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "notice_recipients_notice_id_person_id_pk" PRIMARY KEY("notice_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"native_subject" text DEFAULT '' NOT NULL,
	"native_body" text DEFAULT '' NOT NULL,
	"audience" jsonb NOT NULL,
	"by_email" boolean DEFAULT true NOT NULL,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"needs_answer" boolean DEFAULT false NOT NULL,
	"is_native_stale" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"send_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"recalled_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(subject || ' ' || native_subject || ' ' || body || ' ' || native_body)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"side" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_reads" (
	"thread_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	CONSTRAINT "thread_reads_thread_id_person_id_pk" PRIMARY KEY("thread_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"household_id" uuid NOT NULL,
	"student_id" uuid,
	"section_id" uuid,
	"status" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_created_by_persons_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_author_id_persons_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_created_by_persons_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_templates_name" ON "message_templates" USING btree ("name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_templates_live" ON "message_templates" USING btree (lower(name)) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "notice_recipients_person" ON "notice_recipients" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "notice_recipients_household" ON "notice_recipients" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "notice_recipients_mail" ON "notice_recipients" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "notices_at" ON "notices" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_created_by" ON "notices" USING btree ("created_by","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_search" ON "notices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "thread_messages_thread" ON "thread_messages" USING btree ("thread_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "thread_messages_author" ON "thread_messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "thread_messages_body" ON "thread_messages" USING gin (lower(body) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "thread_reads_person" ON "thread_reads" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "threads_at" ON "threads" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_status" ON "threads" USING btree ("status","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_household" ON "threads" USING btree ("household_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_student" ON "threads" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "threads_section" ON "threads" USING btree ("section_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_created_by" ON "threads" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "threads_subject" ON "threads" USING gin (lower(subject) gin_trgm_ops);
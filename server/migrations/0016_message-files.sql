CREATE TABLE "thread_message_files" (
	"message_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "thread_message_files_message_id_file_id_pk" PRIMARY KEY("message_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "thread_message_files" ADD CONSTRAINT "thread_message_files_message_id_thread_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."thread_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_message_files" ADD CONSTRAINT "thread_message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "thread_message_files_file" ON "thread_message_files" USING btree ("file_id");
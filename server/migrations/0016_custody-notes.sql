ALTER TABLE "import_rows" ADD COLUMN "custody_answer" jsonb;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "is_custody_open" boolean DEFAULT false NOT NULL;
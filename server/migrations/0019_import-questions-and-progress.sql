CREATE TABLE "import_progress" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"done" integer NOT NULL,
	"total" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "number_answer" text;
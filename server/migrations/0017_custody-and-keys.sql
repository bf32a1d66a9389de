CREATE TABLE "import_keys" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"our_id" uuid NOT NULL,
	CONSTRAINT "import_keys_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "custody_answer" jsonb;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "is_custody_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "import_keys_our" ON "import_keys" USING btree ("our_id");
DROP INDEX "persons_search";--> statement-breakpoint
ALTER TABLE "persons" drop column "search_text";--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "search_text" text GENERATED ALWAYS AS (sought(name, native_name, preferred_name, email, phone)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "persons_sought" ON "persons" USING gin ("search_text" gin_trgm_ops);
ALTER TABLE "persons" ADD COLUMN "name_order" text collate "C" GENERATED ALWAYS AS (name_order(name, native_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "native_order" text collate "C" GENERATED ALWAYS AS (native_order(name, native_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "name_order" text collate "C" GENERATED ALWAYS AS (name_order(name, '')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "persons_name_order" ON "persons" USING btree ("name_order","id");--> statement-breakpoint
CREATE INDEX "persons_native_order" ON "persons" USING btree ("native_order","id");--> statement-breakpoint
CREATE INDEX "households_name_order" ON "households" USING btree ("name_order","id");
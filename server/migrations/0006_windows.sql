CREATE TABLE "registration_windows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"opens_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "window_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"email" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "registration_windows" ADD CONSTRAINT "registration_windows_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "window_addresses" ADD CONSTRAINT "window_addresses_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "registration_windows_once" ON "registration_windows" USING btree ("term_id","audience");--> statement-breakpoint
CREATE UNIQUE INDEX "window_addresses_once" ON "window_addresses" USING btree ("term_id","email","audience");
CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"is_extended" boolean DEFAULT false NOT NULL,
	"network" text
);
--> statement-breakpoint
CREATE TABLE "spent_secrets" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "carts_account" ON "carts" USING btree ("account_id","begun_at");--> statement-breakpoint
CREATE INDEX "carts_network" ON "carts" USING btree ("network","expires_at");--> statement-breakpoint
CREATE INDEX "spent_secrets_expiry" ON "spent_secrets" USING btree ("expires_at");
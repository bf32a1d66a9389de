CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"email" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "provider_arrivals" ADD COLUMN "provider_id" text DEFAULT 'oidc.school' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_links" ADD COLUMN "provider_id" text DEFAULT 'oidc.school' NOT NULL;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_account" ON "passkeys" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_links_code" ON "sign_in_links" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "sign_in_links_expiry" ON "sign_in_links" USING btree ("expires_at");--> statement-breakpoint
-- The one provider of sign-ins becomes the first of several, in every version that was kept.
UPDATE "setting_versions" SET "kind" = 'providers', "value" = jsonb_build_object('list',
	CASE WHEN "value" ->> 'issuer' = '' THEN '[]'::jsonb ELSE jsonb_build_array('{"id": "oidc.school"}'::jsonb || "value"::jsonb) END)
	WHERE "kind" = 'provider';

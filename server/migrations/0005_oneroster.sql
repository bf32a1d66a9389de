CREATE TABLE "oneroster_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oneroster_ids" (
	"kind" text NOT NULL,
	"sourced_id" text NOT NULL,
	"our_id" uuid NOT NULL,
	CONSTRAINT "oneroster_ids_kind_sourced_id_pk" PRIMARY KEY("kind","sourced_id")
);
--> statement-breakpoint
CREATE TABLE "oneroster_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oneroster_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "oneroster_clients" ADD CONSTRAINT "oneroster_clients_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oneroster_tokens" ADD CONSTRAINT "oneroster_tokens_client_id_oneroster_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oneroster_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oneroster_clients_created_by" ON "oneroster_clients" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "oneroster_ids_our" ON "oneroster_ids" USING btree ("our_id");--> statement-breakpoint
CREATE INDEX "oneroster_tokens_client" ON "oneroster_tokens" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oneroster_tokens_expires" ON "oneroster_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oneroster_uploads_created_at" ON "oneroster_uploads" USING btree ("created_at");
CREATE TABLE "kept_apart" (
	"kind" text NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_apart_kind_one_id_other_id_pk" PRIMARY KEY("kind","one_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "family_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"viewer_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "family_views" ADD CONSTRAINT "family_views_viewer_id_accounts_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_views" ADD CONSTRAINT "family_views_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "family_views_viewer" ON "family_views" USING btree ("viewer_id");--> statement-breakpoint
CREATE INDEX "family_views_person" ON "family_views" USING btree ("person_id");
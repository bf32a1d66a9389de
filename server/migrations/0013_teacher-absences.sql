CREATE TABLE "teacher_absences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"teacher_id" uuid NOT NULL,
	"on_day" date NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "teacher_absences" ADD CONSTRAINT "teacher_absences_teacher_id_teachers_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."teachers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "teacher_absences_teacher" ON "teacher_absences" USING btree ("teacher_id","on_day");--> statement-breakpoint
CREATE INDEX "teacher_absences_day" ON "teacher_absences" USING btree ("on_day");
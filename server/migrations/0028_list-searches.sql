DROP INDEX "attendance_enrolment";--> statement-breakpoint
CREATE INDEX "enrolments_audit" ON "enrolments" USING btree ("section_id") WHERE type = 'audit';--> statement-breakpoint
CREATE INDEX "households_sought" ON "households" USING gin (fold(name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "attendance_enrolment" ON "attendance" USING btree ("enrolment_id","is_present");
ALTER TABLE "payments" ADD COLUMN "recorded_by" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_recorded_by_persons_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ("received_on","number");--> statement-breakpoint
CREATE INDEX "payments_recorded_by" ON "payments" USING btree ("recorded_by");--> statement-breakpoint
-- The audit trail knows who recorded payments so far: at the same instant, for the same family.
UPDATE "payments" p SET recorded_by = a.person_id FROM audit_entries a JOIN persons o ON o.id = a.person_id
  WHERE a.action = 'payments-record' AND a.outcome = 'done' AND a.at = p.created_at AND p.household_id = ANY (a.about);--> statement-breakpoint
-- No bill ever followed the shares (decision 53). Where the office has divided one, it stays as a note that the office reads.
UPDATE "students" s SET custody_note = left(concat_ws(E'\n', nullif(s.custody_note, ''), 'Share of the fees: ' || g.shares), 4000)
  FROM (SELECT g.student_id, string_agg(p.name || ' ' || g.billing_percent || '%', ', ' ORDER BY g.contact_order, p.name) AS shares
    FROM guardianships g JOIN persons p ON p.id = g.guardian_id GROUP BY g.student_id
    HAVING bool_or(g.billing_percent BETWEEN 1 AND 99)) g
  WHERE g.student_id = s.id;--> statement-breakpoint
-- What can still be undone (0003_undo.sql) must not name a column that is gone.
DELETE FROM batch_changes WHERE table_name = 'guardianships' AND act = 'update' AND before - 'billing_percent' = '{}'::jsonb;--> statement-breakpoint
UPDATE batch_changes SET before = before - 'billing_percent', after = after - 'billing_percent' WHERE table_name = 'guardianships';--> statement-breakpoint
ALTER TABLE "guardianships" DROP COLUMN "billing_percent";
import { and, desc, or, ilike, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { containing, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { auditEntries } from '#server/platform/tables.ts'

const matching = (search: string) =>
  search === ''
    ? undefined
    : or(ilike(auditEntries.actor, containing(search)), ilike(auditEntries.action, containing(search)))

export const listAudit = (db: Db, seen: Scope<'audit'>, search: string, after: readonly unknown[] | null) =>
  db
    .select({
      id: auditEntries.id,
      at: auditEntries.at,
      actor: auditEntries.actor,
      action: auditEntries.action,
      outcome: auditEntries.outcome,
    })
    .from(auditEntries)
    .where(
      and(
        seen,
        matching(search),
        after
          ? sql`(${auditEntries.at}, ${auditEntries.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(pageSize + 1)

export const countAudit = async (db: Db, seen: Scope<'audit'>, search: string): Promise<number> =>
  db.$count(auditEntries, and(seen, matching(search)))

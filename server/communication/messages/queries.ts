import { and, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { containing, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { mails } from '#server/platform/tables.ts'

const matching = (search: string) =>
  search === '' ? undefined : or(ilike(mails.to, containing(search)), ilike(mails.subject, containing(search)))

export const listMails = (db: Db, seen: Scope<'mails'>, search: string, after: readonly unknown[] | null) =>
  db
    .select({ id: mails.id, to: mails.to, subject: mails.subject, status: mails.status, queuedAt: mails.queuedAt })
    .from(mails)
    .where(
      and(
        seen,
        matching(search),
        after ? sql`(${mails.queuedAt}, ${mails.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(mails.queuedAt), desc(mails.id))
    .limit(pageSize + 1)

export const countMails = async (db: Db, seen: Scope<'mails'>, search: string): Promise<number> =>
  db.$count(mails, and(seen, matching(search)))

export const findLetter = async (db: Db, seen: Scope<'mails'>, id: string) =>
  (
    await db
      .select({ id: mails.id, to: mails.to, subject: mails.subject, text: mails.text, queuedAt: mails.queuedAt })
      .from(mails)
      .where(and(seen, eq(mails.id, id)))
  )[0]

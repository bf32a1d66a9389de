import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { containing, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { messageTemplates } from './tables.ts'

type Filter = { search: string; isArchived: boolean }
const matching = ({ search, isArchived }: Filter) =>
  and(
    isArchived ? sql`message_templates.archived_at is not null` : sql`message_templates.archived_at is null`,
    search === ''
      ? undefined
      : sql`lower(message_templates.name || ' ' || message_templates.subject || ' ' || message_templates.native_subject) like ${containing(search)}`,
  )
const columns = {
  id: messageTemplates.id,
  name: messageTemplates.name,
  subject: messageTemplates.subject,
  body: messageTemplates.body,
  nativeSubject: messageTemplates.nativeSubject,
  nativeBody: messageTemplates.nativeBody,
  isArchived: sql<boolean>`message_templates.archived_at is not null`,
}

export const listTemplates = (
  db: Db,
  usable: Scope<'message_templates'>,
  filter: Filter,
  after: readonly unknown[] | null,
) =>
  db
    .select(columns)
    .from(messageTemplates)
    .where(
      and(
        usable,
        matching(filter),
        after ? sql`(message_templates.name, message_templates.id) > (${after[0]}, ${after[1]}::uuid)` : undefined,
      ),
    )
    .orderBy(asc(messageTemplates.name), asc(messageTemplates.id))
    .limit(pageSize + 1)

export const countTemplates = async (db: Db, usable: Scope<'message_templates'>, filter: Filter): Promise<number> =>
  db.$count(messageTemplates, and(usable, matching(filter)))

/** True if another template in use has this name. */
export const isNameTaken = async (db: Db, name: string, id: string | null): Promise<boolean> =>
  (await db.$count(
    messageTemplates,
    and(
      sql`message_templates.archived_at is null and lower(message_templates.name) = lower(${name})`,
      id === null ? undefined : sql`message_templates.id <> ${id}::uuid`,
    ),
  )) > 0

export const insertTemplate = async (db: Db, values: typeof messageTemplates.$inferInsert) =>
  (await db.insert(messageTemplates).values(values).returning(columns))[0]!

export const updateTemplate = async (
  db: Db,
  usable: Scope<'message_templates'>,
  id: string,
  values: Partial<typeof messageTemplates.$inferInsert>,
) =>
  (
    await db
      .update(messageTemplates)
      .set(values)
      .where(and(usable, eq(messageTemplates.id, id)))
      .returning(columns)
  )[0]

export const lockTemplate = async (db: Db, usable: Scope<'message_templates'>, id: string) =>
  (
    await db
      .select(columns)
      .from(messageTemplates)
      .where(and(usable, eq(messageTemplates.id, id)))
      .for('update')
  )[0]

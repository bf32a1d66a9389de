import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { prepared } from '#server/platform/prepared.ts'
import { findSetting } from '#server/school/config/acts.ts'

const insertNumber = prepared<{ last: number }, 'kind'>(
  ({ kind }) =>
    sql`insert into numbers (kind, last) values (${kind}, 1) on conflict (kind) do update set last = numbers.last + 1 returning last`,
)

/** The next number of a kind; it is used up only if the transaction commits, so that no number is missing. */
const takeNumber = async (db: Db, kind: 'invoice' | 'receipt'): Promise<number> => {
  const [taken] = await insertNumber(db, { kind })
  return taken!.last
}

/** The next number of a kind as it is on paper: what the school begins it with, the year, five figures. */
export const numberOf = async (db: Db, kind: 'invoice' | 'receipt', onDay: string): Promise<string> => {
  const [{ invoicePrefix, receiptPrefix }, number] = await Promise.all([
    findSetting(db, 'paying'),
    takeNumber(db, kind),
  ])
  const prefix = kind === 'invoice' ? invoicePrefix : receiptPrefix
  return `${prefix}-${onDay.slice(0, 4)}-${String(number).padStart(5, '0')}`
}

import { sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { findSetting } from '#server/school/config/acts.ts'

/** The next number of a kind; it is used up only if the transaction commits, so that no number is missing. */
const takeNumber = async (db: Db, kind: 'invoice' | 'receipt'): Promise<number> => {
  const [taken] = await rows<{ last: number }>(
    db,
    sql`insert into numbers (kind, last) values (${kind}, 1) on conflict (kind) do update set last = numbers.last + 1 returning last`,
  )
  return taken!.last
}

/** The next number of a kind as it is on paper: what the school begins it with, the year, five figures. */
export const numberOf = async (db: Db, kind: 'invoice' | 'receipt', onDay: string): Promise<string> => {
  const { invoicePrefix, receiptPrefix } = await findSetting(db, 'paying')
  const prefix = kind === 'invoice' ? invoicePrefix : receiptPrefix
  return `${prefix}-${onDay.slice(0, 4)}-${String(await takeNumber(db, kind)).padStart(5, '0')}`
}

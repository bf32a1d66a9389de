import { sql, type SQL } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { prepared } from '#server/platform/prepared.ts'
import { addedUp, balanceColumns, balancesIn, isOfAnotherDay, storedAmounts } from './tables.ts'

const findStale = prepared<{ isStale: boolean }, 'today'>(
  ({ today }) => sql`
    select exists (select from stale_balances) or exists (select from household_balances where ${isOfAnotherDay(sql`${today}::date`)}) as "isStale"`,
)

/**
 * Stores again the balances that a write or a new day has made stale. A balance is stored by the statement that deletes
 * its mark, from a snapshot that sees the write that left the mark, so an older sum never replaces a newer one.
 */
const storeAgain = async (db: Db, today: string): Promise<void> => {
  const day = sql`${today}::date`
  await db.execute(
    sql`insert into stale_balances (household_id) select household_id from household_balances where ${isOfAnotherDay(day)}`,
  )
  await db.execute(sql`
    with marks as (delete from stale_balances returning household_id), stale as materialized (select distinct household_id from marks)
    insert into household_balances (household_id, ${storedAmounts}, as_of) ${addedUp(sql`stale`, day)}
    on conflict (household_id) do update set ${sql.raw([...balanceColumns, 'as_of'].map(each => `${each} = excluded.${each}`).join(', '))}`)
}

/**
 * `everyBalance`, and fast: what is stored is brought up to date first and is then all that has to be read. It is as of
 * this moment; whatever is written between this and the reading statement tells open screens to read again. Undefined
 * if nothing can be stored, for instance because the disk is full: then the reader adds up with `everyBalance`. Not for
 * a transaction, which a failure would break.
 */
export const storedBalances = async (db: Db, today: string): Promise<SQL | undefined> => {
  try {
    const [found] = await findStale(db, { today })
    if (found?.isStale) await storeAgain(db, today)
    return balancesIn(sql`household_balances`)
  } catch (error) {
    log.warn({ err: error }, 'balances could not be stored')
    return undefined
  }
}

/** Marks all balances as stale, once money was written while triggers were off. */
export const markEveryBalance = (db: Db) =>
  db.execute(sql`insert into stale_balances (household_id) select id from households`)

/** Marks stored balances that differ from the books, which only a bug can cause, and returns how many there were. */
export const markWrongBalances = async (db: Db, today: string): Promise<number> => {
  const all = sql`(select id as household_id from households)`
  const marked = await rows<{ householdId: string }>(
    db,
    sql`
    insert into stale_balances (household_id)
    select household_id from (
      select household_id, ${storedAmounts} from (${addedUp(all, sql`${today}::date`)}) books
      except select household_id, ${storedAmounts} from household_balances) differing
    where household_id not in (select household_id from stale_balances)
      and (charged_cents <> 0 or paid_cents <> 0 or returning_cents <> 0 or household_id in (select household_id from household_balances))
    returning household_id`,
  )
  return marked.length
}

import { sql, type SQL } from 'drizzle-orm'
import { type Db, runNamed } from './db.ts'
import { guest, type Actor } from './functions.ts'

let made = 0
const placed = <Value extends string>(): Record<Value, SQL> =>
  new Proxy({} as Record<Value, SQL>, { get: (_, value) => sql`${sql.placeholder(String(value))}` })

/**
 * A statement that is written once, and sent by its name from then on: for what everybody asks for all day, where writing
 * it out takes longer than the database takes for it. `write` gets its values by name, and must not depend on anything
 * else. What it returns is as of `rows`.
 */
export const prepared = <Row, Value extends string>(
  write: (value: Record<Value, SQL>) => SQL,
): ((db: Db, values: Record<Value, unknown>) => Promise<Row[]>) => {
  made += 1
  const name = `made_${made}`
  let statement: SQL | undefined
  return (db, values) => runNamed<Row>(db, name, (statement ??= write(placed())), values)
}

/**
 * Stands for anybody who calls in policies of prepared statements: their ids are the values `person` and `account`. It has
 * one role, since rows that a second one would add are not those of this statement.
 */
export const anyCaller = (role: 'parent' | 'teacher', value: Record<'person' | 'account', SQL>): Actor => ({
  ...guest,
  // Policies put the ids into statements, where a value to come is as good as one.
  personId: value.person as unknown as string,
  accountId: value.account as unknown as string,
  isVerified: true,
  roles: [role],
})

import { sql, type SQL } from 'drizzle-orm'
import { type Db, runNamed } from './db.ts'
import { guest, type Actor } from './actor.ts'

let made = 0
const placed = <Value extends string>(): Record<Value, SQL> =>
  new Proxy({} as Record<Value, SQL>, { get: (_, value) => sql`${sql.placeholder(String(value))}` })

/**
 * A statement that is compiled once and sent by its name from then on, for frequent reads where compiling takes longer
 * than the database takes to run it. `write` gets placeholders for its values by name and must not depend on anything
 * else. The result is typed and named as with `rows`.
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
 * A stand-in for the caller in policies of prepared statements: its ids are the values `person` and `account`. It has
 * one role, since the statement does not contain the rows that a second role would add.
 */
export const anyCaller = (role: 'parent' | 'teacher', value: Record<'person' | 'account', SQL>): Actor => ({
  ...guest,
  // Policies insert the ids into statements, where a placeholder works like an id.
  personId: value.person as unknown as string,
  accountId: value.account as unknown as string,
  isVerified: true,
  roles: [role],
})

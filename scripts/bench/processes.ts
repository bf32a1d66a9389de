import { compare, lineOf } from './compare.ts'
import { signInFamilies } from './families.ts'
import { type Running, startLantern } from './lantern.ts'
import { type Pace, posting, turning } from './load.ts'
import type { Line } from './table.ts'

/** Compares two processes on one port with one, on the same database and in turns. */
export const measureProcesses = async (
  one: Running,
  { url, schema, dataDir, pace }: { url: string; schema: string; dataDir: string; pace: Pace },
): Promise<Line[]> => {
  const two = await startLantern({ DATA_DIR: dataDir, DATABASE_URL: url, SCHOOL_SCHEMA: schema, PROCESSES: '2' })
  try {
    const workAt = async ({ origin }: Running) => {
      // A token is only valid at the address where it was issued.
      const someone = turning(await signInFamilies({ origin, url, schema, dataDir }))
      return (path: string, status?: number) =>
        posting(
          origin,
          path,
          32,
          () => ({}),
          () => ({ authorization: `Bearer ${someone().token}` }),
          status,
        )
    }
    const [ofTwo, ofOne] = [await workAt(two), await workAt(one)]
    const versus = async (what: string, path: string, status?: number) =>
      lineOf(
        `two processes: ${what}, 32 callers`,
        'one process',
        { ratio: 1.6 },
        await compare(ofTwo(path, status), ofOne(path, status), pace),
      )
    return [
      await versus('parent dashboard', '/fn/parents-home'),
      await versus('call that its role refuses', '/fn/students-list', 403),
    ]
  } finally {
    await two.stop()
  }
}

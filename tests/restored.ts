import { type Database, openDatabase } from '#server/platform/db.ts'
import { restoreBackup } from '#server/restore.ts'
import { makeDatabase } from './database-fixture.ts'

const schema = 'school'

/** Restores into an empty database and looks at it; it is gone afterwards. */
export const restored = async <T>(file: string, look: (database: Database) => Promise<T>, by?: string): Promise<T> => {
  const { url, drop } = await makeDatabase(null)
  const database = openDatabase(url, schema)
  try {
    await restoreBackup({ database, schema, url }, file, by)
    return await look(database)
  } finally {
    await database.close()
    await drop()
  }
}

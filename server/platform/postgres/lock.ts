import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a data folder for one Lantern at a time and returns a function that releases the lock. Throws if another
 * Lantern holds the lock or the folder cannot be written to.
 *
 * The lock is an exclusive SQLite transaction on an empty file, which is a kernel lock on that file. It ends with the
 * process, however that dies, so it cannot go stale as a pid file can. It follows the file and not its name (links,
 * containers sharing a folder), needs no program such as `flock`, and works within one process, too.
 */
export function lockFolder(folder: string): () => void {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(join(folder, 'lantern.lock'), { timeout: 0 })
    // With the journal in memory, the lock leaves no second file behind.
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    file?.close()
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === sqliteBusy) {
      throw new Error(`Another Lantern is running on ${folder}: stop it first, or choose another data folder.`, {
        cause,
      })
    }
    throw new Error(`The data folder ${folder} cannot be written to: make it writable, or choose another one.`, {
      cause,
    })
  }
  const held = file
  return () => held.close()
}

const sqliteBusy = 5

import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const enough = 3 * 2 ** 30

/**
 * The folder for a run's temporary data. It is in memory where Linux has enough room there and allows programs to run
 * from it, because a database is a thousand small files and is copied fifteen times as fast; otherwise it is the
 * system's folder for temporary files.
 */
export const scratch = (): string => {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map(line => line.split(' '))
      .find(([, place]) => place === memory)
    const { bavail, bsize } = statfsSync(memory)
    if (mount && !mount[3]!.split(',').includes('noexec') && bavail * bsize > enough) return memory
  } catch {
    // Another system, or Linux without shared memory.
  }
  return tmpdir()
}

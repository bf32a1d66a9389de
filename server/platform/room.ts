import { statfs } from 'node:fs/promises'
import { log } from './log.ts'

/** A disk with less is taken for full: enough for what the database writes by itself until somebody makes room. */
export const leastBytes = 64 << 20
const lookMs = 500

/** The refusal of a write that the disk has no room for, with the code that the database would give it. */
export class NoRoom extends Error {
  readonly code = '53100'
  constructor() {
    super('The disk of the database is full.')
  }
}

/** Whether a disk has room for what people write. */
export type Room = { isFull(): boolean; stop(): void }

/**
 * Watches the disk of the embedded database. The database ends where it can't go on with its log, and can't begin again
 * without room; who asks here before a write keeps it alive, so that people can read on.
 */
export const watchRoom = async (folder: string, freeBytes = freeIn): Promise<Room> => {
  let isFull = false
  const look = async () => {
    // A disk that can't be asked is no reason to refuse anything.
    const wasFull = isFull
    isFull = ((await freeBytes(folder).catch(() => null)) ?? leastBytes) < leastBytes
    if (isFull && !wasFull)
      log.error({ folder }, 'the disk is full: nothing can be saved until there is room, reading goes on')
    if (!isFull && wasFull) log.warn({ folder }, 'the disk has room again')
  }
  await look()
  const looking = setInterval(() => void look(), lookMs)
  looking.unref()
  return { isFull: () => isFull, stop: () => clearInterval(looking) }
}

const freeIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

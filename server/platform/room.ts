import { statfs } from 'node:fs/promises'
import { log } from './log.ts'

/**
 * A disk with fewer free bytes counts as full. This leaves enough for what the database itself writes until someone
 * frees space.
 */
export const leastBytes = 64 << 20
const lookMs = 500

/** The error of a write for which the disk has no room, with the code that the database would give it. */
export class NoRoom extends Error {
  readonly code = '53100'
  constructor() {
    super('The database’s disk is full.')
  }
}

/** Tells whether a disk has room for what people write. */
export type Room = { isFull(): boolean; stop(): void }

/**
 * Watches the free space of the embedded database's disk. The database ends if it can't continue its log, and can't
 * start again without room; checking before each write keeps it alive, so that people can go on reading.
 */
export const watchRoom = async (folder: string, freeBytes = freeIn): Promise<Room> => {
  let isFull = false
  const look = async () => {
    // If the free space can't be read, nothing is refused.
    const wasFull = isFull
    isFull = ((await freeBytes(folder).catch(() => null)) ?? leastBytes) < leastBytes
    if (isFull && !wasFull)
      log.error({ folder }, 'the disk is full: nothing can be saved until there is space; reading still works')
    if (!isFull && wasFull) log.warn({ folder }, 'the disk has space again')
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

import { randomUUID } from 'node:crypto'
import { link, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes the names in a folder outlive a power cut, where the system can say so. */
const keepFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder).catch(() => null)
  // Some file systems can't: then they keep names by themselves.
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Puts a finished file in its place, whole or not at all, also when the power fails. What was there is replaced. */
export const putInPlace = async (finished: string, path: string): Promise<void> => {
  const handle = await open(finished, 'r+')
  await handle.sync()
  await handle.close()
  await rename(finished, path)
  await keepFolder(dirname(path))
}

/** Writes a file that isn't there yet, whole or not at all. One that is there stays: the first to come has written it. */
export const writeOnce = async (path: string, text: string, mode: number): Promise<void> => {
  const finished = `${path}.${randomUUID()}`
  const handle = await open(finished, 'wx', mode)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } catch (error) {
    await unlink(finished)
    throw error
  } finally {
    await handle.close()
  }
  // A link never shows half a file, and never replaces one.
  await link(finished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(finished)
  await keepFolder(dirname(path))
}

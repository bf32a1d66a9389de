import { randomUUID } from 'node:crypto'
import { link, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes changes of names in a folder survive a power cut, where the system supports that. */
const keepFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder).catch(() => null)
  // Some file systems don't support this; they make names durable by themselves.
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Moves a finished file to its path atomically, even if the power fails. An existing file is replaced. */
export const putInPlace = async (finished: string, path: string): Promise<void> => {
  const handle = await open(finished, 'r+')
  await handle.sync()
  await handle.close()
  await rename(finished, path)
  await keepFolder(dirname(path))
}

/** Writes a new file atomically. If the file already exists, it stays as it is: the first writer wins. */
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
  // A hard link never shows half a file and never replaces one.
  await link(finished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(finished)
  await keepFolder(dirname(path))
}

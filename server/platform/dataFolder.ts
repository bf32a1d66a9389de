import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents, and returns the first one that was made. Node's own way, `recursive`, tries
 * for ever where the system answers that a folder to be made doesn't exist, as in /proc.
 */
export const makeFolders = async (path: string, mode?: number): Promise<string | undefined> => {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return undefined
  const first = dirname(path) === path ? undefined : await makeFolders(dirname(path), mode)
  await mkdir(path, mode)
  return first ?? path
}

/** Makes the data folder if it isn't there. Throws an error with one readable sentence if Lantern can't write to it. */
export const openDataFolder = async (folder: string): Promise<void> => {
  try {
    await makeFolders(folder)
    await access(folder, constants.W_OK)
  } catch (cause) {
    throw new Error(
      `Lantern can’t write to the folder ${folder}: give its account permission, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
}

import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'

/** Makes the data folder if it isn't there. Throws an error with one readable sentence if Lantern can't write to it. */
export const openDataFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (cause) {
    throw new Error(
      `Lantern can’t write to the folder ${folder}: give its account permission, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
}

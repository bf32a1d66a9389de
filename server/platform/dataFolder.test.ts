import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '#tests/scratch.ts'
import { makeFolders, openDataFolder } from './dataFolder.ts'

test('makes a folder with its parents and names the first one that was missing', async () => {
  const home = await mkdtemp(join(scratch(), 'folders-'))
  try {
    expect(await makeFolders(join(home, 'a', 'b', 'c'), 0o700)).toBe(join(home, 'a'))
    expect((await stat(join(home, 'a', 'b', 'c'))).mode & 0o777).toBe(0o700)
    expect(await makeFolders(join(home, 'a', 'b'))).toBeUndefined()
    await writeFile(join(home, 'file'), '')
    await expect(openDataFolder(join(home, 'file', 'x'))).rejects.toThrow(/can’t write to the folder/)
  } finally {
    await rm(home, { recursive: true })
  }
})

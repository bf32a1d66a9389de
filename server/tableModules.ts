import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('.', import.meta.url)

/** The files that declare tables, relative to this folder. */
export const tableFiles = (): string[] =>
  // drizzle.config.ts uses the same patterns.
  globSync(['platform/tables.ts', '*/*/tables.ts'], { cwd: fileURLToPath(folder) }).toSorted()

/** All modules that declare tables. The built server lists them by name (scripts/buildServer.ts). */
export const tableModules: readonly Record<string, unknown>[] = await Promise.all(
  tableFiles().map(file => import(new URL(file, folder).href) as Promise<Record<string, unknown>>),
)

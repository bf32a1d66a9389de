import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('.', import.meta.url)

/** Where tables are declared, from here. */
export const tableFiles = (): string[] =>
  // Those in which drizzle.config.ts finds them, too.
  globSync(['platform/tables.ts', '*/*/tables.ts'], { cwd: fileURLToPath(folder) }).toSorted()

/** All modules of tables, wherever they lie. The built server names them (scripts/buildServer.ts). */
export const tableModules: readonly Record<string, unknown>[] = await Promise.all(
  tableFiles().map(file => import(new URL(file, folder).href) as Promise<Record<string, unknown>>),
)

import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * `npm run migration`: writes a migration from the tables' changes. A snapshot of all tables comes with it, which the
 * next migration is compared with. Only the last one is ever read, so the one before is deleted.
 */
const folder = fileURLToPath(new URL('../server/migrations/meta/', import.meta.url))
const kit = fileURLToPath(new URL('../node_modules/drizzle-kit/bin.cjs', import.meta.url))
const { status } = spawnSync(process.execPath, [kit, 'generate', ...process.argv.slice(2)], { stdio: 'inherit' })
const snapshots = readdirSync(folder)
  .filter(file => file.endsWith('_snapshot.json'))
  .toSorted()
for (const file of snapshots.slice(0, -1)) rmSync(`${folder}${file}`)
process.exitCode = status ?? 1

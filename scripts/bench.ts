import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/migrate.ts'
import { openDatabase } from '#server/platform/db.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import { measureBackup } from './bench/backup.ts'
import { measureBrowser } from './bench/browser.ts'
import { startLantern } from './bench/lantern.ts'
import { measureServer } from './bench/server.ts'
import { measureStart } from './bench/start.ts'
import { measureStreams } from './bench/streams.ts'
import { print } from './bench/table.ts'
import { loadCrowd } from './crowdRows.ts'

/** The goals with what they are on this machine now. Nothing is judged: times depend on the machine, ratios less. */
const parts = ['start', 'browser', 'streams', 'server', 'backup'] as const
const schema = 'school'

const asked = process.argv.slice(2)
const unknown = asked.find(each => !parts.some(part => part === each))
if (unknown !== undefined) {
  console.error(`The bench has no part "${unknown}": use some of ${parts.join(', ')}, or none for all.`)
  process.exit(2)
}
const wanted = (part: (typeof parts)[number]) => asked.length === 0 || asked.includes(part)

const folder = mkdtempSync(join(tmpdir(), 'lantern-bench-'))
const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
try {
  if (wanted('start')) {
    console.log('Starting again and again …')
    print('the start', await measureStart(folder))
  }
  if (asked.length === 0 || asked.some(part => part !== 'start')) {
    console.log('\nOpening the demo school …')
    const postgres = await startPostgres({ dataDir: join(folder, 'demo') })
    ends.push(() => postgres.stop())
    const lantern = await startLantern({ DATA_DIR: folder, DATABASE_URL: postgres.url, SCHOOL_SCHEMA: schema })
    ends.push(() => lantern.stop())
    if (wanted('browser')) print('the browser, CPU ÷ 4, 1.6 Mbit/s, 150 ms', await measureBrowser(lantern))
    if (wanted('streams')) print('event streams', await measureStreams(lantern, postgres.url, schema))
    if (wanted('server') || wanted('backup')) {
      const database = openDatabase(postgres.url, schema)
      ends.push(() => database.close())
      await migrate(database, schema)
      await loadCrowd(database)
      if (wanted('server')) print('the server, 10,000 students', await measureServer(lantern, postgres.url, schema))
      if (wanted('backup')) {
        await lantern.stop()
        print('backup and restore', await measureBackup(database, postgres.url, schema, folder))
      }
    }
  }
} finally {
  for (const end of ends.reverse()) await end()
}

import { fillDemo } from '#server/demo/filling.ts'
import { openDatabase } from '#server/platform/db.ts'
import { keepMails } from '#server/platform/mailServer.ts'
import { migrateAt, template } from './database-fixture.ts'
import { testSeal } from './testKey.ts'

/** The demo school's usual Sunday, during classes. */
export const sundayAtLakeside = '2026-11-22T19:10:00Z'

export const demoSettings = {
  publicUrl: 'http://localhost:3000',
  isDemo: true,
  mail: keepMails,
  secrets: testSeal,
}

/**
 * The demo school at a time (an ISO instant): a template, filled once per run. The filling is interrupted once, as by a
 * power cut, and then continued. Its messages are in the table `public.lines`, one row per line.
 */
export const filledDemo = (clock: string): Promise<string> =>
  template(`demo_${Date.parse(clock)}`, async url => {
    await migrateAt(url)
    const schema = 'school'
    const database = openDatabase(url, schema, { secrets: testSeal })
    const lines: string[] = []
    const fill = (say: (line: string) => void) =>
      fillDemo({ database, schema, settings: demoSettings, now: new Date(clock), say })
    const plug = new Error('the plug was pulled')
    await fill(line => {
      lines.push(line)
      if (line.includes('families register')) throw plug
    }).catch((error: unknown) => {
      if (error !== plug) throw error
    })
    await fill(line => lines.push(line))
    await database.pool.query('create table public.lines (line text not null)')
    await database.pool.query('insert into public.lines select unnest($1::text[])', [lines])
    await database.pool.query('analyze')
    await database.close()
  })

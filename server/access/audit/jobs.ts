import type { Job } from '#server/platform/jobs.ts'
import { postAll } from '#server/platform/mail.ts'
import { writeWith } from '#server/platform/writing.ts'
import { findSchoolZone, letterhead } from '#server/school/config/tables.ts'
import { sealEntries } from './chain.ts'
import { listOwners, takeUntoldExports } from './jobQueries.ts'
import { exportsLetter } from './letters.ts'

/**
 * Tells full administrators which files with many people were downloaded, and by whom. It reads the trail, where a
 * download is recorded before the file leaves, so none is missed. A full administrator who downloaded a file is told,
 * too: it may have been someone else using their account.
 */
export const tellExports: Job<object> = {
  name: 'audit-tell-exports',
  cron: '* * * * *',
  followsCalls: true,
  run: async (_data, tools) =>
    writeWith(tools, async context => {
      const { db, now, settings } = context
      if ((await findSchoolZone(db)) === null) return
      const taken = await takeUntoldExports(db, now)
      if (taken.length === 0) return
      const school = await letterhead(db)
      const owners = await listOwners(db)
      await postAll(
        context,
        [...Map.groupBy(taken, ({ actor }) => actor)].flatMap(([actor, files]) =>
          owners.map(to => exportsLetter(to, { actor, files, school, publicUrl: settings.publicUrl })),
        ),
        { sendingId: null },
      )
    }),
}

/**
 * Seals what was written to the trail since the last run. Writers of entries never wait for this: the chain is extended
 * afterwards, over many entries at once.
 */
export const sealAudit: Job<object> = {
  name: 'audit-seal',
  cron: '* * * * *',
  followsCalls: true,
  run: async (_data, { database, settings, now }) => void (await sealEntries(database, settings.secrets, now)),
}

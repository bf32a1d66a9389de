import { dueAround } from '#rules/backups.ts'
import type { Job, JobTools } from '#server/platform/jobs.ts'
import { log } from '#server/platform/log.ts'
import { writeWith } from '#server/platform/writing.ts'
import { beginAlone } from '#server/platform/oneAtATime.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { findSchoolZone } from '#server/school/config/tables.ts'
import { beginBackup, finishBackup, forgetBackup, forgetOld, listBeyond, requestBackup } from './acts.ts'
import { problemOf } from './problems.ts'

/** Removes the oldest backups beyond the number that the school keeps. */
const removeBeyond = async (tools: JobTools): Promise<void> => {
  const { database, settings } = tools
  const { keep } = await findSetting(database.db, 'backups')
  for (const { id, fileName } of await listBeyond(database.db, keep)) {
    await settings.backups?.remove(fileName)
    await forgetBackup(database.db, id)
  }
}

const take = async (id: string, tools: JobTools): Promise<void> => {
  const { database, now, settings } = tools
  const place = settings.backups
  if (!place) return
  const began = performance.now()
  const of = { takenAt: now, fileName: place.nameAt(now), isEncrypted: place.isEncrypted }
  const before = await beginBackup(database.db, id, of)
  if (before === null) return
  const tell = (how: Parameters<typeof finishBackup>[2]) =>
    writeWith(tools, async ({ db, touch }) => {
      const finishedAt = new Date(now.getTime() + performance.now() - began)
      await finishBackup(db, id, { ...how, finishedAt })
      touch(['backups', 'dashboard'], [])
    })
  try {
    await place.removePart(before)
    const { rows, bytes } = await place.take(of.fileName)
    await tell({ rows, bytes })
  } catch (error) {
    log.error({ err: error, file: of.fileName }, 'a backup failed')
    await tell({ problem: problemOf(error) })
    return
  }
  await removeBeyond(tools).catch((error: unknown) => log.error({ err: error }, 'an old backup can’t be removed'))
  await writeWith(tools, async ({ touch }) => touch(['backups'], []))
}

/** Takes the requested backup, in one process at a time. A failure is stored for the office. */
export const takeBackup: Job<{ id: string }> = {
  name: 'backups-take',
  run: async ({ id }, tools) => {
    const leave = await beginAlone(tools.database.pool, 'backup')
    if (!leave) return
    try {
      await take(id, tools)
    } finally {
      await leave()
    }
  },
}

/** Requests the daily backup once it is due by the school's clock. After a failure it tries again every hour. */
export const takeDueBackup: Job<object> = {
  name: 'backups-due',
  cron: '1 * * * *',
  run: async (_data, tools) => {
    // A demo needs no backups.
    if (tools.settings.isDemo) return
    await writeWith(tools, async ({ db, now, enqueue, touch }) => {
      const zone = await findSchoolZone(db)
      if (zone === null) return
      for (const fileName of await forgetOld(db, now)) await tools.settings.backups?.removePart(fileName)
      const { isOn, hour } = await findSetting(db, 'backups')
      const id = isOn ? await requestBackup(db, now, dueAround(zone, hour, now).last) : null
      if (id === null) return
      await enqueue(takeBackup, { id })
      touch(['backups'], [])
    })
  },
}

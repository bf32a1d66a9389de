import type { backups } from '#contract/school/backups.ts'
import { dueAround } from '#rules/backups.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { requestBackup } from './acts.ts'
import { takeBackup } from './jobs.ts'
import { visibleBackups } from './policy.ts'
import { findLastTry, findState, listBackups } from './queries.ts'

/** `mustBeRecent` throws for a caller who signed in too long ago. */
export const backupFunctions = (mustBeRecent: (actor: Actor) => void): Functions<typeof backups> => ({
  'backups-status': async ({ db, actor, now, settings: { backups: place, isDemo } }) => {
    const seen = visibleBackups(actor)
    const settings = await findSetting(db, 'backups')
    const list = await listBackups(db, seen)
    const lastTry = await findLastTry(db, seen)
    const names = (await place?.names()) ?? []
    const due = dueAround(await zoneOf(db), settings.hour, now)
    const comes = settings.isOn && !isDemo
    const isDue = comes && !list.some(({ at }) => at >= due.last)
    return {
      settings,
      folder: place?.folder ?? '',
      hasPassphrase: place?.isEncrypted ?? false,
      ...(await findState(db, seen, now)),
      failure: lastTry?.problem ? { at: lastTry.at.toISOString(), problem: lastTry.problem } : null,
      isDue,
      nextAt: comes && !isDue ? due.next.toISOString() : null,
      list: list.map(({ at, ...each }) => ({ ...each, at: at.toISOString(), isThere: names.includes(each.fileName) })),
    }
  },

  'backups-export': async ({ actor }) => {
    mustBeRecent(actor)
    return {}
  },

  'backups-take': async ({ db, now, enqueue, touch }) => {
    const id = await requestBackup(db, now)
    if (id !== null) await enqueue(takeBackup, { id })
    touch(['backups'], [])
    return { isBegun: id !== null }
  },
})

import type { ImportReport, oneroster } from '#contract/exchange/oneroster.ts'
import { oneRosterBasePath, oneRosterTokenPath } from '#contract/exchange/oneroster.ts'
import { startBatch } from '#server/platform/batches.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { takeTurn } from '#server/platform/oneAtATime.ts'
import { readArchive } from './archive.ts'
import { countRoster } from './packQueries.ts'
import { type Plan, planImport } from './plan.ts'
import { exchangedRoster } from './policy.ts'
import { findUpload, insertClient, insertUpload, listClients, revokeClient } from './queries.ts'
import { readState } from './stateQueries.ts'
import { writePlan } from './writeQueries.ts'

/** The slices whose answers change with an import: the offer, people and their places. */
const touched = ['terms', 'classes', 'teachers', 'students', 'parents', 'users', 'enrolments', 'absences'] as const

type Found = Plan & { name: string; zone: string }

const planOf = async (
  { db, actor, now }: Pick<Context<unknown>, 'db' | 'actor' | 'now'>,
  uploadId: string,
): Promise<Found> => {
  const seen = exchangedRoster(actor)
  const upload = await findUpload(db, seen, uploadId)
  if (!upload) throw notFound('The file')
  const opened = await readArchive(upload.bytes)
  const state = await readState(db, seen, now)
  return { ...(await planImport(state, opened)), name: upload.name, zone: state.zone }
}

export const onerosterFunctions: Functions<typeof oneroster> = {
  'oneroster-summary': ({ db, actor, input }) => countRoster(db, input.extent, exchangedRoster(actor)),

  'oneroster-upload': async ({ db, input, now }) => ({
    uploadId: await insertUpload(db, { name: input.name, bytes: Buffer.from(input.bytes, 'base64'), createdAt: now }),
  }),

  'oneroster-check': async ({ input, ...context }): Promise<ImportReport> => {
    const { report, name } = await planOf(context, input.uploadId)
    return { uploadId: input.uploadId, name, ...report }
  },

  'oneroster-apply': async context => {
    const { input, touch } = context
    await takeTurn(context.db, 'import')
    const { writes, report, name, zone } = await planOf(context, input.uploadId)
    if (report.changes === 0) throw conflict('NOTHING_TO_APPLY', 'Everything in this file is already on file.')
    const batchId = await startBatch(context, {
      kind: 'oneroster-apply',
      n: report.changes,
      slices: touched,
      detail: name,
    })
    const mayAddressStaff = context.actor.area === 'all'
    await writePlan(context.db, writes, zone, context.now, { mayAddressStaff, by: context.actor.personId })
    touch(touched)
    return { batchId, changes: report.changes }
  },

  'oneroster-clients': async ({ db, actor, settings }) => ({
    tokenUrl: `${settings.publicUrl}${oneRosterTokenPath}`,
    baseUrl: `${settings.publicUrl}${oneRosterBasePath}`,
    clients: await listClients(db, exchangedRoster(actor)),
  }),

  'oneroster-createClient': async ({ db, actor, input, now, touch }) => {
    const id = await insertClient(db, {
      ...input,
      scopes: [...new Set(input.scopes)],
      createdBy: actor.accountId,
      createdAt: now,
    })
    touch(['oneroster'], [])
    return { id }
  },

  'oneroster-revokeClient': async ({ db, actor, input, now, touch }) => {
    if (!(await revokeClient(db, exchangedRoster(actor), input.id, now))) throw notFound('The program')
    touch(['oneroster'], [])
    return { id: input.id }
  },
}

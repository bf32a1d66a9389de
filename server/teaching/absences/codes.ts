import type { absences } from '#contract/teaching/absences.ts'
import { conflict, notFound, unlessTaken } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { insertOwnCode, isOwnCodeUsed, listOwnCodes, lockOwnCode, updateOwnCode } from './codeQueries.ts'

type Codes = Pick<
  typeof absences,
  'absences-codes' | 'absences-createCode' | 'absences-changeCode' | 'absences-archiveCode'
>

/** Handlers for the school's own attendance codes. */
export const codeFunctions: Functions<Codes> = {
  'absences-codes': async ({ db }) => listOwnCodes(db),

  'absences-createCode': async ({ db, input, touch }) => {
    const made = await unlessTaken(insertOwnCode(db, input))
    touch(['absences'])
    return made
  },

  'absences-changeCode': async ({ db, input: { id, ...values }, touch }) => {
    const before = await lockOwnCode(db, id)
    if (!before) throw notFound('The code')
    if (before.code !== values.code && (await isOwnCodeUsed(db, id)))
      throw conflict(
        'MOVE_NOT_ALLOWED',
        'This code has already been used in attendance. Archive it and add another one.',
      )
    const changed = await unlessTaken(updateOwnCode(db, id, values))
    touch(['absences', 'students', 'parents'])
    return changed
  },

  'absences-archiveCode': async ({ db, input, now, touch }) => {
    if (!(await lockOwnCode(db, input.id))) throw notFound('The code')
    touch(['absences'])
    return updateOwnCode(db, input.id, { archivedAt: input.isArchived ? now : null })
  },
}

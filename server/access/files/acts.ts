import { type StoredFile, uploadLimit, uploadQuota } from '#contract/access/files.ts'
import type { Db } from '#server/platform/db.ts'
import { type CallError, conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import { takeTurn } from '#server/platform/oneAtATime.ts'
import { nameFor, typeOf } from './content.ts'
import { ownFiles, type Attachments } from './policy.ts'
export { holdFiles } from './queries.ts'
import { clearUnattached, insertFile, sumSizes } from './queries.ts'

const dayMs = 24 * 60 * 60_000

export const tooLarge = (): CallError =>
  conflict('FILE_TOO_LARGE', `A file holds at most ${uploadLimit / 1024 / 1024} MB.`)

/**
 * Stores an uploaded file after detecting its type from its content. First the uploader's own uploads that are older
 * than a day and attached to nothing are deleted; then all of the uploader's files together must fit the quota. Throws
 * `FILE_EMPTY`, `FILE_TOO_LARGE`, `FILE_TYPE` or `FILE_QUOTA`.
 */
export const keepFile = async (
  db: Db,
  attachments: readonly Attachments[],
  actor: Actor,
  { name, bytes }: { name: string; bytes: Buffer },
  now: Date,
): Promise<StoredFile> => {
  if (bytes.length === 0) throw conflict('FILE_EMPTY', 'This file is empty.')
  if (bytes.length > uploadLimit) throw tooLarge()
  const type = typeOf(bytes, name)
  if (!type)
    throw conflict(
      'FILE_TYPE',
      'Files of this type aren’t accepted. Upload a picture, PDF, Word, plain text, audio or video file.',
    )
  const mine = ownFiles(actor)
  // Otherwise several simultaneous uploads would each fit the quota.
  await takeTurn(db, 'uploads', actor.accountId!)
  await clearUnattached(db, attachments, mine, new Date(now.getTime() - dayMs))
  if ((await sumSizes(db, mine)) + bytes.length > uploadQuota)
    throw conflict(
      'FILE_QUOTA',
      `Your files would take up more than your ${uploadQuota / 1024 / 1024} MB. Ask the office to make room.`,
    )
  return insertFile(db, {
    name: nameFor(name, type),
    type,
    size: bytes.length,
    bytes,
    uploadedBy: actor.accountId,
    createdAt: now,
  })
}

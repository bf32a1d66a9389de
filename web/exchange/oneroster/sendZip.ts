import { largestZip, oneRosterUploadPath } from '#contract/exchange/oneroster.plain.ts'
import type { Output } from '#contract/index.ts'
import { CallError, worded } from '#web/wire/callError.ts'
import { idToken } from '#web/session/session.ts'
import { answerOf, newOperationId } from '#web/wire/wire.ts'

const refusal = (reason: 'FILE_TOO_LARGE' | 'FILE_EMPTY' | 'NOT_ONEROSTER') =>
  worded(new CallError('failed-precondition', reason, { reason }, true))

/** Sends a zip to be checked. Rejects with a CallError. */
export const sendZip = async (file: File): Promise<Output<'oneroster-upload'>> => {
  // Fail at once rather than after minutes of uploading.
  if (file.size === 0) throw await refusal('FILE_EMPTY')
  if (file.size > largestZip) throw await refusal('FILE_TOO_LARGE')
  let response: Response
  try {
    response = await fetch(`${oneRosterUploadPath}?${new URLSearchParams({ name: file.name }).toString()}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await idToken()}`,
        'Content-Type': 'application/zip',
        'X-Operation-Id': newOperationId(),
      },
      body: file,
    })
  } catch (error) {
    throw new CallError('internal', String(error), null, false)
  }
  if (response.status === 413) throw await refusal('FILE_TOO_LARGE')
  return (await answerOf(response)) as Output<'oneroster-upload'>
}

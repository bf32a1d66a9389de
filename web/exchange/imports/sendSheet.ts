import { sheetLimits } from '#contract/exchange/imports.plain.ts'
import type { Output } from '#contract/index.ts'
import type { Reason } from '#contract/errors.ts'
import { CallError, worded } from '#web/wire/callError.ts'
import { idToken } from '#web/session/session.ts'
import { answerOf, newOperationId } from '#web/wire/wire.ts'

const refusal = (reason: Reason): Promise<CallError> =>
  worded(new CallError('failed-precondition', reason, { reason }, true))

/** Sends a spreadsheet to the school, which analyzes it and changes nothing. Throws a CallError. */
export const sendSheet = async (file: File): Promise<Output<'imports-start'>> => {
  if (file.size === 0) throw await refusal('FILE_EMPTY')
  if (file.size > sheetLimits.bytes) throw await refusal('FILE_TOO_LARGE')
  const headers = {
    Authorization: `Bearer ${await idToken()}`,
    'Content-Type': 'application/octet-stream',
    'X-Operation-Id': newOperationId(),
  }
  let response: Response
  try {
    response = await fetch(`/files/imports?${new URLSearchParams({ name: file.name })}`, {
      method: 'POST',
      headers,
      body: file,
    })
  } catch (error) {
    throw new CallError('internal', String(error), null, false)
  }
  return (await answerOf(response)) as Output<'imports-start'>
}

import type { Output } from '#contract/index.ts'
import { CallError, worded } from '#web/wire/callError.ts'
import { idToken } from '#web/session/session.ts'
import { answerOf, newOperationId } from '#web/wire/wire.ts'

/** Sends a picture to the school. Throws a CallError. */
export const sendPicture = async (file: File): Promise<Output<'config-addPicture'>> => {
  const { smallerPicture } = await import('#web/wire/smallerPicture.ts')
  const picture = await smallerPicture(file)
  const headers = {
    Authorization: `Bearer ${await idToken()}`,
    'Content-Type': picture.type,
    'X-Operation-Id': newOperationId(),
  }
  let response: Response
  try {
    response = await fetch('/files/pictures', { method: 'POST', headers, body: picture })
  } catch (error) {
    throw new CallError('internal', String(error), null, false)
  }
  // Files of other types are refused before the contract checks them.
  if (response.status === 415 || response.status === 413) {
    const fields = [{ path: 'bytes', message: response.status === 415 ? 'picture' : 'large' }]
    throw await worded(new CallError('invalid-argument', 'Invalid input', { reason: 'NOT_A_PICTURE', fields }, true))
  }
  return (await answerOf(response)) as Output<'config-addPicture'>
}

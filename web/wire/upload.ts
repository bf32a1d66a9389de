import type { ErrorDetails, Reason } from '#contract/errors.ts'
import { readAnswer, referenceHeader } from '#contract/answer.plain.ts'
import type { StoredFile } from '#contract/access/files.ts'
import { fileNameHeader, uploadLimit, uploadPath } from '#contract/access/files.plain.ts'
import { CallError, worded } from '#web/wire/callError.ts'
import { idToken } from '#web/session/session.ts'
import { viewHeaders } from '#web/session/viewing.ts'
import { wantsNewToken } from '#web/wire/wire.ts'

type Answer = { status: number; body: unknown; reference: string | null }

const send = (file: File, token: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    // Not fetch, which doesn't report upload progress.
    const request = new XMLHttpRequest()
    const lost = () => reject(new CallError('internal', 'The upload was interrupted', null, false))
    request.open('POST', uploadPath)
    request.responseType = 'json'
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    for (const [name, value] of Object.entries(viewHeaders)) request.setRequestHeader(name, value)
    request.setRequestHeader(fileNameHeader, encodeURIComponent(file.name))
    request.upload.onprogress = event => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
    request.onload = () =>
      resolve({
        status: request.status,
        body: request.response,
        reference: request.getResponseHeader(referenceHeader),
      })
    request.onerror = lost
    request.ontimeout = lost
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })

const refused = ({ status, body, reference }: Answer): CallError => {
  const read = readAnswer(status, body)
  return 'data' in read
    ? new CallError('internal', 'The answer is not a refusal', null, true)
    : new CallError(read.code, read.message, read.details, body !== null, reference)
}
const refusal = (reason: Reason): CallError =>
  new CallError('failed-precondition', reason, { reason } satisfies ErrorDetails, true)

/**
 * The still pictures that browsers can draw, including those of phones that only some can. A GIF may be animated, so it
 * is sent unchanged.
 */
const isStill = (type: string): boolean => /^image\/(?:jpeg|png|webp|hei[cf])$/.test(type)

/** Returns the file to send: a picture is made no larger than needed and loses the location where it was taken. */
const lightened = async (file: File): Promise<File> => {
  if (!isStill(file.type) || file.size === 0) return file
  const { smallerPicture } = await import('#web/wire/smallerPicture.ts')
  const made = await smallerPicture(file)
  // A picture that can't be redrawn would still carry its location.
  if (made === file) throw await worded(refusal('PICTURE_UNREADABLE'))
  return new File([made], made.type === file.type ? file.name : file.name.replace(/\.\w+$/, '.jpg'), {
    type: made.type,
  })
}

/**
 * Uploads a file, reporting progress as a fraction from 0 to 1. Rejects with a CallError, or with an AbortError if
 * `signal` ends it.
 */
export const uploadFile = async (
  chosen: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<StoredFile> => {
  const file = await lightened(chosen)
  // Fail at once rather than after uploading ten megabytes from a phone.
  if (file.size === 0) throw await worded(refusal('FILE_EMPTY'))
  if (file.size > uploadLimit) throw await worded(refusal('FILE_TOO_LARGE'))
  let answer = await send(file, await idToken(), onProgress, signal)
  const error = answer.status === 200 ? null : refused(answer)
  if (wantsNewToken(error)) answer = await send(file, await idToken(true), onProgress, signal)
  if (answer.status !== 200) throw await worded(refused(answer))
  return answer.body as StoredFile
}

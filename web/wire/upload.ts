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
    // Not fetch, which tells nothing of what has been sent.
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
    ? new CallError('internal', 'The answer is no refusal', null, true)
    : new CallError(read.code, read.message, read.details, body !== null, reference)
}
const refusal = (reason: Reason): CallError =>
  new CallError('failed-precondition', reason, { reason } satisfies ErrorDetails, true)

/** Pictures that browsers draw, and those of telephones that some do; a GIF may move, so it stays what it is. */
const isStill = (type: string): boolean => /^image\/(?:jpeg|png|webp|hei[cf])$/.test(type)

/** A file as it is sent: a picture no larger than needed, and without the place where it was taken. */
const lightened = async (file: File): Promise<File> => {
  if (!isStill(file.type) || file.size === 0) return file
  const { smallerPicture } = await import('#web/wire/smallerPicture.ts')
  const made = await smallerPicture(file)
  // What can't be drawn anew would tell where it was taken.
  if (made === file) throw await worded(refusal('PICTURE_UNREADABLE'))
  return new File([made], made.type === file.type ? file.name : file.name.replace(/\.\w+$/, '.jpg'), {
    type: made.type,
  })
}

/** Uploads a file and tells how far it is, as a share; rejects with a CallError, or an AbortError when `signal` ends it. */
export const uploadFile = async (
  chosen: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<StoredFile> => {
  const file = await lightened(chosen)
  // Said at once instead of after ten megabytes on a telephone.
  if (file.size === 0) throw await worded(refusal('FILE_EMPTY'))
  if (file.size > uploadLimit) throw await worded(refusal('FILE_TOO_LARGE'))
  let answer = await send(file, await idToken(), onProgress, signal)
  const error = answer.status === 200 ? null : refused(answer)
  if (wantsNewToken(error)) answer = await send(file, await idToken(true), onProgress, signal)
  if (answer.status !== 200) throw await worded(refused(answer))
  return answer.body as StoredFile
}

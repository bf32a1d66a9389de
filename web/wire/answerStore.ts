import { documentCacheSize } from '#contract/callable.ts'
import { makingRoom, type Kept } from '#web/wire/answerCache.ts'
import { neverKept } from '#web/wire/neverKept.ts'
import { currentSession, onSession } from '#web/session/session.ts'
import { deviceStore, done, keptFor } from '#web/wire/deviceStore.ts'

type Answered = { answer: unknown; at: number }
type Meta = Kept & { owner: string; at: number }

const limit = documentCacheSize()
/** The longest that a page waits for the device's own storage before it asks the school, in milliseconds. */
const patienceMs = 3_000
const open = deviceStore('lantern_answers', made => {
  made.createObjectStore('metas', { keyPath: 'key' })
  made.createObjectStore('answers')
})

const both = async (mode: IDBTransactionMode) => {
  const transaction = (await open()).transaction(['metas', 'answers'], mode)
  return { metas: transaction.objectStore('metas'), answers: transaction.objectStore('answers') }
}

/** The id of the person whose answers this device keeps now; null while they are asked to sign in again. */
const owner = (): string | null => {
  const session = currentSession()
  return session.state === 'in' && session.ended ? null : keptFor(session)
}
const isKept = (question: string): boolean => !neverKept.some(start => question.startsWith(start, 2))
const keyOf = (uid: string, question: string): string => `${uid} ${question}`

/** Deletes all answers that this device keeps, of every person. */
const forgetAnswers = async (): Promise<void> => {
  const { metas, answers } = await both('readwrite')
  metas.clear()
  answers.clear()
}

/** Where the signed-in person's answer to a question is kept; null if it isn't kept at all. */
const placeOf = async (question: string) => {
  const uid = owner()
  return uid === null || !isKept(question) ? null : { uid, key: keyOf(uid, question), ...(await both('readwrite')) }
}

const recalled = async (question: string): Promise<Answered | null> => {
  try {
    const place = await placeOf(question)
    const meta = place && ((await done(place.metas.get(place.key))) as Meta | undefined)
    if (!meta) return null
    const answer: unknown = await done(place.answers.get(place.key))
    place.metas.put({ ...meta, usedAt: Date.now() } satisfies Meta)
    return { answer, at: meta.at }
  } catch {
    // Without the device's copy, the school still has the answer.
    return null
  }
}

/** Returns the answer that this device keeps for the signed-in person, or null if there is none or storage is slow. */
export const recallAnswer = (question: string): Promise<Answered | null> =>
  Promise.race([recalled(question), new Promise<null>(late => setTimeout(late, patienceMs, null))])

/** Keeps an answer for use without a connection, evicting the least recently used ones to make room. */
export const rememberAnswer = async (question: string, answer: unknown): Promise<void> => {
  try {
    const place = await placeOf(question)
    if (!place) return
    const { uid, key, metas, answers } = place
    const bytes = new TextEncoder().encode(JSON.stringify(answer)).length + key.length
    const gone = makingRoom((await done(metas.getAll())) as Meta[], { key, bytes }, limit)
    for (const old of gone ?? []) {
      metas.delete(old)
      answers.delete(old)
    }
    if (gone === null) return
    const now = Date.now()
    metas.put({ key, bytes, owner: uid, at: now, usedAt: now } satisfies Meta)
    answers.put(answer, key)
  } catch {
    // If storage is blocked or full, there is only nothing to show without a connection.
  }
}

/** Deletes the answer to a question from this device. */
export const forgetAnswer = async (question: string): Promise<void> => {
  const place = await placeOf(question).catch(() => null)
  place?.metas.delete(place.key)
  place?.answers.delete(place.key)
}

const leaveOthers = async (uid: string): Promise<void> => {
  const { metas, answers } = await both('readwrite')
  for (const meta of (await done(metas.getAll())) as Meta[]) {
    if (meta.owner === uid) continue
    metas.delete(meta.key)
    answers.delete(meta.key)
  }
}

onSession(session => {
  if (session.state === 'loading') return
  const left = session.state === 'in' && !session.ended ? leaveOthers(session.user.uid) : forgetAnswers()
  left.catch(() => undefined)
})

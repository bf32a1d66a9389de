import { useSyncExternalStore } from 'react'
import type { Draft } from '#contract/enrolments.ts'
import { onSession, type SessionUser } from '#web/session.ts'
import { beforeRetry, call, mayPass, newOperationId } from '#web/wire.ts'

export type { Draft }
export type Guardian = Draft['guardians'][number]
export type Child = Draft['children'][number]
export type Contact = Draft['contacts'][number]

/** A draft as this device keeps it. */
type Kept = {
  /** Whose it is. */
  owner: string
  /** The server's version that it goes on from. */
  version: number
  /** Whether the server has not got it yet. */
  isAhead: boolean
  savedAt: number
  draft: Draft
  /** Children of whom the family said that there is nothing to know about their health. */
  healthy: string[]
}
export type Saving = 'idle' | 'saving' | 'saved' | 'device'
type State = { kept: Kept; saving: Saving }

const draftKey = 'lantern_registration'
const wishKey = 'lantern_wished_class'
const pauseMs = 1200
const againMs = 15_000

const readLocal = <Value>(key: string): Value | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}
const writeLocal = (key: string, value: unknown): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A closed or full storage leaves the copy on the server.
  }
}

/** The class that somebody opened "Register" from, until the classes are chosen. */
export type Wish = { sectionId: string; termId: string }
export const wishedClass = (): Wish | null => readLocal<Wish>(wishKey)
export const wishForClass = (wish: Wish | null): void => writeLocal(wishKey, wish)

/** A key for a new block of the form. */
export const newKey = (): string => newOperationId().slice(0, 13)
export const blankGuardian = (): Guardian => ({
  key: newKey(),
  isMe: false,
  name: '',
  nativeName: '',
  relationship: '',
  email: '',
  phone: '',
  hasDataAccess: true,
  mayPickUp: true,
})
export const blankChild = (): Child => ({
  key: newKey(),
  studentId: null,
  name: '',
  nativeName: '',
  preferredName: '',
  birthOn: '',
  grade: '',
  allergies: '',
  medical: '',
  answers: {},
})
export const blankContact = (): Contact => ({ key: newKey(), name: '', phone: '', relationship: '' })

const noConsents: Draft['consents'] = { levels: {}, signedName: '' }

/** A draft with one block of each kind, so that there is something to fill in. */
const completed = (found: Draft | null, user: SessionUser): Draft => {
  const guardians = found?.guardians ?? []
  const email = user.email.toLowerCase()
  const mine = guardians.find(({ isMe }) => isMe) ?? guardians.find(each => each.email.toLowerCase() === email)
  const me: Guardian = { ...(mine ?? { ...blankGuardian(), name: user.name, email }), isMe: true }
  return {
    termId: found?.termId ?? null,
    address: found?.address ?? '',
    answers: found?.answers ?? {},
    guardians: [me, ...guardians.filter(each => each !== mine).map(each => ({ ...each, isMe: false }))],
    children: found?.children.length ? found.children.map(child => ({ ...blankChild(), ...child })) : [blankChild()],
    contacts: found?.contacts.length ? found.contacts : [blankContact()],
    // A draft that this device has kept for long may be of an older form.
    consents: { ...noConsents, ...found?.consents },
    choices: found?.choices ?? [],
    promoCode: found?.promoCode ?? '',
  }
}

let state: State | null = null
let opening: { uid: string; done: Promise<void> } | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | null = null
const listeners = new Set<() => void>()

const show = (next: State | null): void => {
  state = next
  for (const listener of listeners) listener()
}

const send = async (): Promise<void> => {
  clearTimeout(timer)
  if (!state?.kept.isAhead) return
  const { kept } = state
  show({ kept, saving: 'saving' })
  try {
    const { version } = await call('enrolments-saveDraft', { draft: kept.draft }, newOperationId())
    // Somebody else signed in, or the registration was sent meanwhile.
    if (state?.kept.owner !== kept.owner) return
    const next = { ...state.kept, version, isAhead: state.kept.draft !== kept.draft }
    writeLocal(draftKey, next)
    show({ kept: next, saving: next.isAhead ? 'saving' : 'saved' })
    if (next.isAhead) timer = setTimeout(() => void saveDraft(), pauseMs)
  } catch (error) {
    if (state?.kept.owner !== kept.owner) return
    show({ ...state, saving: 'device' })
    if (mayPass(error)) timer = setTimeout(() => void saveDraft(), againMs)
  }
}

/** Brings what was typed to the server now; one at a time. Never fails: this device has it already. */
export const saveDraft = async (): Promise<void> => {
  while (sending) await sending
  sending = send().finally(() => {
    sending = null
  })
  await sending
}

const load = async (user: SessionUser): Promise<void> => {
  const local = readLocal<Kept>(draftKey)
  const mine = local?.owner === user.uid ? local : null
  const found = await call('enrolments-draft', {}).catch((error: unknown) => {
    // Without the school there is still this device's own copy.
    if (mine && mayPass(error)) return null
    throw error
  })
  const savedAt = found?.savedAt ? Date.parse(found.savedAt) : 0
  const isNewer =
    mine !== null && (found === null || (mine.isAhead && (mine.version === found.version || mine.savedAt > savedAt)))
  const kept: Kept = isNewer
    ? { ...mine, version: found?.version ?? mine.version }
    : {
        owner: user.uid,
        version: found?.version ?? 0,
        isAhead: false,
        savedAt: Date.now(),
        draft: found?.draft ?? completed(null, user),
        healthy: mine?.healthy ?? [],
      }
  kept.draft = completed(kept.draft, user)
  writeLocal(draftKey, kept)
  show({ kept, saving: 'idle' })
  if (kept.isAhead) void saveDraft()
}

/** Fetches the person's draft, once; the newer of this device's and the server's is taken. */
export const openDraft = (user: SessionUser): Promise<void> => {
  if (opening?.uid !== user.uid) opening = { uid: user.uid, done: load(user) }
  return opening.done
}

const forget = (): void => {
  clearTimeout(timer)
  opening = null
  show(null)
}

beforeRetry(() => {
  if (!state) opening = null
})
onSession(({ user, state: known }) => {
  if (known === 'loading' || !opening || opening.uid === user?.uid) return
  // A device may be shared: what the server has does not stay behind.
  if (state && !state.kept.isAhead) writeLocal(draftKey, null)
  forget()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void saveDraft()
})
addEventListener('online', () => void saveDraft())

const keep = (part: Pick<Kept, 'draft'> | Pick<Kept, 'healthy'>): void => {
  if (!state) return
  const kept = { ...state.kept, ...part, savedAt: Date.now(), isAhead: state.kept.isAhead || 'draft' in part }
  writeLocal(draftKey, kept)
  show({ ...state, kept })
  clearTimeout(timer)
  timer = setTimeout(() => void saveDraft(), pauseMs)
}

/** Changes the draft, here at once and on the server a moment later. */
export const changeDraft = (change: (draft: Draft) => Draft): void => {
  if (state) keep({ draft: change(state.kept.draft) })
}
/** Remembers whether the family said that there is nothing to know about a child's health. */
export const sayHealthy = (childKey: string, isHealthy: boolean): void => {
  if (!state) return
  const others = state.kept.healthy.filter(key => key !== childKey)
  keep({ healthy: isHealthy ? [...others, childKey] : others })
}

/** After the registration was sent: nothing of it stays on this device. */
export const finishDraft = (): void => {
  writeLocal(draftKey, null)
  wishForClass(null)
  forget()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The draft as it is now; null until `openDraft` is done. */
export const useDraft = (): State | null => useSyncExternalStore(subscribe, () => state)

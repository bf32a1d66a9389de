import { useSyncExternalStore } from 'react'
import type { KnownToSchool } from '#contract/enrolment/enrolments.ts'
import type { Policy } from '#contract/school/policies.ts'
import { onSession, type SessionUser } from '#web/session/session.ts'
import { CallError } from '#web/wire/callError.ts'
import { beforeRetry, call, mayPass, newOperationId } from '#web/wire/wire.ts'
import { completed, type Draft, healthyOf, isSame } from './draftForm.ts'
import { readLocal, wishForClass, writeLocal } from './deviceCopy.ts'

/** A draft as this device stores it. */
type Kept = {
  /** The id of the person whose draft it is. */
  owner: string
  /** The server's version on which it is based. */
  version: number
  /** True if the server doesn't have it yet. */
  isAhead: boolean
  savedAt: number
  draft: Draft
  /** The keys of the children whose health the family has answered. */
  healthy: string[]
}
/** `newer`: another device has saved since, and the family chooses between the two copies. */
export type Saving = 'idle' | 'saving' | 'saved' | 'device' | 'newer'
type Copy = { draft: Draft; version: number; savedAt: string }
type State = {
  kept: Kept
  saving: Saving
  /** The school's record of the family; null for a new one. */
  known: KnownToSchool | null
  /** When the registration was begun; null before any of it was saved. */
  startedAt: string | null
  /** When the registration was begun, if it is now resumed after a while. */
  resumedAt: string | null
  /** The other device's copy, while the family chooses between the two. */
  other: Copy | null
}

const draftKey = 'lantern_registration'
const pauseMs = 1200
const againMs = 15_000
/** The absence in milliseconds after which a returning family is told that its registration continues. */
const laterMs = 30 * 60_000

let state: State | null = null
let who: SessionUser | null = null
let mayResume = false
let opening: { uid: string; done: Promise<void> } | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | null = null
const listeners = new Set<() => void>()
/** Identifies this open page: only it may overwrite what it wrote. */
const device = newOperationId()

const show = (next: State | null): void => {
  state = next
  for (const listener of listeners) listener()
}

const send = async (): Promise<void> => {
  clearTimeout(timer)
  if (!state?.kept.isAhead) return
  const { kept } = state
  // Nothing is sent until the family has chosen a copy.
  if (state.other) return
  show({ ...state, saving: 'saving' })
  try {
    const asked = { draft: kept.draft, base: kept.version, device }
    const { version } = await call('enrolments-saveDraft', asked, newOperationId())
    // Another person has signed in, or the registration was sent in the meantime.
    if (state?.kept.owner !== kept.owner) return
    const next = { ...state.kept, version, isAhead: state.kept.draft !== kept.draft }
    writeLocal(draftKey, next)
    show({ ...state, kept: next, saving: next.isAhead ? 'saving' : 'saved' })
    if (next.isAhead) timer = setTimeout(() => void saveDraft(), pauseMs)
  } catch (error) {
    if (state?.kept.owner !== kept.owner) return
    if (error instanceof CallError && error.reason === 'DRAFT_NEWER') return compare()
    show({ ...state, saving: 'device' })
    if (mayPass(error)) timer = setTimeout(() => void saveDraft(), againMs)
  }
}

/** Fetches what another device has saved. If the content is the same, there is nothing to ask. */
const compare = async (): Promise<void> => {
  const found = await call('enrolments-draft', {}).catch(() => null)
  if (!state || !found?.draft || found.savedAt === null) return
  const { draft, version, savedAt } = found
  if (isSame(draft, state.kept.draft)) return settle({ draft: state.kept.draft, version })
  show({ ...state, saving: 'newer', other: { draft, version, savedAt } })
}

const settle = ({ draft, version }: { draft: Draft; version: number }): void => {
  if (!state) return
  const kept = { ...state.kept, draft, version, isAhead: false, healthy: healthyOf(draft), savedAt: Date.now() }
  writeLocal(draftKey, kept)
  show({ ...state, kept, other: null, saving: 'saved' })
}

/** Continues with what the other device has saved. */
export const takeOther = (): void => {
  if (state?.other && who)
    settle({ draft: completed(state.other.draft, who, state.known), version: state.other.version })
}
/** Continues with what this device has, and overwrites the other copy, which the family has seen. */
export const keepMine = (): void => {
  if (!state?.other) return
  show({ ...state, other: null, kept: { ...state.kept, version: state.other.version, isAhead: true } })
  void saveDraft()
}

/** Saves the draft on the server now, one request at a time. Never rejects: this device already has the draft. */
export const saveDraft = async (): Promise<void> => {
  while (sending) await sending
  sending = send().finally(() => {
    sending = null
  })
  await sending
}

const isLater = (savedAt: string | null | undefined): boolean =>
  typeof savedAt === 'string' && Date.now() - Date.parse(savedAt) > laterMs

const load = async (user: SessionUser): Promise<void> => {
  who = user
  const local = readLocal<Kept>(draftKey)
  const mine = local?.owner === user.uid ? local : null
  const found = await call('enrolments-draft', {}).catch((error: unknown) => {
    // Without the school, this device still has its own copy.
    if (mine && mayPass(error)) return null
    throw error
  })
  const isNewer = mine !== null && (found === null || mine.isAhead)
  const kept: Kept = isNewer
    ? mine
    : {
        owner: user.uid,
        version: found?.version ?? 0,
        isAhead: false,
        savedAt: Date.now(),
        draft: found?.draft ?? completed(null, user, null),
        healthy: [],
      }
  mayResume = Boolean(found?.savedAt)
  const known = found?.known ?? null
  // This device's copy may be older than what the office has recorded.
  const contacts = known?.isWhole === false && found?.draft ? found.draft.contacts : kept.draft.contacts
  kept.draft = completed({ ...kept.draft, contacts }, user, known)
  kept.healthy = healthyOf(kept.draft)
  // If this device has unsent changes and another one has saved since, both copies are shown.
  const other =
    isNewer && found?.draft && found.savedAt !== null && found.version !== mine.version
      ? { draft: found.draft, version: found.version, savedAt: found.savedAt }
      : null
  const isTwo = other !== null && !isSame(completed(other.draft, user, known), kept.draft)
  if (other && !isTwo) Object.assign(kept, { version: other.version, isAhead: false })
  writeLocal(draftKey, kept)
  show({
    kept,
    saving: isTwo ? 'newer' : 'idle',
    known,
    startedAt: found?.startedAt ?? null,
    resumedAt: isLater(found?.savedAt) ? (found?.startedAt ?? null) : null,
    other: isTwo ? other : null,
  })
  if (kept.isAhead) void saveDraft()
}

/** Loads the person's draft, once; the newer of this device's and the server's copy wins. */
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
  // The device may be shared, so what the server has is deleted here.
  if (state && !state.kept.isAhead) writeLocal(draftKey, null)
  forget()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void saveDraft()
})
addEventListener('online', () => void saveDraft())

const keep = (draft: Draft, isEntered: boolean): void => {
  if (!state) return
  const isAhead = isEntered || state.kept.isAhead || state.kept.version > 0
  const kept = { ...state.kept, draft, healthy: healthyOf(draft), savedAt: Date.now(), isAhead }
  writeLocal(draftKey, kept)
  show({ ...state, kept })
  clearTimeout(timer)
  if (isAhead) timer = setTimeout(() => void saveDraft(), pauseMs)
}

/** Changes the draft: on this device at once, and on the server a moment later. */
export const changeDraft = (change: (draft: Draft) => Draft): void => {
  if (state) keep(change(state.kept.draft), true)
}
/**
 * Like `changeDraft`, for changes that follow from the open page: a person who has only looked hasn't begun a
 * registration.
 */
export const adjustDraft = (change: (draft: Draft) => Draft): void => {
  if (state) keep(change(state.kept.draft), false)
}
/** Remembers the page on which the family is, so that it continues there on any device. */
export const standAt = (at: Draft['at']): void => {
  mayResume = false
  if (!state) return
  if (state.resumedAt !== null) show({ ...state, resumedAt: null })
  if (state.kept.draft.at !== at) adjustDraft(draft => ({ ...draft, at }))
}

/** Returns true once if the person has just come back to a registration, which then opens where they stopped. */
export const takeResume = (): boolean => {
  const may = mayResume
  mayResume = false
  return may
}

/** Returns true if the school knows the family, which then checks one page instead of six. */
export const isReturning = ({ known, kept }: State): boolean =>
  known !== null && kept.draft.children.some(({ studentId }) => studentId !== null)

/** The last page before the classes. */
export const lastFamilyPage = (): 'check' | 'consents' => (state && isReturning(state) ? 'check' : 'consents')

/** Returns the policies that the family must sign, because it never has or because a newer version requires it. */
export const toSign = (policies: readonly Policy[]): Policy[] =>
  policies.filter(
    ({ kind, neededVersion }) =>
      !state?.known?.signed.some(signed => signed.kind === kind && signed.version >= neededVersion),
  )

/** Reloads the draft after the account has joined a family on file. */
export const reopenDraft = (user: SessionUser): Promise<void> => {
  writeLocal(draftKey, null)
  forget()
  return openDraft(user)
}

/** Deletes the draft from this device after the registration was sent. */
export const finishDraft = (): void => {
  writeLocal(draftKey, null)
  wishForClass(null)
  forget()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the current draft; null until `openDraft` has resolved. */
export const useDraft = (): State | null => useSyncExternalStore(subscribe, () => state)

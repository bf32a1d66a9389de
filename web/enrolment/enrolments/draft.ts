import { useSyncExternalStore } from 'react'
import type { KnownToSchool } from '#contract/enrolment/enrolments.ts'
import type { Policy } from '#contract/school/policies.ts'
import { onSession, type SessionUser } from '#web/session/session.ts'
import { CallError } from '#web/wire/callError.ts'
import { beforeRetry, call, mayPass, newOperationId } from '#web/wire/wire.ts'
import { completed, type Draft, healthyOf, isSame } from './draftForm.ts'
import { readLocal, wishForClass, writeLocal } from './deviceCopy.ts'

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
  /** Children of whom the family has said how their health is. */
  healthy: string[]
}
/** `newer`: another device has saved since, and the family chooses between both. */
export type Saving = 'idle' | 'saving' | 'saved' | 'device' | 'newer'
type Copy = { draft: Draft; version: number; savedAt: string }
type State = {
  kept: Kept
  saving: Saving
  /** What the school knows of the family; null for a new one. */
  known: KnownToSchool | null
  /** When the registration was begun; null before anything of it was saved. */
  startedAt: string | null
  /** When a registration was begun that goes on now after a while. */
  resumedAt: string | null
  /** The copy of another device, while both are beside each other. */
  other: Copy | null
}

const draftKey = 'lantern_registration'
const pauseMs = 1200
const againMs = 15_000
/** After this time away, a returning family is told that its registration goes on. */
const laterMs = 30 * 60_000

let state: State | null = null
let who: SessionUser | null = null
let mayResume = false
let opening: { uid: string; done: Promise<void> } | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | null = null
const listeners = new Set<() => void>()
/** This page as it is open now: only it may write over what it wrote. */
const device = newOperationId()

const show = (next: State | null): void => {
  state = next
  for (const listener of listeners) listener()
}

const send = async (): Promise<void> => {
  clearTimeout(timer)
  if (!state?.kept.isAhead) return
  const { kept } = state
  // Nothing is sent before the family has said which copy goes on.
  if (state.other) return
  show({ ...state, saving: 'saving' })
  try {
    const asked = { draft: kept.draft, base: kept.version, device }
    const { version } = await call('enrolments-saveDraft', asked, newOperationId())
    // Somebody else signed in, or the registration was sent meanwhile.
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

/** Fetches what another device has saved meanwhile; the same words there are no matter to ask about. */
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

/** Goes on with what the other device has saved. */
export const takeOther = (): void => {
  if (state?.other && who) settle({ draft: completed(state.other.draft, who), version: state.other.version })
}
/** Goes on with what this device has: it is saved over the other copy, which has been seen. */
export const keepMine = (): void => {
  if (!state?.other) return
  show({ ...state, other: null, kept: { ...state.kept, version: state.other.version, isAhead: true } })
  void saveDraft()
}

/** Brings what was typed to the server now; one at a time. Never fails: this device has it already. */
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
    // Without the school there is still this device's own copy.
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
        draft: found?.draft ?? completed(null, user),
        healthy: [],
      }
  mayResume = Boolean(found?.savedAt)
  kept.draft = completed(kept.draft, user)
  kept.healthy = healthyOf(kept.draft)
  // What this device had not sent yet and what another one has saved meanwhile are both shown.
  const other =
    isNewer && found?.draft && found.savedAt !== null && found.version !== mine.version
      ? { draft: found.draft, version: found.version, savedAt: found.savedAt }
      : null
  const isTwo = other !== null && !isSame(completed(other.draft, user), kept.draft)
  if (other && !isTwo) Object.assign(kept, { version: other.version, isAhead: false })
  writeLocal(draftKey, kept)
  show({
    kept,
    saving: isTwo ? 'newer' : 'idle',
    known: found?.known ?? null,
    startedAt: found?.startedAt ?? null,
    resumedAt: isLater(found?.savedAt) ? (found?.startedAt ?? null) : null,
    other: isTwo ? other : null,
  })
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

const keep = (draft: Draft, isEntered: boolean): void => {
  if (!state) return
  const isAhead = isEntered || state.kept.isAhead || state.kept.version > 0
  const kept = { ...state.kept, draft, healthy: healthyOf(draft), savedAt: Date.now(), isAhead }
  writeLocal(draftKey, kept)
  show({ ...state, kept })
  clearTimeout(timer)
  if (isAhead) timer = setTimeout(() => void saveDraft(), pauseMs)
}

/** Changes the draft, here at once and on the server a moment later. */
export const changeDraft = (change: (draft: Draft) => Draft): void => {
  if (state) keep(change(state.kept.draft), true)
}
/** The same for what follows from the page that is open: who has only looked has begun no registration. */
export const adjustDraft = (change: (draft: Draft) => Draft): void => {
  if (state) keep(change(state.kept.draft), false)
}
/** Remembers on which page the family is, so that it goes on there, on whatever device. */
export const standAt = (at: Draft['at']): void => {
  mayResume = false
  if (!state) return
  if (state.resumedAt !== null) show({ ...state, resumedAt: null })
  if (state.kept.draft.at !== at) adjustDraft(draft => ({ ...draft, at }))
}

/** Whether the person has just come back to a registration, once: then it opens where they stopped. */
export const takeResume = (): boolean => {
  const may = mayResume
  mayResume = false
  return may
}

/** Whether the family is known to the school: it then looks through one page instead of six. */
export const isReturning = ({ known, kept }: State): boolean =>
  known !== null && kept.draft.children.some(({ studentId }) => studentId !== null)

/** The page before the classes. */
export const lastFamilyPage = (): 'check' | 'consents' => (state && isReturning(state) ? 'check' : 'consents')

/** Policies that the family has to sign, since it never has or since a newer version asks again. */
export const toSign = (policies: readonly Policy[]): Policy[] =>
  policies.filter(
    ({ kind, neededVersion }) =>
      !state?.known?.signed.some(signed => signed.kind === kind && signed.version >= neededVersion),
  )

/** Fetches the draft anew, after the account has become that of a family on file. */
export const reopenDraft = (user: SessionUser): Promise<void> => {
  writeLocal(draftKey, null)
  forget()
  return openDraft(user)
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

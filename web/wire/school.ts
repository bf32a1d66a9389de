import { useSyncExternalStore } from 'react'
import type { School } from '#contract/school/config.ts'
import type { Output } from '#contract/index.ts'
import type { Feature } from '#contract/settings.plain.ts'
import { textIn } from '#rules/inLanguage.ts'
import { CallError } from '#web/wire/callError.ts'
import { guestCall } from '#web/wire/wire.ts'

export type SchoolFacts = Output<'config-get'>

const listeners = new Set<() => void>()
const factsKey = 'lantern_school'
let facts: SchoolFacts | null = null
/** The number of milliseconds by which the school's clock is ahead of this device's. */
let ahead = 0
let loading: Promise<SchoolFacts> | null = null

const laterFacts = {
  languages: ['en', 'zh'],
  signIn: { accounts: 'open', staffIdleMinutes: null, badges: false },
  providers: [],
  features: [],
} satisfies Partial<SchoolFacts>

/** Returns the facts that an earlier visit stored on this device, or null. */
const keptFacts = (): SchoolFacts | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(factsKey) ?? 'null') as SchoolFacts | null
    // Facts that were stored by an older version get defaults for the newer fields.
    return kept && { ...laterFacts, ...kept }
  } catch {
    return null
  }
}

/** Stores the newest facts and notifies all listeners, for example after the settings were saved. */
const keepSchool = (next: SchoolFacts): void => {
  facts = next
  ahead = Date.parse(next.now) - Date.now()
  try {
    if (next.school) localStorage.setItem(factsKey, JSON.stringify(next))
  } catch {
    // It would only have served the next visit's first paint.
  }
  for (const listener of listeners) listener()
}

/** Calls `listen` with the facts: now if they are there, and after every change. */
export const onSchool = (listen: (facts: SchoolFacts) => void): void => {
  if (facts) listen(facts)
  listeners.add(() => {
    if (facts) listen(facts)
  })
}

/** Takes the facts that came with the page, so that they needn't be fetched. */
export const takeSchool = (ready: SchoolFacts): void => {
  loading = Promise.resolve(ready)
  keepSchool(ready)
}

/** Returns the school's public facts. They are fetched once, and again after a failure or with `again`. */
export const schoolReady = (again = false): Promise<SchoolFacts> => {
  if (again) loading = null
  loading ??= guestCall('config-get', {}).then(
    answer => {
      keepSchool(answer)
      return answer
    },
    (error: unknown) => {
      loading = null
      const kept = keptFacts()
      // Without a connection, use the stored facts with this device's clock.
      if (!kept || !(error instanceof CallError) || error.answered) throw error
      keepSchool({ ...kept, now: new Date().toISOString() })
      return kept
    },
  )
  return loading
}

/** The school's current time; in the demo it may differ from this device's. */
export const schoolNow = (): Date => new Date(Date.now() + ahead)

const known = (): SchoolFacts | null => facts
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the school's public facts, or null until they are loaded. Screens behind the sign-in never see null. */
export const useSchool = (): SchoolFacts | null => useSyncExternalStore(subscribe, known, known)

/** Returns true if the school has switched a feature on. What is off is not shown. */
export const useFeature = (feature: Feature): boolean => useSchool()?.features.includes(feature) ?? false

/** The school's name for the wordmark; on a second visit at once, from storage. '' while unknown. */
export const useSchoolName = (language: string): string => {
  const known = useSchool()
  if (known) return known.school ? textIn(language, known.school.name, known.school.nativeName) : 'Lantern'
  const school = keptFacts()?.school
  return school ? textIn(language, school.name, school.nativeName) : ''
}

const han = /\p{Script=Han}/u
/** The school's motto in both languages, the reader's own first. A tagline may hold both: `Learn together · 一起学`. */
export const mottoOf = (
  { tagline, nativeTagline }: Pick<School, 'tagline' | 'nativeTagline'>,
  language: string,
): [string, string] => {
  if (nativeTagline) return language === 'zh' || !tagline ? [nativeTagline, tagline] : [tagline, nativeTagline]
  const parts = tagline.split(/\s+·\s+/)
  const first = parts.find(part => han.test(part) === (language === 'zh')) ?? parts[0] ?? ''
  return parts.length === 2 ? [first, parts.find(part => part !== first) ?? ''] : [tagline, '']
}

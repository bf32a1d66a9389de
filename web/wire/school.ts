import { useSyncExternalStore } from 'react'
import type { School } from '#contract/school/config.ts'
import type { Output } from '#contract/index.ts'
import type { Feature } from '#contract/settings.plain.ts'
import { CallError } from '#web/wire/callError.ts'
import { guestCall } from '#web/wire/wire.ts'

export type SchoolFacts = Output<'config-get'>

const listeners = new Set<() => void>()
const factsKey = 'lantern_school'
let facts: SchoolFacts | null = null
/** By how much the school's clock is ahead of this device's, in milliseconds. */
let ahead = 0
let loading: Promise<SchoolFacts> | null = null

const laterFacts = {
  languages: ['en', 'zh'],
  signIn: { accounts: 'open', staffIdleMinutes: null, badges: false },
  providers: [],
  features: [],
} satisfies Partial<SchoolFacts>

/** What an earlier visit has left on this device. */
const keptFacts = (): SchoolFacts | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(factsKey) ?? 'null') as SchoolFacts | null
    // What was kept before there were these facts does without them.
    return kept && { ...laterFacts, ...kept }
  } catch {
    return null
  }
}

/** Gives everybody the newest facts, for example after the settings were saved. */
const keepSchool = (next: SchoolFacts): void => {
  facts = next
  ahead = Date.parse(next.now) - Date.now()
  try {
    if (next.school) localStorage.setItem(factsKey, JSON.stringify(next))
  } catch {
    // Only the next visit's first paint would have used it.
  }
  for (const listener of listeners) listener()
}

/** Calls back with the facts, now if they are there and whenever they change. */
export const onSchool = (listen: (facts: SchoolFacts) => void): void => {
  if (facts) listen(facts)
  listeners.add(() => {
    if (facts) listen(facts)
  })
}

/** Takes over the facts that came with the page, which then need not be asked for. */
export const takeSchool = (ready: SchoolFacts): void => {
  loading = Promise.resolve(ready)
  keepSchool(ready)
}

/** The school's public facts; asked for once, again after a failure or when told to. */
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
      // Without a connection the school is still the one it was; its clock is this device's.
      if (!kept || !(error instanceof CallError) || error.answered) throw error
      keepSchool({ ...kept, now: new Date().toISOString() })
      return kept
    },
  )
  return loading
}

/** The school's time, which in the demo may be another than this device's. */
export const schoolNow = (): Date => new Date(Date.now() + ahead)

const known = (): SchoolFacts | null => facts
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The school's public facts; null until they are there, which screens behind the sign-in never see. */
export const useSchool = (): SchoolFacts | null => useSyncExternalStore(subscribe, known, known)

/** Whether the school has switched a feature on; nobody is shown what is off. */
export const useFeature = (feature: Feature): boolean => useSchool()?.features.includes(feature) ?? false

/** A school's name as readers of a language write it: the native one in Chinese, where there is one. */
export const schoolNameIn = (language: string, name: string, nativeName: string): string =>
  language === 'zh' && nativeName !== '' ? nativeName : name

/** The school's name for the wordmark, at once on a second visit; '' while unknown. */
export const useSchoolName = (language: string): string => {
  const known = useSchool()
  if (known) return known.school ? schoolNameIn(language, known.school.name, known.school.nativeName) : 'Lantern'
  const school = keptFacts()?.school
  return school ? schoolNameIn(language, school.name, school.nativeName) : ''
}

type Bilingual = Pick<School, 'tagline' | 'nativeTagline' | 'about' | 'nativeAbout'>

const han = /\p{Script=Han}/u
/** The school's motto, the reader's own language first; a tagline may hold both: `Learn together · 一起学`. */
export const mottoOf = ({ tagline, nativeTagline }: Bilingual, language: string): [string, string] => {
  if (nativeTagline) return language === 'zh' || !tagline ? [nativeTagline, tagline] : [tagline, nativeTagline]
  const parts = tagline.split(/\s+·\s+/)
  const first = parts.find(part => han.test(part) === (language === 'zh')) ?? parts[0] ?? ''
  return parts.length === 2 ? [first, parts.find(part => part !== first) ?? ''] : [tagline, '']
}

/** What the school says about itself, in the reader's language where it has said it there. */
export const aboutOf = ({ about, nativeAbout }: Bilingual, language: string): string =>
  language === 'zh' ? nativeAbout || about : about || nativeAbout

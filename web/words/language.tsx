import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { IntlProvider, useLocale, useTranslations } from 'use-intl'
import type { Reason } from '#contract/errors.ts'
import { tagOf } from '#rules/inLanguage.ts'
import { languages, type Language } from '#web/words/languages.ts'
import type { Bundle, Messages } from '#web/words/bundles.ts'
import { loadTexts, type Texts } from '#web/words/catalogue.ts'
import { onSchool, useSchool, useSchoolName } from '#web/wire/school.ts'
import { UiText } from '#web/ui/text.tsx'
import { beforeRefusal } from '#web/wire/callError.ts'

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: Messages
  }
}

const key = 'lantern_language'

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

const remember = (language: Language): void => {
  try {
    localStorage.setItem(key, language)
    // The server renders pages in the language of this cookie.
    const secure = location.protocol === 'https:' ? '; secure' : ''
    document.cookie = `${key}=${language}; path=/; max-age=31536000; samesite=lax${secure}`
  } catch {
    // If storage is blocked, the choice only ends with this visit.
  }
}

/** Returns the language from a link (`?lang=`) or an earlier visit, or null. */
const chosen = (): Language | null => {
  const asked = new URLSearchParams(location.search).get('lang') ?? ''
  if (isLanguage(asked)) {
    remember(asked)
    return asked
  }
  try {
    const stored = localStorage.getItem(key) ?? ''
    if (!isLanguage(stored)) return null
    if (!document.cookie.includes(`${key}=${stored}`)) remember(stored)
    return stored
  } catch {
    return null
  }
}

/** Returns the initial language: the chosen one, that of the server-rendered page, or the browser's own. */
const preferred = (): Language => {
  if (typeof document === 'undefined') return 'en'
  const made = document.getElementById('ready') ? [document.documentElement.lang] : []
  const wanted = [...made, ...navigator.languages]
  return chosen() ?? wanted.map(tag => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en'
}

type Loaded = { language: Language; messages: Partial<Messages>; bundles: ReadonlySet<Bundle> }

const needed = new Set<Bundle>(['base'])
const files = new Map<string, Promise<Texts>>()
const listeners = new Set<() => void>()
let loaded: Loaded = { language: preferred(), messages: {}, bundles: new Set() }
/** The language that was requested last, which may still be loading. */
let wanted = loaded.language

const file = (language: Language, bundle: Bundle): Promise<Texts> => {
  const name = `${bundle}.${language}`
  const found = files.get(name)
  if (found) return found
  const loading = loadTexts(language, bundle)
  files.set(name, loading)
  // A failed download must not be cached: the next attempt loads it again.
  loading.catch(() => files.delete(name))
  return loading
}

/** Sets the language at once, with texts that were fetched before, for rendering on the server. */
export const speak = (language: Language, messages: Partial<Messages>): void => {
  wanted = language
  loaded = { language, messages, bundles: new Set() }
}

/** Loads the texts of these bundles in a language. */
export const wordsOf = async (language: Language, bundles: readonly Bundle[]): Promise<Partial<Messages>> =>
  messagesOf(await Promise.all(bundles.map(bundle => file(language, bundle))))

/** Merges two sets of texts. Either may hold only a part of a group of keys: what a screen uses. */
const joined = (some: Partial<Messages>, more: Partial<Messages>): Partial<Messages> => ({
  ...some,
  ...Object.fromEntries(
    Object.entries(more).map(([group, texts]) => [group, Object.assign({}, some[group as keyof Messages], texts)]),
  ),
})

const messagesOf = (texts: readonly Texts[]): Partial<Messages> =>
  texts.reduce<Partial<Messages>>((all, { messages }) => joined(all, messages), {})

/** Returns the language in use. */
export const spoken = (): Language => loaded.language

/** Returns the text of a refusal's reason, if it is loaded by now. */
export const reasonText = (reason: Reason | null): string | undefined =>
  reason === null ? undefined : loaded.messages.reason?.[reason]

const show = async (language: Language): Promise<void> => {
  wanted = language
  const bundles = [...needed]
  const texts = await Promise.all(bundles.map(bundle => file(language, bundle)))
  if (language !== wanted) return
  // Two loads may run at once and end in any order, so neither may discard the other's texts.
  const before = loaded.language === language ? loaded : { messages: {}, bundles: [] }
  loaded = {
    language,
    messages: joined(before.messages, messagesOf(texts)),
    bundles: new Set([...before.bundles, ...bundles]),
  }
  if (typeof document !== 'undefined') {
    document.documentElement.lang = tagOf(language)
    document.documentElement.dir = 'ltr'
  }
  for (const listener of listeners) listener()
}

/** Resolves once the texts of these bundles are loaded in the language in use. */
export const needMessages = async (...bundles: Bundle[]): Promise<void> => {
  for (const bundle of bundles) needed.add(bundle)
  if (loaded.language === wanted && ['base' as const, ...bundles].every(each => loaded.bundles.has(each))) return
  await show(wanted)
}

/**
 * Returns a module once the texts of these bundles are loaded, too. The build wraps it around an `import()`, with the
 * name of a screen for all of that screen's bundles (scripts/screenTexts.ts).
 */
export const withMessages = async <Module,>(module: Promise<Module>, ...bundles: Bundle[]): Promise<Module> => {
  const [brought] = await Promise.all([module, needMessages(...bundles)])
  return brought
}

beforeRefusal(() => needMessages('refusals'))

// If the school doesn't offer the current language, use one of the browser's languages that it does, or else its first.
onSchool(({ languages: offered }) => {
  if (offered.includes(wanted) || offered[0] === undefined) return
  const own = navigator.languages.map(tag => tag.split('-')[0] ?? '')
  void show(offered.find(language => own.includes(language)) ?? offered[0])
})

/** Shows everything in another language and stores the choice on this device. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  remember(language)
  await show(language)
}

const look = (): Loaded => loaded
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const KitText = ({ words, children }: { words: Messages['ui']; children: ReactNode }) => {
  const t = useTranslations('ui')
  const site = useSchoolName(useLocale()) || 'Lantern'
  const texts = useMemo(
    () => ({
      // Texts without placeholders need no formatting.
      ...words,
      site,
      selected: (count: number) => t('selected', { count: String(count) }),
      stepOf: (step: number, of: number) => t('stepOf', { step: String(step), of: String(of) }),
    }),
    [t, words, site],
  )
  return <UiText texts={texts}>{children}</UiText>
}

/** Provides the texts of the language in use, and renders nothing until they are loaded. */
export const LanguageProvider = ({ children }: { children: ReactNode }) => {
  const { language, messages } = useSyncExternalStore(subscribe, look, look)
  const school = useSchool()
  if (!messages.ui) return null
  return (
    <IntlProvider locale={language} messages={messages} timeZone={school?.school?.zone ?? 'UTC'}>
      <KitText words={messages.ui}>{children}</KitText>
    </IntlProvider>
  )
}

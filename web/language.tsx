import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { IntlProvider, useLocale, useTranslations } from 'use-intl'
import { languages, type Language } from '#web/languages.ts'
import { catalogue, type Audience, type Messages } from '#web/messages/catalogue.ts'
import { schoolNameIn, useSchool } from '#web/school.ts'
import { UiText } from '#web/ui/text.tsx'

const key = 'lantern_language'

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

const preferred = (): Language => {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(key)
  } catch {
    // A closed storage leaves the browser's own languages.
  }
  const wanted = [stored ?? '', ...navigator.languages].map(tag => tag.split('-')[0] ?? '')
  return wanted.find(isLanguage) ?? 'en'
}

type Loaded = { language: Language; messages: Partial<Messages> }

const needed = new Set<Audience>(['base'])
const files = new Map<string, Promise<object>>()
const listeners = new Set<() => void>()
let loaded: Loaded = { language: preferred(), messages: {} }

const file = (language: Language, audience: Audience): Promise<object> => {
  const name = `${audience}.${language}`
  const found = files.get(name)
  if (found) return found
  const loading = catalogue[audience][language]().then(module => module.messages)
  files.set(name, loading)
  // A failed download must not be remembered: the next attempt asks again.
  loading.catch(() => files.delete(name))
  return loading
}

const show = async (language: Language): Promise<void> => {
  const parts = await Promise.all([...needed].map(audience => file(language, audience)))
  loaded = { language, messages: Object.assign({}, ...parts) as Partial<Messages> }
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
  document.documentElement.dir = 'ltr'
  for (const listener of listeners) listener()
}

/** Settles when the words of these audiences are there in the language in use. */
export const needMessages = async (...audiences: Audience[]): Promise<void> => {
  const missing = audiences.filter(audience => !needed.has(audience))
  if (missing.length === 0 && 'ui' in loaded.messages) return
  for (const audience of missing) needed.add(audience)
  await show(loaded.language)
}

/** Shows everything in another language and remembers it on this device. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  try {
    localStorage.setItem(key, language)
  } catch {
    // A closed storage only means that the choice ends with this visit.
  }
  await show(language)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const KitText = ({ children }: { children: ReactNode }) => {
  const t = useTranslations('ui')
  const school = useSchool()
  const language = useLocale()
  const site = school?.school ? schoolNameIn(language, school.school.name, school.school.nativeName) : 'Lantern'
  const texts = useMemo(() => {
    const names = [
      ...([
        'close',
        'cancel',
        'undo',
        'retry',
        'stillLoading',
        'loading',
        'pending',
        'optional',
        'errorTitle',
      ] as const),
      ...(['day', 'month', 'year', 'loadMore', 'clearSelection', 'selectAll', 'selectRow', 'showPassword'] as const),
      ...(['hidePassword', 'sortUp', 'sortDown', 'search', 'scrollTable'] as const),
    ]
    return {
      ...Object.fromEntries(names.map(name => [name, t(name)])),
      site,
      selected: (count: number) => t('selected', { count: String(count) }),
      stepOf: (step: number, of: number) => t('stepOf', { step: String(step), of: String(of) }),
    }
  }, [t, site])
  return <UiText texts={texts}>{children}</UiText>
}

/** Gives the application the words of the language in use, and shows nothing until they are there. */
export const LanguageProvider = ({ children }: { children: ReactNode }) => {
  const { language, messages } = useSyncExternalStore(subscribe, () => loaded)
  const school = useSchool()
  if (!('ui' in messages)) return null
  return (
    <IntlProvider locale={language} messages={messages} timeZone={school?.school?.zone ?? 'UTC'}>
      <KitText>{children}</KitText>
    </IntlProvider>
  )
}

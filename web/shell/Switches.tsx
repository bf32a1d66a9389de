import { Moon, Sun } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { chooseLanguage } from '#web/words/language.tsx'
import { tagOf } from '#rules/inLanguage.ts'
import { languageNames, languages, type Language } from '#web/words/languages.ts'
import { useSchool } from '#web/wire/school.ts'
import { currentSession } from '#web/session/session.ts'
import { chooseTheme, useTheme } from '#web/shell/theme.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { call, newOperationId } from '#web/wire/wire.ts'

/** Changes the language of the page and, for a signed-in person, of their emails. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await chooseLanguage(language)
  if (currentSession().state !== 'in') return
  // The page already uses the new language; a failure here only leaves the emails in the old one.
  await call('users-changeLanguage', { language }, newOperationId()).catch(() => undefined)
}

/** The next of the languages that the school offers; the current one if there is no other. */
const useNextLanguage = (): Language => {
  const language = useLocale()
  const offered = useSchool()?.languages ?? languages
  return offered[(offered.indexOf(language) + 1) % offered.length] ?? language
}

/** Switches to the next language, which it names in that language. */
export const LanguageSwitch = ({ board = false }: { board?: boolean }) => {
  const language = useLocale()
  const t = useTranslations('shell')
  const next = useNextLanguage()
  if (next === language) return null
  return (
    <button
      type="button"
      data-needs-script
      lang={tagOf(next)}
      aria-label={t('language', { name: languageNames[next] })}
      onClick={() => void changeLanguage(next)}
      className={classes(
        'min-h-control-small min-w-11 rounded-md px-2.5 text-sm font-semibold whitespace-nowrap transition-colors',
        board ? 'text-on-board hover:bg-board-2' : 'text-ink hover:bg-sunken',
      )}
    >
      {languageNames[next]}
    </button>
  )
}

/** The switch for visitors without scripts: a link to this page in the next language. */
export const LanguageLink = () => {
  const language = useLocale()
  const next = useNextLanguage()
  if (next === language) return null
  return (
    <noscript>
      <a
        href={`?lang=${next}`}
        lang={tagOf(next)}
        hrefLang={tagOf(next)}
        className="flex min-h-11 items-center rounded-md px-2.5 text-sm font-semibold text-on-board"
      >
        {languageNames[next]}
      </a>
    </noscript>
  )
}

/** Switches between light and dark, starting from what is shown now. */
export const ThemeSwitch = ({ board = false }: { board?: boolean }) => {
  const { isDark } = useTheme()
  const t = useTranslations('shell')
  return (
    <IconButton
      data-needs-script
      icon={isDark ? Sun : Moon}
      label={t(isDark ? 'toLight' : 'toDark')}
      board={board}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  )
}

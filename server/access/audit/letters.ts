import { peopleTrails } from '#contract/fileRoutes.ts'
import type { Language } from '#contract/values.ts'
import type { Letter } from '#server/platform/mail.ts'
import { instantText, nameIn, textsOf } from '#server/platform/texts.ts'
import type { letterhead } from '#server/school/config/tables.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

type What = keyof typeof en.what
const isKnown = (what: string): what is What => what in en.what
/** The files that the letter has texts for; a test compares them with the routes. */
export const namedExports = peopleTrails.map(trail => trail.replace(/-export$/, '')).filter(isKnown)

type Told = {
  actor: string
  files: readonly { action: string; at: Date }[]
  school: Awaited<ReturnType<typeof letterhead>>
  publicUrl: string
}

/** Tells a full administrator which files a person downloaded. */
export const exportsLetter = (
  to: { email: string; language: Language },
  { actor, files, school, publicUrl }: Told,
): Letter => {
  const t = texts(to.language)
  const lines = files.map(({ action, at }) => {
    const what = action.replace(/-export$/, '')
    return t('file', {
      what: isKnown(what) ? t(`what.${what}`) : what,
      at: instantText(to.language, school, new Date(at)),
    })
  })
  return {
    to: to.email,
    subject: t('subject', { actor, school: nameIn(to.language, school) }),
    paragraphs: [t('opening'), t('says', { actor }), lines.join('\n'), t('after', { actor })],
    link: { url: `${publicUrl}/adminconfig?subMenu=audit`, label: t('label') },
  }
}

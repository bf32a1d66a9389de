import type { Letter } from '#server/platform/mail.ts'
import type { Reader } from './entryQueries.ts'
import { instantText, languageOf, nameIn, textsOf, type TwoNames } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

type From = { school: string; nativeSchool: string; zone: string; currency: string; lottery: TwoNames }

const speak = (to: Reader) => {
  const language = languageOf(to.language)
  return { language, t: texts(language), own: (of: TwoNames) => nameIn(language, of) }
}

/** The letter that tells a guardian, in their language, the results of the children whose data they may see. */
export const drawnLetter = (to: Reader, about: From & { expiresAt: Date }, url: string): Letter => {
  const { language, t, own } = speak(to)
  const until = instantText(language, about, about.expiresAt)
  const outcomes = to.children.flatMap(({ won, lines, ...child }) => [
    ...(won ? [t('won', { child: own(child), section: own(won) })] : []),
    ...lines.map(({ place, ...section }) => t('line', { child: own(child), section: own(section), place })),
    ...(won === null && lines.length === 0 ? [t('nothing', { child: own(child) })] : []),
  ])
  return {
    to: to.email,
    subject: `${t('drawn', { draw: own(about.lottery) })} · ${own({ name: about.school, nativeName: about.nativeSchool })}`,
    paragraphs: [
      t('opening', { name: own(to), draw: own(about.lottery) }),
      outcomes.join('\n'),
      ...(to.children.some(({ won }) => won !== null) ? [t('confirm', { until })] : []),
      t('check'),
    ],
    link: { url, label: t('link') },
  }
}

/** The letter that tells a guardian who has entered children that the lottery is canceled. */
export const cancelledLetter = (to: Reader, about: From, url: string): Letter => {
  const { t, own } = speak(to)
  return {
    to: to.email,
    subject: `${t('cancelled', { draw: own(about.lottery) })} · ${own({ name: about.school, nativeName: about.nativeSchool })}`,
    paragraphs: [t('instead', { name: own(to), draw: own(about.lottery) })],
    link: { url, label: t('classes') },
  }
}

import type { RowNote } from '#contract/exchange/imports.ts'
import type { RowReport } from '#rules/imports/plan.ts'
import type { Language } from '#contract/values.ts'
import { messages as screens } from '#web/exchange/imports/imports.en.ts'
import { messages as chineseScreens } from '#web/exchange/imports/imports.zh.ts'
import { textsOf } from '#server/platform/texts.ts'
import { messages as en } from './rejected.en.ts'
import { messages as zh } from './rejected.zh.ts'

/** The texts of the file of lines that stayed out. */
export const rejectedTexts = textsOf({ en, zh })
const notes = textsOf({ en: screens.imports.note, zh: chineseScreens.imports.note })

const isKnown = (code: string): code is keyof typeof screens.imports.note => Object.hasOwn(screens.imports.note, code)

const inWords = (found: readonly Pick<RowNote, 'code' | 'text'>[], language: Language): string =>
  found.map(({ code, text }) => (isKnown(code) ? notes(language)(code, { text }) : text)).join(' ')

/** Why a line stayed out, in the words of the screen. */
export const whyOut = (
  { problems, doubt, number, custody }: Pick<RowReport, 'problems' | 'doubt' | 'number' | 'custody'>,
  language: Language,
): string => {
  const t = rejectedTexts(language)
  const open = [
    doubt && t('doubtful', { name: doubt.name }),
    number && t('number', { number: number.number, name: number.name, other: number.other }),
    ...custody.map(({ child }) => t('custody', { child })),
  ]
  return [...open.filter(text => text !== null && text !== undefined), inWords(problems, language)]
    .filter(Boolean)
    .join(' ')
}

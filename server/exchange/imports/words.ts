import type { RowNote } from '#contract/exchange/imports.ts'
import type { Language } from '#contract/values.ts'

/** Why a line stayed out, as the file of such lines says it; screens have the same in their own texts. */
const words: Record<Language, Record<string, (text: string) => string>> = {
  en: {
    'no-child': () => 'There is no name of a child.',
    'name-unreadable': text => `“${text}” is no name.`,
    'birth-unreadable': text => `“${text}” is no day that there is.`,
    'birth-future': text => `The birthday ${text} lies ahead.`,
    doubtful: text => `It was not decided whether this is ${text}, who is in the school already.`,
    other: text => text,
  },
  zh: {
    'no-child': () => '没有孩子的姓名。',
    'name-unreadable': text => `“${text}”不是姓名。`,
    'birth-unreadable': text => `“${text}”不是有效的日期。`,
    'birth-future': text => `出生日期 ${text} 还没有到。`,
    doubtful: text => `尚未确定是否就是学校已有的${text}。`,
    other: text => text,
  },
}
/** The heading of the column with the reasons. */
export const reasonHeading: Record<Language, string> = { en: 'Reason', zh: '原因' }

export const inWords = (notes: readonly Pick<RowNote, 'code' | 'text'>[], language: Language): string =>
  notes.map(({ code, text }) => (words[language][code] ?? words[language]['other']!)(text)).join(' ')

import type { RowNote } from '#contract/exchange/imports.ts'
import type { Language } from '#contract/values.ts'

/** Why a line stayed out, as the file of such lines says it; screens have the same in their own texts. */
const words: Record<Language, Record<string, (text: string) => string>> = {
  en: {
    'no-child': () => 'The child’s name is missing.',
    'name-unreadable': text => `“${text}” isn’t a name.`,
    'birth-unreadable': text => `“${text}” isn’t a valid date.`,
    'birth-future': text => `The birthday ${text} is in the future.`,
    doubtful: text => `Not decided yet: is this ${text}, who is already at the school?`,
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

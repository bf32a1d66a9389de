/**
 * Conventions of the school's country, derived from its currency: a school sets a currency anyway, and few countries
 * share one but differ in notation.
 */

type DatePart = 'day' | 'month' | 'year'

const letterCurrencies = ['USD', 'CAD', 'MXN', 'PHP']
/** The paper size of the school's printer. */
export const paperOf = (currency: string): 'A4' | 'LETTER' => (letterCurrencies.includes(currency) ? 'LETTER' : 'A4')

const monthFirst = 'USD CAD PHP'
const yearFirst = 'CNY TWD HKD MOP JPY KRW HUF MNT'
/** The locale for a language at the school: English dates start with the month or with the day. */
export const localeOf = <Language extends string>(language: Language, currency: string): Language | 'en-GB' =>
  language === 'en' && !monthFirst.includes(currency) && !yearFirst.includes(currency) ? 'en-GB' : language

/** The order of date parts. In Chinese, the year always comes first. */
export const dateOrderOf = (language: string, currency: string): readonly DatePart[] =>
  localeOf(language, currency) === 'en-GB'
    ? ['day', 'month', 'year']
    : language === 'zh' || yearFirst.includes(currency)
      ? ['year', 'month', 'day']
      : ['month', 'day', 'year']

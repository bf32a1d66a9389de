/**
 * What a school's country is used to, told by the currency that it counts in: a school sets its currency anyway, and
 * hardly any country shares one and writes otherwise.
 */

type DatePart = 'day' | 'month' | 'year'

const letterCurrencies = ['USD', 'CAD', 'MXN', 'PHP']
/** The paper that lies in the school's printer. */
export const paperOf = (currency: string): 'A4' | 'LETTER' => (letterCurrencies.includes(currency) ? 'LETTER' : 'A4')

const monthFirst = 'USD CAD PHP'
const yearFirst = 'CNY TWD HKD MOP JPY KRW HUF MNT'
/** A language as readers at the school write it: English dates begin with the month or with the day. */
export const localeOf = <Language extends string>(language: Language, currency: string): Language | 'en-GB' =>
  language === 'en' && !monthFirst.includes(currency) && !yearFirst.includes(currency) ? 'en-GB' : language

/** In which order a date is written; readers of Chinese begin with the year everywhere. */
export const dateOrderOf = (language: string, currency: string): readonly DatePart[] =>
  localeOf(language, currency) === 'en-GB'
    ? ['day', 'month', 'year']
    : language === 'zh' || yearFirst.includes(currency)
      ? ['year', 'month', 'day']
      : ['month', 'day', 'year']

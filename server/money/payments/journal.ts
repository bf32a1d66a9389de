import type { Language } from '#contract/values.ts'
import { journalLines } from '#rules/journal.ts'
import { csvOf } from '#server/platform/csv.ts'
import { inThread } from '#server/platform/makingThread.ts'
import { bothNames, digitsOf, moneyIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './journal.en.ts'
import { messages as zh } from './journal.zh.ts'
import { ledgerTexts } from './ledgerText.ts'
import type { JournalEntry } from './journalQueries.ts'
import { entryText } from './statement.ts'

const texts = textsOf({ en, zh })

/** The journal as CSV: one line for each account that an entry affects, with an amount on one side. */
export const journalCsv = inThread(
  import.meta.url,
  'journalCsv',
  200,
  (entries: readonly JournalEntry[], { currency, language }: { currency: string; language: Language }) => {
    const t = texts(language)
    const unit = 10 ** digitsOf(currency)
    const money = moneyIn(language, currency)
    const amount = (cents: number) => (cents === 0 ? null : cents / unit)
    return csvOf(
      [
        ...(['date', 'document', 'account', 'debit', 'credit'] as const).map(key => t(key)),
        ledgerTexts(language)('heads.family'),
        t('text'),
      ],
      entries.flatMap(entry =>
        journalLines(entry).map(({ account, debitCents, creditCents }) => [
          entry.onDay,
          entry.document,
          t(`accounts.${account}`),
          amount(debitCents),
          amount(creditCents),
          bothNames(language, entry.household, entry.householdNativeName),
          entryText(entry, language, money),
        ]),
      ),
    )
  },
)

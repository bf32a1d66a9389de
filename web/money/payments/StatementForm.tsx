import { FileText } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { useSchool } from '#web/wire/school.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { useUrlState } from '#web/routing/urlState.ts'

const periods = ['term', 'year', 'lastYear', 'own'] as const
type Period = (typeof periods)[number]

/** A household's statement for a term, a year or any period, as a PDF in a new tab. */
export const StatementForm = ({ householdId }: { householdId: string }) => {
  const t = useTranslations('payments.statement')
  const entryText = useTranslations('payments.entry')
  const language = useLocale()
  const today = useSchool()?.today ?? ''
  const terms = useReadLater('terms-list', {}).data ?? []
  const [url, change] = useUrlState()
  const term = terms.find(({ startsOn, status }) => startsOn <= today && status !== 'draft')
  const year = today.slice(0, 4)
  const last = String(Number(year) - 1)
  const spans: Record<Period, { from: string; to: string }> = {
    // Families register and pay long before the first lesson, so the period begins when the previous term ends.
    term: {
      from: term ? (terms.find(each => each.startsOn < term.startsOn)?.endsOn ?? `${year}-01-01`) : '',
      to: today,
    },
    year: { from: `${year}-01-01`, to: today },
    lastYear: { from: `${last}-01-01`, to: `${last}-12-31` },
    own: { from: url['from'] ?? `${year}-01-01`, to: url['to'] ?? today },
  }
  // In a school's first year both periods begin at the same time, and two names for one statement would confuse.
  const offered = periods.filter(each => each !== 'term' || (term && spans.term.from !== spans.year.from))
  const chosen = offered.find(each => each === url['statement']) ?? offered[0]!
  const { from, to } = spans[chosen]
  const isWrong = from === '' || to === '' || from > to
  return (
    <div className="grid gap-3">
      <Field label={t('period')}>
        <Select value={chosen} onChange={event => change({ statement: event.target.value }, { replace: true })}>
          {offered.map(each => (
            <option key={each} value={each}>
              {t(each)}
            </option>
          ))}
        </Select>
      </Field>
      {chosen === 'own' && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('from')} {...(isWrong && { error: t('wrong') })}>
            <Input
              type="date"
              value={from}
              max={to}
              onChange={event => change({ from: event.target.value }, { replace: true })}
            />
          </Field>
          <Field label={t('to')}>
            <Input
              type="date"
              value={to}
              min={from}
              onChange={event => change({ to: event.target.value }, { replace: true })}
            />
          </Field>
        </div>
      )}
      {isWrong ? (
        <Button icon={FileText} disabled>
          {t('open')}
        </Button>
      ) : (
        <a
          href={`/files/statements/${householdId}.pdf?from=${from}&to=${to}&lang=${language}`}
          target="_blank"
          rel="noopener"
          className={buttonClass('secondary')}
        >
          <FileText size={20} aria-hidden />
          {t('open')}
          <span className="sr-only"> {entryText('newTab')}</span>
        </a>
      )}
    </div>
  )
}

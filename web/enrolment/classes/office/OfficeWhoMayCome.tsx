import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { Term } from '#contract/school/terms.ts'
import { ageDayOf } from '#rules/fit.ts'
import { useFeature } from '#web/wire/school.ts'
import { useReadLater } from '#web/wire/call.ts'
import { MonthDayInput, useMonthDayText } from '#web/records/MonthDayInput.tsx'
import { useBeforeText } from '#web/enrolment/classes/office/OfficeBefore.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Course = Output<'classes-parts'>['courses'][number]
type Values = {
  ageFrom: number | null
  ageTo: number | null
  ageCutoff: string | null
  needsApproval: boolean
  auditCents: number | null
  trialCents: number | null
  trialNeedsApproval: boolean
  dayCents: number | null
}
type Priced = 'auditCents' | 'trialCents' | 'dayCents'
const words = { auditCents: 'allowAudit', trialCents: 'allowTrial', dayCents: 'allowDay' } as const

type OfficeWhoMayComeProps = {
  values: Values
  term: Term
  course: Course | undefined
  courses: readonly Course[]
  onChange: (patch: Partial<Values>) => void
  errorOf: (path: string) => string | undefined
}

/** Returns the same day `years` earlier, moved by `days`. */
const back = (day: string, years: number, days = 0): string => {
  const date = new Date(`${Number(day.slice(0, 4)) - years}${day.slice(4)}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const AgeEffect = ({ values, day }: { values: Values; day: string }) => {
  const t = useTranslations('classRules')
  const format = useFormat()
  const { ageFrom, ageTo } = values
  const bounds = {
    day: format.day(day),
    from: ageTo === null ? '' : format.day(back(day, ageTo + 1, 1)),
    to: ageFrom === null ? '' : format.day(back(day, ageFrom)),
  }
  const key =
    ageFrom !== null && ageTo !== null
      ? 'ageEffect'
      : ageFrom !== null
        ? 'ageEffectFrom'
        : ageTo !== null
          ? 'ageEffectTo'
          : 'ageEffectAny'
  return t(key, bounds)
}

const Effect = ({ values, course, courses }: Pick<OfficeWhoMayComeProps, 'values' | 'course' | 'courses'>) => {
  const t = useTranslations('classRules')
  const format = useFormat()
  const beforeText = useBeforeText()
  const hasTrials = useFeature('trials')
  const hasAuditing = useFeature('auditing')
  const before = course ? beforeText(course, courses) : ''
  const priceOf = (cents: number) => (cents === 0 ? t('free') : format.money(cents))
  const lines = [
    ...(values.needsApproval ? [t('effectText.approval')] : []),
    ...(before ? [t('effectText.before', { what: before })] : []),
    ...(course?.needsPlacement ? [t('effectText.placement')] : []),
  ]
  return (
    <Notice title={t('effect')}>
      <div role="status" className="grid gap-1">
        {(lines.length > 0 ? lines : [t('effectText.open')]).map(line => (
          <p key={line}>{line}</p>
        ))}
        {hasAuditing && values.auditCents !== null && (
          <p>{t('effectText.audit', { price: priceOf(values.auditCents) })}</p>
        )}
        {hasTrials && values.trialCents !== null && (
          <p>
            {t(values.trialNeedsApproval ? 'effectText.trial' : 'effectText.trialAtOnce', {
              price: priceOf(values.trialCents),
            })}
          </p>
        )}
        {hasTrials && values.dayCents !== null && <p>{t('effectText.day', { price: priceOf(values.dayCents) })}</p>}
      </div>
    </Notice>
  )
}

/** The rules of who may join a class and in which ways, and what they mean for a family. */
export const OfficeWhoMayCome = ({ values, term, course, courses, onChange, errorOf }: OfficeWhoMayComeProps) => {
  const t = useTranslations('classRules')
  const classes = useTranslations('officeClasses')
  const format = useFormat()
  const monthDay = useMonthDayText()
  const hasTrials = useFeature('trials')
  const hasAuditing = useFeature('auditing')
  const cutoff = useReadLater('config-classRules', {}).data?.ageCutoff ?? null
  const day = ageDayOf(values.ageCutoff ?? cutoff, term.startsOn)
  const way = (key: Priced) => (
    <div className="grid gap-2">
      <Checkbox
        label={t(words[key])}
        hint={t(`${words[key]}Hint`)}
        checked={values[key] !== null}
        onChange={event => onChange({ [key]: event.target.checked ? 0 : null })}
      />
      {values[key] !== null && (
        <div className="ms-8 max-w-48">
          <Field id={key} label={t('price')} hint={t('priceHint')} error={errorOf(key)}>
            <MoneyInput
              value={values[key]}
              currency={format.currency}
              onChange={cents => onChange({ [key]: cents ?? 0 })}
            />
          </Field>
        </div>
      )}
    </div>
  )
  return (
    <>
      <fieldset className="grid gap-3 border-t border-line pt-4">
        <legend className="sr-only">{t('who')}</legend>
        <p aria-hidden className="text-sm font-semibold">
          {t('who')}
        </p>
        <Field
          id="ageCutoff"
          label={t('ageCutoff')}
          hint={<AgeEffect values={values} day={day} />}
          error={errorOf('ageCutoff')}
        >
          <Select
            value={values.ageCutoff === null ? 'school' : 'own'}
            onChange={({ target }) => onChange({ ageCutoff: target.value === 'own' ? (cutoff ?? '09-01') : null })}
          >
            <option value="school">
              {t('ageOfSchool', { day: cutoff === null ? t('firstDay') : monthDay(cutoff) })}
            </option>
            <option value="own">{t('ageOwn')}</option>
          </Select>
        </Field>
        {values.ageCutoff !== null && (
          <MonthDayInput value={values.ageCutoff} onChange={ageCutoff => onChange({ ageCutoff })} />
        )}
        <Checkbox
          label={classes('field.needsApproval')}
          hint={classes('approvalHint')}
          checked={values.needsApproval}
          onChange={event => onChange({ needsApproval: event.target.checked })}
        />
      </fieldset>
      {(hasTrials || hasAuditing) && (
        <fieldset className="grid gap-3 border-t border-line pt-4">
          <legend className="sr-only">{t('ways')}</legend>
          <p aria-hidden className="text-sm font-semibold">
            {t('ways')}
          </p>
          {hasTrials && way('trialCents')}
          {hasTrials && values.trialCents !== null && (
            <div className="ms-8">
              <Checkbox
                label={t('trialNeedsApproval')}
                hint={t('trialNeedsApprovalHint')}
                checked={values.trialNeedsApproval}
                onChange={event => onChange({ trialNeedsApproval: event.target.checked })}
              />
            </div>
          )}
          {hasTrials && way('dayCents')}
          {hasAuditing && way('auditCents')}
        </fieldset>
      )}
      <Effect values={values} course={course} courses={courses} />
    </>
  )
}

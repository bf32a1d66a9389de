import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { currentTerm } from '#contract/school/terms.plain.ts'
import { PricingPolicy } from '#contract/school/config.ts'
import type { PromoCode } from '#contract/money/prices.ts'
import { daysAfter } from '#rules/days.ts'
import { useFeature } from '#web/wire/school.ts'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { useDiscountText } from '#web/words/discountText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useNameText } from '#web/words/Name.tsx'
import type { Promo } from '#rules/pricing.ts'
import { useCalendarRules, usePricingRules } from '#web/routing/rulesLater.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const promoOf = (code: PromoCode | undefined): Promo | null => {
  if (!code) return null
  const { id, programmeIds, isCombinable, percent, amountCents } = code
  const worth = percent === null ? { percent, amountCents: amountCents ?? 0 } : { percent, amountCents: null }
  return { id, code: code.code, programmeIds, isCombinable, ...worth }
}

/** Two children in two real classes, priced by the rules that every invoice follows, with the policy as typed. */
export const OfficePriceExample = ({ policy }: { policy: PricingPolicy }) => {
  const t = useTranslations('adminConfig.example')
  const own = useTranslations('officePrices.example')
  const may = useMay()
  const format = useFormat()
  const why = useDiscountText()
  const nameText = useNameText()
  const terms = useRead('terms-list', {})
  const all = useRead('classes-list', {})
  const pricing = usePricingRules()
  const calendar = useCalendarRules()
  const term = currentTerm(terms)
  const sections = all.filter(
    section => section.termId === term?.id && section.status !== 'cancelled' && section.tuitionCents > 0,
  )
  const [chosen, setChosen] = useState<{ first?: string; second?: string }>({})
  const [week, setWeek] = useState(1)
  const [isStaffFamily, setStaff] = useState(false)
  const [codeId, setCodeId] = useState('')
  const [award, setAward] = useState('')
  const hasCodes = useFeature('promoCodes')
  const codes = (
    useReadLater('prices-codes', {}, { enabled: hasCodes && may('prices-codes') === true }).data ?? []
  ).filter(({ isArchived }) => !isArchived)
  const first = sections.find(section => section.id === chosen.first) ?? sections[0]
  const second = sections.find(section => section.id === chosen.second) ?? sections[1] ?? sections[0]
  if (!term || !first || !second)
    return (
      <Card title={t('title')}>
        <p className="mb-3 text-sm text-ink-2">{t('none')}</p>
        <ButtonLink to="/adminclass" size="small">
          {t('toClasses')}
        </ButtonLink>
      </Card>
    )
  if (!pricing || !calendar) return <Skeleton className="h-80 rounded-xl" />
  const weeks = Math.max(1, calendar.weekOfTerm(term.startsOn, term.endsOn))
  const child = (key: string, name: string, birthOn: string, section: typeof first) => ({
    child: { key, name, birthOn },
    // One lesson a week, as the classes of a term have on average.
    section: { ...section, sessions: { left: Math.min(weeks, weeks - week + 1), all: weeks } },
  })
  const share = Number(award)
  const isSound = PricingPolicy.safeParse(policy).success
  const priced = isSound
    ? pricing.price({
        policy,
        term,
        today: week === 0 && term.earlyBirdOn ? term.earlyBirdOn : daysAfter(term.startsOn, (week - 1) * 7),
        choices: [child('1', t('firstChild'), '2015-01-01', first), child('2', t('secondChild'), '2018-01-01', second)],
        siblingInFull: null,
        isStaffFamily,
        hasRegistrationFee: false,
        awards:
          Number.isInteger(share) && share > 0 && share <= 100
            ? [{ id: 'example', childKey: '2', covers: 'tuition', percent: share, amountCents: null }]
            : [],
        promo: promoOf(codes.find(({ id }) => id === codeId)),
      })
    : null
  const picker = (label: string, value: string, key: 'first' | 'second') => (
    <Field label={label}>
      <Select value={value} onChange={event => setChosen({ ...chosen, [key]: event.target.value })}>
        {sections.map(section => (
          <option key={section.id} value={section.id}>
            {nameText(section)}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <Card title={t('title')} className="xl:sticky xl:top-6">
      <p className="mb-4 text-sm text-ink-2">{t('lead', { term: nameText(term) })}</p>
      <div className="grid gap-3 sm:max-xl:grid-cols-2">
        {picker(t('firstChild'), first.id, 'first')}
        {picker(t('secondChild'), second.id, 'second')}
        <Field label={t('week')}>
          <Select value={week} onChange={event => setWeek(Number(event.target.value))}>
            {term.earlyBirdOn && (
              <option value={0}>{t('early', { day: format.day(term.earlyBirdOn, 'weekday') })}</option>
            )}
            {Array.from({ length: weeks }, (_, index) => (
              <option key={index} value={index + 1}>
                {t('weekAt', {
                  number: String(index + 1),
                  day: format.day(daysAfter(term.startsOn, index * 7), 'weekday'),
                })}
              </option>
            ))}
          </Select>
        </Field>
        <Checkbox
          label={t('staff')}
          checked={isStaffFamily}
          onChange={event => setStaff(event.target.checked)}
          className="self-end"
        />
        {codes.length > 0 && (
          <Field label={own('code')}>
            <Select value={codeId} onChange={event => setCodeId(event.target.value)}>
              <option value="">{own('none')}</option>
              {codes.map(({ id, code }) => (
                <option key={id} value={id}>
                  {code}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={own('award')}>
          <Input
            inputMode="numeric"
            className="max-w-24 text-end"
            value={award}
            onChange={event => setAward(event.target.value)}
          />
        </Field>
        {policy.prorationBy === 'sessions' && <p className="self-end text-sm text-ink-2">{own('sessions')}</p>}
      </div>
      {priced ? (
        <div aria-live="polite" className="mt-4 border-t border-line text-sm">
          <ul>
            {priced.lines.map(line => (
              <li key={`${line.kind}${line.childKey ?? ''}`} className="border-b border-line py-2">
                <p className="flex justify-between gap-3">
                  <span className="font-medium">
                    {t(`kind.${line.kind}`)}
                    {line.section && (
                      <span className="block text-xs font-normal text-ink-2">{`${line.child}, ${line.section}`}</span>
                    )}
                  </span>
                  <span className="tabular-nums">{format.money(line.amountCents)}</span>
                </p>
                {line.discounts.map((discount, index) => (
                  // One line may have two of a kind.
                  <p key={index} className="flex justify-between gap-3 text-primary-ink">
                    <span>{why(discount)}</span>
                    <span className="tabular-nums">{format.money(-discount.amountCents)}</span>
                  </p>
                ))}
              </li>
            ))}
          </ul>
          <p className="flex items-baseline justify-between gap-3 pt-3">
            <span className="font-semibold">{t('total')}</span>
            <span className="display text-xl tabular-nums">{format.money(priced.totalCents)}</span>
          </p>
        </div>
      ) : (
        <p className="mt-4 text-sm text-ink-2">{t('unsound')}</p>
      )}
    </Card>
  )
}

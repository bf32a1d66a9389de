import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import type { PublishedRules } from '#contract/enrolment/windows.ts'
import { useWaitingRule } from '#web/enrolment/classes/shared/waitingRule.ts'
import { useGuestRead } from '#web/wire/guestRead.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** One topic of the rules, with its lines below one another. */
const Rule = ({ title, lines }: { title: string; lines: readonly ReactNode[] }) =>
  lines.length === 0 ? null : (
    <section aria-label={title}>
      <h3 className="display mb-2 text-lg">{title}</h3>
      <ul>
        {lines.map((line, index) => (
          <li key={index} className="border-t border-line py-2.5">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )

/** The fees of each programme, from the lowest to the highest. */
const useFees = (sections: readonly CatalogueSection[]): string[] => {
  const t = useTranslations('rules')
  const firstName = useFirstName()
  const format = useFormat()
  return [...Map.groupBy(sections, ({ programmeId }) => programmeId).values()].map(own => {
    const [first] = own
    const programme = firstName({ name: first!.programme, nativeName: first!.programmeNativeName })
    const fees = own.map(({ tuitionCents }) => tuitionCents)
    const books = Math.max(...own.map(({ booksCents }) => booksCents))
    const [least, most] = [Math.min(...fees), Math.max(...fees)]
    const fee = least === most ? format.money(least) : t('range', { from: format.money(least), to: format.money(most) })
    return books > 0 ? t('feeBooks', { programme, fee, books: format.money(books) }) : t('fee', { programme, fee })
  })
}

const useLess = (rules: PublishedRules, today: string): string[] => {
  const t = useTranslations('rules')
  const format = useFormat()
  const percent = (whole: number) => format.percent(whole / 100)
  const programmes = format.list(rules.siblingProgrammes.map(useFirstName()))
  const { registrationFeeCents, waivedUntil, siblingPercent, staffPercent, classesPercent, seniorPercent } = rules
  const later = rules.prorations.find(({ fromDay }) => fromDay > today)
  return [
    ...(registrationFeeCents > 0
      ? [
          waivedUntil && waivedUntil >= today
            ? t('registrationWaived', { fee: format.money(registrationFeeCents), day: format.day(waivedUntil) })
            : t('registration', { fee: format.money(registrationFeeCents) }),
        ]
      : []),
    ...(siblingPercent > 0
      ? [
          programmes
            ? t('siblingIn', { share: percent(siblingPercent), programmes })
            : t('sibling', { share: percent(siblingPercent) }),
        ]
      : []),
    ...(classesPercent > 0 ? [t('classes', { share: percent(classesPercent) })] : []),
    ...(staffPercent > 0 ? [t('staff', { share: percent(staffPercent) })] : []),
    ...(rules.seniorFromAge !== null && seniorPercent > 0
      ? [t('senior', { age: String(rules.seniorFromAge), share: percent(seniorPercent) })]
      : []),
    ...(later
      ? [t('late', { day: format.day(later.fromDay), share: percent((later.numerator / later.denominator) * 100) })]
      : []),
  ]
}

const useLeaving = (rules: PublishedRules, today: string): string[] => {
  const t = useTranslations('rules')
  const format = useFormat()
  const open = rules.refunds.filter(({ lastDay }) => lastDay >= today)
  if (rules.refunds.length === 0) return [t('refundNone')]
  if (open.length === 0) return [t('refundOver')]
  return [
    ...open.map(({ lastDay, percent }) =>
      percent === 100
        ? t('refundAll', { day: format.day(lastDay) })
        : t('refundPart', { day: format.day(lastDay), share: format.percent(percent / 100) }),
    ),
    t('refundAfter'),
    ...(rules.processingFeeCents > 0 ? [t('refundFee', { fee: format.money(rules.processingFeeCents) })] : []),
    ...(rules.refundsBooks ? [] : [t('refundBooks')]),
  ]
}

const useOpening = (rules: PublishedRules, today: string): ReactNode[] => {
  const t = useTranslations('rules')
  const format = useFormat()
  if (rules.windows.every(({ onDay }) => onDay < today)) return [t('openNow')]
  return rules.windows.map(({ audience, onDay, time }) => (
    <span key={audience} className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="font-semibold">{t(`audience.${audience}`)}</span>
      {onDay < today && <Badge tone="good">{t('isOpen')}</Badge>}
      <span className="w-full text-sm text-ink-2 tabular-nums">
        {t('from', { day: format.day(onDay, 'weekday'), time: format.time(time) })}
      </span>
    </span>
  ))
}

/** The classes that are given by lottery, and until when families can enter. */
const useDraws = (sections: readonly CatalogueSection[]): ReactNode[] => {
  const t = useTranslations('rules')
  const names = useFirstName()
  const format = useFormat()
  const drawn = sections.flatMap(section => (section.draw ? [{ section, draw: section.draw }] : []))
  if (drawn.length === 0) return []
  return [
    ...[...Map.groupBy(drawn, ({ draw }) => `${draw.opensAt} ${draw.closesAt}`).values()].map(of =>
      t('drawOf', {
        classes: format.all(of.map(({ section }) => names(section))),
        from: format.instant(of[0]!.draw.opensAt),
        until: format.instant(of[0]!.draw.closesAt),
      }),
    ),
    <Link key="how" to="/draws" search={{}} className={`inline-flex min-h-11 items-center ${textLink}`}>
      {t('drawHow')}
    </Link>,
  ]
}

type PublicRulesProps = { term: Term; sections: readonly CatalogueSection[]; today: string }

/** The rules that a family needs before it registers: dates, prices, refunds, and the order of the waitlist. */
export const PublicRules = ({ term, sections, today }: PublicRulesProps) => {
  const t = useTranslations('rules')
  const rules = useGuestRead('windows-rules', { termId: term.id })
  const fees = useFees(sections)
  const less = useLess(rules, today)
  const leaving = useLeaving(rules, today)
  const opening = useOpening(rules, today)
  const draws = useDraws(sections)
  const waiting = useWaitingRule(rules)
  return (
    <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
      <Rule title={t('openingTitle')} lines={opening} />
      <Rule title={t('feesTitle')} lines={[...fees, ...less]} />
      <Rule title={t('leavingTitle')} lines={leaving} />
      <Rule title={t('waitingTitle')} lines={waiting} />
      <Rule title={t('drawTitle')} lines={draws} />
    </div>
  )
}

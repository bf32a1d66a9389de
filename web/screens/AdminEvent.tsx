import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { Section } from '#contract/classes.ts'
import type { TermPlan } from '#contract/terms.ts'
import { useRead, useReadLater } from '#web/call.ts'
import { Later } from '#web/Later.tsx'
import { ButtonLink } from '#web/link.tsx'
import { Name, useNameText } from '#web/Name.tsx'
import { useSchool } from '#web/school.ts'
import { OfficeAgenda } from '#web/slices/terms/OfficeAgenda.tsx'
import { OfficeMonth } from '#web/slices/terms/OfficeMonth.tsx'
import { dayEntries, monthsBetween } from '#web/slices/terms/officeCalendar.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { useUrlState } from '#web/urlState.ts'
import { useFormat } from '#web/useFormat.ts'

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const Day = ({ day, plan, sections }: { day: string; plan: TermPlan; sections: readonly Section[] }) => {
  const t = useTranslations('adminEvent')
  const format = useFormat()
  const closure = plan.closures.find(each => each.onDay === day)
  const session = plan.sessionDates.find(each => each.onDay === day)
  const meeting = sections.filter(section => section.weekday === weekdayOf(day))
  return (
    <div className="grid gap-4">
      {closure && <Notice title={t('closed')}>{closure.reason}</Notice>}
      {session?.status === 'cancelled' && <Notice tone="warn">{session.note || t('cancelled')}</Notice>}
      {session && session.status !== 'cancelled' && (
        <ul className="grid text-sm">
          {meeting.map(section => (
            <li key={section.id} className="flex gap-3 border-b border-line py-2 last:border-0">
              <span className="w-28 shrink-0 tabular-nums text-ink-2">
                {format.time(section.startsAt)}–{format.time(section.endsAt)}
              </span>
              <span className="min-w-0">
                <Chip crayon={section.crayon}>
                  <Name {...section} />
                </Chip>
                <span className="mt-0.5 block text-ink-2">
                  {[section.room, section.teachers.join(', ')].filter(Boolean).join(' · ')}
                </span>
              </span>
            </li>
          ))}
          {meeting.length === 0 && <li className="text-ink-2">{t('noClassesThatDay')}</li>}
        </ul>
      )}
    </div>
  )
}

/** Lessons and closed days of a term: a month at a time, on phones one after the other. */
export default function AdminEvent() {
  const t = useTranslations('adminEvent')
  const words = useTranslations('officeWords')
  const language = useLocale()
  const nameText = useNameText()
  const format = useFormat()
  const today = useSchool()?.today ?? ''
  const [url, change] = useUrlState()
  const terms = useRead('terms-list', {})
  const term =
    terms.find(each => each.id === url['term']) ??
    terms.find(each => ['registration', 'active', 'grading'].includes(each.status)) ??
    terms[0]
  const plan = useReadLater('terms-get', { id: term?.id ?? '' }, { enabled: term !== undefined })
  const sections = useReadLater('classes-list', { termId: term?.id ?? '' }, { enabled: term !== undefined })
  const meeting = (sections.data ?? []).filter(section =>
    ['published', 'open', 'running', 'ended'].includes(section.status),
  )
  if (!term)
    return (
      <Page title={t('title')}>
        <Empty
          action={
            <ButtonLink to="/adminconfig" search={{ subMenu: 'terms' }} variant="primary">
              {t('toTerms')}
            </ButtonLink>
          }
        >
          {t('noTerms')}
        </Empty>
      </Page>
    )
  const months = monthsBetween(term.startsOn, term.endsOn)
  const wanted = url['month'] ?? today.slice(0, 7)
  const month = months.includes(wanted) ? wanted : (months[0] ?? term.startsOn.slice(0, 7))
  const at = months.indexOf(month)
  const go = (index: number) => change({ month: months[index] }, { replace: true })
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div data-noprint className="mb-5 flex flex-wrap items-center gap-3">
        <Select
          aria-label={words('term')}
          className="w-full sm:w-64"
          value={term.id}
          onChange={event => change({ term: event.target.value, month: undefined })}
        >
          {terms.map(each => (
            <option key={each.id} value={each.id}>
              {nameText(each)}
            </option>
          ))}
        </Select>
        <Badge>{words(`termStatus.${term.status}`)}</Badge>
        <p className="text-sm text-ink-2">
          {t('span', { from: format.day(term.startsOn), to: format.day(term.endsOn), n: term.sessionCount })}
        </p>
      </div>
      <Later of={plan}>
        {found => {
          const entries = dayEntries(found)
          return (
            <>
              <div className="max-sm:hidden print:hidden">
                <div className="mb-3 flex items-center gap-2">
                  <h2 className="text-xl" aria-live="polite">
                    {format.day(`${month}-01`, 'month')}
                  </h2>
                  <div className="ms-auto flex gap-1">
                    <IconButton
                      icon={ChevronLeft}
                      label={t('previous')}
                      disabled={at <= 0}
                      onClick={() => go(at - 1)}
                      className="rtl:-scale-x-100 disabled:opacity-40"
                    />
                    <IconButton
                      icon={ChevronRight}
                      label={t('next')}
                      disabled={at >= months.length - 1}
                      onClick={() => go(at + 1)}
                      className="rtl:-scale-x-100 disabled:opacity-40"
                    />
                  </div>
                </div>
                <OfficeMonth
                  month={month}
                  today={today}
                  firstWeekday={language === 'en' ? 7 : 1}
                  lessonWeekdays={found.weekdays.length < 4 ? found.weekdays : []}
                  entries={entries}
                  classesOn={day => meeting.filter(section => section.weekday === weekdayOf(day))}
                  onOpen={day => change({ day })}
                />
              </div>
              <div className="sm:hidden print:block">
                <OfficeAgenda
                  entries={entries}
                  today={today}
                  countOn={day => meeting.filter(section => section.weekday === weekdayOf(day)).length}
                  onOpen={day => change({ day })}
                />
              </div>
              {url['day'] && /^\d{4}-\d{2}-\d{2}$/.test(url['day']) && (
                <SidePanel open onClose={() => change({ day: undefined })} title={format.day(url['day'], 'long')}>
                  <Day day={url['day']} plan={found} sections={meeting} />
                </SidePanel>
              )}
            </>
          )
        }}
      </Later>
    </Page>
  )
}

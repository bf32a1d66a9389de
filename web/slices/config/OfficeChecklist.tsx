import { ChevronRight, Circle, CircleCheck, FileUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { enrollableSections } from '#contract/classes.ts'
import { registrableTerms } from '#contract/terms.ts'
import { useRead } from '#web/call.ts'
import { ButtonLink, Link } from '#web/link.tsx'
import { useNameText } from '#web/Name.tsx'
import { useSchool } from '#web/school.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { useFormat } from '#web/useFormat.ts'

type Step = {
  key: 'school' | 'term' | 'courses' | 'rooms' | 'teachers' | 'classes' | 'fees' | 'open'
  isDone: boolean
  now: string
}

const useSteps = (): Step[] => {
  const t = useTranslations('adminConfig.checklist')
  const format = useFormat()
  const nameText = useNameText()
  const school = useSchool()?.school
  const terms = useRead('terms-list', {})
  const parts = useRead('classes-parts', {})
  const sections = useRead('classes-list', {})
  const pricing = useRead('config-pricing', {})
  const term =
    terms.find(each => registrableTerms.includes(each.status)) ?? terms.find(each => each.status !== 'archived')
  const inTerm = sections.filter(section => section.termId === term?.id && section.status !== 'cancelled')
  const open = inTerm.filter(section => enrollableSections.includes(section.status))
  const isRegistering = term !== undefined && registrableTerms.includes(term.status)
  const missing = [
    !school?.email && !school?.phone && t('missingContact'),
    !school?.address && t('missingAddress'),
    !school?.policy && t('missingPolicy'),
  ].filter(each => each !== false)
  const withFee = inTerm.filter(section => section.tuitionCents > 0)
  return [
    {
      key: 'school',
      isDone: missing.length === 0,
      now:
        missing.length === 0
          ? [school?.name, school?.address].filter(Boolean).join(', ')
          : t('missing', { what: missing.join(', ') }),
    },
    {
      key: 'term',
      isDone: term !== undefined,
      now: term
        ? t('termNow', {
            name: nameText(term),
            from: format.day(term.startsOn),
            to: format.day(term.endsOn),
            n: term.sessionCount,
          })
        : t('termNone'),
    },
    {
      key: 'courses',
      isDone: parts.courses.length > 0,
      now: t('coursesNow', { programmes: parts.programmes.length, courses: parts.courses.length }),
    },
    { key: 'rooms', isDone: parts.rooms.length > 0, now: t('roomsNow', { n: parts.rooms.length }) },
    { key: 'teachers', isDone: parts.teachers.length > 0, now: t('teachersNow', { n: parts.teachers.length }) },
    { key: 'classes', isDone: inTerm.length > 0, now: t('classesNow', { n: inTerm.length }) },
    {
      key: 'fees',
      isDone: withFee.length > 0,
      now: t('feesNow', {
        n: withFee.length,
        fee: format.money(pricing.registrationFeeCents),
        percent: format.percent(pricing.siblingPercent / 100),
      }),
    },
    {
      key: 'open',
      isDone: isRegistering && open.length > 0,
      now: isRegistering ? t('openNow', { n: open.length }) : t('openNot'),
    },
  ]
}

const target = {
  school: { to: '/adminconfig', search: { subMenu: 'school' } },
  term: { to: '/adminconfig', search: { subMenu: 'terms' } },
  courses: { to: '/adminconfig', search: { subMenu: 'courses' } },
  rooms: { to: '/adminconfig', search: { subMenu: 'courses' } },
  teachers: { to: '/adminteacher', search: {} },
  classes: { to: '/adminconfig', search: { subMenu: 'classes' } },
  fees: { to: '/adminconfig', search: { subMenu: 'fees' } },
  open: { to: '/adminconfig', search: { subMenu: 'terms' } },
} as const

/** What a school needs before families can register: each step done or not, from what is really there. */
export const OfficeChecklist = () => {
  const t = useTranslations('adminConfig.checklist')
  const steps = useSteps()
  const done = steps.filter(step => step.isDone).length
  const next = steps.find(step => !step.isDone)
  return (
    <div className="max-w-160">
      <p className="mb-2 text-ink-2">{t(next ? 'lead' : 'allDone')}</p>
      <Progress
        label={t('progress')}
        max={steps.length}
        value={done}
        text={t('doneOf', { done: String(done), of: String(steps.length) })}
      />
      <ol className="mt-5 grid overflow-hidden rounded-xl border border-line bg-surface">
        {steps.map(step => (
          <li key={step.key} className="border-b border-line last:border-0">
            <Link {...target[step.key]} className="flex min-h-16 items-center gap-4 px-4 py-2.5 hover:bg-sunken">
              {step.isDone ? (
                <CircleCheck size={22} aria-hidden className="shrink-0 text-primary-ink" />
              ) : (
                <Circle size={22} aria-hidden className="shrink-0 text-ink-3" />
              )}
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t(`step.${step.key}`)}</span>
                <span className="block text-sm text-ink-2">{step.now}</span>
              </span>
              {step === next ? (
                <Badge tone="warn">{t('next')}</Badge>
              ) : (
                <span className="sr-only">{t(step.isDone ? 'done' : 'notDone')}</span>
              )}
              <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ol>
      <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
        {t('sheet')}
        <ButtonLink to="/adminconfig" search={{ subMenu: 'import' }} icon={FileUp}>
          {t('sheetImport')}
        </ButtonLink>
      </p>
    </div>
  )
}

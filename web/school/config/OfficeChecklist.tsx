import { ChevronRight, Circle, CircleCheck, FileUp } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { enrollableSections } from '#contract/enrolment/classes.plain.ts'
import { currentTerm, registrableTerms } from '#contract/school/terms.plain.ts'
import { schoolLacks } from '#rules/schoolProfile.ts'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink, Link } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useNameText } from '#web/words/Name.tsx'
import { useSchool } from '#web/wire/school.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { setSettingUp } from '#web/school/config/shared/settingUp.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { Tongues } from '#web/words/Tongues.tsx'

type Key = keyof typeof target
type Step = {
  key: Key
  title: string
  isDone: boolean
  now: string
  /** The approximate time that it takes, in minutes. */
  minutes: number
  /** True if registration can open without it. */
  isOptional?: boolean
  /** The term whose classes are all still closed: the step is done on the page that opens them. */
  closedTermId?: string
}

type MoreSteps = Partial<Record<'policies' | 'refunds' | 'paying' | 'people' | 'office' | 'mail', Step>>

/**
 * The steps that depend on other parts of the school, once all of these are read. A step that the reader's area may not
 * look into is omitted.
 */
const useMoreSteps = (): { data: MoreSteps | undefined; error: unknown; refetch: () => unknown } => {
  const t = useTranslations('schoolRules.steps')
  const refunds = useTranslations('features.refunds')
  const may = useMay()
  const policiesRead = useReadLater('policies-list', {}, { enabled: may('policies-list') === true })
  const rulesRead = useReadLater('config-rules', {}, { enabled: may('config-rules') === true })
  const familiesRead = useReadLater('parents-list', {}, { enabled: may('parents-list') === true })
  const officeRead = useReadLater('users-list', { role: 'admin' }, { enabled: may('users-list') === true })
  const mailRead = useReadLater('config-mail', {}, { enabled: may('config-mail') === true })
  const reads = [policiesRead, rulesRead, familiesRead, officeRead, mailRead] as const
  const [policies, rules, families, office, mail] = [
    policiesRead.data,
    rulesRead.data,
    familiesRead.data,
    officeRead.data,
    mailRead.data,
  ]
  // Nobody who has never signed in runs anything yet.
  const invited = office?.rows.filter(({ lastSignInAt }) => lastSignInAt === null).length ?? 0
  const current = policies?.filter(({ isArchived }) => !isArchived) ?? []
  // The texts that a new school starts with are version 1, without a publisher.
  const isOwn = current.some(({ versions }) => versions.some(({ publishedBy }) => publishedBy !== ''))
  const isPayable =
    rules !== undefined && [rules.paying.payableTo, rules.paying.transfer, rules.paying.cash].some(Boolean)
  // A mail server that refused some emails and accepted others works.
  const isSending = mail?.mode === 'smtp' && (mail.lastError === null || mail.week.sent > 0)
  const mailNow =
    mail === undefined
      ? ''
      : mail.mode === 'smtp'
        ? t(isSending ? 'mailNow' : 'mailFailed')
        : t(mail.settings.way === 'hand' ? 'mailHand' : 'mailKept')
  const data: MoreSteps = {
    ...(policies && {
      policies: {
        key: 'policies',
        title: t('policies'),
        isDone: isOwn,
        now: isOwn ? t('policiesNow', { n: current.length }) : t('policiesStandard'),
        minutes: 10,
      },
    }),
    ...(rules && {
      refunds: {
        key: 'refunds',
        title: refunds('title'),
        isDone: rules.refunds.tiers.length > 0,
        now: refunds(rules.refunds.tiers.length > 0 ? 'chosen' : 'none'),
        minutes: 3,
        isOptional: true,
      },
      paying: {
        key: 'paying',
        title: t('paying'),
        isDone: isPayable,
        now: t(isPayable ? 'payingNow' : 'payingNone'),
        minutes: 3,
      },
    }),
    ...(mail && {
      mail: {
        key: 'mail',
        title: t('mail'),
        isDone: isSending || (mail.mode === 'kept' && mail.settings.way === 'hand'),
        now: mailNow,
        minutes: 2,
      },
    }),
    ...(office && {
      office: {
        key: 'office',
        title: t('office'),
        isDone: office.total > 1,
        now: office.total > 1 ? t('officeNow', { n: office.total - invited, invited }) : t('officeOne'),
        minutes: 2,
        isOptional: true,
      },
    }),
    ...(families && {
      people: {
        key: 'people',
        title: t('people'),
        isDone: families.total > 0,
        now: families.total > 0 ? t('peopleNow', { n: families.total }) : t('peopleNone'),
        minutes: 15,
        isOptional: true,
      },
    }),
  }
  const failed = reads.find(({ isLoadingError }) => isLoadingError)
  return {
    data: failed || reads.some(({ isLoading }) => isLoading) ? undefined : data,
    error: failed?.error ?? null,
    refetch: () => Promise.all(reads.filter(({ isLoadingError }) => isLoadingError).map(({ refetch }) => refetch())),
  }
}

/** The steps of the set-up, with the state of each. There are none until all are known. */
export const useSteps = (): Omit<ReturnType<typeof useMoreSteps>, 'data'> & { data: Step[] | undefined } => {
  const t = useTranslations('adminConfig.checklist')
  const format = useFormat()
  const nameText = useNameText()
  const school = useSchool()?.school
  const terms = useRead('terms-list', {})
  const parts = useRead('classes-parts', {})
  const sections = useRead('classes-list', {})
  const pricing = useRead('config-pricing', {})
  const { data: more, ...rest } = useMoreSteps()
  const term =
    terms.find(each => registrableTerms.includes(each.status)) ?? terms.find(each => each.status !== 'archived')
  const inTerm = sections.filter(section => section.termId === term?.id && section.status !== 'cancelled')
  const open = inTerm.filter(section => enrollableSections.includes(section.status))
  const isRegistering = term !== undefined && registrableTerms.includes(term.status)
  const missing = school ? schoolLacks(school).map(need => t(`lacks.${need}`)) : []
  const withFee = inTerm.filter(section => section.tuitionCents > 0)
  const step = (key: Exclude<Key, keyof MoreSteps>, isDone: boolean, now: string, minutes: number): Step => ({
    key,
    title: t(`step.${key}`),
    isDone,
    now,
    minutes,
  })
  if (!more) return { data: undefined, ...rest }
  const data = [
    step(
      'school',
      school !== undefined && missing.length === 0,
      missing.length === 0
        ? format.parts([school?.name, school?.address])
        : t('missing', { what: format.list(missing) }),
      3,
    ),
    step(
      'term',
      term !== undefined,
      term
        ? t('termNow', {
            name: nameText(term),
            from: format.day(term.startsOn),
            to: format.day(term.endsOn),
            n: term.sessionCount,
          })
        : t('termNone'),
      4,
    ),
    step(
      'courses',
      parts.courses.length > 0,
      t('coursesNow', { programmes: parts.programmes.length, courses: parts.courses.length }),
      5,
    ),
    step('rooms', parts.rooms.length > 0, t('roomsNow', { n: parts.rooms.length }), 2),
    step('teachers', parts.teachers.length > 0, t('teachersNow', { n: parts.teachers.length }), 4),
    step('classes', inTerm.length > 0, t('classesNow', { n: inTerm.length }), 8),
    step(
      'fees',
      // Every class was created with its tuition, which may be 0.
      inTerm.length > 0,
      t('feesNow', {
        classes: t(inTerm.length > 0 && withFee.length === 0 ? 'allFree' : 'withFee', { n: withFee.length }),
        fee: format.money(pricing.registrationFeeCents),
        percent: format.percent(pricing.siblingPercent / 100),
      }),
      3,
    ),
    ...[more.policies, more.refunds, more.paying, more.mail, more.office, more.people].filter(
      each => each !== undefined,
    ),
    {
      ...step(
        'open',
        isRegistering && open.length > 0,
        isRegistering ? t('openNow', { n: open.length }) : t('openNot'),
        1,
      ),
      ...(term && inTerm.length > 0 && open.length === 0 && { closedTermId: term.id }),
    },
  ]
  return { data, ...rest }
}

const target = {
  school: { to: '/adminconfig', search: { subMenu: 'school' } },
  term: { to: '/adminclass', search: { tab: 'terms' } },
  courses: { to: '/adminclass', search: { tab: 'courses' } },
  rooms: { to: '/adminclass', search: { tab: 'courses' } },
  teachers: { to: '/adminteacher', search: {} },
  classes: { to: '/adminclass', search: {} },
  fees: { to: '/adminconfig', search: { subMenu: 'fees' } },
  policies: { to: '/adminconfig', search: { subMenu: 'policies' } },
  refunds: { to: '/adminconfig', search: { subMenu: 'refunds' } },
  paying: { to: '/adminconfig', search: { subMenu: 'paying' } },
  mail: { to: '/adminconfig', search: { subMenu: 'mail' } },
  office: { to: '/adminuser', search: {} },
  people: { to: '/adminparent', search: {} },
  open: { to: '/adminclass', search: { tab: 'terms' } },
} as const

/** The page on which a step is done. */
export const placeOf = ({ key, closedTermId }: Step) =>
  closedTermId === undefined
    ? target[key]
    : ({ to: '/adminclass', search: { do: 'pasted', term: closedTermId } } as const)

const Steps = ({ steps }: { steps: Step[] }) => {
  const may = useMay()
  const t = useTranslations('adminConfig.checklist')
  const more = useTranslations('schoolRules.steps')
  const settingUp = useTranslations('schoolRules.settingUp')
  const term = currentTerm(useRead('terms-list', {}))
  const hasClasses = steps.some(({ key, isDone }) => key === 'classes' && isDone)
  const done = steps.filter(step => step.isDone).length
  const next = steps.find(step => !step.isDone && !step.isOptional) ?? steps.find(step => !step.isDone)
  const left = steps.filter(step => !step.isDone && !step.isOptional).reduce((sum, { minutes }) => sum + minutes, 0)
  const isReady = steps.every(step => step.isDone || step.isOptional)
  // From here on, each page leads to the next step until all are done.
  useEffect(() => setSettingUp(!isReady), [isReady])
  return (
    <>
      <p className="mb-2 text-ink-2">{t(isReady ? 'allDone' : 'lead')}</p>
      <Progress
        label={t('progress')}
        max={steps.length}
        value={done}
        text={t('doneOf', { done: String(done), of: String(steps.length) })}
      />
      {left > 0 && <p className="mt-2 text-sm text-ink-2">{more('left', { n: left })}</p>}
      <ol className="mt-5 grid overflow-hidden rounded-xl border border-line bg-surface">
        {steps.map(step => (
          <li key={step.key} className="border-b border-line last:border-0">
            <Link {...placeOf(step)} className="flex min-h-16 items-center gap-4 px-4 py-2.5 hover:bg-sunken">
              {step.isDone ? (
                <CircleCheck size={22} aria-hidden className="shrink-0 text-primary-ink" />
              ) : (
                <Circle size={22} aria-hidden className="shrink-0 text-ink-3" />
              )}
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{step.title}</span>
                <span className="block text-sm text-ink-2">
                  <Tongues text={step.now} />
                </span>
                {!step.isDone && (
                  <span className="block text-xs text-ink-2">
                    {[more('minutes', { n: String(step.minutes) }), step.isOptional && more('optional')]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                )}
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
      {term !== undefined && !hasClasses && may('classes-paste') === true && (
        <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
          {settingUp('sheet')}
          <ButtonLink to="/adminclass" search={{ do: 'paste', term: term.id }}>
            {settingUp('paste')}
          </ButtonLink>
        </p>
      )}
      {may('imports-start') === true && (
        <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
          {t('sheet')}
          <ButtonLink to="/adminstudent" search={{ tab: 'import' }} icon={FileUp}>
            {t('sheetImport')}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

/** The steps that a school needs before families can register: each is done or not, judged by the actual data. */
export const OfficeChecklist = () => {
  const read = useSteps()
  return (
    <div className="max-w-160">
      <Later read={read}>{steps => <Steps steps={steps} />}</Later>
    </div>
  )
}

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Application } from '#contract/enrolment/applications.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { Name, Named, useFirstName, useNameText } from '#web/words/Name.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-xs font-semibold text-ink-2">{label}</dt>
    <dd className="min-w-0 text-sm">{children}</dd>
  </div>
)

/** Returns a function that lists a course's prerequisites in words. */
const useBefore = () => {
  const t = useTranslations('applications')
  const firstName = useFirstName()
  return ({ before, beforeLevel }: Pick<Application, 'before' | 'beforeLevel'>): string =>
    [...before.map(firstName), ...(beforeLevel === null ? [] : [t('level', { level: String(beforeLevel) })])].join(
      t('or'),
    )
}

const Reasons = ({ application }: { application: Application }) => {
  const t = useTranslations('applications')
  const before = useBefore()(application)
  return (
    <ul className="grid gap-1">
      {application.reasons.map(({ reason, isMet }) => (
        <li key={reason} className="flex flex-wrap items-center gap-x-2">
          <span className={isMet ? 'text-ink-2' : 'font-medium'}>{t(`reasons.${reason}`)}</span>
          {isMet && (
            <Badge tone="good">
              <Check size={14} aria-hidden className="me-1 inline" />
              {t('met')}
            </Badge>
          )}
          {reason === 'prerequisite' && before && (
            <span className="w-full text-ink-2">{t('asks', { what: before })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

const Age = ({ application }: { application: Application }) => {
  const t = useTranslations('applications')
  const format = useFormat()
  if (application.age === null) return t('ageUnknown')
  const rule = [application.ageFrom, application.ageTo].map(age => (age === null ? '' : format.number(age))).join('–')
  const age = format.number(application.age)
  return (
    <>
      {application.ageFrom === null && application.ageTo === null ? t('ageAny', { age }) : t('age', { age, rule })}
      {!application.isOfAge && (
        <span className="ms-2">
          <Badge tone="bad">{t('tooYoung')}</Badge>
        </span>
      )}
    </>
  )
}

const Studied = ({ application }: { application: Application }) => {
  const t = useTranslations('applications')
  const names = useFirstName()
  if (application.studied.length === 0) return t('studiedNone')
  return (
    <ul>
      {application.studied.slice(0, 4).map(each => (
        <li key={`${each.term} ${each.name}`}>
          {names(each)}
          <span className="text-ink-2">
            {' · '}
            {each.isNow ? t('now') : names({ name: each.term, nativeName: each.termNativeName })}
          </span>
        </li>
      ))}
    </ul>
  )
}

const Answers = ({ application }: { application: Application }) => {
  const t = useTranslations('applications.facts')
  return (
    <>
      {(['note', 'question', 'answer'] as const)
        .filter(key => application[key] !== '')
        .map(key => (
          <div key={key} className="border-s-2 border-line-strong ps-3 text-sm">
            <p className="text-xs font-semibold text-ink-2">{t(key)}</p>
            <p className="whitespace-pre-line">{application[key]}</p>
          </div>
        ))}
    </>
  )
}

/** One application, with everything needed to decide on it. */
export const ApplicationCard = ({
  application,
  select,
  actions,
}: {
  application: Application
  select: ReactNode
  actions: ReactNode
}) => {
  const t = useTranslations('applications')
  const format = useFormat()
  const nameText = useNameText()
  const firstName = useFirstName()
  const isVisit = application.kind !== 'class'
  const seats = { seated: format.number(application.seated), capacity: format.number(application.capacity) }
  return (
    <li
      data-card
      data-crayon={application.crayon}
      aria-label={nameText({ name: application.student, nativeName: application.nativeName })}
      className="relative grid gap-3 overflow-hidden rounded-lg border border-line bg-surface p-4 ps-6"
    >
      <span aria-hidden className="absolute inset-y-0 start-0 w-1.5 bg-crayon" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {select && <span className="-my-2 -ms-2">{select}</span>}
        <Link to="/adminstudent" search={{ id: application.studentId }} className={`font-semibold ${textLink}`}>
          <Name name={application.student} nativeName={application.nativeName} />
        </Link>
        <Chip crayon={application.crayon}>
          <Named names={{ name: application.section, nativeName: application.sectionNativeName }} quiet="" />
        </Chip>
        {isVisit && <Badge tone="event">{t(`kinds.${application.kind}`)}</Badge>}
        {application.type === 'audit' && <Badge>{t('auditor')}</Badge>}
        {application.status === 'needs-info' && <Badge tone="warn">{t('states.needs-info')}</Badge>}
        <span className="ms-auto text-sm text-ink-2">{t('since', { day: format.instant(application.at, 'day') })}</span>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-x-6 gap-y-3">
        {isVisit ? (
          <>
            <Fact label={t('facts.day')}>{format.day(application.onDay ?? '', 'weekday')}</Fact>
            <Fact label={t('facts.price')}>
              {application.priceCents ? format.money(application.priceCents) : t('free')}
            </Fact>
          </>
        ) : (
          <Fact label={t('facts.reasons')}>
            <Reasons application={application} />
          </Fact>
        )}
        <Fact label={t('facts.age')}>
          <Age application={application} />
        </Fact>
        <Fact label={t('facts.studied')}>
          <Studied application={application} />
        </Fact>
        {(application.placement || application.reasons.some(({ reason }) => reason === 'placement')) && (
          <Fact label={t('facts.placement')}>
            {application.placement
              ? t('placed', {
                  course: nameText({
                    name: application.placement.course,
                    nativeName: application.placement.courseNativeName,
                  }),
                  name: firstName({ name: application.placement.by, nativeName: application.placement.byNativeName }),
                })
              : t('placedNone')}
            {application.placement?.note && <span className="block text-ink-2">{application.placement.note}</span>}
          </Fact>
        )}
        <Fact label={t('facts.seats')}>
          {isVisit ? t('guests', { ...seats, n: application.guests }) : t('seats', seats)}
          {application.waiting > 0 && (
            <span className="block text-ink-2">{t('waiting', { n: application.waiting })}</span>
          )}
        </Fact>
      </dl>
      <Answers application={application} />
      {application.isOver && <Notice tone="warn">{t('termOver')}</Notice>}
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </li>
  )
}

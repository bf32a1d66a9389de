import { Suspense, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { AttentionKey, ListKey } from '#contract/office/dashboard.ts'
import { attentionKeys, cellKeys, figureKeys, moneyLists } from '#contract/office/dashboard.plain.ts'
import type { Output } from '#contract/index.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { usePages, useRead } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useNames, useNameText } from '#web/words/Name.tsx'
import { OfficeAttention } from '#web/office/dashboard/OfficeAttention.tsx'
import { OfficeCharts } from '#web/office/dashboard/OfficeCharts.tsx'
import { OfficeClassMap } from '#web/office/dashboard/OfficeClassMap.tsx'
import { OfficeFigures } from '#web/office/dashboard/OfficeFigures.tsx'
import { OfficeNextTerm } from '#web/office/dashboard/OfficeNextTerm.tsx'
import { OfficeRows } from '#web/office/dashboard/OfficeRows.tsx'
import { OfficeRequests } from '#web/people/parents/office/OfficeRequests.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { Tongues } from '#web/words/Tongues.tsx'

type Figures = Output<'dashboard-figures'>

// Only a school that is being set up sees it.
const Checklist = withPage(() =>
  import('#web/school/config/OfficeChecklist.tsx').then(module => module.OfficeChecklist),
)

// Most schools have no claim waiting on most days.
const Claims = withPage(() => import('#web/enrolment/claims/OfficeClaims.tsx').then(module => module.OfficeClaims))

// Lists that open beside the page, each loaded when it is opened.
const OfficeMissingRolls = withPage(() =>
  import('#web/teaching/absences/office/OfficeMissingRolls.tsx').then(module => module.OfficeMissingRolls),
)
const ReportedAbsences = withPage(() =>
  import('#web/teaching/absences/ReportedAbsences.tsx').then(module => module.ReportedAbsences),
)
const OfficeAtRisk = withPage(() =>
  import('#web/enrolment/cancellations/office/OfficeAtRisk.tsx').then(module => module.OfficeAtRisk),
)
const OfficeApplications = withPage(() =>
  import('#web/enrolment/applications/office/OfficeApplications.tsx').then(module => module.OfficeApplications),
)
const OfficeLeavingRequests = withPage(() =>
  import('#web/enrolment/leavings/office/OfficeLeavingRequests.tsx').then(module => module.OfficeLeavingRequests),
)
const OfficeWaitlist = withPage(() =>
  import('#web/enrolment/enrolments/office/OfficeWaitlist.tsx').then(module => module.OfficeWaitlist),
)

/** The missing rolls, to be entered from paper. */
const Rolls = () => {
  const pages = usePages('dashboard-list', { key: 'rolls' })
  if (pages.rows === undefined)
    return pages.error === null ? (
      <Loading onRetry={pages.again} />
    ) : (
      <Failure error={pages.error} again={pages.again} />
    )
  return (
    <>
      <OfficeMissingRolls
        rolls={pages.rows.map(row => ({
          meetingId: row.targetId,
          section: { name: row.name, nativeName: row.nativeName },
          crayon: row.crayon ?? 'slate',
          onDay: row.onDay ?? '',
          teachers: { name: row.about, nativeName: row.aboutNativeName },
        }))}
      />
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </>
  )
}

/** The lists in which the office can act at once; the others lead to the records. */
const useActing = (): Partial<Record<ListKey, ReactNode>> => {
  const record = useTranslations('record')
  const { day } = useSchoolClock()
  return {
    rolls: <Rolls />,
    below: <OfficeAtRisk />,
    approvals: <OfficeApplications />,
    requests: <OfficeRequests />,
    leavings: <OfficeLeavingRequests />,
    claims: <Claims />,
    absences: <ReportedAbsences filter={{ status: 'filed', fromDay: day }} none={record('absence.noneOffice')} />,
  }
}

/** A link to the screen on which the whole list can be worked on. */
const Whole = ({ list, sectionId }: { list: ListKey; sectionId: string | undefined }) => {
  const t = useTranslations('officeDashboard.list')
  const link =
    list === 'refunds'
      ? { to: '/adminpayment' as const, search: { do: 'refunds' } }
      : list === 'overdue'
        ? { to: '/adminpayment' as const, search: { view: 'overdue' } }
        : list === 'unverified'
          ? { to: '/adminuser' as const, search: { verified: 'no' } }
          : list === 'failed'
            ? { to: '/adminmessage' as const, search: { tab: 'outbox' } }
            : list === 'duplicates'
              ? { to: '/adminparent' as const, search: { view: 'duplicates' } }
              : list === 'begun'
                ? { to: '/adminparent' as const, search: { view: 'begun' } }
                : list === 'class' && sectionId
                  ? { to: '/adminstudent' as const, search: { class: sectionId } }
                  : list === 'approvals'
                    ? { to: '/adminapplication' as const, search: {} }
                    : null
  if (list === 'offers')
    return (
      <ButtonLink to="/admindashboard" search={{ show: 'waitlist' }} variant="primary" className="mb-4">
        {t('offer')}
      </ButtonLink>
    )
  return link ? (
    <p className="mb-4">
      <Link {...link} className={textLink}>
        {t('whole')}
      </Link>
    </p>
  ) : null
}

/** The panel that the address opens beside the page: the list behind one number. */
const Shown = ({ figures, onClose }: { figures: Figures; onClose: () => void }) => {
  const t = useTranslations('officeDashboard')
  const old = useTranslations('adminDashboard')
  const format = useFormat()
  const names = useNames()
  const nameText = useNameText()
  const acting = useActing()
  const [{ show, from, class: sectionId }] = useUrlState()
  if (show === 'waitlist')
    return (
      <SidePanel open onClose={onClose} title={old('waitingTitle')} description={old('waitingHint')}>
        <Suspense fallback={<Loading />}>
          <OfficeWaitlist />
        </Suspense>
      </SidePanel>
    )
  const key = [...attentionKeys, ...figureKeys, ...cellKeys].find(each => each === show)
  if (!key) return null
  const isAttention = (each: ListKey): each is AttentionKey => attentionKeys.some(one => one === each)
  const section = figures.classes.find(({ id }) => id === sectionId)
  const title = (): string => {
    if (isAttention(key)) return t(`heading.${key}`)
    if (key === 'class') return section ? nameText(section) : t('classesTitle')
    if (key === 'absent') return t('list.absentTitle', { day: from ? format.day(from) : '' })
    if (key === 'due' || key === 'received')
      return t(`list.${key}Title`, { month: from ? format.day(from, 'month') : '' })
    return t(`figure.${key}`, { term: figures.before ? names(figures.before).first : '' })
  }
  const description = isAttention(key)
    ? !moneyLists.some(each => each === key) && t(`hint.${key}`, { amount: '' })
    : figures.term && nameText(figures.term)
  return (
    <SidePanel open onClose={onClose} title={title()} {...(description && { description })}>
      <Whole list={key} sectionId={sectionId} />
      <Suspense fallback={<Loading />}>
        {acting[key] ?? (
          <OfficeRows
            asked={{
              key,
              ...(!isAttention(key) && figures.term && { termId: figures.term.id }),
              ...(sectionId && { sectionId }),
              ...(from && { from }),
            }}
          />
        )}
      </Suspense>
    </SidePanel>
  )
}

/** The office's home page: first what waits for someone, then the state of the term. Every number opens its list. */
export default function AdminDashboard() {
  const t = useTranslations('officeDashboard')
  const officeText = useTranslations('officeWords')
  const status = useTranslations('officeWords.termStatus')
  const format = useFormat()
  const nameText = useNameText()
  const [{ term: termId }, change] = useUrlState()
  const terms = useRead('terms-list', {})
  const asked = termId && terms.some(({ id }) => id === termId) ? { termId } : {}
  const figures = useRead('dashboard-figures', asked)
  const { term, classes } = figures
  const isEmpty = classes.length === 0 && terms.length < 2
  return (
    <Page
      title={t('title')}
      {...(term && {
        above: (
          <Tongues
            text={t('term', {
              name: nameText(term),
              from: format.day(term.startsOn),
              to: format.day(term.endsOn),
              status: status(term.status),
            })}
          />
        ),
      })}
      {...(terms.length > 1 && {
        actions: (
          <Field label={officeText('term')} hideLabel>
            <Select
              className="w-60"
              value={term?.id ?? ''}
              onChange={event => change({ term: event.target.value, show: undefined })}
            >
              {terms.map(each => (
                <option key={each.id} value={each.id}>
                  {nameText(each)}
                </option>
              ))}
            </Select>
          </Field>
        ),
      })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isEmpty && (
          <section aria-labelledby="set-up">
            <h2 id="set-up" className="text-lg">
              {t('noClassesTitle')}
            </h2>
            <Checklist />
          </section>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <OfficeAttention />
            {figures.next && <OfficeNextTerm next={figures.next} />}
          </div>
          {!isEmpty && term && <OfficeFigures figures={figures} />}
        </div>
        {!isEmpty && term && <OfficeCharts asked={asked} />}
        {classes.length > 0 && <OfficeClassMap sections={classes} />}
      </div>
      <Shown figures={figures} onClose={() => change({ show: undefined, from: undefined, class: undefined })} />
    </Page>
  )
}

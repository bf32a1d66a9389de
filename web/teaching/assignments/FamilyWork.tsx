import { useTranslations } from 'use-intl'
import type { WorkFilter } from '#contract/teaching/assignments.ts'
import { workFilters } from '#contract/teaching/assignments.plain.ts'
import { usePages, useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { HistoryLine } from '#web/teaching/assignments/HistoryLine.tsx'
import { lazily } from '#web/routing/lazily.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Empty, Loading, Skeleton } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

// Opened only on demand, so its code loads then.
const WorkPanel = lazily(() => import('#web/teaching/assignments/WorkPanel.tsx').then(module => module.WorkPanel))

const shown = ['open', 'all', 'missing', 'turned-in', 'returned', 'done'] as const
type Shown = (typeof shown)[number]

/** The homework of one child, for the family: filters, a list by day, and the open item beside it. */
export const FamilyWork = ({ child }: { child: { id: string } }) => {
  const t = useTranslations('assignments.family')
  const [url, change] = useUrlState()
  const nameText = useNameText()
  const format = useFormat()
  const asked = url['state']
  const filter: Shown = shown.find(each => each === asked) ?? 'open'
  const sectionId = url['class']
  const of = { studentId: child.id, isFamily: true, ...(sectionId && { sectionId }) }
  const state = filter === 'all' ? undefined : workFilters.find((each): each is WorkFilter => each === filter)
  const pages = usePages('assignments-history', { ...of, ...(state && { state }) })
  const summary = useReadLater('assignments-summary', of, { withPage: true }).data
  const counts = summary?.states
  const countOf: Record<Shown, number | undefined> = {
    open: counts && counts.due + counts.missing + counts.resubmit,
    all: counts && Object.values(counts).reduce((sum, each) => sum + each, 0),
    missing: counts?.missing,
    'turned-in': counts?.['turned-in'],
    returned: counts?.returned,
    done: counts && counts['turned-in'] + counts.returned + counts.excused,
  }
  const sections = summary?.sections ?? []
  // Open work is sorted by due date, the next first; past work has the latest first.
  const rows = filter === 'open' ? pages.rows?.toReversed() : pages.rows
  const days = [...Map.groupBy(rows ?? [], ({ due }) => due.day)]
  const search = { ...(url['state'] && { state: url['state'] }), ...(sectionId && { class: sectionId }) }
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <div data-noprint className="grid w-full grid-cols-2 gap-3 sm:flex sm:w-auto">
          <Select
            aria-label={t('filters')}
            className="sm:w-44"
            value={filter}
            onChange={event => change({ state: event.target.value === 'open' ? undefined : event.target.value })}
          >
            {shown.map(each => (
              <option key={each} value={each}>
                {t(`filter.${each}`)}
                {countOf[each] !== undefined && format.aside(format.number(countOf[each]))}
              </option>
            ))}
          </Select>
          {sections.length > 1 && (
            <Select
              aria-label={t('class')}
              className="sm:w-52"
              value={sectionId ?? ''}
              onChange={event => change({ class: event.target.value || undefined })}
            >
              <option value="">{t('allClasses')}</option>
              {sections.map(section => (
                <option key={section.sectionId} value={section.sectionId}>
                  {nameText({ name: section.section, nativeName: section.sectionNativeName })}
                </option>
              ))}
            </Select>
          )}
        </div>
        {summary && (
          <p className="text-sm text-ink-2">
            {summary.onTimePercent === null ? (
              t('onTimeNone')
            ) : (
              <>
                {t('onTime')}{' '}
                <span className="display ms-1 text-xl text-ink tabular-nums">
                  {format.percent(summary.onTimePercent / 100)}
                </span>
              </>
            )}
          </p>
        )}
      </div>
      <Failure error={pages.error} again={pages.again} />
      {!pages.rows && pages.error === null && (
        <Loading onRetry={pages.again}>
          <div className="grid gap-4">
            {[1, 2, 3, 4].map(each => (
              <Skeleton key={each} className="h-14 rounded-md" />
            ))}
          </div>
        </Loading>
      )}
      {pages.rows?.length === 0 &&
        (countOf.all === 0 ? (
          <Empty title={t('none')}>{t('noneText')}</Empty>
        ) : (
          <Empty
            {...(filter !== 'all' && {
              action: <Button onClick={() => change({ state: 'all' })}>{t('showAll')}</Button>,
            })}
          >
            {filter === 'open' ? t('nothingOpen') : t('nothingHere')}
          </Empty>
        ))}
      <ol className={classes('grid gap-5 transition-opacity', pages.isOld && 'opacity-60')}>
        {days.map(([day, list]) => (
          <li key={day} className="grid gap-1 sm:grid-cols-[8rem_1fr] sm:gap-4">
            <h2 className="pt-3 font-sans text-sm font-semibold tracking-normal text-ink-2">
              <time dateTime={day}>{format.day(day, 'weekday')}</time>
            </h2>
            <ul className="divide-y divide-line sm:border-s-2 sm:border-line sm:ps-5">
              {list.map(row => (
                <HistoryLine key={row.assignmentId} row={row} search={search} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
      {url['id'] && (
        <WorkPanel
          key={`${url['id']}${child.id}`}
          work={{ assignmentId: url['id'], studentId: child.id }}
          onClose={() => change({ id: undefined })}
        />
      )}
    </Card>
  )
}

import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Link } from '#web/routing/link.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { LineRule } from './OfficeLine.tsx'

type Entry = Output<'enrolments-waitlist'>[number]

const isMatch = (entry: Entry, search: string): boolean =>
  [entry.student, entry.nativeName, entry.section, entry.sectionNativeName]
    .join(' ')
    .toLowerCase()
    .includes(search.toLowerCase())

type Filter = { search: string; sectionId?: string | undefined; termId?: string | undefined }

/**
 * Everyone on a waitlist, one row for each student and class; a row opens the student, its class opens the waitlist.
 */
export const OfficeWaiters = ({ search, sectionId, termId }: Filter) => {
  const t = useTranslations('seatRules')
  const enrolling = useTranslations('enrolling')
  const format = useFormat()
  const nameText = useNameText()
  const [url, change] = useUrlState()
  const waitlist = useReadLater('enrolments-waitlist', {})
  const all = waitlist.data?.filter(
    entry =>
      (sectionId === undefined || entry.sectionId === sectionId) && (termId === undefined || entry.termId === termId),
  )
  const rows = all?.filter(entry => isMatch(entry, search))
  return (
    <div className="grid gap-3">
      <Failure error={waitlist.error} again={() => void waitlist.refetch()} />
      {rows && (
        <p role="status" className="text-sm text-ink-2">
          {t('waiters.count', { n: rows.length })}
        </p>
      )}
      <LineRule />
      <Table
        caption={t('waiters.caption')}
        rows={rows}
        rowKey={entry => entry.id}
        rowLabel={entry => nameText({ name: entry.student, nativeName: entry.nativeName })}
        onOpen={entry => change({ id: entry.studentId })}
        openKey={rows?.find(entry => entry.studentId === url['id'])?.id}
        empty={<Empty>{t(all?.length === 0 ? 'waiters.none' : 'waiters.noneMatch')}</Empty>}
        columns={[
          {
            key: 'student',
            header: t('waiters.student'),
            cell: entry => <Name name={entry.student} nativeName={entry.nativeName} />,
          },
          {
            key: 'class',
            header: t('waiters.class'),
            cell: entry => (
              <Link
                to="/adminclass"
                search={{ id: entry.sectionId, tab: 'line' }}
                className="inline-flex min-h-6 items-center rounded-full hover:underline max-sm:relative max-sm:z-1 max-sm:min-h-11"
              >
                <Chip crayon={entry.crayon}>
                  <Name name={entry.section} nativeName={entry.sectionNativeName} />
                </Chip>
              </Link>
            ),
          },
          {
            key: 'position',
            header: t('waiters.position'),
            align: 'end',
            cell: entry => <span className="tabular-nums">{entry.position}</span>,
          },
          {
            key: 'since',
            header: t('waiters.since'),
            cell: entry => (
              <span className="flex flex-wrap items-center gap-2 max-sm:justify-end">
                <span className="tabular-nums">{format.instant(entry.joinedAt, 'day')}</span>
                {entry.status === 'offered' && <Badge tone="warn">{enrolling('offered')}</Badge>}
                {entry.reasons.map(reason => (
                  <Badge key={reason} tone="info">
                    {t(`short.${reason}`)}
                  </Badge>
                ))}
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}

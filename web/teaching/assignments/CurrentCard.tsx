import { useTranslations } from 'use-intl'
import type { HistoryRow } from '#contract/teaching/assignments.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { HistoryLine } from '#web/teaching/assignments/HistoryLine.tsx'
import { Card } from '#web/ui/Page.tsx'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'

const groupOf = ({ state }: HistoryRow): 'missing' | 'due' | 'done' =>
  state === 'missing' ? 'missing' : state === 'due' || state === 'resubmit' ? 'due' : 'done'
const order = ['missing', 'due', 'done'] as const

const All = ({ child }: { child?: string }) => {
  const t = useTranslations('assignments.current')
  return (
    <Link
      to="/studentassignment"
      search={{ ...(child && { child, state: 'all' }) }}
      className={classes('-my-2 inline-flex min-h-11 items-center text-sm', textLink)}
    >
      {t('all')}
    </Link>
  )
}

/** A child's current homework, grouped into missing, due and done. */
export const CurrentCard = ({ studentId }: { studentId: string }) => {
  const t = useTranslations('assignments.current')
  const current = useReadLater('assignments-current', { studentId }, { withPage: true })
  const groups = Map.groupBy(current.data ?? [], groupOf)
  return (
    <Card title={t('title')} aside={<All child={studentId} />} className="mb-4">
      <Failure error={current.error} again={() => void current.refetch()} />
      {current.data?.length === 0 && <p className="text-ink-2">{t('nothing')}</p>}
      <div className="grid gap-x-8 gap-y-4 min-[56.25rem]:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]">
        {order.map(group => {
          const rows = groups.get(group)
          return rows ? (
            <section key={group}>
              <h3 className="text-sm font-semibold text-ink-2">{t(group)}</h3>
              <ul className="divide-y divide-line">
                {rows.map(row => (
                  <HistoryLine key={row.assignmentId} row={row} withDay />
                ))}
              </ul>
            </section>
          ) : null
        })}
      </div>
    </Card>
  )
}

/** The homework that the family's children must hand in soon; nothing if there is none. */
export const DueSoon = () => {
  const t = useTranslations('assignments.current')
  const current = useReadLater('assignments-current', {}, { withPage: true })
  const format = useFormat()
  const rows = current.data?.filter(row => groupOf(row) !== 'done') ?? []
  if (rows.length === 0) return null
  const shown = rows.slice(0, 2)
  const counted = shown.length < rows.length ? format.aside(format.number(rows.length)) : ''
  return (
    <Card title={`${t('soon')}${counted}`} aside={<All />}>
      <ul className="-my-2 divide-y divide-line">
        {shown.map(row => (
          <HistoryLine key={`${row.assignmentId}${row.studentId}`} row={row} withDay withStudent />
        ))}
      </ul>
    </Card>
  )
}

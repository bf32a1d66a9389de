import { ChevronRight, Paperclip } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AssignmentRow } from '#contract/teaching/assignments.ts'
import { Link } from '#web/routing/link.tsx'
import { Named } from '#web/words/Name.tsx'
import { useWorkText } from '#web/teaching/assignments/looks.tsx'
import { Badge, Chip, type Tone } from '#web/ui/Marks.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const statusTones: Record<AssignmentRow['status'], Tone> = {
  draft: 'neutral',
  scheduled: 'event',
  published: 'good',
  closed: 'neutral',
}

/** One assignment in a teacher's list, with the progress of the class; opens it for marking. */
export const AssignmentLine = ({ row, withSection = false }: { row: AssignmentRow; withSection?: boolean }) => {
  const t = useTranslations('assignments')
  const text = useWorkText()
  const format = useFormat()
  const { counts, publish } = row
  const isOut = row.status === 'published' || row.status === 'closed'
  const settled = counts.students - counts.excused
  return (
    <li>
      <Link
        to="/studentassignment"
        search={{ section: row.sectionId, id: row.id }}
        className="-mx-2 flex min-h-row items-center gap-3 rounded-md px-2 py-3 hover:bg-sunken"
      >
        <span className="grid min-w-0 flex-1 gap-1 md:grid-cols-[1fr_15rem] md:items-center md:gap-6">
          <span className="grid min-w-0 gap-1">
            <span className="font-semibold break-words">
              <Named names={{ name: row.title, nativeName: row.nativeTitle }} />
            </span>
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2">
              {withSection && (
                <Chip crayon={row.crayon}>
                  <Named names={{ name: row.section, nativeName: row.sectionNativeName }} quiet="" />
                </Chip>
              )}
              {t(`kinds.${row.kind}`)}
              <span className="tabular-nums">{text.due(row.due)}</span>
              {row.files.length > 0 && (
                <span className="inline-flex items-center gap-1">
                  <Paperclip size={14} aria-hidden />
                  <span className="sr-only">{t('filesOf')}</span>
                  {format.number(row.files.length)}
                </span>
              )}
            </span>
          </span>
          <span className="grid gap-1.5">
            {isOut ? (
              <>
                <Progress
                  label={t('work.turnedIn', {
                    count: format.number(counts.returned + counts.toMark),
                    of: format.number(settled),
                  })}
                  max={settled}
                  value={[
                    { value: counts.returned, tone: 'good' },
                    { value: counts.toMark, tone: 'warn' },
                  ]}
                />
                <span className="flex flex-wrap gap-x-2 gap-y-1 text-sm text-ink-2">
                  {counts.toMark > 0 && <Badge tone="warn">{t('work.toMark', { n: counts.toMark })}</Badge>}
                  <span className="tabular-nums">
                    {t('work.returnedCount', { count: format.number(counts.returned), of: format.number(settled) })}
                  </span>
                  {counts.missing > 0 && (
                    <span className="font-medium text-danger-ink">{t('work.missing', { n: counts.missing })}</span>
                  )}
                  {row.status === 'closed' && <Badge tone={statusTones.closed}>{t('statuses.closed')}</Badge>}
                </span>
              </>
            ) : (
              <span className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
                <Badge tone={statusTones[row.status]}>{t(`statuses.${row.status}`)}</Badge>
                {publish &&
                  t('work.publishAt', { day: format.day(publish.day, 'weekday'), time: format.time(publish.time) })}
              </span>
            )}
          </span>
        </span>
        <ChevronRight data-noprint size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
      </Link>
    </li>
  )
}

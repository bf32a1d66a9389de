import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { HistoryRow } from '#contract/teaching/assignments.ts'
import { Link } from '#web/routing/link.tsx'
import { Name, Named } from '#web/words/Name.tsx'
import { StateBadge, useWorkText } from '#web/teaching/assignments/looks.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type HistoryLineProps = {
  row: HistoryRow
  /** The other parameters of the list's address. */
  search?: { state?: string; class?: string }
  withStudent?: boolean
  withDay?: boolean
}

/** One homework item in a list; opens it. */
export const HistoryLine = ({ row, search = {}, withStudent = false, withDay = false }: HistoryLineProps) => {
  const t = useTranslations('assignments.kinds')
  const text = useWorkText()
  const format = useFormat()
  return (
    <li>
      <Link
        to="/studentassignment"
        search={{ child: row.studentId, ...search, id: row.assignmentId }}
        resetScroll={false}
        className="-mx-2 flex min-h-row items-center gap-3 rounded-md px-2 py-2.5 hover:bg-sunken"
      >
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="font-semibold break-words">
            <Named names={{ name: row.title, nativeName: row.nativeTitle }} />
          </span>
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2">
            {withStudent && <Name name={row.student} nativeName={row.studentNativeName} />}
            <Chip crayon={row.crayon}>
              <Named names={{ name: row.section, nativeName: row.sectionNativeName }} quiet="" />
            </Chip>
            {row.kind !== 'homework' && t(row.kind)}
            <span className="tabular-nums">{withDay ? text.due(row.due) : format.time(row.due.time)}</span>
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <StateBadge state={row.state} isLate={row.isLate} />
          {row.points !== null && (
            <span className="text-sm font-semibold tabular-nums">{text.points(row.points, row.maxPoints)}</span>
          )}
        </span>
        <ChevronRight data-noprint size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
      </Link>
    </li>
  )
}

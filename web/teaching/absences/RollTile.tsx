import { Ban, Cake, Ellipsis, MessageSquareText, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { AttendanceCode, OwnCode, RollMark } from '#contract/teaching/absences.ts'
import { isProposedExcused } from '#contract/teaching/absences.plain.ts'
import { attendanceLooks } from '#web/words/attendance.tsx'
import { Named, useNames } from '#web/words/Name.tsx'
import { ReportedMark } from '#web/teaching/absences/ReportedMark.tsx'
import { classes } from '#web/ui/classes.ts'
import { Avatar, Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const grounds: Record<AttendanceCode | 'none', string> = {
  none: 'border-line-strong bg-surface',
  present: 'border-primary bg-primary-soft',
  late: 'border-marigold-ink bg-marigold-soft',
  absent: 'border-danger bg-danger-soft',
  excused: 'border-info bg-info-soft',
  'left-early': 'border-marigold-ink bg-marigold-soft',
}
const inks: Record<AttendanceCode | 'none', string> = {
  none: 'text-ink-2',
  present: 'text-primary-ink',
  late: 'text-marigold-ink',
  absent: 'text-danger-ink',
  excused: 'text-info-ink',
  'left-early': 'text-marigold-ink',
}

const holdMs = 500

type RollTileProps = {
  mark: RollMark
  /** The school's own code for the mark. */
  own?: OwnCode | undefined
  /** Omitted while the roll is closed: the tile then only shows who is in the class. */
  onTap?: () => void
  onOpen?: () => void
}

/** Information about a child's safety is never cut off: the tile grows with it. */
const safety = 'flex min-w-0 items-start gap-1 text-xs font-semibold text-danger-ink'

/** The allergies of a child on a tile, in words. */
const AllergyMark = ({ allergies }: { allergies: string }) => {
  const t = useTranslations('personFields')
  const format = useFormat()
  return (
    <span className={safety}>
      <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span className="sr-only">{format.labelled(t('allergies'), '')}</span>
      <span className="min-w-0 wrap-anywhere">{allergies}</span>
    </span>
  )
}

/** The people who are blocked from picking up the child. */
const BarredMark = ({ names }: { names: readonly string[] }) => {
  const t = useTranslations('record.pickUp')
  const format = useFormat()
  return (
    <span className={safety}>
      <Ban size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{t('notTo', { names: format.list(names) })}</span>
    </span>
  )
}

const Face = ({ mark, own, showState }: Pick<RollTileProps, 'mark' | 'own'> & { showState: boolean }) => {
  const names = useNames()
  const t = useTranslations('roll')
  const attendance = useTranslations('attendance')
  const isProposed = isProposedExcused(mark)
  const code = isProposed ? 'excused' : mark.code
  const hasMore = mark.allergies !== '' || mark.reported !== null || mark.barred.length > 0
  const Icon = isProposed ? attendanceLooks.excused.icon : mark.code && attendanceLooks[mark.code].icon
  return (
    <>
      <span className="flex min-w-0 items-start gap-2.5">
        <Avatar name={mark.name} id={mark.studentId} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="line-clamp-2 text-sm leading-tight font-semibold sm:text-base sm:leading-tight">
            <Named names={mark} stacked />
          </span>
          {showState && (
            <span className={classes('flex items-center gap-1 text-xs font-semibold sm:text-sm', inks[code ?? 'none'])}>
              {Icon && <Icon size={15} strokeWidth={3} aria-hidden className="shrink-0" />}
              {own ? names(own).first : code ? attendance(`codes.${code}`) : attendance('none')}
            </span>
          )}
          {mark.isGuest && (
            <span>
              <Badge tone="event">{t('guest')}</Badge>
            </span>
          )}
          {mark.isAuditor && (
            <span>
              <Badge>{t('auditor')}</Badge>
            </span>
          )}
          {mark.isBirthday && (
            <span className="flex items-center gap-1 text-xs font-semibold text-plum-ink">
              <Cake size={14} aria-hidden className="shrink-0" />
              {t('birthday')}
            </span>
          )}
          {mark.note && (
            <span className="flex min-w-0 items-center gap-1 pe-8 text-xs text-ink-2">
              <MessageSquareText size={14} aria-hidden className="shrink-0" />
              <span className="truncate">{mark.note}</span>
            </span>
          )}
        </span>
      </span>
      {hasMore && (
        <span className="grid min-w-0 gap-0.5 pe-8">
          {mark.allergies && <AllergyMark allergies={mark.allergies} />}
          {mark.reported && <ReportedMark reported={mark.reported} />}
          {mark.barred.length > 0 && <BarredMark names={mark.barred} />}
        </span>
      )}
    </>
  )
}

/** One student on the roll: a tap sets the next mark, a long press or the small button opens all of them. */
export const RollTile = ({ mark, own, onTap, onOpen }: RollTileProps) => {
  const t = useTranslations('roll')
  const names = useNames()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasHeld = useRef(false)
  const release = () => clearTimeout(timer.current)
  const frame = 'grid grid-cols-[minmax(0,1fr)] content-start gap-1.5 rounded-lg border-[1.5px] p-2.5 text-start'
  if (!onTap || !onOpen)
    return (
      <li className={classes(frame, 'min-h-16 border-line bg-surface')}>
        <Face mark={mark} own={own} showState={mark.code !== null} />
      </li>
    )
  return (
    <li data-tile className="relative grid">
      <button
        type="button"
        onPointerDown={() => {
          wasHeld.current = false
          timer.current = setTimeout(() => {
            wasHeld.current = true
            onOpen()
          }, holdMs)
        }}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={event => event.preventDefault()}
        onClick={() => {
          if (!wasHeld.current) onTap()
          wasHeld.current = false
        }}
        className={classes(
          frame,
          'min-h-23 touch-manipulation transition-colors select-none',
          grounds[isProposedExcused(mark) ? 'excused' : (mark.code ?? 'none')],
          isProposedExcused(mark) && 'border-dashed',
        )}
      >
        <Face mark={mark} own={own} showState />
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('more', { name: names(mark).first })}
        title={t('more', { name: names(mark).first })}
        onClick={onOpen}
        className="absolute end-0 bottom-0 grid size-11 place-items-center rounded-lg text-ink-2 hover:text-ink"
      >
        <Ellipsis size={18} aria-hidden />
      </button>
    </li>
  )
}

import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AttendanceCode, Roll, RollMark } from '#contract/teaching/absences.ts'
import { attendanceMeaning, isProposedExcused } from '#contract/teaching/absences.plain.ts'
import { takenBack } from '#rules/rollCall.ts'
import { touch, useRead } from '#web/wire/call.ts'
import { Link } from '#web/routing/link.tsx'
import { useNames } from '#web/words/Name.tsx'
import { MarkDialog } from '#web/teaching/absences/MarkDialog.tsx'
import { RollDisputes } from '#web/teaching/absences/RollDisputes.tsx'
import { mark, useSheet } from '#web/teaching/absences/rollQueue.ts'
import { RollSheet } from '#web/teaching/absences/RollSheet.tsx'
import { NotSent, SentAt } from '#web/teaching/absences/RollState.tsx'
import { RollTile } from '#web/teaching/absences/RollTile.tsx'
import type { Change } from '#web/teaching/absences/unsentMarks.ts'
import { useMarkText } from '#web/teaching/absences/useMarkText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

/** The next mark after a tap on a tile. */
const nextOf: Record<AttendanceCode, AttendanceCode> = {
  present: 'late',
  late: 'absent',
  absent: 'excused',
  excused: 'present',
  'left-early': 'present',
}

const hourBefore = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${String(Math.max(0, hour - 1)).padStart(2, '0')}:${hour === 0 ? '00' : String(minute).padStart(2, '0')}`
}

const count = (marks: readonly RollMark[], of: (code: AttendanceCode) => boolean): number =>
  marks.filter(({ code }) => code !== null && of(code)).length

/**
 * Returns true if the roll is open: as the school says, or by its clock if the answer is older. When the time comes,
 * the roll is read again.
 */
const useIsOpen = (roll: Roll): boolean => {
  const now = useSchoolClock()
  const isDue = now.day > roll.onDay || (now.day === roll.onDay && now.time >= hourBefore(roll.startsAt))
  const isBehind = isDue && !roll.isOpen
  useEffect(() => {
    if (isBehind) void touch('absences')
  }, [isBehind])
  return roll.isOpen || isDue
}

/** The class of the roll, and a link back. */
const Above = ({ roll }: { roll: Roll }) => {
  const t = useTranslations('roll')
  const names = useNames()
  const format = useFormat()
  const section = names({ name: roll.section, nativeName: roll.nativeName })
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Link
        to="/teacherdashboard/"
        search={{}}
        className="-ms-1 inline-flex min-h-11 items-center gap-1.5 rounded-md px-1 font-medium text-on-board hover:underline"
      >
        <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
        {t('back')}
      </Link>
      <span>
        {[section.first, section.second, roll.room, format.day(roll.onDay, 'weekday'), format.time(roll.startsAt)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}

/** Moves the focus to where the person continues, once the pressed element is gone. */
const useFocusAfter = () => {
  const wanted = useRef<string | null>(null)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const target = wanted.current && page.current?.querySelector<HTMLElement>(wanted.current)
    if (!target) return
    wanted.current = null
    target.focus({ preventScroll: true })
  })
  return { page, focusAfter: (selector: string) => void (wanted.current = selector) }
}

/**
 * Takes the roll of one meeting. Every tap counts at once and is sent a moment later, or as soon as there is a
 * connection.
 */
export const RollCall = ({ meetingId }: { meetingId: string }) => {
  const t = useTranslations('roll')
  const names = useNames()
  const format = useFormat()
  const stored = useRead('absences-roll', { meetingId })
  const markText = useMarkText(stored.ownCodes)
  const { changes } = useSheet(meetingId)
  const [open, setOpen] = useState<string | null>(null)
  const [announced, announce] = useState('')
  /** The enrolments marked one by one since the last bulk mark. */
  const since = useRef(new Set<string>())
  const { page, focusAfter } = useFocusAfter()
  const isOpen = useIsOpen(stored)
  const roll: Roll = {
    ...stored,
    isOpen,
    marks: stored.marks.map(one => {
      const { code, ownCodeId, note } = changes.get(one.enrolmentId) ?? one
      return { ...one, code, ownCodeId, note }
    }),
  }
  const { marks } = roll
  const opened = marks.find(({ enrolmentId }) => enrolmentId === open)
  const unmarked = marks.filter(({ code }) => code === null)
  const present = count(marks, code => code === 'present')
  const late = count(marks, code => attendanceMeaning[code].isPresent && code !== 'present')
  const away = count(marks, code => !attendanceMeaning[code].isPresent)

  const set = (one: RollMark, change: Change) => {
    since.current.add(one.enrolmentId)
    mark(meetingId, new Map([[one.enrolmentId, change]]))
    announce(t('announced', { name: names(one).first, mark: markText({ ...change, note: '' }) }))
  }
  const markRest = () => {
    const before = new Map(unmarked.map(({ enrolmentId }) => [enrolmentId, { code: null, ownCodeId: null, note: '' }]))
    const later = new Set<string>()
    since.current = later
    // A student who was reported absent is marked excused in the same step.
    const codeOf = (one: RollMark): AttendanceCode => (isProposedExcused(one) ? 'excused' : 'present')
    mark(meetingId, new Map(unmarked.map(one => [one.enrolmentId, { code: codeOf(one), ownCodeId: null, note: '' }])))
    const excused = unmarked.filter(isProposedExcused).length
    const n = unmarked.length - excused
    toast(excused > 0 ? t('markedExcused', { n, excused }) : t('marked', { n }), () => {
      focusAfter('[data-mark-rest]')
      mark(meetingId, takenBack(before, later))
    })
    focusAfter('[data-tile] button')
  }
  const restButton = roll.isOpen && unmarked.length > 0 && (
    <Button data-mark-rest variant="accent" onClick={markRest} className="max-sm:w-[calc(100vw-2*var(--gutter))]">
      {t(unmarked.length === marks.length ? 'markAll' : 'markRest')}
    </Button>
  )
  return (
    <>
      <div ref={page} className="print:hidden">
        <Page
          board
          below
          title={t('title')}
          above={<Above roll={roll} />}
          actions={restButton}
          band={
            roll.isOpen &&
            marks.length > 0 && (
              <div className="grid gap-2">
                <Progress
                  board
                  label={t('progress')}
                  max={marks.length}
                  value={[
                    { value: present, tone: 'good' },
                    { value: late, tone: 'warn' },
                    { value: away, tone: 'bad' },
                  ]}
                  text={t('here', { here: String(present + late), of: String(marks.length) })}
                />
                <span className="min-h-5">
                  <SentAt meetingId={meetingId} marks={stored.marks} />
                </span>
              </div>
            )
          }
        >
          <NotSent meetingId={meetingId} />
          <RollDisputes roll={stored} />
          {!roll.isOpen && (
            <Notice className="mb-4" title={t('closedTitle')}>
              {t('closed', {
                time: format.time(hourBefore(roll.startsAt)),
                day: format.day(roll.onDay, 'weekday'),
              })}
            </Notice>
          )}
          {marks.length === 0 ? (
            <Empty>{t('nobody')}</Empty>
          ) : (
            <>
              {roll.isOpen && (
                <p className="mb-3 text-sm text-ink-2">{t(unmarked.length === 0 ? 'hintAll' : 'hint')}</p>
              )}
              <ul
                aria-label={t('students')}
                className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
              >
                {marks.map(one => (
                  <RollTile
                    key={one.enrolmentId}
                    mark={one}
                    own={roll.ownCodes.find(({ id }) => id === one.ownCodeId)}
                    {...(roll.isOpen && {
                      // A proposed mark counts as if it were set, so the next tap marks the student present.
                      onTap: () =>
                        set(one, { code: one.code ? nextOf[one.code] : 'present', ownCodeId: null, note: one.note }),
                      onOpen: () => setOpen(one.enrolmentId),
                    })}
                  />
                ))}
              </ul>
              <Button icon={Printer} onClick={() => print()} className="mt-6">
                {t('print')}
              </Button>
            </>
          )}
          <p role="status" className="sr-only">
            {announced}
          </p>
        </Page>
      </div>
      <RollSheet roll={roll} />
      {opened && (
        <MarkDialog
          meetingId={meetingId}
          mark={opened}
          ownCodes={roll.ownCodes}
          onMark={change => set(opened, change)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

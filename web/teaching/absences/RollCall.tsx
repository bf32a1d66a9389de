import { ArrowLeft, CloudOff, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AttendanceCode, Roll, RollMark } from '#contract/teaching/absences.ts'
import { attendanceMeaning, isProposedExcused } from '#contract/teaching/absences.plain.ts'
import { touchSlice, useRead } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Link } from '#web/routing/link.tsx'
import { useNames } from '#web/words/Name.tsx'
import { MarkDialog } from '#web/teaching/absences/MarkDialog.tsx'
import { mark, sendNow, useSheet, type Change } from '#web/teaching/absences/rollQueue.ts'
import { RollSheet } from '#web/teaching/absences/RollSheet.tsx'
import { RollTile } from '#web/teaching/absences/RollTile.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

/** What a tap on a tile makes of its mark. */
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

/** Whether everything has arrived at the school, in words that don’t change while typing. */
const Saved = ({ meetingId, hasMarks }: { meetingId: string; hasMarks: boolean }) => {
  const t = useTranslations('roll')
  const { changes, error } = useSheet(meetingId)
  if (error !== null)
    return (
      <span className="inline-flex items-center gap-2 text-sm text-on-board">
        <CloudOff size={18} aria-hidden />
        {t('waiting', { n: changes.size })}
      </span>
    )
  if (!hasMarks) return null
  return <span className="text-sm text-on-board-2">{t(changes.size > 0 ? 'saving' : 'saved')}</span>
}

const Failure = ({ meetingId }: { meetingId: string }) => {
  const t = useTranslations('roll')
  const text = useUiText()
  const failureText = useFailureText()
  const { error } = useSheet(meetingId)
  if (error === null) return null
  return (
    <Notice
      alert
      tone="danger"
      className="mb-4"
      title={t('notSent')}
      action={
        <Button size="small" onClick={() => sendNow(meetingId)}>
          {text.retry}
        </Button>
      }
    >
      {failureText(error)}
    </Notice>
  )
}

/** Reads the roll again when its hour comes. */
const useOpening = (roll: Roll): void => {
  const now = useSchoolClock()
  const isDue = !roll.isOpen && now.day === roll.onDay && now.time >= hourBefore(roll.startsAt)
  useEffect(() => {
    if (isDue) void touchSlice('absences')
  }, [isDue, now.time])
}

/** Which class this is, and the way back. */
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

/** Taking the roll of one meeting. Every tap counts at once and is sent a moment later. */
export const RollCall = ({ meetingId }: { meetingId: string }) => {
  const t = useTranslations('roll')
  const attendance = useTranslations('attendance')
  const names = useNames()
  const format = useFormat()
  const stored = useRead('absences-roll', { meetingId })
  const { changes } = useSheet(meetingId)
  const [open, setOpen] = useState<string | null>(null)
  const [announced, announce] = useState('')
  useOpening(stored)
  const roll: Roll = { ...stored, marks: stored.marks.map(one => ({ ...one, ...changes.get(one.enrolmentId) })) }
  const { marks } = roll
  const opened = marks.find(({ enrolmentId }) => enrolmentId === open)
  const unmarked = marks.filter(({ code }) => code === null)
  const present = count(marks, code => code === 'present')
  const late = count(marks, code => attendanceMeaning[code].isPresent && code !== 'present')
  const away = count(marks, code => !attendanceMeaning[code].isPresent)

  const set = (one: RollMark, change: Change) => {
    mark(meetingId, new Map([[one.enrolmentId, change]]))
    const own = roll.ownCodes.find(({ id }) => id === change.ownCodeId)
    const word = own ? names(own).first : change.code ? attendance(`codes.${change.code}`) : attendance('none')
    announce(t('announced', { name: names(one).first, mark: word }))
  }
  const markRest = () => {
    const before = new Map(unmarked.map(({ enrolmentId }) => [enrolmentId, { code: null, ownCodeId: null, note: '' }]))
    // A student who was reported absent is excused with the same tap.
    const codeOf = (one: RollMark): AttendanceCode => (isProposedExcused(one) ? 'excused' : 'present')
    mark(meetingId, new Map(unmarked.map(one => [one.enrolmentId, { code: codeOf(one), ownCodeId: null, note: '' }])))
    const excused = unmarked.filter(isProposedExcused).length
    const n = unmarked.length - excused
    toast(excused > 0 ? t('markedExcused', { n, excused }) : t('marked', { n }), () => mark(meetingId, before))
  }
  const restButton = roll.isOpen && unmarked.length > 0 && (
    <Button variant="accent" onClick={markRest} className="max-sm:w-[calc(100vw-2*var(--gutter))]">
      {t(unmarked.length === marks.length ? 'markAll' : 'markRest')}
    </Button>
  )
  return (
    <>
      <div className="print:hidden">
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
                  <Saved meetingId={meetingId} hasMarks={unmarked.length < marks.length} />
                </span>
              </div>
            )
          }
        >
          <Failure meetingId={meetingId} />
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
                      // A proposed mark counts as the one it proposes: the next is present.
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
          mark={opened}
          ownCodes={roll.ownCodes}
          onMark={change => set(opened, change)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AttendanceCode, Roll } from '#contract/teaching/absences.ts'
import { isProposedExcused } from '#contract/teaching/absences.plain.ts'
import { attendanceCodes } from '#contract/attendance.plain.ts'
import type { Crayon } from '#contract/values.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { Failure, Later } from '#web/routing/Later.tsx'
import { Name, type TwoNames, useFirstName, useNameText } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { ReportedMark } from '#web/teaching/absences/ReportedMark.tsx'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Missing = { meetingId: string; onDay: string; crayon: Crayon; section: TwoNames; teachers: TwoNames }

/** A roll that a teacher handed in on paper: everyone present, then the exceptions. */
const PaperRoll = ({ roll, onSaved }: { roll: Roll; onSaved: () => void }) => {
  const t = useTranslations('adminDashboard')
  const codes = useTranslations('attendance.codes')
  const nameText = useNameText()
  const take = useWrite('absences-take')
  const [marks, setMarks] = useState<Readonly<Record<string, AttendanceCode>>>({})
  const [conflicts, setConflicts] = useState(0)
  const codeOf = (mark: Roll['marks'][number]): AttendanceCode =>
    marks[mark.enrolmentId] ?? mark.code ?? (isProposedExcused(mark) ? 'excused' : 'present')
  const save = () =>
    take.start(
      {
        meetingId: roll.meetingId,
        marks: roll.marks.map(mark => ({
          enrolmentId: mark.enrolmentId,
          code: codeOf(mark),
          note: mark.note,
          basedOn: mark.revision,
        })),
      },
      answer => {
        if (answer.conflicts.length === 0) return onSaved()
        // The teacher's newer marks are shown instead.
        setMarks(Object.fromEntries(Object.entries(marks).filter(([id]) => !answer.conflicts.includes(id))))
        setConflicts(answer.conflicts.length)
      },
    )
  return (
    <div className="grid gap-4">
      <Failure error={take.error} again={save} />
      {conflicts > 0 && (
        <Notice alert tone="warn">
          {t('rollConflicts', { n: conflicts })}
        </Notice>
      )}
      <p className="text-sm text-ink-2">{t('paperRoll')}</p>
      <ul className="grid">
        {roll.marks.map(mark => (
          <li
            key={mark.enrolmentId}
            className="flex items-center justify-between gap-3 border-b border-line py-1.5 text-sm last:border-0"
          >
            <span className="min-w-0 font-medium">
              <Name name={mark.name} nativeName={mark.nativeName} />
              {mark.reported && <ReportedMark reported={mark.reported} />}
            </span>
            <Field label={nameText(mark)} hideLabel className="shrink-0">
              <Select
                className="w-36"
                value={codeOf(mark)}
                onChange={event => setMarks({ ...marks, [mark.enrolmentId]: event.target.value as AttendanceCode })}
              >
                {attendanceCodes.map(code => (
                  <option key={code} value={code}>
                    {codes(code)}
                  </option>
                ))}
              </Select>
            </Field>
          </li>
        ))}
      </ul>
      <Button variant="primary" pending={take.isPending} onClick={save}>
        {t('saveRoll', { n: roll.marks.length })}
      </Button>
    </div>
  )
}

/** The roll of one lesson, for the office to enter or correct. */
export const OfficeRoll = ({ meetingId, onSaved }: { meetingId: string; onSaved: () => void }) => {
  const roll = useReadLater('absences-roll', { meetingId })
  return <Later read={roll}>{found => <PaperRoll roll={found} onSaved={onSaved} />}</Later>
}

const MissingRoll = ({ meeting, onBack, onSaved }: { meeting: Missing; onBack: () => void; onSaved: () => void }) => {
  const t = useTranslations('adminDashboard')
  const format = useFormat()
  const first = useFirstName()
  return (
    <div className="grid gap-4">
      <BackButton onClick={onBack} className="justify-self-start">
        {t('allRolls')}
      </BackButton>
      <h3 className="display text-lg">
        {format.parts([first(meeting.section), format.day(meeting.onDay, 'weekday')])}
      </h3>
      <OfficeRoll meetingId={meeting.meetingId} onSaved={onSaved} />
    </div>
  )
}

/** Past lessons without a roll, with a button to enter one from paper. */
export const OfficeMissingRolls = ({ rolls }: { rolls: readonly Missing[] }) => {
  const t = useTranslations('adminDashboard')
  const format = useFormat()
  const first = useFirstName()
  const [open, setOpen] = useState<Missing | null>(null)
  const [saved, setSaved] = useState<Missing | null>(null)
  const mayTake = useMay()('absences-take') === true
  if (open)
    return (
      <MissingRoll
        key={open.meetingId}
        meeting={open}
        onBack={() => setOpen(null)}
        onSaved={() => {
          setSaved(open)
          setOpen(null)
        }}
      />
    )
  return (
    <div className="grid gap-4">
      <div role="status">
        {saved && (
          <Notice tone="good">
            {t('rollSaved', { section: first(saved.section), day: format.day(saved.onDay, 'weekday') })}
          </Notice>
        )}
      </div>
      {rolls.length === 0 && <p className="text-ink-2">{t('noRolls')}</p>}
      <ul className="grid">
        {rolls
          .filter(roll => roll.meetingId !== saved?.meetingId)
          .map(roll => (
            <li
              key={roll.meetingId}
              className="flex items-center gap-3 border-b border-line py-2 text-sm last:border-0"
            >
              <div className="min-w-0 flex-1">
                <Chip crayon={roll.crayon}>{first(roll.section)}</Chip>
                <p className="mt-1 text-ink-2">
                  {format.day(roll.onDay, 'weekday')}
                  {roll.teachers.name && `, ${first(roll.teachers)}`}
                </p>
              </div>
              {mayTake && (
                <Button
                  size="small"
                  aria-label={t('enterRollOf', {
                    section: first(roll.section),
                    day: format.day(roll.onDay, 'weekday'),
                  })}
                  onClick={() => setOpen(roll)}
                >
                  {t('enterRoll')}
                </Button>
              )}
            </li>
          ))}
      </ul>
    </div>
  )
}

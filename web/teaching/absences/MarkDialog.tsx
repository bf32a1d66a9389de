import { Ban, CalendarOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OwnCode, RollMark } from '#contract/teaching/absences.ts'
import { attendanceCodes, isProposedExcused } from '#contract/teaching/absences.plain.ts'
import { attendanceLooks } from '#web/words/attendance.tsx'
import { Named, useNames } from '#web/words/Name.tsx'
import type { Change } from '#web/teaching/absences/rollQueue.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'

type MarkDialogProps = {
  of: RollMark
  ownCodes: readonly OwnCode[]
  onMark: (change: Change) => void
  onClose: () => void
}

/** Everything about one student's mark: each code in one tap, a note, and what the teacher must know of the child. */
export const MarkDialog = ({ of, ownCodes, onMark, onClose }: MarkDialogProps) => {
  const names = useNames()
  const t = useTranslations('roll')
  const codes = useTranslations('attendance.codes')
  const record = useTranslations('record')
  const fields = useTranslations('personFields')
  const [note, setNote] = useState(of.note)
  const trimmed = note.trim()
  const choose = (code: Change['code'], ownCodeId: string | null = null) => {
    onMark({ code, ownCodeId, note: code === null ? '' : trimmed })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={<Named names={of} />}>
      <div className="grid gap-5 pb-1">
        {of.allergies && (
          <Notice tone="warn" title={fields('allergies')}>
            {of.allergies}
          </Notice>
        )}
        {of.barred.length > 0 && (
          <Notice tone="danger" title={record('pickUp.mayNot')}>
            {of.barred.join(', ')}
          </Notice>
        )}
        {of.reported && of.reported.status !== 'withdrawn' && (
          <Notice
            title={`${record('absence.reported')}: ${record(`absence.reasons.${of.reported.reason}`)}${of.reported.isInTime ? '' : ` (${record('absence.late')})`}`}
          >
            {[of.reported.note, isProposedExcused(of) && record('absence.proposed')].filter(Boolean).join(' ')}
          </Notice>
        )}
        <div role="group" aria-label={t('markAs')} className="grid grid-cols-2 gap-2.5">
          {attendanceCodes.map(code => (
            <Button
              key={code}
              icon={attendanceLooks[code].icon}
              variant={of.code === code && of.ownCodeId === null ? 'primary' : 'secondary'}
              aria-pressed={of.code === code && of.ownCodeId === null}
              onClick={() => choose(code)}
            >
              {codes(code)}
            </Button>
          ))}
          {ownCodes
            .filter(({ id, isArchived }) => !isArchived || id === of.ownCodeId)
            .map(own => (
              <Button
                key={own.id}
                icon={attendanceLooks[own.code].icon}
                variant={of.ownCodeId === own.id ? 'primary' : 'secondary'}
                aria-pressed={of.ownCodeId === own.id}
                onClick={() => choose(own.code, own.id)}
              >
                {names(own).first}
              </Button>
            ))}
          {of.code !== null && (
            <Button variant="quiet" onClick={() => choose(null)}>
              {t('takeBack')}
            </Button>
          )}
        </div>
        <form
          className="grid gap-3"
          onSubmit={event => {
            event.preventDefault()
            if (of.code !== null) choose(of.code, of.ownCodeId)
          }}
        >
          <Field label={t('note')} hint={t(of.code === null ? 'noteHintUnmarked' : 'noteHint')}>
            <Input value={note} maxLength={200} onChange={event => setNote(event.target.value)} />
          </Field>
          {of.code !== null && trimmed !== of.note && (
            <Button type="submit" variant="primary">
              {t('saveNote')}
            </Button>
          )}
        </form>
      </div>
    </Dialog>
  )
}

/** The sign of an allergy on a tile: what it is, in words. */
export const AllergyMark = ({ allergies }: { allergies: string }) => {
  const t = useTranslations('personFields')
  return (
    <span className="flex min-w-0 items-center gap-1 text-xs font-semibold text-danger-ink">
      <TriangleAlert size={14} aria-hidden className="shrink-0" />
      <span className="sr-only">{t('allergies')}: </span>
      <span className="truncate">{allergies}</span>
    </span>
  )
}

/** That the family reported the absence, and why. */
export const ReportedMark = ({ of }: { of: NonNullable<RollMark['reported']> }) => {
  const t = useTranslations('record.absence')
  return (
    <span className="flex min-w-0 items-center gap-1 text-xs font-semibold text-info-ink">
      <CalendarOff size={14} aria-hidden className="shrink-0" />
      <span className="truncate">
        {t(of.status === 'declined' ? 'status.declined' : 'reported')}: {t(`reasons.${of.reason}`)}
      </span>
    </span>
  )
}

/** Who must not fetch the child. */
export const BarredMark = ({ names }: { names: readonly string[] }) => {
  const t = useTranslations('record.pickUp')
  return (
    <span className="flex min-w-0 items-center gap-1 text-xs font-semibold text-danger-ink">
      <Ban size={14} aria-hidden className="shrink-0" />
      <span className="truncate">{t('notTo', { names: names.join(', ') })}</span>
    </span>
  )
}

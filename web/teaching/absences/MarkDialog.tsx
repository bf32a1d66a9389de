import { useTranslations } from 'use-intl'
import type { OwnCode, RollMark } from '#contract/teaching/absences.ts'
import { isProposedExcused } from '#contract/teaching/absences.plain.ts'
import { attendanceCodes } from '#contract/attendance.plain.ts'
import { attendanceLooks } from '#web/words/attendance.tsx'
import { Named, useNames } from '#web/words/Name.tsx'
import { MarkHistory } from '#web/teaching/absences/MarkHistory.tsx'
import { EmergencyContacts } from '#web/people/students/shared/EmergencyContacts.tsx'
import type { Change } from '#web/teaching/absences/unsentMarks.ts'
import { useChanges } from '#web/records/useChanges.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type MarkDialogProps = {
  meetingId: string
  mark: RollMark
  ownCodes: readonly OwnCode[]
  onMark: (change: Change) => void
  onClose: () => void
}

/** The emergency contacts of the child; a roll that a device has kept from an earlier release has none. */
const Contacts = ({ contacts = [] }: { contacts: RollMark['contacts'] | undefined }) => {
  const t = useTranslations('record.contact')
  if (contacts.length === 0) return null
  return (
    <section aria-labelledby="contacts">
      <h3 id="contacts" className="text-sm font-semibold">
        {t('title')}
      </h3>
      <EmergencyContacts contacts={contacts} />
    </section>
  )
}

/** One student's mark: each code in one tap, a note, and what the teacher must know about the child. */
export const MarkDialog = ({ meetingId, mark, ownCodes, onMark, onClose }: MarkDialogProps) => {
  const names = useNames()
  const t = useTranslations('roll')
  const codes = useTranslations('attendance.codes')
  const record = useTranslations('record')
  const fields = useTranslations('personFields')
  const [{ note }, change] = useChanges({ note: mark.note })
  const format = useFormat()
  const trimmed = note.trim()
  const choose = (code: Change['code'], ownCodeId: string | null = null) => {
    onMark({ code, ownCodeId, note: code === null ? '' : trimmed })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={<Named names={mark} />}>
      <div className="grid gap-5 pb-1">
        {mark.allergies && (
          <Notice tone="warn" title={fields('allergies')}>
            {mark.allergies}
          </Notice>
        )}
        {mark.barred.length > 0 && (
          <Notice tone="danger" title={record('pickUp.mayNot')}>
            {format.list(mark.barred)}
          </Notice>
        )}
        {mark.reported && mark.reported.status !== 'withdrawn' && (
          <Notice
            title={
              format.labelled(record('absence.reported'), record(`absence.reasons.${mark.reported.reason}`)) +
              (mark.reported.isInTime ? '' : format.aside(record('absence.late')))
            }
          >
            {[mark.reported.note, isProposedExcused(mark) && record('absence.proposed')].filter(Boolean).join(' ')}
          </Notice>
        )}
        <div role="group" aria-label={t('markAs')} className="grid grid-cols-2 gap-2.5">
          {attendanceCodes.map(code => (
            <Button
              key={code}
              icon={attendanceLooks[code].icon}
              variant={mark.code === code && mark.ownCodeId === null ? 'primary' : 'secondary'}
              aria-pressed={mark.code === code && mark.ownCodeId === null}
              onClick={() => choose(code)}
            >
              {codes(code)}
            </Button>
          ))}
          {ownCodes
            // A guest’s mark is stored without one.
            .filter(({ id, isArchived }) => !mark.isGuest && (!isArchived || id === mark.ownCodeId))
            .map(own => (
              <Button
                key={own.id}
                icon={attendanceLooks[own.code].icon}
                variant={mark.ownCodeId === own.id ? 'primary' : 'secondary'}
                aria-pressed={mark.ownCodeId === own.id}
                onClick={() => choose(own.code, own.id)}
              >
                {names(own).first}
              </Button>
            ))}
          {mark.code !== null && (
            <Button variant="quiet" onClick={() => choose(null)}>
              {t('takeBack')}
            </Button>
          )}
        </div>
        <Contacts contacts={mark.contacts} />
        <form
          className="grid gap-3"
          onSubmit={event => {
            event.preventDefault()
            if (mark.code !== null) choose(mark.code, mark.ownCodeId)
          }}
        >
          <Field label={t('note')} hint={t(mark.code === null ? 'noteHintUnmarked' : 'noteHint')}>
            <Input value={note} maxLength={200} onChange={event => change({ note: event.target.value })} />
          </Field>
          {mark.code !== null && trimmed !== mark.note && (
            <Button type="submit" variant="primary">
              {t('saveNote')}
            </Button>
          )}
        </form>
        {mark.revision !== null && <MarkHistory meetingId={meetingId} mark={mark} ownCodes={ownCodes} />}
      </div>
    </Dialog>
  )
}

import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { EventDetails, SignUp, SignUpStatus } from '#contract/communication/events.ts'
import { signUpMoves } from '#contract/communication/events.plain.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Name, Named, useNameText } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { Part } from '#web/records/record.tsx'
import { useEventText } from '#web/communication/events/useEventText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

/** One sign-up for a slot, with its possible transitions. */
const Person = ({ signUp }: { signUp: SignUp }) => {
  const t = useTranslations('officeEvents')
  const nameText = useNameText()
  const failureText = useFailureText()
  const mark = useWrite('events-markSignUp')
  const mayMark = useMay()('events-markSignUp') === true
  const moves = mayMark ? signUpMoves[signUp.status] : []
  return (
    <li className="py-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-32">
          <Name {...signUp} />
          <span className="block text-ink-2">{[signUp.phone, signUp.note].filter(Boolean).join(' · ')}</span>
        </span>
        <Select
          className="w-38"
          aria-label={t('statusOf', { name: nameText(signUp) })}
          value={signUp.status}
          disabled={mark.isPending || moves.length === 0}
          onChange={event => mark.start({ id: signUp.id, to: event.target.value as SignUpStatus })}
        >
          {[signUp.status, ...moves].map(status => (
            <option key={status} value={status}>
              {t(`signUpStatus.${status}`)}
            </option>
          ))}
        </Select>
      </div>
      {mark.error !== null && (
        <Notice alert tone="danger" className="mt-1">
          {failureText(mark.error)}
        </Notice>
      )}
    </li>
  )
}

/** Each slot with its sign-ups; attendance is marked one by one, or for all remaining at once. */
export const OfficeSignUps = ({ event, onUndo }: { event: EventDetails; onUndo: (batchId: string) => void }) => {
  const t = useTranslations('officeEvents')
  const duties = useTranslations('officeEvents.duty')
  const failureText = useFailureText()
  const may = useMay()
  const all = useWrite('events-markAllWorked')
  const text = useEventText()
  const signUps = useReadLater('events-signUps', { eventId: event.id })
  const { day, time } = useSchoolClock()
  const eventStart = `${event.startsOn}T${event.startTime ?? '00:00'}`
  const begun = new Set(
    event.slots.flatMap(({ id, startsAt }) => ((startsAt ?? eventStart) <= `${day}T${time}` ? [id] : [])),
  )
  return (
    <Part
      title={t('signUps')}
      aside={
        <span className="text-sm text-ink-2 tabular-nums">
          {t('slotTaken', { taken: String(event.slotsTaken), capacity: String(event.slotPlaces) })}
        </span>
      }
    >
      <Later read={signUps}>
        {found => {
          const unmarked = found.filter(
            ({ status, slotId }) => (status === 'taken' || status === 'confirmed') && begun.has(slotId),
          ).length
          return (
            <>
              {unmarked > 0 && event.status === 'published' && may('events-markAllWorked') === true && (
                <Button
                  size="small"
                  icon={CheckCheck}
                  className="mb-3"
                  pending={all.isPending}
                  onClick={() =>
                    all.start({ eventId: event.id }, ({ marked, batchId }) =>
                      toast(duties('allMarked', { n: marked }), batchId === null ? undefined : () => onUndo(batchId)),
                    )
                  }
                >
                  {duties('allWorked', { n: unmarked })}
                </Button>
              )}
              {all.error !== null && (
                <Notice alert tone="danger" className="mb-3">
                  {failureText(all.error)}
                </Notice>
              )}
              <ul className="grid gap-3 text-sm">
                {event.slots.map(slot => {
                  const those = found.filter(({ slotId }) => slotId === slot.id)
                  return (
                    <li key={slot.id} className="border-b border-line pb-3 last:border-0">
                      <div className="flex items-center justify-between gap-3">
                        <p className="font-semibold">
                          <Named names={slot} />
                          <span className="block font-normal text-ink-2">
                            {[text.slot(slot, event), slot.points > 0 && duties('counts', { n: slot.points })]
                              .filter(Boolean)
                              .join(' · ')}
                          </span>
                        </p>
                        <Badge tone={slot.taken >= slot.capacity ? 'good' : 'neutral'}>
                          {t('slotTaken', { taken: String(slot.taken), capacity: String(slot.capacity) })}
                        </Badge>
                      </div>
                      {those.length > 0 ? (
                        <ul>
                          {those.map(signUp => (
                            <Person key={signUp.id} signUp={signUp} />
                          ))}
                        </ul>
                      ) : (
                        <p className="text-ink-2">{t('nobodyYet')}</p>
                      )}
                    </li>
                  )
                })}
              </ul>
            </>
          )
        }}
      </Later>
    </Part>
  )
}

import { useTranslations } from 'use-intl'
import type { EventDetails, EventSlot } from '#contract/communication/events.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { useEventText } from '#web/communication/events/useEventText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'

const Slot = ({ event, slot }: { event: EventDetails; slot: EventSlot }) => {
  const t = useTranslations('events')
  const text = useEventText()
  const failureText = useFailureText()
  const name = useFirstName()(slot)
  const take = useWrite('events-takeSlot')
  const leave = useWrite('events-leaveSlot')
  const error = take.error ?? leave.error
  const time = text.slot(slot, event)
  const isMine = slot.state === 'mine'
  const state =
    slot.myStatus !== null && slot.myStatus !== 'cancelled'
      ? t(`mySlot.${slot.myStatus === 'confirmed' ? 'taken' : slot.myStatus}`)
      : slot.state === 'open' || slot.state === 'mine'
        ? ''
        : t(`slotStates.${slot.state}`, { when: slot.opensAt ? text.wall(slot.opensAt) : '' })
  const doTake = () => {
    leave.reset()
    take.start({ slotId: slot.id, note: '' }, () => toast(t('taken', { name }), doLeave))
  }
  const doLeave = () => {
    take.reset()
    leave.start({ slotId: slot.id }, () => toast(t('left', { name })))
  }
  const mayLeave = isMine && (slot.myStatus === 'taken' || slot.myStatus === 'confirmed')
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-semibold">
            <Named names={slot} />
          </p>
          <p className="text-sm text-ink-2">
            {[
              time,
              t('slotPlaces', { taken: String(slot.taken), capacity: String(slot.capacity) }),
              slot.points > 0 && t('slotPoints', { n: slot.points }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p
            className={
              isMine ? 'text-sm font-semibold text-primary-ink empty:hidden' : 'text-sm text-ink-2 empty:hidden'
            }
          >
            {state}
          </p>
        </div>
        {slot.state === 'open' && (
          <Button aria-label={t('takeFor', { name: `${name} ${time}` })} pending={take.isPending} onClick={doTake}>
            {t('take')}
          </Button>
        )}
        {mayLeave && (
          <Button
            variant="quiet"
            aria-label={t('leaveFor', { name: `${name} ${time}` })}
            pending={leave.isPending}
            onClick={doLeave}
          >
            {t('leave')}
          </Button>
        )}
      </div>
      {error !== null && (
        <Notice alert tone="danger" className="mt-2">
          {failureText(error)}
        </Notice>
      )}
    </li>
  )
}

/** Shifts, appointments and things to bring: one press signs up, another cancels. */
export const SlotList = ({ event }: { event: EventDetails }) => {
  const t = useTranslations('events')
  const text = useEventText()
  const locks = [...new Set(event.slots.map(({ locksAt }) => locksAt))]
  return (
    <section>
      <h3 className="display text-lg">{t('slotsTitle')}</h3>
      {locks.length === 1 && locks[0] && (
        <p className="text-sm text-ink-2">{t('slotUntil', { when: text.wall(locks[0]) })}</p>
      )}
      <ul className="divide-y divide-line">
        {event.slots.map(slot => (
          <Slot key={slot.id} event={event} slot={slot} />
        ))}
      </ul>
    </section>
  )
}

import { CalendarDays, CalendarPlus, MapPin } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { EventDetails } from '#contract/communication/events.ts'
import { datePath } from '#contract/communication/events.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { Later } from '#web/routing/Later.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { useOwnText } from '#web/words/ownText.ts'
import { RsvpForm } from '#web/communication/events/RsvpForm.tsx'
import { SlotList } from '#web/communication/events/SlotList.tsx'
import { useEventText } from '#web/communication/events/useEventText.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const Details = ({ event }: { event: EventDetails }) => {
  const t = useTranslations('events')
  const text = useEventText()
  const own = useOwnText()
  const language = useLocale()
  const format = useFormat()
  const description = own(event.description, event.nativeDescription)
  const isOff = event.state === 'cancelled' || event.state === 'ended'
  return (
    <div className="grid gap-6">
      {event.state === 'cancelled' && <Notice tone="danger">{t('cancelledText')}</Notice>}
      {event.state === 'ended' && <Notice>{t('endedText')}</Notice>}
      <div className="grid gap-2">
        <p className="flex gap-2 font-medium">
          <CalendarDays size={20} aria-hidden className="mt-0.5 shrink-0 text-plum-ink" />
          {text.when(event)}
        </p>
        {event.place && (
          <p className="flex gap-2">
            <MapPin size={20} aria-hidden className="mt-0.5 shrink-0 text-plum-ink" />
            {event.place}
          </p>
        )}
        {!isOff && event.myAnswer !== 'no' && (
          <a
            href={`${datePath.event(event.id)}?lang=${language}`}
            className={`mt-1 justify-self-start ${buttonClass('secondary', 'small')}`}
            data-noprint
          >
            <CalendarPlus size={18} aria-hidden />
            {t('toCalendar')}
          </a>
        )}
      </div>
      {description && <p className="max-w-[66ch] whitespace-pre-line">{description}</p>}
      {event.takesRsvp && event.households.length > 0 && !isOff && (
        <section className="grid gap-6 border-t border-line pt-5">
          {event.mayAnswer
            ? event.households.map(household => (
                <RsvpForm
                  key={household.id}
                  event={event}
                  household={household}
                  isOne={event.households.length === 1}
                />
              ))
            : event.households.map(household => (
                <p key={household.id} className="text-ink-2">
                  {format.sentences([
                    household.answer &&
                      t('answeredFor', {
                        answer: t(`answered.${household.answer}`),
                        n: household.answer === 'no' ? 0 : household.partySize,
                      }),
                    t('answersClosed'),
                  ])}
                </p>
              ))}
        </section>
      )}
      {event.slots.length > 0 && !isOff && (
        <div className="border-t border-line pt-5">
          <SlotList event={event} />
        </div>
      )}
    </div>
  )
}

/** One event for families and teachers: what, when, where, and their answer. */
export const EventSheet = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useTranslations('events')
  const first = useFirstName()
  const found = useReadLater('events-get', { id, mine: true })
  const isGone = found.error instanceof CallError && ['not-found', 'invalid-argument'].includes(found.error.code)
  // The previous event's answer may still be shown while this one is loading.
  const event = found.data?.id === id ? found.data : undefined
  return (
    <SidePanel
      open
      onClose={onClose}
      title={event && !isGone ? first({ name: event.title, nativeName: event.nativeTitle }) : t('title')}
    >
      {isGone ? (
        <Notice tone="warn">{t('gone')}</Notice>
      ) : (
        <Later read={{ ...found, data: event }}>{details => <Details event={details} />}</Later>
      )}
    </SidePanel>
  )
}

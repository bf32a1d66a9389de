import { useTranslations } from 'use-intl'
import { lazily } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'
import { CalledOff } from '#web/enrolment/cancellations/CalledOff.tsx'
import { CalendarFeed } from '#web/communication/events/CalendarFeed.tsx'
import { FamilyCalendar } from '#web/communication/events/FamilyCalendar.tsx'
import { Page } from '#web/ui/Page.tsx'

// Opened only on demand, so its code loads then.
const EventSheet = lazily(() => import('#web/communication/events/EventSheet.tsx').then(module => module.EventSheet))

/** A family's calendar: events, no-school days and lessons, also for the calendar app of a phone. */
export default function Calendar() {
  const t = useTranslations('events')
  const [{ event }] = useUrlState()
  const close = useClose('event')
  return (
    <Page board title={t('agenda')}>
      <div className="grid items-start gap-4 min-[56.25rem]:grid-cols-[3fr_2fr]">
        <div className="grid gap-4">
          <CalledOff />
          <FamilyCalendar />
        </div>
        <CalendarFeed />
      </div>
      {event && <EventSheet key={event} id={event} onClose={close} />}
    </Page>
  )
}

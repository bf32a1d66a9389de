import { useTranslations } from 'use-intl'
import { lazily } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'
import { CalledOff } from '#web/enrolment/cancellations/CalledOff.tsx'
import { CalendarFeed } from '#web/communication/events/CalendarFeed.tsx'
import { FamilyCalendar } from '#web/communication/events/FamilyCalendar.tsx'
import { Page } from '#web/ui/Page.tsx'

// Opened on purpose only, so its code comes then.
const EventSheet = lazily(() => import('#web/communication/events/EventSheet.tsx').then(module => module.EventSheet))

/** What is ahead for a family: events, days without school, lessons; and the same in the calendar of their phone. */
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

import { ChevronLeft, ChevronRight, Plus, Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { EventRow } from '#contract/communication/events.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import { useMay } from '#web/session/may.ts'
import { useSchool } from '#web/wire/school.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { useUndoBatch } from '#web/lists/useUndoBatch.ts'
import { OfficeCalledOff } from '#web/enrolment/cancellations/office/OfficeCalledOff.tsx'
import { isOn, lastDayOf, plusMonths } from '#web/communication/events/eventDays.ts'
import { OfficeAgenda } from '#web/communication/events/office/OfficeAgenda.tsx'
import { OfficeMonth } from '#web/communication/events/office/OfficeMonth.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/States.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

// Opened only on demand, so their code loads then.
const OfficeCancelDay = lazily(() =>
  import('#web/enrolment/cancellations/office/OfficeCancelDay.tsx').then(module => module.OfficeCancelDay),
)
const OfficeDay = lazily(() =>
  import('#web/communication/events/office/OfficeDay.tsx').then(module => module.OfficeDay),
)
const OfficeEventForm = lazily(() =>
  import('#web/communication/events/office/OfficeEventForm.tsx').then(module => module.OfficeEventForm),
)
const OfficeEventPanel = lazily(() =>
  import('#web/communication/events/office/OfficeEventPanel.tsx').then(module => module.OfficeEventPanel),
)
const OfficeList = lazily(() =>
  import('#web/communication/events/office/OfficeList.tsx').then(module => module.OfficeList),
)
const Duties = withPage(() => import('#web/screens/Duties.tsx').then(module => module.default))

const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-\d{2}$/

/** The crayon of an event by its audience: a class has its own, other audiences one by kind. */
const useCrayons = () => {
  const sections = useReadLater('classes-list', {}).data ?? []
  return ({ audience }: EventRow) => {
    const [part, ...more] = audience ?? []
    if (!part || more.length > 0 || part.kind === 'everyone') return 'plum' as const
    if (part.kind === 'class') return sections.find(({ id }) => id === part.sectionId)?.crayon ?? ('sky' as const)
    if (part.kind === 'role') return part.role === 'parent' ? ('teal' as const) : ('slate' as const)
    return 'sky' as const
  }
}

/** The event that the address names: its form, or its details. */
const OpenEvent = ({ id }: { id: string }) => {
  const t = useTranslations('officeEvents')
  const [url, change] = useUrlState()
  const undo = useUndoBatch()
  const found = useReadLater('events-get', { id })
  const event = found.data?.id === id ? found.data : undefined
  const close = () => change({ event: undefined, edit: undefined })
  if (event && url['edit'])
    return (
      <OfficeEventForm
        key={id}
        event={event}
        day={event.startsOn}
        onSaved={() => change({ edit: undefined }, { replace: true })}
        onClose={() => change({ edit: undefined })}
      />
    )
  if (event)
    return (
      <OfficeEventPanel
        key={id}
        event={event}
        onEdit={() => change({ edit: 'yes' })}
        onOpen={next => change({ event: next })}
        onUndo={id => void undo(id)}
        onClose={close}
      />
    )
  return (
    <SidePanel open onClose={close} title={t('title')}>
      <Later read={{ ...found, data: event }}>{() => null}</Later>
    </SidePanel>
  )
}

/** One month: a grid on wide windows, a list on phones. */
const Month = ({ month, today }: { month: string; today: string }) => {
  const t = useTranslations('officeEvents')
  const format = useFormat()
  const [url, change] = useUrlState()
  const crayonOf = useCrayons()
  const may = useMay()
  const calendar = useReadLater('events-calendar', { from: `${month}-01`, to: lastDayOf(month) })
  const go = (next: string) => change({ month: next, day: undefined }, { replace: true })
  const openEvent = (event: string) => change({ event, day: undefined })
  const day = url['day']
  // A person who comes with a question about a lesson answers it first; the day, which loads later, would cover it.
  const [isLedTo] = useState(url['off'] !== undefined)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="text-xl" aria-live="polite">
          {format.day(`${month}-01`, 'month')}
        </h2>
        <div data-noprint className="ms-auto flex items-center gap-1">
          {!today.startsWith(month) && (
            <Button size="small" variant="quiet" onClick={() => go(today.slice(0, 7))}>
              {t('today')}
            </Button>
          )}
          <IconButton
            icon={ChevronLeft}
            label={t('previous')}
            onClick={() => go(plusMonths(month, -1))}
            className="rtl:-scale-x-100"
          />
          <IconButton
            icon={ChevronRight}
            label={t('following')}
            onClick={() => go(plusMonths(month, 1))}
            className="rtl:-scale-x-100"
          />
        </div>
      </div>
      <Later read={calendar} skeleton={<Skeleton className="h-[36rem] rounded-lg" />}>
        {({ events, days }) => (
          <>
            <div className="max-sm:hidden print:block">
              <OfficeMonth
                month={month}
                today={today}
                events={events}
                days={days}
                crayonOf={crayonOf}
                onDay={(on, isEmpty) =>
                  change({ day: on, ...(isEmpty && may('events-create') === true && { event: 'new' }) })
                }
                onEvent={openEvent}
                onLeave={next => go(next.slice(0, 7))}
              />
            </div>
            <div className="sm:hidden print:hidden">
              <OfficeAgenda
                events={events}
                days={days}
                today={today}
                onDay={on => change({ day: on })}
                onEvent={openEvent}
              />
            </div>
            {day && dayPattern.test(day) && !url['event'] && !(isLedTo && url['off']) && (
              <OfficeDay
                key={day}
                day={day}
                entries={days.filter(({ onDay }) => onDay === day)}
                events={events.filter(event => isOn(event, day))}
                onEvent={openEvent}
                onCreate={() => change({ event: 'new' })}
                onCallOff={({ sessionDateId, sectionId }) =>
                  change({ off: sessionDateId, class: sectionId ?? undefined })
                }
                calledOff={(id, isOver) => <OfficeCalledOff sessionDateId={id} isOver={isOver} />}
                onClose={() => change({ day: undefined })}
              />
            )}
          </>
        )}
      </Later>
    </>
  )
}

/** The school's calendar: events with answers and sign-ups, school days, and no-school days. */
export default function AdminEvent() {
  const t = useTranslations('officeEvents')
  const today = useSchool()?.today ?? ''
  const may = useMay()
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const day = url['day'] && dayPattern.test(url['day']) ? url['day'] : undefined
  const month = url['month'] && dayPattern.test(`${url['month']}-01`) ? url['month'] : (day ?? today).slice(0, 7)
  const isDuties = url['view'] === 'duties' && may('duties-list') !== false
  const isList = !isDuties && (url['view'] === 'list' || search.search !== '')
  const { event } = url
  const views = (
    <Segmented
      label={t('views')}
      value={isDuties ? 'duties' : isList ? 'list' : 'month'}
      onChange={view => {
        search.type('')
        change({ view: view === 'month' ? undefined : view, search: undefined, owe: undefined, family: undefined })
      }}
      options={[
        { value: 'month', label: t('month') },
        { value: 'list', label: t('agenda') },
        ...(may('duties-list') === true ? [{ value: 'duties' as const, label: t('duty.tab') }] : []),
      ]}
    />
  )
  const opened = event && event !== 'new' && <OpenEvent key={event} id={event} />
  if (isDuties)
    return (
      <Page title={t('title')}>
        <div data-noprint className="mb-5">
          {views}
        </div>
        <Suspense fallback={<Loading />}>
          <Duties />
        </Suspense>
        {opened}
      </Page>
    )
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <Button icon={Printer} onClick={() => print()}>
            {t('print')}
          </Button>
          {may('events-create') === true && (
            <Button variant="primary" icon={Plus} onClick={() => change({ event: 'new' })}>
              {t('create')}
            </Button>
          )}
        </>
      }
    >
      <div data-noprint className="mb-5 flex flex-wrap items-center gap-3">
        {views}
        <SearchBox search={search} label={t('search')} />
      </div>
      {isList ? (
        <OfficeList
          when={url['when'] === 'past' ? 'past' : 'upcoming'}
          onWhen={when => change({ when: when === 'past' ? 'past' : undefined })}
          search={search.search}
          onClear={() => {
            search.type('')
            change({ search: undefined })
          }}
          openId={event}
          onEvent={id => change({ event: id })}
        />
      ) : (
        <Month month={month} today={today} />
      )}
      {event === 'new' && may('events-create') === true && (
        <OfficeEventForm
          event={null}
          day={day ?? (month === today.slice(0, 7) ? today : `${month}-01`)}
          onSaved={id => change({ event: id, day: undefined }, { replace: true })}
          onClose={() => change({ event: undefined, day: undefined })}
        />
      )}
      {url['off'] && may('cancellations-cancelDay') === true && (
        <OfficeCancelDay
          key={`${url['off']}${url['class'] ?? ''}`}
          sessionDateId={url['off']}
          sectionId={url['class'] ?? null}
          onClose={() => change({ off: undefined, class: undefined })}
        />
      )}
      {opened}
    </Page>
  )
}

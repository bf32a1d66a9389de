import { useTranslations } from 'use-intl'
import type { EventRow } from '#contract/communication/events.ts'
import { noNames, useAudienceChoices, usePartText } from '#web/communication/messages/shared/audienceText.ts'
import { usePages } from '#web/wire/call.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { OfficeState } from '#web/communication/events/office/OfficeState.tsx'
import { useEventText } from '#web/communication/events/useEventText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import type { Column } from '#web/ui/tableProps.ts'

type OfficeListProps = {
  when: 'upcoming' | 'past'
  onWhen: (when: 'upcoming' | 'past') => void
  search: string
  onClear: () => void
  openId: string | undefined
  onEvent: (id: string) => void
}

const useColumns = (): Column<EventRow>[] => {
  const t = useTranslations('officeEvents')
  const eventsText = useTranslations('events')
  const format = useFormat()
  const text = useEventText()
  const audienceText = usePartText(useAudienceChoices(noNames).known)
  return [
    {
      key: 'title',
      header: t('fields.title'),
      width: '24%',
      cell: event => <Name name={event.title} nativeName={event.nativeTitle} />,
    },
    {
      key: 'when',
      header: eventsText('when'),
      cell: event => (
        <span className="whitespace-nowrap tabular-nums">
          {format.day(event.startsOn)} · {text.hours(event)}
        </span>
      ),
    },
    { key: 'place', header: eventsText('where'), cell: event => event.place, hideOnPhone: true },
    {
      key: 'audience',
      header: t('audience'),
      cell: event => format.list((event.audience ?? []).map(audienceText)),
      hideOnPhone: true,
    },
    {
      key: 'people',
      header: t('people'),
      align: 'end',
      cell: event =>
        event.takesRsvp
          ? event.capacity === null
            ? format.number(event.people)
            : t('slotTaken', { taken: String(event.people), capacity: String(event.capacity) })
          : '–',
    },
    {
      key: 'slots',
      header: t('signUps'),
      align: 'end',
      cell: event =>
        event.slotPlaces > 0
          ? t('slotTaken', { taken: String(event.slotsTaken), capacity: String(event.slotPlaces) })
          : '–',
    },
    { key: 'state', header: t('state'), cell: event => <OfficeState state={event.state} /> },
  ]
}

/** All events, searched and paged by the database. */
export const OfficeList = ({ when, onWhen, search, onClear, openId, onEvent }: OfficeListProps) => {
  const t = useTranslations('officeEvents')
  const nameText = useNameText()
  const columns = useColumns()
  const pages = usePages('events-agenda', { view: when, ...(search && { search }) })
  return (
    <>
      <Tabs
        label={t('views')}
        value={when}
        onChange={onWhen}
        tabs={[
          { key: 'upcoming', label: t('upcoming') },
          { key: 'past', label: t('past') },
        ]}
      />
      <div className="mt-4">
        <PagedTable
          pages={pages}
          caption={t('title')}
          columns={columns}
          rowKey={event => event.id}
          rowLabel={event => nameText({ name: event.title, nativeName: event.nativeTitle })}
          onOpen={event => onEvent(event.id)}
          openKey={openId}
          empty={
            search ? (
              <Empty action={<Button onClick={onClear}>{t('clearSearch')}</Button>}>{t('noMatch', { search })}</Empty>
            ) : (
              <Empty>{t(when === 'past' ? 'nonePast' : 'noneUpcoming')}</Empty>
            )
          }
        />
      </div>
    </>
  )
}

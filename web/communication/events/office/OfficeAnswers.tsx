import { Download } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { EventDetails, RsvpAnswer } from '#contract/communication/events.ts'
import { usePages } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { textLink } from '#web/routing/link.tsx'
import { Part } from '#web/records/record.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Status, type Tone } from '#web/ui/Marks.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const tones: Record<RsvpAnswer, Tone> = { yes: 'good', no: 'bad', maybe: 'warn' }

/** The answers to an event, the total number of people, and the list as a file. */
export const OfficeAnswers = ({ event }: { event: EventDetails }) => {
  const t = useTranslations('officeEvents')
  const eventsText = useTranslations('events')
  const language = useLocale()
  const format = useFormat()
  const firstName = useFirstName()
  const [search, setSearch] = useState('')
  const pages = usePages('events-answers', { eventId: event.id, ...(search.trim() && { search }) })
  const { yes, no, maybe } = event.answers
  const total = yes + no + maybe
  return (
    <Part
      title={t('answers')}
      aside={
        total > 0 && (
          <a
            href={`/files/events/${event.id}/answers.csv?lang=${language}`}
            className={`inline-flex items-center gap-2 text-sm ${textLink}`}
          >
            <Download size={16} aria-hidden />
            {t('csv')}
          </a>
        )
      }
    >
      <p className="text-sm">
        <span className="font-semibold">
          {event.capacity === null
            ? t('peopleComing', { n: event.people })
            : t('peopleOf', { people: format.number(event.people), capacity: format.number(event.capacity) })}
        </span>{' '}
        <span className="text-ink-2">
          {t('yes')} {yes} · {t('maybe')} {maybe} · {t('no')} {no}
        </span>
      </p>
      {event.capacity !== null && (
        <div className="mt-2">
          <Progress label={t('people')} max={event.capacity} value={event.people} />
        </div>
      )}
      {total === 0 ? (
        <p className="mt-2 text-sm text-ink-2">{t('noAnswers')}</p>
      ) : (
        <>
          {total > 8 && (
            <SearchInput
              className="mt-3"
              label={t('searchAnswers')}
              placeholder={t('searchAnswers')}
              value={search}
              onChange={typed => setSearch(typed.target.value)}
            />
          )}
          <Failure error={pages.error} again={pages.again} />
          <ul className="mt-2 grid text-sm">
            {(pages.rows ?? []).map(row => (
              <li key={row.householdId} className="flex items-start gap-3 border-b border-line py-2 last:border-0">
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{firstName(row)}</span>
                  {row.note && <span className="block text-ink-2">{row.note}</span>}
                </span>
                {row.answer !== 'no' && (
                  <span className="tabular-nums" title={t('people')}>
                    {format.number(row.partySize)}
                  </span>
                )}
                <Status tone={tones[row.answer]}>{eventsText(`answers.${row.answer}`)}</Status>
              </li>
            ))}
          </ul>
          <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
        </>
      )}
    </Part>
  )
}

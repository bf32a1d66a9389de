import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePages } from '#web/wire/call.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { textLink } from '#web/routing/link.tsx'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { useMay } from '#web/session/may.ts'
import { useSchool } from '#web/wire/school.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Status, type Tone } from '#web/ui/Marks.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { useUrlSearch } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const Letter = lazily(() =>
  import('#web/communication/messages/office/OfficeLetter.tsx').then(module => module.OfficeLetter),
)

const usePaged = (search: string) => usePages('messages-outbox', search ? { search } : {})
type Row = NonNullable<ReturnType<typeof usePaged>['rows']>[number]

const tones: Record<Row['status'], Tone> = { queued: 'info', sent: 'good', failed: 'bad', kept: 'neutral' }

/** The emails that the school has sent. */
export const Outbox = () => {
  const t = useTranslations('adminMessage')
  const admin = useTranslations('messages.admin')
  const officeText = useTranslations('officeWords')
  const format = useFormat()
  const school = useSchool()
  const search = useUrlSearch()
  const [open, setOpen] = useState<string | null>(null)
  const pages = usePaged(search.search)
  const may = useMay()
  // Emails may be about anything, including money.
  const mayRead = may('messages-letter') === true && may('payments-households') === true
  const isKept = pages.rows?.some(row => row.status === 'kept')
  return (
    <>
      <p className="mb-4 max-w-[66ch] text-sm text-ink-2">{admin('outboxLead')}</p>
      <div data-filters className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} />
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && t('count', { n: pages.total })}
        </p>
      </div>
      {isKept && (
        <Notice
          className="mb-4"
          action={
            school?.isDemo && (
              <a href="/mailbox" className={`text-sm ${textLink}`}>
                {t('mailbox')}
              </a>
            )
          }
        >
          {t('keptHint')}
        </Notice>
      )}
      {open !== null && (
        <Suspense>
          <Letter id={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      <PagedTable
        pages={pages}
        caption={admin('tab.outbox')}
        rowKey={row => row.id}
        rowLabel={row => row.subject}
        {...(mayRead && { onOpen: (row: Row) => row.status === 'kept' && setOpen(row.id) })}
        columns={[
          { key: 'subject', header: t('subject'), cell: row => row.subject },
          { key: 'to', header: t('to'), cell: row => <span className="break-words">{row.to}</span> },
          {
            key: 'status',
            header: t('status'),
            cell: row => <Status tone={tones[row.status]}>{t(`state.${row.status}`)}</Status>,
          },
          {
            key: 'at',
            header: t('at'),
            align: 'end',
            cell: row => <span className="whitespace-nowrap">{format.instant(row.queuedAt)}</span>,
          },
        ]}
        empty={
          search.search ? (
            <Empty action={<Button onClick={() => search.type('')}>{officeText('clearFilters')}</Button>}>
              {officeText('nothingMatches', { search: search.search })}
            </Empty>
          ) : (
            <Empty>{t('empty')}</Empty>
          )
        }
      />
    </>
  )
}

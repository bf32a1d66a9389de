import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Lottery } from '#contract/enrolment/lotteries.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useRead } from '#web/wire/call.ts'
import { useMay } from '#web/session/may.ts'
import { Name, useFirstName, useNameText } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { drawTones, useEntryTimes } from '../drawText.ts'

const OfficeLottery = withPage(() => import('./OfficeLottery.tsx').then(module => module.OfficeLottery))
const OfficeLotteryForm = withPage(() => import('./OfficeLotteryForm.tsx').then(module => module.OfficeLotteryForm))

const Panel = ({ id, draws }: { id: string; draws: readonly Lottery[] }) => {
  const t = useTranslations('lotteries')
  const names = useNameText()
  const [url, change] = useUrlState()
  const of = draws.find(each => each.id === id)
  const close = () => change({ id: undefined, action: undefined, search: undefined })
  if (id !== 'new' && !of) return null
  const isForm = id === 'new' || (url['action'] === 'edit' && of?.status === 'draft')
  return (
    <SidePanel open onClose={close} title={of ? names(of) : t('edit.title')}>
      <Suspense fallback={<Loading />}>
        {isForm ? (
          <OfficeLotteryForm lottery={of ?? null} onSaved={saved => change({ id: saved.id, action: undefined })} />
        ) : (
          of && <OfficeLottery lottery={of} onEdit={() => change({ action: 'edit' })} />
        )}
      </Suspense>
    </SidePanel>
  )
}

/** All lotteries: when entries are open, how many take part, the state. */
export const OfficeLotteries = () => {
  const t = useTranslations('lotteries')
  const timesOf = useEntryTimes()
  const first = useFirstName()
  const may = useMay()
  const draws = useRead('lotteries-list', {})
  const [url, change] = useUrlState()
  const make = may('lotteries-create') === true && (
    <Button variant="primary" icon={Plus} onClick={() => change({ id: 'new' })}>
      {t('office.make')}
    </Button>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-ink-2">{t('office.lead')}</p>
        {draws.length > 0 && make}
      </div>
      <Table
        caption={t('office.caption')}
        rows={draws}
        rowKey={({ id }) => id}
        rowLabel={draw => first(draw)}
        onOpen={({ id }) => change({ id })}
        openKey={url['id']}
        empty={<Empty action={make}>{t('office.empty')}</Empty>}
        columns={[
          { key: 'name', header: t('office.name'), cell: draw => <Name {...draw} /> },
          {
            key: 'term',
            header: t('office.term'),
            cell: draw => <span className="whitespace-nowrap">{first(draw.term)}</span>,
          },
          {
            key: 'entries',
            header: t('office.entries'),
            cell: draw => {
              const { opens, closes } = timesOf(draw)
              return (
                <>
                  <span className="whitespace-nowrap">{opens} –</span>{' '}
                  <span className="whitespace-nowrap">{closes}</span>
                </>
              )
            },
          },
          {
            key: 'families',
            header: t('office.families'),
            cell: ({ families, children }) => t('office.counts', { families, children }),
          },
          {
            key: 'state',
            header: t('office.state'),
            cell: ({ status }) => <Status tone={drawTones[status]}>{t(`status.${status}`)}</Status>,
          },
        ]}
      />
      {url['id'] && <Panel key={url['id']} id={url['id']} draws={draws} />}
    </div>
  )
}

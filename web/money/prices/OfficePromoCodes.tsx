import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PromoCode } from '#contract/money/prices.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { useSchool } from '#web/wire/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { PromoCodeForm } from './PromoCodeForm.tsx'
import { useWorthText } from './worth.ts'

type State = 'running' | 'early' | 'over' | 'used' | 'archived'
const tones: Record<State, Tone> = {
  running: 'good',
  early: 'info',
  over: 'neutral',
  used: 'warn',
  archived: 'neutral',
}

const stateOf = (code: PromoCode, today: string): State => {
  if (code.isArchived) return 'archived'
  if (code.validFrom !== null && today < code.validFrom) return 'early'
  if (code.validUntil !== null && today > code.validUntil) return 'over'
  return code.mostUses !== null && code.uses >= code.mostUses ? 'used' : 'running'
}

const useColumns = (actions: (code: PromoCode) => React.ReactNode): Column<PromoCode>[] => {
  const t = useTranslations('officePrices.codes')
  const format = useFormat()
  const worth = useWorthText('codes')
  const today = useSchool()?.today ?? ''
  const when = ({ validFrom, validUntil }: PromoCode): string =>
    [
      validFrom ? t('fromDay', { day: format.day(validFrom) }) : '',
      validUntil ? t('untilDay', { day: format.day(validUntil) }) : '',
    ]
      .filter(Boolean)
      .join(' · ') || t('always')
  return [
    {
      key: 'code',
      header: t('code'),
      cell: row => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold tabular-nums">{row.code}</span>
            <Badge tone={tones[stateOf(row, today)]}>{t(`state.${stateOf(row, today)}`)}</Badge>
          </span>
          {row.note && <span className="block text-xs text-ink-2">{row.note}</span>}
        </>
      ),
    },
    { key: 'worth', header: t('worth'), cell: row => worth(row) },
    { key: 'when', header: t('when'), cell: when },
    {
      key: 'conditions',
      header: t('conditions'),
      cell: row => (
        <span className="flex flex-wrap gap-1 max-sm:justify-end">
          {row.mostPerHousehold !== null && <Badge>{t('perFamily', { n: row.mostPerHousehold })}</Badge>}
          {row.isForNewFamilies && <Badge>{t('newFamilies')}</Badge>}
          {!row.isCombinable && <Badge>{t('alone')}</Badge>}
        </span>
      ),
    },
    {
      key: 'used',
      header: t('used'),
      align: 'end',
      cell: row => (
        <span className="whitespace-nowrap tabular-nums">
          {row.mostUses === null
            ? format.number(row.uses)
            : t('usedOf', { uses: format.number(row.uses), most: format.number(row.mostUses) })}
          {row.takenCents > 0 && (
            <span className="block text-xs text-ink-2">{t('taken', { amount: format.money(row.takenCents) })}</span>
          )}
        </span>
      ),
    },
    { key: 'actions', header: <span className="sr-only">{t('actions')}</span>, align: 'end', cell: actions },
  ]
}

/** All promo codes, with their discount and the number of uses. */
export const OfficePromoCodes = () => {
  const t = useTranslations('officePrices.codes')
  const failure = useFailureText()
  const mayChange = useMay()('prices-createCode') === true
  const [url, change] = useUrlState()
  const codes = useReadLater('prices-codes', {})
  const archive = useWrite('prices-archiveCode')
  const set = (of: PromoCode, isArchived: boolean): void =>
    void archive
      .send({ id: of.id, isArchived })
      .then(() => toast(t(isArchived ? 'archived' : 'restored', of), () => set(of, !isArchived)))
      .catch((error: unknown) => toast(failure(error)))
  const columns = useColumns(row =>
    mayChange ? (
      <span className="flex justify-end gap-1">
        <Button size="small" variant="quiet" onClick={() => change({ id: row.id })}>
          {t('edit')}
        </Button>
        <Button size="small" variant="quiet" disabled={archive.isPending} onClick={() => set(row, !row.isArchived)}>
          {t(row.isArchived ? 'restore' : 'archive')}
        </Button>
      </span>
    ) : null,
  )
  const open = codes.data?.find(({ id }) => id === url['id'])
  const isNew = url['action'] === 'add'
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => change({ action: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{t('lead')}</p>
        {mayChange && (codes.data?.length ?? 0) > 0 && add}
      </div>
      <Failure error={codes.error} again={() => void codes.refetch()} />
      {(codes.data !== undefined || codes.error === null) && (
        <Table
          caption={t('caption')}
          columns={columns}
          rows={codes.data}
          rowKey={row => row.id}
          rowLabel={row => row.code}
          empty={<Empty {...(mayChange && { action: add })}>{t('empty')}</Empty>}
        />
      )}
      {mayChange && (open || isNew) && (
        <PromoCodeForm
          key={open?.id ?? 'new'}
          promoCode={open}
          onClose={() => change({ id: undefined, action: undefined })}
        />
      )}
    </div>
  )
}

import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Comparison, DuplicateKind } from '#contract/office/duplicates.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { Failure, Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { useNameText } from '#web/words/Name.tsx'
import { type Choices, HangingTable, MergeTable } from '#web/office/duplicates/MergeTable.tsx'
import { Side } from '#web/office/duplicates/sides.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice, Skeleton } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const Account = ({ email }: { email: string | null }) => {
  const t = useTranslations('duplicates.merge')
  const format = useFormat()
  return (
    <p className="mt-2 text-sm text-ink-2 wrap-anywhere">{format.labelled(t('account'), email ?? t('noAccount'))}</p>
  )
}

type MergeProps = {
  kind: DuplicateKind
  keepId: string
  dropId: string
  onSwap: () => void
  onDone: (id: string) => void
  onUndo: (batchId: string) => void
}

const Compared = ({ found, onSwap, onDone, onUndo }: { found: Comparison } & Omit<MergeProps, 'kind'>) => {
  const t = useTranslations('duplicates')
  const nameText = useNameText()
  const may = useMay()
  const write = useWrite('duplicates-merge')
  const [choices, setChoices] = useState<Choices>({})
  const [keep, drop] = found.sides
  const withAccounts = found.of !== 'household' && found.accounts.some(account => account !== null)
  const apply = () => {
    const choose = Object.fromEntries(found.fields.map(({ key, suggested }) => [key, choices[key] ?? suggested]))
    write.start({ of: found.of, keepId: keep.id, dropId: drop.id, choose, mark: found.mark }, ({ id, batchId }) => {
      toast(t('merge.applied', { name: nameText(keep) }), () => onUndo(batchId))
      onDone(id)
    })
  }
  return (
    <div className="grid gap-6">
      <div className="grid items-stretch gap-3 md:grid-cols-[1fr_auto_1fr]">
        <Card title={t('merge.stays')}>
          <Side side={keep} />
          {withAccounts && <Account email={found.accounts[0]} />}
        </Card>
        <Button icon={ArrowLeftRight} onClick={onSwap} className="self-center justify-self-center">
          {t('merge.swap')}
        </Button>
        <Card title={t('merge.goes')}>
          <Side side={drop} />
          {withAccounts && <Account email={found.accounts[1]} />}
        </Card>
      </div>
      {found.obstacles.length > 0 && (
        <Notice alert tone="warn" title={t('merge.obstacles')}>
          <ul className="grid gap-1">
            {found.obstacles.map(({ kind, what }) => (
              <li key={kind}>{t(`obstacle.${kind}`, { what })}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Card title={t('merge.values')}>
        <MergeTable
          comparison={found}
          choices={choices}
          onChoose={(field, side) => setChoices(now => ({ ...now, [field]: side }))}
        />
      </Card>
      <Card title={t('merge.hangs')}>
        <HangingTable comparison={found} />
      </Card>
      {found.notes.length > 0 && (
        <Notice title={t('merge.notes')}>
          <ul className="grid list-disc gap-1 ps-4">
            {found.notes.map(note => (
              <li key={note}>{t(`note.${note}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Failure error={write.error} again={apply} />
      {may('duplicates-merge') === true && (
        <div className="sticky bottom-0 -mx-gutter flex flex-wrap items-center justify-end gap-3 border-t border-line bg-bg px-gutter py-3">
          <p className="min-w-0 flex-1 basis-60 text-sm text-ink-2">{t('merge.swapHint')}</p>
          <Button variant="primary" pending={write.isPending} disabled={found.obstacles.length > 0} onClick={apply}>
            {t('merge.apply')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Two records side by side, the choice between their values, and the button that merges them. */
export const Merge = ({ kind, ...rest }: MergeProps) => {
  const found = useReadLater('duplicates-compare', { of: kind, keepId: rest.keepId, dropId: rest.dropId })
  return (
    <Later
      read={found}
      skeleton={
        <div className="grid gap-4">
          <Skeleton className="h-32" />
          <Skeleton className="h-64" />
        </div>
      }
    >
      {comparison => <Compared key={comparison.sides[0].id} found={comparison} {...rest} />}
    </Later>
  )
}

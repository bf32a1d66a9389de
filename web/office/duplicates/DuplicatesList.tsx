import { useTranslations } from 'use-intl'
import type { DuplicateKind, DuplicatePair } from '#contract/office/duplicates.ts'
import { usePages, useWrite } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { useNameText } from '#web/words/Name.tsx'
import { Side } from '#web/office/duplicates/sides.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Empty, Loading, Skeleton } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'

type ListProps = { kind: DuplicateKind; onCompare: (keepId: string, dropId: string) => void }

const Pair = ({ kind, pair, onCompare }: ListProps & { pair: DuplicatePair }) => {
  const t = useTranslations('duplicates')
  const nameText = useNameText()
  const may = useMay()
  const dismiss = useWrite('duplicates-dismiss')
  const again = useWrite('duplicates-suggest')
  const ids: [string, string] = [pair.one.id, pair.other.id]
  const names = { one: nameText(pair.one), other: nameText(pair.other) }
  const forget = () =>
    dismiss.start({ of: kind, ids }, () => toast(t('dismissed'), () => again.start({ of: kind, ids })))
  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-1">
      <div className="grid gap-4 sm:grid-cols-2">
        <Side side={pair.one} />
        <Side side={pair.other} />
      </div>
      <Failure error={dismiss.error ?? again.error} again={forget} />
      <div className="mt-3 flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <p className="flex min-w-0 flex-1 flex-wrap gap-1.5">
          {pair.reasons.map(reason => (
            <Badge key={reason} tone="info">
              {t(`reasons.${reason}`)}
            </Badge>
          ))}
        </p>
        {may('duplicates-dismiss') === true && (
          <Button
            size="small"
            variant="quiet"
            pending={dismiss.isPending}
            aria-label={t('dismissOf', names)}
            onClick={forget}
          >
            {t('dismiss')}
          </Button>
        )}
        <Button
          size="small"
          variant="primary"
          aria-label={t('compareOf', names)}
          onClick={() => onCompare(pair.one.id, pair.other.id)}
        >
          {t('compare')}
        </Button>
      </div>
    </li>
  )
}

/** Pairs of records that are probably the same, most likely first. */
export const DuplicatesList = ({ kind, onCompare }: ListProps) => {
  const t = useTranslations('duplicates')
  const pages = usePages('duplicates-list', { of: kind })
  return (
    <>
      <p role="status" className="mb-3 text-sm text-ink-2 tabular-nums">
        {pages.total !== undefined && t('count', { n: pages.total })}
      </p>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && (
        <Loading onRetry={pages.again}>
          <div className="grid gap-4">
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </div>
        </Loading>
      )}
      {pages.rows?.length === 0 && <Empty>{t(kind === 'student' ? 'noneStudents' : 'none')}</Empty>}
      <ul className="grid gap-4">
        {pages.rows?.map(pair => (
          <Pair key={`${pair.one.id} ${pair.other.id}`} kind={kind} pair={pair} onCompare={onCompare} />
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </>
  )
}

import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ChangeRequest } from '#contract/people/parents.record.ts'
import { changeRequestMoves } from '#contract/people/parents.record.plain.ts'
import { usePages, useWrite } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { ChangeDiff, useChangeTitle } from '#web/people/parents/ChangeDiff.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const looks = {
  filed: { tone: 'warn', icon: Hourglass },
  approved: { tone: 'good', icon: CircleCheck },
  declined: { tone: 'bad', icon: CircleX },
  withdrawn: { tone: 'neutral', icon: CircleX },
} as const

const Row = ({ request, isWaiting }: { request: ChangeRequest; isWaiting: boolean }) => {
  const t = useTranslations('record.ask')
  const title = useChangeTitle()
  const format = useFormat()
  const firstName = useFirstName()
  const withdraw = useWrite('parents-withdrawChange')
  const { tone, icon: Icon } = looks[request.status]
  return (
    <li className="grid gap-2 py-3">
      <Failure error={withdraw.error} again={() => withdraw.start({ id: request.id })} />
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{title(request)}</span>
        <Badge tone={tone}>
          <Icon size={13} aria-hidden />
          {t(`status.${request.status}`)}
        </Badge>
      </p>
      {isWaiting && <ChangeDiff request={request} />}
      {request.note && <p className="text-sm">{t('note', { note: request.note })}</p>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">
          {t('askedBy', { name: firstName(request.askedBy), day: format.instant(request.askedAt, 'day') })}
        </p>
        {request.isMine && changeRequestMoves[request.status].includes('withdrawn') && (
          <Button
            size="small"
            pending={withdraw.isPending}
            aria-label={t('withdrawOf', { what: title(request) })}
            onClick={() => withdraw.start({ id: request.id }, () => toast(t('withdrawn')))}
          >
            {t('withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}

const Rows = ({ requests, isWaiting = false }: { requests: readonly ChangeRequest[]; isWaiting?: boolean }) => (
  <ul className={isWaiting ? 'divide-y divide-line' : '-mt-2 divide-y divide-line'}>
    {requests.map(request => (
      <Row key={request.id} request={request} isWaiting={isWaiting} />
    ))}
  </ul>
)

/**
 * The changes that the family has requested from the office: pending ones with their diff, and the results of the
 * others. Nothing if it has requested none.
 */
export const RequestsCard = ({ householdId }: { householdId: string }) => {
  const t = useTranslations('record.ask')
  const pages = usePages('parents-requests', { householdId }, { withPage: true })
  const requests = pages.rows ?? []
  const waiting = requests.filter(({ status }) => status === 'filed')
  const answered = requests.filter(({ status }) => status !== 'filed')
  if (requests.length === 0) return <Failure error={pages.error} again={pages.again} />
  return (
    <Card title={waiting.length > 0 ? t('title') : t('answered')}>
      {waiting.length > 0 && (
        <>
          <p className="-mt-2 text-sm text-ink-2">{t('lead')}</p>
          <Rows requests={waiting} isWaiting />
        </>
      )}
      {answered.length > 0 && waiting.length > 0 && (
        <details className="-mb-2">
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">{t('answered')}</summary>
          <Rows requests={answered} />
        </details>
      )}
      {answered.length > 0 && waiting.length === 0 && <Rows requests={answered} />}
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </Card>
  )
}

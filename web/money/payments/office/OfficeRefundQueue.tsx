import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RefundRow } from '#contract/money/payments.refunds.ts'
import { handMethods, officeRefundMoves, refundViews, returningRefunds } from '#contract/money/payments.plain.ts'
import { usePages, useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useFamilyName, useFirstName } from '#web/words/Name.tsx'
import { useCauseText, useMethodText } from '#web/money/payments/shared/chargeText.ts'
import { refundState, refundTones } from '#web/money/payments/RefundList.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'
import { useMails } from '#web/wire/mails.ts'

type Move = 'approved' | 'sent' | 'settled' | 'failed'
const moves = ['failed', 'approved', 'sent', 'settled'] as const
/** The name of a transition: a refund that fails before it was sent is declined. */
const moveKey = <To extends Move>(refund: RefundRow, to: To): To | 'declined' =>
  to === 'failed' && returningRefunds.includes(refund.status) ? 'declined' : to

/** The dialog of the transitions that need details: how the refund was sent, or why it failed or was declined. */
const MoveDialog = ({ refund, to, onClose }: { refund: RefundRow; to: 'sent' | 'failed'; onClose: () => void }) => {
  const t = useTranslations('leavings.refunds')
  const c = useTranslations('cards.refunds')
  const format = useFormat()
  const mails = useMails()
  const methodText = useMethodText()
  const family = useFamilyName()(refund)
  const cards = useReadLater('cards-settings', {}, { enabled: refund.paidBy === 'card' })
  // Only a card payment can be refunded to the card, and only while the school has the key of that account.
  const mayCard = refund.paidBy === 'card' && (cards.data?.keys.secretKey ?? null) !== null
  const methods = mayCard ? (['card', ...handMethods] as const) : handMethods
  const [wanted, setMethod] = useState(refund.method)
  const method = methods.find(each => each === wanted) ?? 'cheque'
  const isToCard = to === 'sent' && method === 'card'
  const [words, setWords] = useState('')
  const isSent = to === 'sent'
  const verb = ({ sent: 'send', failed: 'fail', declined: 'decline' } as const)[moveKey(refund, to)]
  const label = t(isSent ? 'reference' : 'why')
  const form = useForm('payments-moveRefund', () => label)
  const amount = format.money(refund.amountCents)
  return (
    <FormDialog
      title={t(`${verb}Title`, { amount, family })}
      description={
        isToCard ? c('sendHint', { card: refund.paidReference || methodText('card'), mails }) : t(`${verb}Hint`)
      }
      verb={isToCard ? c('sendButton', { amount }) : t(`${verb}Button`, { amount })}
      danger={!isSent}
      form={form}
      onSubmit={() =>
        form.send(
          {
            id: refund.id,
            to,
            reference: isToCard ? refund.paidReference : isSent ? words : '',
            note: isSent ? '' : words,
            ...(isSent && { method }),
          },
          () => {
            toast(isToCard ? c('moved', { amount, family }) : t(`moved.${moveKey(refund, to)}`, { amount, family }))
            onClose()
          },
        )
      }
      onClose={onClose}
    >
      {isSent && (
        <div>
          <Segmented
            label={t('method')}
            value={method}
            onChange={setMethod}
            options={methods.map(value => ({ value, label: methodText(value) }))}
          />
        </div>
      )}
      {isSent && refund.paidBy === 'card' && cards.data && !mayCard && <p className="text-sm text-ink-2">{c('off')}</p>}
      {!isToCard && (
        <Field
          label={label}
          {...(isSent ? { optional: true, hint: t('referenceHint') } : { required: true, hint: t('whyHint') })}
          {...form.field(isSent ? 'reference' : 'note')}
        >
          <Input autoComplete="off" value={words} onChange={event => setWords(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}

const Line = ({ refund, onAsk }: { refund: RefundRow; onAsk: (to: 'sent' | 'failed') => void }) => {
  const t = useTranslations('leavings.refunds')
  const family = useFamilyName()(refund)
  const c = useTranslations('cards.refunds')
  const format = useFormat()
  const first = useFirstName()
  const methodText = useMethodText()
  const causeText = useCauseText()
  const failureText = useFailureText()
  const may = useMay()
  const write = useWrite('payments-moveRefund')
  const amount = format.money(refund.amountCents)
  const cause = causeText(refund.failureCause)
  const failed = cause && refund.failure ? `${cause}${format.aside(refund.failure)}` : cause || refund.failure
  const verb = (to: Move) => (to === 'sent' && refund.method === 'card' ? c('verb') : t(`verbs.${moveKey(refund, to)}`))
  const move = (to: Move) => {
    if (to === 'sent' || to === 'failed') onAsk(to)
    else write.start({ id: refund.id, to, reference: '', note: '' }, () => toast(t(`moved.${to}`, { amount, family })))
  }
  return (
    <li className="grid gap-1 border-b border-line py-3 text-sm first:pt-0 last:border-0">
      <div className="flex items-start justify-between gap-3">
        <Link to="/adminpayment" search={{ family: refund.householdId }} className={`font-semibold ${textLink}`}>
          {family}
        </Link>
        <span className="text-ui font-semibold tabular-nums">{amount}</span>
      </div>
      <p>{first({ name: refund.reason, nativeName: refund.nativeReason })}</p>
      <p className="text-ink-2">
        {t('came', { method: methodText(refund.paidBy), day: format.day(refund.paidOn), number: refund.receiptNumber })}
        {refund.paidBy === 'card' && refund.paidReference && ` · ${refund.paidReference}`}
        {refund.payer && ` · ${first({ name: refund.payer, nativeName: refund.payerNativeName })}`}
      </p>
      <p className="text-ink-2">
        {refund.askedBy
          ? t('askedBy', {
              name: first({ name: refund.askedBy, nativeName: refund.askedByNativeName }),
              at: format.instant(refund.askedAt, 'day'),
            })
          : format.instant(refund.askedAt, 'day')}
        {refund.reference && ` · ${refund.reference}`}
      </p>
      {failed !== '' && (
        <p className={refund.isDeclined ? 'text-ink-2' : 'text-danger-ink'}>{format.labelled(t('why'), failed)}</p>
      )}
      {write.error !== null && (
        <Notice alert tone="danger">
          {failureText(write.error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={refundTones[refundState(refund)]}>{t(`status.${refundState(refund)}`)}</Badge>
        {refund.method === 'card' && refund.status === 'sent' && <span className="text-ink-2">{c('bank')}</span>}
        {may('payments-moveRefund') === true && (
          <div className="flex flex-wrap gap-2">
            {moves
              .filter(to => officeRefundMoves(refund).includes(to))
              .map(to => (
                <Button
                  // After an approval, the next step takes the place and the focus of the button.
                  key={to === 'failed' ? to : 'onward'}
                  size="small"
                  variant={to === 'failed' ? 'quiet' : 'primary'}
                  pending={to !== 'failed' && write.isPending}
                  aria-label={t('verbOf', { verb: verb(to), family })}
                  onClick={() => move(to)}
                >
                  {verb(to)}
                </Button>
              ))}
          </div>
        )}
      </div>
    </li>
  )
}

/** The queue of refunds: requested, under way, and finished. */
export const OfficeRefundQueue = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('leavings.refunds')
  const format = useFormat()
  const [url, change] = useUrlState()
  const view = refundViews.find(each => each === url['refunds']) ?? 'open'
  const pages = usePages('payments-refunds', { view })
  const [asking, setAsking] = useState<{ refund: RefundRow; to: 'sent' | 'failed' } | null>(null)
  const counts = pages.first?.counts
  return (
    <>
      <SidePanel open onClose={onClose} title={t('title')} description={t('hint')}>
        <Tabs
          label={t('title')}
          value={view}
          onChange={next => change({ refunds: next === 'open' ? undefined : next }, { replace: true })}
          tabs={refundViews.map(key => ({
            key,
            label:
              counts && key !== 'over'
                ? `${t(`views.${key}`)}${format.aside(format.number(counts[key]))}`
                : t(`views.${key}`),
          }))}
        />
        <div className="mt-4">
          {view === 'open' && (pages.first?.openCents ?? 0) > 0 && (
            <p className="mb-3 font-semibold">{t('openSum', { amount: format.money(pages.first?.openCents ?? 0) })}</p>
          )}
          <Failure error={pages.error} again={pages.again} />
          {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
          {pages.rows?.length === 0 && <p className="text-ink-2">{t(`none.${view}`)}</p>}
          <ul>
            {pages.rows?.map(refund => (
              <Line key={refund.id} refund={refund} onAsk={to => setAsking({ refund, to })} />
            ))}
          </ul>
          <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
        </div>
      </SidePanel>
      {asking && <MoveDialog {...asking} onClose={() => setAsking(null)} />}
    </>
  )
}

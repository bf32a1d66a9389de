import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { Ledger, LedgerEntry } from '#contract/payments.ts'
import { useReadLater } from '#web/call.ts'
import { Later } from '#web/Later.tsx'
import { ButtonLink } from '#web/link.tsx'
import { Part } from '#web/record.tsx'
import { OfficeBounce } from '#web/slices/payments/OfficeBounce.tsx'
import { OfficeEntries } from '#web/slices/payments/OfficeEntries.tsx'
import { OfficeReceiptLink } from '#web/slices/payments/OfficeReceiptLink.tsx'
import { OfficeRecordPayment } from '#web/slices/payments/OfficeRecordPayment.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/useFormat.ts'

type Recorded = Output<'payments-record'> & { amountCents: number }

/** What a payment that was just recorded did. */
const Saved = ({ of, onAnother }: { of: Recorded; onAnother: () => void }) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  return (
    <div role="status">
      <Notice
        tone="good"
        title={t('saved', { amount: format.money(of.amountCents), number: of.receiptNumber })}
        action={
          <div className="flex flex-wrap items-center gap-3">
            <OfficeReceiptLink paymentId={of.paymentId} number={of.receiptNumber} button />
            <Button size="small" onClick={onAnother}>
              {t('another')}
            </Button>
          </div>
        }
      >
        <p>
          {t('savedCovers', { amount: format.money(of.allocatedCents) })}{' '}
          {of.balanceCents > 0
            ? t('stillOwes', { amount: format.money(of.balanceCents) })
            : of.balanceCents < 0
              ? t('becameCredit', { amount: format.money(-of.balanceCents) })
              : t('settled')}
        </p>
      </Notice>
    </div>
  )
}

const Balance = ({ ledger }: { ledger: Ledger }) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  const { balanceCents } = ledger
  return (
    <div>
      <p className="text-sm text-ink-2">
        {t(balanceCents > 0 ? 'owes' : balanceCents < 0 ? 'hasCredit' : 'owesNothing')}
      </p>
      <p className={classes('display text-2xl tabular-nums', balanceCents > 0 && 'text-marigold-ink')}>
        {format.money(Math.abs(balanceCents))}
      </p>
    </div>
  )
}

const invoiceTones: Record<Ledger['invoices'][number]['status'], Tone> = {
  draft: 'neutral',
  issued: 'info',
  'partly-paid': 'warn',
  paid: 'good',
  overdue: 'bad',
  cancelled: 'neutral',
}

const Invoices = ({ ledger }: { ledger: Ledger }) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  return (
    <ul className="grid text-sm">
      {ledger.invoices.map(invoice => (
        <li
          key={invoice.id}
          className="flex items-start justify-between gap-3 border-b border-line py-2 first:pt-0 last:border-0"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {invoice.number}
              <Badge tone={invoiceTones[invoice.status]}>{t(`invoice.${invoice.status}`)}</Badge>
            </p>
            <p className="text-ink-2">{t('invoiceOf', { term: invoice.term, day: format.day(invoice.dueOn) })}</p>
          </div>
          <div className="shrink-0 text-end tabular-nums">
            <p className="font-medium">{format.money(invoice.totalCents)}</p>
            {invoice.paidCents > 0 && invoice.paidCents < invoice.totalCents && (
              <p className="text-ink-2">{t('paidOf', { amount: format.money(invoice.paidCents) })}</p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** One family's account: what it owes, a payment in three fields, invoices and every entry. */
export const OfficeFamilyAccount = ({ householdId, onClose }: { householdId: string; onClose: () => void }) => {
  const t = useTranslations('adminPayment')
  const found = useReadLater('payments-ledger', { householdId })
  const [recorded, setRecorded] = useState<Recorded | null>(null)
  const [reversed, setReversed] = useState('')
  const [bouncing, setBouncing] = useState<LedgerEntry | null>(null)
  const ledger = found.data?.[0]
  return (
    <>
      <SidePanel
        open
        onClose={onClose}
        title={ledger?.household ?? t('account')}
        {...(ledger && {
          actions: (
            <ButtonLink to="/adminparent" search={{ id: householdId }}>
              {t('toFamily')}
            </ButtonLink>
          ),
        })}
      >
        <Later of={found}>
          {([of]) =>
            of === undefined ? (
              <p className="text-ink-2">{t('noAccount')}</p>
            ) : (
              <div className="grid gap-6">
                <div className="grid gap-4">
                  <Balance ledger={of} />
                  <div role="status" className="empty:hidden">
                    {reversed && <Notice tone="good">{reversed}</Notice>}
                  </div>
                </div>
                {recorded ? (
                  <Saved of={recorded} onAnother={() => setRecorded(null)} />
                ) : (
                  <OfficeRecordPayment
                    ledger={of}
                    onRecorded={(answer, amountCents) => {
                      setReversed('')
                      setRecorded({ ...answer, amountCents })
                    }}
                  />
                )}
                {of.invoices.length > 0 && (
                  <Part title={t('invoices')}>
                    <Invoices ledger={of} />
                  </Part>
                )}
                <Part title={t('entries')}>
                  <OfficeEntries entries={of.entries} onBounce={setBouncing} />
                </Part>
              </div>
            )
          }
        </Later>
      </SidePanel>
      {bouncing && (
        <OfficeBounce
          entry={bouncing}
          onClose={() => setBouncing(null)}
          onBounced={said => {
            setRecorded(null)
            setReversed(said)
            setBouncing(null)
          }}
        />
      )}
    </>
  )
}

import { CreditCard, Printer } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Ledger } from '#contract/money/payments.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { textLink } from '#web/routing/link.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { PayingWays } from '#web/school/config/shared/PayingWays.tsx'
import { useSchool } from '#web/wire/school.ts'
import { CheckoutNotice, FollowedCheckout } from '#web/money/cards/CheckoutState.tsx'
import { DueList } from '#web/money/payments/DueList.tsx'
import { useChargeText } from '#web/money/payments/shared/chargeText.ts'
import { LedgerList } from '#web/money/payments/LedgerList.tsx'
import { ReceiptLink } from '#web/money/payments/ReceiptLink.tsx'
import { RefundList } from '#web/money/payments/RefundList.tsx'
import { RequestRefund } from '#web/money/payments/RequestRefund.tsx'
import { StatementForm } from '#web/money/payments/StatementForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'

// Most visits only look.
const PayByCard = withPage(() => import('#web/money/cards/PayByCard.tsx').then(module => module.PayByCard))

type Invoice = Ledger['invoices'][number]

const tones: Record<Invoice['status'], Tone> = {
  draft: 'neutral',
  issued: 'info',
  'partly-paid': 'warn',
  paid: 'good',
  overdue: 'bad',
  cancelled: 'neutral',
}

/** The button that leads to the card, where the school takes any and something is due; the address keeps it open. */
const CardButton = ({ ledger }: { ledger: Ledger }) => {
  const t = useTranslations('cards')
  const first = useFirstName()
  const chargeText = useChargeText()
  const [url, change] = useUrlState()
  const { data: mine } = useReadLater('cards-mine', {}, { withPage: true })
  const dueCents = ledger.balanceCents + ledger.returningCents
  if (!mine?.isOn || dueCents <= 0) return null
  const named = (charge: Ledger['open'][number]) =>
    [chargeText(charge), first({ name: charge.student, nativeName: charge.studentNativeName })]
      .filter(Boolean)
      .join(' · ')
  return (
    <div data-noprint className="mt-4">
      <Button variant="primary" icon={CreditCard} onClick={() => change({ pay: ledger.householdId })}>
        {t('pay')}
      </Button>
      {(url['pay'] === ledger.householdId || url['pay'] === 'all') && (
        <Suspense>
          <PayByCard
            ledger={ledger}
            isTest={mine.isTest}
            chargeText={named}
            onClose={() => change({ pay: undefined }, { replace: true })}
          />
        </Suspense>
      )}
    </div>
  )
}

const receiptOf = ({ id, number }: { id: string; number: string }) => <ReceiptLink id={id} number={number} />

/** Payments by card that are on their way: the one that the address names, and those on which a bank takes its time. */
const CardsOnTheWay = () => {
  const [{ card, back }, change] = useUrlState()
  const { data: mine } = useReadLater('cards-mine', {}, { withPage: true })
  const others = mine?.waiting.filter(({ id }) => id !== card) ?? []
  if (!card && others.length === 0) return null
  return (
    <div data-noprint className="mb-4 grid gap-3">
      {card && (
        <FollowedCheckout
          id={card}
          isBack={back === 'done'}
          receiptOf={receiptOf}
          onClose={() => change({ card: undefined, back: undefined }, { replace: true })}
        />
      )}
      {others.map(each => (
        <CheckoutNotice key={each.id} checkout={each} isBack={false} receiptOf={receiptOf} />
      ))}
    </div>
  )
}

/** What is open, until when, and what lies ready for the next time. */
const Balance = ({ ledger }: { ledger: Ledger }) => {
  const t = useTranslations('paymentHistory')
  const r = useTranslations('leavings.refunds')
  const format = useFormat()
  const today = useSchool()?.today ?? ''
  const kept = ledger.creditCents - ledger.returningCents
  // Nothing is due beside it, and nobody has asked for it back yet.
  const free = Math.min(ledger.creditCents, -ledger.balanceCents) - ledger.returningCents
  const dueOn = ledger.open[0]?.dueOn
  const isOverdue = dueOn !== undefined && dueOn < today
  return (
    <section data-card className="rounded-xl border border-line bg-surface p-5 shadow-2 print:shadow-none">
      {ledger.balanceCents > 0 ? (
        <>
          <p className="text-sm text-ink-2">{t('due')}</p>
          <p className="display text-3xl tabular-nums">{format.money(ledger.balanceCents)}</p>
          {dueOn && (
            <p className={isOverdue ? 'mt-1 font-semibold text-danger-ink' : 'mt-1 font-semibold text-marigold-ink'}>
              {t(isOverdue ? 'wasDueOn' : 'dueOn', { day: format.day(dueOn, 'long') })}
            </p>
          )}
        </>
      ) : (
        <p className="display text-xl">{t('nothingDue')}</p>
      )}
      {kept > 0 && <p className="mt-2 text-ink-2">{t('credit', { amount: format.money(kept) })}</p>}
      {ledger.returningCents > 0 && (
        <p className="mt-2 text-ink-2">{r('creditHere', { amount: format.money(ledger.returningCents) })}</p>
      )}
      {free > 0 && (
        <div data-noprint>
          <RequestRefund householdId={ledger.householdId} freeCents={free} />
        </div>
      )}
      <CardButton ledger={ledger} />
    </section>
  )
}

/** Where money goes that is not paid by card: whom to bring or send it to. */
const HowToPay = () => {
  const t = useTranslations('paymentHistory')
  const school = useSchool()?.school
  const { data: ways } = useReadLater('payments-ways', {}, { withPage: true })
  if (!school || !ways) return null
  const { email, phone, address, name } = school
  const isSaid = [ways.payableTo, ways.chequeTo, ways.transfer, ways.nativeTransfer, ways.cash, ways.nativeCash].some(
    text => text !== '',
  )
  return (
    <Card title={t('how')}>
      {isSaid ? (
        <PayingWays ways={ways} />
      ) : (
        <ul className="grid list-disc gap-1.5 ps-5">
          <li>{t('cheque', { school: name })}</li>
          <li>{t('cash')}</li>
          <li>{t('transfer')}</li>
        </ul>
      )}
      {(email || phone || address) && (
        <address className="mt-4 grid gap-1 border-t border-line pt-3 text-sm not-italic">
          <span className="font-semibold">{t('office')}</span>
          {address && <span className="text-ink-2">{address}</span>}
          {phone && (
            <a href={`tel:${phone}`} className={`inline-flex min-h-11 items-center justify-self-start ${textLink}`}>
              {phone}
            </a>
          )}
          {email && (
            <a
              href={`mailto:${email}`}
              className={`inline-flex min-h-11 items-center justify-self-start wrap-anywhere ${textLink}`}
            >
              {email}
            </a>
          )}
        </address>
      )}
    </Card>
  )
}

const Invoices = ({ invoices }: { invoices: readonly Invoice[] }) => {
  const first = useFirstName()
  const t = useTranslations('paymentHistory')
  const format = useFormat()
  return (
    <Card title={t('invoices')}>
      <ul className="-my-3 divide-y divide-line">
        {invoices.map(invoice => (
          <li key={invoice.id} className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{first({ name: invoice.term, nativeName: invoice.termNativeName })}</p>
              <p className="text-sm text-ink-2">
                {invoice.number} · {t('issuedOn', { day: format.day(invoice.issuedOn) })}
              </p>
              {invoice.paidCents < invoice.totalCents && (
                <p className="text-sm text-ink-2">
                  {t('dueShort', { day: format.day(invoice.dueOn) })}
                  {invoice.paidCents > 0 && ` · ${t('paidOf', { amount: format.money(invoice.paidCents) })}`}
                </p>
              )}
            </div>
            <div className="grid justify-items-end gap-1">
              <span className="font-semibold tabular-nums">{format.money(invoice.totalCents)}</span>
              <Badge tone={tones[invoice.status]}>{t(`status.${invoice.status}`)}</Badge>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Household = ({ ledger, isOne }: { ledger: Ledger; isOne: boolean }) => {
  const t = useTranslations('paymentHistory')
  const p = useTranslations('payments')
  const r = useTranslations('leavings.refunds')
  return (
    <section className="grid gap-4">
      {!isOne && <h2 className="text-xl">{ledger.household}</h2>}
      <Balance ledger={ledger} />
      {ledger.open.length > 0 && (
        <Card title={p('due.title')}>
          <DueList open={ledger.open} />
        </Card>
      )}
      {ledger.refunds.length > 0 && (
        <Card title={r('family')}>
          <RefundList refunds={ledger.refunds} />
        </Card>
      )}
      {ledger.invoices.length > 0 && <Invoices invoices={ledger.invoices} />}
      {ledger.entries.length > 0 ? (
        <Card title={t('ledger')} className="break-inside-auto!">
          <LedgerList entries={ledger.entries} />
        </Card>
      ) : (
        <Empty>{t('noEntries')}</Empty>
      )}
    </section>
  )
}

const Statement = ({ ledger, isOne }: { ledger: Ledger; isOne: boolean }) => {
  const t = useTranslations('payments.statement')
  return (
    <Card title={isOne ? t('title') : `${t('title')}, ${ledger.household}`}>
      <p className="mb-3 text-sm text-ink-2">{t('hint')}</p>
      <StatementForm householdId={ledger.householdId} />
    </Card>
  )
}

/** What the family owes and has paid, with receipts and statements. */
export default function PaymentHistory() {
  const t = useTranslations('paymentHistory')
  const ledgers = useRead('payments-ledger', {})
  return (
    <Page
      board
      title={t('title')}
      actions={
        <Button variant="board" icon={Printer} onClick={() => print()}>
          {t('print')}
        </Button>
      }
    >
      <CardsOnTheWay />
      {ledgers.length === 0 ? (
        <Empty>{t('noHousehold')}</Empty>
      ) : (
        <div className="grid items-start gap-4 min-[56.25rem]:grid-cols-[5fr_3fr] print:block">
          <div className="grid gap-10">
            {ledgers.map(ledger => (
              <Household key={ledger.householdId} ledger={ledger} isOne={ledgers.length === 1} />
            ))}
          </div>
          <div data-noprint className="grid gap-4">
            <HowToPay />
            {ledgers.map(ledger => (
              <Statement key={ledger.householdId} ledger={ledger} isOne={ledgers.length === 1} />
            ))}
          </div>
        </div>
      )}
    </Page>
  )
}

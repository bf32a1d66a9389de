import { Printer } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { Ledger } from '#contract/money/payments.ts'
import { dueOf } from '#rules/ledger.ts'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { useSchool, useSchoolName } from '#web/wire/school.ts'
import { useFamilyName } from '#web/words/Name.tsx'
import { CardButtons } from '#web/money/cards/CardButtons.tsx'
import { CheckoutNotice, FollowedCheckout } from '#web/money/cards/CheckoutState.tsx'
import { DueList } from '#web/money/payments/DueList.tsx'
import { HowToPay } from '#web/money/payments/HowToPay.tsx'
import { Invoices } from '#web/money/payments/Invoices.tsx'
import { LedgerList } from '#web/money/payments/LedgerList.tsx'
import { ReceiptLink } from '#web/money/payments/ReceiptLink.tsx'
import { RefundList } from '#web/money/payments/RefundList.tsx'
import { RequestRefund } from '#web/money/payments/RequestRefund.tsx'
import { StatementForm } from '#web/money/payments/StatementForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'

const receiptOf = ({ id, number }: { id: string; number: string }) => <ReceiptLink id={id} number={number} />

/** Card payments in progress: the one that the address names, and those that a bank is still processing. */
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

/** The balance due and its due date, or the family's credit. */
const Balance = ({ ledger }: { ledger: Ledger }) => {
  const t = useTranslations('paymentHistory')
  const r = useTranslations('leavings.refunds')
  const format = useFormat()
  const today = useSchool()?.today ?? ''
  const dueCents = dueOf(ledger)
  const kept = ledger.creditCents - ledger.returningCents
  // The credit that isn't needed for charges and that no one has asked to be refunded.
  const free = Math.min(kept, -dueCents)
  const dueOn = ledger.open[0]?.dueOn
  const isOverdue = dueOn !== undefined && dueOn < today
  const late = ledger.open.reduce((sum, each) => sum + (each.dueOn < today ? each.openCents : 0), 0)
  return (
    <section data-card className="rounded-xl border border-line bg-surface p-5 shadow-2 print:shadow-none">
      {dueCents > 0 ? (
        <>
          <p className="text-sm text-ink-2">{t('due')}</p>
          <p className="display text-3xl tabular-nums">{format.money(dueCents)}</p>
          {dueOn && (
            <p className={isOverdue ? 'mt-1 font-semibold text-danger-ink' : 'mt-1 font-semibold text-marigold-ink'}>
              {t(isOverdue ? 'wasDueOn' : 'dueOn', {
                amount: format.money(Math.min(late, dueCents)),
                day: format.day(dueOn, 'long'),
              })}
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
      <CardButtons ledger={ledger} />
    </section>
  )
}

const Household = ({ ledger, isOne }: { ledger: Ledger; isOne: boolean }) => {
  const t = useTranslations('paymentHistory')
  const p = useTranslations('payments')
  const r = useTranslations('leavings.refunds')
  const format = useFormat()
  const familyName = useFamilyName()
  const school = useSchoolName(useLocale())
  const { today } = useSchool() ?? {}
  return (
    <section className="grid gap-4">
      {/* On paper, each account shows its family, its school and the date. */}
      <p className="hidden print:block">
        {school} · {today && format.day(today, 'long')}
      </p>
      <h2 className={classes('text-xl', isOne && 'hidden print:block')}>{familyName(ledger)}</h2>
      <Balance ledger={ledger} />
      {dueOf(ledger) > 0 && (
        <div data-noprint>
          <HowToPay ledger={ledger} />
        </div>
      )}
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
  const familyName = useFamilyName()
  const format = useFormat()
  return (
    <Card title={format.parts([t('title'), !isOne && familyName(ledger)])}>
      <p className="mb-3 text-sm text-ink-2">{t('hint')}</p>
      <StatementForm householdId={ledger.householdId} />
    </Card>
  )
}

/** The charges and payments of the family, with receipts and statements. */
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
        <div className="grid items-start gap-4 min-[56.25rem]:grid-cols-[5fr_3fr]">
          <div className="grid gap-10">
            {ledgers.map(ledger => (
              <Household key={ledger.householdId} ledger={ledger} isOne={ledgers.length === 1} />
            ))}
          </div>
          <div data-noprint className="grid gap-4">
            {ledgers.map(ledger => (
              <Statement key={ledger.householdId} ledger={ledger} isOne={ledgers.length === 1} />
            ))}
          </div>
        </div>
      )}
    </Page>
  )
}

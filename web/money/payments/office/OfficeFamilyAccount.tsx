import { Download } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Ledger, LedgerEntry } from '#contract/money/payments.ts'
import { dueOf } from '#rules/ledger.ts'
import { call, useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Part } from '#web/records/record.tsx'
import { DueList } from '#web/money/payments/DueList.tsx'
import { LedgerList } from '#web/money/payments/LedgerList.tsx'
import { OfficeApply } from '#web/money/payments/office/OfficeApply.tsx'
import { OfficeCorrect } from '#web/money/payments/office/OfficeCorrect.tsx'
import { actionsOf, OfficeEntryMenu, type EntryAction } from '#web/money/payments/office/OfficeEntryMenu.tsx'
import { OfficeRecordPayment } from '#web/money/payments/office/OfficeRecordPayment.tsx'
import { OfficeRecorded, type Recorded } from '#web/money/payments/office/OfficeRecorded.tsx'
import { OfficeRefund } from '#web/money/payments/office/OfficeRefund.tsx'
import { RefundList } from '#web/money/payments/RefundList.tsx'
import { StatementForm } from '#web/money/payments/StatementForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog, SidePanel } from '#web/ui/Dialog.tsx'
import { invoiceTones } from '#web/money/payments/shared/invoiceTones.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useFamilyName, useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const Balance = ({ ledger }: { ledger: Ledger }) => {
  const t = useTranslations('adminPayment')
  const officeText = useTranslations('officeWords')
  const format = useFormat()
  const dueCents = dueOf(ledger)
  const creditCents = ledger.creditCents - ledger.returningCents
  return (
    <div>
      <p className="text-sm text-ink-2">{t(dueCents > 0 ? 'owes' : dueCents < 0 ? 'hasCredit' : 'owesNothing')}</p>
      <p className={classes('display text-2xl tabular-nums', dueCents > 0 && 'text-marigold-ink')}>
        {format.money(Math.abs(dueCents))}
      </p>
      {creditCents > 0 && dueCents > -creditCents && (
        <p className="text-sm text-ink-2">{officeText('credit', { amount: format.money(creditCents) })}</p>
      )}
      {ledger.returningCents > 0 && (
        <p className="text-sm text-ink-2">{officeText('returning', { amount: format.money(ledger.returningCents) })}</p>
      )}
    </div>
  )
}

const Invoices = ({ ledger }: { ledger: Ledger }) => {
  const first = useFirstName()
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
            <p className="text-ink-2">
              {t('invoiceOf', {
                term: first({ name: invoice.term, nativeName: invoice.termNativeName }),
                day: format.day(invoice.dueOn),
              })}
            </p>
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

type News = { text: string; tone: 'good' | 'danger'; undo?: () => void }

/** Removes a payment's allocations at once, with undo. */
const useUnapply = (tell: (news: News) => void) => {
  const t = useTranslations('payments.apply')
  const format = useFormat()
  const failureText = useFailureText()
  const off = useWrite('payments-unapply')
  const on = useWrite('payments-apply')
  return async (entry: LedgerEntry): Promise<void> => {
    const paymentId = entry.id
    try {
      const covered = await call('payments-covered', { paymentId })
      const { creditCents } = await off.send({ paymentId })
      const to = covered.map(({ id, amountCents }) => ({ chargeId: id, amountCents }))
      const undo = () => on.start({ paymentId, to }, () => tell({ text: t('putBack'), tone: 'good' }))
      tell({ text: t('takenOff', { amount: format.money(creditCents) }), tone: 'good', undo })
    } catch (error) {
      tell({ text: failureText(error), tone: 'danger' })
    }
  }
}

type Chosen = { action: EntryAction; entry: LedgerEntry }
type OfficeFamilyAccountProps = {
  householdId: string
  /** The result of an action elsewhere on this family. */
  news?: string | undefined
  onClose: () => void
  onCharge: () => void
  onRemind: (family: string) => void
}

/** One family's account: what it owes, a payment in three fields, what is due, and every entry with its actions. */
export const OfficeFamilyAccount = ({ householdId, news, onClose, onCharge, onRemind }: OfficeFamilyAccountProps) => {
  const text = useUiText()
  const t = useTranslations('adminPayment')
  const p = useTranslations('payments')
  const r = useTranslations('leavings.refunds')
  const language = useLocale()
  const familyName = useFamilyName()
  const found = useReadLater('payments-ledger', { householdId })
  const mayWrite = useMay()('payments-record') === true
  const [recorded, setRecorded] = useState<Recorded | null>(null)
  const [isAnother, setAnother] = useState(false)
  const [message, setMessage] = useState<News | null>(news ? { text: news, tone: 'good' } : null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const ledger = found.data?.[0]
  const tell = (what: News) => {
    setRecorded(null)
    setMessage(what)
    setChosen(null)
  }
  const unapply = useUnapply(tell)
  const choose = (entry: LedgerEntry) => (action: EntryAction) => {
    if (action === 'unapply') void unapply(entry)
    else setChosen({ action, entry })
  }
  // A correction has the id of the entry that it undoes. The chosen entry may have been changed by someone else since.
  const entry = chosen && ledger?.entries.find(({ id, kind }) => id === chosen.entry.id && kind === chosen.entry.kind)
  const step = chosen &&
    ledger &&
    entry &&
    actionsOf(entry, ledger).includes(chosen.action) && {
      action: chosen.action,
      entry,
      ledger,
      onClose: () => setChosen(null),
      onDone: (what: string) => tell({ text: what, tone: 'good' }),
    }
  return (
    <>
      <SidePanel
        open
        onClose={onClose}
        title={ledger ? familyName(ledger) : t('account')}
        {...(ledger &&
          mayWrite && {
            actions: (
              <>
                {dueOf(ledger) > 0 && <Button onClick={() => onRemind(familyName(ledger))}>{p('menu.remind')}</Button>}
                <Button onClick={onCharge}>{p('list.chargeThese')}</Button>
              </>
            ),
          })}
      >
        <Later read={found}>
          {([of]) =>
            of === undefined ? (
              <p className="text-ink-2">{t('noAccount')}</p>
            ) : (
              <div className="grid gap-6">
                {/* Visible even if the person has scrolled down to an entry. */}
                <div role="status" className="sticky -top-2 z-10 -mb-2 empty:hidden">
                  {message && (
                    <Notice
                      tone={message.tone}
                      {...(message.undo && {
                        action: (
                          <Button size="small" onClick={message.undo}>
                            {text.undo}
                          </Button>
                        ),
                      })}
                    >
                      {message.text}
                    </Notice>
                  )}
                </div>
                <div className="flex items-start justify-between gap-4">
                  <Balance ledger={of} />
                  <Link to="/adminparent" search={{ id: householdId }} className={classes('text-sm', textLink)}>
                    {p('menu.family')}
                  </Link>
                </div>
                {!mayWrite ? null : recorded ? (
                  <OfficeRecorded
                    recorded={recorded}
                    another={t('another')}
                    onAnother={() => {
                      setRecorded(null)
                      setAnother(true)
                    }}
                  />
                ) : (
                  <OfficeRecordPayment
                    ledger={of}
                    startsInAmount={isAnother}
                    onRecorded={(answer, amountCents) => {
                      setMessage(null)
                      setRecorded({ ...answer, amountCents })
                    }}
                  />
                )}
                {of.open.length > 0 && (
                  <Part title={p('due.title')}>
                    <DueList open={of.open} />
                  </Part>
                )}
                <Part
                  title={t('entries')}
                  aside={
                    <a
                      href={`/files/ledger/${householdId}.csv?lang=${language}`}
                      download
                      className={classes('inline-flex items-center gap-1.5 text-sm', textLink)}
                    >
                      <Download size={16} aria-hidden />
                      {p('menu.csv')}
                    </a>
                  }
                >
                  {of.entries.length === 0 ? (
                    <p className="text-sm text-ink-2">{t('noEntries')}</p>
                  ) : (
                    <LedgerList
                      entries={of.entries}
                      menuOf={entry =>
                        mayWrite && <OfficeEntryMenu entry={entry} ledger={of} onChoose={choose(entry)} />
                      }
                    />
                  )}
                </Part>
                {of.refunds.length > 0 && (
                  <Part title={r('family')}>
                    <RefundList refunds={of.refunds} />
                  </Part>
                )}
                {of.invoices.length > 0 && (
                  <Part title={t('invoices')}>
                    <Invoices ledger={of} />
                  </Part>
                )}
                <div data-noprint>
                  <Part title={p('statement.title')}>
                    <StatementForm householdId={householdId} />
                  </Part>
                </div>
              </div>
            )
          }
        </Later>
      </SidePanel>
      {step && (step.action === 'reverse' || step.action === 'bounce' || step.action === 'void') && (
        <OfficeCorrect how={step.action} {...step} />
      )}
      {step && step.action === 'refund' && <OfficeRefund {...step} />}
      {step && step.action === 'apply' && <OfficeApply {...step} />}
      {chosen && ledger && !step && (
        <Dialog
          open
          onClose={() => setChosen(null)}
          title={p('correct.changedTitle')}
          description={p('correct.changedText')}
          actions={<Button onClick={() => setChosen(null)}>{text.close}</Button>}
        />
      )}
    </>
  )
}

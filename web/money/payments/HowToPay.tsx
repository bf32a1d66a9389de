import { Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Ledger } from '#contract/money/payments.ts'
import { dueOf } from '#rules/ledger.ts'
import { textLink } from '#web/routing/link.tsx'
import { PayingWays } from '#web/school/config/shared/PayingWays.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { Card } from '#web/ui/Page.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { useSchool } from '#web/wire/school.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { phoneHref } from '#web/ui/phoneHref.ts'

/** A value to write on a check or into a transfer, with a copy button. */
const Copied = ({ label, value }: { label: string; value: string }) => {
  const t = useTranslations('paymentHistory')
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-2">
      <p className="min-w-0">
        <span className="block text-sm text-ink-2">{label}</span>
        <span className="font-semibold wrap-anywhere tabular-nums">{value}</span>
      </p>
      <Button
        size="small"
        icon={Copy}
        aria-label={t('copyOf', { what: label })}
        onClick={() => copyText(value, t('copied', { what: label }))}
      >
        {t('copy')}
      </Button>
    </li>
  )
}

/** The ways to pay without a card: the amount and due date, the reference, the payee, and where to bring or send it. */
export const HowToPay = ({ ledger }: { ledger: Ledger }) => {
  const t = useTranslations('paymentHistory')
  const school = useSchool()?.school
  const format = useFormat()
  const { data: ways } = useReadLater('payments-ways', {}, { withPage: true })
  if (!school || !ways) return null
  const { email, phone, address, name } = school
  const isSaid = [ways.payableTo, ways.chequeTo, ways.transfer, ways.nativeTransfer, ways.cash, ways.nativeCash].some(
    text => text !== '',
  )
  const dueCents = dueOf(ledger)
  const numbers = [...new Set(ledger.open.flatMap(({ invoiceNumber }) => invoiceNumber ?? []))]
  const reference = [ledger.household, ...numbers].join(' · ')
  return (
    <Card title={t('how')}>
      <ul className="-mt-2 mb-4">
        <Copied label={t('amount')} value={format.money(dueCents)} />
        <Copied label={t('reference')} value={reference} />
        {ways.payableTo && <Copied label={t('payee')} value={ways.payableTo} />}
      </ul>
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
            <a href={phoneHref(phone)} className={`inline-flex min-h-11 items-center justify-self-start ${textLink}`}>
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

import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ledger } from '#contract/money/payments.ts'
import type { Output } from '#contract/index.ts'
import { useFamilyName, useNameText } from '#web/words/Name.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { OfficeRecorded, type Recorded } from '#web/money/payments/office/OfficeRecorded.tsx'
import { OfficeRecordPayment } from '#web/money/payments/office/OfficeRecordPayment.tsx'
import { Failure, Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { searchWith } from '#web/routing/urlState.ts'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Family = Output<'payments-households'>['rows'][number]
const shownAtMost = 8

/** Finds the family that has paid, with the balance of each; the best matches come first. */
const FamilySearch = ({ isAgain, onChoose }: { isAgain: boolean; onChoose: (family: Family) => void }) => {
  const t = useTranslations('received.receive')
  const format = useFormat()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const familyName = useFamilyName()
  const nameText = useNameText()
  const found = useReadLater('payments-households', { search, sort: 'fit' }, { enabled: search !== '' })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAgain) place.current?.querySelector('input')?.focus()
  }, [isAgain])
  const rows = search === '' ? [] : (found.data?.rows ?? []).slice(0, shownAtMost)
  const balance = ({ balanceCents }: Family): string =>
    balanceCents > 0
      ? t('owes', { amount: format.money(balanceCents) })
      : balanceCents < 0
        ? t('credit', { amount: format.money(-balanceCents) })
        : t('even')
  return (
    <div ref={place} className="grid gap-2">
      <SearchInput
        label={t('search')}
        placeholder={t('search')}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Failure error={found.error} again={() => void found.refetch()} />
      <div role="status" className="empty:hidden">
        {search !== '' && found.data?.rows.length === 0 && !found.isPlaceholderData && (
          <p className="text-sm text-ink-2">{t('none', { search })}</p>
        )}
      </div>
      <ul>
        {rows.map(row => (
          <li key={row.householdId} className="border-b border-line last:border-0">
            <button
              type="button"
              onClick={() => onChoose(row)}
              className="flex min-h-14 w-full items-center justify-between gap-3 rounded-md px-2 py-2 text-start hover:bg-sunken"
            >
              <span className="min-w-0">
                <span className="block font-semibold">{familyName(row)}</span>
                <span className="block text-sm text-ink-2">{format.list(row.guardians.map(nameText))}</span>
              </span>
              <span className="shrink-0 text-sm tabular-nums">{balance(row)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Receiving = ({ ledger, onOther }: { ledger: Ledger; onOther: () => void }) => {
  const t = useTranslations('received.receive')
  const familyName = useFamilyName()
  const [recorded, setRecorded] = useState<Recorded | null>(null)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="display text-lg">{familyName(ledger)}</p>
        {recorded ? (
          <Link
            to="/adminpayment"
            search={searchWith({ do: undefined, family: ledger.householdId })}
            className={textLink}
          >
            {t('account')}
          </Link>
        ) : (
          <Button size="small" onClick={onOther}>
            {t('change')}
          </Button>
        )}
      </div>
      {recorded ? (
        <OfficeRecorded recorded={recorded} another={t('next')} onAnother={onOther} />
      ) : (
        <OfficeRecordPayment
          ledger={ledger}
          startsInAmount
          onRecorded={(answer, amountCents) => setRecorded({ ...answer, amountCents })}
        />
      )}
    </div>
  )
}

const Account = ({ householdId, onOther }: { householdId: string; onOther: () => void }) => {
  const found = useReadLater('payments-ledger', { householdId })
  return <Later read={found}>{([ledger]) => ledger && <Receiving ledger={ledger} onOther={onOther} />}</Later>
}

/**
 * Records a pile of payments one after another: the family, the amount, then the next. It begins with the family
 * `first` if it is known.
 */
export const OfficeReceive = ({ first, onClose }: { first?: string | undefined; onClose: () => void }) => {
  const t = useTranslations('received.receive')
  const [householdId, setHouseholdId] = useState<string | null>(first ?? null)
  const [isAgain, setAgain] = useState(false)
  return (
    <SidePanel open onClose={onClose} title={t('title')} {...(householdId === null && { description: t('hint') })}>
      {householdId === null ? (
        <FamilySearch isAgain={isAgain} onChoose={family => setHouseholdId(family.householdId)} />
      ) : (
        <Account
          key={householdId}
          householdId={householdId}
          onOther={() => {
            setAgain(true)
            setHouseholdId(null)
          }}
        />
      )}
    </SidePanel>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LateFeeRow } from '#contract/money/payments.lateFees.ts'
import type { Output } from '#contract/index.ts'
import { hasLateFee, lateFeeParts } from '#rules/lateFees.ts'
import { useFamilyName } from '#web/words/Name.tsx'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useChargeText } from '#web/money/payments/shared/chargeText.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Policy = Output<'payments-lateFees'>['policy']

/** Why a family is proposed: how late it is, with which charge, and how its fee is calculated. */
const Reason = ({ row, policy }: { row: LateFeeRow; policy: Policy }) => {
  const t = useTranslations('lateFees')
  const format = useFormat()
  const chargeText = useChargeText()
  const parts = lateFeeParts(policy, row)
  const how = [
    parts.flatCents > 0 && t('flat', { amount: format.money(parts.flatCents) }),
    parts.percentCents > 0 &&
      t('percent', {
        percent: format.percent(policy.percent / 100),
        open: format.money(row.openCents),
        amount: format.money(parts.percentCents),
      }),
    parts.weeksCents > 0 &&
      t('weeks', {
        n: parts.weeks,
        each: format.money(policy.perWeekCents),
        amount: format.money(parts.weeksCents),
      }),
  ].filter(text => text !== false)
  const limits = [
    parts.isCapped && policy.capCents !== null && t('capped', { amount: format.money(policy.capCents) }),
    row.chargedCents > 0 && t('before', { amount: format.money(row.chargedCents) }),
    row.waivedCents > 0 && t('waived', { amount: format.money(row.waivedCents) }),
  ].filter(text => text !== false)
  return (
    <>
      {row.charges.map((charge, at) => (
        <span key={at} className="block">
          {t('charge', {
            what: chargeText(charge),
            amount: format.money(charge.openCents),
            day: format.day(charge.dueOn),
          })}
        </span>
      ))}
      <span className="block">{format.parts([how.join(' + '), ...limits])}</span>
    </>
  )
}

type ProposalProps = {
  proposed: Output<'payments-lateFees'>
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

const Proposal = ({ proposed: { rows, policy }, selected, onSelect }: ProposalProps) => {
  const t = useTranslations('lateFees')
  const familyName = useFamilyName()
  const format = useFormat()
  const n = rows.filter(({ householdId }) => selected.has(householdId)).length
  const isAll = n === rows.length
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button size="small" onClick={() => onSelect(new Set(isAll ? [] : rows.map(({ householdId }) => householdId)))}>
          {t(isAll ? 'selectNone' : 'selectAll')}
        </Button>
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {t('chosen', { n: format.number(n), all: format.number(rows.length) })}
        </p>
      </div>
      <ul>
        {rows.map(row => (
          <li
            key={row.householdId}
            className="flex items-start justify-between gap-3 border-b border-line first:border-t"
          >
            <Checkbox
              className="min-w-0 flex-1"
              label={
                <>
                  <span className="font-semibold">{familyName(row)}</span>
                  <span className="text-sm text-danger-ink"> · {t('late', { n: row.daysLate })}</span>
                </>
              }
              hint={<Reason row={row} policy={policy} />}
              checked={selected.has(row.householdId)}
              onChange={event => {
                const next = new Set(selected)
                if (event.target.checked) next.add(row.householdId)
                else next.delete(row.householdId)
                onSelect(next)
              }}
            />
            <span className="py-2.5 leading-6 font-semibold tabular-nums">{format.money(row.feeCents)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The families that may be charged a late fee now, each with the reason; none are selected at first. */
export const OfficeLateFees = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('lateFees')
  const format = useFormat()
  const failureText = useFailureText()
  const may = useMay()
  const late = useReadLater('payments-lateFees', {})
  const charge = useWrite('payments-chargeLateFees')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [message, setMessage] = useState('')
  const rows = late.data?.rows ?? []
  // Families that have paid since are no longer proposed.
  const chosen = rows.filter(({ householdId }) => selected.has(householdId))
  const agreedCents = chosen.reduce((sum, { feeCents }) => sum + feeCents, 0)
  const send = () =>
    charge.start(
      {
        householdIds: chosen.map(({ householdId }) => householdId),
        agreedCount: chosen.length,
        agreedCents,
      },
      ({ count, totalCents }) => {
        setSelected(new Set())
        setMessage(t('charged', { n: count, amount: format.money(totalCents) }))
      },
    )
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t('title')}
      description={t('hint')}
      {...(rows.length > 0 &&
        may('payments-chargeLateFees') === true && {
          actions: (
            <Button variant="primary" disabled={chosen.length === 0} pending={charge.isPending} onClick={send}>
              {chosen.length === 0 ? t('nobody') : t('button', { n: chosen.length, amount: format.money(agreedCents) })}
            </Button>
          ),
        })}
    >
      <div className="grid gap-4">
        <div role="status" className="empty:hidden">
          {message && <Notice tone="good">{message}</Notice>}
        </div>
        {charge.error !== null && (
          <Notice alert tone="danger">
            {failureText(charge.error)}
          </Notice>
        )}
        <Later read={late}>
          {proposed =>
            proposed.rows.length > 0 ? (
              <Proposal proposed={proposed} selected={selected} onSelect={setSelected} />
            ) : (
              <p className="text-ink-2">{t(hasLateFee(proposed.policy) ? 'none' : 'off')}</p>
            )
          }
        </Later>
        <p className="text-sm text-ink-2">
          {t('reverse')}{' '}
          <Link to="/adminpayment" search={{ tab: 'late' }} className={textLink}>
            {t('rule')}
          </Link>
        </p>
      </div>
    </SidePanel>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Who would be charged a late fee now, and charging them; a family that is unticked is let off this time. */
export const OfficeLateFees = () => {
  const t = useTranslations('schoolRules.late')
  const format = useFormat()
  const failureText = useFailureText()
  const may = useMay()
  const late = useReadLater('payments-lateFees', {})
  const charge = useWrite('payments-chargeLateFees', ['config'])
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  if (may('payments-lateFees') !== true) return null
  return (
    <Card title={t('run')} className="mt-5">
      <Later read={late}>
        {({ rows }) => {
          const chosen = rows.filter(({ householdId }) => !without.has(householdId))
          const totalCents = chosen.reduce((sum, { feeCents }) => sum + feeCents, 0)
          if (rows.length === 0) return <p className="text-sm text-ink-2">{t('runNone')}</p>
          return (
            <div className="grid gap-4">
              <p className="text-sm text-ink-2">{t('runLead')}</p>
              {charge.error !== null && (
                <Notice alert tone="danger">
                  {failureText(charge.error)}
                </Notice>
              )}
              <Table
                caption={t('run')}
                rows={rows}
                rowKey={row => row.householdId}
                rowLabel={row => row.household}
                columns={[
                  {
                    key: 'family',
                    header: t('family'),
                    cell: row => (
                      <Checkbox
                        label={row.guardians || row.household}
                        aria-label={t('take', { name: row.household })}
                        checked={!without.has(row.householdId)}
                        onChange={event => {
                          const next = new Set(without)
                          if (event.target.checked) next.delete(row.householdId)
                          else next.add(row.householdId)
                          setWithout(next)
                        }}
                      />
                    ),
                  },
                  { key: 'since', header: t('since'), cell: row => format.day(row.dueOn) },
                  { key: 'overdue', header: t('overdue'), align: 'end', cell: row => format.money(row.openCents) },
                  { key: 'before', header: t('before'), align: 'end', cell: row => format.money(row.chargedCents) },
                  {
                    key: 'now',
                    header: t('now'),
                    align: 'end',
                    cell: row => <span className="font-semibold">{format.money(row.feeCents)}</span>,
                  },
                ]}
              />
              <p className="text-sm text-ink-2">{t('waive')}</p>
              {may('payments-chargeLateFees') === true && (
                <Button
                  variant="primary"
                  className="justify-self-start"
                  disabled={chosen.length === 0}
                  pending={charge.isPending}
                  onClick={() =>
                    charge.start(
                      { without: [...without], agreedCount: chosen.length, agreedCents: totalCents },
                      answer => {
                        setWithout(new Set())
                        toast(t('charged', { n: answer.count, amount: format.money(answer.totalCents) }))
                      },
                    )
                  }
                >
                  {t('charge', { n: chosen.length, amount: format.money(totalCents) })}
                </Button>
              )}
            </div>
          )
        }}
      </Later>
    </Card>
  )
}

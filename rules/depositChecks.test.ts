import { expect, test } from 'vitest'
import { depositChecks } from './depositChecks.ts'

const of = (number: string, household: string, reference: string, payer: string, receivedOn = '2026-09-13') => ({
  number,
  household,
  householdNativeName: '',
  reference,
  payer,
  payerNativeName: '',
  receivedOn,
  amountCents: 5000,
})

test('payments of one check for two families are one check of the deposit, with both receipts', () => {
  const checks = depositChecks([
    of('R-1', 'Li', '1042', 'Grandma Li'),
    of('R-2', 'Qu', '77', 'Qu'),
    of('R-3', 'Wu', ' 1042', 'grandma  li'),
  ])
  expect(checks.map(({ receipts, amountCents }) => [receipts, amountCents])).toEqual([
    [['R-1', 'R-3'], 10_000],
    [['R-2'], 5000],
  ])
})

test('equal numbers are different checks if the payer or the day differs, or one of them is unknown', () => {
  expect(
    depositChecks([
      of('R-1', 'Li', '1042', 'Li'),
      of('R-2', 'Wu', '1042', 'Wu'),
      of('R-3', 'Li', '1042', 'Li', '2026-09-20'),
      of('R-4', 'Li', '1042', ''),
      of('R-5', 'Wu', '1042', ''),
      of('R-6', 'Li', '', 'Li'),
      of('R-7', 'Wu', '', 'Li'),
    ]),
  ).toHaveLength(7)
})

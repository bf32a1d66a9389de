import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { messages } from '#web/words/office.en.ts'
import { Balance } from './Balance.tsx'

const drawn = (cents: number, returningCents: number): string =>
  renderToString(
    <IntlProvider locale="en" timeZone="UTC" messages={messages}>
      <Balance cents={cents} chargedCents={100} returningCents={returningCents} />
    </IntlProvider>,
  ).replaceAll(/<[^>]+>/gu, ' ')

test('a balance shows the family’s pending refund beside it', () => {
  expect(drawn(-1_000, 0)).not.toContain('Refund pending')
  expect(drawn(-1_000, 4_000)).toMatch(/10\.00 credit.*Refund pending: .*40\.00/u)
  expect(drawn(0, 4_000)).toMatch(/Paid.*Refund pending: .*40\.00/u)
})

import type { payments } from '#contract/money/payments.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import type { Functions } from '#server/platform/functions.ts'
import { officePayments } from './policy.ts'
import { listReceived, listRecorders, sumReceived } from './receivedQueries.ts'

/** Handlers that list received payments. */
export const receivedFunctions: Functions<Pick<typeof payments, 'payments-received'>> = {
  'payments-received': async ({ db, actor, input: { after, ...only } }) => {
    const seen = officePayments(actor)
    const found = await listReceived(db, seen, only, readKey(after, 2))
    return {
      ...cutPage(found, ({ receivedOn, number }) => [receivedOn, number]),
      ...(await sumReceived(db, seen, only)),
      recorders: await listRecorders(db, seen),
    }
  },
}

import type { Context } from '#server/platform/functions.ts'
import { listMembers } from './queries.ts'

type Money = Pick<Context<unknown>, 'db' | 'touch'>
/** One family's money has changed: updates its guardians' screens and the office's. */
export const touchFamily = async ({ db, touch }: Money, householdId: string): Promise<void> => {
  touch(['terms', 'students'], [])
  touch(['payments', 'parents'], await listMembers(db, householdId))
}
/** Many families' money has changed: updates the screens of everyone who may read it. */
export const touchAll = ({ touch }: Pick<Money, 'touch'>): void => {
  touch(['terms', 'students'], [])
  touch(['payments', 'parents'])
}

import { dayIn } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import type { PlannedFamily } from './family.ts'
import type { Office } from './office.ts'
import { profile } from './profile.ts'
import { registrar } from './staff.ts'

const dayMs = 24 * 3_600_000

/**
 * Twelve days ago the office asked all families to check their records. Some confirmed at once, four of them after
 * changing something; the others have nine more days.
 */
export const checkRecords = async (office: Office, families: readonly PlannedFamily[], now: Date): Promise<void> => {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const today = dayIn(profile.zone, now)
  const round = await office.call(registrar.email, 'confirmations-start', { dueOn: daysAfter(today, 9) }, ago(12))
  const asked = families
    .filter(({ notable, guardians }) => notable !== 'demo' && guardians[0]?.hasAccount)
    .slice(20, 52)
  for (const [turn, family] of asked.entries()) {
    const email = family.guardians[0]!.email
    const at = ago(11 - turn / 4)
    const [household] = await office.call(email, 'parents-household', {}, at)
    if (!household) continue
    if (turn % 8 === 3) {
      const address = household.address.replace(/^\d+/, number => String(Number(number) + 40))
      await office.call(email, 'parents-changeAddress', { householdId: household.id, address }, at)
      await office.call(
        email,
        'parents-addContact',
        { householdId: household.id, name: 'Karen Miles', phone: '+1 585 555 0128', relationship: 'neighbor' },
        at,
      )
    }
    await office.call(email, 'confirmations-confirm', { roundId: round.id, householdId: household.id }, at)
  }
}

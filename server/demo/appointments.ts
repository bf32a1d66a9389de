import type { Area } from '#contract/areas.ts'
import type { Office } from './office.ts'
import { registrar, treasurerEmail } from './staff.ts'

/** The officers responsible for a part of the office, and the last day of their term. */
const parts: readonly { email: string; area: Area; endsOn: string | null }[] = [
  { email: treasurerEmail, area: 'treasurer', endsOn: '2027-06-30' },
  { email: 'dean@lakeside.example', area: 'academic', endsOn: null },
  { email: 'duty@lakeside.example', area: 'duties', endsOn: '2027-06-30' },
  { email: 'safety@lakeside.example', area: 'auditor', endsOn: '2027-06-30' },
  { email: 'pta@lakeside.example', area: 'auditor', endsOn: '2027-06-30' },
]

/** Assigns each officer a part of the office. If the officer's term would be over by now, the role has no end. */
export const divideOffice = async (office: Office, now: Date): Promise<void> => {
  for (const { email, area, endsOn } of parts) {
    const { rows } = await office.call(registrar.email, 'users-list', { search: email }, now)
    const isAhead = endsOn !== null && new Date(`${endsOn}T00:00:00Z`) > now
    await office.call(
      registrar.email,
      'users-grantRole',
      { id: rows[0]!.id, role: 'admin', area, endsOn: isAhead ? endsOn : null },
      now,
    )
  }
}

import type { ViewList } from '#contract/access/views.ts'
import type { Office } from './office.ts'
import { registrar, treasurerEmail } from './staff.ts'

/** Views that the officers share: for each list, the one that they use every week. */
const shared: readonly { by: string; list: ViewList; name: string; address: string }[] = [
  {
    by: registrar.email,
    list: 'students',
    name: 'Waiting, by grade 候补',
    address: 'columns=grade%2Cguardian%2Cborn&sort=grade&view=waiting',
  },
  {
    by: registrar.email,
    list: 'families',
    name: 'Phone list 电话表',
    address: 'columns=guardians%2Cphone%2Cemail',
  },
  { by: treasurerEmail, list: 'payments', name: 'Overdue, most first 逾期', address: 'sort=balance-down&view=overdue' },
]

/** Saves the views of the office's lists. */
export const keepViews = async (office: Office, now: Date): Promise<void> => {
  for (const { by, ...view } of shared) await office.call(by, 'views-save', { ...view, isShared: true }, now)
}

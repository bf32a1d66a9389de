import type { Input } from '#contract/index.ts'
import { dayIn } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { type Office, several } from './office.ts'
import type { OpenedSchool } from './opening.ts'
import { profile } from './profile.ts'
import type { Random } from './random.ts'
import type { Invoiced } from './registering.ts'
import { treasurerEmail } from './staff.ts'

const lateFeeAt = new Date('2026-10-06T22:00:00Z')
const contestAt = new Date('2026-11-01T22:15:00Z')
const lessonDay = new Date('2026-11-08T19:00:00Z')
const refundAt = new Date('2026-11-10T23:30:00Z')
const dayMs = 86_400_000
const contestCents = 500
const contestClasses = ['G5', 'G6']

/** Charges the payers in the preview. */
const charge = async (
  office: Office,
  asked: Omit<Input<'payments-charge'>, 'again' | 'without' | 'agreedCount' | 'agreedCents' | 'dueOn'>,
  at: Date,
) => {
  const all = { ...asked, again: [], without: [] }
  const { rows, count, totalCents } = await office.call(treasurerEmail, 'payments-previewCharges', all, at)
  await office.call(
    treasurerEmail,
    'payments-charge',
    { ...all, dueOn: daysAfter(dayIn(profile.zone, at), 28), agreedCount: count, agreedCents: totalCents },
    at,
  )
  return rows
}

const entriesOf = async (office: Office, householdId: string, at: Date) =>
  (await office.call(treasurerEmail, 'payments-ledger', { householdId }, at))[0]!.entries

/** A late fee that was reversed, because payment in two parts had been agreed on. */
const chargeByMistake = async (office: Office, householdId: string) => {
  await charge(
    office,
    {
      audience: { kind: 'households', householdIds: [householdId] },
      per: 'household',
      kind: 'other',
      description: 'Late fee',
      nativeDescription: '滞纳金',
      amountCents: 2500,
    },
    lateFeeAt,
  )
  const at = new Date(lateFeeAt.getTime() + dayMs)
  const fee = (await entriesOf(office, householdId, at)).find(({ description }) => description === 'Late fee')!
  const reason = 'Paying in two parts was agreed'
  await office.call(treasurerEmail, 'payments-reverse', { chargeId: fee.id, reason }, at)
}

/** The speech contest fee for two classes. Most families pay it in cash on the next lesson day. */
const chargeContest = async (office: Office, school: OpenedSchool, invoiced: readonly Invoiced[], random: Random) => {
  const named = await charge(
    office,
    {
      audience: { kind: 'sections', sectionIds: contestClasses.map(name => school.sectionOf.get(name)!) },
      per: 'student',
      kind: 'other',
      description: 'Speech contest',
      nativeDescription: '演讲比赛',
      amountCents: contestCents,
    },
    contestAt,
  )
  // A family that registered twice still pays once.
  const households = new Set(
    invoiced.filter(({ family: { pays } }) => pays === 'full').map(({ householdId }) => householdId),
  )
  const payers = [...households]
    .map(householdId => ({
      householdId,
      amountCents: contestCents * named.filter(each => each.householdId === householdId).length,
    }))
    .filter(({ amountCents }) => amountCents > 0 && random.chance(0.9))
  const receivedOn = dayIn(profile.zone, lessonDay)
  await several(payers, async payer => {
    const payment = { ...payer, method: 'cash' as const, receivedOn, reference: '', payer: '' }
    await office.call(treasurerEmail, 'payments-record', payment, lessonDay)
  })
}

/** A family with too much credit gets part of it refunded by check, and the rest covers what is open. */
const giveBack = async (office: Office, householdId: string) => {
  const entries = await entriesOf(office, householdId, refundAt)
  const payment = entries.find(({ kind, openCents }) => kind === 'payment' && openCents! >= 1500)
  if (!payment) return
  await office.call(
    treasurerEmail,
    'payments-refund',
    {
      paymentId: payment.id,
      amountCents: 1500,
      method: 'cheque',
      onDay: dayIn(profile.zone, refundAt),
      reference: 'No. 207',
      reason: 'Part of what was paid twice',
    },
    refundAt,
  )
}

/**
 * The treasurer's work besides tuition, as far as the term has progressed: a fee charged by mistake, a fee for two
 * classes, and a manual refund.
 */
export const runFees = async (
  office: Office,
  school: OpenedSchool,
  invoiced: readonly Invoiced[],
  now: Date,
  random: Random,
): Promise<void> => {
  const householdOf = (fits: (family: Invoiced['family']) => boolean) =>
    invoiced.find(({ family }) => fits(family))?.householdId
  const demo = householdOf(({ notable }) => notable === 'demo')
  const over = householdOf(({ pays }) => pays === 'over')
  if (demo && now >= new Date(lateFeeAt.getTime() + dayMs)) await chargeByMistake(office, demo)
  if (now >= lessonDay) await chargeContest(office, school, invoiced, random)
  if (over && now >= refundAt) await giveBack(office, over)
}

import { dayIn } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { ageOn } from '#rules/fit.ts'
import type { PlannedFamily } from './family.ts'
import type { Office } from './office.ts'
import type { OpenedSchool } from './opening.ts'
import { fall, profile } from './profile.ts'
import { registrar } from './staff.ts'

/** The free seats of two classes to be drawn, lettered in this order. */
const drawn = ['Kung Fu', 'Dance A'] as const
const familiesEntered = 9
const dayMs = 86_400_000
const dayName = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/**
 * A lottery in the middle of the term: two classes have seats for the second half, and more interested children than
 * seats. It takes entries now, and nine families have entered. It is left out before the term starts and near its end.
 */
export const holdDraw = async (
  office: Office,
  { termId, sectionOf }: OpenedSchool,
  families: readonly PlannedFamily[],
  now: Date,
): Promise<void> => {
  const today = dayIn(profile.zone, now)
  if (today < daysAfter(fall.startsOn, 14) || today > daysAfter(fall.endsOn, -21)) return
  const opened = new Date(now.getTime() - 6 * dayMs)
  const { id } = await office.call(
    registrar.email,
    'lotteries-create',
    {
      termId,
      name: 'Kung fu and dance, second half',
      nativeName: '功夫与舞蹈（下半学期）',
      opensAt: `${daysAfter(today, -7)}T08:00`,
      closesAt: `${daysAfter(today, 6)}T20:00`,
      confirmHours: 72,
      usesPriorities: false,
      publicSource: `New Jersey Pick-4, evening of ${dayName.format(new Date(`${daysAfter(today, 7)}T00:00:00Z`))}`,
      sectionIds: drawn.map(name => sectionOf.get(name)!),
    },
    opened,
  )
  await office.call(registrar.email, 'lotteries-move', { id, to: 'open' }, opened)
  const isFree = ({ seats, birthOn }: PlannedFamily['children'][number]) => {
    const age = ageOn(birthOn, fall.startsOn)
    return age >= 4 && age <= 8 && seats.length === 1
  }
  const wishing = families
    .filter(({ notable, turn, children }) => notable === null && turn !== 'late' && children.some(isFree))
    .slice(0, familiesEntered)
  for (const [index, { guardians }] of wishing.entries()) {
    const at = new Date(opened.getTime() + (index + 1) * 9 * 3_600_000)
    const { email } = guardians[0]!
    const mine = (await office.call(email, 'lotteries-mine', {}, at)).find(draw => draw.id === id)
    const children = (mine?.children ?? []).filter(({ fits }) => fits.length > 0)
    if (children.length === 0) continue
    const order = (fits: readonly string[]) => (index % 3 === 1 ? fits.toReversed() : fits)
    await office.call(
      email,
      'lotteries-enter',
      {
        id,
        together: children.length > 1 ? 'class' : 'alone',
        children: children.map(({ studentId, fits }) => ({ studentId, ranks: [...order(fits)] })),
      },
      at,
    )
  }
}

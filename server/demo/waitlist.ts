import { profile } from './profile.ts'
import { dayIn, instantIn } from '#rules/calendar.ts'
import { laterSeats } from './offer.ts'
import type { Office } from './office.ts'
import type { OpenedSchool } from './opening.ts'
import { registrar } from './staff.ts'

/** The waitlist's priorities, which Lakeside published before it opened. */
const policy = {
  holdMinutes: 15,
  offerHours: 48,
  offersByItself: true,
  priorities: ['sibling', 'returning', 'staff'],
} as const

/** Sets the waitlist's rule for those who join from now on. */
export const publishLine = (office: Office, at: Date): Promise<unknown> =>
  office.call(registrar.email, 'config-changeRegistration', { ...policy, priorities: [...policy.priorities] }, at)

/** The last minute of today at which an offer may expire: in the evening, or at the end of the day. */
const endsToday = (now: Date): Date => {
  const today = dayIn(profile.zone, now)
  const evening = instantIn(profile.zone, today, '20:00')
  return evening > now ? evening : instantIn(profile.zone, today, '23:59')
}

/**
 * Two days ago a class got one more seat, which was offered to the first on the waitlist. The family has not answered,
 * and the offer expires today.
 */
export const offerLaterSeat = async (office: Office, { termId, sectionOf }: OpenedSchool, now: Date): Promise<void> => {
  const at = new Date(endsToday(now).getTime() - policy.offerHours * 3_600_000)
  const id = sectionOf.get(laterSeats.name)!
  const section = (await office.call(registrar.email, 'classes-list', { termId }, at)).find(each => each.id === id)!
  await office.call(
    registrar.email,
    'classes-change',
    { ...section, teacherIds: section.teacherIds, capacity: section.capacity + laterSeats.seats },
    at,
  )
}

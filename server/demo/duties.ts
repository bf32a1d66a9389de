import { sql } from 'drizzle-orm'
import { rows } from '#server/platform/db.ts'
import { demoAccounts } from '#server/school/config/demoAccounts.ts'
import type { PlannedFamily } from './family.ts'
import { type Office, several } from './office.ts'
import type { OpenedSchool } from './opening.ts'
import { registrar } from './staff.ts'

/** The posts of every Sunday, eleven in all. */
const posts = [
  ['Hall', '走廊值班', '13:45', '17:00', 4],
  ['Front desk', '前台', '13:45', '17:00', 2],
  ['Parking', '停车引导', '13:30', '14:15', 2],
  ['Snack table', '点心台', '15:30', '16:30', 2],
  ['Lost and found', '失物招领', '16:30', '17:15', 1],
] as const

const coordinator = 'duty@lakeside.example'

/** A family owes two shifts a year. Officers, staff, room parents and adult students are exempt. */
const setRule = (office: Office, at: Date) =>
  office.call(
    registrar.email,
    'config-changeDuties',
    { points: 2, fromDay: '2026-09-01', exempt: ['officers', 'staff', 'roomParents', 'adults'] },
    at,
  )

/**
 * Makes the first guardian of each family that registered with the staff, but isn't staff, a room parent of a child's
 * class.
 */
const appointRoomParents = async (
  office: Office,
  { sectionOf }: OpenedSchool,
  families: readonly PlannedFamily[],
  at: Date,
) => {
  const people = await rows<{ email: string; id: string }>(
    office.database.db,
    sql`select a.email, p.id from persons p join accounts a on a.id = p.account_id`,
  )
  const idOf = new Map(people.map(({ email, id }) => [email, id]))
  const wanted = families.flatMap(({ turn, staff, guardians, children }) => {
    const personId = idOf.get(guardians[0]!.email)
    const sectionId = sectionOf.get(children[0]!.seats[0] ?? '')
    return turn === 'staff' && staff === null && personId && sectionId ? [{ personId, sectionId, toOn: null }] : []
  })
  await several(wanted, async each => {
    await office.call(registrar.email, 'volunteers-appoint', each, at)
  })
}

const sunday = (day: string) => ({
  title: 'Sunday duty',
  nativeTitle: '周日值班',
  description: 'Come ten minutes before your shift; vests are at the front desk.',
  nativeDescription: '请提前十分钟到，背心在前台领取。',
  place: 'Lakeside Middle School',
  isAllDay: false,
  startsOn: day,
  endsOn: day,
  startTime: '13:30',
  endTime: '17:15',
  audience: [{ kind: 'role' as const, role: 'parent' as const }],
  isPublic: false,
  takesRsvp: false,
  capacity: null,
  rsvpClosesAt: null,
  slots: posts.map(([name, nativeName, from, to, capacity]) => ({
    id: null,
    name,
    nativeName,
    startsAt: `${day}T${from}`,
    endsAt: `${day}T${to}`,
    capacity,
    points: 1,
    opensAt: null,
    locksAt: null,
  })),
})

/**
 * The families' duty: the rule, room parents, and two Sundays of duty: one worked and marked, and a coming one half
 * filled. The demo's parent has worked one of her two shifts.
 */
export const shareDuties = async (
  office: Office,
  school: OpenedSchool,
  families: readonly PlannedFamily[],
  now: Date,
): Promise<void> => {
  const past = (instant: string): Date => new Date(Math.min(Date.parse(instant), now.getTime() - 60_000))
  await setRule(office, past('2026-06-15T14:00:00Z'))
  await appointRoomParents(office, school, families, past('2026-09-13T20:00:00Z'))
  await office.meet()
  const parent = demoAccounts[2].email
  const helpers = [
    parent,
    ...families
      .filter(({ turn, staff, notable }) => turn === 'any' && staff === null && notable === null)
      .map(({ guardians }) => guardians[0]!.email)
      .sort(),
  ]
  const fill = async (day: string, made: Date, places: number, first: number): Promise<string> => {
    const { id } = await office.call(coordinator, 'events-create', sunday(day), made)
    const { slots } = await office.call(coordinator, 'events-move', { id, to: 'published' }, made)
    const taken = slots.flatMap(slot => Array.from({ length: slot.capacity }, () => slot.id)).slice(0, places)
    for (const [index, slotId] of taken.entries())
      await office.call(helpers[first + index]!, 'events-takeSlot', { slotId, note: '' }, made)
    return id
  }
  const worked = await fill('2026-11-15', past('2026-11-02T15:00:00Z'), 11, 0)
  if (now > new Date('2026-11-15T23:00:00Z')) {
    const marked = past('2026-11-15T23:00:00Z')
    const signUps = await office.call(coordinator, 'events-signUps', { eventId: worked }, marked)
    await office.call(coordinator, 'events-markSignUp', { id: signUps.at(-1)!.id, to: 'no-show' }, marked)
    await office.call(coordinator, 'events-markAllWorked', { eventId: worked }, marked)
  }
  await fill('2026-12-13', past('2026-11-16T15:00:00Z'), 5, 11)
}

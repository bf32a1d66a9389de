import { dayIn } from '#rules/calendar.ts'
import type { PlannedFamily } from './family.ts'
import type { Office } from './office.ts'
import type { When } from './opening.ts'
import { openings, profile, spring } from './profile.ts'
import { registrar } from './staff.ts'

const timeIn = new Intl.DateTimeFormat('en', {
  timeZone: profile.zone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const wallClock = (at: Date) => ({ onDay: dayIn(profile.zone, at), time: timeIn.format(at) })

/**
 * Fall opens on three Sundays in May: for the staff with the room parents, for families from the years before Lantern,
 * whom the office knows from its lists, and for everyone. Spring is planned the same way.
 */
export const openWindows = async (
  office: Office,
  fallId: string,
  families: readonly PlannedFamily[],
  when: When,
): Promise<void> => {
  const known = families.filter(({ staff }) => staff === null)
  const emailsBefore = (instant: string) =>
    known.filter(({ registersAt }) => registersAt < instant).map(({ guardians }) => guardians[0]!.email)
  const roomParents = emailsBefore(openings.currentFamilies)
  const current = emailsBefore(openings.everybody).filter(email => !roomParents.includes(email))
  const at = when(openings.classes)
  await office.call(
    registrar.email,
    'windows-set',
    {
      termId: fallId,
      windows: [
        { audience: 'staff', ...wallClock(when(openings.registration)) },
        { audience: 'current', ...wallClock(when(openings.currentFamilies)) },
        { audience: 'all', ...wallClock(when(openings.everybody)) },
      ],
      addresses: [
        ...roomParents.map(email => ({ audience: 'staff' as const, email })),
        ...current.map(email => ({ audience: 'current' as const, email })),
      ],
    },
    at,
  )
  const terms = await office.call(registrar.email, 'terms-list', {}, at)
  await office.call(
    registrar.email,
    'windows-set',
    {
      termId: terms.find(({ name }) => name === spring.name)!.id,
      windows: [
        { audience: 'staff', onDay: '2026-12-06', time: '08:00' },
        { audience: 'current', onDay: '2026-12-10', time: '08:00' },
        { audience: 'all', onDay: '2026-12-13', time: '08:00' },
      ],
      addresses: roomParents.map(email => ({ audience: 'staff' as const, email })),
    },
    at,
  )
}

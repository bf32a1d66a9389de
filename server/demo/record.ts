import { dayIn } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import type { Notable } from './children.ts'
import type { PlannedFamily } from './family.ts'
import type { Office } from './office.ts'
import { profile } from './profile.ts'
import { registrar } from './staff.ts'

const hours = (count: number): number => count * 3_600_000

/**
 * What some families did in the last days: an aunt may pick up for a week, two changes wait for the office, one child
 * is reported ill today and another as traveling at the next lesson. If no lessons are left, nobody reports.
 */
export const keepRecords = async (office: Office, families: readonly PlannedFamily[], now: Date): Promise<void> => {
  const today = dayIn(profile.zone, now)
  const emailOf = (notable: Notable): string => families.find(family => family.notable === notable)!.guardians[0]!.email
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const homeOf = async (email: string) => {
    const [household] = await office.call(email, 'parents-household', {}, now)
    return household!
  }
  /** Reports an absence for the family's first upcoming lesson that passes the test. */
  const report = async (
    email: string,
    at: Date,
    isMeant: (onDay: string) => boolean,
    what: { reason: 'ill' | 'travel'; note: string },
  ): Promise<void> => {
    for (const child of await office.call(email, 'students-mine', {}, at)) {
      const meeting = child.meetings.find(
        ({ onDay, code, status }) => onDay >= today && code === null && status !== 'cancelled' && isMeant(onDay),
      )
      if (!meeting) continue
      const days = { fromDay: meeting.onDay, toDay: meeting.onDay, sectionId: null }
      await office.call(email, 'absences-file', { studentId: child.id, ...days, ...what }, at)
      return
    }
  }

  const demo = emailOf('demo')
  const peanut = emailOf('peanut')
  const [mine, careful, separated] = await Promise.all([demo, peanut, emailOf('separated')].map(homeOf))
  const lucas = mine!.children.at(-1)!
  await office.call(
    demo,
    'parents-allowPickUp',
    {
      householdId: mine!.id,
      studentId: null,
      name: 'Wei Liu',
      phone: '+1 585 555 0186',
      relationship: 'aunt',
      fromDay: today,
      toDay: daysAfter(today, 8),
    },
    ago(hours(20)),
  )
  await office.call(
    demo,
    'parents-requestChange',
    {
      change: {
        kind: 'child',
        studentId: lucas.id,
        name: lucas.name,
        nativeName: '王梓轩',
        birthOn: lucas.birthOn ?? '',
      },
    },
    ago(hours(30)),
  )
  await office.call(
    emailOf('noPhoto'),
    'parents-requestChange',
    {
      change: {
        kind: 'guardian-add',
        householdId: (await homeOf(emailOf('noPhoto'))).id,
        name: 'Yufen Shen',
        nativeName: '沈玉芬',
        relationship: 'grandparent',
        email: '',
        phone: '+1 585 555 0143',
        hasDataAccess: false,
        mayPickUp: true,
      },
    },
    ago(hours(52)),
  )

  const [oliver] = await office.call(peanut, 'students-mine', {}, now)
  await office.call(
    peanut,
    'students-changeMedical',
    {
      id: oliver!.id,
      allergies: oliver!.allergies,
      medical: oliver!.medical,
      medication: 'Two epinephrine injectors and cetirizine tablets in the red pouch of his backpack.',
      doctorName: 'Dr. Alan Reyes, Lakeside Pediatrics',
      doctorPhone: '+1 585 555 0162',
    },
    ago(hours(400)),
  )
  // The office blocks people only on a letter or a court order.
  const barred = { phone: '', fromDay: daysAfter(today, -60), toDay: null }
  await office.call(
    registrar.email,
    'parents-denyPickUp',
    { householdId: careful!.id, studentId: oliver!.id, name: 'Linda Qu', relationship: 'former sitter', ...barred },
    ago(hours(700)),
  )
  await office.call(
    registrar.email,
    'parents-denyPickUp',
    { householdId: separated!.id, studentId: null, name: 'Zhigang Tian', relationship: 'uncle', ...barred },
    ago(hours(700)),
  )

  await report(peanut, ago(hours(4)), onDay => onDay === today, {
    reason: 'ill',
    note: 'Fever since last night, he stays in bed.',
  })
  await report(demo, ago(hours(26)), onDay => onDay > today, {
    reason: 'travel',
    note: 'We visit the grandparents in Toronto.',
  })
}

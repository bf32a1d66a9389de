import { sql } from 'drizzle-orm'
import { type Database, rows } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { demoPassword } from '#server/school/config/demoAccounts.ts'
import { divideOffice } from './appointments.ts'
import { callLessonOff } from './calledOff.ts'
import { takeApplications } from './applications.ts'
import { recordPayments } from './cashbook.ts'
import { comeBack } from './comingBack.ts'
import { runFees } from './feeRound.ts'
import { setHomework } from './homework.ts'
import { sayBusyTimes } from './busyTimes.ts'
import { changeClasses } from './leavings.ts'
import { keepGradeBooks } from './gradeBooks.ts'
import { shareDuties } from './duties.ts'
import { offer } from './offer.ts'
import { holdDraw } from './draw.ts'
import { holdEvents } from './events.ts'
import { type Office, openOffice } from './office.ts'
import { appointStaff, beginTerm, makeAccounts, openTerm, setUpSchool } from './opening.ts'
import { tellFamilies } from './messages.ts'
import { planFamilies } from './plan.ts'
import { fall, openings } from './profile.ts'
import { seeded } from './random.ts'
import { keepRecords } from './record.ts'
import { givePrices } from './prices.ts'
import { joinSecondGuardians, registerAdults, registerFamilies } from './registering.ts'
import { keepPapers } from './papers.ts'
import { takeRolls } from './rolls.ts'
import { timeline } from './schedule.ts'
import { takeInTrialDay } from './trialDay.ts'
import { cleanUpOnce } from './settings.ts'
import { teachers } from './staff.ts'
import { keepViews } from './views.ts'
import { offerLaterSeat, publishLine } from './waitlist.ts'
import { openWindows } from './windows.ts'
import { checkRecords } from './yearlyCheck.ts'

export type DemoTools = {
  database: Database
  schema: string
  settings: Context<unknown>['settings']
  now: Date
  say(line: string): void
}

const firstDay = new Date(`${fall.startsOn}T16:00:00Z`)

/**
 * Fills an empty database with Lakeside Chinese School, a made-up weekend school in the middle of its fall term,
 * through the door, as its office, teachers and families would have.
 */
export const fillLakeside = async ({ database, schema, settings, now, say }: DemoTools): Promise<void> => {
  const begun = Date.now()
  const office = openOffice(database, schema, settings)
  const families = planFamilies()
  const adults = families.flatMap(({ taiChi }) => (taiChi ? [taiChi.registersAt] : []))
  const when = timeline([...Object.values(openings), ...families.map(each => each.registersAt), ...adults], now)

  say(`Filling the demo school: ${teachers.length} teachers and ${offer.length} classes …`)
  const passwordHash = await hashPassword(demoPassword)
  await setUpSchool(office, when)
  await makeAccounts(office, families, passwordHash, when)
  const teacherIds = await appointStaff(office, families, when)
  const school = await openTerm(office, teacherIds, when)
  await publishLine(office, when(openings.registration))
  await openWindows(office, school.termId, families, when)

  say(`  ${families.length} families register …`)
  const early = families.filter(({ turn }) => turn !== 'late')
  const late = families.filter(({ turn }) => turn === 'late')
  const invoiced = await registerFamilies(office, school, early, when)
  invoiced.push(...(await registerAdults(office, school, early, when)))
  if (now >= firstDay) await beginTerm(office, school, firstDay)
  invoiced.push(...(await registerFamilies(office, school, late, when)))
  if (now >= firstDay) await offerLaterSeat(office, school, now)
  await joinSecondGuardians(office, families, passwordHash, when)

  say('  The treasurer records payments, the teachers take attendance and assign homework …')
  await recordPayments(office, invoiced, now, seeded(2))
  await runFees(office, school, invoiced, now, seeded(4))
  await takeRolls(office, school, families, when, now, seeded(3))
  await setHomework(office, school, families, now)
  await keepRecords(office, families, now)
  await keepPapers(office, families, now)
  await checkRecords(office, families, now)
  await keepGradeBooks(office, school, families, when, now, seeded(4))
  await changeClasses(office, now)
  await sayBusyTimes(office)
  await holdEvents(office, school, now)
  await callLessonOff(office, school, now)
  await dateLetters(office)
  await divideOffice(office, now)
  await shareDuties(office, school, families, now)
  await givePrices(office, now)
  await keepViews(office, now)
  await tellFamilies(office, school, families, now)
  await takeApplications(office, school, now)
  await cleanUpOnce(office, settings, now)
  await takeInTrialDay(office, now)
  await holdDraw(office, school, families, now)
  await comeBack(office, school, families, passwordHash, now)
  say(`  Lakeside Chinese School is ready after ${Math.round((Date.now() - begun) / 1000)} s.`)
}

/**
 * Emails are stored with the actual time. The demo's are dated by the events they report, so that the outbox has a
 * history. None is later than now, so that new emails come above them.
 */
const dateLetters = async ({ database: { db } }: Office): Promise<void> => {
  await rows(
    db,
    sql`
    with letters as (
      select id, "to", row_number() over (partition by "to" order by id) as turn from mails
    ), occasions as (
      select email, at, row_number() over (partition by email order by at) as turn from (
        select p.email, t.created_at as at from teachers t join persons p on p.id = t.id
        union all
        select a.email, r.submitted_at from registrations r join accounts a on a.id = r.account_id
      ) each
    )
    update mails set queued_at = least(occasions.at, mails.queued_at) from letters join occasions on occasions.email = letters."to" and occasions.turn = letters.turn
    where mails.id = letters.id`,
  )
}

import {
  applicationMoves,
  type Application,
  type applications,
  type ApplicationStatus,
} from '#contract/enrolment/applications.ts'
import { dayIn } from '#rules/calendar.ts'
import { ageDayOf, ageOn, isOfAge } from '#rules/fit.ts'
import { approvalReasonsOf } from '#rules/readiness.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { post } from '#server/platform/mail.ts'
import { schoolName, zoneOf } from '#server/school/config/tables.ts'
import {
  approveWaiting,
  type Bill,
  declineWaiting,
  findStudent,
  findWaiting,
  listReaders,
  lockSections,
  priceWaiting,
  putApplication,
  readReasons,
  type Waiting,
} from '#server/enrolment/enrolments/acts.ts'
import { settleVisits } from '#server/enrolment/visits/acts.ts'
import { caredStudents, myStudents, visibleHouseholds, visibleStudents } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { applicationLetter } from './letters.ts'
import { decidedEnrolments, decidedVisits, myEnrolments } from './policy.ts'
import {
  countApplications,
  type FoundApplication,
  listApplications,
  listMine,
  lockApplication,
  sectionsOf,
} from './queries.ts'
import type { TwoNames } from '#server/platform/texts.ts'

const shown = ({ asked, needsApproval, cutoff, startsOn, rule, learner, ...found }: FoundApplication): Application => {
  const ageDay = ageDayOf(cutoff, startsOn)
  const open = approvalReasonsOf({ ...rule, needsApproval }, learner)
  const reasons = found.kind === 'class' ? [...new Set([...asked, ...(found.type === 'audit' ? [] : open)])] : []
  return {
    ...found,
    age: found.birthOn === null ? null : ageOn(found.birthOn, ageDay),
    isOfAge: found.birthOn === null || isOfAge(found.birthOn, { ...found, ageDay }),
    reasons: reasons.map(reason => ({
      reason,
      isMet: reason !== 'class' && reason !== 'guardian' && !open.includes(reason),
    })),
  }
}

type Told = Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'settings' | 'enqueue' | 'touch'>
/** Writes to the guardians of a student and refreshes their open screens. */
const tell = async (
  context: Told,
  of: { studentId: string; section: TwoNames },
  about: Parameters<typeof applicationLetter>[3],
): Promise<void> => {
  const { db, actor, now, settings, touch } = context
  const student = await findStudent(db, visibleStudents(actor, now), of.studentId)
  const readers = await listReaders(db, of.studentId)
  const school = await schoolName(db)
  if (student)
    for (const reader of readers.filter(({ email }) => email !== ''))
      await post(
        context,
        applicationLetter(reader, school, { student, section: of.section }, about, `${settings.publicUrl}/dashboard/`),
      )
  touch(['terms', 'enrolments', 'applications', 'placements', 'audit', 'dashboard'], [])
  touch(['classes'])
  touch(
    ['students', 'parents', 'payments', 'teachers', 'applications'],
    readers.map(({ id }) => id),
  )
}

const sectionOf = ({ section, sectionNativeName, otherTerm }: Waiting): TwoNames => ({
  name: section,
  nativeName: sectionNativeName,
  otherTerm,
})
/** What became of the promo code entered with an application; null where there was none. */
const promoOf = (bills: readonly Bill[], of: Waiting): Bill['promo'] =>
  bills.find(bill => bill.of.includes(of))?.promo ?? null

const worked = (actor: Context<unknown>['actor']) => ({
  households: visibleHouseholds(actor),
  students: caredStudents(actor),
  terms: visibleTerms(actor),
})

/** Locks an application, after its class. Throws `MOVE_NOT_ALLOWED` unless it may move to the status `to`. */
const lockFor = async (
  { db, actor }: Pick<Context<unknown>, 'db' | 'actor'>,
  id: string,
  to: ApplicationStatus,
  seen = decidedEnrolments(actor),
) => {
  await lockSections(db, await sectionsOf(db, seen, [id]))
  const application = await lockApplication(db, seen, id)
  if (!application) throw notFound('The application')
  const [waiting] = await findWaiting(db, seen, [id])
  if (!waiting || !(applicationMoves[application.status].includes(to) || application.status === to))
    throw conflict('MOVE_NOT_ALLOWED', 'This application is no longer waiting for a decision.')
  return { ...application, waiting }
}

export const applicationFunctions: Functions<typeof applications> = {
  'applications-list': async ({ db, actor, input }) => {
    const [seen, visiting] = [decidedEnrolments(actor), decidedVisits(actor)]
    const found = await listApplications(db, seen, visiting, { ...input, after: readKey(input.after, 2) })
    const total = found[0]?.total ?? 0
    const counts = await countApplications(db, seen, visiting)
    const cut = cutPage(found, ({ at, id }) => [at, id])
    return { rows: cut.rows.map(({ total: _total, ...row }) => shown(row)), next: cut.next, total, counts }
  },

  'applications-preview': async ({ db, actor, input, now }) => {
    const waiting = await findWaiting(db, decidedEnrolments(actor), input.ids)
    const bills = await priceWaiting(db, worked(actor), waiting, {
      isLocked: false,
      typedCode: input.promoCode,
      today: dayIn(await zoneOf(db), now),
    })
    const lines = bills.flatMap(bill => bill.lines)
    const reasonsOf = await readReasons(
      db,
      waiting.map(({ studentId }) => studentId),
      waiting.map(({ sectionId }) => sectionId),
    )
    const sum = (of: typeof lines): number => of.reduce((cents, { netCents }) => cents + netCents, 0)
    return {
      rows: waiting.map(each => ({
        id: each.id,
        student: each.name,
        nativeName: each.nativeName,
        section: each.section,
        sectionNativeName: each.sectionNativeName,
        priceCents: sum(
          lines.filter(({ childKey, sectionId }) => childKey === each.studentId && sectionId === each.sectionId),
        ),
        unmet: reasonsOf(each.studentId, each.sectionId).filter(
          reason => reason !== 'class' && each.type === 'regular',
        ),
        promo: promoOf(bills, each),
      })),
      feesCents: sum(lines.filter(({ kind }) => kind === 'registration')),
      totalCents: sum(lines),
    }
  },

  'applications-approve': async context => {
    const { db, actor, input } = context
    const seen = decidedEnrolments(actor)
    const ids = [...new Set(input.ids)]
    await lockSections(db, await sectionsOf(db, seen, ids))
    const { waiting, bills } = await approveWaiting(context, seen, ids, settleVisits, input.promoCode)
    if (waiting.length < ids.length)
      throw conflict('MOVE_NOT_ALLOWED', 'Some of these applications are no longer waiting. Look at them again.')
    // A code that the office enters must be valid. A code that the family entered may be used up by now; its letter
    // says so.
    if (input.promoCode !== '' && bills.some(({ promo }) => promo !== null && promo.problem !== null))
      throw invalid([{ path: 'promoCode', message: 'promo' }])
    const totalCents = bills.reduce((cents, bill) => cents + bill.totalCents, 0)
    if (totalCents !== input.agreedCents)
      throw conflict('PREVIEW_CHANGED', 'The amount has changed since the preview. Look at it again.', { totalCents })
    for (const each of waiting) {
      const isBilled = bills.some(({ of, totalCents: cents }) => cents > 0 && of.includes(each))
      await tell(
        context,
        { studentId: each.studentId, section: sectionOf(each) },
        {
          kind: 'approved',
          isBilled,
          note: input.note,
          lostCode: promoOf(bills, each)?.problem ? promoOf(bills, each)!.code : '',
        },
      )
    }
    return { count: waiting.length, totalCents }
  },

  'applications-decline': async context => {
    const { id, note } = context.input
    const { studentId, sectionId, waiting } = await lockFor(context, id, 'declined')
    await declineWaiting(context, { id, sectionId }, note)
    await tell(context, { studentId, section: sectionOf(waiting) }, { kind: 'declined', note })
    return {}
  },

  'applications-ask': async context => {
    const { db, actor, input, now } = context
    const { studentId, waiting } = await lockFor(context, input.id, 'needs-info')
    await putApplication(db, input.id, {
      status: 'needs-info',
      question: input.question,
      askedBy: actor.personId,
      askedAt: now,
      answer: '',
      answeredAt: null,
    })
    await tell(context, { studentId, section: sectionOf(waiting) }, { kind: 'asked', question: input.question })
    return {}
  },

  'applications-mine': async ({ db, actor, now }) => {
    const mine = await listMine(db, myEnrolments(actor), now)
    if (mine.length === 0) return []
    const waiting = await findWaiting(db, myEnrolments(actor), null)
    const bills = await priceWaiting(
      db,
      { households: myHouseholds(actor), students: myStudents(actor), terms: visibleTerms(actor) },
      waiting,
      { isLocked: false, typedCode: '', today: dayIn(await zoneOf(db), now) },
    )
    return mine.map(each => {
      const of = waiting.find(({ id }) => id === each.id)
      const bill = bills.find(candidate => of !== undefined && candidate.of.includes(of))
      // A line that a family pays once is shown with the first class of its bill.
      const isFirst = bill?.of[0] === of
      const lines = (bill?.lines ?? []).filter(({ childKey, sectionId }) =>
        childKey === null ? isFirst : childKey === of?.studentId && sectionId === of.sectionId,
      )
      return { ...each, lines, totalCents: lines.reduce((cents, { netCents }) => cents + netCents, 0) }
    })
  },

  'applications-answer': async ({ db, actor, input, now, touch }) => {
    const application = await lockFor({ db, actor }, input.id, 'submitted', myEnrolments(actor))
    await putApplication(
      db,
      input.id,
      application.status === 'needs-info'
        ? { status: 'submitted', answer: input.text, answeredAt: now }
        : { status: 'submitted', note: input.text },
    )
    const readers = await listReaders(db, application.studentId)
    touch(
      ['applications', 'dashboard'],
      readers.map(({ id }) => id),
    )
    return { status: 'submitted' }
  },
}

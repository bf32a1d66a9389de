import type { Output, Parsed } from '#contract/index.ts'
import type { promotions } from '#contract/enrolment/promotions.ts'
import { plannedTerms } from '#contract/school/terms.plain.ts'
import { movedClosures } from '#rules/rollOver.ts'
import { startBatch } from '#server/platform/batches.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { insertCopies, syncMeetings } from '#server/enrolment/classes/acts.ts'
import { askForCopies } from '#server/people/forms/acts.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { daysOf, openTerm } from '#server/school/terms/acts.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { findTermDays, listCopied, type SourceSection } from './copyQueries.ts'

type Asked = Pick<Parsed<'promotions-copyPlan'>, 'fromTermId' | 'toTermId' | 'newTerm'>
type Outcome = Output<'promotions-copyPlan'>['classes'][number]['outcome']

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/**
 * The days of the term that classes are copied into: an existing one, or a new one as planned. Throws for a term that
 * is over.
 */
const targetOf = async ({ db, actor }: Pick<Context<unknown>, 'db' | 'actor'>, asked: Asked) => {
  const seen = visibleTerms(actor)
  const from = await findTermDays(db, seen, asked.fromTermId)
  if (!from) throw notFound('The term')
  if (asked.toTermId !== null) {
    if (asked.toTermId === asked.fromTermId) throw invalid([{ path: 'toTermId', message: 'different' }])
    const to = await findTermDays(db, seen, asked.toTermId)
    if (!to) throw notFound('The term')
    if (!plannedTerms.includes(to.status)) throw conflict('TERM_CLOSED', 'This term is over. Choose another one.')
    return { term: { startsOn: to.startsOn, endsOn: to.endsOn, closures: to.closures }, days: to.days, plan: null }
  }
  if (asked.newTerm === null) throw invalid([{ path: 'toTermId', message: 'choose' }])
  const { closures: takesClosures, ...values } = asked.newTerm
  const closures = takesClosures ? movedClosures(from.closures, from, values) : []
  const plan = { ...values, weekdays: from.weekdays, earlyBirdOn: null }
  const { days } = daysOf({ ...plan, closures }, 'newTerm.')
  return { term: { startsOn: plan.startsOn, endsOn: plan.endsOn, closures }, days, plan }
}

const outcomeOf = (section: SourceSection, days: readonly string[]): Outcome => {
  if (section.isThere) return 'exists'
  if (section.isCourseArchived) return 'course'
  return days.some(day => weekdayOf(day) === section.weekday) ? 'copy' : 'weekday'
}

type Copy = Pick<typeof promotions, 'promotions-copyPlan' | 'promotions-copyClasses'>

/** Handlers that prepare a term from another one. */
export const copyFunctions: Functions<Copy> = {
  'promotions-copyPlan': async context => {
    const { db, actor, input } = context
    const { term, days } = await targetOf(context, input)
    const sections = await listCopied(db, workedSections(actor), input.fromTermId, input.toTermId)
    return {
      term: { ...term, sessionCount: days.length },
      classes: sections.map(section => ({
        ...section,
        teachers: section.teachers.filter(({ isGone }) => !isGone).map(({ name }) => name),
        teacherNativeNames: section.teachers.filter(({ isGone }) => !isGone).map(({ nativeName }) => nativeName),
        room: section.isRoomArchived ? '' : section.room,
        outcome: outcomeOf(section, days),
        meetings: days.filter(day => weekdayOf(day) === section.weekday).length,
        lost: [
          ...section.teachers.filter(({ isGone }) => isGone).map(({ name }) => name),
          ...(section.isRoomArchived ? [section.room] : []),
        ],
      })),
    }
  },

  'promotions-copyClasses': async context => {
    const { db, actor, input, now, touch } = context
    const { term, days, plan } = await targetOf(context, input)
    const sections = (await listCopied(db, workedSections(actor), input.fromTermId, input.toTermId)).filter(({ id }) =>
      input.sectionIds.includes(id),
    )
    const copied = sections.filter(section => outcomeOf(section, days) === 'copy')
    const skipped = input.sectionIds.length - copied.length
    if (copied.length === 0 && input.toTermId !== null)
      return { termId: input.toTermId, copied: 0, skipped, batchId: null }
    const slices = ['terms', 'classes', 'teachers', 'promotions', 'forms']
    const kind = 'promotions-copyClasses'
    const batchId = await startBatch(context, { kind, n: copied.length, slices, detail: plan?.name ?? '' })
    const termId = plan ? await openTerm(db, plan, term.closures, now, 'newTerm.') : input.toTermId!
    const { teachers, rooms, fees } = input.options
    const copies = copied.map(section => ({
      id: newId(),
      from: section.id,
      roomId: rooms && !section.isRoomArchived ? section.roomId : null,
      teacherIds: teachers ? section.teachers.filter(({ isGone }) => !isGone).map(({ id }) => id) : [],
    }))
    await insertCopies(db, copies, { termId, fees, at: now })
    await askForCopies(db, copies)
    await syncMeetings(db, termId)
    touch(slices)
    return { termId, copied: copied.length, skipped, batchId }
  },
}

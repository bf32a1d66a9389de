import type { enrolments } from '#contract/enrolment/enrolments.ts'
import type { Functions } from '#server/platform/functions.ts'
import { enrolFunctions } from './enrolling.ts'
import { draftFunctions } from './drafts.ts'
import { familyTimeFunctions } from './familyTimeFunctions.ts'
import { holdFunctions } from './holds.ts'
import { moveFunctions } from './moves.ts'
import { visibleWaitlist } from './policy.ts'
import { priced } from './priced.ts'
import { listWaitlist } from './lineQueries.ts'
import { type Followers, submit } from './submitting.ts'

/** Every handler of the slice. `followers` is what slices above do when a student gets a place. */
export const enrolmentFunctions = (followers: Followers): Functions<typeof enrolments> => ({
  'enrolments-quote': async context => (await priced(context, context.input.draft, false)).quote,

  'enrolments-submit': context => submit(context, followers),

  'enrolments-waitlist': async ({ db, actor, input, now }) =>
    listWaitlist(db, visibleWaitlist(actor), input.sectionId, now),
  ...draftFunctions,
  ...holdFunctions(async (context, draft) => (await priced(context, draft, true)).quote),
  ...moveFunctions(followers.settleVisits),
  ...enrolFunctions(followers.settleVisits),
  ...familyTimeFunctions,
})

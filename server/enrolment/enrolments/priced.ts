import type { Draft } from '#contract/enrolment/enrolments.ts'
import { registrableTerms } from '#contract/school/terms.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { nameIn } from '#server/platform/texts.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { listBarredFrom, mayBeBarred } from '#server/people/students/acts.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { findOwnWindow } from '#server/enrolment/windows/acts.ts'
import { quote } from './cart.ts'
import { countGuess, mustNotGuess } from './guessing.ts'
import { findPricingInput } from './pricingInput.ts'
import { readReasonsIn } from './reasonQueries.ts'

/**
 * Reads everything that the price of a draft depends on, and prices it. `isLocked` locks it until the transaction ends.
 */
export const priced = async (
  { db, actor, now, address, settings }: Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'address' | 'settings'>,
  draft: Draft,
  isLocked: boolean,
) => {
  const refused = invalid([{ path: 'termId', message: 'required' }])
  if (!draft.termId) throw refused
  mustNotGuess({ actor, address, settings }, draft.promoCode)
  const seen = visibleTerms(actor)
  const sectionIds = [...new Set(draft.choices.map(({ sectionId }) => sectionId))]
  const reading = findPricingInput(db, {
    terms: seen,
    households: myHouseholds(actor),
    students: myStudents(actor),
    termId: draft.termId,
    sectionIds,
    accountId: actor.accountId,
    promoCode: draft.promoCode,
    now,
    isLocked,
  })
  const [found, barred, window, reasonsOf] = await Promise.all([
    reading,
    listBarredFrom(db, actor),
    findOwnWindow(db, seen, actor, now, draft.termId),
    readReasonsIn(db, myStudents(actor), sectionIds),
  ])
  if (!found) throw refused
  if (found.promo?.problem === 'unknown') countGuess({ actor, address, settings }, draft.promoCode)
  if (!registrableTerms.includes(found.term.status))
    throw conflict('TERM_CLOSED', 'This term isn’t open for registration. Choose another one.')
  const opens = window?.isOpen === false ? window : null
  const isDoubted = (child: Draft['children'][number]) => mayBeBarred(barred, child)
  return {
    ...found,
    isDoubted,
    school: nameIn(actor.language, found.school),
    quote: quote(draft, found, { reasonsOf, isDoubted, isStaffCaller: actor.roles.includes('teacher'), opens }),
  }
}

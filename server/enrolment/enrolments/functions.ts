import { createHash } from 'node:crypto'
import type { Draft, enrolments, Quote } from '#contract/enrolment/enrolments.ts'
import type { Output, Parsed } from '#contract/index.ts'
import { registrableTerms } from '#contract/school/terms.ts'
import { CallError, conflict, invalid } from '#server/platform/errors.ts'
import type { Actor, Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { postAll } from '#server/platform/mail.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { insertAnswers, listAsked, listKnown, type NewAnswer } from '#server/people/forms/acts.ts'
import { insertApplications } from '#server/enrolment/applications/acts.ts'
import { enterDraws } from '#server/enrolment/lotteries/acts.ts'
import { issueInvoice } from '#server/money/payments/acts.ts'
import { listBarredFrom, mayBeBarred } from '#server/people/students/acts.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { listCurrent } from '#server/school/policies/acts.ts'
import { currentPolicies } from '#server/school/policies/policy.ts'
import { readReasons } from '#server/enrolment/placements/acts.ts'
import { settleVisits } from '#server/enrolment/visits/acts.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { findOwnWindow } from '#server/enrolment/windows/acts.ts'
import { quote } from './cart.ts'
import { checkFamily } from './checking.ts'
import { listSigned } from './draftQueries.ts'
import { draftFunctions } from './drafts.ts'
import { writeFamily } from './familyQueries.ts'
import { familyTimeFunctions } from './familyTimeFunctions.ts'
import { countGuess, mustNotGuess } from './guessing.ts'
import { accountOf, closeCart, holdFunctions, lockCart } from './holds.ts'
import { registrationLetter } from './letters.ts'
import { insertWaiting, listPositions } from './lineQueries.ts'
import { moveFunctions } from './moves.ts'
import { ownDraft, visibleWaitlist } from './policy.ts'
import { findPricingInput } from './pricingInput.ts'
import { signedLetter } from './signedLetter.ts'
import {
  findRegistration,
  insertEnrolments,
  insertRegistration,
  listWaitlist,
  removeDraft,
  updateAnswer,
} from './queries.ts'

/** A name as somebody reads it best: in Chinese where they read Chinese and it is known. */
const said = ({ language }: Actor, name: string, nativeName: string): string =>
  language === 'zh' && nativeName !== '' ? nativeName : name

/** Reads all that a price follows from, and prices the draft. `isLocked` keeps it so until the transaction ends. */
const priced = async (
  { db, actor, now, address }: Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'address'>,
  draft: Draft,
  isLocked: boolean,
) => {
  const refused = invalid([{ path: 'termId', message: 'required' }])
  if (!draft.termId) throw refused
  mustNotGuess({ actor, address }, draft.promoCode)
  const found = await findPricingInput(db, {
    terms: visibleTerms(actor),
    households: myHouseholds(actor),
    students: myStudents(actor),
    termId: draft.termId,
    sectionIds: [...new Set(draft.choices.map(({ sectionId }) => sectionId))],
    accountId: actor.accountId,
    promoCode: draft.promoCode,
    now,
    isLocked,
  })
  if (!found) throw refused
  if (found.promo?.problem === 'unknown') countGuess({ actor, address }, draft.promoCode)
  if (!registrableTerms.includes(found.term.status))
    throw conflict('TERM_CLOSED', 'Registration for this term is closed. Choose another term.')
  const reasonsOf = await readReasons(
    db,
    found.family?.children.map(({ id }) => id) ?? [],
    found.sections.map(({ id }) => id),
  )
  const barred = await listBarredFrom(db, actor)
  const window = await findOwnWindow(db, visibleTerms(actor), actor, now, found.term.id)
  const opens = window?.isOpen === false ? window : null
  const isDoubted = (child: Draft['children'][number]) => mayBeBarred(barred, child)
  return {
    ...found,
    isDoubted,
    school: said(actor, found.school.name, found.school.nativeName),
    quote: quote(draft, found, { reasonsOf, isDoubted, isStaffCaller: actor.roles.includes('teacher'), opens }),
  }
}

/** Refuses a cart that can't become what the family agreed to, at the choices that are to blame. */
const checkCart = (
  draft: Draft,
  { choices, totalCents, opens }: Quote,
  { agreedCents, agreed }: Parsed<'enrolments-submit'>,
): void => {
  const blamed = (outcome: Quote['choices'][number]['outcome'], message: string) =>
    choices
      .filter(choice => choice.outcome === outcome)
      .map(choice => ({
        path: `choices.${draft.choices.findIndex(each => each.childKey === choice.childKey && each.sectionId === choice.sectionId)}`,
        message,
      }))
  const refused = [...blamed('closed', 'closed'), ...blamed('age', 'age'), ...blamed('clash', 'clash')]
  if (refused.length > 0) throw invalid(refused, blamed('age', 'age').length > 0 ? 'AGE_RULE' : 'CLASS_CLOSED')
  if (opens && choices.some(({ outcome }) => outcome === 'early'))
    throw conflict('WINDOW_NOT_OPEN', 'Registration has not opened for your family yet.', {
      onDay: opens.onDay,
      time: opens.time,
      opensAt: opens.opensAt,
    })
  const seen = (choice: Quote['choices'][number]) =>
    agreed?.find(each => each.childKey === choice.childKey && each.sectionId === choice.sectionId)?.outcome
  const isOther = agreed !== undefined && choices.some(choice => seen(choice) !== choice.outcome)
  if (totalCents !== agreedCents || isOther) {
    const full = blamed('waitlist', 'full')
    throw new CallError('failed-precondition', 'The price is not what was shown any more. Look at it again.', {
      reason: full.length > 0 ? 'CLASS_FULL' : 'PRICE_CHANGED',
      totalCents,
      ...(full.length > 0 ? { fields: full } : {}),
    })
  }
}

const submit = async (context: Context<Parsed<'enrolments-submit'>>): Promise<Output<'enrolments-submit'>> => {
  const { db, actor, input, now, touch, settings } = context
  const { draft } = input
  const accountId = accountOf(actor)
  const cart = await lockCart(context, draft)
  // The page on which it was sent makes it no other registration.
  const fingerprint = createHash('sha256')
    .update(JSON.stringify({ ...draft, at: '' }))
    .digest('hex')
  const before = draft.termId ? await findRegistration(db, accountId, draft.termId, fingerprint) : null
  if (before) return before

  const found = await priced(context, draft, true)
  const known = found.family ? await listKnown(db, found.family.householdId) : []
  const fields = await listAsked(db, found.term.id)
  const policies = await listCurrent(db, currentPolicies)
  const signed = found.family ? await listSigned(db, found.family.householdId) : []
  const family = checkFamily(draft, found.today, { policies, signed, fields, known })
  if (found.quote.choices.length === 0) throw invalid([{ path: 'choices', message: 'required' }], 'NOTHING_CHOSEN')
  const fresh = found.quote.choices.filter(({ outcome }) => outcome !== 'enrolled')
  if (fresh.length === 0)
    throw conflict('ALREADY_SUBMITTED', 'These classes have been registered already. You find them on your start page.')
  checkCart(draft, found.quote, input)

  const written = await writeFamily(
    db,
    { accountId, personId: actor.personId, email: actor.email, language: actor.language },
    family,
    found.family,
    policies,
    now,
  )
  await insertAnswers(
    db,
    fields.flatMap<NewAnswer>(field =>
      field.about === 'class'
        ? draft.choices
            .filter(({ sectionId }) => field.askedFor.includes(sectionId))
            .map(({ childKey, sectionId, answers }) => ({
              field,
              studentId: written.studentOf.get(childKey)!,
              householdId: null,
              sectionId,
              value: answers?.[field.id],
            }))
        : field.about === 'student'
          ? family.children.map(({ key, answers }) => ({
              field,
              studentId: written.studentOf.get(key)!,
              householdId: null,
              value: answers[field.id],
            }))
          : [{ field, studentId: null, householdId: written.householdId, value: family.answers[field.id] }],
    ),
    { termId: found.term.id, known, by: written.callerId, at: now },
  )
  const registrationId = newId()
  const childOf = (childKey: string) => family.children.find(({ key }) => key === childKey)!
  const sectionOf = (id: string) => found.sections.find(section => section.id === id)!
  const typeOf = (childKey: string, sectionId: string) =>
    draft.choices.find(each => each.childKey === childKey && each.sectionId === sectionId)?.type ?? 'regular'
  const seats = fresh
    .filter(({ outcome }) => outcome === 'seat' || outcome === 'approval')
    .map(choice => ({ ...choice, enrolmentId: newId(), studentId: written.studentOf.get(choice.childKey)! }))
  const waiting = fresh.filter(({ outcome }) => outcome === 'waitlist')
  await insertRegistration(db, {
    id: registrationId,
    householdId: written.householdId,
    termId: found.term.id,
    accountId,
    status: 'completed',
    fingerprint,
    answer: {},
    submittedAt: now,
  })
  await insertEnrolments(
    db,
    seats.map(({ enrolmentId, studentId, childKey, sectionId, outcome }) => ({
      id: enrolmentId,
      studentId,
      sectionId,
      registrationId,
      type: typeOf(childKey, sectionId),
      status: outcome === 'approval' ? 'approval' : 'active',
      createdAt: now,
    })),
  )
  const isCodeUsed = found.quote.lines.some(({ discounts }) => discounts.some(({ rule }) => rule === 'promo'))
  await insertApplications(
    db,
    seats
      .filter(({ outcome }) => outcome === 'approval')
      .map(({ enrolmentId, childKey, reasons }) => {
        const child = draft.children.find(({ key }) => key === childKey)
        return { enrolmentId, reasons: child && found.isDoubted(child) ? [...reasons, 'guardian' as const] : reasons }
      }),
    found.promo?.problem === null && !isCodeUsed ? found.promo.code : '',
  )
  await settleVisits(
    db,
    seats.filter(({ outcome }) => outcome === 'seat'),
    now,
  )
  await insertWaiting(
    db,
    waiting.map(({ childKey, sectionId }) => ({
      studentId: written.studentOf.get(childKey)!,
      sectionId,
      registrationId,
      joinedAt: now,
    })),
  )
  await enterDraws(
    db,
    written.householdId,
    fresh
      .filter(({ outcome }) => outcome === 'lottery')
      .map(({ childKey, sectionId }) => ({ studentId: written.studentOf.get(childKey)!, sectionId })),
    now,
  )
  await closeCart(context, cart, seats)
  const positions = await listPositions(db, registrationId)
  const invoice =
    found.quote.lines.length === 0
      ? null
      : await issueInvoice(db, {
          householdId: written.householdId,
          termId: found.term.id,
          registrationId,
          lines: found.quote.lines,
          enrolmentOf: line =>
            seats.find(
              ({ sectionId, childKey, studentId }) =>
                sectionId === line.sectionId && [childKey, studentId].includes(line.childKey ?? ''),
            )?.enrolmentId ?? null,
          studentOf: line =>
            seats.find(({ childKey, studentId }) => [childKey, studentId].includes(line.childKey ?? ''))?.studentId ??
            null,
          issuedOn: found.today,
          dueDays: found.policy.dueDays,
          at: now,
        })
  const answer: Output<'enrolments-submit'> = {
    registrationId,
    householdId: written.householdId,
    invoiceId: invoice?.id ?? null,
    invoiceNumber: invoice?.number ?? null,
    totalCents: found.quote.totalCents,
    outcomes: fresh.map(({ childKey, sectionId, outcome, reasons }) => {
      const section = sectionOf(sectionId)
      const studentId = written.studentOf.get(childKey)
      const place = positions.find(each => each.studentId === studentId && each.sectionId === sectionId)
      return {
        child: childOf(childKey).name,
        childNativeName: childOf(childKey).nativeName,
        section: section.name,
        sectionNativeName: section.nativeName,
        reasons,
        outcome: outcome as 'seat' | 'waitlist' | 'approval' | 'lottery',
        waitingPosition: place?.position ?? null,
      }
    }),
  }
  await updateAnswer(db, registrationId, answer)
  await removeDraft(db, ownDraft(actor))
  const copy = signedLetter(actor, found.school, policies, family.consents, { zone: await zoneOf(db), at: now })
  await postAll(context, [
    registrationLetter(actor, found.school, answer, `${settings.publicUrl}/dashboard/`),
    ...(copy ? [copy] : []),
  ])
  touch([
    'classes',
    'terms',
    'students',
    'payments',
    'teachers',
    'enrolments',
    'parents',
    'forms',
    'policies',
    'lotteries',
  ])
  return answer
}

export const enrolmentFunctions: Functions<typeof enrolments> = {
  'enrolments-quote': async context => (await priced(context, context.input.draft, false)).quote,

  'enrolments-submit': submit,

  'enrolments-waitlist': async ({ db, actor, input, now }) =>
    listWaitlist(db, visibleWaitlist(actor), input.sectionId, now),
  ...draftFunctions,
  ...holdFunctions(async (context, draft) => (await priced(context, draft, true)).quote),
  ...moveFunctions,
  ...familyTimeFunctions,
}

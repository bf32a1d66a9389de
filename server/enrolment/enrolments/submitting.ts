import type { Draft, Quote, SubmittedFamily } from '#contract/enrolment/enrolments.ts'
import type { Output, Parsed } from '#contract/index.ts'
import { notesOf } from '#server/platform/db.ts'
import { CallError, conflict, invalid } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { postAll } from '#server/platform/mail.ts'
import { letterhead } from '#server/school/config/tables.ts'
import { insertAnswers, listAsked, listKnown, type NewAnswer } from '#server/people/forms/acts.ts'
import { issueInvoice } from '#server/money/payments/acts.ts'
import { settlePickUps } from '#server/people/parents/acts.ts'
import { listCurrent } from '#server/school/policies/acts.ts'
import { currentPolicies } from '#server/school/policies/policy.ts'
import { insertApplications } from './applicationQueries.ts'
import { checkFamily } from './checking.ts'
import { listSigned } from './draftQueries.ts'
import { readClaim, submitFamily } from './family.ts'
import { accountOf, closeCart, lockCart } from './holds.ts'
import { registrationLetter } from './letters.ts'
import { insertWaiting, listPositions } from './lineQueries.ts'
import { ownDraft } from './policy.ts'
import { priced } from './priced.ts'
import {
  findRegistration,
  insertEnrolments,
  insertRegistration,
  type KnownFamily,
  listHearers,
  removeDraft,
  updateAnswer,
} from './queries.ts'
import type { SettleVisits } from './seating.ts'
import { signedLetter } from './signedLetter.ts'

type Submit = Context<Parsed<'enrolments-submit'>>
type Answer = Output<'enrolments-submit'>
type Choice = Quote['choices'][number]

/** What slices above do when a registration concerns them. */
export type Followers = {
  settleVisits: SettleVisits
  /** Enters children of a household into the lotteries of classes. Throws where a lottery has closed since. */
  enterDraws(
    db: Submit['db'],
    householdId: string,
    choices: readonly { studentId: string; sectionId: string }[],
    at: Date,
  ): Promise<void>
}

/** Throws where a cart can't become what the family agreed to, with the choices at fault as fields. */
const checkCart = (
  draft: Draft,
  { choices, totalCents, opens }: Quote,
  { agreedCents, agreed }: Parsed<'enrolments-submit'>,
): void => {
  const blamed = (outcome: Choice['outcome'], message: string) =>
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
  const seen = (choice: Choice) =>
    agreed?.find(each => each.childKey === choice.childKey && each.sectionId === choice.sectionId)?.outcome
  const isOther = agreed !== undefined && choices.some(choice => seen(choice) !== choice.outcome)
  if (totalCents !== agreedCents || isOther) {
    const full = blamed('waitlist', 'full')
    throw new CallError(
      'failed-precondition',
      'The price, or a class’s availability, has changed since it was shown. Look at it again.',
      {
        reason: full.length > 0 ? 'CLASS_FULL' : 'PRICE_CHANGED',
        totalCents,
        ...(full.length > 0 ? { fields: full } : {}),
      },
    )
  }
}

/**
 * Throws where a guardian who may not see every child of the household changed its emergency contacts or whom they may
 * pick up: that holds for all of its children.
 */
const checkContacts = (known: KnownFamily | null, contacts: SubmittedFamily['contacts']): void => {
  if (known === null || known.isWhole) return
  const isOnRecord = ({ name, phone, relationship, mayPickUp }: (typeof contacts)[number]) =>
    known.contacts.some(
      each =>
        each.name === name &&
        each.phone === phone &&
        each.relationship === relationship &&
        each.mayPickUp === mayPickUp,
    )
  const fields = contacts.flatMap((contact, index) =>
    isOnRecord(contact) ? [] : [{ path: `contacts.${index}.name`, message: 'office' }],
  )
  if (contacts.length < known.contacts.length) fields.push({ path: 'contacts', message: 'office' })
  if (fields.length > 0) throw invalid(fields)
}

/** Reads and checks what was sent: the price, the family, and the classes that are new. */
const checked = async (context: Submit) => {
  const { db, input } = context
  const [found, fields, policies] = await Promise.all([
    priced(context, input.draft, true),
    input.draft.termId ? listAsked(db, input.draft.termId) : [],
    listCurrent(db, currentPolicies),
  ])
  const [known, signed] = found.family
    ? await Promise.all([listKnown(db, found.family.householdId), listSigned(db, found.family.householdId)])
    : [[], []]
  const family = checkFamily(input.draft, found.today, {
    policies,
    signed,
    fields,
    known,
    keepsContacts: found.family?.isWhole !== false,
  })
  checkContacts(found.family, family.contacts)
  if (found.quote.choices.length === 0) throw invalid([{ path: 'choices', message: 'required' }], 'NOTHING_CHOSEN')
  const fresh = found.quote.choices.filter(({ outcome }) => outcome !== 'enrolled')
  if (fresh.length === 0)
    throw conflict(
      'ALREADY_SUBMITTED',
      'You have already registered for these classes. You’ll find them on your home page.',
    )
  checkCart(input.draft, found.quote, input)
  return { ...found, known, fields, policies, checkedFamily: family, fresh }
}
type Checked = Awaited<ReturnType<typeof checked>>
type Written = Awaited<ReturnType<typeof submitFamily>>

/** The answers to the school's own questions: about the family, about a child, and about a child in a class. */
const answersOf = (draft: Draft, { fields, checkedFamily }: Checked, written: Written): NewAnswer[] =>
  fields.flatMap<NewAnswer>(field => {
    if (field.about === 'class')
      return draft.choices
        .filter(({ sectionId }) => field.askedFor.includes(sectionId))
        .map(({ childKey, sectionId, answers }) => ({
          field,
          studentId: written.studentOf.get(childKey)!,
          householdId: null,
          sectionId,
          value: answers?.[field.id],
        }))
    if (field.about === 'student')
      return checkedFamily.children.map(({ key, answers }) => ({
        field,
        studentId: written.studentOf.get(key)!,
        householdId: null,
        value: answers[field.id],
      }))
    return [{ field, studentId: null, householdId: written.householdId, value: checkedFamily.answers[field.id] }]
  })

/**
 * Gives each new class the outcome of its quote: a seat, a seat that needs approval, a waitlist entry or a lottery
 * entry.
 */
const takePlaces = async (
  { db, input: { draft }, now }: Submit,
  { fresh, quote, promo, isDoubted }: Checked,
  written: Written,
  registrationId: string,
  { settleVisits, enterDraws }: Followers,
) => {
  const placed = fresh.map(choice => ({ ...choice, studentId: written.studentOf.get(choice.childKey)! }))
  const having = (...outcomes: Choice['outcome'][]) => placed.filter(({ outcome }) => outcomes.includes(outcome))
  const seats = having('seat', 'approval').map(choice => ({ ...choice, enrolmentId: newId() }))
  const typeOf = (childKey: string, sectionId: string) =>
    draft.choices.find(each => each.childKey === childKey && each.sectionId === sectionId)?.type ?? 'regular'
  const isCodeUsed = quote.lines.some(({ discounts }) => discounts.some(({ rule }) => rule === 'promo'))
  // The enrolments are sent first, since the others name them.
  await Promise.all([
    insertEnrolments(
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
    ),
    insertApplications(
      db,
      seats
        .filter(({ outcome }) => outcome === 'approval')
        .map(({ enrolmentId, childKey, reasons }) => {
          const child = draft.children.find(({ key }) => key === childKey)
          return { enrolmentId, reasons: child && isDoubted(child) ? [...reasons, 'guardian' as const] : reasons }
        }),
      promo?.problem === null && !isCodeUsed ? promo.code : '',
    ),
    settleVisits(
      db,
      seats.filter(({ outcome }) => outcome === 'seat'),
      now,
    ),
    insertWaiting(
      db,
      having('waitlist').map(({ studentId, sectionId }) => ({ studentId, sectionId, registrationId, joinedAt: now })),
    ),
    enterDraws(
      db,
      written.householdId,
      having('lottery').map(({ studentId, sectionId }) => ({ studentId, sectionId })),
      now,
    ),
  ])
  return seats
}
type Seats = Awaited<ReturnType<typeof takePlaces>>

/** Issues the invoice for the quoted lines; null where nothing is charged. */
const bill = async (
  { db, now }: Submit,
  { quote, term, today, policy }: Checked,
  { householdId }: Written,
  registrationId: string,
  seats: Seats,
) => {
  if (quote.lines.length === 0) return null
  // A line may name the child by the draft's key or by the id of the new student.
  const isOf = ({ childKey, studentId }: Seats[number], named: string | null | undefined) =>
    [childKey, studentId].includes(named ?? '')
  return issueInvoice(db, {
    householdId,
    termId: term.id,
    registrationId,
    lines: quote.lines,
    enrolmentOf: line =>
      seats.find(seat => seat.sectionId === line.sectionId && isOf(seat, line.childKey))?.enrolmentId ?? null,
    studentOf: line => seats.find(seat => isOf(seat, line.childKey))?.studentId ?? null,
    issuedOn: today,
    dueDays: policy.dueDays,
    at: now,
  })
}

/** The outcome of each class, with the position on the waitlist. */
const outcomesOf = (
  { fresh, sections, checkedFamily }: Checked,
  { studentOf }: Written,
  positions: Awaited<ReturnType<typeof listPositions>>,
): Answer['outcomes'] =>
  fresh.map(({ childKey, sectionId, outcome, reasons }) => {
    const child = checkedFamily.children.find(({ key }) => key === childKey)!
    const section = sections.find(({ id }) => id === sectionId)!
    const studentId = studentOf.get(childKey)
    const place = positions.find(each => each.studentId === studentId && each.sectionId === sectionId)
    return {
      child: child.name,
      childNativeName: child.nativeName,
      section: section.name,
      sectionNativeName: section.nativeName,
      reasons,
      outcome: outcome as 'seat' | 'waitlist' | 'approval' | 'lottery',
      waitingPosition: place?.position ?? null,
    }
  })

/**
 * Registers a family with what its draft holds: the people, their answers and consents, the places and the invoice, all
 * or nothing. The same draft sent again gets the first answer.
 */
export const submit = async (context: Submit, followers: Followers): Promise<Answer> => {
  const { db, actor, input, now, touch, settings } = context
  const { draft } = input
  const accountId = accountOf(actor)
  // The page from which it was sent makes no difference.
  const fingerprint = notesOf(db).digest(JSON.stringify({ ...draft, at: '' }))
  // The lock is sent first, so an earlier submission is read behind it.
  const [cart, before] = await Promise.all([
    lockCart(context, draft),
    draft.termId ? findRegistration(db, accountId, draft.termId, fingerprint) : null,
  ])
  if (before) return before

  const caller = { accountId, personId: actor.personId, email: actor.email, language: actor.language }
  const [found, claim] = await Promise.all([checked(context), readClaim(db, caller)])
  const { checkedFamily, term, policies, known, today } = found
  const written = await submitFamily(db, caller, claim, checkedFamily, found.family, policies, now)
  const { householdId, callerId } = written
  const registrationId = newId()
  // The registration is sent before the places, which name it.
  const [, seats] = await Promise.all([
    insertRegistration(db, {
      id: registrationId,
      householdId,
      termId: term.id,
      accountId,
      status: 'completed',
      fingerprint,
      answer: {},
      submittedAt: now,
    }),
    takePlaces(context, found, written, registrationId, followers),
    insertAnswers(db, answersOf(draft, found, written), { termId: term.id, known, by: callerId, at: now }),
    settlePickUps(db, {
      householdId,
      before: found.family?.contacts ?? [],
      contacts: checkedFamily.contacts,
      by: callerId,
      today,
      at: now,
    }),
  ])
  const [hearers, { zone, currency }] = await Promise.all([
    listHearers(db, registrationId),
    letterhead(db),
    closeCart(context, cart, seats),
    removeDraft(db, ownDraft(actor)),
  ])
  const copy = signedLetter(actor, found.school, policies, checkedFamily.consents, { zone, currency, at: now })
  // Last, since every other invoice waits for its number until this transaction ends.
  const [invoice, positions] = await Promise.all([
    bill(context, found, written, registrationId, seats),
    listPositions(db, registrationId),
  ])
  const answer: Answer = {
    registrationId,
    householdId,
    invoiceId: invoice?.id ?? null,
    invoiceNumber: invoice?.number ?? null,
    dueOn: invoice?.dueOn ?? null,
    totalCents: found.quote.totalCents,
    outcomes: outcomesOf(found, written, positions),
  }
  await Promise.all([
    updateAnswer(db, registrationId, answer),
    postAll(context, [
      registrationLetter(
        actor,
        { school: found.school, currency, term: found.term },
        answer,
        `${settings.publicUrl}/dashboard/`,
      ),
      ...(copy ? [copy] : []),
    ]),
  ])
  touch(['classes'])
  touch(['terms'], [])
  touch(
    ['students', 'payments', 'teachers', 'enrolments', 'parents', 'forms', 'policies', 'lotteries', 'absences'],
    hearers,
  )
  return answer
}

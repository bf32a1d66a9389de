import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { Draft, type enrolments, type Quote, SubmittedFamily } from '#contract/enrolments.ts'
import type { FieldValue, FieldValues, FormField } from '#contract/forms.ts'
import type { Output } from '#contract/index.ts'
import type { Policy } from '#contract/policies.ts'
import { registrableTerms } from '#contract/terms.ts'
import { unanswered } from '#rules/agreement.ts'
import { dayIn } from '#rules/calendar.ts'
import { valueProblem } from '#rules/fields.ts'
import type { Db } from '#server/platform/db.ts'
import { CallError, conflict, invalid, unauthenticated } from '#server/platform/errors.ts'
import type { Actor, Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { post } from '#server/platform/mail.ts'
import { insertAnswers, type KnownAnswer, listAsked, listKnown, type NewAnswer } from '#server/slices/forms/acts.ts'
import { insertApplications } from '#server/slices/applications/acts.ts'
import { issueInvoice } from '#server/slices/payments/acts.ts'
import { myStudents } from '#server/slices/students/policy.ts'
import { myHouseholds } from '#server/slices/parents/policy.ts'
import { listCurrent } from '#server/slices/policies/acts.ts'
import { currentPolicies } from '#server/slices/policies/policy.ts'
import { readReasons } from '#server/slices/placements/acts.ts'
import { settleVisits } from '#server/slices/visits/acts.ts'
import { visibleTerms } from '#server/slices/terms/policy.ts'
import { findOwnWindow } from '#server/slices/windows/acts.ts'
import { quote } from './cart.ts'
import { writeFamily } from './familyQueries.ts'
import { registrationLetter } from './letters.ts'
import { moveFunctions } from './moves.ts'
import { ownDraft, visibleWaitlist } from './policy.ts'
import {
  findDraft,
  findFamily,
  findPricing,
  findRegistration,
  findTerm,
  insertEnrolments,
  insertRegistration,
  insertWaiting,
  type KnownFamily,
  listCartSections,
  listWaitlist,
  lockAccount,
  lockSections,
  removeDraft,
  saveDraft,
  updateAnswer,
} from './queries.ts'

const accountOf = ({ accountId }: Actor): string => {
  if (accountId === null) throw unauthenticated('SIGN_IN_NEEDED', 'Sign in first.')
  return accountId
}

const fieldsOf = (error: z.core.$ZodError) =>
  error.issues.map(issue => ({
    path: issue.path.join('.'),
    message: /^[a-z]+$/.test(issue.message) ? issue.message : 'required',
  }))

/** A name as somebody reads it best: in Chinese where they read Chinese and it is known. */
const said = ({ language }: Actor, name: string, nativeName: string): string =>
  language === 'zh' && nativeName !== '' ? nativeName : name

/** Reads all that a price follows from. `isLocked` keeps the seats as they are until the transaction ends. */
const priced = async (db: Db, actor: Actor, draft: Draft, now: Date, isLocked: boolean) => {
  const { pricing, zone, name, nativeName } = await findPricing(db)
  const today = dayIn(zone, now)
  const term = draft.termId ? await findTerm(db, visibleTerms(actor), draft.termId) : null
  if (!term) throw invalid([{ path: 'termId', message: 'required' }])
  if (!registrableTerms.includes(term.status))
    throw conflict('TERM_CLOSED', 'Registration for this term is closed. Choose another term.')
  const ids = [...new Set(draft.choices.map(({ sectionId }) => sectionId))]
  if (isLocked) await lockSections(db, ids)
  const family = await findFamily(db, myHouseholds(actor), myStudents(actor), term.id, pricing.siblingProgrammeIds)
  const sections = await listCartSections(db, term.id, ids, { now, accountId: actor.accountId })
  const reasonsOf = await readReasons(db, family?.children.map(({ id }) => id) ?? [], ids)
  const window = await findOwnWindow(db, visibleTerms(actor), actor, now, term.id)
  return {
    term,
    today,
    family,
    sections,
    pricing,
    school: said(actor, name, nativeName),
    quote: quote({
      draft,
      term,
      sections,
      reasonsOf,
      family,
      isStaffCaller: actor.roles.includes('teacher'),
      policy: pricing,
      today,
      opens: window?.isOpen === false ? window : null,
    }),
  }
}

type Required = { policies: readonly Policy[]; fields: readonly FormField[]; known: readonly KnownAnswer[] }

/** What is missing of the school's own questions and of its policies. */
const checkOwn = (draft: Draft, { policies, fields, known }: Required): { path: string; message: string }[] => {
  const before = (fieldId: string, studentId: string | null) =>
    known.find(each => each.fieldId === fieldId && each.studentId === studentId)?.value ?? null
  const problem = (path: string, field: FormField, value: FieldValue | undefined, studentId: string | null) => {
    const message = valueProblem(field, value, before(field.id, studentId))
    return message === null ? [] : [{ path: `${path}.${field.id}`, message }]
  }
  return [
    ...unanswered(policies, draft.consents.levels).map(({ kind }) => ({
      path: `consents.levels.${kind}`,
      message: 'required',
    })),
    ...fields.flatMap(field =>
      field.about === 'student'
        ? draft.children.flatMap((child, index) =>
            problem(`children.${index}.answers`, field, child.answers[field.id], child.studentId),
          )
        : problem('answers', field, draft.answers[field.id], null),
    ),
  ]
}

const checkFamily = (draft: Draft, today: string, required: Required): SubmittedFamily => {
  const parsed = SubmittedFamily.safeParse(draft)
  const fields = [...(parsed.success ? [] : fieldsOf(parsed.error)), ...checkOwn(draft, required)]
  draft.children.forEach(({ birthOn }, index) => {
    if (birthOn > today) fields.push({ path: `children.${index}.birthOn`, message: 'future' })
  })
  if (draft.guardians.filter(({ isMe }) => isMe).length !== 1) fields.push({ path: 'guardians', message: 'me' })
  if (!parsed.success || fields.length > 0) {
    throw invalid(
      fields,
      fields.some(({ message }) => message === 'future') ? 'BIRTH_DATE_FUTURE' : 'HOUSEHOLD_INCOMPLETE',
    )
  }
  return parsed.data
}

/** Refuses a cart that can't become what the family agreed to, at the choices that are to blame. */
const checkCart = (draft: Draft, { choices, totalCents, opens }: Quote, agreedCents: number): void => {
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
      fields: blamed('early', 'early'),
      onDay: opens.onDay,
      time: opens.time,
      opensAt: opens.opensAt,
    })
  if (totalCents !== agreedCents) {
    const full = blamed('waitlist', 'full')
    throw new CallError('failed-precondition', 'The price is not what was shown any more. Look at it again.', {
      reason: full.length > 0 ? 'CLASS_FULL' : 'PRICE_CHANGED',
      totalCents,
      ...(full.length > 0 ? { fields: full } : {}),
    })
  }
}

const valuesOf = (known: readonly KnownAnswer[], studentId: string | null): FieldValues =>
  Object.fromEntries(known.filter(each => each.studentId === studentId).map(({ fieldId, value }) => [fieldId, value]))

const prefilled = (family: KnownFamily, personId: string | null, known: readonly KnownAnswer[]): Draft =>
  Draft.parse({
    address: family.address,
    // What was answered for one registration is asked anew with the next.
    answers: valuesOf(
      known.filter(({ termId }) => termId === null),
      null,
    ),
    guardians: family.members.map(({ id, relationship, ...member }) => ({
      key: id,
      isMe: id === personId,
      ...member,
      relationship: relationship ?? '',
    })),
    children: family.children.map(({ id, name, nativeName, preferredName, birthOn, grade, allergies, medical }) => ({
      key: id,
      studentId: id,
      name,
      nativeName,
      preferredName,
      birthOn,
      grade,
      allergies,
      medical,
      answers: valuesOf(known, id),
    })),
    contacts: family.contacts.map(({ id, ...contact }) => ({ key: id, ...contact })),
  })

const submit = async ({
  db,
  actor,
  input: { draft, agreedCents },
  now,
  touch,
  settings,
  enqueue,
}: Context<{ draft: Draft; agreedCents: number }>): Promise<Output<'enrolments-submit'>> => {
  const accountId = accountOf(actor)
  await lockAccount(db, accountId)
  const fingerprint = createHash('sha256').update(JSON.stringify(draft)).digest('hex')
  const before = draft.termId ? await findRegistration(db, accountId, draft.termId, fingerprint) : null
  if (before) return before

  const found = await priced(db, actor, draft, now, true)
  const known = found.family ? await listKnown(db, found.family.householdId) : []
  const fields = await listAsked(db, found.term.id)
  const policies = await listCurrent(db, currentPolicies)
  const family = checkFamily(draft, found.today, { policies, fields, known })
  if (found.quote.choices.length === 0) throw invalid([{ path: 'choices', message: 'required' }], 'NOTHING_CHOSEN')
  const fresh = found.quote.choices.filter(({ outcome }) => outcome !== 'enrolled')
  if (fresh.length === 0)
    throw conflict('ALREADY_SUBMITTED', 'These classes have been registered already. You find them on your start page.')
  checkCart(draft, found.quote, agreedCents)

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
      field.about === 'student'
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
    .filter(({ outcome }) => outcome !== 'waitlist')
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
  await insertApplications(
    db,
    seats.filter(({ outcome }) => outcome === 'approval'),
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
      status: 'waiting',
      joinedAt: now,
    })),
  )
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
          dueDays: found.pricing.dueDays,
          at: now,
        })
  const positions = new Map<string, number>()
  const answer: Output<'enrolments-submit'> = {
    registrationId,
    householdId: written.householdId,
    invoiceId: invoice?.id ?? null,
    invoiceNumber: invoice?.number ?? null,
    totalCents: found.quote.totalCents,
    outcomes: fresh.map(({ childKey, sectionId, outcome, reasons }) => {
      const section = sectionOf(sectionId)
      const isWaiting = outcome === 'waitlist'
      if (isWaiting) positions.set(sectionId, (positions.get(sectionId) ?? section.waiting) + 1)
      return {
        child: childOf(childKey).name,
        childNativeName: childOf(childKey).nativeName,
        section: section.name,
        sectionNativeName: section.nativeName,
        reasons,
        outcome: outcome as 'seat' | 'waitlist' | 'approval',
        waitingPosition: isWaiting ? positions.get(sectionId)! : null,
      }
    }),
  }
  const spoken = answer.outcomes.map(outcome => ({
    ...outcome,
    child: said(actor, outcome.child, outcome.childNativeName),
    section: said(actor, outcome.section, outcome.sectionNativeName),
  }))
  await updateAnswer(db, registrationId, answer)
  await removeDraft(db, ownDraft(actor))
  await post(
    { db, settings, enqueue },
    registrationLetter(actor, found.school, { ...answer, outcomes: spoken }, `${settings.publicUrl}/dashboard/`),
  )
  touch(['classes', 'terms', 'students', 'payments', 'teachers', 'enrolments', 'parents', 'forms', 'policies'])
  return answer
}

export const enrolmentFunctions: Functions<typeof enrolments> = {
  'enrolments-draft': async ({ db, actor }) => {
    const found = await findDraft(db, ownDraft(actor))
    if (found) return { draft: found.draft, version: found.version, savedAt: found.savedAt.toISOString() }
    const family = await findFamily(db, myHouseholds(actor), myStudents(actor), null, [])
    const known = family ? await listKnown(db, family.householdId) : []
    return { draft: family ? prefilled(family, actor.personId, known) : null, version: 0, savedAt: null }
  },

  'enrolments-saveDraft': async ({ db, actor, input, now }) => ({
    version: await saveDraft(db, accountOf(actor), input.draft, now),
  }),

  'enrolments-quote': async ({ db, actor, input, now }) => (await priced(db, actor, input.draft, now, false)).quote,

  'enrolments-submit': submit,

  'enrolments-waitlist': async ({ db, actor, input, now }) =>
    listWaitlist(db, visibleWaitlist(actor), input.sectionId, now),
  ...moveFunctions,
}

import { letterhead } from '#server/school/config/tables.ts'
import { Draft, type enrolments, type KnownToSchool } from '#contract/enrolment/enrolments.ts'
import { eachField, fieldsIn, isSealed } from '#contract/studentFields.ts'
import type { FieldValues } from '#contract/people/forms.ts'
import { CallError } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { postAll } from '#server/platform/mail.ts'
import { listKnown, type KnownAnswer } from '#server/people/forms/acts.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { countAbandoned, listAbandoned, noteLook, takeReminded } from './abandonedQueries.ts'
import { findBegun, findDraft, findKnown, saveDraft } from './draftQueries.ts'
import { accountOf } from './holds.ts'
import { ownDraft, visibleDrafts } from './policy.ts'
import { findFamily, type KnownFamily } from './queries.ts'
import { reminderLetter } from './reminding.ts'

const valuesOf = (known: readonly KnownAnswer[], studentId: string | null): FieldValues =>
  Object.fromEntries(
    known
      .filter(each => each.studentId === studentId && each.sectionId === null)
      .map(({ fieldId, value }) => [fieldId, value]),
  )

const asked = fieldsIn('registration')
const [open, sealed] = [asked.filter(field => !isSealed(field)), asked.filter(isSealed)]
const contactsOf = (family: KnownFamily): Draft['contacts'] =>
  family.contacts.map(({ id, ...contact }) => ({ key: id, ...contact }))
const prefilled = (family: KnownFamily, personId: string | null, known: readonly KnownAnswer[]): Draft => {
  const draft = Draft.parse({
    address: family.address,
    // Answers that belong to one registration are asked again with the next.
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
    children: family.children.map(child => ({
      key: child.id,
      studentId: child.id,
      ...eachField(open, field => child[field]),
      answers: valuesOf(known, child.id),
    })),
    contacts: contactsOf(family),
  })
  // A sealed note is longer than the limit of its field, so notes are added after the check.
  const noted = draft.children.map((child, at) => ({
    ...child,
    ...eachField(sealed, field => family.children[at]![field]),
  }))
  return { ...draft, children: noted }
}

/**
 * The contacts of a saved draft: those on record where only the office changes them. Drafts saved before contacts had the
 * pick-up setting take it from the pick-up list.
 */
const savedContacts = ({ contacts }: Draft, family: KnownFamily | null): Draft['contacts'] =>
  family?.isWhole === false
    ? contactsOf(family)
    : contacts.map(contact => ({
        ...contact,
        mayPickUp:
          (contact as Partial<typeof contact>).mayPickUp ??
          family?.contacts.some(({ id, mayPickUp }) => id === contact.key && mayPickUp) ??
          false,
      }))

const classAnswers = (known: readonly KnownAnswer[]): KnownToSchool['classAnswers'] =>
  known.flatMap(({ studentId, fieldId, sectionId, value }) =>
    studentId === null || sectionId === null ? [] : [{ studentId, fieldId, value }],
  )

export const draftFunctions: Pick<
  Functions<typeof enrolments>,
  'enrolments-draft' | 'enrolments-begun' | 'enrolments-saveDraft' | 'enrolments-abandoned' | 'enrolments-remind'
> = {
  'enrolments-draft': async ({ db, actor }) => {
    const found = await findDraft(db, ownDraft(actor))
    const family = await findFamily(db, myHouseholds(actor), myStudents(actor), null, [])
    const answers = family ? await listKnown(db, family.householdId) : []
    const known = family && {
      ...(await findKnown(db, myHouseholds(actor), family.householdId)),
      isWhole: family.isWhole,
      classAnswers: classAnswers(answers.filter(({ studentId }) => family.children.some(({ id }) => id === studentId))),
    }
    if (found) {
      const { version, savedAt, startedAt } = found
      const draft = { ...found.draft, contacts: savedContacts(found.draft, family) }
      return { draft, version, savedAt: savedAt.toISOString(), startedAt: startedAt.toISOString(), known }
    }
    const draft = family && prefilled(family, actor.personId, answers)
    return { draft, version: 0, savedAt: null, startedAt: null, known }
  },

  'enrolments-begun': async ({ db, actor }) => {
    const found = await findBegun(db, ownDraft(actor))
    return { savedAt: found?.savedAt.toISOString() ?? null, startedAt: found?.startedAt.toISOString() ?? null }
  },

  'enrolments-saveDraft': async ({ db, actor, input, now }) => {
    const saved = await saveDraft(db, accountOf(actor), input, now)
    if (saved === null)
      throw new CallError('failed-precondition', 'Another device has saved a newer version of this registration.', {
        reason: 'DRAFT_NEWER',
      })
    return { version: saved }
  },

  'enrolments-abandoned': async ({ db, actor, input, now, address }) => {
    const seen = visibleDrafts(actor)
    const filter = { search: input.search ?? '', view: input.view, now }
    const found = await listAbandoned(db, seen, filter, readKey(input.after, 2))
    await noteLook(db, actor, address, now)
    return {
      ...cutPage(found, ({ savedAt, accountId }) => [savedAt, accountId]),
      total: await totalOf(found, input.after, () => countAbandoned(db, seen, filter)),
    }
  },

  'enrolments-remind': async context => {
    const { db, actor, input, now, touch, settings } = context
    const ids = [...new Set(input.accountIds)]
    const reminded = await takeReminded(db, visibleDrafts(actor), ids, now)
    const school = await letterhead(db)
    const letters = reminded.map(family => reminderLetter(family, school, input.note, settings.publicUrl))
    await postAll(context, letters)
    touch(['enrolments'], [])
    return { mails: letters.length, tooSoon: ids.length - reminded.length }
  },
}

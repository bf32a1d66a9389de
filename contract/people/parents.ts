import * as z from 'zod/mini'
import { Archived, Ids, Preview, Restored } from '../archive.ts'
import { read, write } from '../callable.ts'
import { Invitations, Invited, Invitees, InviteMany } from '../access/users.inviting.ts'
import { familyView } from './parents.views.ts'
import { readIn } from '../studentFields.ts'
import { AdultInput, familyRecord, PickUp } from './parents.record.ts'
import { EmergencyContact, Relationship } from './students.homes.ts'
import { ChildMeeting } from './students.meetings.ts'
import {
  Cents,
  Crayon,
  Day,
  Id,
  Language,
  Line,
  ListInput,
  Nothing,
  offRecord,
  OptionalLine,
  OptionalPhone,
  OtherTerm,
  page,
} from '../values.ts'
import { householdSorts, householdViews, toDoKinds } from './parents.plain.ts'

export * from './parents.plain.ts'

export { AdultInput } from './parents.record.ts'

export const Guardian = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Further numbers, for the office; empty for families. */
  otherPhones: z.string(),
  language: z.string(),
  relationship: Relationship,
  hasDataAccess: z.boolean(),
  mayPickUp: z.boolean(),
  contactOrder: z.int(),
  hasAccount: z.boolean(),
  /** False for those who were only invited; always false for families. */
  hasSignedIn: z.boolean(),
})
/** The latest answer of each kind; a photo answer for a single child names the child. */
const Consent = z.object({
  studentId: z.nullable(Id),
  kind: z.string(),
  level: z.string(),
  version: z.string(),
  signedName: z.string(),
  signedAt: z.string(),
})
const HouseholdChild = z.object({
  id: Id,
  ...readIn('family'),
  photoConsent: z.string(),
  sections: z.array(
    z.object({
      id: Id,
      name: z.string(),
      nativeName: z.string(),
      otherTerm: OtherTerm,
      crayon: Crayon,
      status: z.string(),
    }),
  ),
})
export const Household = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  address: z.string(),
  guardians: z.array(Guardian),
  children: z.array(HouseholdChild),
  contacts: z.array(EmergencyContact),
  /** Entries that are valid today or start later. */
  pickUps: z.array(PickUp),
  consents: z.array(Consent),
  /** Null for an area that does not reach `payments-ledger`. */
  balanceCents: z.nullable(Cents),
  /** True if the caller sees all of its children, and so may change what holds for all of them. */
  isWhole: z.boolean(),
  isArchived: z.boolean(),
  /** True once all personal data has been erased from it. */
  isErased: z.boolean(),
})
export type Household = z.infer<typeof Household>

const HouseholdRow = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  guardians: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  children: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string() })),
  phone: z.string(),
  email: z.string(),
  /** Null for an area that does not reach `payments-ledger`. */
  balanceCents: z.nullable(Cents),
})

/** The relationship of one guardian to one child. */
export const Care = z.object({
  studentId: Id,
  student: z.string(),
  nativeName: z.string(),
  guardianId: Id,
  relationship: Relationship,
  hasDataAccess: z.boolean(),
  mayPickUp: z.boolean(),
})
export type Care = z.infer<typeof Care>

const ContactOrder = z.int('number').check(z.minimum(1, 'number'), z.maximum(20, 'number'))
const GuardianInput = z.object({
  ...AdultInput.shape,
  otherPhones: z.optional(OptionalLine),
  language: Language,
  relationship: Relationship,
  hasDataAccess: z.boolean(),
  mayPickUp: z.boolean(),
})
export type GuardianInput = z.infer<typeof GuardianInput>
export const parents = {
  ...familyRecord,
  ...familyView,
  /** Households in which the caller is a guardian with data access. */
  'parents-household': read({ by: ['parent'], input: Nothing, output: z.array(Household) }),
  'parents-get': read({ by: ['admin'], input: z.object({ id: Id }), output: Household }),
  'parents-list': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      view: z.optional(z.enum(householdViews)),
      /** `fit`: best match for the search first, for pickers. */
      sort: z.optional(z.enum([...householdSorts, 'fit'])),
      down: z.optional(z.boolean()),
    }),
    output: page(HouseholdRow),
  }),
  /** The ids of all matches, for bulk actions. */
  'parents-select': read({
    by: ['admin'],
    input: z.object({ search: ListInput.shape.search, view: z.optional(z.enum(householdViews)) }),
    output: z.array(z.object({ id: Id })),
  }),
  /** What archiving or restoring would do to these families. */
  'parents-preview': read({
    by: ['admin'],
    input: z.object({ ...Ids.shape, act: z.enum(['archive', 'restore']) }),
    output: Preview,
  }),
  /** The relationship of each guardian of a household to each of its children. */
  'parents-care': read({ by: ['admin'], input: z.object({ householdId: Id }), output: z.array(Care) }),
  /** Creates a household with its first guardian. */
  'parents-create': write({
    by: ['admin'],
    input: z.object({ name: Line, address: OptionalLine, guardian: GuardianInput }),
    output: z.object({ id: Id, guardianId: Id }),
  }),
  'parents-change': write({
    by: ['admin'],
    input: z.object({ id: Id, name: Line, address: OptionalLine }),
    output: z.object({ id: Id }),
  }),
  /**
   * Adds a guardian to a household and its children. The address decides whether this is a new person or an existing
   * one.
   */
  'parents-addGuardian': write({
    by: ['admin'],
    input: z.object({ householdId: Id, guardian: GuardianInput }),
    output: z.object({ id: Id }),
  }),
  /** Changes a guardian and their relationship to each child. */
  'parents-changeGuardian': write({
    by: ['admin'],
    input: z.object({
      householdId: Id,
      id: Id,
      ...AdultInput.shape,
      otherPhones: z.optional(OptionalLine),
      language: Language,
      contactOrder: ContactOrder,
      children: z.array(
        z.object({
          studentId: Id,
          relationship: Relationship,
          hasDataAccess: z.boolean(),
          mayPickUp: z.boolean(),
        }),
      ),
    }),
    output: z.object({ id: Id }),
  }),
  /** Removes a guardian from a household. The last one who may see a child's record can't be removed. */
  'parents-removeGuardian': write({
    by: ['admin'],
    input: z.object({ householdId: Id, id: Id }),
    output: z.object({ id: Id }),
  }),
  /** Emails a guardian how to sign in. Only possible for a guardian who may see a child's data. */
  'parents-invite': write({
    by: ['admin'],
    input: z.object({ householdId: Id, id: Id }),
    output: z.object({ id: Id }),
  }),
  /** What inviting the guardians of these families would do. */
  'parents-previewInvitations': read({ by: ['admin'], input: Invitees, output: Invitations }),
  /**
   * Invites the guardians of these families who have no account yet. Includes only those who may see a child's data.
   */
  'parents-inviteMany': write({ by: ['admin'], input: InviteMany, output: Invited }),
  /**
   * Archives families with their children, which removes them from lists and pickers. Skips families with an open
   * balance or with a child who has a seat.
   */
  'parents-archive': write({ by: ['admin'], input: Ids, output: Archived }),
  /**
   * Permanently erases all personal data of an archived family: its people, children, files and messages. Money stays,
   * without names. `name` is the family's name, typed as confirmation.
   */
  'parents-erase': write({
    by: ['admin'],
    input: z.object({ id: Id, name: offRecord(Line) }),
    output: z.object({ people: z.int(), files: z.int() }),
  }),
  'parents-restore': write({ by: ['admin'], input: Ids, output: Restored }),
  /**
   * Changes the caller's own record. The sign-in address is changed in the account settings, with a confirmation email.
   */
  'parents-changeMe': write({
    by: ['parent'],
    input: z.object({ name: Line, nativeName: OptionalLine, phone: OptionalPhone, language: Language }),
    output: z.object({ id: Id }),
  }),
  'parents-changeAddress': write({
    by: ['parent'],
    input: z.object({ householdId: Id, address: OptionalLine }),
    output: z.object({ id: Id }),
  }),
  /** The family's home page: the next day with classes, the balance, what is due, and the state of each child. */
  'parents-home': read({
    by: ['parent'],
    input: Nothing,
    output: z.object({
      today: Day,
      name: z.string(),
      children: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string() })),
      /** The next day with meetings, today included, and its meetings. */
      day: z.nullable(Day),
      meetings: z.array(ChildMeeting),
      balanceCents: Cents,
      dueCents: Cents,
      /** The part of the balance past its due date. */
      overdueCents: Cents,
      dueOn: z.nullable(Day),
      waiting: z.array(
        z.object({ student: z.string(), section: z.string(), nativeName: z.string(), position: z.int() }),
      ),
      /** What waits for the family, most urgent first; `of` is the name of the child or household it is about. */
      toDo: z.array(z.object({ kind: z.enum(toDoKinds), id: Id, of: z.string(), ofNative: z.string() })),
    }),
  }),
}

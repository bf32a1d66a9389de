import * as z from 'zod/mini'
import { Audience } from './messages.audience.ts'
import { read, write } from '../callable.ts'
import { SessionDateStatus } from '../school/terms.ts'
import { Crayon, Day, Id, Line, ListInput, Nothing, OptionalLine, page, Text, Time, WallTime } from '../values.ts'
import { mostDutyPoints } from '../settings.plain.ts'
import { eventStates, eventStatuses, rsvpAnswers, signUpStatuses, slotStates } from './events.plain.ts'

export * from './events.plain.ts'

export const EventStatus = z.enum(eventStatuses)
export type EventStatus = z.infer<typeof EventStatus>

export const EventState = z.enum(eventStates)
export type EventState = z.infer<typeof EventState>

export const SignUpStatus = z.enum(signUpStatuses)
export type SignUpStatus = z.infer<typeof SignUpStatus>

export const RsvpAnswer = z.enum(rsvpAnswers)
export type RsvpAnswer = z.infer<typeof RsvpAnswer>

export const SlotState = z.enum(slotStates)
export type SlotState = z.infer<typeof SlotState>

const Places = z.int().check(z.minimum(1, 'capacity'), z.maximum(100_000, 'capacity'))

const when = {
  isAllDay: z.boolean(),
  startsOn: Day,
  /** The last day, inclusive. */
  endsOn: Day,
  /** Null for all-day events. */
  startTime: z.nullable(Time),
  endTime: z.nullable(Time),
}

/** An event as shown in a calendar or list. */
export const EventRow = z.object({
  id: Id,
  title: z.string(),
  nativeTitle: z.string(),
  place: z.string(),
  ...when,
  status: EventStatus,
  state: EventState,
  isPublic: z.boolean(),
  takesRsvp: z.boolean(),
  /** The deadline for families' answers. */
  rsvpClosesAt: z.nullable(WallTime),
  /** The number of people who may come; null for no limit. */
  capacity: z.nullable(z.int()),
  /** The number of people who are coming. */
  people: z.int(),
  slotPlaces: z.int(),
  slotsTaken: z.int(),
  /** The answer of the caller's own family, and the number of slots the caller has. */
  myAnswer: z.nullable(RsvpAnswer),
  mySlots: z.int(),
  /** True when the caller's family may answer and has not yet. */
  needsAnswer: z.boolean(),
  /** The audience; null for everyone but the office. */
  audience: z.nullable(Audience),
})
export type EventRow = z.infer<typeof EventRow>

export const EventSlot = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  startsAt: z.nullable(WallTime),
  endsAt: z.nullable(WallTime),
  capacity: z.int(),
  /** The duty points it counts for; 0 for none. */
  points: z.int(),
  taken: z.int(),
  opensAt: z.nullable(WallTime),
  locksAt: z.nullable(WallTime),
  state: SlotState,
  /** The caller's own sign-up, unless they have cancelled it. */
  myStatus: z.nullable(SignUpStatus),
})
export type EventSlot = z.infer<typeof EventSlot>

export const EventDetails = z.object({
  ...EventRow.shape,
  description: z.string(),
  nativeDescription: z.string(),
  /** True when an answer may be given or changed now. */
  mayAnswer: z.boolean(),
  answers: z.object({ yes: z.int(), no: z.int(), maybe: z.int() }),
  slots: z.array(EventSlot),
  /** For guardians: their own households with their answers. */
  households: z.array(
    z.object({
      id: Id,
      name: z.string(),
      nativeName: z.string(),
      answer: z.nullable(RsvpAnswer),
      partySize: z.int(),
      note: z.string(),
    }),
  ),
})
export type EventDetails = z.infer<typeof EventDetails>

const SlotInput = z.object({
  /** Null for a new slot. Slots that are left out are removed, unless someone has taken them. */
  id: z.nullable(Id),
  name: Line,
  nativeName: OptionalLine,
  startsAt: z.nullable(WallTime),
  endsAt: z.nullable(WallTime),
  capacity: Places,
  points: z._default(z.int('number').check(z.minimum(0, 'number'), z.maximum(mostDutyPoints, 'number')), 0),
  opensAt: z.nullable(WallTime),
  locksAt: z.nullable(WallTime),
})
const EventInput = z.object({
  title: Line,
  nativeTitle: OptionalLine,
  description: Text,
  nativeDescription: Text,
  place: OptionalLine,
  ...when,
  audience: Audience,
  isPublic: z.boolean(),
  takesRsvp: z.boolean(),
  capacity: z.nullable(Places),
  rsvpClosesAt: z.nullable(WallTime),
  slots: z.array(SlotInput).check(z.maxLength(200, 'many')),
})

/** A day on which the school meets, was due to meet, or is closed. */
export const CalendarDay = z.object({
  onDay: Day,
  kind: z.enum(['session', 'closure']),
  termId: Id,
  sessionDateId: z.nullable(Id),
  status: z.nullable(SessionDateStatus),
  /** Why the day is closed or canceled. */
  note: z.string(),
  nativeNote: z.string(),
  /** The number of the lesson within its term; 0 when there is none. */
  lesson: z.int(),
  /** The number of classes that begin at each time, of those the caller may see. */
  starts: z.array(z.object({ startsAt: Time, classes: z.int() })),
})
export type CalendarDay = z.infer<typeof CalendarDay>

/** A class meeting as the caller sees it: the office sees all, teachers their own, guardians their children's. */
export const CalendarMeeting = z.object({
  sectionId: Id,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  room: z.string(),
  teachers: z.array(z.string()),
  /** In the same order; empty for a teacher without one. */
  teacherNativeNames: z._default(z.array(z.string()), []),
  onDay: Day,
  startsAt: Time,
  endsAt: Time,
  isCancelled: z.boolean(),
  isRollTaken: z.boolean(),
  /** The names of the caller's children in the class. */
  children: z.array(z.string()),
  /** In the same order; empty for a child without one. */
  childNativeNames: z._default(z.array(z.string()), []),
})
export type CalendarMeeting = z.infer<typeof CalendarMeeting>

const AnswerRow = z.object({
  householdId: Id,
  name: z.string(),
  nativeName: z.string(),
  answer: RsvpAnswer,
  partySize: z.int(),
  note: z.string(),
  by: z.string(),
  byNativeName: z.string(),
  at: z.string(),
})
export const SignUp = z.object({
  id: Id,
  slotId: Id,
  personId: Id,
  name: z.string(),
  nativeName: z.string(),
  email: z.string(),
  phone: z.string(),
  status: SignUpStatus,
  note: z.string(),
  at: z.string(),
})
export type SignUp = z.infer<typeof SignUp>

const Mine = z.optional(z.boolean())

export const events = {
  /**
   * Events, school days and closures between two days inclusive, at most 400 days. The office sees every event, drafts
   * included; everyone else, and the office with `mine`, sees the events meant for them.
   */
  'events-calendar': read({
    by: ['admin', 'parent', 'teacher'],
    input: z.object({ from: Day, to: Day, mine: Mine }),
    output: z.object({ events: z.array(EventRow), days: z.array(CalendarDay) }),
  }),
  /** The class meetings between two days, at most 62 days apart. The office asks for one day at a time. */
  'events-meetings': read({
    by: ['admin', 'parent', 'teacher', 'student'],
    input: z.object({ from: Day, to: Day, mine: Mine }),
    output: z.array(CalendarMeeting),
  }),
  /** Events as a list: upcoming ones, next first, or past ones, latest first. */
  'events-agenda': read({
    by: ['admin', 'parent', 'teacher'],
    input: z.object({ ...ListInput.shape, view: z.optional(z.enum(['upcoming', 'past'])), mine: Mine }),
    output: page(EventRow),
  }),
  'events-get': read({
    by: ['admin', 'parent', 'teacher'],
    input: z.object({ id: Id, mine: Mine }),
    output: EventDetails,
  }),
  /** The next public events. */
  'events-public': read({
    by: ['guest'],
    isShared: true,
    input: Nothing,
    output: z.array(
      z.object({
        id: Id,
        title: z.string(),
        nativeTitle: z.string(),
        description: z.string(),
        nativeDescription: z.string(),
        place: z.string(),
        ...when,
      }),
    ),
  }),
  /** Creates an event as a draft. */
  'events-create': write({ by: ['admin'], input: EventInput, output: EventDetails }),
  /** Changes an event and its slots. People who have answered or signed up keep their spots. */
  'events-change': write({
    by: ['admin'],
    input: z.object({ id: Id, ...EventInput.shape }),
    output: EventDetails,
  }),
  /** Publishes, unpublishes or cancels an event. On cancellation, people who said yes or have a slot are emailed. */
  'events-move': write({ by: ['admin'], input: z.object({ id: Id, to: EventStatus }), output: EventDetails }),
  /** Deletes a draft permanently. */
  'events-remove': write({ by: ['admin'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /** Creates a draft from an event, slots included, on another day. */
  'events-copy': write({ by: ['admin'], input: z.object({ id: Id, startsOn: Day }), output: EventDetails }),
  /** Answers an invitation for the caller's household. */
  'events-answer': write({
    by: ['parent'],
    input: z.object({
      eventId: Id,
      householdId: Id,
      answer: RsvpAnswer,
      /** The number of people coming; counts only for yes and maybe. */
      partySize: z.int().check(z.minimum(1, 'number'), z.maximum(50, 'number')),
      note: OptionalLine,
    }),
    output: EventDetails,
  }),
  /** The answers to an event, by household. */
  'events-answers': read({
    by: ['admin'],
    input: z.object({ eventId: Id, ...ListInput.shape }),
    output: page(AnswerRow),
  }),
  'events-takeSlot': write({
    by: ['parent', 'teacher'],
    input: z.object({ slotId: Id, note: OptionalLine }),
    output: EventDetails,
  }),
  'events-leaveSlot': write({
    by: ['parent', 'teacher'],
    input: z.object({ slotId: Id }),
    output: EventDetails,
  }),
  /** The sign-ups for an event's slots. */
  'events-signUps': read({
    by: ['admin'],
    input: z.object({ eventId: Id }),
    output: z.array(SignUp),
  }),
  'events-markSignUp': write({
    by: ['admin'],
    input: z.object({ id: Id, to: SignUpStatus }),
    output: SignUp,
  }),
  /** Marks every unmarked sign-up as worked, in the slots that have begun; none if the event is canceled. */
  'events-markAllWorked': write({
    by: ['admin'],
    input: z.object({ eventId: Id }),
    output: z.object({ marked: z.int(), batchId: z.nullable(Id) }),
  }),
  /** The caller's calendar feed: when it was created and last fetched; null without one. */
  'events-feed': read({
    by: ['parent', 'teacher'],
    input: Nothing,
    output: z.nullable(z.object({ createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
  }),
  /** Creates the address of the caller's own calendar feed, shown only this once. The previous one stops working. */
  'events-makeFeed': write({
    by: ['parent', 'teacher'],
    input: Nothing,
    output: z.object({ url: z.string() }),
    isSecret: true,
  }),
  'events-revokeFeed': write({
    by: ['parent', 'teacher'],
    input: Nothing,
    output: z.object({ isRevoked: z.boolean() }),
  }),
}

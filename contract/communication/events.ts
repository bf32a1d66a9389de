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
  /** The last day, the first one included. */
  endsOn: Day,
  /** Null for whole days. */
  startTime: z.nullable(Time),
  endTime: z.nullable(Time),
}

/** An event as it is in a calendar or list. */
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
  /** Until when families may answer. */
  rsvpClosesAt: z.nullable(WallTime),
  /** People who may come; null is any number. */
  capacity: z.nullable(z.int()),
  /** People who are coming. */
  people: z.int(),
  slotPlaces: z.int(),
  slotsTaken: z.int(),
  /** The answer of the caller's own family, and how many slots the caller has. */
  myAnswer: z.nullable(RsvpAnswer),
  mySlots: z.int(),
  /** Whether the caller's family may answer and has not done so. */
  needsAnswer: z.boolean(),
  /** Whom it is for; null for everybody but the office. */
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
  /** What it counts of the duty that a family owes; 0 for what is none. */
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
  /** Whether an answer may be given or changed now. */
  mayAnswer: z.boolean(),
  answers: z.object({ yes: z.int(), no: z.int(), maybe: z.int() }),
  slots: z.array(EventSlot),
  /** The caller's own households with their answers, for guardians. */
  households: z.array(
    z.object({
      id: Id,
      name: z.string(),
      answer: z.nullable(RsvpAnswer),
      partySize: z.int(),
      note: z.string(),
    }),
  ),
})
export type EventDetails = z.infer<typeof EventDetails>

const SlotInput = z.object({
  /** Null for a new slot; slots that are left out are removed, unless somebody has taken them. */
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

/** A day on which the school meets, was to meet, or is closed. */
export const CalendarDay = z.object({
  onDay: Day,
  kind: z.enum(['session', 'closure']),
  termId: Id,
  sessionDateId: z.nullable(Id),
  status: z.nullable(SessionDateStatus),
  /** Why it is closed or cancelled. */
  note: z.string(),
  nativeNote: z.string(),
  /** Which lesson of its term it is; 0 when there is none. */
  lesson: z.int(),
  /** How many of the classes that the caller may see begin at each time. */
  starts: z.array(z.object({ startsAt: Time, classes: z.int() })),
})
export type CalendarDay = z.infer<typeof CalendarDay>

/** A class meeting as somebody sees it: the office every one, a teacher their own, a guardian their children's. */
export const CalendarMeeting = z.object({
  sectionId: Id,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  room: z.string(),
  teachers: z.array(z.string()),
  /** In the same order; empty for one who has none. */
  teacherNativeNames: z._default(z.array(z.string()), []),
  onDay: Day,
  startsAt: Time,
  endsAt: Time,
  isCancelled: z.boolean(),
  isRollTaken: z.boolean(),
  /** The caller's children who are in it. */
  children: z.array(z.string()),
})
export type CalendarMeeting = z.infer<typeof CalendarMeeting>

const AnswerRow = z.object({
  householdId: Id,
  name: z.string(),
  answer: RsvpAnswer,
  partySize: z.int(),
  note: z.string(),
  by: z.string(),
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
   * Events, school days and closures from one day to another, both included, at most 400 days. The office sees every
   * event, drafts too; others, and the office with `mine`, those that are for them.
   */
  'events-calendar': read({
    by: ['admin', 'parent', 'teacher'],
    input: z.object({ from: Day, to: Day, mine: Mine }),
    output: z.object({ events: z.array(EventRow), days: z.array(CalendarDay) }),
  }),
  /** The class meetings of a span of days, at most 62: the office asks for one day at a time. */
  'events-meetings': read({
    by: ['admin', 'parent', 'teacher', 'student'],
    input: z.object({ from: Day, to: Day, mine: Mine }),
    output: z.array(CalendarMeeting),
  }),
  /** Events one after the other: those to come, the next first, or those that are over, the last first. */
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
  /** The next public events, for everybody's eyes. */
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
  /** Makes an event, as a draft. */
  'events-create': write({ by: ['admin'], input: EventInput, output: EventDetails }),
  /** Changes an event and its slots. Who has answered or signed up keeps their place. */
  'events-change': write({
    by: ['admin'],
    input: z.object({ id: Id, ...EventInput.shape }),
    output: EventDetails,
  }),
  /** Publishes, takes back or cancels; who said yes or has a slot of a cancelled event is written to. */
  'events-move': write({ by: ['admin'], input: z.object({ id: Id, to: EventStatus }), output: EventDetails }),
  /** Removes a draft for good. */
  'events-remove': write({ by: ['admin'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /** Makes a draft like an event, slots included, on another day. */
  'events-copy': write({ by: ['admin'], input: z.object({ id: Id, startsOn: Day }), output: EventDetails }),
  /** Answers an invitation for the caller's household. */
  'events-answer': write({
    by: ['parent'],
    input: z.object({
      eventId: Id,
      householdId: Id,
      answer: RsvpAnswer,
      /** How many come; counts for yes and maybe only. */
      partySize: z.int().check(z.minimum(1, 'number'), z.maximum(50, 'number')),
      note: OptionalLine,
    }),
    output: EventDetails,
  }),
  /** Who has answered what. */
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
  /** Who has taken which slot of an event. */
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
  /** Marks everybody who has a slot of the event and is not marked yet as having worked. */
  'events-markAllWorked': write({
    by: ['admin'],
    input: z.object({ eventId: Id }),
    output: z.object({ marked: z.int(), batchId: z.nullable(Id) }),
  }),
  /** The caller's calendar feed: when it was made and last fetched; null without one. */
  'events-feed': read({
    by: ['parent', 'teacher'],
    input: Nothing,
    output: z.nullable(z.object({ createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
  }),
  /** Makes the address of the caller's own calendar, shown this once; an older one stops working. */
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

import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Crayon, Day, Id, Instant, Line, Nothing, OptionalLine, Text, Time, Weekday } from '../values.ts'

const Named = { name: z.string(), nativeName: z.string() }

/** A parent who helps with one class. They see its list of names and may write to its families, nothing else. */
export const RoomParent = z.object({
  id: Id,
  personId: Id,
  ...Named,
  email: z.string(),
  sectionId: Id,
  section: z.string(),
  sectionNative: z.string(),
  crayon: Crayon,
  fromOn: Day,
  /** The last day; null for no end. */
  toOn: z.nullable(Day),
  isLive: z.boolean(),
})
export type RoomParent = z.infer<typeof RoomParent>

/** A class as its room parent sees it: names only. */
export const HelpedClass = z.object({
  sectionId: Id,
  ...Named,
  crayon: Crayon,
  weekday: Weekday,
  startsAt: Time,
  endsAt: Time,
  room: z.string(),
  teachers: z.array(z.object(Named)),
  toOn: z.nullable(Day),
  /** The number of guardians that a message would reach. */
  people: z.int(),
  students: z.array(z.object({ id: Id, ...Named, guardians: z.array(z.object({ id: Id, ...Named })) })),
  /** The messages that the caller has written to the class, latest first. */
  written: z.array(z.object({ id: Id, subject: z.string(), at: Instant })),
})
export type HelpedClass = z.infer<typeof HelpedClass>

export const volunteers = {
  /** The room parents of all classes, current ones first; only those of a class or person where one is given. */
  'volunteers-list': read({
    by: ['admin'],
    input: z.object({ sectionId: z.optional(Id), personId: z.optional(Id) }),
    output: z.array(RoomParent),
  }),
  /** Guardians who can become room parents of a class: those of its students who have access to their data. */
  'volunteers-candidates': read({
    by: ['admin'],
    input: z.object({ sectionId: Id }),
    output: z.array(z.object({ id: Id, ...Named, children: z.array(z.object(Named)) })),
  }),
  /** Makes a guardian room parent of a class, or changes the last day of a current one. */
  'volunteers-appoint': write({
    by: ['admin'],
    input: z.object({ sectionId: Id, personId: Id, toOn: z.nullable(Day) }),
    output: RoomParent,
  }),
  'volunteers-end': write({ by: ['admin'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /** The classes the caller is room parent of, with their lists: no contact details, nothing medical, no money. */
  'volunteers-classes': read({ by: ['parent'], input: Nothing, output: z.array(HelpedClass) }),
  /** Writes to the families of a class that the caller is room parent of. The office gets it, too. */
  'volunteers-write': write({
    by: ['parent'],
    input: z.object({
      sectionId: Id,
      subject: Line,
      body: z.pipe(Text, z.string().check(z.minLength(1, 'empty'))),
      nativeSubject: OptionalLine,
      nativeBody: Text,
      /** The number of recipients that the caller was shown. */
      agreedPeople: z.int(),
    }),
    output: z.object({ id: Id, people: z.int() }),
  }),
}

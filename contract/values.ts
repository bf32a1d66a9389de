import * as z from 'zod/mini'
import { crayons, languages } from './values.plain.ts'

export * from './values.plain.ts'

/** A row's id: a UUID, version 7 where the server makes it. */
export const Id = z.uuid()
/** Whole minor units of the school's currency; negative where money goes out. */
export const Cents = z.int().check(z.minimum(-100_000_000), z.maximum(100_000_000))
/** A sum over many families: whole minor units, without the limit of a single amount. */
export const SumCents = z.int()
/** An amount that someone pays or owes: at least one minor unit. */
export const PositiveCents = z.int().check(z.minimum(1, 'amount'), z.maximum(100_000_000, 'amount'))
/** A whole number within bounds, inclusive; `key` is the error message for its field. */
export const within = ({ from, to }: { readonly from: number; readonly to: number }, key = 'number') =>
  z.int().check(z.minimum(from, key), z.maximum(to, key))
/**
 * A calendar day without a time zone, YYYY-MM-DD (ISO 8601), that exists. Another century than the last and this one is
 * a slip, such as the year 0026.
 */
export const Day = z.iso.date({ error: 'day', abort: true }).check(z.regex(/^(?:19|20)/, 'far'))
/** A day that exists in every year, MM-DD: not 29 February. */
export const MonthDay = z
  .string()
  .check(
    z.regex(
      /^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))$/,
      'day',
    ),
  )
/** A time on the school's wall clock, HH:MM. */
export const Time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'))
/** A day and time on the school's wall clock, YYYY-MM-DDTHH:MM. */
export const WallTime = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, 'time'),
  z.refine(text => Day.safeParse(text.slice(0, 10)).success, 'time'),
)
/** An instant in UTC (RFC 3339). */
export const Instant = z.iso.datetime()
/** 1 Monday … 7 Sunday (ISO 8601). */
export const Weekday = z.int().check(z.minimum(1), z.maximum(7))
/** An email address in canonical form: trimmed, lower case, NFC (wire B9). */
export const Email = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().toLowerCase().normalize('NFC')),
  ),
  z.email('email').check(z.maxLength(254, 'email')),
)

export const OptionalEmail = z.union([z.literal(''), Email], 'email')

const trimmed = z.pipe(
  z.string(),
  z.transform((text: string) => text.trim().normalize('NFC')),
)
// Control characters would break PDFs, emails and CSV files later on.
const printable = z.regex(/^[^\p{Cc}]*$/u, 'control')
/** A name or other short line of text in any script, trimmed, not empty. */
export const Line = z.pipe(trimmed, z.string().check(z.minLength(1, 'empty'), z.maxLength(200, 'long'), printable))
/** The same, possibly empty. */
export const OptionalLine = z.pipe(trimmed, z.string().check(z.maxLength(200, 'long'), printable))
const textOf = (length: number) =>
  z.pipe(trimmed, z.string().check(z.maxLength(length, 'long'), z.regex(/^(?:[^\p{Cc}]|[\n\t])*$/u, 'control')))
/** A longer text, possibly empty, line breaks kept. */
export const Text = textOf(4000)
/** A text of several pages, possibly empty. */
export const LongText = textOf(40_000)
// People are matched by the digits of their number, so an extension goes with the office's further numbers.
const extension = /\d[\s,;.(]{0,3}(?:ext|x|#|转|轉|分机|分機)[a-z接\s.:]{0,10}\d{1,6}\)?$/iu
const phoneOf = (written: RegExp) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => text.normalize('NFKC').trim().replace(/^tel:/i, '')),
      z.string().check(
        z.refine(text => !extension.test(text), { error: 'extension', abort: true }),
        z.regex(written, 'phone'),
      ),
    ),
  )
/** A phone number as people type or paste it; Chinese keyboards may type full-width digits. */
export const Phone = phoneOf(/^\+?[\d\s().-]{5,30}$/)
export const OptionalPhone = phoneOf(/^(?:\+?[\d\s().-]{5,30})?$/)

export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

export const Crayon = z.enum(crayons)
export type Crayon = z.infer<typeof Crayon>

/** The input of a function without input; the official client then sends `null` (wire A2). */
export const Nothing = z.nullable(z.object({}))

/** Marks schemas by copying them, because several fields may share one. */
const marking = () => {
  const marked = new WeakSet<object>()
  return {
    mark: <S extends z.ZodMiniType>(schema: S): S => {
      const field = schema.clone()
      marked.add(field)
      return field
    },
    isMarked: (schema: object): boolean => marked.has(schema),
  }
}
const [offTheRecord, sealed] = [marking(), marking()]

/** Marks a field that the audit trail leaves out: a secret, or a file, which is too large for it. */
export const offRecord = offTheRecord.mark
/** True when the audit trail leaves out fields of this schema. */
export const isOffRecord = offTheRecord.isMarked

/**
 * Marks a field that may hold a note about a student's health or custody. It is stored sealed, the door opens it and
 * logs who read it, and the audit trail leaves it out (decision 85).
 */
export const sealedText = sealed.mark
/** True when fields of this schema may hold a sealed note. */
export const isSealedText = sealed.isMarked

/** One page of a list with keyset pagination: `next` is the key to request the following page with, null at the end. */
export const page = <S extends z.ZodMiniType>(row: S) =>
  z.object({ rows: z.array(row), next: z.nullable(z.string()), total: z.int() })
/** The input of a list; `after` is the `next` of the previous page. */
export const ListInput = z.object({
  search: z.optional(OptionalLine),
  after: z.optional(z.string().check(z.maxLength(500))),
})

/**
 * The names of a class's term, unless it is the current one or the first of several. They follow the class's name where
 * classes of several terms are listed: a class that is copied into the next term keeps its name.
 */
export const OtherTerm = z._default(z.nullable(z.object({ name: z.string(), nativeName: z.string() })), null)

/** A message as it is compiled: texts, places for values as [name], and choices or marked parts, which begin alike. */
type Part = string | number | readonly unknown[]

type Values = Readonly<Record<string, unknown>>

const endsInHan = /\p{Script=Han} ?$/u
const beginsWithHan = /^ ?\p{Script=Han}/u
const han = /\p{Script=Han}/u
const letter = /\p{Script=Latin}/u

const valueAt = (part: Part | undefined, values: Values): string => {
  const value = Array.isArray(part) && part.length === 1 ? values[String(part[0])] : undefined
  return typeof value === 'string' ? value : ''
}

/** What stands between a Chinese text and a value: nothing before Chinese, a space before Latin letters. */
const between = (side: string, written: string): string => (han.test(side) ? '' : letter.test(side) ? ' ' : written)

/** The same for the texts of a choice, [name, kind, texts], and of a marked part, [name, ...parts]. */
const within = ([name, ...rest]: readonly unknown[], values: Values): readonly unknown[] => [
  name,
  ...(typeof rest[0] === 'number'
    ? rest.map(each =>
        typeof each === 'object' && each !== null
          ? Object.fromEntries(Object.entries(each).map(([key, text]) => [key, spacedForValues(text, values)]))
          : each,
      )
    : spacedForValues(rest, values)),
]

/**
 * A compiled Chinese message with the spaces that its values ask for: 为王思涵请假, but 为 Emily 请假. A text can't know
 * which a name will be, so a space that it has beside a place is left out before Chinese, and one that it lacks is
 * added before Latin letters. Values themselves stay as they are.
 */
export const spacedForValues = <Message>(message: Message, values: Values): Message => {
  if (!Array.isArray(message)) return message
  const parts = message as readonly Part[]
  return parts.map((part, index) => {
    if (Array.isArray(part)) return within(part, values)
    if (typeof part !== 'string') return part
    const before = [...valueAt(parts[index - 1], values)].at(-1) ?? ''
    const [after = ''] = valueAt(parts[index + 1], values)
    const start = beginsWithHan.test(part) ? between(before, part.startsWith(' ') ? ' ' : '') + part.trimStart() : part
    return endsInHan.test(start) ? start.trimEnd() + between(after, start.endsWith(' ') ? ' ' : '') : start
  }) as Message
}

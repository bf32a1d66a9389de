/**
 * A part of a compiled message: a text, a placeholder as [name], or a choice or marked part, which start the same way.
 */
type Part = string | number | readonly unknown[]

type Values = Readonly<Record<string, unknown>>

const endsInHan = /\p{Script=Han} ?$/u
const beginsWithHan = /^ ?\p{Script=Han}/u
// With Chinese brackets, which bring their own space.
const han = /[\p{Script=Han}（）]/u
const letter = /\p{Script=Latin}/u

const valueAt = (part: Part | undefined, values: Values): string => {
  const value = Array.isArray(part) && part.length === 1 ? values[String(part[0])] : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * The separator between a Chinese text and a value: none before Chinese and its brackets, a space before Latin
 * letters. `written` is kept for anything else.
 */
const between = (side: string, written: string): string => (han.test(side) ? '' : letter.test(side) ? ' ' : written)

/** The same for the texts of a choice, [name, kind, texts], and those of a marked part, [name, ...parts]. */
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
 * A compiled Chinese message with the spaces that its values need: 为王思涵请假, but 为 Emily 请假. A text can't know which
 * script a name will have, so a space beside a placeholder is removed before Chinese, and a missing one is added before
 * Latin letters. The values themselves don't change.
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
